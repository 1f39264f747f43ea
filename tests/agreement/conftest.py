"""How the simulations of this folder are kept from taking longer to watch than to run."""

import sys

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run a test marked no_cover untraced: where there are several processes, pytest-cov would not by itself."""
    tracer = sys.gettrace()
    if pyfuncitem.get_closest_marker("no_cover"):
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
