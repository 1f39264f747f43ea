"""Draw the pictures of the page on the tail fit: one survey, what it asked, and what its answers say."""

import sys
from pathlib import Path
from typing import Any

import numpy as np

import lowwater
from lowwater.search.arrays import run_many
from lowwater.search.tail.beliefs import REPORTING
from lowwater.search.tail.particles import particles
from lowwater.search.tail.posterior import posterior_of
from lowwater.simulate.crowd import Crowd
from lowwater.study.figure import COLOURS, GUIDE, INK, Figure, panels, styled

PEOPLE, EPSILON, START, WIDTH, SEED = 2**15, 1, 18.0, 72.0, 6
DOMAIN = (0, 150)


def surveyed() -> Any:
    """One survey: its search, and its state after every round."""
    plan = lowwater.plan(PEOPLE, EPSILON, DOMAIN, search="tail-fit")
    people = lowwater.Population.beta(2, 2, start=START, width=WIDTH, people=PEOPLE)
    search, rng = plan.strategy(), np.random.default_rng(SEED)
    crowd, states = Crowd(people, plan.domain, 1, rng), list[Any]()
    run_many(search, 1, plan.people, crowd.yes, states.append)
    return search, people, plan.domain, states


def rounds(search: Any, states: Any) -> Figure:
    """Where each round asked, and what was known after it."""
    canvas, (axis,) = panels(1, width=6.4, height=2.9)
    number = np.arange(1, len(states) + 1)
    limits = np.array([[float(end[0]) for end in search.cells_many(state)] for state in states])
    values = [float(search.estimate_many(state)[0]) for state in states]
    axis.fill_between(number, limits[:, 0], limits[:, 1], step="mid", color=COLOURS[0], alpha=0.15, linewidth=0)
    axis.plot(number, values, color=COLOURS[0], drawstyle="steps-mid", label="estimate, with its limits")
    asked = np.repeat(number, search.questions)
    axis.scatter(asked, states[-1][0, 1::3], s=9, color=COLOURS[1], zorder=3, label="threshold asked")
    axis.axhline(START, color=INK, linewidth=0.8, linestyle="--", label="true minimum")
    axis.set(xlabel="round", ylabel="age", ylim=(0, 110))
    axis.legend(loc="upper right", fontsize=7)
    return Figure("tail-fit-rounds", "", "", canvas)


def curve(search: Any, people: Any, domain: Any, state: Any) -> Figure:
    """All answers of a survey, the truth, and the posterior of the minimum."""
    canvas, (axis, below) = panels(2, width=7.2, height=2.9, columns=2)
    answers = search.answers(state)
    ages = (answers.threshold[0] + 1) / 2 * domain.width
    noise = np.sqrt((search.randomizer.variance + 0.25) / answers.people[0])
    order = np.argsort(ages)
    axis.errorbar(
        ages[order], answers.share[0][order], noise[order], fmt="o", color=COLOURS[1], elinewidth=0.8, label="asked"
    )
    grid = np.linspace(0, 100, 400)
    axis.plot(grid, people.chance(domain, grid), color=GUIDE, label="truth")
    posterior = posterior_of(answers, search.randomizer.variance, REPORTING, 96, report=True)
    drawn, top = particles(posterior, 12), float(posterior.top[0])
    columns = zip(drawn.minimum[0].tolist(), drawn.shapes.exponent[0].tolist(), drawn.constant[0].tolist(), strict=True)
    for number, (minimum, exponent, constant) in enumerate(columns):
        unit = np.linspace(minimum, top, 60)
        share = constant * ((unit - minimum) / (top - minimum)) ** exponent
        label = "power laws that fit" if number == 0 else None
        axis.plot((unit + 1) / 2 * domain.width, share, color=COLOURS[0], alpha=0.35, linewidth=0.9, label=label)
    axis.set(xlim=(0, 60), ylim=(-0.1, 0.6), xlabel="age", ylabel="share at or below")
    axis.legend(loc="upper left", fontsize=7)
    weight = posterior.by_cell[0, :-1]  # the last cell is the domain's start, which has no width
    place = (posterior.upper[0] - posterior.distance[0, :-1] + 1) / 2 * domain.width
    density = weight / np.maximum(np.diff(posterior.edges[0, :-1]), 1e-9)
    below.fill_between(place, density, color=COLOURS[0], alpha=0.3, linewidth=0)
    below.axvline(START, color=INK, linewidth=0.8, linestyle="--", label="true minimum")
    below.axvline((posterior.upper[0] + 1) / 2 * domain.width, color=COLOURS[1], linewidth=0.9, label="upper limit")
    below.set(xlim=(0, 40), xlabel="minimum", ylabel="posterior")
    below.set_yticks([])
    below.legend(fontsize=7)
    return Figure("tail-fit-curve", "", "", canvas)


def main(folder: Path) -> None:
    """Draw both."""
    search, people, domain, states = surveyed()
    with styled():
        for figure in (rounds(search, states), curve(search, people, domain, states[-1])):
            (folder / f"{figure.name}.svg").write_text(figure.svg() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
