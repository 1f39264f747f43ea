"""The report: one HTML page that needs nothing else, PDF figures beside it, and the numbers as JSON lines."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from lowwater import __version__
from lowwater.law.distribution import Beta, TruncatedNormal
from lowwater.paper.critique import Erratum, errata
from lowwater.paper.figure import Figure, styled
from lowwater.paper.slopes import slopes
from lowwater.paper.store import Store
from lowwater.paper.studies import STUDIES
from lowwater.paper.study import Wishes
from lowwater.paper.task import Result, Task
from lowwater.theory.fatness import of_beta, of_truncated_normal

SHOWN = "synthetic-width0.3-alpha1-beta1"
"""The one configuration that the paper prints; kept as SVG too, for pages that want to show it."""

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;color:#12333f;margin:2rem auto;max-width:60rem;padding:0 1rem}
h1,h2,h3{line-height:1.2}h2{margin-top:3rem;border-top:1px solid #cfe3e4;padding-top:1.5rem}
figure{margin:1.5rem 0}figure svg{width:100%;height:auto}figcaption{font-size:.85rem;color:#5b7079}
table{border-collapse:collapse;font-size:.9rem;margin:1rem 0}
td,th{padding:.25rem .8rem;text-align:right;border-bottom:1px solid #e3ecee}
td:first-child,th:first-child{text-align:left}.left-out{background:#fff7ed;padding:.6rem 1rem}nav a{margin-right:1rem}
"""


def write(store: Store, tasks: Sequence[Task], wishes: Wishes, seed: int) -> Path:
    """Draw every figure, write the page, and say where it is."""
    figures_folder = wishes.folder / "figures"
    figures_folder.mkdir(parents=True, exist_ok=True)
    chosen = {name: study for name, study in STUDIES.items() if not wishes.only or name in wishes.only}
    sections = []
    with styled():
        for name, study in chosen.items():
            results = store.of(task for task in tasks if task.study == name)
            drawn = study.figures(results, wishes) if results else []
            for figure in drawn:
                figure.save(figures_folder)
                if figure.name == SHOWN:
                    (figures_folder / f"{SHOWN}.svg").write_text(figure.svg(), encoding="utf-8")
            tables = _extra(name, results, wishes)
            sections.append(_section(name, study.title, drawn, tables, study.absent(wishes)))
    sections.append(_critique(errata()))
    page = wishes.folder / "report.html"
    page.write_text(_page("\n".join(sections), list(chosen), wishes, seed), encoding="utf-8")
    return page


def _page(body: str, names: Sequence[str], wishes: Wishes, seed: int) -> str:
    links = "".join(f'<a href="#{name}">{escape(STUDIES[name].title)}</a>' for name in names)
    kind = "the quick version: few points, for a look" if wishes.quick else "the full study"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Locally differentially private minimum finding: every experiment</title><style>{STYLE}</style></head><body>
<h1>Every experiment of <em>Locally Differentially Private Minimum Finding</em></h1>
<p>Fukuchi, Yu, Haishima and Sakuma, 2019; run anew with Lowwater {__version__}, seed {seed}: {kind}. Every number is in
<code>numbers.jsonl</code> beside this page, with its settings, plan, seed and version; every figure is in
<code>figures/</code> as PDF. The same seed gives the same numbers, whatever the number of processes.</p>
<nav>{links}<a href="#critique">Critique</a></nav>
{body}
</body></html>
"""


def _section(name: str, title: str, figures: Sequence[Figure], tables: str, absent: str | None) -> str:
    note = f'<p class="left-out">Left out: {escape(absent)}</p>' if absent else ""
    drawn = "\n".join(_figure(figure) for figure in figures)
    return f'<section id="{name}"><h2>{escape(title)}</h2>{note}\n{drawn}\n{tables}</section>'


def _figure(figure: Figure) -> str:
    caption = f"<strong>{escape(figure.title)}.</strong> {escape(figure.caption)}"
    return f'<figure id="figure-{escape(figure.name)}">{figure.svg()}<figcaption>{caption}</figcaption></figure>'


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of text."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _extra(name: str, results: Sequence[Result], wishes: Wishes) -> str:
    """The tables that go with a study's figures."""
    if name == "synthetic" and results:
        rows = [
            (
                f"{s.shape[0]:g}, {s.shape[1]:g}, {s.shape[2]:g}",
                s.rule,
                f"{s.epsilon:g}",
                f"{s.found:.3f}",
                f"{s.guide:.3f}",
                f"{s.off:+.0%}",
            )
            for s in slopes(results, wishes.quick)
        ]
        said = (
            "<h3>Slopes</h3><p>Least-squares slopes of log error against log N over 2<sup>15</sup> to 2<sup>20</sup>, "
            "fixed data, and those of the guide line over the same range. The guide line describes the limit: it is "
            "missed where the level is not small yet (small ε, large α: the search finds a middle quantile, and falls "
            "faster as it enters the tail; with β = 2 the tail also bends), and where the last cell, 2<sup>-L</sup>, "
            "is no longer small against the error (α = 0.5).</p>"
        )
        return said + table(("Δ, α, β", "rule", "ε", "slope", "guide", "off by"), rows)
    return _fatness() if name == "appendix" else ""


def _fatness() -> str:
    rows = []
    for law in (Beta(0.5, 1.0, -1.0, 0.3), Beta(1.0, 1.0, -1.0, 0.3), Beta(2.0, 2.0, -1.0, 2.0)):
        fat = of_beta(law)
        rows.append(
            (f"beta({law.alpha:g}, {law.beta:g}) on [{law.start:g}, {law.end:g}]", f"{fat.alpha:g}", f"{fat.c:.4g}")
        )
    for normal in (TruncatedNormal(0.0, 0.5, -1.0, 1.0), TruncatedNormal(0.5, 0.25, -1.0, 1.0)):
        fat = of_truncated_normal(normal)
        rows.append((f"normal({normal.mean:g}, {normal.deviation:g}) cut to [-1, 1]", f"{fat.alpha:g}", f"{fat.c:.4g}"))
    return "<h3>Fatness: the C that holds</h3>" + table(("distribution", "α", "C"), rows)


def _critique(found: Sequence[Erratum]) -> str:
    parts = [f"<h3>{escape(e.title)}</h3><p>{escape(e.said)}</p>{table(e.head, e.rows)}" for e in found]
    return f'<section id="critique"><h2>Critique: what the paper prints, and what is so</h2>{"".join(parts)}</section>'
