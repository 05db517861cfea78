"""Read the words of a citation, which show what rule its author meant.

They are those of its own clause, within its own comment, item of a list, cell of a table or string. The values beside a
number in an object are its words. The name of a card in quotes or before a colon is none of them.

Guarantees: words are read at most `REACH` characters before a citation and `LONGEST_TEXT` behind it, and not beyond
the neighbouring citations, so that the length of other numbers changes nothing. The work for each citation is bounded.
"""

import re
from typing import Literal

from graph.citations.find.layout import LEADER, NEW_LINE, comment_behind, part_around, place_of
from graph.citations.records import DIRECTIVE, LONGEST_LINE, LONGEST_TEXT, REACH, Citation, Evidence
from rules.late_patterns import compile_late
from rules.text import FUNCTION_WORDS

_SMALL = "and|or|of|the|to|with|from|for|a|an|in|on|by|as"
_CAPITALISED = r"[A-Z][\w'’-]{0,30}|\"[^\"\n.]{1,30}\""
_RUN = rf"(?:{_CAPITALISED})(?:[ \t](?:{_CAPITALISED}|(?:{_SMALL})(?=[ \t]))){{0,6}}"
_TITLE_BEHIND = compile_late(
    r"(?:[*_`]{0,3}(?:[.,:]|\s?[—–-]|\s?=)?[*_`]{0,3}\s{1,2}[*_`]{0,3}|\s?[(\[][*_`]{0,2}|[*_`]{0,3}\s?[(\[]?)"
    rf"(?:[\"“](?P<quoted>[A-Z∞][^\"”\n]{{1,60}}?)[.,;]?[\"”]|(?P<run>{_RUN}))"
)
_TITLE_BEFORE = compile_late(
    rf"(?:(?P<run>{_RUN})|[\"“](?P<quoted>[A-Z][^\"”\n.]{{1,60}}?),?[\"”]|`(?P<code>[A-Za-z][\w ]{{1,40}})`)"
    r"[*_`]{0,3}(?:,?\s{1,2}|\s{0,2}[—–:|=-]{1,2}\s{1,2}|\s?)[*_`]{0,3}[(\[]?[*_`]{0,3}(?:see |See |per |cf\. |by )?\Z"
)
_QUOTED = compile_late(
    r"(?:['’]s)?[)\]`*_]{0,3}(?:,?[ \t—–:-]{0,4}|[ \t—–:-]{0,4}\w[\w'’ ]{0,40}[:,]?[ ])[*_]{0,2}"
    r"[\"“](?P<quoted>[^\"“”]{12,400})[\"”]"
)
"""A quote that a number introduces: `702.40a's "…"`, `702.40a says "…"`; not of another sentence or behind a dash."""
_ELLIPSIS = r"(?:\.\.\.|…)"
_PRINTED = compile_late(
    rf"[*_`\])]{{0,3}}(?:[.:]|\s[—–-])?[*_`]{{0,3}}(?:\s{{1,3}}|[ \t]*\r?\n[ \t]*{LEADER}[ \t]*)"
    rf"(?:(?P<cut>{_ELLIPSIS})\s{{0,2}}|(?=[A-Z\"“\\]))"
)
"""The marks between a number and the rule's words; `cut` is the ellipsis if the beginning of the words is left out."""
_CUT = compile_late(rf"\.?\s{{1,3}}{_ELLIPSIS}")
_BEHIND_HEADING = compile_late(r"[1-9]\d\d\.[1-9]\d{0,2}\.? [A-Z][\w'’ -]{0,40}\.?\s{1,2}\Z")
_SENTENCE_END = compile_late(
    r"[.!?](?<![\s/]!)(?<!\.\.\.)(?<![ .(][a-z]\.[a-z]\.)(?<!\bcf\.)(?<!\bvs\.)[\"”')\]]{0,2}(?=\s|\Z)"
)
_BRACKET = compile_late(r"\s{0,2}[(\[]")
"""The text between a sentence and the citation in brackets that belongs to it."""
_MARK_BEFORE = compile_late(
    r"(?:[(\[{<—–:;,.=|/+&→>]|--|\b(?:[Ss]ee|[Pp]er|[Cc]f\.?|[Aa]lso|e\.g\.|i\.e\.))[\s`*_\"'“#]{0,4}\Z"
)
_MARK_BEHIND = compile_late(
    r"(?!['’]s\b)[`*_\"'”’]{0,4}[ \t]{0,2}(?:[(\[{)\]}.,;:—–=|/+&<→]|--?[\s>]"
    r"|(?:and|or|plus)\s{1,3}(?:CR|[Rr]ule|[1-9]\d\d))"
)
_FEW_WORDS = compile_late(r"\W*(?:\w[\w'’-]*\W+){1,4}\Z")
_LABEL = compile_late(r"[*_`\])]{0,3}(?:\s?[:—–]|\.?\s+[A-Z\"“])")
_SPEAKS = compile_late(
    r"['’]s\b|\s+(?:(?:and|or)\b(?!\s{1,3}(?:CRs?|[Rr]ules?|[1-9]\d\d))|(?:is|are|was|were|does|do|has|have|had|would|will|can|cannot|may|must|should)\b)"
)
"""What is behind a number of which the sentence says something."""
_INNER_MARK = compile_late(rf"[ \t]*\r?\n[ \t]*(?:{LEADER}[ \t]*)?")
_OPENING, _QUOTES = ('"', "“"), compile_late('["“”]')
_WORD = compile_late(r"[^\W\d_][\w’']*")
_TOLD = compile_late(
    r"(?<![^\W\d_])(?!(?:[Ss]ee|[Pp]er|[Bb]y|[Cc]f|[Aa]lso|[Rr]ules?|[Ss]ections?|CRs?|MTG|Magic|[Oo]fficial|[Cc]omprehensive|the|as|of|in|and|or)\b)[^\W\d_]{2,}"
)
"""A word that says something about a rule, which those that announce its number do not."""
_QUOTED_NAME = compile_late(
    r"[\"“][A-Z][\w'’-]{0,30},?(?:[ /]{1,3}(?:[A-Z][\w'’-]{0,30},?|of|the|to|and|in|for|a|from|with|at|on)){0,9}[\"”]"
)
_HEAD_NAME = compile_late(r"[^\w\s]{0,3}[A-Z][\w'’-]*,?(?:\s(?:[A-Z][\w'’-]*,?|[a-z]{1,4})){0,6}\s[A-Z][\w'’-]*:\s")
"""What can be the name of a card: in quotes; several words before a colon."""
_PARENTHESES = compile_late(r"[()\[\]]")

_TOKEN = compile_late(r"\"(?:[^\"\\\n]|\\.){0,2000}\"|'(?:[^'\\\n]|\\.){0,400}'|[{}\[\]()]")
_BEHIND_KEY = compile_late(r"\s{0,9}(?::|=>)\s{0,9}")
_KEY = compile_late(r"([\w-]*)[\"'`]?\s{0,9}(?::|=>?)\s{0,9}\Z")
_NUMBER_KEY = compile_late(r"(?i)(?:number|num|no|id|rule|cr|ref|reference)\Z")
_TITLE_KEY = compile_late(r"(?i)(?:title|heading|section|keyword|ability|rule_?name)\Z")
_CARD_KEY = compile_late(r"(?i)(?:name|card|cards)\Z|\A(?:card|oracle|printed|flavou?r)")
_TEXT_KEY = compile_late(r"(?i)(?:text|rule|quote|wording)\Z|\A\Z")


def words_of(
    text: str, printed: Citation, cue_start: int, after_previous: int, next_start: int
) -> tuple[Evidence, ...]:
    """Return the words of a citation: first its title, then quoted text, then the clauses behind and before it.

    Args:
        text: The whole text.
        printed: The citation.
        cue_start: Offset of the citation, including its cue.
        after_previous: Offset after the previous citation; 0 if there is none.
        next_start: Offset of the next citation, including its cue; the text's length if there is none.
    """
    part = None
    if place_of(text, cue_start) == "string":
        own, values = _read_object(text, printed.start, printed.end)
        if own is not None and _TOLD.search(text[own.start : printed.start] + " " + text[printed.end : own.stop]):
            part = own
        elif values:
            return values
        elif own is not None:
            comment = comment_behind(text, printed.end)
            part = range(cue_start, printed.end) if comment is None else comment
    if part is None:
        part = part_around(text, cue_start, printed.end, LONGEST_TEXT)
    part = _without_directives(text, part, cue_start, printed.end)
    low, high = max(part.start, after_previous, cue_start - REACH), min(part.stop, next_start)
    if text[max(0, cue_start - 2) : cue_start] == NEW_LINE:
        low = cue_start
    title = _title_of(_TITLE_BEHIND.match(text, printed.end, high))
    quoted = _text_behind(text, printed.end, cue_start, high)
    clauses = _clauses(text, printed.end, cue_start, range(low, min(high, printed.end + REACH)))
    if title is None and all(clause.kind != "prose" for clause in clauses):
        title = _title_of(_TITLE_BEFORE.search(text, max(low, cue_start - 90), cue_start))
    return tuple(evidence for evidence in (title, quoted, *clauses) if evidence is not None)


def _without_directives(text: str, part: range, start: int, end: int) -> range:
    """Return the bounds of the words around `text[start:end]`, without comments to the linter."""
    low, high = part.start, part.stop
    before, behind = text.rfind(DIRECTIVE, low, start), text.find(DIRECTIVE, end, high)
    if before >= 0:
        line_end = text.find("\n", before, start)
        low = line_end if line_end >= 0 else start
    return range(low, behind if behind >= 0 else high)


def _title_of(match: re.Match[str] | None) -> Evidence | None:
    """Return a title; None if it is empty, too long or too short, or begins with a word such as `When` or `The`."""
    if match is None:
        return None
    group = match.lastgroup or 0
    words = _WORD.findall(match[group])
    if not 0 < len(words) <= 8 or words[0].lower() in FUNCTION_WORDS or len("".join(words)) < 3:
        return None
    return Evidence("title", match[group], match.start(group), match.end(group))


def _text_behind(text: str, end: int, cue_start: int, high: int) -> Evidence | None:
    """Return the words that follow a number as the rules print them, or else the words quoted behind it."""
    match = _PRINTED.match(text, end, high)
    if match is not None and (
        ":" in match[0] or match["cut"] or _begins_text(text[max(0, cue_start - REACH) : cue_start])
    ):
        printed = _without_marks(text, match.end(), high)
        if printed is not None:
            return printed
    quoted = _QUOTED.match(text, end, high)
    return _without_marks(text, quoted.start("quoted"), quoted.end("quoted")) if quoted else None


def _begins_text(before: str) -> bool:
    """Return whether a number behind these words is where the rules print it: first on its line or behind a heading."""
    line = before[before.rfind("\n") + 1 :]
    return before.endswith(NEW_LINE) or not line.strip(" \t*-#/;\"'`([<>") or _BEHIND_HEADING.search(before) is not None


def _without_marks(text: str, start: int, end: int) -> Evidence | None:
    while end > start and text[end - 1] in " \t\r\n*/#\"”'(\\":
        end -= 1
    if text[start : start + 1] in _OPENING and not _QUOTES.search(text, start + 1, end):
        start += 1
    words = _INNER_MARK.sub(" ", text[start:end])
    return Evidence("text", words, start, end) if len(_WORD.findall(words)) >= 5 else None


def _clauses(text: str, end: int, start: int, part: range) -> list[Evidence]:
    """Return the words of the citation's own clause behind and before it."""
    low, high = part.start, part.stop
    cut = _CUT.match(text, end, high)
    begins = cut.end() if cut else end + 1
    stop = _SENTENCE_END.search(text, begins, high) if high > begins else None
    is_last = not _TOLD.search(text, end, high)
    high = stop.start() if stop else high
    for last in _SENTENCE_END.finditer(text, low, max(low, start - 1)):
        if not (_BRACKET.fullmatch(text, last.end(), start) or (is_last and not _TOLD.search(text, last.end(), start))):
            low = last.end()
    opening = _find_unpaired(text, low, start, last=True)
    closing = _find_unpaired(text, end, high, last=False)
    if opening is not None and text[opening - 1 : opening] != "]" and _TOLD.search(text, opening, start):
        low = opening + 1
    if closing is not None and _TOLD.search(text, end, closing):
        high = closing
    is_head = not _TOLD.search(text, low if opening is None else opening + 1, start) or (
        _LABEL.match(text, end) and _begins_text(text[max(0, start - REACH) : start])
    )
    is_marked = (is_last and _FEW_WORDS.match(text, low, start)) or (
        _MARK_BEFORE.search(text, max(low, start - 12), start) and (is_last or _MARK_BEHIND.match(text, end))
    )
    kind: Literal["keyword", "prose"] = "keyword"
    if _SPEAKS.match(text, end) or not (is_head or is_marked):
        kind = "prose"
    behind, before = _clause(text, end, high, kind), _clause(text, low, start, kind)
    if before is not None and (name := _HEAD_NAME.match(before.words)) and _TOLD.search(before.words, name.end()):
        before = _clause(text, before.start + name.end(), start, kind)
    return [evidence for evidence in (behind, before) if evidence is not None]


def _find_unpaired(text: str, low: int, high: int, *, last: bool) -> int | None:
    """Return the last bracket that stays open within the bounds, or the first that closes none of them."""
    opened: list[int] = []
    for bracket in _PARENTHESES.finditer(text, low, high):
        if bracket[0] in "([":
            opened.append(bracket.start())
        elif opened:
            opened.pop()
        elif not last:
            return bracket.start()
    return opened[-1] if last and opened else None


def _clause(text: str, start: int, end: int, kind: Literal["keyword", "prose"]) -> Evidence | None:
    while start < end and not text[start].isalnum() and text[start] not in '`"“{':
        start += 1
    while end > start and text[end - 1] in " \t\r\n*/#([,;:-—–|":
        end -= 1
    if end - start < 3:
        return None
    words = _INNER_MARK.sub(" ", text[start:end]) if "\n" in text[start:end] else text[start:end]
    words = _QUOTED_NAME.sub(lambda name: " " * len(name[0]), words)
    return Evidence(kind, words, start, end) if _WORD.search(words) else None


def _read_object(text: str, start: int, end: int) -> tuple[range | None, tuple[Evidence, ...]]:
    """Return the bounds of the string that has a number, and the values beside it in its object, array or call."""
    low = max(0, start - LONGEST_LINE)
    low = low and (text.find("\n", low, start) + 1 or low)
    opened: list[list[re.Match[str]]] = [[]]
    own: re.Match[str] | None = None
    ours: list[re.Match[str]] = []
    for token in _TOKEN.finditer(text, low, min(len(text), end + LONGEST_LINE)):
        if own is None and token.end() > start:
            if token.start() > start or len(token[0]) == 1:
                return None, ()
            own, ours = token, opened[-1]
            if _BEHIND_KEY.match(text, token.end()):
                break
        if len(token[0]) > 1:
            opened[-1].append(token)
        elif token[0] in "{[(":
            opened.append([token])
        elif len(opened) > 1 and opened.pop() is ours:
            if _values(text, own, ours) or not _KEY.search(text, max(0, ours[0].start() - 40), ours[0].start()):
                break
            ours = opened[-1]
    if own is None:
        return None, ()
    key = _BEHIND_KEY.match(text, own.end())
    inside = ours if ours and len(ours[0][0]) == 1 else []
    beside = _strings_of_value(text, key.end()) if key else inside
    return range(own.start() + 1, own.end() - 1), _values(text, own, beside)


def _strings_of_value(text: str, start: int) -> list[re.Match[str]]:
    """Return the string that is the value of a key, or the strings directly in it if it is an object or array."""
    strings: list[re.Match[str]] = []
    depth = 0
    for token in _TOKEN.finditer(text, start, min(len(text), start + LONGEST_LINE)):
        if not depth and token.start() > start:
            break
        if len(token[0]) == 1:
            depth += 1 if token[0] in "{[(" else -1
        elif depth < 2:
            strings.append(token)
        if depth < 1:
            break
    return strings


def _values(text: str, own: re.Match[str] | None, strings: list[re.Match[str]]) -> tuple[Evidence, ...]:
    """Return what strings beside that of a number are: its title, its text, other words."""
    evidence: list[Evidence] = []
    is_rule = own is not None and _NUMBER_KEY.search(_key_of(text, own)) is not None
    for token in strings:
        words, key = token[0][1:-1][:LONGEST_TEXT], _key_of(text, token)
        if token is own or len(token[0]) == 1 or not _TOLD.search(words) or _BEHIND_KEY.match(text, token.end()):
            continue
        count = len(_WORD.findall(words))
        is_title = _TITLE_KEY.search(key) or (is_rule and key == "name") or (not key and words[0].isupper())
        kind: Literal["title", "text", "keyword"] = "title"
        if not is_title or count > 8:
            if _CARD_KEY.search(key) or (" " not in words and words.isascii()):
                continue  # of a card, or a word of code
            kind = "text" if count >= 5 and _TEXT_KEY.search(key) else "keyword"
        evidence.append(Evidence(kind, words, token.start() + 1, token.start() + 1 + len(words)))
    return tuple(sorted(evidence, key=lambda each: ("title", "text", "keyword").index(each.kind)))


def _key_of(text: str, token: re.Match[str]) -> str:
    if text[max(0, token.start() - 10) : token.start()].rstrip()[-1:] not in {":", "=", ">"}:
        return ""  # this test is much cheaper than the search
    key = _KEY.search(text, max(0, token.start() - 40), token.start())
    return key[1] if key and not key[1][:1].isdigit() else ""  # a number is no name of a value
