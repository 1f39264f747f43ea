"""Tables with the same rows on every engine; Spark is Sail, a server without Java that runs inside the tests."""

import contextlib
import datetime as dt
import sys
import warnings
from decimal import Decimal

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset
import pytest

PEOPLE = 12_000
GROUPS = ["DE", "FR", "IT"]
ENGINES = ["pandas", "pandas arrow", "polars", "polars lazy", "pyarrow", "dataset", "duckdb", "spark"]


def rows():
    """Everybody, with a number of every kind."""
    luck = np.random.default_rng(7)
    days, seconds = luck.integers(0, 20_000, PEOPLE), luck.integers(0, 80_000, PEOPLE)
    midnight, first = dt.datetime(2020, 1, 1), dt.date(1940, 1, 1)
    return {
        "age": luck.integers(18, 90, PEOPLE),
        "weight": luck.uniform(40, 120, PEOPLE),
        "paid": [Decimal(int(cents)) / 100 for cents in luck.integers(100, 20_000, PEOPLE)],
        "identity": 2**60 + luck.integers(0, 10**15, PEOPLE),
        "birth": [first + dt.timedelta(days=int(day)) for day in days],
        "seen": [midnight + dt.timedelta(seconds=int(each), microseconds=int(each) % 7) for each in seconds],
        "instant": [(midnight + dt.timedelta(seconds=int(each))).replace(tzinfo=dt.UTC) for each in seconds],
        "took": [dt.timedelta(seconds=int(each)) for each in seconds],
        "woke": [(midnight + dt.timedelta(seconds=int(each))).time() for each in seconds],
        "country": luck.choice([*GROUPS, "other"], PEOPLE, p=[0.5, 0.3, 0.1, 0.1]),
        "name": luck.integers(0, PEOPLE // 2, PEOPLE),
    }


DOMAINS = {
    "age": (0, 150),
    "weight": (0, 300),
    "paid": (0, 500),
    "identity": (2.0**60, 2.0**60 + 1e15),
    "birth": (dt.date(1900, 1, 1), dt.date(2020, 1, 1)),
    "seen": (dt.datetime(2019, 12, 1), dt.datetime(2020, 2, 1)),
    "instant": (dt.datetime(2019, 12, 1, tzinfo=dt.UTC), dt.datetime(2020, 2, 1, tzinfo=dt.UTC)),
    "took": (dt.timedelta(0), dt.timedelta(days=2)),
    "woke": (dt.time(0), dt.time(23, 59)),
}


@pytest.fixture(scope="session")
def people():
    """The rows, by column."""
    return rows()


@pytest.fixture(scope="session")
def spark():
    """A session of Spark Connect with a server of its own."""
    main = sys.modules["__main__"]
    if not hasattr(main, "__file__"):  # a worker of xdist has none, and PySpark would take it for a shell
        main.__file__ = __file__
    server = pytest.importorskip("pysail.spark").SparkConnectServer(port=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pyspark.sql import SparkSession

        server.start(background=True)
        session = SparkSession.builder.remote(f"sc://localhost:{server.listening_address[1]}").getOrCreate()
        yield session
        with contextlib.suppress(Exception):
            session.stop()
        server.stop()


@pytest.fixture(scope="session")
def table(people, request):
    """The table as an engine has it, by the engine's name."""
    arrow = pa.table(people)
    makers = {
        "pandas": lambda: pd.DataFrame(people),
        "pandas arrow": lambda: arrow.to_pandas(types_mapper=pd.ArrowDtype),
        "polars": lambda: pl.from_arrow(arrow),
        "polars lazy": lambda: pl.from_arrow(arrow).lazy(),
        "pyarrow": lambda: arrow,
        "dataset": lambda: pyarrow.dataset.dataset(arrow),
        "duckdb": lambda: duckdb.from_arrow(arrow),
        "spark": lambda: request.getfixturevalue("spark").createDataFrame(arrow.drop_columns(["woke"])),
    }
    made = {}

    def of(engine):
        if engine not in made:
            made[engine] = makers[engine]()
        return made[engine]

    return of
