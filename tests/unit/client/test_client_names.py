"""The names of the client, each loaded when it is first used."""

import subprocess
import sys

import pytest

from lowwater import client


@pytest.mark.parametrize("name", client.__all__)
def test_every_name_has_a_home_of_the_same_word(name):
    assert f"lowwater.client.{name.lower()}" == getattr(client, name).__module__


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match=r"module 'lowwater\.client' has no attribute 'Server'"):
        _ = client.Server


@pytest.mark.parametrize("name", ["Respondent", "Ledger"])
def test_a_device_that_carries_its_own_messages_loads_no_network_code(name):
    program = f"from lowwater.client import {name}; import sys; print({{'ssl', 'http', 'socket'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert "set()\n" == done.stdout
