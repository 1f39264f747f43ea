"""Cluster: the tasks of a study spread over Spark, with the numbers that processes give.

A task has its own seed, so its numbers depend on nobody else's, and one that is tried again gives the same. Executors
need Lowwater of this version, and where a study reads data sets, the folder that it writes into.
"""

import json
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

import pyarrow as pa
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from lowwater import __version__
from lowwater.errors import BadData, LowwaterError, Unreachable, YourFault
from lowwater.study.run import Make, Spread
from lowwater.study.task import Result, Task

PORT = 15002
"""The port of Spark Connect, unless the address says another."""

_PATIENCE = 10.0  # seconds; PySpark itself would try for many minutes
_PARTITIONS = 1024  # at most: more would cost more than they spread
_TASKS = "number int, study string, settings string"
_RESULTS = "result string, fault string"
_ARROW = pa.schema([("result", pa.string()), ("fault", pa.string())])

Batches = Iterable[pa.RecordBatch]


def over(url: str) -> Spread:
    """The spread of tasks over the Spark Connect server at `url`, such as sc://host:15002."""

    def results(tasks: Sequence[Task], make: Make) -> Iterator[Result]:
        with _session(url) as session:
            rows = [(number, task.study, json.dumps(task.settings)) for number, task in enumerate(tasks)]
            spread = session.createDataFrame(rows, _TASKS).repartition(min(len(rows), _PARTITIONS), "number")
            for line, fault in spread.mapInArrow(computing(make), _RESULTS).toLocalIterator():
                yield _checked(line, fault)

    return lambda tasks, make: results(tasks, make) if tasks else iter(())


def computing(make: Make) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """The function that Spark runs on every partition: a line for each task, its result or what is wrong with it."""

    def compute(batches: Batches) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for row in batch.to_pylist():
                line = _line(make, Task(row["study"], json.loads(row["settings"])))
                yield pa.RecordBatch.from_arrays([[cell] for cell in line], schema=_ARROW)

    return compute


def _line(make: Make, task: Task) -> tuple[str | None, str | None]:
    """The result of a task, and None; or None, and what is wrong."""
    try:
        return make(task).to_json(), None
    except (LowwaterError, OSError) as error:
        return None, str(error)


def _checked(line: str | None, fault: str | None) -> Result:
    """The result in a line; refuse a fault, and a result of another version."""
    if line is None:
        raise BadData(f"an executor could not compute a task: {fault}; it needs the files that this machine has")
    result = Result.from_json(line)
    if result.version != __version__:
        raise BadData(
            f"the executors have Lowwater {result.version}, and this is {__version__}; install the same there"
        )
    return result


@contextmanager
def _session(url: str) -> Iterator[SparkSession]:
    """A session with the server at `url`; an error of Spark's becomes a sentence."""
    _check_reachable(url)
    try:
        session = SparkSession.builder.remote(url).create()
        try:
            yield session
        finally:
            session.stop()
    except PySparkException as error:
        raise LowwaterError(f"Spark at {url} gave up: {_reason(error)}; results so far are kept") from None


def _reason(error: PySparkException) -> str:
    """The line that says what went wrong: the last of a Python traceback, else the first."""
    lines = [line for line in str(error).partition("JVM stacktrace")[0].splitlines() if line.strip()]
    traced = [line for line in lines if not line.startswith((" ", "SQLSTATE"))]
    return traced[-1] if traced and "Traceback" in str(error) else lines[0].strip() if lines else repr(error)


def _check_reachable(url: str) -> None:
    """Refuse an address that is none, or where nobody listens."""
    try:
        address = urlsplit(url)
        host, port = address.hostname, address.port or PORT
    except ValueError:
        host = None
    if host is None or address.scheme != "sc":
        raise YourFault(f"the address {url!r}; give that of a Spark Connect server, such as sc://localhost:{PORT}")
    try:
        socket.create_connection((host, port), timeout=_PATIENCE).close()
    except OSError as error:
        raise Unreachable(f"no Spark Connect server at {url}: {error.strerror or error}") from None
