"""What a reader does where its database is gone."""

import asyncio

import pytest

from lowwater.errors import BadStore
from lowwater.server.reader import Reader


def test_a_read_on_a_database_that_is_gone_tries_to_connect_once():
    tries = []

    def connect():
        tries.append("try")
        raise BadStore("gone")

    reader = Reader(connect)
    with pytest.raises(BadStore, match="gone"):
        asyncio.run(reader.do(lambda store: store))
    reader.stop()
    assert ["try"] == tries
