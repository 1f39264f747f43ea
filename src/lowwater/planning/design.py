"""Design: the plan for given options, without its forecast."""

from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.estimate import Estimate
from lowwater.errors import BadEpsilon, BadPlan
from lowwater.planning.options import PlanOptions
from lowwater.search.knowledge import NOTHING, Knowledge
from lowwater.search.level import Quantile
from lowwater.search.plan import Plan
from lowwater.search.search import Request
from lowwater.search.table import SEARCHES

MOST_EPSILON = Epsilon(100 * NANO)
"""The largest grant: odds of e**100 are no privacy, and a larger number is a mistake."""

_CLOSEST = 1e-4  # of the domain: no earlier estimate is taken to be nearer to the end than this

_WORDS = tuple(dict.fromkeys(word for search in SEARCHES.values() for word in search.words))


def design(
    people: int,
    epsilon: "float | str | Epsilon | None",
    domain: Domain,
    options: PlanOptions,
    *,
    error: float | None = None,
) -> Plan:
    """The plan by the design of `options.search`, which must be given; `error` is the largest error allowed."""
    name = options.search or ""
    if name not in SEARCHES:
        raise BadPlan(f"search={name!r}; it is one of {', '.join(SEARCHES)}")
    search = SEARCHES[name]
    _check_counts(people, options)
    _check_after(options)
    grant = None if epsilon is None and not search.private else _grant(epsilon)
    words, quantile = _words(name, options), options.quantile
    request = Request(people, domain, options.rounds, options.questions, words, error, grant, quantile)
    designed = search.design(request)
    level = designed.level if options.quantile is None else _quantile(options.quantile)
    return Plan(
        name,
        domain,
        people,
        grant,
        designed.rounds,
        level,
        options.outside,
        questions=designed.questions,
        choices=designed.choices,
        settle=options.settle and search.settling,
        known=_known(domain, options) if search.learns and designed.choices == 2 and quantile is None else NOTHING,
    )


def _check_counts(people: int, options: PlanOptions) -> None:
    if type(people) is not int or people < 1:
        raise BadPlan(f"people={people!r}; a survey needs a whole number of people, at least one")
    for name in ("rounds", "questions"):
        count = getattr(options, name)
        if count is not None and (type(count) is not int or count < 1):
            raise BadPlan(f"{name}={count!r}; give a whole number, at least 1")


def _words(search: str, options: PlanOptions) -> dict[str, object]:
    """The given options that only `search` knows; refuse an option that only another search knows."""
    given = {word: value for word in _WORDS if (value := getattr(options, word)) is not None}
    for word, value in given.items():
        if word not in SEARCHES[search].words:
            raise BadPlan(f"{word}={value!r} means nothing to search={search!r}; leave it out")
    return given


def _check_after(options: PlanOptions) -> None:
    after, quantile = options.after, options.quantile
    if after is not None and not isinstance(after, Estimate):
        raise BadPlan(f"after={after!r}; it is the Estimate of an earlier survey")
    if after is not None and quantile is not None:
        raise BadPlan(f"after an earlier estimate, for the quantile {quantile!r}; only an end can be known beforehand")


def _known(domain: Domain, options: PlanOptions) -> Knowledge:
    """What the options know of the end that is searched for."""
    tail, after = options.tail, options.after
    alpha, width = (None, None) if tail is None else (tail.alpha, tail.width)
    if after is None:
        return Knowledge(alpha, width)
    if (after.direction, after.quantile) != (domain.direction, None):
        what = f"the {after.direction}" if after.quantile is None else f"the quantile {after.quantile:g}"
        raise BadPlan(f"after an estimate of {what}, for the {domain.direction}; give an earlier one of the same end")
    if not domain.holds(after.value):
        raise BadPlan(f"after an estimate of {after.value:g}, outside [{domain.lo:g}, {domain.hi:g}]; widen the domain")
    return Knowledge(alpha, width, after.value, max(after.likely_error or 0.0, _CLOSEST * domain.width))


def _quantile(p: float) -> Quantile:
    if not 0 < p < 1:
        raise BadPlan(f"quantile={p!r}; it lies between 0 and 1. For the ends, search for the minimum or the maximum")
    return Quantile(float(p))


def _grant(epsilon: "float | str | Epsilon | None") -> Epsilon:
    if epsilon is None:
        raise BadEpsilon("epsilon=None; only search='honest' goes without, and only in simulation")
    grant = Epsilon.of(epsilon)
    if grant > MOST_EPSILON:
        raise BadEpsilon(f"epsilon={grant} is no privacy at all; give at most {MOST_EPSILON}, better 4 or less")
    return grant
