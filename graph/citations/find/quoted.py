"""Read the title or the text of a rule that is printed next to its number: `702.40. Storm`, `702.40a: When …`."""

import re

from msgspec import structs

from graph.citations.find.layout import LEADER, is_placed_as_in_rules
from graph.citations.find.remarks import ELLIPSIS, LEAST_WORDS_OF_TEXT, MOST_WORDS_OF_TITLE, WORD, join_lines
from graph.citations.records import Evidence
from rules.late_patterns import compile_late
from rules.word_lists import FUNCTION_WORDS

_LEAST_LETTERS = 3
"""Minimum number of letters of all words of a title together."""
_REACH_BEFORE = 90
"""Maximum characters from the start of a title to the number after it."""

_SMALL_WORD = r"and(?:/or)?|or|of|the|to|into|with|from|for|a|an|in|on|by|as|vs\."
_CAPITALISED = r"[A-Z][\w'’-]{0,30}(?:/[A-Z][\w'’-]{0,30})?|\"[^\"\n.]{1,30}\""
"""A capitalised word, two with a slash between them, or anything short in quotes."""
CAPITALISED_RUN = rf"(?:{_CAPITALISED})(?:[ \t](?:{_CAPITALISED}|(?:{_SMALL_WORD})(?=[ \t]))){{0,6}}"
"""A run of capitalised words, with small words such as `of` between them."""
_TITLE_AFTER = compile_late(  # the group `quoted` or `run` is the title
    rf"""
    (?:
        [*_`]{{0,3}}(?:[.,:]|\s?[—–-]|\s?=)?[*_`]{{0,3}}\s{{1,2}}[*_`]{{0,3}}      # 702.40. Storm
        | \s?[(\[][*_`]{{0,2}}(?:[Tt]he[ ](?=[\"“]))?                               # 702.40 (Storm), (the "Storm")
        | [*_`]{{0,3}}\s?[(\[]?                                                    # `702.40`[Storm
        | [*_`]{{0,3}}\s{{0,3}}\|\s{{1,3}}(?=[\"“])                                 # 702.40 | "Storm" copies it
    )
    (?:[\"“](?P<quoted>[A-Z∞][^\"”\n]{{1,60}}?)[.,;]?[\"”]|(?P<run>{CAPITALISED_RUN}))
    """,
    re.VERBOSE,
)
_TITLE_BEFORE = compile_late(  # the group `quoted`, `run` or `code` is the title
    rf"""
    (?:(?P<run>{CAPITALISED_RUN})!?|[\"“](?P<quoted>[A-Z][^\"”\n.]{{1,60}}?),?[\"”]|`(?P<code>[A-Za-z][\w ]{{1,40}})`)
    [*_`]{{0,3}}
    (?:,?\s{{1,2}}|\s{{0,2}}[—–:|=-]{{1,2}}\s{{1,2}}|\s?)                          # Storm, 702.40; Storm - 702.40
    [*_`]{{0,3}}[(\[]?[*_`]{{0,3}}(?:see[ ]|See[ ]|per[ ]|cf\.[ ]|by[ ])?\Z       # Storm (see 702.40)
    """,
    re.VERBOSE,
)
_FULL_TITLE = compile_late(r"[A-Z][\w'’]*[ -][A-Z]")
"""The beginning of a title whose first word can begin a sentence too, so that the second is capitalised: `The Monarch`.
"""
_SENTENCE_BEFORE = compile_late(
    r"""
    (?:
        [\w)][ \t]
        | \b[a-z][\w'’]*,?[ \t]*\r?\n[ \t]*(?:[-/*#;>%|!]{1,4}[ \t]*)?       # a sentence that goes on in the next line
    )
    [\s\"“`'*_]{0,4}\Z
    """,
    re.VERBOSE,
)
"""The end of the words before a title that is a part of their sentence."""
_DESCRIPTION = compile_late(r"[^()\[\]\n]{2,80}[,;:—–-][ \t]{1,2}[*_`]{0,2}(?:see[ ]|per[ ])?")
"""The words between an opening bracket and a citation that a mark separates from them: `copies it, ` in
`Storm (copies it, CR 702.40)`."""
_END_OF_BRACKET = compile_late(r"[*_`]{0,2}[)\]]")
_QUOTED = compile_late(
    r"""
    (?:['’]s)?[)\]`*_]{0,3}
    (?:
        ,?[ \t—–:-]{0,4}                                                          # 702.40a's "…"
        | [ \t—–:-]{0,4}\w[\w'’ ]{0,40}[:,]?[ ]                                   # 702.40a says, "…"
    )
    [*_]{0,2}[\"“](?P<quoted>[^\"“”]{12,400})[\"”]
    """,
    re.VERBOSE,
)
"""A quote that a number introduces."""
_PRINTED = compile_late(
    rf"""
    [*_`\])]{{0,3}}(?:[.:]|\s[—–-])?[*_`]{{0,3}}
    (?:\s{{1,3}}|[ \t]*\r?\n[ \t]*{LEADER}[ \t]*)                                 # blanks, or the next line's mark
    (?:(?P<cut>{ELLIPSIS})\s{{0,2}}|(?=[A-Z\"“\\]))
    """,
    re.VERBOSE,
)
"""The marks between a number and the text of its rule. `cut` is the ellipsis before a text that is quoted without its
beginning."""
_QUOTES = compile_late('["“”]')
_OPENING_QUOTES = ('"', "“")
_MARKS_AFTER = " \t\r\n*/#\"”'(\\"
"""The characters at the end of a quote that do not belong to the text of the rule."""


def find_title_after(text: str, end: int, high: int) -> Evidence | None:
    """Return the title printed after a number, as in `702.40. Storm`; None if there is none.

    Args:
        text: The whole text.
        end: Offset after the number.
        high: The offset up to which to read.
    """
    return make_title(_TITLE_AFTER.match(text, end, high))


def find_title_before(text: str, low: int, start: int) -> Evidence | None:
    """Return the title printed before a number, as in `Storm (see 702.40)`; None if there is none.

    Args:
        text: The whole text.
        low: The offset from which to read.
        start: Offset of the number, including its cue.
    """
    title = make_title(_TITLE_BEFORE.search(text, max(low, start - _REACH_BEFORE), start))
    if title is not None and is_within_sentence(text, low, title):
        title = structs.replace(title, in_sentence=True)
    return title


def is_within_sentence(text: str, low: int, title: Evidence) -> bool:
    """Return whether words of the same sentence are right before a title.

    Args:
        text: The whole text.
        low: The offset from which to read.
        title: The title.
    """
    return _SENTENCE_BEFORE.search(text, max(low, title.start - _REACH_BEFORE), title.start) is not None


def find_title_before_bracket(text: str, low: int, start: int, end: int) -> Evidence | None:
    """Return the title before a bracket that describes it and ends with its number: `Storm (copies it, CR 702.40)`.

    Args:
        text: The whole text.
        low: The offset from which to read.
        start: Offset of the number, including its cue.
        end: Offset after the number.

    Returns:
        The title; None if the bracket does not end with the number, describes nothing, or has no title before it.
    """
    if not _END_OF_BRACKET.match(text, end):
        return None
    begin = max(low, start - _REACH_BEFORE)
    after_bracket = max(text.rfind("(", begin, start), text.rfind("[", begin, start)) + 1
    if not after_bracket or not _DESCRIPTION.fullmatch(text, after_bracket, start):
        return None
    return find_title_before(text, low, after_bracket)


def make_title(match: re.Match[str] | None) -> Evidence | None:
    """Return the title in a match; None if it has too many words or too few letters, or looks like a sentence.

    `When` looks like the beginning of a sentence. `The Monarch` does not, since its second word is capitalised, too.
    """
    if match is None:
        return None
    group = match.lastgroup or ""  # the alternative that matched: `run`, `quoted` or `code`
    title = match[group]
    words = WORD.findall(title)
    if not 0 < len(words) <= MOST_WORDS_OF_TITLE or len("".join(words)) < _LEAST_LETTERS:
        return None
    if words[0].lower() in FUNCTION_WORDS and not _FULL_TITLE.match(title):
        return None
    return Evidence("title", title, *match.span(group), quoted=group != "run")


def find_text_after(text: str, end: int, start: int, high: int) -> Evidence | None:
    """Return the text of a rule that is printed after its number, or else the text quoted there; None without either.

    Args:
        text: The whole text.
        end: Offset after the number.
        start: Offset of the number, including its cue.
        high: The offset up to which to read.
    """
    printed = _find_printed_text(text, end, start, high)
    if printed is not None:
        return printed
    quoted = _QUOTED.match(text, end, high)
    if quoted is None:
        return None
    return make_text(text, *quoted.span("quoted"))


def _find_printed_text(text: str, end: int, start: int, high: int) -> Evidence | None:
    """Return the text that is printed after a number as in the rules: `702.40a Storm is …`; None without one.

    The number must be at the head of its line, or marks must announce the text, as in `see 702.40a: Storm is …`.
    The arguments are those of `find_text_after`.
    """
    marks = _PRINTED.match(text, end, high)
    if marks is None:
        return None
    is_announced = ":" in marks[0] or marks["cut"] is not None
    if not is_announced and not is_placed_as_in_rules(text, start):
        return None
    return make_text(text, marks.end(), high)


def make_text(text: str, start: int, end: int) -> Evidence | None:
    """Return `text[start:end]` as the text of a rule; None if it has too few words.

    Marks after the text are left out, and so is a quotation mark at its start without another one in the text.
    """
    while end > start and text[end - 1] in _MARKS_AFTER:
        end -= 1
    if text[start : start + 1] in _OPENING_QUOTES and not _QUOTES.search(text, start + 1, end):
        start += 1
    words = join_lines(text[start:end])
    if len(WORD.findall(words)) < LEAST_WORDS_OF_TEXT:
        return None
    return Evidence("text", words, start, end)
