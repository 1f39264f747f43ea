"""The errata of the paper's experiments, with their numbers."""

import math

import numpy as np

from lowwater.core.domain import Domain
from lowwater.core.randomizer import HONEST
from lowwater.core.tally import Tally
from lowwater.law.distribution import Beta
from lowwater.paper.erratum import Erratum
from lowwater.paper.real import fit
from lowwater.rivals.laplace import LaplaceMinimum
from lowwater.search.bisection import Bisection
from lowwater.search.level import Quantile
from lowwater.search.strategy import run


def weak_fit() -> Erratum:
    """Section 6.2: three parameters on five nearly collinear points."""
    people = [2.0**k for k in range(14, 19)]
    true = [math.log(n) ** 3 / math.sqrt(n) for n in people]
    rows = []
    for off in (0.0, 0.01, -0.01):
        errors = [error * (1 + off * (-1) ** k) for k, error in enumerate(true)]
        law = fit(people, errors)
        alpha = "none" if law.alpha is None else f"{law.alpha:.3g}"
        rows.append((f"{off:+.0%}", f"{law.a:.3f}", f"{law.b:.2f}", alpha))
    text = (
        "C log^B N / N^A is fitted with A and B free, though theory ties them (B = 3/α, A = 1/2α). Here errors follow "
        "the theory for α = 1 exactly, and are then moved up and down in turn by one per cent."
    )
    return Erratum(
        "A fit that one per cent upsets",
        text,
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
    text = (
        "The maximum is said to follow easily. Five people all hold 0, where a threshold stands. Asked 'at least "
        "0?' they say yes; counted as those not at most 0 there is nobody, and the search goes to the wrong side."
    )
    return Erratum("Ties at the maximum", text, ("how", "last cell", "holds 0", "estimate"), rows)


def straw_man() -> Erratum:
    """The Laplace baseline drifts away as N grows."""
    rows = []
    for people in (2**10, 2**15, 2**20):
        for epsilon in (1.0, 4.0):
            law = LaplaceMinimum(Beta(1.0, 1.0, -1.0, 0.3), people, epsilon)
            drift = 2 / epsilon * math.log(people / 2)
            rows.append((f"2^{people.bit_length() - 1}", f"{epsilon:g}", f"{law.mean_error:.2f}", f"{drift:.2f}"))
    text = "The baseline's answer drifts as -(2/ε) ln(N/2): more people make it worse, so beating it shows little."
    return Erratum("A straw man", text, ("N", "ε", "mean error of Laplace", "(2/ε) ln(N/2)"), tuple(rows))


def too_many_rounds() -> Erratum:
    """Beyond 52 halvings doubles cannot tell cells apart."""
    rows = []
    for power in (20, 30, 32, 33, 40):
        exact = math.ceil(power**2 / (2 * math.log2(1000)))
        rows.append((f"2^{power}", str(exact), "yes" if exact <= 52 else "no"))
    text = "The unknown-alpha rule asks for ⌈log₂²N / 2 log₂ 1000⌉ rounds; a double has 53 binary digits."
    return Erratum("More rounds than digits", text, ("N", "rounds", "can be told apart"), tuple(rows))
