"""The same seed gives the same estimates on every processor: numpy and BLAS have code of their own for each kind."""

import json
import os
import subprocess
import sys

import pytest

OLD = {"NPY_DISABLE_CPU_FEATURES": "X86_V4 X86_V3", "OPENBLAS_CORETYPE": "Sandybridge"}
"""Instructions that a processor of 2011 lacks; what this machine lacks itself is ignored."""

SURVEYS = """
import json
import numpy as np
from lowwater.core.domain import Domain
from lowwater.people.numbers import Numbers
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.simulate.monte_carlo import monte_carlo

people, domain = Numbers.of(np.random.default_rng(7).uniform(18, 90, 20_000)), Domain(0.0, 150.0)
strategy = design(20_000, 1, domain, PlanOptions(search={search!r}, quantile={quantile!r})).strategy()
print(json.dumps(monte_carlo(strategy, domain, people, runs=12, rng=np.random.default_rng(3)).tolist()))
"""


def estimates(search, quantile, **environment):
    words = [sys.executable, "-W", "ignore", "-c", SURVEYS.format(search=search, quantile=quantile)]
    done = subprocess.run(words, env=os.environ | environment, capture_output=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize(("search", "quantile"), [("tail-fit", None), ("tail-fit", 0.5), ("one-round", None)])
def test_an_old_processor_finds_what_a_new_one_finds(search, quantile):
    assert estimates(search, quantile) == pytest.approx(estimates(search, quantile, **OLD), rel=1e-5)
