"""Page: one HTML file that needs nothing else, with figures and tables in it."""

from collections.abc import Container, Sequence
from html import escape
from pathlib import Path

from lowwater.study.figure import Figure

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;color:#12333f;margin:2rem auto;max-width:60rem;padding:0 1rem}
h1,h2,h3{line-height:1.2}h2{margin-top:3rem;border-top:1px solid #cfe3e4;padding-top:1.5rem}
figure{margin:1.5rem 0}figure svg{width:100%;height:auto}figcaption{font-size:.85rem;color:#5b7079}
table{border-collapse:collapse;font-size:.9rem;margin:1rem 0}
td,th{padding:.25rem .8rem;text-align:right;border-bottom:1px solid #e3ecee}
td:first-child,th:first-child{text-align:left}.left-out{background:#fff7ed;padding:.6rem 1rem}nav a{margin-right:1rem}
"""


def write(path: Path, title: str, body: str) -> Path:
    """Write the page with this title and body; return its path."""
    path.write_text(_page(title, body), encoding="utf-8")
    return path


def _page(title: str, body: str) -> str:
    """The whole file as HTML."""
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(title)}</title><style>{STYLE}</style></head><body>
{body}
</body></html>
"""


def save(figures: Sequence[Figure], folder: Path, svg: Container[str]) -> str:
    """Save `figures` as PDF files below `folder`, those whose names are in `svg` as SVG too; return all as HTML."""
    below = folder / "figures"
    below.mkdir(parents=True, exist_ok=True)
    for figure in figures:
        figure.save(below)
        if figure.name in svg:
            (below / f"{figure.name}.svg").write_text(figure.svg(), encoding="utf-8")
    return "\n".join(in_page(figure) for figure in figures)


def left_out(reason: str | None, tag: str = "p") -> str:
    """A note on why something is left out; empty where there is no reason."""
    return f'<{tag} class="left-out">Left out: {escape(reason)}</{tag}>' if reason else ""


def in_page(figure: Figure) -> str:
    """A figure with its caption."""
    caption = f"<strong>{escape(figure.title)}.</strong> {escape(figure.caption)}"
    return f'<figure id="figure-{escape(figure.name)}">{figure.svg()}<figcaption>{caption}</figcaption></figure>'


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of text."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
