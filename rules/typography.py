"""The typography of a copy: the form in which the whole document prints quotation marks, dashes and other marks.

Whoever types, exports or converts a document chooses these forms for all of it: straight or curly quotation marks, `—`,
`--` or a hyphen, `™` or `(tm)`. So if a whole copy has another form than other copies, that says nothing about the
publisher. A single mark that differs from the rest of its document may be the publisher's.

A *sort* of marks is one kind of character, such as quotation marks; its *form* is how they are printed, such as curly.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import asdict

from rules.late_patterns import compile_late

MIXED = "mixed"
"""The form of a sort of marks of which a document has several forms, none of them for nearly all marks."""
SORTS: Mapping[str, str] = {
    "apostrophes": "apostrophes",
    "quotes": "quotation marks",
    "dashes": "dashes",
    "ranges": "ranges of numbers",
    "trademarks": "trade marks",
    "ellipses": "ellipses",
    "emphasis": "words in italics",
    "lost": "lost characters",
}
"""Sort of marks → its name in messages."""
_USUAL = 0.9
"""Minimum share of the marks of a sort that have the same form, for the document to have that form. In the copies known
by 2026 it is 0.98 or more for quotation marks, or the parts of the document have different forms."""
_FEWEST = 5
"""Minimum number of marks of a sort, for the document to have a form of it. Of trade marks, the rarest sort, an edition
has 7 or more."""

Patterns = Mapping[str, Sequence[str | re.Pattern[str]]]
"""Form of a sort of marks → strings or patterns, each of which matches one mark of this form."""

# A search is fastest if the pattern begins with a fixed character. So each pattern begins with the mark itself, and a
# look-behind after the mark says what must come before it.
_APOSTROPHE_FORMS: Patterns = {"straight": ["'"], "curly": ["’", "‘"]}
_QUOTE_FORMS: Patterns = {"straight": ['"'], "curly": ["“", "”"]}
_DASH_FORMS: Patterns = {
    "em": ["—"],
    "double": [compile_late(r"--(?<=[^\s-]--)(?![\s-])")],
    "spaced double": [compile_late(r"--(?<=\s--)(?=\s)")],
    "hyphen": [compile_late(r"-(?<=[^\d\s]\s-)(?=\s\D)")],
}
_RANGE_FORMS: Patterns = {
    "en": ["–"],
    "hyphen": [compile_late(r"-(?<=\d-)(?=[\da-z])"), compile_late(r"-(?<=\d[a-z]-)(?=[\da-z])")],
    "spaced hyphen": [compile_late(r"-(?<=\d\s-)(?=\s[\da-z])"), compile_late(r"-(?<=\d[a-z]\s-)(?=\s[\da-z])")],
}
_TRADEMARK_FORMS: Patterns = {
    "signs": ["™"],
    "letters": ["(tm)"],
    "capitals": ["(TM)"],
}
_ELLIPSIS_FORMS: Patterns = {"sign": ["…"], "dots": ["..."]}
_EMPHASIS_FORMS: Patterns = {"underscores": ["_"]}
_LOST_FORMS: Patterns = {
    "signs": ["\ufffd"],
    # The question mark of an address such as `page.asp?x` is not a lost character.
    "question marks": [compile_late(r"\?(?<!\.asp\?)(?<!\.aspx\?)(?=[^\W_])"), compile_late(r"\?(?=[{\[])")],
}
_PATTERNS: Mapping[str, Patterns] = {
    "apostrophes": _APOSTROPHE_FORMS,
    "quotes": _QUOTE_FORMS,
    "dashes": _DASH_FORMS,
    "ranges": _RANGE_FORMS,
    "trademarks": _TRADEMARK_FORMS,
    "ellipses": _ELLIPSIS_FORMS,
    "emphasis": _EMPHASIS_FORMS,
    "lost": _LOST_FORMS,
}
"""Sort of marks → the patterns of its forms."""

_DASH = compile_late(r"\s*[-—–‐‑‒―−][\s—–‐‑‒―−-]*"), "-"
_TRADEMARK = compile_late(r"\s?\((?:tm|r|c)\)|[™®©]", re.IGNORECASE), ""
_APOSTROPHE = compile_late("[’‘‚‛´′`]"), "'"
_QUOTE = compile_late("[“”„‟«»″]"), '"'
_LOST = compile_late(r"[\ufffd?'\"-]+"), " "
_REPLACED: Mapping[str, Sequence[tuple[re.Pattern[str], str]]] = {
    "apostrophes": [_APOSTROPHE],
    "quotes": [_QUOTE],
    "dashes": [_DASH],
    "ranges": [_DASH],
    "trademarks": [_TRADEMARK],
    "ellipses": [(compile_late("…"), "...")],
    "emphasis": [(compile_late("_"), "")],
    "lost": [_TRADEMARK, _DASH, _LOST],
}
"""Sort of marks → patterns, each with the text that replaces a match, for a text without the typography of this
sort."""
_BLANKS = compile_late(r"[^\S\n]+"), " "

FormCounts = Mapping[str, Mapping[str, int]]
"""Sort of marks → form → number of marks."""


class Typography(Struct, frozen=True):
    """The form of each sort of marks in a document; `mixed` if it has several forms, empty if it has hardly any marks.

    Attributes:
        apostrophes: `straight` or `curly`.
        quotes: Quotation marks: `straight` or `curly`.
        dashes: `em` (`—`), `double` (`--`), `spaced double` or `hyphen` (a hyphen between blanks).
        ranges: Between two numbers: `en` (`–`), `hyphen` or `spaced hyphen`.
        trademarks: `signs` (`™`), `letters` (`(tm)`) or `capitals` (`(TM)`).
        ellipses: `sign` (`…`) or `dots`.
        emphasis: `underscores` around words in italics.
        lost: In place of lost characters: `signs` (U+FFFD) or `question marks`.
    """

    apostrophes: str = ""
    quotes: str = ""
    dashes: str = ""
    ranges: str = ""
    trademarks: str = ""
    ellipses: str = ""
    emphasis: str = ""
    lost: str = ""

    def differing(self, compared: "Typography") -> frozenset[str]:
        """Return the sorts of marks that two documents print in different forms, such as `quotes`.

        A sort of which a document has hardly any marks has the form "", which differs from every other form.
        """
        forms = asdict(compared)
        return frozenset(sort for sort, form in asdict(self).items() if form != forms[sort])


def count_forms(texts: Iterable[str]) -> FormCounts:
    """Return sort of marks → form → how often a document has it: `{"quotes": {"straight": 2, "curly": 310}, …}`."""
    document = "\n".join(texts)
    return {sort: _count_marks(document, patterns) for sort, patterns in _PATTERNS.items()}


def _count_marks(document: str, patterns_of: Patterns) -> dict[str, int]:
    """Return how many marks of each form of a sort a document has."""
    counts: dict[str, int] = {}
    for form, patterns in patterns_of.items():
        counts[form] = sum(_count_matches(document, pattern) for pattern in patterns)
    return counts


def _count_matches(document: str, pattern: str | re.Pattern[str]) -> int:
    """Return how often a document has a string, or matches a pattern."""
    if isinstance(pattern, str):
        return document.count(pattern)
    return len(pattern.findall(document))


def typography_of(counts: FormCounts) -> Typography:
    """Return the typography of a document, by the numbers of its marks."""
    return Typography(**{sort: _find_usual(forms) for sort, forms in counts.items()})


def _find_usual(forms: Mapping[str, int]) -> str:
    """Return the form of nearly all marks of a sort, `mixed` if they have several, empty if there are hardly any marks.

    Args:
        forms: Form → number of marks.
    """
    total = sum(forms.values())
    if total < _FEWEST:
        return ""
    usual = max(forms, key=lambda form: forms[form])
    return usual if forms[usual] >= _USUAL * total else MIXED


def count_differing(counts: FormCounts, compared: FormCounts) -> float:
    """Return about how many marks two documents of the same words print in different forms."""
    return sum(_count_differing_marks(forms, compared[sort]) for sort, forms in counts.items())


def _count_differing_marks(forms: Mapping[str, int], compared: Mapping[str, int]) -> float:
    """Return about how many marks of a sort two documents print in different forms.

    It is not known which mark of one document is which mark of the other. So the shares of the forms are compared. If
    one document has 10 curly and no straight marks, and the other has 5 of each, 5 marks differ.

    Args:
        forms: Form → number of marks in the one document.
        compared: Form → number of marks in the other document.
    """
    total, compared_total = sum(forms.values()), sum(compared.values())
    if not total or not compared_total:
        return total + compared_total
    differences = sum(abs(count / total - compared[form] / compared_total) for form, count in forms.items())
    # A mark in another form adds to the difference of both forms.
    return max(total, compared_total) * differences / 2


def plain_typography(sorts: Collection[str]) -> Callable[[str], str]:
    """Return a function that returns a text without the typography of some sorts of marks.

    For `quotes`, it returns `"Ahoy" – again` for `“Ahoy”  – again`. Runs of blanks become single spaces in any case.
    The results are only compared, never shown.
    """
    replacements: list[tuple[re.Pattern[str], str]] = []
    for sort, replaced in _REPLACED.items():
        if sort in sorts:
            replacements += replaced
    replacements.append(_BLANKS)

    def make_plain(text: str) -> str:
        for pattern, plain in replacements:
            text = pattern.sub(plain, text)
        return text.strip()

    return make_plain
