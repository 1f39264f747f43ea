"""A mechanism of one's own: one Python file, taken or refused with a sentence."""

import pytest

from lowwater.contest.entrants import ENTRANTS, read
from lowwater.contest.measure import entrants
from lowwater.errors import BadData


def test_a_file_with_an_entrant_is_taken(own):
    ((name, pair),) = read(own("my own")).items()
    assert ("my own", "a test", 1.0, 1) == (name, pair.reference, pair.bits, pair.rounds)


def test_an_entrant_may_be_a_dataclass(tmp_path):
    (tmp_path / "data.py").write_text(
        "from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass Mine:\n    name: str = 'data'\n"
        "    reference: str = 'a test'\n    bits: float = 1.0\n    rounds: int = 1\n\n"
        "    def estimates(self, people, domain, epsilon, runs, rng):\n        return rng.random(runs)\n\n\n"
        "ENTRANT = Mine()\n"
    )
    assert ["data"] == list(read(tmp_path / "data.py"))


def test_it_competes_beside_everybody_else(own):
    assert [*ENTRANTS, "mine"] == list(entrants([own()]))


def test_without_a_file_everybody_else_competes():
    assert ENTRANTS == entrants([])


def test_several_files_are_several_entrants(own):
    assert [*ENTRANTS, "one", "two"] == list(entrants([own("one", file="one.py"), own("two", file="two.py")]))


def test_two_files_may_not_share_a_name(own):
    with pytest.raises(BadData, match="mine"):
        entrants([own(file="one.py"), own(file="two.py")])


@pytest.mark.parametrize("name", ["nowhere.py", "nowhere", ".", "notes.txt"])
def test_what_is_no_python_file_is_refused(tmp_path, name):
    (tmp_path / "notes.txt").write_text("ENTRANT = 1\n")
    with pytest.raises(BadData, match="is no Python file; give one that says ENTRANT = "):
        read(tmp_path / name)


@pytest.mark.parametrize("text", ["", "entrant = 1\n", "ENTRANT = None\n"])
def test_a_file_without_an_entrant_is_refused(tmp_path, text):
    (tmp_path / "empty.py").write_text(text)
    with pytest.raises(BadData, match=r"empty\.py has no ENTRANT with name, reference, bits, rounds, estimates"):
        read(tmp_path / "empty.py")


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ("bits=1, rounds=1, name='x', reference='y'", "estimates"),
        ("bits=1, rounds=1, name='x', estimates=max", "reference"),
        ("reference='y', estimates=max", "name, bits, rounds"),
    ],
)
def test_what_an_entrant_lacks_is_named(tmp_path, given, missing):
    (tmp_path / "part.py").write_text(f"from types import SimpleNamespace\nENTRANT = SimpleNamespace({given})\n")
    with pytest.raises(BadData, match=rf"part\.py has no ENTRANT with {missing};"):
        read(tmp_path / "part.py")


@pytest.mark.parametrize("name", ["tail fit", "Laplace", "sample minimum (not private)"])
def test_a_name_that_is_taken_is_refused(own, name):
    with pytest.raises(BadData, match="is there already; choose another name"):
        read(own(name))
