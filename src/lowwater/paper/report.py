"""The report: one HTML page that needs nothing else, PDF figures beside it, and the numbers as JSON lines."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from lowwater import __version__
from lowwater.law.distribution import Beta, TruncatedNormal
from lowwater.paper.critique import Erratum, errata
from lowwater.paper.slopes import slopes
from lowwater.paper.studies import STUDIES
from lowwater.paper.study import Wishes
from lowwater.study.figure import Figure, styled
from lowwater.study.page import in_page, page, table
from lowwater.study.store import Store
from lowwater.study.task import Result, Task
from lowwater.theory.fatness import of_beta, of_truncated_normal

SHOWN = "synthetic-width0.3-alpha1-beta1"
"""The one configuration that the paper prints; kept as SVG too, for pages that want to show it."""


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
            notes = [_note(sentence) for sentence in study.deviations(results, wishes)]
            sections.append(_section(name, study.title, drawn, "\n".join([*notes, tables]), study.absent(wishes)))
    sections.append(_critique(errata()))
    written = wishes.folder / "report.html"
    written.write_text(_page("\n".join(sections), list(chosen), wishes, seed), encoding="utf-8")
    return written


def _page(body: str, names: Sequence[str], wishes: Wishes, seed: int) -> str:
    links = "".join(f'<a href="#{name}">{escape(STUDIES[name].title)}</a>' for name in names)
    kind = "the quick version: few points, for a look" if wishes.quick else "the full study"
    body = f"""<h1>Every experiment of <em>Locally Differentially Private Minimum Finding</em></h1>
<p>Fukuchi, Yu, Haishima and Sakuma, 2019; run anew with Lowwater {__version__}, seed {seed}: {kind}. Every number is in
<code>numbers.jsonl</code> beside this page, with its settings, plan, seed and version; every figure is in
<code>figures/</code> as PDF. The same seed gives the same numbers, whatever the number of processes.</p>
<nav>{links}<a href="#critique">Critique</a></nav>
{body}"""
    return page("Locally differentially private minimum finding: every experiment", body)


def _note(sentence: str) -> str:
    return f'<p class="note">{escape(sentence)}</p>'


def _section(name: str, title: str, figures: Sequence[Figure], tables: str, absent: str | None) -> str:
    note = f'<p class="left-out">Left out: {escape(absent)}</p>' if absent else ""
    drawn = "\n".join(in_page(figure) for figure in figures)
    return f'<section id="{name}"><h2>{escape(title)}</h2>{note}\n{drawn}\n{tables}</section>'


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
