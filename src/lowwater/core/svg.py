"""SVG: the pieces that pictures are made of, and their colours on light and dark screens; no script, font or link.

Colours stand in attributes for light screens, so that any program shows them, and in a style for dark ones. Names of
classes begin with `lw-` because a style inside a page holds for the whole page.
"""

import html

PALETTE: dict[str, tuple[str, str]] = {
    "paper": ("#ffffff", "#0f1c21"),
    "ink": ("#12333f", "#e2ecef"),
    "muted": ("#5b7079", "#9fb3bb"),
    "faint": ("#eef3f4", "#1d3038"),
    "pale": ("#cfe3e4", "#1f4b4b"),
    "teal": ("#0f766e", "#2dd4bf"),
    "orange": ("#c2410c", "#fb923c"),
    "yellow": ("#facc15", "#facc15"),
}
"""The colours by name: on a light screen, and on a dark one."""

Attribute = str | float


def element(tag: str, inside: str = "", /, **attributes: Attribute | None) -> str:
    """An element around `inside`, which is SVG already; `fill` and `stroke` are names of PALETTE or `none`."""
    colours = {name: str(attributes[name]) for name in ("fill", "stroke") if attributes.get(name) in PALETTE}
    named = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items() if value is not None}
    named |= {name: PALETTE[colour][0] for name, colour in colours.items()}
    if colours:
        named["class"] = " ".join(f"lw-{name}-{colour}" for name, colour in colours.items())
    opening = "".join(f' {name}="{_attribute(value)}"' for name, value in named.items())
    return f"<{tag}{opening}>{inside}</{tag}>" if inside else f"<{tag}{opening}/>"


def escape(words: str) -> str:
    """The words as SVG has them; characters that XML forbids become blanks."""
    return html.escape("".join(each if each.isprintable() else " " for each in words))


def _attribute(value: Attribute) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"


def text(x: float, y: float, words: str, fill: str = "ink", **attributes: Attribute | None) -> str:
    """Words at (x, y), escaped."""
    return element("text", escape(words), x=x, y=y, fill=fill, **attributes)


def upright(x: float, top: float, bottom: float, stroke: str, **attributes: Attribute | None) -> str:
    """A vertical line."""
    return element("line", x1=x, x2=x, y1=top, y2=bottom, stroke=stroke, **attributes)


def flat(y: float, left: float, right: float, stroke: str, **attributes: Attribute | None) -> str:
    """A horizontal line."""
    return element("line", x1=left, x2=right, y1=y, y2=y, stroke=stroke, **attributes)


def hint(words: str) -> str:
    """What a screen shows while a pointer rests on the element around it."""
    return element("title", escape(words))


def document(width: float, height: float, title: str, description: str, body: str) -> str:
    """An SVG document of this size with no references to other files; screen readers read `title` and `description`."""
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" style="max-width:100%;height:auto" role="img"\n'
        ' font-family="system-ui, sans-serif" font-size="13">'
    )
    parts = [
        opening,
        element("title", escape(title)),
        element("desc", escape(description)),
        element("style", _dark()),
        element("rect", width=width, height=height, fill="paper"),
    ]
    return "\n".join([*parts, body, "</svg>\n"])


def _dark() -> str:
    """The style that holds on dark screens."""
    rules = [
        f".lw-{name}-{colour}{{{name}:{dark}}}" for colour, (_, dark) in PALETTE.items() for name in ("fill", "stroke")
    ]
    return "@media (prefers-color-scheme:dark){" + "".join(rules) + "}"
