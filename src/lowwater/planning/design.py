"""Design: a plan out of a few words, before anyone asks whether it can work."""

import math
from typing import Any

from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.errors import BadEpsilon, BadPlan
from lowwater.planning.options import PlanOptions
from lowwater.search.level import Concentration, Deviations, ExactTail, Level, Quantile
from lowwater.search.plan import SEARCHES, Plan, finest_rounds
from lowwater.search.posterior import SIGNIFICANT
from lowwater.theory.rules import RULES, Rule, lower_alpha

COHORT_ROUNDS = 12
"""Rounds of a search over cohorts, unless the caller says otherwise."""

TAIL_ROUNDS = 32
"""Rounds of the tail fit, unless the caller says otherwise."""

ONE_ROUND_QUESTIONS = (16, 128)
"""How many questions a single round holds, unless the caller says otherwise: at least, and at most."""

ONE_ROUND_PEOPLE = 32
"""How many people each of them asks, where there are enough; more questions see finer, fewer see surer."""

HONEST_ROUNDS = 20
"""Rounds of Algorithm 1, unless the caller says otherwise: a millionth of the domain."""

MOST_EPSILON = Epsilon(100 * NANO)
"""Odds of e**100 are no privacy; a larger number is a mistake."""

LEVELS: dict[str, Any] = {"simple": Deviations, "exact-tail": ExactTail}
"""How cohorts find their level: falling deviations (the default), or exact binomial tails."""


def design(people: int, epsilon: "float | str | Epsilon | None", domain: Domain, options: PlanOptions) -> Plan:
    """The plan that these options stand for; the search must be among them."""
    search, quantile = options.search or "", options.quantile
    if search not in SEARCHES:
        raise BadPlan(f"search={search!r}; it is one of {', '.join(SEARCHES)}")
    if type(people) is not int or people < 1:
        raise BadPlan(f"people={people!r}; a survey needs a whole number of people, at least one")
    for name in ("rounds", "questions"):
        value = getattr(options, name)
        if value is not None and (type(value) is not int or value < 1):
            raise BadPlan(f"{name}={value!r}; give a whole number, at least 1")
    _refuse_strays(search, options)
    grant = None if search == "honest" and epsilon is None else _grant(epsilon)
    many = _questions(search, people, domain) if options.questions is None else options.questions
    number, level = _rounds_and_level(search, people, many, options)
    number = min(number, finest_rounds(domain)) if options.rounds is None else options.rounds
    if domain.values is not None and not SEARCHES[search].pooled:
        number = min(number, max(1, math.ceil(math.log2(domain.values))))
    if quantile is not None:
        level = _quantile(quantile)
    return Plan(search, domain, people, grant, number, level, options.outside, questions=many)


def _rounds_and_level(search: str, people: int, many: int, options: PlanOptions) -> tuple[int, Level]:
    """What the search's own rules say."""
    if search == "honest":
        return HONEST_ROUNDS, Quantile(0.0)
    if SEARCHES[search].pooled:
        most = 1 if SEARCHES[search].once else TAIL_ROUNDS
        return min(most, max(1, people // many)), Deviations(SIGNIFICANT, SIGNIFICANT)
    if search == "paper":
        rule = _rule(people, options.rule, options.alpha)
        return rule.rounds, Concentration(rule.h if options.h is None else float(options.h))
    if options.level is not None and options.level not in LEVELS:
        raise BadPlan(f"level={options.level!r}; it is one of {', '.join(LEVELS)}")
    return min(COHORT_ROUNDS, people), LEVELS[options.level or "simple"]()


def _questions(search: str, people: int, domain: Domain) -> int:
    """One, but for the search that has a single round: then as many as people can fill and values leave gaps for."""
    if not SEARCHES[search].once:
        return 1
    least, most = ONE_ROUND_QUESTIONS
    gaps = most if domain.values is None else domain.values - 1
    return min(most, max(least, people // ONE_ROUND_PEOPLE), people, gaps)


def _rule(people: int, rule: str | None, alpha: float | None) -> Rule:
    """The paper's rule by its name; 'unknown-alpha' where nothing is said, 'lower-alpha' where an alpha is given."""
    name = rule or ("unknown-alpha" if alpha is None else "lower-alpha")
    if name not in RULES:
        raise BadPlan(f"rule={rule!r}; it is one of {', '.join(RULES)}")
    if alpha is None:
        return RULES[name](people)
    if name != "lower-alpha":
        raise BadPlan(f"alpha={alpha!r} is for rule='lower-alpha'; 'unknown-alpha' takes none")
    return lower_alpha(people, alpha)


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


_OWN = {"tail-fit": (), "one-round": (), "paper": ("rule", "alpha", "h"), "cohorts": ("level",), "honest": ()}


def _refuse_strays(search: str, options: PlanOptions) -> None:
    """An option that the search does not know is a misunderstanding, not to be passed over."""
    for name in ("rule", "alpha", "h", "level"):
        value = getattr(options, name)
        if value is not None and name not in _OWN[search]:
            raise BadPlan(f"{name}={value!r} means nothing to search={search!r}; leave it out")
