"""Plans, estimates and evaluations in words that line up."""

from lowwater.core.epsilon import Epsilon
from lowwater.core.estimate import Estimate
from lowwater.search.plan import Plan
from lowwater.simulate.evaluation import Evaluation

Facts = list[tuple[str, str]]


def aligned(facts: Facts) -> str:
    """Names on the left, what is to be said on the right."""
    width = max(len(name) for name, _ in facts)
    return "\n".join(f"  {name:<{width}}  {said}" for name, said in facts)


def number(value: float) -> str:
    """A number with as many digits as anyone reads."""
    return f"{value:,.6g}"


def rough(value: float) -> str:
    """A forecast, to the three digits at most that anyone should believe."""
    return number(float(f"{value:.3g}"))


def _nats(loss: Epsilon | None) -> str:
    return "everything" if loss is None else loss.in_nats()


def goal(plan: Plan) -> str:
    """What is searched for."""
    return f"the {plan.quantile:g} quantile" if plan.quantile is not None else f"the {plan.domain.direction}"


def rounds_of(plan: Plan) -> str:
    """The rounds of a plan, and their questions."""
    rounds = "1 round" if plan.rounds == 1 else f"{plan.rounds} rounds"
    return rounds if plan.questions == 1 else f"{rounds} of {plan.questions} questions"


def asking(plan: Plan) -> str:
    """How a plan goes about it: its rounds, their questions, and whom they ask."""
    if plan.everyone:
        return f"{rounds_of(plan)}, everyone asked in every round"
    each = "round" if plan.questions == 1 else "question"
    uneven = " on average" if len(set(plan.sizes)) > 1 else ""
    return f"{rounds_of(plan)}, {plan.asked:,} people a {each}{uneven}, each asked once"


def plan_facts(plan: Plan) -> Facts:
    """What a plan does, expects and reveals."""
    facts = [("finds", goal(plan)), ("search", f"{plan.search}: {asking(plan)}"), ("why", plan.why)]
    if plan.forecast is not None:
        facts.append(("forecast error", f"{rough(plan.forecast.error)}, if {plan.forecast.assumes}"))
        facts.append(("level", _level(plan.forecast.level, plan)))
    facts.append(("one person", f"reveals at most {_nats(plan.loss)}, so that {plan.reveals}"))
    if plan.epsilon is not None and plan.loss is not None and float(plan.epsilon - plan.loss) > 1e-6:
        facts.append(("grant", f"{_nats(plan.epsilon)}; no answer uses more than 15 nats, so the rest stays unspent"))
    facts += [("but", caveat) for caveat in plan.caveats]
    return facts


def _level(level: float, plan: Plan) -> str:
    if plan.quantile is not None:
        return f"{number(level)}, the quantile itself"
    return f"{number(level)}: {plan.row.sees(plan.setting, level)}"


def estimate_facts(estimate: Estimate, plan: Plan) -> Facts:
    """What a search found, how wrong it may be, and what it revealed; with what the plan adds to it."""
    facts = estimate.facts()
    facts["level"] = _level(estimate.level, plan)
    facts["one person"] += f": {plan.reveals}"
    return [(goal(plan), facts.pop("value")), *facts.items()]


def evaluation_facts(evaluation: Evaluation) -> Facts:
    """How wrong a plan is."""
    facts = [("mean error", number(evaluation.mean_error))]
    if evaluation.exact:
        facts.append(("how", f"exact; branches of total mass {evaluation.dropped:.1e} were left out"))
    else:
        facts.append(("how", f"{evaluation.runs:,} simulated runs, standard error {number(evaluation.standard_error)}"))
    facts.append(("5 % and 95 %", f"{number(evaluation.quantile(0.05))} and {number(evaluation.quantile(0.95))}"))
    facts.append(("bias", number(evaluation.bias)))
    facts.append(("true value", number(evaluation.target)))
    return facts
