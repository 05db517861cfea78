"""Ages of phrases: the current text in spans, each with the edition since which it is there (the blame view)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from markupsafe import Markup
from msgspec.structs import replace

from graph.answers.blame import BlameAnswer
from rules.change.blame import Blamed
from rules.numbers import name_of
from rules.records import Edition
from site_src.markup.differences import ComparedPart
from site_src.markup.passages import symbols_html, text_html
from site_src.markup.words import date_in_words

STEPS = 7
"""Maximum number of shades; more cannot be told apart."""
YEARS = 4
"""Number of years of a shade, so that it stays what it is; the last one has all that follow."""


class Scale:
    """The single scale of shades of a work, over the years of its editions."""

    def __init__(self, editions: Sequence[str]) -> None:
        self.first = int(min(editions)[:4])
        self._newest = self.find_shade(max(editions))

    def find_shade(self, edition: str) -> int:
        """Return the shade of an edition: 0 for the oldest."""
        return min((int(edition[:4]) - self.first) // YEARS, STEPS - 1)

    def legend(self) -> tuple[str, ...]:
        """Return the years of all shades, oldest first: `2003–2006`, `since 2023`."""
        begins = [self.first + shade * YEARS for shade in range(self._newest + 1)]
        return (*(f"{year}–{year + YEARS - 1}" for year in begins[:-1]), f"since {begins[-1]}")


def mark_ages(blamed: BlameAnswer, editions: Mapping[str, Edition], scale: Scale) -> tuple[ComparedPart, ...]:
    """Return the texts, examples and notes of a rule with the shade of each phrase."""
    return tuple(
        ComparedPart(label, _mark_spans(editions, scale, blamed.key, spans)) for label, spans in _list_parts(blamed)
    )


def list_ages(blamed: BlameAnswer, editions: Mapping[str, Edition], scale: Scale) -> list[tuple[str, int, list[str]]]:
    """Return each edition with phrases of a rule, oldest first: the edition in words, its shade, the phrases."""
    phrases: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for _, spans in _list_parts(blamed):
        for span in spans:
            if text := span.text.strip():
                phrases[span.since, span.key][text] = None
    return [
        (since_words(editions[when], old, blamed.key), scale.find_shade(when), list(of_edition))
        for (when, old), of_edition in sorted(phrases.items())
    ]


def _list_parts(blamed: BlameAnswer) -> list[tuple[str, tuple[Blamed, ...]]]:
    parts = [("text", blamed.spans)]
    parts += [("Example", example.spans) for example in blamed.examples]
    parts += [("Note", note.spans) for note in blamed.notes]
    return [(label, tuple(_join_spans(spans))) for label, spans in parts]


def _join_spans(spans: Sequence[Blamed]) -> Iterator[Blamed]:
    """Yield the spans, with neighbours of one age as one."""
    for _, alike in groupby(spans, key=lambda span: (span.since, span.key)):
        first, *more = alike
        yield replace(first, text="".join([first.text, *(span.text for span in more)]))


def since_words(edition: Edition, old: str, key: str) -> str:
    """Return the edition of some phrases: `since Magic 2010, 11 July 2009`, and their old number if it differs."""
    name = edition.set_name or edition.set_code
    when = f"since {name}, {date_in_words(edition.id)}" if name else f"since {date_in_words(edition.id)}"
    return f"{when}, then in {name_of(old)}" if old and old != key else when


def _mark_spans(editions: Mapping[str, Edition], scale: Scale, key: str, spans: Sequence[Blamed]) -> Markup:
    parts = []
    for span in spans:
        since = text_html(since_words(editions[span.since], span.key, key))
        parts.append(f'<span class="a{scale.find_shade(span.since)}" title="{since}">{symbols_html(span.text)}</span>')
    return Markup("".join(parts))  # noqa: S704 - of markup
