"""Tail fit: the flagship search.

Its model of a minimum is a power law, on a scale of a few values any shares; that of a quantile is any rising curve.
"""

from lowwater.search.fitted_search import FittedSearch
from lowwater.search.level import Deviations
from lowwater.search.model import Model
from lowwater.search.pool import SIGNIFICANT
from lowwater.search.quantile.model import QuantileModel
from lowwater.search.round_numbers import places, scale_of
from lowwater.search.round_sizes import settling_of, sizes
from lowwater.search.scale.model import MOST_VALUES, ScaleModel
from lowwater.search.search import Design, Request, Search, Setting, finest_rounds
from lowwater.search.tail.model import TailModel
from lowwater.search.unit_scale import UnitScale

ROUNDS, QUESTIONS = 16, 2
"""Rounds, and questions of each, unless the caller gives them."""

LEVEL = Deviations(SIGNIFICANT, SIGNIFICANT)
"""The level of the whole survey: the share that all answers together prove to be above zero."""

BLIND = "not even everyone could be told from nobody"
"""What happens at a level of 1 or more, in words."""


def design(request: Request) -> Design:
    """`ROUNDS` rounds of `QUESTIONS` questions, or as many as people fill."""
    questions = request.questions or max(1, min(QUESTIONS, request.people // (request.rounds or 1)))
    usual = min(ROUNDS, max(1, request.people // questions), finest_rounds(request.domain))
    return Design(usual if request.rounds is None else request.rounds, LEVEL, questions)


def fitted(setting: Setting) -> FittedSearch:
    """The strategy: the setting's model, asked in the setting's rounds."""
    return FittedSearch(
        setting.domain,
        setting.rounds,
        setting.randomizer,
        setting.people,
        _model(setting),
        sizes(setting),
        setting.questions,
        setting.seed,
        settling_of(setting),
        setting.known,
    )


def _model(setting: Setting) -> Model:
    """Curves around a quantile; for a minimum any shares on a scale of a few values, else a power law.

    What is known beforehand is about a power law, so a scale's values are fitted by one too where something is.
    """
    domain, scale = setting.domain, UnitScale(setting.domain)
    if setting.quantile is not None:
        return QuantileModel(setting.quantile, scale, setting.people)
    if domain.values is not None and _on_scale(setting):
        return ScaleModel(domain.values)
    known = scale.knowledge(setting.known)
    if domain.step is None:
        return TailModel(0.0, known, scale.round_numbers, 0 if setting.known else scale_of(domain.lo, domain.hi))
    step = 2 * domain.step / domain.width
    return TailModel(step, known, places(step))


def _on_scale(setting: Setting) -> bool:
    """Whether a minimum is one of a few values, and nothing is known of a tail."""
    values = setting.domain.values
    return setting.quantile is None and values is not None and values <= MOST_VALUES and not setting.known


def sees(setting: Setting, level: float) -> str:
    """What a level of all answers together means, in words."""
    rest = "smaller ones are seldom told from nobody" if _on_scale(setting) else "below that the fitted tail speaks"
    return f"shares of {100 * level:.3g} % and more can be seen; {rest}"


SEARCH = Search(
    fitted,
    design,
    sizes,
    sees=sees,
    blind=BLIND,
    pooled=True,
    most_questions=None,
    only_level=LEVEL,
    settling=True,
    learns=True,
)
