"""The page as files: the same bytes twice, known by one hash, and made for one server."""

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from lowwater.cli import cli
from lowwater.server.pages.assets import FOLDER
from lowwater.server.pages.bundle import SUMS, bundle, hash_of

SERVER = "https://survey.example.org"


def made(folder, *words):
    return CliRunner().invoke(cli, ["page", "--server", SERVER, "--out", str(folder), *words])


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


def test_a_bundle_is_the_same_bytes_twice_and_known_by_its_hash(tmp_path):
    first, second = made(tmp_path / "a"), made(tmp_path / "b")
    assert contents(tmp_path / "a") == contents(tmp_path / "b") == bundle(SERVER)
    content = hashlib.sha256((tmp_path / "a" / SUMS).read_bytes()).hexdigest()
    assert (True, True, content) == (content in first.output, content in second.output, hash_of(bundle(SERVER)))


def test_its_sums_are_those_of_its_files(tmp_path):
    made(tmp_path / "page")
    files = contents(tmp_path / "page")
    listed = dict(reversed(line.split("  ")) for line in files.pop(SUMS).decode().splitlines())
    assert {name: hashlib.sha256(body).hexdigest() for name, body in files.items()} == listed


@pytest.mark.parametrize(
    ("server", "source"),
    [(SERVER, "connect-src https://survey.example.org"), (f"{SERVER}/a", "connect-src https://survey.example.org/a/")],
)
def test_its_policy_names_one_server(server, source):
    page = bundle(server)["index.html"].decode()
    (policy,) = [line for line in page.splitlines() if "Content-Security-Policy" in line]
    assert (1, True) == (policy.count("http://") + policy.count("https://"), f'{source}"' in policy)
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy
    assert f'<meta name="lowwater-server" content="{server}">' in page


def test_a_folder_that_is_there_or_cannot_be_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path, tmp_path / "file" / "page"):
        assert "choose another" in str(made(folder).exception)


def test_its_hash_is_told_without_writing_anything():
    result = CliRunner().invoke(cli, ["page", "--server", SERVER, "--hash"]).output
    assert f"{hash_of(bundle(SERVER))}\n" == result


def test_the_hash_of_the_release_is_that_of_its_sums():
    released = hashlib.sha256((FOLDER / SUMS).read_bytes()).hexdigest()
    assert f"{released}\n" == CliRunner().invoke(cli, ["page", "--hash"]).output
    result = json.loads(CliRunner().invoke(cli, ["page", "--hash", "--json"]).output)
    assert {"folder": None, "server": None, "files": 8, "hash": released} == result


def test_a_page_that_is_not_the_release_has_no_hash(tmp_path, monkeypatch):
    lines = (FOLDER / SUMS).read_text().splitlines(keepends=True)
    (tmp_path / SUMS).write_text("".join([f"{'0' * 64}  answer.css\n", *lines[1:]]))
    monkeypatch.setattr("lowwater.server.pages.bundle.FOLDER", tmp_path)
    assert "answer.css changed; install Lowwater anew" in str(CliRunner().invoke(cli, ["page", "--hash"]).exception)


@pytest.mark.parametrize("words", [[], ["--out", "page"], ["--server", SERVER], ["--hash", "--out", "page"]])
def test_half_an_order_is_refused(words):
    assert "give --server and --out" in str(CliRunner().invoke(cli, ["page", *words]).exception)


def test_what_was_written_is_told_as_json(tmp_path):
    folder, files = str(tmp_path / "page"), bundle(SERVER)
    document = json.loads(made(folder, "--json").output)
    assert {"folder": folder, "server": SERVER, "files": len(files), "hash": hash_of(files)} == document
