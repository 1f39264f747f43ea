"""Preview: what a survey is about and who asks, to be seen before the page's modules have run and checked the terms."""

from html import escape

from lowwater.wire import TextsMessage

NOTHING = "<h1>Lowwater</h1>"


def preview(texts: TextsMessage) -> str:
    """The texts of a survey as HTML; they are in the survey's own words, so the page has none of its own here."""
    who = " · ".join(part for part in (texts.asker, texts.contact) if part)
    lines = "".join(f'<p dir="auto">{escape(line)}</p>' for line in (texts.question, who, texts.purpose) if line)
    title = f'<h1 dir="auto">{escape(texts.title)}</h1>'
    return f'<div id="first" lang="{escape(texts.language)}">{title}{lines}</div>'
