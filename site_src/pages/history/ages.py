"""The ages of the phrases of a rule: the edition in which each first appeared, and marks where words were removed."""

from collections.abc import Mapping
from typing import NamedTuple

from graph.answers.blame import BlameAnswer, list_pieces
from graph.answers.hidden_changes import describe_hidden
from graph.answers.removed_words import shorten_removed
from rules.change.phrases import Blamed
from rules.change.seams import Seam
from rules.records import Edition
from site_src.markup.words import date_in_words, name_in_words

AgedPart = tuple[str, list[Blamed | Seam]]
"""The label of a text, example or note, and its phrases and seams in order."""


class PhrasesOfAge(NamedTuple):
    """The phrases of a rule that one edition introduced or removed.

    Attributes:
        since: The edition.
        key: Number of the rule in that edition.
        introduced: The phrases that it introduced.
        removed: The phrases that it removed, long ones shortened.
        hidden: Its changes that no phrase shows, in words.
    """

    since: str
    key: str
    introduced: list[str]
    removed: list[str]
    hidden: list[str]


def list_aged(blamed: BlameAnswer) -> list[AgedPart]:
    """Return text, examples and notes of a rule with the age of each phrase."""
    parts = [("text", list_pieces(blamed.spans, blamed.seams))]
    parts += [("Example", list_pieces(example.spans, example.seams)) for example in blamed.examples]
    parts += [("Note", list_pieces(note.spans, note.seams)) for note in blamed.notes]
    return parts


class AgeWords:
    """The ages of phrases in words.

    Args:
        editions: All editions by their ids.
    """

    def __init__(self, editions: Mapping[str, Edition]) -> None:
        self._editions = editions

    def describe_age(self, since: str, old: str, key: str) -> str:
        """Return the age of some phrases: `since Magic 2010, 11 July 2009, then in 502.30a`.

        Args:
            since: The edition in which they first appeared.
            old: The key of the rule in that edition.
            key: Its key now; the old one is named only if it differs.
        """
        edition = self._editions[since]
        name = edition.set_name or edition.set_code
        words = f"since {date_in_words(since)}"
        if name:
            words = f"since {name}, {date_in_words(since)}"
        if old and old != key:
            words += f", then in {name_in_words(old)}"
        return words

    def describe_seam(self, seam: Seam, key: str) -> str:
        """Return the age of a seam: `without “…” since 11 July 2009` with the words that were removed there.

        If no words were removed, two phrases were joined: `next to each other since 11 July 2009`.
        """
        when = self.describe_age(seam.since, seam.key, key)
        if not seam.between:
            return f"next to each other {when}"
        return f"without “{shorten_removed(seam.between)}” {when}"


def list_ages(blamed: BlameAnswer) -> list[PhrasesOfAge]:
    """Return the phrases that each edition introduced in a rule, and those it removed, oldest edition first."""
    phrases: dict[tuple[str, str], PhrasesOfAge] = {}

    def phrases_of(since: str, key: str) -> PhrasesOfAge:
        return phrases.setdefault((since, key), PhrasesOfAge(since, key, [], [], []))

    for _, pieces in list_aged(blamed):
        for piece in pieces:
            if isinstance(piece, Blamed):
                phrases_of(piece.since, piece.key).introduced.append(piece.text.strip())
            elif piece.between:
                phrases_of(piece.since, piece.key).removed.append(shorten_removed(piece.between))
    for passage in blamed.removed:
        phrases_of(passage.since, passage.key).removed.append(shorten_removed(passage.text))
    for change in blamed.hidden:
        phrases_of(change.since, change.key).hidden.append(describe_hidden(change))
    return [phrases[age] for age in sorted(phrases)]
