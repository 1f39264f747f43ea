"""Plans, estimates and evaluations in words that line up."""

from lowwater.core.estimate import Estimate
from lowwater.core.estimate_words import goal, loss_words, number, rough
from lowwater.search.plan import Plan
from lowwater.simulate.evaluation import Evaluation

Facts = list[tuple[str, str]]


def aligned(facts: Facts) -> str:
    """The facts one a line, names on the left and values aligned on the right."""
    width = max(len(name) for name, _ in facts)
    return "\n".join(f"  {name:<{width}}  {value}" for name, value in facts)


def rounds_of(plan: Plan) -> str:
    """The number of rounds, and of questions in each where there are several."""
    rounds = "1 round" if plan.rounds == 1 else f"{plan.rounds} rounds"
    questions = rounds if plan.questions == 1 else f"{rounds} of {plan.questions} questions"
    return questions if plan.choices == 2 else f"{questions} with {plan.choices} cells to choose from"


def schedule(plan: Plan) -> str:
    """The rounds of the plan, their questions, and how many people each asks."""
    if plan.everyone:
        return f"{rounds_of(plan)}, everyone asked in every round"
    each = "round" if plan.questions == 1 else "question"
    uneven = " on average" if len({size for each in plan.sizes for size in each}) > 1 else ""
    return f"{rounds_of(plan)}, {plan.asked:,} people a {each}{uneven}, each asked once"


def plan_facts(plan: Plan) -> Facts:
    """The goal, search, forecast, loss and caveats of a plan."""
    finds = goal(plan.domain.direction, plan.quantile)
    facts = [("finds", finds), ("search", f"{plan.search}: {schedule(plan)}"), ("why", plan.why)]
    if plan.forecast is not None:
        facts.append(("forecast error", f"{rough(plan.forecast.error)}, if {plan.forecast.assumes}"))
        facts.append(("level", _level(plan.forecast.level, plan)))
    facts.append(("one person", plan.reveals if plan.loss is None else loss_words(plan.loss)))
    if plan.epsilon is not None and plan.loss is not None and float(plan.epsilon - plan.loss) > 1e-6:
        facts.append(
            ("grant", f"{plan.epsilon.in_nats()}; no answer uses more than 15 nats, so the rest stays unspent")
        )
    facts += [("but", caveat) for caveat in plan.caveats]
    return facts


def _level(level: float, plan: Plan) -> str:
    if plan.quantile is not None:
        return f"{number(level)}, the quantile itself"
    return f"{number(level)}: {plan.row.sees(plan.setting, level)}"


def estimate_facts(estimate: Estimate, plan: Plan) -> Facts:
    """The facts of an estimate, with the goal and the level explained by its plan."""
    facts = estimate.facts()
    facts["level"] = _level(estimate.level, plan)
    return [(goal(estimate.direction, estimate.quantile), facts.pop("value")), *facts.items()]


def evaluation_facts(evaluation: Evaluation) -> Facts:
    """The errors of a plan: mean, quantiles and bias, and how they were computed."""
    facts = [("mean error", number(evaluation.mean_error))]
    if evaluation.exact:
        facts.append(("how", f"exact; branches of total mass {evaluation.dropped:.1e} were left out"))
    else:
        facts.append(("how", f"{evaluation.runs:,} simulated runs, standard error {number(evaluation.standard_error)}"))
    facts.append(("5 % and 95 %", f"{number(evaluation.quantile(0.05))} and {number(evaluation.quantile(0.95))}"))
    facts.append(("bias", number(evaluation.bias)))
    facts.append(("true value", number(evaluation.target)))
    return facts
