"""Picture: a whole search as an SVG picture, one row for each round."""

from html import escape

from lowwater.cli.text.step import Step, threshold_list
from lowwater.core.domain import Domain

_ROW, _LEFT, _RIGHT, _TOP = 26, 270, 40, 64
_WIDTH = 880


def picture(domain: Domain, steps: list[Step], title: str, truth: float, value: float) -> str:
    """The `steps` as an SVG document with no references to other files, beside the `truth` and the `value` found."""
    height = _TOP + _ROW * len(steps) + 56
    rows = "\n".join(_row(domain, index, step) for index, step in enumerate(steps))
    true_x, bottom = _x(domain, truth), _TOP + _ROW * len(steps)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img"
 aria-label="{escape(title)}" font-family="system-ui, sans-serif" font-size="13">
<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>
<text x="16" y="26" font-size="16" font-weight="600" fill="#12333f">{escape(title)}</text>
<text x="16" y="50" fill="#5b7079">questions</text>
<text x="240" y="50" fill="#5b7079" text-anchor="end">shares of yes</text>
<text x="{_LEFT}" y="50" fill="#5b7079">{domain.lo:g}</text>
<text x="{_WIDTH - _RIGHT}" y="50" fill="#5b7079" text-anchor="end">{domain.hi:g}</text>
{rows}
<line x1="{true_x:.1f}" x2="{true_x:.1f}" y1="{_TOP - 6}" y2="{bottom + 4}" stroke="#c2410c" stroke-dasharray="3 3"/>
<text x="{true_x + 6:.1f}" y="{bottom + 22}" fill="#c2410c">true {domain.direction}: {truth:.4g}</text>
<text x="{true_x + 6:.1f}" y="{bottom + 42}" fill="#0f766e" font-weight="600">found: {value:.4g}</text>
</svg>
"""


def _row(domain: Domain, index: int, step: Step) -> str:
    y = _TOP + _ROW * index
    side = "at most" if domain.direction == "minimum" else "at least"
    low, high = (_x(domain, end) for end in step.after)
    before_low, before_high = (_x(domain, end) for end in step.before)
    shares = ", ".join(f"{100 * share:.1f}" for share in step.shares)
    cuts = "".join(
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y - 2}" y2="{y + 17}" stroke="#12333f" stroke-width="1.5"/>'
        for x in (_x(domain, threshold) for threshold in step.thresholds)
    )
    return f"""<g><text x="16" y="{y + 12}" fill="#12333f">{side} {threshold_list(step.thresholds)}?</text>
<text x="240" y="{y + 12}" fill="#12333f" text-anchor="end">{shares} %</text>
<rect x="{_LEFT}" y="{y + 5}" width="{_WIDTH - _LEFT - _RIGHT}" height="5" rx="2" fill="#eef3f4"/>
<rect x="{before_low:.1f}" y="{y + 3}" width="{max(before_high - before_low, 1):.1f}" height="9" rx="2" fill="#cfe3e4"/>
<rect x="{low:.1f}" y="{y}" width="{max(high - low, 2):.1f}" height="15" rx="3" fill="#0f766e"/>
{cuts}
<circle cx="{_x(domain, step.value):.1f}" cy="{y + 7.5:.1f}" r="3.5" fill="#facc15" stroke="#12333f"/></g>"""


def _x(domain: Domain, value: float) -> float:
    inside = min(max(value, domain.lo), domain.hi)
    return _LEFT + (inside - domain.lo) / domain.width * (_WIDTH - _LEFT - _RIGHT)
