"""Recognise *mentions*: numbers that a text prints without citing a rule by them.

Four kinds are known: numbers that a sentence calls made up or not in use (`the invented rule 950.1`), numbers that only
show the form of numbers (`a suffix as in 702.9k`, `counts keyed "702.9k"`), the bare numbers of made-up rules in the
data of tests (`make_row("725.1")`), and numbers that a test uses although they are wrong (`wrong_on_purpose`).
"""

import re
from bisect import bisect_left
from functools import cached_property

from graph.citations.find.change_numbers import find_sentence
from graph.citations.find.first_test import list_tests
from graph.citations.find.possible import PossibleCitation
from graph.citations.find.wrong_on_purpose import is_wrong_on_purpose
from rules.late_patterns import compile_late

_REACH_BEFORE = 32
"""Characters before a number in which words can introduce it as an example."""
_REACH_OF_MADE_UP = 96
"""Characters on either side of a number in which words can call it made up."""

_REACH_OF_NOUN = 48
"""Characters on either side of such a word in which it must have the noun that it describes."""

_OF_NUMBERS = (
    r"\b(?:CRs?|(?:[Ss]ub)?[Rr]ules?|[Nn]umbers?|[Cc]hapters?|[Ss]ections?|[Cc]itations?|[Rr]ef(?:erence)?s?)\b"
)
_NOUN = compile_late(rf"{_OF_NUMBERS}(?!\W{{0,4}}\d)")
"""A noun for rules and numbers, but not the cue of a number."""
_NOUN_AFTER = compile_late(rf"\s(?:[\w-]+\s)?{_OF_NUMBERS}")
"""A noun for rules and numbers, or a cue, directly after a word that describes it: ` rule` after `invented`."""
_MADE_UP = compile_late(
    r"(?:[Ii]nvent(?:s|ed|ing)?|[Mm]ade[ -]up|[Ff]icti(?:onal|tious)|[Ii]maginary|[Bb]ogus|[Nn]on-?existent)\b"
)
"""A word that calls something made up."""
_NOT_IN_USE = compile_late(
    r"""
    [\s`*_\"“”'’]{1,4}
    (?:
        (?:is|are)\s(?:still\s|yet\s)?(?:un(?:used|assigned)|made[ -]up|invented|fictional|free(?=[,;.\n]))
        | do(?:es)?\s?(?:not|n['’]t)\sexist
    )
    """,
    re.VERBOSE,
)
"""Words after a number which say that no rule has it."""
_FORM_WORD = compile_late(
    r"""
    \b(?:
        [Rr]eg-?[Ee]x\w* | [Pp]atterns? | [Ff]ormat(?:s|ted)? | [Pp]ars(?:e[drs]?|ers|ing) | [Mm]atch(?:es|ed|ing)?
        | [Dd]igits? | [Ll]etters | [Ss]uffix(?:es)? | [Pp]refix(?:es)? | [Ss]yntax | [Nn]otat(?:ion|ions)
        | [Tt]okeni[sz]\w+ | [Ss]horthand | [Ss]ort(?:s|ed|ing)?(?!\sof) | [Ll]exicographic\w*
    )\b
    """,
    re.VERBOSE,
)
"""A word for the form of numbers, or for the work of a program with that form."""
_ORDERS_NUMBERS = compile_late(
    r"""
    \b(?:followed\sby | (?:sorts?|go(?:es)?|comes?)\s(?:after|before))
    [\s`*_\"“']{1,4}(?:CRs?\s|(?:[Ss]ub)?[Rr]ules?\s)?[\"“']?(?=[1-9]\d\d\.\d)
    """,
    re.VERBOSE,
)
"""Words before a number which say that it is before or after another number."""
_WORDS_OF_ORDER = ("followed", "after", "before")
"""Every match of `_ORDERS_NUMBERS` contains one of these."""
_DESCRIBES_NUMBER = compile_late(
    r"""
    \b(?:[Rr]ules?|CRs?|[Ss]ections?|[Cc]itations?)[ ]?(?:[Nn]umbers?|[Ii][Dd]s?|[Rr]ef(?:erence)?s?)
    [\s,;:(\[]{1,3}(?:e\.?g\.?,?|i\.?e\.?,?|for\s(?:example|instance),?|like|such\sas)
    [\s`*_\"“'(\[:]{1,4}(?:CRs?\s|[Rr]ule\s)?\Z
    | (?:编号|編號|番号)[（(，,：:]?(?:例?如|比如|例えば)[ ]?(?:[1-9]\d\d\.\d{1,3}[a-z]?[、,，][ ]?){0,3}\Z
    """,
    re.VERBOSE,
)
"""The description of a value that is the number of a rule, before an example of it: `rule number (e.g. "702.40")`."""
_INTRODUCES_EXAMPLE = compile_late(
    r"""
    \b(?:
        (?:like|such\sas|as\sin|e\.?g\.?,?|for\s(?:example|instance),?|looks\slike)[\s`*_\"“'(\[]{1,4}(?:CRs?\s)?
        | (?:[Ss]ubrules?|[Rr]ule\s(?:numbers?|[Ii][Dd]s?)|(?:[Mm]ain|[Tt]op-level)\srules?)
          [\s`*_\"“']{0,3}[(:`\"“'\[]\s?
    )\Z
    """,
    re.VERBOSE,
)
"""Words directly before a number that is an example of its kind."""
_FORM_OF_QUOTED = compile_late(r"\b(?:keyed|[Bb]are)\b")
"""A word for the form of a number that is in quotation marks."""
_QUOTES = "\"'`"
_DOUBLE_QUOTES = frozenset('"“”')


class MentionFinder:
    """Finds the numbers of a text that cite no rule.

    Args:
        text: The whole text.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _tests(self) -> list[int]:
        """Return where the tests of a program begin."""
        return list_tests(self._text)

    @cached_property
    def _orders_numbers(self) -> bool:
        """Return whether the text says anywhere that a number is before or after another."""
        may_order = any(word in self._text for word in _WORDS_OF_ORDER)
        return may_order and _ORDERS_NUMBERS.search(self._text) is not None

    def is_mention(self, place: PossibleCitation, *, has_words: bool) -> bool:
        """Return whether a number cites no rule: its sentence says so, or it belongs to a made-up rule of a test.

        Args:
            place: The number with its place.
            has_words: Whether words next to it tell something about a rule.
        """
        text = self._text
        if _NOT_IN_USE.match(text, place.end) or _is_called_made_up(text, place) or _is_example_of_form(text, place):
            return True
        if self._orders_numbers and _is_put_in_order(text, place):
            return True
        if not _is_in_quotes(text, place):
            return False
        tests_before = bisect_left(self._tests, place.start)
        if not tests_before:
            return False
        # A test that cites a rule says what the rule does, or repeats the subrule that a program prints. So a bare
        # number without a letter and without such words is that of a made-up rule.
        is_made_up = not has_words and place.cue is None and not place.printed.lettered
        return is_made_up or is_wrong_on_purpose(text, place, self._tests[tests_before - 1])


def _is_called_made_up(text: str, place: PossibleCitation) -> bool:
    """Return whether the sentence of a number calls a rule, number or citation near it made up.

    A word such as "invented" in the sentence is not enough: it must describe a noun such as "rule" next to it.
    """
    low = max(0, place.start - _REACH_OF_MADE_UP)
    made_up = _MADE_UP.search(text, low, place.end + _REACH_OF_MADE_UP)
    if made_up is None:
        return False
    sentence = find_sentence(text, place)
    if made_up.start() not in sentence:
        return False
    low = max(sentence.start, made_up.start() - _REACH_OF_NOUN)
    high = min(sentence.stop, made_up.end() + _REACH_OF_NOUN)
    has_noun_near = _NOUN.search(text, low, high) is not None
    return has_noun_near or _NOUN_AFTER.match(text, made_up.end()) is not None


def _is_example_of_form(text: str, place: PossibleCitation) -> bool:
    """Return whether the words before a number give it as an example of a number, or of the form of numbers.

    After `rule number, e.g.` it is one. After `such as` alone it is one only in a sentence about the form of numbers. A
    citation in double quotes, as in `bare "CR 702" in the source`, is one if the sentence says how numbers are written.
    """
    start = place.printed.start
    if _DESCRIBES_NUMBER.search(text, max(0, start - _REACH_OF_NOUN), start):
        return True
    if _is_in_double_quotes(text, place) and _has_word_in_sentence(_FORM_OF_QUOTED, text, place):
        return True
    if not _INTRODUCES_EXAMPLE.search(text, max(0, start - _REACH_BEFORE), start):
        return False
    return _is_about_form(text, find_sentence(text, place))


def _is_put_in_order(text: str, place: PossibleCitation) -> bool:
    """Return whether a number is in a sentence about the order and the form of numbers.

    For example, `the suffix k sorts after j: 702.9k is followed by 702.9m`.
    """
    sentence = find_sentence(text, place)
    has_order = _ORDERS_NUMBERS.search(text, sentence.start, sentence.stop) is not None
    return has_order and _is_about_form(text, sentence)


def _is_about_form(text: str, sentence: range) -> bool:
    """Return whether a sentence has a word for the form of numbers."""
    return _FORM_WORD.search(text, sentence.start, sentence.stop) is not None


def _has_word_in_sentence(word: re.Pattern[str], text: str, place: PossibleCitation) -> bool:
    """Return whether the sentence of a number has a word, which is given as a pattern."""
    sentence = find_sentence(text, place)
    return word.search(text, sentence.start, sentence.stop) is not None


def _is_in_double_quotes(text: str, place: PossibleCitation) -> bool:
    """Return whether double quotes are directly around a citation and its cue: `"CR 702.9k"`."""
    if place.start == 0:
        return False
    marks = {text[place.start - 1], text[place.end : place.end + 1]}
    return marks <= _DOUBLE_QUOTES


def _is_in_quotes(text: str, place: PossibleCitation) -> bool:
    """Return whether a text in quotes is nothing but a number, with its cue at most: `make_row("725.1")`."""
    if place.start == 0:
        return False
    mark = text[place.start - 1]
    return mark in _QUOTES and text[place.end : place.end + 1] == mark
