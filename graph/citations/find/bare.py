"""The certainty that a *bare* number is a citation, which no cue such as `CR` announces: `// 702.40a copies it`.

The letter of a subrule, a stamp (an edition next to the number), a key of data, an address and the words on the line
give some confidence. There is none if the number can be an amount, a version or a literal of code.
"""

import re

from graph.citations.find.addresses import address_before, is_in_address, is_of_rules
from graph.citations.find.amounts import LITERAL_SUFFIXES, is_amount_by_end, is_amount_by_start, may_be_unit
from graph.citations.find.announced import confidence_of_name
from graph.citations.find.constants import is_named_twice
from graph.citations.find.layout import Region, find_region, line_around
from graph.citations.find.mappings import is_key_of_mapping
from graph.citations.find.number_forms import is_plausible
from graph.citations.find.other_rules import has_other_form
from graph.citations.find.possible import Confidence
from graph.citations.find.stamps import find_stamp
from graph.citations.records import Citation
from rules.late_patterns import compile_late

_REACH_OF_KEY = 40
"""Characters before a number in which its key, or a mark that separates it from a sentence, is searched."""
_REACH_OF_BAR = 9
"""Characters at the beginning of a line in which the bar of a row of a table is searched, after blanks."""
_REACH_OF_WORDS = 120
"""Characters on either side of a number in which a letter is searched."""

_SEPARATED = compile_late(
    r"""
    (?:
        [(\[{`\"'|]                                     # a bracket or a quote
        | (?:^|\n)[ \t]*[-*]?[ \t]*                     # the beginning of a line
        | (?<!:)//+[ \t]* | (?:/\*+|\#+|--|;|%)[ \t]*   # the beginning of a comment
    )\Z
    """,
    re.VERBOSE,
)
"""A mark before a number that separates it from the words of a sentence."""
_HEADING_AFTER = compile_late(r"\s?[—–:)\]]|\s-\s|\.\s")
"""A mark after a number that introduces words about the rule: `702.2f: the damage`."""
_RULE_AFTER = compile_late(
    r"\.\s{1,2}[A-Z][a-z]*,? [A-Za-z]|\.?[ \t]*\r?\n[ \t]*(?://+|\*|#+|--)[ \t]+[A-Z][a-z]*,? [a-z]"
)
"""The text after a number as the rules print it: a full stop and a sentence, or a sentence on the next line."""
_SENTENCE_AFTER = compile_late(r"\s{1,2}(?:[\"“(]|[A-Z]|\.\.\.)")
_KEY = compile_late(
    r"""
    (?P<rule>(?i:(?:comp_?)?rules?|cr)[_-]?(?i:number|num|no|id|ref(?:erence)?|citation|key)?s?)?   # rule_number, CRs
    (?P<number>(?i:number|num|no|id|ref|reference|citation|section|from|to))?                       # no, from
    [\"'`]?\s{0,2}[:=]\s{0,4}                                         # the end of the key, whatever it is: usd":
    (?(rule)(?:\[\s{0,4})?)                                           # after a key of rules also the first of an array
    [\"']\Z
    """,
    re.VERBOSE,
)
"""The end of the key of which a number in quotes is the whole value. Of `"rule_number": "702.2"` it matches the group
`rule`, of `"no": "702.2"` the group `number`, and of `usd: "702.2"` neither of them."""
_LETTER = compile_late(r"[^\W\d_]")


def confidence_of_bare(text: str, printed: Citation) -> Confidence:
    """Return the confidence in a number without a cue."""
    start, end = printed.start, printed.end
    if printed.problem or not is_plausible(text[start : start + 3]) or has_other_form(text, end):
        return Confidence.NONE  # 702.40b-a, 171.2, 426.1.c
    if not printed.numbers:
        in_sentence = find_region(text, start) in ("comment", "prose")
        return Confidence.CITING if in_sentence else Confidence.NONE  # // 702.xxx
    if is_in_address(text, start):
        is_rules_address = is_of_rules(address_before(text, start))
        return confidence_of_name(printed) if is_rules_address else Confidence.NONE  # example.org/rules#702.40a
    stamp = find_stamp(text, start, end)
    if stamp is not None and stamp.is_before:
        return confidence_of_name(printed)  # // 20091005 - 701.6
    number = text[start : printed.parts[0].end]
    if is_amount_by_start(text, start, number) or is_amount_by_end(text, end, number):
        return Confidence.NONE  # v120.5, 120.5 seconds
    region = find_region(text, start)
    if printed.lettered:
        return _confidence_of_lettered(text, printed, region)
    return _confidence_of_unlettered(text, printed, region)


def _confidence_of_unlettered(text: str, printed: Citation, region: Region) -> Confidence:
    """Return the confidence in a number without a cue and without a letter.

    It counts in any file about Magic only as the value of a key of rules, or if a comment prints the rule after it.
    """
    if region == "code":
        return Confidence.NONE  # x = 702.4
    start, end = printed.start, printed.end
    key = _find_key(text, printed)
    if key is not None and key["rule"] is not None:
        return Confidence.MAGIC  # "rule": "702.4"
    if key is not None and key["number"] is None and region == "string" and not is_named_twice(text, start, end):
        return Confidence.NONE  # "usd": "702.4"
    if region == "comment" and _is_separated(text, printed.start) and _RULE_AFTER.match(text, printed.end):
        return Confidence.MAGIC  # // 702.4. Double Strike
    if _is_on_line_of_data(text, printed, region):
        return Confidence.NONE  # 702.4  702.5
    return Confidence.CITING


def _find_key(text: str, printed: Citation) -> re.Match[str] | None:
    """Return the key of which a number in quotes is the whole value, as a match of `_KEY`; None if it has no key."""
    ends_string = text[printed.end : printed.end + 1] in ("'", '"')
    if not ends_string:
        return None
    return _KEY.search(text, max(0, printed.start - _REACH_OF_KEY), printed.start)


def _is_on_line_of_data(text: str, printed: Citation, region: Region) -> bool:
    """Return whether a number is on a line of prose, or in a row of a table, that has no letter near the number.

    Such a line may be of measured values: `702.4  702.5`. A key above its mapping is not on such a line, nor is a
    number above all other words of the file, which may be a heading; nor is a number in a comment or string outside of
    a row.
    """
    if is_key_of_mapping(text, printed.start, printed.end) or _is_above_all(text, printed):
        return False
    line = line_around(text, printed.start, printed.end)
    is_row = text[line.start : line.start + _REACH_OF_BAR].lstrip().startswith("|")
    if region != "prose" and not is_row:
        return False
    before = text[max(line.start, printed.start - _REACH_OF_WORDS) : printed.start]
    after = text[printed.end : min(line.stop, printed.end + _REACH_OF_WORDS)]
    return _LETTER.search(before + after) is None


def _is_above_all(text: str, printed: Citation) -> bool:
    """Return whether a number is alone in the first line of a file, with words right below it."""
    if text[: printed.start].strip(" \t#\ufeff"):
        return False
    rest_of_line, _, below = text[printed.end : printed.end + _REACH_OF_WORDS].partition("\n")
    second_line, _, _ = below.partition("\n")
    return not rest_of_line.strip() and _LETTER.search(second_line) is not None


def _confidence_of_lettered(text: str, printed: Citation, region: Region) -> Confidence:
    """Return the confidence in a number without a cue, with a letter.

    A letter that cannot be a unit or a type, such as `a`, gives confidence by itself. After any other, such as the `f`
    of `702.2f`, only words about the rule do.
    """
    letter = text[printed.parts[0].end - 1]  # as printed, since its case counts
    is_of_code = region == "code" or letter.isupper()
    if letter not in LITERAL_SUFFIXES:
        return Confidence.CITING if is_of_code else Confidence.MAGIC  # x = 702.40a; // 702.40a
    if is_of_code:
        return Confidence.NONE  # x = 100.5f
    if _is_separated(text, printed.start) and _begins_words(text, printed.end, letter):
        return Confidence.MAGIC  # // 702.2f: the damage
    return Confidence.CITING  # takes 100.5s


def _begins_words(text: str, end: int, letter: str) -> bool:
    """Return whether the number that ends at `end` is followed by words about its rule, as a heading or a sentence."""
    if _HEADING_AFTER.match(text, end):
        return True
    return not may_be_unit(letter) and _SENTENCE_AFTER.match(text, end) is not None


def _is_separated(text: str, start: int) -> bool:
    """Return whether a mark separates the number at `start` from the words before it."""
    return _SEPARATED.search(text[max(0, start - _REACH_OF_KEY) : start]) is not None
