"""What is written down is checked: every snippet, every command, every table and every help text of the documentation.

A page is run from top to bottom in an empty folder. Its ```python blocks share one namespace; one with a file name
behind the language, as in ```python naive.py, lies in that file from the start. An ```output block is what the block
before it printed; a ```console block holds commands and what they say, where a line of three dots stands for any lines,
and three dots within a line for any text. A command must exit with 0, unless the next one is `echo $?`, which shows its
exit code. Fences of any other language are not run. The first command of a page is a process of its own, as is one that
starts a server; the others run within this one, which has its imports and its plans at hand.
"""

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

import lowwater
from lowwater import errors
from lowwater.cli import VERBS, cli

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md")), *sorted(DOCS.rglob("*.md"))]
OWN_SEARCH = DOCS / "howto" / "own-search.md"  # needs a copy of the project: test_own_search.py
PLAIN_PAGES = [page for page in PAGES if page.parent.name != "live" and page != OWN_SEARCH]  # live: test_live_docs.py
WORDS = [*PAGES, ROOT / "CHANGELOG.md", ROOT / "SECURITY.md", *sorted((ROOT / "src").rglob("*.py"))]
LOWWATER = str(Path(sys.executable).parent / "lowwater")
PLAIN = {"COLUMNS": "80", "PYTHONUTF8": "1", "PYTHONWARNINGS": "error"}
LONG = {
    "docs/howto/evaluate.md": ("runs = lowwater.evaluate(tail_fit,",),
    "docs/howto/plan.md": ("needed = (lowwater.plan_for_error(", "for tail in (None, lowwater.Tail(width=72)"),
    "docs/theory/searches.md": ("for power in (11, 15, 19):", "for name, words, runs in ("),
}
"""Snippets that compare searches over many simulated runs, by a line of each."""

PAGE = "# Results\n\n![Rows](_static/narrowing.svg)\n\n| a |\n|---|\n| b |\n\n```python\nprint()\n```\n"
ANY_LINES, ANY_TEXT = r"(?:.*\n)*?", ".*"


def named(path):
    return str(path.relative_to(ROOT))


def blocks(text):
    """The fenced blocks of a page: language, text and the line they start at."""
    for item in re.finditer(r"^(`{3,})(\S*)[^\n]*\n(.*?)^\1$", text, re.MULTILINE | re.DOTALL):
        yield item[2], item[3], text.count("\n", 0, item.start()) + 1


def files(text):
    """The blocks of a page that are files: their names, and what they hold."""
    return dict(re.findall(r"^```python (\w+\.py)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


def prose(page):
    """A page without its fenced blocks."""
    return re.sub(r"^(`{3,}).*?^\1$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def pattern(shown):
    """What an output must look like, where three dots stand for anything."""
    lines = (
        ANY_LINES if line.strip() == "..." else re.escape(line.rstrip()).replace(r"\.\.\.", ANY_TEXT) + r"\n"
        for line in shown.strip("\n").splitlines()
    )
    return "".join(lines)


def plain(words):
    """An output without trailing blanks and the empty lines around it."""
    return "".join(line.rstrip() + "\n" for line in words.strip("\n").splitlines())


def says(shown, words):
    """Hold what a page shows against what was said."""
    if not re.fullmatch(pattern(shown), plain(words)):
        assert plain(shown) == plain(words)


def commands(block):
    """The commands of a console block, each with the output shown below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def python(block, name, namespace):
    """Run a snippet, and return what it printed."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block, name, "exec"), namespace)  # noqa: S102 - our own pages
    return printed.getvalue()


@pytest.fixture
def run(say, tmp_path):
    """Run a command of a page: what it said, and its exit code."""
    ran = []

    def command(line):
        name, *words = shlex.split(line)
        assert "lowwater" == name
        ran.append(line)
        if 1 == len(ran) or "--live" in words:
            environment = os.environ | PLAIN
            done = subprocess.run(
                [LOWWATER, *words], cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False
            )
            return done.stdout + done.stderr, done.returncode
        result = say(shlex.join(words))
        return result.out + result.err, result.code

    return command


def console(block, run):
    """Run the commands of a block: what each shows, what it said, and the exit code where nobody looks at it."""
    listed, code = list(commands(block)), 0
    for number, (command, shown) in enumerate(listed):
        looked_at = listed[number + 1 : number + 2] and listed[number + 1][0] == "echo $?"
        if command == "echo $?":
            yield shown, f"{code}\n", 0
            continue
        result, code = run(command)
        yield shown, result, 0 if looked_at else code


def read(page, folder, run, skipped=()):
    """Run a page from top to bottom, but for snippets with such a line in them."""
    namespace, printed = {"__name__": "page"}, ""
    for name, text in files(page.read_text(encoding="utf-8")).items():
        (folder / name).write_text(text, encoding="utf-8")
    for language, block, line in blocks(page.read_text(encoding="utf-8")):
        place = f"{named(page)}:{line}"
        if language == "python":
            long = any(words in block for words in skipped)
            printed = None if long else python("\n" * line + block, place, namespace)
        elif language == "output" and printed is not None:
            says(block, printed)
        elif language == "console":
            for shown, spoken_text, code in console(block, run):
                assert 0 == code, f"{place}: {spoken_text}"
                if shown.strip():
                    says(shown, spoken_text)


@pytest.mark.no_cover
@pytest.mark.parametrize("page", PLAIN_PAGES, ids=named)
def test_every_snippet_and_every_command_of_a_page_runs_and_says_what_is_shown(page, tmp_path, run):
    read(page, tmp_path, run, LONG.get(named(page), ()))


@pytest.mark.long
@pytest.mark.parametrize("name", LONG)
def test_so_do_the_snippets_that_take_their_time(name, tmp_path, run):
    read(ROOT / name, tmp_path, run)


@pytest.mark.parametrize("name", LONG)
def test_every_snippet_that_is_said_to_take_its_time_is_there(name):
    snippets = [block for language, block, _ in blocks((ROOT / name).read_text()) if language == "python"]
    assert [1] * len(LONG[name]) == [sum(words in block for block in snippets) for words in LONG[name]]


def test_a_wrong_output_is_noticed():
    with pytest.raises(AssertionError):
        says("the minimum  19\n...\n", "the minimum  20\nand more\n")


def test_three_dots_stand_for_any_lines_and_any_text():
    says("the minimum  ...\n...\ndone\n", "the minimum  20\nand\nmore\ndone\n")


def output_of(words):
    """What a verb says, within this process."""
    result = CliRunner().invoke(cli, words, prog_name="lowwater", terminal_width=78, catch_exceptions=False)
    assert 0 == result.exit_code
    return result.stdout


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_the_reference_holds_the_help_text_of_every_verb(verb):
    command = " ".join(["lowwater", *verb.split(), "--help"])
    shown = dict(
        listed
        for language, block, _ in blocks((DOCS / "reference" / "cli.md").read_text(encoding="utf-8"))
        if language == "console"
        for listed in commands(block)
    )
    assert plain(output_of(command.split()[1:])) == plain(shown[command])


def rows(page, heading=""):
    """The rows of the tables of a page, or of one section of it, without their heads."""
    text = prose(page)
    if heading:
        (text,) = re.findall(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        for row in table.splitlines()[2:]:
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


def test_the_reference_lists_exactly_the_errors_there_are():
    kinds = [getattr(errors, name) for name in errors.__all__]
    items = [(f"`{kind.__name__}`", f"`{kind.__bases__[0].__name__}`", kind.__doc__) for kind in kinds]
    assert sorted(items) == sorted(tuple(row[:3]) for row in rows(DOCS / "reference" / "errors.md"))


def test_the_reference_draws_the_error_tree_as_the_source_does():
    drawn = [line[4:] for line in errors.__doc__.splitlines() if line.startswith("    ")]
    trees = [block.splitlines() for _, block, _ in blocks((DOCS / "reference" / "errors.md").read_text())]
    assert drawn in trees


def test_the_reference_lists_exactly_the_public_names():
    text = (DOCS / "reference" / "api.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\.\. auto\w+:: lowwater\.(\w+)$", text, re.MULTILINE)
    assert sorted(set(lowwater.__all__) - {"__version__"}) == sorted(listed)


def test_the_picture_of_the_quickstart_is_of_its_estimate():
    page, namespace = (DOCS / "quickstart.md").read_text(encoding="utf-8"), {}
    python(next(block for language, block, _ in blocks(page) if language == "python"), "quickstart", namespace)
    picture = (DOCS / "_static" / "estimate.svg").read_text(encoding="utf-8")
    assert f"<desc>{namespace['estimate']}</desc>" in picture


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        ("contest", "contest --only stress --entrant Laplace --quick --runs 2 --jobs 1 --out small"),
        ("demo", "demo --people 5000 --epsilon 2 --seed 1"),
        ("evaluate", "evaluate --search cohorts --people 1024 --epsilon 4 --width 0.3 --iid"),
        ("find", "find ages.csv --column age --epsilon 4 --domain 0 150"),
        ("paper", "paper --only laplace --quick --jobs 1 --out small"),
        ("plan", "plan --people 20000 --epsilon 1 --domain 0 150"),
        ("plan --groups", "plan --people 20000 --epsilon 1 --domain 0 150 --groups a,b"),
    ],
)
def test_the_reference_lists_exactly_the_fields_of_the_json(verb, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ages.csv").write_text("age\n" + "".join(f"{18 + n % 70}\n" for n in range(2000)))
    listed = [row[0].strip("`") for row in rows(DOCS / "reference" / "json.md", f"lowwater {verb}")]
    assert sorted(json.loads(output_of([*words.split(), "--json"]))) == sorted(listed)


@pytest.mark.parametrize("word", ["utils", "helpers", "anonymous"])
def test_words_that_say_nothing_or_too_much_are_not_used(word):
    assert [] == [named(path) for path in WORDS if word in path.read_text(encoding="utf-8").lower()]


def test_every_link_between_pages_leads_somewhere():
    links = [
        (page, target)
        for page in [*PAGES, ROOT / "CHANGELOG.md", ROOT / "SECURITY.md"]
        for target in re.findall(r"\]\(([^)#\s]+)", prose(page))
        if "://" not in target
    ]
    lost = [f"{named(page)}: {target}" for page, target in links if not (page.parent / target).exists()]
    assert [] == lost


class Loads(HTMLParser):
    """What a browser fetches by itself when it shows a page; links are not followed."""

    def __init__(self):
        super().__init__()
        self.targets = []

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        self.targets += [names[name] for name in ("src", "srcset", "data", "poster") if names.get(name)]
        if tag == "link" and names.get("rel") not in ("index", "search", "next", "prev", "author", "canonical"):
            self.targets.append(names.get("href") or "")


def built(source, target):
    """The documentation as a reader gets it; a warning, such as a page in no table of contents, fails the build."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", "-d", target.with_name("trees"), source]
    done = subprocess.run([*command, target], capture_output=True, encoding="utf-8", check=False)
    assert (0, "") == (done.returncode, done.stderr)
    return target


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A page in the clothes of all, with what they are made of: settings, theme, styles; and a study's results."""
    source = tmp_path_factory.mktemp("site") / "docs"
    shutil.copytree(DOCS, source, ignore=shutil.ignore_patterns("*.md", "_build", "paper"))
    (source / "index.md").write_text(PAGE)
    for name in ("report.html", "numbers.jsonl", "figures/laplace.pdf", "data/people.npy"):
        (source / "results" / "paper" / name).parent.mkdir(parents=True, exist_ok=True)
        (source / "results" / "paper" / name).write_text(name)
    return built(source, source.with_name("html"))


def test_the_results_page_links_to_what_is_published_of_a_study_and_its_data_stay_behind(site):
    linked = re.findall(r'href="([^"]+)"', (DOCS / "results" / "paper.md").read_text(encoding="utf-8"))
    assert ["paper/report.html", "paper/numbers.jsonl"] == linked
    assert all((site / "results" / name).is_file() for name in linked)
    assert ["figures", "numbers.jsonl", "report.html"] == sorted(
        path.name for path in (site / "results" / "paper").iterdir()
    )


def loaded_from_elsewhere(site):
    """What the pages of a site load from other hosts."""
    elsewhere = []
    for page in sorted(site.rglob("*.html")):
        loads = Loads()
        loads.feed(page.read_text(encoding="utf-8"))
        elsewhere += [f"{page.name}: {target}" for target in loads.targets if "//" in target]
    return elsewhere


def test_a_built_page_loads_nothing_from_elsewhere(site):
    assert [] == loaded_from_elsewhere(site)


def test_the_pages_load_nothing_from_elsewhere_before_they_are_built():
    images = [(page, target) for page in PAGES for target in re.findall(r"!\[[^]]*\]\(([^)\s]+)", prose(page))]
    raw = [(page, target) for page in PAGES for target in re.findall(r"<[^>]*\ssrc\w*=\"([^\"]+)", prose(page))]
    assert [] == [f"{named(page)}: {target}" for page, target in images + raw if "//" in target]


@pytest.mark.long
def test_no_built_page_loads_anything_from_elsewhere(tmp_path):
    assert [] == loaded_from_elsewhere(built(DOCS, tmp_path / "html"))


def test_the_built_styles_load_nothing_from_elsewhere(site):
    styles = {path.name: path.read_text(encoding="utf-8") for path in site.rglob("*.css")}
    assert [] == [name for name, text in styles.items() if re.search(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", text)]
