"""Writers, on sessions of their own, that are stopped in the end."""

import contextlib

import pytest

from lowwater.server.config import connect
from lowwater.server.writer import Writer


@pytest.fixture
def make_writer():
    with contextlib.ExitStack() as made:

        def make(session):
            session.migrate()
            writer = Writer(session, lambda: 1000.0)
            made.callback(writer.stop)
            return writer

        yield make


@pytest.fixture
def writer(make_writer, database):
    return make_writer(connect(database))


@pytest.fixture
def beside(database):
    """A second look at the database, past the writer."""
    with contextlib.closing(connect(database, alone=False)) as session:
        yield session
