"""Tail fit: the flagship search. Its model of a minimum is a power law, that of a quantile any rising curve."""

from lowwater.search.fitted_search import FittedSearch
from lowwater.search.level import Deviations
from lowwater.search.model import Model
from lowwater.search.quantile.model import QuantileModel
from lowwater.search.round_sizes import settling_of, sizes
from lowwater.search.search import Design, Request, Search, Setting, finest_rounds
from lowwater.search.tail.model import TailModel
from lowwater.search.tail.posterior import SIGNIFICANT
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
    """The strategy: a power law for the minimum, curves around a quantile."""
    domain, quantile, scale = setting.domain, setting.quantile, UnitScale(setting.domain)
    step = 0.0 if domain.step is None else 2 * domain.step / domain.width
    model: Model = TailModel(step, scale.knowledge(setting.known))
    if quantile is not None:
        model = QuantileModel(quantile, scale, setting.people)
    return FittedSearch(
        domain,
        setting.rounds,
        setting.randomizer,
        setting.people,
        model,
        setting.questions,
        setting.seed,
        settling_of(setting),
        setting.known,
    )


def sees(_setting: Setting, level: float) -> str:
    """What a level of all answers together means, in words."""
    return f"shares of {100 * level:.3g} % and more can be seen; below that the fitted tail speaks"


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
