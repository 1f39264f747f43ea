"""`lowwater serve` as somebody types it."""

import json
import os
import subprocess
import sys

import pytest

from lowwater.server.store import queries


def _lowwater(*words, **settings):
    plain = {name: text for name, text in os.environ.items() if not name.startswith("LOWWATER_")}
    done = subprocess.run(
        [sys.executable, "-m", "lowwater", *words], capture_output=True, text=True, env=plain | settings, check=False
    )
    return done.returncode, done.stderr


def test_a_server_says_where_it_is(serve, file):
    server = serve(str(file))
    first = json.loads(server.log[0])
    schema = len(queries.migrations())
    assert (f"started: serving at {server.address} (schema {schema})", "info") == (first["message"], first["level"])


def test_a_server_without_a_public_url_says_so_and_one_with_it_does_not(serve, tmp_path):
    silent = serve(str(tmp_path / "a.db"), "--public-url", "https://survey.example.org")
    telling = serve(str(tmp_path / "b.db"))
    for server in (silent, telling):
        server.process.terminate()
        server.process.wait()
        server.close()
    assert ["stopped"] == [json.loads(line)["message"] for line in silent.log[1:]]
    warning = json.loads(telling.log[1])
    assert ("warning", True) == (warning["level"], "set public_url (LOWWATER_PUBLIC_URL)" in warning["message"])


def test_a_second_server_on_the_same_file_says_so_and_ends(serve, file):
    serve(str(file))
    code, result = _lowwater("serve", "--database", str(file), "--port", "0")
    assert (1, True) == (code, f"lowwater: {file} is in use by another server" in result)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--port", "70000"), "port=70000"),
        (("--log", "loud"), "log='loud'"),
        (("--config", "nowhere.toml"), "cannot be read"),
    ],
)
def test_what_cannot_be_is_a_sentence_and_an_exit_code(words, wanted):
    code, result = _lowwater("serve", *words)
    assert (2, True) == (code, result.startswith("lowwater: ") and wanted in result)


def test_a_file_and_the_environment_are_read(tmp_path):
    """The file names a database that cannot be, the environment says which one can."""
    (tmp_path / "lowwater.toml").write_text('database = "/nowhere/at/all.db"\nport = 0\n')
    config = ("serve", "--config", str(tmp_path / "lowwater.toml"))
    refused, result = _lowwater(*config)
    code, also = _lowwater(*config, LOWWATER_DATABASE=str(tmp_path), LOWWATER_PORT="0")
    assert (1, True, 1, True) == (refused, "/nowhere/at/all.db" in result, code, str(tmp_path) in also)


def test_a_port_that_is_taken_is_a_sentence(serve, file, tmp_path):
    taken = serve(str(file)).address.rpartition(":")[2]
    code, result = _lowwater("serve", "--database", str(tmp_path / "other.db"), "--port", taken)
    wanted = (
        f"lowwater: port {taken} of 127.0.0.1 is in use by another program; stop that one, or choose another --port"
    )
    assert (1, f"{wanted}\n") == (code, result)


def test_an_address_of_another_machine_is_a_sentence(tmp_path):
    code, result = _lowwater("serve", "--database", str(tmp_path / "a.db"), "--host", "192.0.2.1", "--port", "0")
    assert (1, True) == (code, result.startswith("lowwater: nobody can listen at 192.0.2.1: "))


def test_a_variable_that_is_misspelt_is_a_sentence_and_an_exit_code():
    code, result = _lowwater("serve", LOWWATER_PROT="3", LOWWATER_KEY="lw_x", LOWWATER_SERVER="https://example.org")
    assert (2, True) == (
        code,
        result.startswith("lowwater: LOWWATER_PROT is set, and means nothing here; the variables"),
    )
