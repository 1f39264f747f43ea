"""Draw the way of one answer, from a number to an estimate: every station is a function of the code, in call order."""

import sys
from html import escape
from pathlib import Path
from typing import NamedTuple


class Station(NamedTuple):
    """A function, what it makes, and in which words."""

    function: str
    makes: str
    words: str


DEVICE = (
    Station("lowwater.core.domain.Domain.truth", "truth", "is the number at most the threshold?"),
    Station("lowwater.core.randomizer.Randomizer.randomize", "answer", "seven bytes of coins may turn it"),
    Station("lowwater.client.ledger_file.LedgerFile.append", "charged", "on the disk before it is sent"),
    Station("lowwater.wire.answers.AnswerMessage.of", "message", "all that travels"),
)
SERVER = (
    Station("lowwater.server.decoder.Decoder.read", "message", "or a refusal"),
    Station("lowwater.server.answers.judge", "counted", "once, and only its digest is kept"),
    Station("lowwater.server.store.questions.Questions.running", "tally", "the counts of a round that is over"),
)
SEARCH = (
    Station("lowwater.search.bisection.Bisection.advance", "state", "the strategy moves"),
    Station("lowwater.search.bisection.Bisection.estimate", "estimate", "what may be said by now"),
    Station("lowwater.wire.estimates.EstimateMessage.of", "message", "to whoever asked"),
)
ROOMS = (
    ("the device: beside the number", "#0f766e", DEVICE),
    ("the server: never sees a number", "#12333f", SERVER),
    ("the search: never sees people or epsilon", "#b45309", SEARCH),
)

_WIDTH, _ROW, _TOP, _GAP = 880, 46, 58, 40


def _station(station: Station, y: int, colour: str) -> str:
    module, _, name = station.function.removeprefix("lowwater.").rpartition(".")
    if module.rpartition(".")[2][:1].isupper():
        module, _, kind = module.rpartition(".")
        name = f"{kind}.{name}"
    return f"""<g><rect x="40" y="{y}" width="130" height="34" rx="6" fill="{colour}"/>
<text x="105" y="{y + 22}" fill="#ffffff" text-anchor="middle" font-weight="600">{escape(station.makes)}</text>
<text x="190" y="{y + 22}" fill="#12333f" font-family="ui-monospace, monospace">{escape(name)}</text>
<text x="420" y="{y + 22}" fill="#5b7079" font-family="ui-monospace, monospace">{escape(module)}</text>
<text x="640" y="{y + 22}" fill="#5b7079">{escape(station.words)}</text></g>"""


def svg() -> str:
    """The picture: one row for each station, room by room, with an arrow from each to the next."""
    parts, y = [], _TOP
    for title, colour, stations in ROOMS:
        parts.append(f'<text x="40" y="{y}" fill="{colour}" font-weight="600">{escape(title)}</text>')
        y += 14
        for station in stations:
            parts.append(f'<path d="M105 {y - 12} v8" stroke="#5b7079" marker-end="url(#tip)"/>' if parts[1:] else "")
            parts.append(_station(station, y, colour))
            y += _ROW
        y += _GAP - 14
    height = y - 10
    body = "\n".join(part for part in parts if part)
    label = "The way of one answer: from a number to an estimate"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img"
 aria-label="{label}" font-family="system-ui, sans-serif" font-size="13">
<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="4" refY="4" orient="auto">
<path d="M1 1 L7 4 L1 7 z" fill="#5b7079"/></marker></defs>
<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>
<text x="40" y="28" font-size="16" font-weight="600" fill="#12333f">{label}</text>
{body}
</svg>
"""


if __name__ == "__main__":
    (Path(sys.argv[1]) / "answer.svg").write_text(svg(), encoding="utf-8")
