"""Picture: a whole search as an SVG picture, one row for each round."""

from lowwater.cli.text.step import Step, threshold_list
from lowwater.core import svg
from lowwater.core.domain import Domain

_ROW, _LEFT, _RIGHT, _TOP = 26, 270, 40, 64
_WIDTH = 880


def picture(domain: Domain, steps: list[Step], title: str, truth: float, value: float) -> str:
    """The `steps` as an SVG document with no references to other files, beside the `truth` and the `value` found."""
    bottom = _TOP + _ROW * len(steps)
    true_x = _x(domain, truth)
    true_words, value_words = f"true {domain.direction}: {truth:.4g}", f"found: {value:.4g}"
    parts = [
        svg.text(16, 26, title, font_size=16, font_weight=600),
        svg.text(16, 50, "questions", "muted"),
        svg.text(240, 50, "shares of yes", "muted", text_anchor="end"),
        svg.text(_LEFT, 50, f"{domain.lo:g}", "muted"),
        svg.text(_WIDTH - _RIGHT, 50, f"{domain.hi:g}", "muted", text_anchor="end"),
        *(_row(domain, index, step) for index, step in enumerate(steps)),
        svg.upright(true_x, _TOP - 6, bottom + 4, "orange", stroke_dasharray="3 3"),
        svg.text(true_x + 6, bottom + 22, true_words, "orange"),
        svg.text(true_x + 6, bottom + 42, value_words, "teal", font_weight=600),
    ]
    description = f"{len(steps)} rounds; {true_words}; {value_words}"
    return svg.document(_WIDTH, bottom + 56, title, description, "\n".join(parts))


def _row(domain: Domain, index: int, step: Step) -> str:
    y = _TOP + _ROW * index
    side = "at most" if domain.direction == "minimum" else "at least"
    shares = ", ".join(f"{100 * share:.1f}" for share in step.shares)
    parts = [
        svg.text(16, y + 12, f"{side} {threshold_list(step.thresholds)}?"),
        svg.text(240, y + 12, f"{shares} %", text_anchor="end"),
        _bar(domain, (domain.lo, domain.hi), y + 5, 5, "faint"),
        _bar(domain, step.before, y + 3, 9, "pale"),
        _bar(domain, step.after, y, 15, "teal"),
        *(svg.upright(_x(domain, cut), y - 2, y + 17, "ink", stroke_width=1.5) for cut in step.thresholds),
        svg.element("circle", cx=_x(domain, step.value), cy=y + 7.5, r=3.5, fill="yellow", stroke="ink"),
    ]
    return svg.element("g", "\n".join(parts))


def _bar(domain: Domain, ends: tuple[float, float], y: float, height: float, fill: str) -> str:
    """An interval of the domain as a bar that is wide enough to be seen."""
    low, high = (_x(domain, end) for end in ends)
    return svg.element("rect", x=low, y=y, width=max(high - low, 2), height=height, rx=2, fill=fill)


def _x(domain: Domain, value: float) -> float:
    inside = min(max(value, domain.lo), domain.hi)
    return _LEFT + (inside - domain.lo) / domain.width * (_WIDTH - _LEFT - _RIGHT)
