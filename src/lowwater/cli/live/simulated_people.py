"""Simulated people: the numbers of a rehearsal, and the group of each person where the survey has groups."""

import random
from dataclasses import dataclass

from lowwater.cli.live.simulated_numbers import simulated_numbers
from lowwater.cli.live_groups import Members
from lowwater.planning.live_groups import expected_in
from lowwater.planning.tail import Tail


@dataclass(frozen=True)
class SimulatedPeople:
    """The number of each person, and the group of each, "" for none; no `groups` where the survey has none."""

    numbers: list[float]
    groups: list[str]

    def of(self, group: str) -> list[float]:
        """The numbers of a group; those of everybody where there are no groups."""
        if not self.groups:
            return self.numbers
        return [number for number, own in zip(self.numbers, self.groups, strict=True) if own == group]


def simulated_people(members: Members, people: int, tail: Tail | None, rng: random.Random) -> SimulatedPeople:
    """The people of a survey; each group has its expected share of them, and an end of its own, in a random order."""
    domain = members.plans[0].domain
    if not members.groups:
        return SimulatedPeople(simulated_numbers(domain, people, tail, rng), [])
    sizes = {group.name: expected_in(group, people) for group in members.groups}
    sizes[""] = max(0, people - sum(sizes.values()))
    pairs = [(number, name) for name, size in sizes.items() for number in simulated_numbers(domain, size, tail, rng)]
    rng.shuffle(pairs)
    return SimulatedPeople([number for number, _ in pairs], [name for _, name in pairs])
