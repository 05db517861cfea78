"""The ages of the phrases of a rule: the edition in which each first appeared, and marks where words were removed."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graph.answers.blame import BlameAnswer
from graph.answers.hidden_changes import describe_hidden
from graph.answers.removed_words import shorten_removed
from graph.answers.shown_phrases import ShownPhrase, ShownPhrases, list_seams, list_unseen
from rules.change.normal_forms import split_tokens
from rules.change.phrases import Blamed
from rules.change.seams import Seam
from rules.records import Edition
from rules.tokens import is_word
from site_src.markup.words import date_in_words, name_in_words

AgedPart = tuple[str, list[ShownPhrase | Seam]]
"""The label of a text, example or note, and its phrases and seams in order."""
MarkedWords = tuple[tuple[str, bool], ...]
"""A phrase cut into words that gave it its age (`True`) and older ones; of one age, it is a single piece (`False`)."""


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
    introduced: list[MarkedWords]
    removed: list[str]
    hidden: list[str]


def list_aged(blamed: BlameAnswer, shown: ShownPhrases) -> list[AgedPart]:
    """Return text, examples and notes of a rule with the age of each phrase."""
    parts = [("text", shown.list_shown(blamed))]
    parts += [("Example", shown.list_shown(example)) for example in blamed.examples]
    parts += [("Note", shown.list_shown(note)) for note in blamed.notes]
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

    def describe_phrase(self, phrase: ShownPhrase, key: str) -> str:
        """Return the age of a phrase; of one that was widened the exact age of each piece, the newest first.

        Example: `“cast” since Magic 2010, 11 July 2009; “when you” since Scourge, 26 May 2003, then in 502.30a`.
        """
        if not phrase.is_widened:
            return self.describe_age(phrase.since, phrase.key, key)
        newest_first = sorted(phrase.pieces, key=lambda piece: piece.since, reverse=True)
        words_of: dict[tuple[str, str, str], list[str]] = {}  # those of the same age together
        for piece in newest_first:
            words = f"“{shorten_removed(piece.text.strip())}”" if isinstance(piece, Blamed) else _name_seam(piece)
            side = "" if isinstance(piece, Blamed) else "seam"
            words_of.setdefault((piece.since, piece.key, side), []).append(words)
        return "; ".join(
            f"{', '.join(dict.fromkeys(words))} {self.describe_age(since, old, key)}"
            for (since, old, _), words in words_of.items()
        )

    def describe_seam(self, seam: Seam, key: str) -> str:
        """Return the age of a seam: `without “…” since 11 July 2009` with the words that were removed there.

        If no words were removed, two phrases were joined: `next to each other since 11 July 2009`.
        """
        return f"{_name_seam(seam)} {self.describe_age(seam.since, seam.key, key)}"


def list_ages(blamed: BlameAnswer, parts: Sequence[AgedPart]) -> list[PhrasesOfAge]:
    """Return the phrases that each edition introduced in a rule, and those it removed, oldest edition first.

    Args:
        blamed: The rule.
        parts: Its texts, with the age of each phrase.
    """
    phrases: dict[tuple[str, str], PhrasesOfAge] = {}

    def phrases_of(since: str, key: str) -> PhrasesOfAge:
        return phrases.setdefault((since, key), PhrasesOfAge(since, key, [], [], []))

    pieces = [piece for _, pieces_of_part in parts for piece in pieces_of_part]
    for _, pieces_of_part in parts:
        for phrase in _list_worded([piece for piece in pieces_of_part if isinstance(piece, ShownPhrase)]):
            phrases_of(phrase.since, phrase.key).introduced.append(mark_newest(phrase))
    for span in list_unseen(pieces):
        phrases_of(span.since, span.key).introduced.append(((span.text.strip(), True),))
    for seam in list_seams(pieces):
        if seam.between:
            phrases_of(seam.since, seam.key).removed.append(shorten_removed(seam.between))
    for passage in blamed.removed:
        phrases_of(passage.since, passage.key).removed.append(shorten_removed(passage.text))
    for change in blamed.hidden:
        phrases_of(change.since, change.key).hidden.append(describe_hidden(change))
    return [phrases[age] for age in sorted(phrases)]


def _list_worded(phrases: Sequence[ShownPhrase]) -> list[ShownPhrase]:
    """Return the phrases of a text without the marks that have no word and are no newer than the phrase before them.

    Such a mark is a full stop after removed words. Its age says nothing.
    """
    return [
        phrase
        for before, phrase in zip([None, *phrases], phrases, strict=False)
        if before is None or phrase.since > before.since or any(map(is_word, split_tokens(phrase.text).strings))
    ]


def mark_newest(phrase: ShownPhrase) -> MarkedWords:
    """Return the words of a phrase, those marked that gave it its age if others are older."""
    texts = [span.text for span in phrase.spans]
    texts[0], texts[-1] = texts[0].lstrip(), texts[-1].rstrip()
    if not phrase.is_widened:
        return ((phrase.text.strip(), False),)
    return tuple((text, span.since == phrase.since) for text, span in zip(texts, phrase.spans, strict=True))


def _name_seam(seam: Seam) -> str:
    """Return what became of a place, before its date: `without “…”`."""
    if not seam.between:
        return "next to each other"
    return f"without “{shorten_removed(seam.between)}”"
