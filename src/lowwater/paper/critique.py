"""The critique: each erratum of the paper that can be computed, with its numbers."""

from collections.abc import Callable

from lowwater.paper.erratum import Erratum
from lowwater.paper.experiment_errata import straw_man, ties, too_many_rounds, weak_fit
from lowwater.paper.theorem_errata import beta_constant, concentration, decomposition, outside_the_theorem, small_loss

ERRATA: tuple[Callable[[], Erratum], ...] = (
    beta_constant, small_loss, decomposition, concentration, outside_the_theorem, weak_fit, ties, straw_man,
    too_many_rounds,
)  # fmt: skip


def errata() -> list[Erratum]:
    """All of them, computed now."""
    return [make() for make in ERRATA]
