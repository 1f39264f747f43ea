"""Spark for tests: Sail as a cluster in one process, or a real Spark, as make spark has it."""

import os
import secrets
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

HERE = Path(__file__).parent
CLUSTER = {
    "SAIL_MODE": "local-cluster",  # the mode in which tasks are tried again
    "SAIL_CLUSTER__WORKER_INITIAL_COUNT": "1",
    "SAIL_CLUSTER__WORKER_TASK_SLOTS": "4",
    "SAIL_CLUSTER__TASK_MAX_ATTEMPTS": "4",
    "SAIL_EXECUTION__DEFAULT_PARALLELISM": "2",
    "RUST_LOG": "error",
}


JAVA = os.environ.get("LOWWATER_SPARK") == "java"
"""Whether a real Spark runs the tests, as make spark has it."""


@pytest.fixture(scope="session")
def event_log(tmp_path_factory):
    """The folder of Spark's event logs."""
    return tmp_path_factory.mktemp("events")


@pytest.fixture(scope="session")
def remote(event_log):
    """The address of a server in a process of its own."""
    if JAVA:
        os.environ["SPARK_CONNECT_AUTHENTICATE_TOKEN"] = (
            secrets.token_hex()
        )  # the server asks for it, the client gives it
    script = [HERE / "java_server.py", event_log] if JAVA else [HERE / "sail_server.py"]
    command, pipe = [sys.executable, "-W", "ignore", *script], subprocess.PIPE
    with subprocess.Popen(
        command, env=os.environ | CLUSTER, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
    ) as server:
        host = "localhost" if JAVA else "127.0.0.1"  # a token goes to localhost alone without TLS
        yield f"sc://{host}:{int(server.stdout.readline())}"
        server.stdin.close()


@pytest.fixture(scope="session")
def spark(remote):
    session = SparkSession.builder.remote(remote).create()
    yield session
    session.stop()


@pytest.fixture(scope="session")
def people(tmp_path_factory):
    """A folder of Parquet files: 20,000 people in four parts, with two kinds of keys and an age."""
    folder, rng = tmp_path_factory.mktemp("people"), np.random.default_rng(2019)
    ids, ages = rng.permutation(20_000) - 500, rng.integers(18, 90, 20_000)
    for part in range(4):
        mine = slice(part * 5_000, (part + 1) * 5_000)
        uuids = pa.array([rng.bytes(16) for _ in ids[mine]], pa.binary())
        columns = {"id": ids[mine], "uuid": uuids, "age": ages[mine]}
        pq.write_table(pa.table(columns), folder / f"{part}.parquet")
    return folder


@pytest.fixture
def frame(spark, people):
    return spark.read.parquet(str(people))
