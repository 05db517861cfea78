"""How far a place counts as a citation by itself, and what the rest of the file must add.

A cue, a letter, a stamp, a name and an address each carry so much trust. A file in which one place is certain cites the
rules, and there the lesser ones hold too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum

from graph.citations.beside import stamp_of
from graph.citations.comments import place_of
from graph.citations.cues import Cue
from graph.citations.forms import Printed, plausible
from graph.citations.lookalikes import (
    address_before,
    another_authority,
    has_words_beside,
    is_amount,
    is_value,
    may_be_suffix,
    may_be_unit,
    numbered_otherwise,
    of_the_rules,
)


class Trust(IntEnum):
    """What must be known of the file before a place counts as a citation."""

    NONE = 0
    """Nothing helps: it is something else."""
    CITING = 1
    """The file cites the rules elsewhere."""
    MAGIC = 2
    """The file is about Magic, or cites the rules elsewhere."""
    CERTAIN = 3
    """It is one, wherever it stands."""


_SET_OFF = re.compile(r"(?:[(\[{`\"'|]|(?:^|\n)[ \t]*[-*]?[ \t]*|(?<!:)//+[ \t]*|(?:/\*+|#+|--|;|%)[ \t]*)\Z")
"""What sets a number off from a sentence: a bracket, a quote, the beginning of a line or of a comment."""
_GOES_ON = re.compile(r"\s?[—–:)\]]|\s-\s|\.\s")


def settled(trusts: Sequence[Trust], *, about_magic: bool, lists_rules: bool) -> Trust:
    """The least trust that suffices in a file.

    Args:
        trusts: Of all places in the file.
        about_magic: Whether the file has words of the game.
        lists_rules: Whether the file lists rules, as a table or an index does.
    """
    if Trust.CERTAIN in trusts or lists_rules or (about_magic and Trust.MAGIC in trusts):
        return Trust.CITING
    return Trust.CERTAIN


def trust_of_cue(text: str, one: Printed, cue: Cue) -> Trust:
    """How far a cue makes a number with a dot, or a placeholder, a citation."""
    if another_authority(text, cue.start, one.end) or (not cue.sure and numbered_otherwise(text, one.end)):
        return Trust.NONE
    if cue.sure and not cue.in_code:
        return Trust.CERTAIN if one.numbers else Trust.MAGIC
    if not one.numbers or not plausible(one.numbers[0]):
        return Trust.CITING
    if one.lettered:
        doubtful = cue.in_code and may_be_suffix(one.numbers[0][-1])
        return Trust.CERTAIN if cue.word.endswith(("rule", "rules", "cr")) and not doubtful else Trust.MAGIC
    if cue.in_code and not cue.gap.rstrip("`*").endswith(('"', "'", "[", "(")):
        return Trust.NONE
    return Trust.CITING if cue.word.startswith(("section", "chapter", "ruling")) else Trust.MAGIC


def trust_of_chapter(text: str, one: Printed, cue: Cue) -> Trust:
    """How far a cue makes three digits, or a placeholder, a citation."""
    if not (cue.gap or "§" in cue.word) or another_authority(text, cue.start, one.end):
        return Trust.NONE
    if not one.numbers:
        return Trust.MAGIC if cue.sure else Trust.CITING
    if not plausible(one.numbers[0]):
        return Trust.NONE
    if cue.sure and cue.word not in ("cr", "crs", "c.r."):
        return Trust.CERTAIN
    if "#" in cue.gap or "-" in cue.gap:
        return Trust.CITING
    return Trust.MAGIC if cue.sure or cue.word.startswith("rule") else Trust.CITING


def trust_of_name(one: Printed) -> Trust:
    """How far an identifier with a cue in it is a citation."""
    if not plausible(one.numbers[0]):
        return Trust.NONE
    if one.lettered:
        return Trust.CERTAIN
    return Trust.MAGIC


def trust_of_bare(text: str, one: Printed) -> Trust:
    """How far a number that nothing announces is a citation."""
    if one.problem or not plausible(text[one.start : one.start + 3]) or numbered_otherwise(text, one.end):
        return Trust.NONE
    if not one.numbers:
        return Trust.CITING if place_of(text, one.start) in ("comment", "prose") else Trust.NONE
    if text[one.start - 1 : one.start] in ("/", "#"):
        address = address_before(text, one.start)
        if "://" in address or address.strip("/#*"):
            return _of_address(one, address)
    stamp = stamp_of(text, one.start, one.end)
    if stamp is not None and stamp.before:
        return Trust.CERTAIN if one.lettered else Trust.MAGIC
    if is_amount(text, one.start, one.end):
        return Trust.NONE
    return _of_lettered(text, one) if one.lettered else _of_unlettered(text, one)


def _of_address(one: Printed, address: str) -> Trust:
    if not of_the_rules(address):
        return Trust.NONE
    return Trust.CERTAIN if one.lettered else Trust.MAGIC


def _of_unlettered(text: str, one: Printed) -> Trust:
    place = place_of(text, one.start)
    if place == "code" or (place == "string" and is_value(text, one.start, one.end)):
        return Trust.NONE
    # A line of figures alone is data; a rule's number stands among words, or before its heading.
    return Trust.CITING if place != "prose" or has_words_beside(text, one.start, one.end) else Trust.NONE


def _of_lettered(text: str, one: Printed) -> Trust:
    letter = text[one.parts[0].end - 1]
    in_code = place_of(text, one.start) == "code"
    if not may_be_suffix(letter):
        return Trust.CITING if in_code or letter.isupper() else Trust.MAGIC
    if in_code or letter.isupper():
        return Trust.NONE
    if _SET_OFF.search(text[max(0, one.start - 40) : one.start]):
        return Trust.MAGIC if _GOES_ON.match(text, one.end) else Trust.CITING
    return Trust.NONE if may_be_unit(letter) else Trust.CITING
