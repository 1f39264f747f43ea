"""What several of these tests share: how results are made, and how figures are drawn."""

import sys

import pytest
from matplotlib.figure import Figure as Canvas

from lowwater.paper.run import compute


@pytest.fixture
def computed(tmp_path):
    """The results of tasks, computed one after the other in an empty folder."""

    def results(tasks, seed=2019, folder=tmp_path):
        return [compute(task, seed, folder) for task in tasks]

    return results


@pytest.fixture(scope="session", autouse=True)
def untraced_drawing():
    """Let coverage look away while matplotlib draws: nothing there is ours, and to watch it takes as long again."""
    savefig = Canvas.savefig

    def untraced(*words, **options):
        tracer = sys.gettrace()
        sys.settrace(None)
        try:
            return savefig(*words, **options)
        finally:
            sys.settrace(tracer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "savefig", untraced)
        yield
