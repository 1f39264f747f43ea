"""Check: what is refused before a plan is run on people, once or many times."""

from lowwater.errors import YourFault
from lowwater.people.admit import admit
from lowwater.people.people import CheckedPeople
from lowwater.search.plan import Plan

_NEEDED = ("people", "pool", "iid", "count", "chance", "strays")


def check_people(people: CheckedPeople, plan: Plan) -> None:
    """Refuse what are no people, numbers that the plan's domain does not admit, and fewer people than the plan asks."""
    if not all(hasattr(people, name) for name in _NEEDED):
        raise YourFault(f"{people!r} is no population; make one with Population.beta(...) or Population.of(values)")
    admit(people, plan.domain, plan.outside)
    if people.people < plan.cohorts * plan.asked:
        raise YourFault(f"the plan asks {plan.people} people, and the population has {people.people}")
