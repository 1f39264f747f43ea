"""How the documentation is built: plain pages, our own picture, and nothing fetched from elsewhere."""

import itertools
import shutil
from pathlib import Path

from sphinx.application import Sphinx

import lowwater

project = "Lowwater"
author = "The Lowwater authors"
copyright = "the Lowwater authors"  # noqa: A001 - Sphinx's own name
version = release = lowwater.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "pictures", "results/paper", "results/contest"]

html_theme = "furo"
html_title = f"Lowwater {version}"
html_static_path = ["_static"]
html_copy_source = False
html_show_sourcelink = False

myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"

RESULTS = ("results/paper", "results/contest")
PUBLISHED = ("report.html", "leaderboard.html", "numbers.jsonl", "figures")
"""What `make paper` and `make contest` leave for readers; the numbers of real people, in data/, are not among it."""


def publish_results(app: Sphinx, error: Exception | None) -> None:
    """Put the committed results beside the page that links to them, where there are any."""
    if error or app.builder.format != "html":
        return
    for folder, name in itertools.product(RESULTS, PUBLISHED):
        source, target = Path(app.srcdir, folder, name), Path(app.outdir, folder, name)
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("build-finished", publish_results)
