"""The errata of the paper's theorems and lemmas, with their numbers."""

import itertools
import math

import numpy as np

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import HONEST, randomized_response
from lowwater.core.tally import Tally
from lowwater.law.distribution import Beta
from lowwater.paper.erratum import Erratum
from lowwater.search.bisection import Bisection
from lowwater.search.level import Concentration, ExactTail, Quantile
from lowwater.search.paper import RULES
from lowwater.search.strategy import run
from lowwater.theory.bounds import exponent
from lowwater.theory.fatness import of_beta


def beta_constant() -> Erratum:
    """Appendix A: C with max is no lower bound."""
    rows = []
    x = np.linspace(0.0, 1.0, 2001)[1:]
    for alpha, beta in ((0.5, 1.0), (0.5, 2.0), (2.0, 2.0), (4.0, 2.0)):
        law = Beta(alpha, beta, 0.0, 1.0)
        steep = math.exp(math.lgamma(alpha + beta) - math.lgamma(alpha) - math.lgamma(beta)) / alpha
        ratios = [float(np.min(law.cdf(x) / (c * x**alpha))) for c in (max(1.0, steep), of_beta(law).c)]
        rows.append(
            (
                f"{alpha:g}, {beta:g}",
                f"{max(1.0, steep):.3g}",
                f"{ratios[0]:.3f}",
                f"{of_beta(law).c:.3g}",
                f"{ratios[1]:.3f}",
            )
        )
    text = (
        "The beta law is said to be fat with C = max{1, 1/(αB(α,β))}. Fatness asks for F(x) ≥ C x^α everywhere, so the "
        "least ratio of both sides must be at least 1. With max it is not; with min it is."
    )
    return Erratum(
        "The constant of the beta law",
        text,
        ("α, β", "C printed", "least ratio", "C with min", "least ratio"),
        tuple(rows),
    )


def small_loss() -> Erratum:
    """Section 6.1: an inequality said to hold for small x holds for none."""
    rows = []
    for x in (0.001, 0.01, 0.1, 1.0, 4.0):
        left = math.exp(x) * (1 + math.exp(x)) / math.expm1(x) ** 2
        rows.append((f"{x:g}", f"{left:.6g}", f"{2 / x**2:.6g}", f"{left * x**2 / 2:.5f}"))
    text = (
        "e^x(1+e^x)/(e^x-1)² ≤ 2/x² is said to hold for small x. The ratio is 1 + x/2 + ..., above 1 for every x > 0."
    )
    return Erratum("A bound that holds nowhere", text, ("x", "left side", "2/x²", "ratio"), tuple(rows))


def decomposition() -> Erratum:
    """Lemma 1: an equality that is not even an upper bound."""
    search = Bisection(Domain(-1.0, 1.0), 2, HONEST, None, Quantile(1.0))
    estimate = run(search, lambda _question: Tally.of(0, 1))  # a mistake in every round: to the right, where nobody is
    rows = ((f"{abs(estimate.value + 1):g}", f"{0 + 1 + 2.0**-2:g}", f"{0 + 2 + 2.0**-2:g}"),)
    text = (
        "The error decomposition is printed with '='. With L = 2, the quantile at -1 and a mistake in each round the "
        "search ends at 0.75. The printed bound is smaller than that error; with a factor 2 on the mistakes it holds."
    )
    return Erratum("The error decomposition", text, ("error", "printed bound", "with factor 2"), rows)


def concentration() -> Erratum:
    """Lemma 2: the exponent is several times too small, so gamma is too large."""
    rows = []
    for epsilon, rule, people in itertools.product((1.0, 4.0, 64.0), RULES, (2**15, 2**20)):
        setting = RULES[rule](people)
        coin = randomized_response(Epsilon.of(epsilon).part(setting.rounds))
        ratio = exponent(people, 0.1, coin, as_printed=False) / exponent(people, 0.1, coin)
        gamma = Concentration(setting.h).level(1.0, people, coin)
        exact = ExactTail(math.exp(-setting.h)).level(1.0, people, coin)
        numbers = (f"{ratio:.2f}", f"{gamma:.4f}", f"{exact:.4f}", f"{gamma / exact:.2f}")
        rows.append((f"{epsilon:g}, {rule}, 2^{people.bit_length() - 1}", *numbers))
    text = (
        "Hoeffding's exponent is 4 (small loss) to 8 (large loss) times the printed one. The experiments' level γ "
        "is therefore well above the exact binomial level for the same chance of a mistake, e^-h."
    )
    head = ("ε, rule, N", "Hoeffding / printed", "γ", "exact level", "ratio")
    return Erratum("A loose concentration", text, head, tuple(rows))


def outside_the_theorem() -> Erratum:
    """The experiments' levels, where the theorem needs 2 gamma below 1."""
    rows = []
    for people, epsilon in ((2**10, 1.0), (2**14, 1.0), (2**15, 1.0), (2**20, 1.0), (2**20, 0.125)):
        levels = []
        for rule in RULES.values():
            setting = rule(people)
            coin = randomized_response(Epsilon.of(epsilon).part(setting.rounds))
            levels.append(f"{Concentration(setting.h).level(1.0, people, coin):.3f}")
        rows.append((f"2^{people.bit_length() - 1}", f"{epsilon:g}", *levels))
    text = (
        "The theorem needs 2γ < C(x̄-x_min)^α, at most 1. Many of the printed settings lie outside it: the search then "
        "finds a middle quantile, and with γ ≥ 1 it runs to the far end whatever people hold."
    )
    return Erratum(
        "Experiments outside the theorem", text, ("N", "ε", "γ, lower alpha", "γ, unknown alpha"), tuple(rows)
    )
