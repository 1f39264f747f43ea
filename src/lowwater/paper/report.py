"""The report: one HTML page that needs nothing else, PDF figures beside it, and the numbers as JSON lines."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from lowwater import __version__
from lowwater.law.distribution import Beta, TruncatedNormal
from lowwater.paper.critique import errata
from lowwater.paper.slopes import slopes
from lowwater.paper.studies import STUDIES
from lowwater.paper.study import Study, Wishes
from lowwater.study import page
from lowwater.study.figure import styled
from lowwater.study.store import Store
from lowwater.study.task import Result, Task
from lowwater.theory.fatness import of_beta, of_truncated_normal

SHOWN = "synthetic-width0.3-alpha1-beta1"
"""The one configuration that the paper prints; kept as SVG too, for pages that want to show it."""


def write(store: Store, tasks: Sequence[Task], wishes: Wishes, seed: int) -> Path:
    """Draw every figure and write the page; return its path."""
    chosen = wishes.chosen(STUDIES)
    with styled():
        sections = [
            _section(name, study, store.of(task for task in tasks if task.study == name), wishes)
            for name, study in chosen.items()
        ]
    sections.append(_critique())
    title = "Locally differentially private minimum finding: every experiment"
    return page.write(wishes.folder / "report.html", title, _body("\n".join(sections), chosen, wishes, seed))


def _body(sections: str, chosen: Mapping[str, Study], wishes: Wishes, seed: int) -> str:
    links = "".join(f'<a href="#{name}">{escape(study.title)}</a>' for name, study in chosen.items())
    kind = "the quick version: few points, for a look" if wishes.quick else "the full study"
    return f"""<h1>Every experiment of <em>Locally Differentially Private Minimum Finding</em></h1>
<p>Fukuchi, Yu, Haishima and Sakuma, 2019; run anew with Lowwater {__version__}, seed {seed}: {kind}. Every number is in
<code>numbers.jsonl</code> beside this page, with its settings, plan, seed and version; every figure is in
<code>figures/</code> as PDF. The same seed gives the same numbers, whatever the number of processes.</p>
<nav>{links}<a href="#critique">Critique</a></nav>
{sections}"""


def _note(sentence: str) -> str:
    return f'<p class="note">{escape(sentence)}</p>'


def _section(name: str, study: Study, results: Sequence[Result], wishes: Wishes) -> str:
    """A study's figures, saved as files too, with its deviations and its tables."""
    figures = page.save(study.figures(results, wishes) if results else [], wishes.folder, svg={SHOWN})
    notes = [_note(sentence) for sentence in study.deviations(results, wishes)]
    tables = "\n".join([*notes, _tables(name, results, wishes)])
    absent = page.left_out(study.absent(wishes))
    return f'<section id="{name}"><h2>{escape(study.title)}</h2>{absent}\n{figures}\n{tables}</section>'


def _tables(name: str, results: Sequence[Result], wishes: Wishes) -> str:
    """The tables that go with a study's figures."""
    if name == "synthetic" and results:
        rows = [
            (
                f"{s.shape[0]:g}, {s.shape[1]:g}, {s.shape[2]:g}",
                s.rule,
                f"{s.epsilon:g}",
                f"{s.fitted:.3f}",
                f"{s.guide:.3f}",
                f"{s.off:+.0%}",
            )
            for s in slopes(results, wishes.quick)
        ]
        text = (
            "<h3>Slopes</h3><p>Least-squares slopes of log error against log N over 2<sup>15</sup> to 2<sup>20</sup>, "
            "fixed data, and those of the guide line over the same range. The guide line describes the limit: it is "
            "missed where the level is not small yet (small ε, large α: the search finds a middle quantile, and falls "
            "faster as it enters the tail; with β = 2 the tail also bends), and where the last cell, 2<sup>-L</sup>, "
            "is no longer small against the error (α = 0.5).</p>"
        )
        return text + page.table(("Δ, α, β", "rule", "ε", "slope", "guide", "off by"), rows)
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
    return "<h3>Fatness: the C that holds</h3>" + page.table(("distribution", "α", "C"), rows)


def _critique() -> str:
    parts = [f"<h3>{escape(e.title)}</h3><p>{escape(e.text)}</p>{page.table(e.head, e.rows)}" for e in errata()]
    return f'<section id="critique"><h2>Critique: what the paper prints, and what is so</h2>{"".join(parts)}</section>'
