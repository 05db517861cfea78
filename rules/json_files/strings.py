"""Recognition of the strings of a JSON file: the number of a rule, a sentence, a title, a hash."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rules.json_files.records import LABEL, JsonObject, Leaf
from rules.late_patterns import compile_late
from rules.numbers import NUMBER

_PRINTED = compile_late(
    r"""[*_`\[]{0,5}  # marks of Markdown
    (?:(?i:cr|rule|r)[\s_:\#-]{0,2})?  # `CR 702.40`, `rule_702.40`
    (?P<number>[1-9]\d{0,2}(?:\.[1-9]\d{0,2}[a-z]{0,2})?)
    \.?[*_`\]]{0,5}\.?  # a full stop before or after the marks of Markdown
    """,
    re.VERBOSE,
)
"""A number as a field prints it: `702.40a`, `702.`, `CR 702.40`, `rule_702.40`, `**702.40**`."""
_LONGEST_NUMBER = 20
"""A string with this many characters or more is no number."""
_STARTS = compile_late(r"(?P<number>[1-9]\d\d\.[1-9]\d{0,2}[a-z]{0,2})\.?\s+\S")
"""A text that begins with its number."""
_SENTENCE_END = compile_late(r"[.!?:;)\]][\"”’')\]]{0,3}$")
_STOP = compile_late(r"[.!?:;,][\"”’')\]]{0,3}$")
_TAIL = 6
"""Number of characters at the end of a text that show whether it ends like a sentence."""
REFERENCE = compile_late(r"\b[Ss]ee (?:also )?(?:rules?|sections?) \d")
"""A reference of a glossary entry to a rule."""
_HASH = compile_late(r"[0-9a-f]{32,128}", re.IGNORECASE)
_SHORTEST_SENTENCE = 20
"""Minimum number of characters of a sentence."""
_LONGEST_TITLE = 80
"""Maximum number of characters of a title."""


class FieldNumber(NamedTuple):
    """The number of a rule in a field of an object.

    Attributes:
        name: Name of the field; after `LABEL` if the number is the beginning of the field's text.
        number: The number.
        leaf: The string that has the number.
    """

    name: str
    number: str
    leaf: Leaf


def is_printed_number(text: str) -> bool:
    """Return whether a string is the number of a rule and nothing else: `702.40a`, `CR 702.40`, `**7**`."""
    return _PRINTED.fullmatch(text) is not None


def list_numbers(node: JsonObject) -> Iterator[FieldNumber]:
    """Yield the numbers of rules in an object: first the fields that are a number, then those that begin with one."""
    for name, leaf in node.named_strings():
        printed = _PRINTED.fullmatch(leaf.text.strip()) if len(leaf.text) < _LONGEST_NUMBER else None
        if printed and NUMBER.fullmatch(printed["number"]):
            yield FieldNumber(name, printed["number"], leaf)
    for name, leaf in node.fields.items():
        begun = _STARTS.match(leaf.text)
        if begun:
            yield FieldNumber(f"{LABEL}{name}", begun["number"], leaf)


def is_sentence(text: str) -> bool:
    """Return whether a text is one or more sentences, by its length and its end."""
    stripped = text.strip()
    if len(stripped) < _SHORTEST_SENTENCE or " " not in stripped:
        return False
    return _SENTENCE_END.search(stripped[-_TAIL:]) is not None


def is_title(text: str) -> bool:
    """Return whether a text looks like a heading or a term: short, not in lower case, without a full stop."""
    stripped = text.strip()
    if not 0 < len(stripped) <= _LONGEST_TITLE or stripped[0].islower():
        return False
    if not any(map(str.isalpha, stripped)):
        return False
    is_identifier = stripped[0].isdigit() and " " not in stripped
    if is_hash(stripped) or is_identifier:
        return False
    return not _STOP.search(stripped) and not _PRINTED.fullmatch(stripped)


def is_hash(text: str) -> bool:
    """Return whether a string looks like a hash in hexadecimal digits."""
    return _HASH.fullmatch(text) is not None
