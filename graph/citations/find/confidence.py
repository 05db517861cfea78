"""How certain it is that a place is a citation, judged by itself, and what the rest of the file must confirm.

A cue, a letter, a stamp, a name and an address each give some confidence. A file with one certain citation cites the
rules, so that less certain places in it are accepted too.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from graph.citations.find.false_positives import (
    address_before,
    another_authority,
    has_words_nearby,
    is_amount,
    key_of_value,
    may_be_suffix,
    may_be_unit,
    numbered_otherwise,
    of_the_rules,
)
from graph.citations.find.forms import Printed, is_plausible
from graph.citations.find.layout import line_around, place_of
from graph.citations.find.prefixes import Cue
from graph.citations.find.stamps import stamp_of
from rules.late_patterns import compile_late


class Confidence(IntEnum):
    """What must be known about the file before a place counts as a citation."""

    NONE = 0
    """Nothing suffices: the place is something else."""
    CITING = 1
    """The file must cite the rules elsewhere."""
    MAGIC = 2
    """The file must be about Magic, or cite the rules elsewhere."""
    CERTAIN = 3
    """Nothing: the place is a citation in any file."""


_SET_OFF = compile_late(r"(?:[(\[{`\"'|]|(?:^|\n)[ \t]*[-*]?[ \t]*|(?<!:)//+[ \t]*|(?:/\*+|#+|--|;|%)[ \t]*)\Z")
"""What separates a number from a sentence: a bracket, a quote, the beginning of a line or of a comment."""
_GOES_ON = compile_late(r"\s?[—–:)\]]|\s-\s|\.\s")
_HEADS = compile_late(r"\.\s{1,2}[A-Z][a-z]*,? [A-Za-z]|\.?[ \t]*\r?\n[ \t]*(?://+|\*|#+|--)[ \t]+[A-Z][a-z]*,? [a-z]")
"""What follows a rule's number as the rules print it: a full stop and a sentence."""
_SENTENCE = compile_late(r"\s{1,2}(?:[\"“(]|[A-Z]|\.\.\.)")


def settle_confidence(confidences: Sequence[Confidence], *, about_magic: bool, lists_rules: bool) -> Confidence:
    """Return the least confidence that suffices in a file.

    Args:
        confidences: The confidences of all places in the file.
        about_magic: Whether the file has words of the game.
        lists_rules: Whether the file lists rules, as a table or an index does.
    """
    if Confidence.CERTAIN in confidences or lists_rules or (about_magic and Confidence.MAGIC in confidences):
        return Confidence.CITING
    return Confidence.CERTAIN


def confidence_of_cue(text: str, printed: Printed, cue: Cue) -> Confidence:
    """Return the confidence that a cue gives to a number with a dot, or to a placeholder."""
    if another_authority(text, cue.start, printed.end) or (not cue.sure and numbered_otherwise(text, printed.end)):
        return Confidence.NONE
    if cue.sure and not cue.in_code:
        return Confidence.CERTAIN if printed.numbers else Confidence.MAGIC
    if not printed.numbers or not is_plausible(printed.numbers[0]):
        return Confidence.CITING
    if printed.lettered:
        doubtful = cue.in_code and may_be_suffix(printed.numbers[0][-1])
        certain = not cue.word.startswith(("section", "chapter", "ruling", "§")) and not doubtful
        return Confidence.CERTAIN if certain else Confidence.MAGIC
    if cue.in_code and not cue.gap.rstrip("`*").endswith(('"', "'", "[", "(")):
        return Confidence.NONE
    return Confidence.CITING if cue.word.startswith(("section", "chapter", "ruling")) else Confidence.MAGIC


def confidence_of_chapter(text: str, printed: Printed, cue: Cue) -> Confidence:
    """Return the confidence that a cue gives to three digits, or to a placeholder."""
    if another_authority(text, cue.start, printed.end):
        return Confidence.NONE
    if not cue.gap and "§" not in cue.word:  # `CR613` may also be the name of a device
        certain = cue.word == "cr" and cue.sure and printed.numbers and is_plausible(printed.numbers[0])
        return Confidence.CITING if certain else Confidence.NONE
    if not printed.numbers:
        return Confidence.MAGIC if cue.sure else Confidence.CITING
    if not is_plausible(printed.numbers[0]):
        return Confidence.NONE
    if cue.sure and cue.word not in ("cr", "crs", "c.r."):
        return Confidence.CERTAIN
    if "#" in cue.gap or "-" in cue.gap:
        return Confidence.CITING
    return Confidence.MAGIC if cue.sure or cue.word.startswith("rule") else Confidence.CITING


def confidence_of_name(printed: Printed) -> Confidence:
    """Return the confidence of an identifier with a cue in it."""
    if not is_plausible(printed.numbers[0]):
        return Confidence.NONE
    if printed.lettered:
        return Confidence.CERTAIN
    return Confidence.MAGIC


def confidence_of_bare(text: str, printed: Printed) -> Confidence:
    """Return the confidence of a number without a cue."""
    if (
        printed.problem
        or not is_plausible(text[printed.start : printed.start + 3])
        or numbered_otherwise(text, printed.end)
    ):
        return Confidence.NONE
    if not printed.numbers:
        return Confidence.CITING if place_of(text, printed.start) in ("comment", "prose") else Confidence.NONE
    if text[printed.start - 1 : printed.start] in ("/", "#"):
        address = address_before(text, printed.start)
        if "://" in address or address.strip("/#*"):
            return _of_address(printed, address)
    stamp = stamp_of(text, printed.start, printed.end)
    if stamp is not None and stamp.before:
        return Confidence.CERTAIN if printed.lettered else Confidence.MAGIC
    if is_amount(text, printed.start, printed.end):
        return Confidence.NONE
    return _of_lettered(text, printed) if printed.lettered else _of_unlettered(text, printed)


def _of_address(printed: Printed, address: str) -> Confidence:
    if not of_the_rules(address):
        return Confidence.NONE
    return Confidence.CERTAIN if printed.lettered else Confidence.MAGIC


def _of_unlettered(text: str, printed: Printed) -> Confidence:
    place = place_of(text, printed.start)
    key = key_of_value(text, printed.start, printed.end)
    if place == "code" or (place == "string" and key == ""):
        return Confidence.NONE
    if key == "rule":
        return Confidence.MAGIC
    if (
        place == "comment"
        and _SET_OFF.search(text[max(0, printed.start - 40) : printed.start])
        and _HEADS.match(text, printed.end)
    ):
        return Confidence.MAGIC
    # A line of numbers alone is data; a rule's number is among words, or before its heading.
    low = line_around(text, printed.start, printed.end).low
    is_row = text[low : low + 9].lstrip().startswith("|")
    in_words = (place != "prose" and not is_row) or has_words_nearby(text, printed.start, printed.end)
    return Confidence.CITING if in_words else Confidence.NONE


def _of_lettered(text: str, printed: Printed) -> Confidence:
    letter = text[printed.parts[0].end - 1]
    in_code = place_of(text, printed.start) == "code"
    if not may_be_suffix(letter):
        return Confidence.CITING if in_code or letter.isupper() else Confidence.MAGIC
    if in_code or letter.isupper():
        return Confidence.NONE
    if _SET_OFF.search(text[max(0, printed.start - 40) : printed.start]):
        heads = _GOES_ON.match(text, printed.end) or (not may_be_unit(letter) and _SENTENCE.match(text, printed.end))
        return Confidence.MAGIC if heads else Confidence.CITING
    return Confidence.CITING
