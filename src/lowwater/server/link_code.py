"""Link code: a link as the dark and light modules of a QR code, which the dashboard draws."""

import segno


def code_rows(link: str) -> str:
    """The code of a link, line by line, 1 for a dark module and 0 for a light one; without the light around it."""
    rows = segno.make_qr(link, error="m").matrix_iter(border=0)
    return "\n".join("".join("1" if dark else "0" for dark in row) for row in rows)
