"""How certain it is that a place is a citation, judged by itself, and what the rest of the file must confirm.

A cue, a letter, a stamp, a name and an address each give some confidence; what makes a number an amount, a version, an
address or a rule of another authority takes it all. A file with one certain citation cites the rules, so that less
certain places in it are accepted too. Each test examines a few characters around a number.
"""

import re

from graph.citations.find.amounts import is_amount_by_end, is_amount_by_start, is_count, may_be_unit
from graph.citations.find.cues import Cue
from graph.citations.find.layout import Region, find_region, line_around
from graph.citations.find.numbers import is_plausible
from graph.citations.find.other_rules import has_other_authority
from graph.citations.find.possible import Confidence
from graph.citations.find.stamps import find_stamp
from graph.citations.records import Citation
from rules.late_patterns import compile_late

_REACH_OF_MARK = 40
"""Characters before a number in which its key, or what sets it off, is searched."""
_REACH_OF_WORDS = 120
"""Characters to either side of a number in which a word or an address is searched."""

_SET_OFF = compile_late(
    r"""
    (?:
        [(\[{`\"'|]                                     # a bracket or a quote
        | (?:^|\n)[ \t]*[-*]?[ \t]*                     # the beginning of a line
        | (?<!:)//+[ \t]* | (?:/\*+|\#+|--|;|%)[ \t]*   # the beginning of a comment
    )\Z
    """,
    re.VERBOSE,
)
"""What separates a number from a sentence."""
_GOES_ON = compile_late(r"\s?[—–:)\]]|\s-\s|\.\s")
_HEADS = compile_late(r"\.\s{1,2}[A-Z][a-z]*,? [A-Za-z]|\.?[ \t]*\r?\n[ \t]*(?://+|\*|#+|--)[ \t]+[A-Z][a-z]*,? [a-z]")
"""What follows a rule's number as the rules print it: a full stop and a sentence."""
_SENTENCE = compile_late(r"\s{1,2}(?:[\"“(]|[A-Z]|\.\.\.)")
_KEY = compile_late(
    r"""
    (?P<rule>(?i:(?:comp_?)?rules?|cr)[_-]?(?i:number|num|no|id|ref(?:erence)?|citation|key)?s?)?
    (?P<number>(?i:number|num|no|id|ref|reference|citation|section|from|to))?
    [\"'`]?\s{0,2}[:=]\s{0,4}
    (?(rule)(?:\[\s{0,4})?)                                           # the first of an array, if the key is of rules
    [\"']\Z
    """,
    re.VERBOSE,
)
"""The key of which a number in quotes is the whole value: `"rule_number": "702.2"`, `"no": "702.2"`, `usd: "702.2"`."""
_LETTER = compile_late(r"[^\W\d_]")
_SUFFIXES = frozenset("fdlmksxgFDLMKSX")
"""Letters behind a number that may be a literal's type or a unit, not a subrule's letter: `100.5f`."""
_OTHER_FORM = compile_late(r"\.[a-z](?![a-z])|\.[1-9]")
"""How a number continues in the form that other games use: `426.1.c`."""
_LESS_SURE_WORDS = ("section", "chapter", "ruling")
"""Cues, or their beginnings, that announce numbers of other documents too."""
_RULES_ADDRESS = compile_late(r"(?i)rule|magic|mtg|/cr\b|cr/|yawgatog|wizards")
_NO_ADDRESS = compile_late(r"[\s\"'()<>\[\]]")


def confidence_of_cue(text: str, printed: Citation, cue: Cue) -> Confidence:
    """Return the confidence that a cue gives to a number with a dot, or to a placeholder."""
    if has_other_authority(text, cue.start, printed.end):
        return Confidence.NONE
    if not cue.is_sure and _OTHER_FORM.match(text, printed.end):
        return Confidence.NONE
    if cue.is_sure and not cue.in_code:
        return Confidence.CERTAIN if printed.numbers else Confidence.MAGIC
    if not printed.numbers or not is_plausible(printed.numbers[0]):
        return Confidence.CITING
    if printed.lettered:
        return _confidence_of_lettered_behind_cue(printed, cue)
    if cue.in_code and not cue.gap.rstrip("`*").endswith(('"', "'", "[", "(")):
        return Confidence.NONE
    return Confidence.CITING if cue.word.startswith(_LESS_SURE_WORDS) else Confidence.MAGIC


def _confidence_of_lettered_behind_cue(printed: Citation, cue: Cue) -> Confidence:
    """Return the confidence that a cue gives to a number with a letter, unless it is sure by itself."""
    is_less_sure = cue.word.startswith((*_LESS_SURE_WORDS, "§"))
    may_be_amount = cue.in_code and printed.numbers[0][-1] in _SUFFIXES
    if is_less_sure or may_be_amount:
        return Confidence.MAGIC
    return Confidence.CERTAIN


def confidence_of_chapter(text: str, printed: Citation, cue: Cue) -> Confidence:
    """Return the confidence that a cue gives to three digits, or to a placeholder."""
    if has_other_authority(text, cue.start, printed.end):
        return Confidence.NONE
    if cue.word.endswith("s") and is_count(text, printed.end):
        return Confidence.NONE  # "rules (144 files)", "rules (100-card decks)"
    if not cue.gap and "§" not in cue.word:
        return _confidence_of_chapter_joined(printed, cue)
    if not printed.numbers:
        return Confidence.MAGIC if cue.is_sure else Confidence.CITING
    if not is_plausible(printed.numbers[0]):
        return Confidence.NONE
    return _confidence_of_chapter_apart(cue)


def _confidence_of_chapter_apart(cue: Cue) -> Confidence:
    """Return the confidence in three digits behind a cue and a blank, or what else is between them."""
    if cue.is_sure and cue.word not in ("cr", "crs", "c.r."):
        return Confidence.CERTAIN
    if any(mark in cue.gap for mark in "#-:"):
        return Confidence.CITING
    if cue.is_sure or cue.word.startswith("rule"):
        return Confidence.MAGIC
    return Confidence.CITING


def _confidence_of_chapter_joined(printed: Citation, cue: Cue) -> Confidence:
    """Return the confidence in three digits right behind a cue: `CR613` may also be the name of a device."""
    if cue.word != "cr" or not cue.is_sure:
        return Confidence.NONE
    if not printed.numbers or not is_plausible(printed.numbers[0]):
        return Confidence.NONE
    return Confidence.CITING


def confidence_of_name(printed: Citation) -> Confidence:
    """Return the confidence of a number in an identifier with a cue, or in an address of the rules."""
    if not is_plausible(printed.numbers[0]):
        return Confidence.NONE
    return Confidence.CERTAIN if printed.lettered else Confidence.MAGIC


def confidence_of_bare(text: str, printed: Citation) -> Confidence:
    """Return the confidence of a number without a cue."""
    start, end = printed.start, printed.end
    if printed.problem or not is_plausible(text[start : start + 3]) or _OTHER_FORM.match(text, end):
        return Confidence.NONE
    if not printed.numbers:
        in_sentence = find_region(text, start) in ("comment", "prose")
        return Confidence.CITING if in_sentence else Confidence.NONE
    if _is_in_address(text, start):
        return confidence_of_name(printed) if is_of_rules(address_before(text, start)) else Confidence.NONE
    stamp = find_stamp(text, start, end)
    if stamp is not None and stamp.is_before:
        return confidence_of_name(printed)
    if is_amount_by_start(text, start) or is_amount_by_end(text, end):
        return Confidence.NONE
    region = find_region(text, start)
    if printed.lettered:
        return _confidence_of_lettered(text, printed, region)
    return _confidence_of_unlettered(text, printed, region)


def _is_in_address(text: str, start: int) -> bool:
    """Return whether a number is a part of an address or a path, or its anchor."""
    if text[start - 1 : start] not in ("/", "#"):
        return False
    address = address_before(text, start)
    return "://" in address or address.strip("/#*") != ""


def _confidence_of_unlettered(text: str, printed: Citation, region: Region) -> Confidence:
    """Return the confidence of a number without a cue and without a letter."""
    start, end = printed.start, printed.end
    key: re.Match[str] | None = None
    if text[end : end + 1] in ("'", '"'):
        key = _KEY.search(text, max(0, start - _REACH_OF_MARK), start)
    is_of_rule = key is not None and key["rule"] is not None
    if region == "code":
        return Confidence.NONE
    if region == "string" and key is not None and not is_of_rule and not key["number"]:
        return Confidence.NONE
    if is_of_rule:
        return Confidence.MAGIC
    if region == "comment" and _is_set_off(text, start) and _HEADS.match(text, end):
        return Confidence.MAGIC
    return Confidence.CITING if _is_among_words(text, printed, region) else Confidence.NONE


def _is_among_words(text: str, printed: Citation, region: Region) -> bool:
    """Return whether a number is among words, or before its heading: a line of numbers alone is data."""
    line = line_around(text, printed.start, printed.end)
    is_row = text[line.start : line.start + 9].lstrip().startswith("|")
    if region != "prose" and not is_row:
        return True
    before = text[max(line.start, printed.start - _REACH_OF_WORDS) : printed.start]
    behind = text[printed.end : min(line.stop, printed.end + _REACH_OF_WORDS)]
    return _LETTER.search(before + behind) is not None


def _confidence_of_lettered(text: str, printed: Citation, region: Region) -> Confidence:
    """Return the confidence of a number without a cue, with a letter."""
    letter = text[printed.parts[0].end - 1]
    is_of_code = region == "code" or letter.isupper()
    if letter not in _SUFFIXES:
        return Confidence.CITING if is_of_code else Confidence.MAGIC
    if is_of_code:
        return Confidence.NONE
    if _is_set_off(text, printed.start) and _heads_line(text, printed.end, letter):
        return Confidence.MAGIC
    return Confidence.CITING


def _heads_line(text: str, end: int, letter: str) -> bool:
    """Return whether what follows a number with a letter is its heading or sentence."""
    if _GOES_ON.match(text, end):
        return True
    return not may_be_unit(letter) and _SENTENCE.match(text, end) is not None


def _is_set_off(text: str, start: int) -> bool:
    return _SET_OFF.search(text[max(0, start - _REACH_OF_MARK) : start]) is not None


def is_of_rules(address: str) -> bool:
    """Return whether an address is one of the rules."""
    return _RULES_ADDRESS.search(address) is not None


def address_before(text: str, start: int) -> str:
    """Return the characters of an address, a path or a word that end at `start`."""
    return _NO_ADDRESS.split(text[max(0, start - _REACH_OF_WORDS) : start])[-1]
