"""The certainty that a number is a citation if a *cue*, a word before it, announces it: `CR 702.40a`, `rule 702`.

A cue gives some confidence. It gives none if the number is a rule of another authority, an amount or a form that the
rules do not have.
"""

from graph.citations.find.amounts import LITERAL_SUFFIXES, is_count
from graph.citations.find.cues import Cue
from graph.citations.find.number_forms import is_plausible
from graph.citations.find.other_rules import has_other_authority, has_other_form
from graph.citations.find.possible import Confidence
from graph.citations.records import Citation
from rules.late_patterns import compile_late

_LESS_SURE_WORDS = ("section", "chapter", "ruling")
"""Cues, or the beginnings of cues, that announce numbers of other documents too."""
_SHORT_CUES = ("cr", "c.r.")
"""Beginnings of sure cues that are short enough to mean something else before three digits."""
_GAP_MARKS = "#-:"
"""Marks between a cue and three digits that are also printed before the number of an issue or a line."""
_OPENING_MARKS = ('"', "'", "[", "(")
_REACH_OF_ITEM = 60
"""Characters on either side of three digits in brackets in which other items of their list are searched."""
_COUNT_BEFORE = compile_late(r"\(\d{1,2}\),[ ][\w' -]{1,40}\Z")
_COUNT_AFTER = compile_late(r"\),[ ][\w' -]{1,40}[ ]\(\d{1,2}\)")
"""An item of a list with a number that is too short for a chapter, before and after another item: `boats (12), `."""
_REACH_OF_CELL = 60
"""Characters before a cue in which the cell of a table may have other words."""


def confidence_of_number(text: str, printed: Citation, cue: Cue) -> Confidence:
    """Return the confidence in a number with a dot, or a placeholder, that a cue announces."""
    if has_other_authority(text, cue.start, printed.end):
        return Confidence.NONE  # Fed. R. Evid. 702.1
    if not cue.is_sure and has_other_form(text, printed.end):
        return Confidence.NONE  # rule 426.1.c, as other games number
    if cue.is_sure and not cue.in_code:
        # CR 702.40a is certain; CR 702.xxx is a citation only in a file about Magic
        return Confidence.CERTAIN if printed.numbers else Confidence.MAGIC
    if not printed.numbers or not is_plausible(printed.numbers[0]):
        return Confidence.CITING  # rule 702.xxx; rule 171.2, a chapter that Magic never had
    if printed.lettered:
        return _confidence_of_lettered(printed, cue)
    if _is_in_next_cell(text, cue):
        return Confidence.NONE  # | pick of the rule | 702.40 |
    if cue.in_code and not cue.gap.rstrip("`*").endswith(_OPENING_MARKS):
        return Confidence.NONE  # rule = 702.40 is an amount
    if cue.word.startswith(_LESS_SURE_WORDS):
        return Confidence.CITING  # section 702.40 may be of any document
    return Confidence.MAGIC  # rule 702.40


def _confidence_of_lettered(printed: Citation, cue: Cue) -> Confidence:
    """Return the confidence in a number with a letter after a weak cue, or in code after any cue."""
    if cue.word.startswith((*_LESS_SURE_WORDS, "§")):
        return Confidence.MAGIC  # section 702.40a, §702.40a
    if cue.in_code and printed.numbers[0][-1] in LITERAL_SUFFIXES:
        return Confidence.MAGIC  # rule(100.5f), where f may be the type of a literal
    return Confidence.CERTAIN  # rule 702.40a


def confidence_of_chapter(text: str, printed: Citation, cue: Cue) -> Confidence:
    """Return the confidence in three digits, or a placeholder without a dot, that a cue announces."""
    if has_other_authority(text, cue.start, printed.end):
        return Confidence.NONE  # Fed. R. Evid. 702
    if cue.word.endswith("s") and (is_count(text, printed.end) or _is_among_counts(text, printed, cue)):
        return Confidence.NONE  # rules (144 files), rules (100-card decks); boats (12), rules (104)
    if _is_in_next_cell(text, cue):
        return Confidence.NONE  # | pick of the rule | 702 |
    if not cue.gap and "§" not in cue.word:
        return _confidence_of_joined_chapter(printed, cue)
    if not printed.numbers:
        return Confidence.MAGIC if cue.is_sure else Confidence.CITING  # CR ???, rule 7xx
    if has_other_form(text, printed.end):
        return Confidence.NONE  # CR 522.e, as other games number
    if not is_plausible(printed.numbers[0]):
        return Confidence.NONE  # rule 171: Magic never had such a chapter
    return _confidence_of_separate_chapter(cue)


def _is_among_counts(text: str, printed: Citation, cue: Cue) -> bool:
    """Return whether three digits in brackets count something, as those of an item next to them: `boats (12), `."""
    if not cue.gap.endswith("("):
        return False
    if _COUNT_BEFORE.search(text, max(0, cue.start - _REACH_OF_ITEM), cue.start):
        return True
    return _COUNT_AFTER.match(text, printed.end, printed.end + _REACH_OF_ITEM) is not None


def _confidence_of_separate_chapter(cue: Cue) -> Confidence:
    """Return the confidence in three digits that a blank, or something else, separates from the cue."""
    if cue.is_sure and not cue.word.startswith(_SHORT_CUES):
        return Confidence.CERTAIN  # Comprehensive Rules 702
    if any(mark in cue.gap for mark in _GAP_MARKS):
        return Confidence.CITING  # CR #702 may be an issue of a tracker
    if cue.is_sure or cue.word.startswith("rule"):
        return Confidence.MAGIC  # CR 702, rule 702
    return Confidence.CITING  # section 702, § 702


def _confidence_of_joined_chapter(printed: Citation, cue: Cue) -> Confidence:
    """Return the confidence in three digits directly after a cue: `CR613`, which may also be the name of a device."""
    if cue.word != "cr" or not cue.is_sure:
        return Confidence.NONE  # rule613 is a name
    if not printed.numbers or not is_plausible(printed.numbers[0]):
        return Confidence.NONE  # CR171
    return Confidence.CITING


def confidence_of_name(printed: Citation) -> Confidence:
    """Return the confidence in a number in an identifier with a cue, or in an address of the rules."""
    if not is_plausible(printed.numbers[0]):
        return Confidence.NONE
    return Confidence.CERTAIN if printed.lettered else Confidence.MAGIC  # cr_702_5d, cr_702_5


def _is_in_next_cell(text: str, cue: Cue) -> bool:
    """Return whether a weak cue only ends the words of a cell of a table, and the number is in the next cell.

    In `| parser rule | 702 |` the number counts something. In `| Rule | 702 |` the cell is the cue alone, which
    announces the number.
    """
    if cue.is_sure or "|" not in cue.gap:
        return False
    _, _, words = text[max(0, cue.start - _REACH_OF_CELL) : cue.start].rpartition("\n")
    _, _, words = words.rpartition("|")
    return any(map(str.isalnum, words))
