"""QR code: a link as a code that a phone reads, as SVG and in a terminal."""

import io

import click
import segno

_BORDER = 4  # modules of light around a code, as its standard wants
_BLOCKS = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def qr_svg(link: str) -> str:
    """The code of a link as an SVG document, black on white whatever lies behind it."""
    out = io.BytesIO()
    _code(link).save(out, kind="svg", scale=4, border=_BORDER, dark="#000", light="#fff", title="QR code of a link")
    return out.getvalue().decode()


def qr_lines(link: str) -> list[str]:
    """The code of a link as lines of half blocks, for black letters on white."""
    rows = [tuple(row) for row in _code(link).matrix_iter(border=_BORDER)]
    if len(rows) % 2:
        rows.append((0,) * len(rows[0]))
    return [
        "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def show_qr(link: str) -> None:
    """Print the code of a link."""
    for line in qr_lines(link):
        click.secho(line, fg="black", bg="bright_white")
    click.echo()


def _code(link: str) -> segno.QRCode:
    return segno.make_qr(link, error="m")
