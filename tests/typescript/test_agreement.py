"""Python and TypeScript judge alike: whatever one accepts, refuses, writes or computes, the other does too."""

import json
from collections import Counter

import pytest

from tests.typescript.cases import cases
from tests.typescript.verdicts import judged


def differences(node, client, seed, count):
    """The cases that the two judge differently, each with both verdicts; and how many of each kind there were."""
    made = list(cases(seed, count))
    lines = "".join(f"{json.dumps(given)}\n" for given in made)
    theirs = [json.loads(line) for line in node(client / "tests" / "verdicts.ts", typed=lines).split("\n")[:-1]]
    assert len(made) == len(theirs)
    ours = [judged(given) for given in made]
    items = [(given, mine, other) for given, mine, other in zip(made, ours, theirs, strict=True) if mine != other]
    return items, Counter((given["what"], next(iter(mine))) for given, mine in zip(made, ours, strict=True))


def test_some_thousand_cases_are_judged_alike(node, client):
    errors, kinds = differences(node, client, seed=16, count=6_000)
    assert [] == errors[:5]
    assert 18 == len(kinds)  # some accepted and some refused of each, but for two that nothing refuses


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_a_hundred_thousand_cases_are_judged_alike(node, client, seed):
    errors, _ = differences(node, client, seed=1_000 + seed, count=10_000)
    assert [] == errors[:5]
