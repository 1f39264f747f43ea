"""The critique: each erratum of the paper that can be computed, with its numbers."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import HONEST, randomized_response
from lowwater.core.tally import Tally
from lowwater.law.distribution import Beta
from lowwater.paper.real import fit
from lowwater.rivals.laplace import LaplaceMinimum
from lowwater.search.bisection import Bisection
from lowwater.search.level import Concentration, ExactTail, Quantile
from lowwater.search.paper import RULES
from lowwater.search.strategy import run
from lowwater.theory.bounds import exponent
from lowwater.theory.fatness import of_beta

Row = tuple[str, ...]


@dataclass(frozen=True)
class Erratum:
    """What the paper prints, what is true, and a table that shows it."""

    title: str
    said: str
    head: Row
    rows: tuple[Row, ...]


def errata() -> list[Erratum]:
    """All of them, computed now."""
    return [make() for make in ERRATA]


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
    said = (
        "The beta law is said to be fat with C = max{1, 1/(αB(α,β))}. Fatness asks for F(x) ≥ C x^α everywhere, so the "
        "least ratio of both sides must be at least 1. With max it is not; with min it is."
    )
    return Erratum(
        "The constant of the beta law",
        said,
        ("α, β", "C printed", "least ratio", "C with min", "least ratio"),
        tuple(rows),
    )


def small_loss() -> Erratum:
    """Section 6.1: an inequality said to hold for small x holds for none."""
    rows = []
    for x in (0.001, 0.01, 0.1, 1.0, 4.0):
        left = math.exp(x) * (1 + math.exp(x)) / math.expm1(x) ** 2
        rows.append((f"{x:g}", f"{left:.6g}", f"{2 / x**2:.6g}", f"{left * x**2 / 2:.5f}"))
    said = (
        "e^x(1+e^x)/(e^x-1)² ≤ 2/x² is said to hold for small x. The ratio is 1 + x/2 + ..., above 1 for every x > 0."
    )
    return Erratum("A bound that holds nowhere", said, ("x", "left side", "2/x²", "ratio"), tuple(rows))


def decomposition() -> Erratum:
    """Lemma 1: an equality that is not even an upper bound."""
    search = Bisection(Domain(-1.0, 1.0), 2, HONEST, None, Quantile(1.0))
    found = run(
        search, lambda _question: Tally.of(0, 1)
    ).value  # a mistake in every round: to the right, where nobody is
    rows = ((f"{abs(found + 1):g}", f"{0 + 1 + 2.0**-2:g}", f"{0 + 2 + 2.0**-2:g}"),)
    said = (
        "The error decomposition is printed with '='. With L = 2, the quantile at -1 and a mistake in each round the "
        "search ends at 0.75. The printed bound is smaller than that error; with a factor 2 on the mistakes it holds."
    )
    return Erratum("The error decomposition", said, ("error", "printed bound", "with factor 2"), rows)


def concentration() -> Erratum:
    """Lemma 2: the exponent is several times too small, so gamma is too large."""
    rows = []
    for epsilon, rule, people in itertools.product((1.0, 4.0, 64.0), RULES, (2**15, 2**20)):
        found = RULES[rule](people)
        coin = randomized_response(Epsilon.of(epsilon).part(found.rounds))
        ratio = exponent(people, 0.1, coin, as_printed=False) / exponent(people, 0.1, coin)
        gamma = Concentration(found.h).level(1.0, people, coin)
        exact = ExactTail(math.exp(-found.h)).level(1.0, people, coin)
        numbers = (f"{ratio:.2f}", f"{gamma:.4f}", f"{exact:.4f}", f"{gamma / exact:.2f}")
        rows.append((f"{epsilon:g}, {rule}, 2^{people.bit_length() - 1}", *numbers))
    said = (
        "Hoeffding's exponent is 4 (small loss) to 8 (large loss) times the printed one. The experiments' level γ "
        "is therefore well above the exact binomial level for the same chance of a mistake, e^-h."
    )
    head = ("ε, rule, N", "Hoeffding / printed", "γ", "exact level", "ratio")
    return Erratum("A loose concentration", said, head, tuple(rows))


def outside_the_theorem() -> Erratum:
    """The experiments' levels, where the theorem needs 2 gamma below 1."""
    rows = []
    for people, epsilon in ((2**10, 1.0), (2**14, 1.0), (2**15, 1.0), (2**20, 1.0), (2**20, 0.125)):
        levels = []
        for rule in RULES.values():
            found = rule(people)
            coin = randomized_response(Epsilon.of(epsilon).part(found.rounds))
            levels.append(f"{Concentration(found.h).level(1.0, people, coin):.3f}")
        rows.append((f"2^{people.bit_length() - 1}", f"{epsilon:g}", *levels))
    said = (
        "The theorem needs 2γ < C(x̄-x_min)^α, at most 1. Many of the printed settings lie outside it: the search then "
        "finds a middle quantile, and with γ ≥ 1 it runs to the far end whatever people hold."
    )
    return Erratum(
        "Experiments outside the theorem", said, ("N", "ε", "γ, lower alpha", "γ, unknown alpha"), tuple(rows)
    )


def weak_fit() -> Erratum:
    """Section 6.2: three parameters on five nearly collinear points."""
    people = [2.0**k for k in range(14, 19)]
    true = [math.log(n) ** 3 / math.sqrt(n) for n in people]
    rows = []
    for off in (0.0, 0.01, -0.01):
        errors = [error * (1 + off * (-1) ** k) for k, error in enumerate(true)]
        found = fit(people, errors)
        alpha = "none" if found.alpha is None else f"{found.alpha:.3g}"
        rows.append((f"{off:+.0%}", f"{found.a:.3f}", f"{found.b:.2f}", alpha))
    said = (
        "C log^B N / N^A is fitted with A and B free, though theory ties them (B = 3/α, A = 1/2α). Here errors follow "
        "the theory for α = 1 exactly, and are then moved up and down in turn by one per cent."
    )
    return Erratum(
        "A fit that one per cent upsets",
        said,
        ("errors moved by", "A (true 0.5)", "B (true 3)", "α (true 1)"),
        tuple(rows),
    )


def ties() -> Erratum:
    """Maximum finding by 1 - F mishandles a value at the threshold."""
    values = np.array([0.0] * 5)
    domain = Domain(-1.0, 1.0, "maximum")
    search = Bisection(domain, 4, HONEST, None, Quantile(0.0))

    def negated(question: object) -> Tally:
        return Tally.of(int(np.count_nonzero(values >= question.threshold)), values.size)  # type: ignore[attr-defined]

    def complement(question: object) -> Tally:
        return Tally.of(int(values.size - np.count_nonzero(values <= question.threshold)), values.size)  # type: ignore[attr-defined]

    cells = [run(search, tally).cell for tally in (negated, complement)]
    rows = tuple(
        (name, f"[{low:g}, {high:g})", "yes" if low <= 0.0 < high else "no", f"{(low + high) / 2:+g}")
        for name, (low, high) in zip(("negate the data", "use 1 - F"), cells, strict=True)
    )
    said = (
        "The maximum is said to follow easily. Five people all hold 0, where a threshold stands. Asked 'at least "
        "0?' they say yes; counted as those not at most 0 there is nobody, and the search goes to the wrong side."
    )
    return Erratum("Ties at the maximum", said, ("how", "last cell", "holds 0", "estimate"), rows)


def straw_man() -> Erratum:
    """The Laplace baseline drifts away as N grows."""
    rows = []
    for people in (2**10, 2**15, 2**20):
        for epsilon in (1.0, 4.0):
            law = LaplaceMinimum(Beta(1.0, 1.0, -1.0, 0.3), people, epsilon)
            drift = 2 / epsilon * math.log(people / 2)
            rows.append((f"2^{people.bit_length() - 1}", f"{epsilon:g}", f"{law.mean_error:.2f}", f"{drift:.2f}"))
    said = "The baseline's answer drifts as -(2/ε) ln(N/2): more people make it worse, so beating it shows little."
    return Erratum("A straw man", said, ("N", "ε", "mean error of Laplace", "(2/ε) ln(N/2)"), tuple(rows))


def too_many_rounds() -> Erratum:
    """Beyond 52 halvings doubles cannot tell cells apart."""
    rows = []
    for power in (20, 30, 32, 33, 40):
        exact = math.ceil(power**2 / (2 * math.log2(1000)))
        rows.append((f"2^{power}", str(exact), "yes" if exact <= 52 else "no"))
    said = "The unknown-alpha rule asks for ⌈log₂²N / 2 log₂ 1000⌉ rounds; a double has 53 binary digits."
    return Erratum("More rounds than digits", said, ("N", "rounds", "can be told apart"), tuple(rows))


ERRATA: tuple[Callable[[], Erratum], ...] = (
    beta_constant, small_loss, decomposition, concentration, outside_the_theorem, weak_fit, ties, straw_man,
    too_many_rounds,
)  # fmt: skip
