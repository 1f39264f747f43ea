"""A simulated survey: one run of a plan on a population, told round by round."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.search.plan import Plan
from lowwater.search.strategy import run
from lowwater.simulate.crowd import Crowd
from lowwater.simulate.draw import generator
from lowwater.theory.exact import People

Watcher = Callable[[Question, Tally], None]


def survey(
    plan: Plan, population: People, seed: int | None = None, watch: Watcher = lambda _question, _tally: None
) -> Estimate:
    """Run the plan once; without a seed the coins come from the operating system's entropy.

    Anyone who knows a seed can repeat the coins, so a seeded estimate is marked as simulated.
    """
    rng = generator(seed)
    crowd = Crowd(population, plan.domain, 1, rng)

    def tally_of(question: Question) -> Tally:
        total = question.people or population.people
        truths = int(crowd.truths(np.array([question.threshold]), question.people)[0])
        randomizer = question.randomizer
        yes = rng.binomial(truths, randomizer.p_yes(True)) + rng.binomial(total - truths, randomizer.p_yes(False))
        tally = Tally.of(int(yes), total)
        watch(question, tally)
        return tally

    estimate = plan.with_forecast(run(plan.strategy(), tally_of))
    return replace(estimate, simulated=seed is not None)
