"""The search narrowing: each round as a bar in the terminal, or as a row in an SVG picture."""

from dataclasses import dataclass
from html import escape

from lowwater.core.domain import Domain
from lowwater.core.question import Question
from lowwater.core.tally import Tally

_COLUMNS = 48
_ROW, _LEFT, _RIGHT, _TOP = 26, 250, 40, 64
_WIDTH = 860


@dataclass(frozen=True)
class Step:
    """One round: the cell before it, what was asked, what was answered, and the cell after it."""

    before: tuple[float, float]
    question: Question
    tally: Tally
    after: tuple[float, float]

    @property
    def share(self) -> float:
        """The debiased share of yes, within what a share can be."""
        return min(1.0, max(0.0, self.question.randomizer.debias(self.tally)))

    @property
    def yes(self) -> bool:
        """Whether the search went to the end it is looking for."""
        return self.question.threshold in self.after and self.after != self.before


def bar(domain: Domain, step: Step) -> str:
    """The domain as a line of characters: the cell that is left, and where it was cut."""
    low, high = (_place(domain, end, _COLUMNS) for end in step.after)
    cells = ["━" if low <= at < max(high, low + 1) else "·" for at in range(_COLUMNS)]
    cut = min(_COLUMNS - 1, _place(domain, step.question.threshold, _COLUMNS))
    cells[cut] = "┃"
    return "".join(cells)


def line(domain: Domain, step: Step) -> str:
    """One round as a line of text."""
    side = "<=" if domain.direction == "minimum" else ">="
    asked = f"{side} {step.question.threshold:.6g}?"
    low, high = step.after
    share = f"{100 * step.share:5.1f} %"
    return f"{step.question.round + 1:>3}  {asked:<13}{share}  {bar(domain, step)}  {low:.6g} to {high:.6g}"


def picture(domain: Domain, steps: list[Step], title: str, truth: float, found: float) -> str:
    """The whole search as an SVG picture that needs nothing else."""
    height = _TOP + _ROW * len(steps) + 56
    rows = "\n".join(_row(domain, number, step) for number, step in enumerate(steps))
    true_x, bottom = _x(domain, truth), _TOP + _ROW * len(steps)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img"
 aria-label="{escape(title)}" font-family="system-ui, sans-serif" font-size="13">
<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>
<text x="16" y="26" font-size="16" font-weight="600" fill="#12333f">{escape(title)}</text>
<text x="16" y="50" fill="#5b7079">question</text>
<text x="190" y="50" fill="#5b7079" text-anchor="end">share of yes</text>
<text x="{_LEFT}" y="50" fill="#5b7079">{domain.lo:g}</text>
<text x="{_WIDTH - _RIGHT}" y="50" fill="#5b7079" text-anchor="end">{domain.hi:g}</text>
{rows}
<line x1="{true_x:.1f}" x2="{true_x:.1f}" y1="{_TOP - 6}" y2="{bottom + 4}" stroke="#c2410c" stroke-dasharray="3 3"/>
<text x="{true_x + 6:.1f}" y="{bottom + 22}" fill="#c2410c">true {domain.direction}: {truth:.4g}</text>
<text x="{true_x + 6:.1f}" y="{bottom + 42}" fill="#0f766e" font-weight="600">found: {found:.4g}</text>
</svg>
"""


def _row(domain: Domain, number: int, step: Step) -> str:
    y = _TOP + _ROW * number
    side = "at most" if domain.direction == "minimum" else "at least"
    low, high = (_x(domain, end) for end in step.after)
    before_low, before_high = (_x(domain, end) for end in step.before)
    cut = _x(domain, step.question.threshold)
    return f"""<g><text x="16" y="{y + 12}" fill="#12333f">{side} {step.question.threshold:.5g}?</text>
<text x="190" y="{y + 12}" fill="#12333f" text-anchor="end">{100 * step.share:.1f} %</text>
<rect x="{_LEFT}" y="{y + 5}" width="{_WIDTH - _LEFT - _RIGHT}" height="5" rx="2" fill="#eef3f4"/>
<rect x="{before_low:.1f}" y="{y + 3}" width="{max(before_high - before_low, 1):.1f}" height="9" rx="2" fill="#cfe3e4"/>
<rect x="{low:.1f}" y="{y}" width="{max(high - low, 2):.1f}" height="15" rx="3" fill="#0f766e"/>
<line x1="{cut:.1f}" x2="{cut:.1f}" y1="{y - 2}" y2="{y + 17}" stroke="#12333f" stroke-width="1.5"/></g>"""


def _place(domain: Domain, value: float, columns: int) -> int:
    return round((min(max(value, domain.lo), domain.hi) - domain.lo) / domain.width * columns)


def _x(domain: Domain, value: float) -> float:
    inside = min(max(value, domain.lo), domain.hi)
    return _LEFT + (inside - domain.lo) / domain.width * (_WIDTH - _LEFT - _RIGHT)
