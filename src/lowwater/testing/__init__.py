"""Conformance tests for randomizers, searches and stores, to be run against your own.

`check_randomizer`, `check_strategy`, `check_store` and `check_shared_store` raise AssertionError where a promise is
broken. `worst_ratio` proves privacy for small cases: it walks every transcript there is, and returns the largest
likelihood ratio between any two values of one person as an exact fraction. `at_least` and `at_most` are
confidence limits of a chance, for audits and for tests that state how often they fail by chance.
"""

from lowwater.law.limits import at_least, at_most
from lowwater.testing.randomizers import check_randomizer, coins_for, coins_of, exp_from_below
from lowwater.testing.stores import check_shared_store, check_store
from lowwater.testing.strategies import check_strategy
from lowwater.testing.transcripts import transcripts, worst_ratio

__all__ = [
    "at_least",
    "at_most",
    "check_randomizer",
    "check_shared_store",
    "check_store",
    "check_strategy",
    "coins_for",
    "coins_of",
    "exp_from_below",
    "transcripts",
    "worst_ratio",
]
