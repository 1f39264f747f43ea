"""What tests of several folders share: real data, where hypothesis takes its examples from, and what is not traced."""

import contextlib
import sys
from pathlib import Path

import pytest
from hypothesis import settings

if not hasattr(sys.modules["__main__"], "__file__"):  # a worker of xdist, which PySpark would take for its own doctests
    sys.modules["__main__"].__file__ = __file__

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.register_profile("fresh", derandomize=False, deadline=None, database=None, print_blob=True)
settings.load_profile("repeatable")  # `--hypothesis-profile fresh --hypothesis-seed N` takes others, as a campaign does


@pytest.fixture(scope="session")
def real():
    """The path of a real data file; a test that needs one is skipped, aloud, where it is absent."""

    def find(name):
        if not (DATA / name).exists():
            pytest.skip(f"real data absent: there is no {name} in ../shared/data")
        return DATA / name

    return find


@contextlib.contextmanager
def _untraced():
    """Let coverage look away from what takes longer to trace than to run."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run a test marked no_cover untraced: where there are several processes, pytest-cov would not by itself."""
    with _untraced() if pyfuncitem.get_closest_marker("no_cover") else contextlib.nullcontext():
        return (yield)


@pytest.fixture(scope="session")
def untraced_drawing():
    """Let coverage look away while matplotlib draws: nothing there is ours."""
    from matplotlib.figure import Figure as Canvas  # only where something is drawn

    savefig = Canvas.savefig

    def draw(*words, **options):
        with _untraced():
            return savefig(*words, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "savefig", draw)
        yield
