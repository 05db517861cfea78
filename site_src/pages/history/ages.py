"""Ages of phrases: the current text in spans, each with the edition since which it is there (the blame view)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from graph.answers.blame import BlameAnswer, blame_rule
from graph.history import History
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


class Aged(Struct, frozen=True):
    """A current rule with the ages of its phrases.

    Attributes:
        texts: Its text, examples and notes.
        since: For each edition with phrases of it, oldest first: the edition in words, its shade, the phrases.
    """

    texts: tuple[ComparedPart, ...]
    since: tuple[tuple[str, int, tuple[str, ...]], ...]


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


def date_words(histories: History, editions: Mapping[str, Edition], scale: Scale, edition: str, key: str) -> Aged:
    """Return a rule of an edition with the ages of its phrases.

    Raises:
        LookupError: The edition has no such rule.
    """
    blamed = blame_rule(histories, edition, key)
    parts = _list_parts(blamed)
    texts = tuple(ComparedPart(label, _mark_spans(editions, scale, blamed.key, spans)) for label, spans in parts)
    phrases: dict[tuple[str, str], list[str]] = {}
    for _, spans in parts:
        for span in spans:
            if span.text.strip():
                phrases.setdefault((span.since, span.key), []).append(span.text.strip())
    since = tuple(
        (
            since_words(editions[when], old, blamed.key),
            scale.find_shade(when),
            tuple(dict.fromkeys(all_of_it)),
        )
        for (when, old), all_of_it in sorted(phrases.items())
    )
    return Aged(texts, since)


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
