"""The place of a title that is named near a citation: how far it is from the number, and whether it is its own title.

The names of cards have titles of rules in them, and a sentence compares a rule with another one. Such a title says
nothing about the citation.
"""

from collections.abc import Iterable
from math import inf
from typing import NamedTuple

from msgspec import structs

from graph.citations.judge.titles import NamedTitle
from graph.citations.records import Citation, Evidence
from rules.late_patterns import compile_late
from rules.text import strip_title
from rules.word_lists import FUNCTION_WORDS, is_content_word

NEAR = 45
"""Maximum characters between the subject of a short comment and a citation after it. If the
citation comes first, half as many."""
LONGEST_JOINT = 6
"""Maximum characters between two citations of a list, ` + CR `, or between a name and the citation after it."""
PAUSE = compile_late(r"[,;.|](?=\s|$)")
"""The mark between two clauses."""
_FIRST_WORD = compile_late(r"\A\W*([^\W\d_]*)")
_SEVERAL_WORDS = compile_late(r"\w[\s/-]\w")
_CLOSED = compile_late(r"\s?\)")
_CAPITAL_BEFORE = compile_late(r"(?P<is_first>\A|[^\w\s]\s?)?\b(?P<word>[A-Z][\w'’-]*[a-z])[ -]\Z")
"""A word with a capital right before a title, `Black` of `Black Mana`; `is_first`: whether it begins its clause."""
_CAPITAL_AFTER = compile_late(
    r"[ -](?!(?:Keyword|Abilit(?:y|ies)|Action|Mechanic|Rule)s?\b)(?:of (?:the )?)?(?P<word>[A-Z][\w'’-]*[a-z])"
)
"""A word with a capital directly after a title, `Vault` of `Mana Vault`, or after `of the`. The words for the kind of a
rule are left out: `Flashback Keyword` is no other name than `Flashback`."""
_SMALL = compile_late(r"\s+[a-z]")
"""The beginning of a word in small letters after a title."""
_INTRODUCTION = compile_late(
    r"\s*[(\[,:–—-]?\s*\b(?:(?:[Aa]s\s)?[Pp]er|[Ss]ee(?:\salso)?|[Cc]f\.?|MTG|Mtg|Magic)(?:\s(?:the|MTG|Mtg|Magic))?\s*\Z"
)
"""Words that announce a citation, before its cue: ` (see also`, ` (per MTG`. They are no words about its rule."""
_ARTICLE = compile_late(r"\b(?:[Aa]n?|[Aa]nother)\s\Z")
_RELATIVE = compile_late(r"\s(?:who(?:se)?|that|which|with)\b")
"""The beginning of a clause that describes the thing that a title names."""
_COMPARED = compile_late(
    r"\b(?:[Uu]nlike|[Nn]ot|NOT|[Nn]o(?!-)|cannot|never|[Ll]ike|than|instead of|same|[Aa]s with|[Nn]or|without"
    r"|(?:is|are|was|were)n['’]t)\b[^.;:—]{0,20}\Z|\A\s?['’]s \Z"
)
"""Words before a title that is only compared with: `unlike `. Also the `'s ` of a number directly before the title, as
in `702.15b's defender`."""

_GRANT = compile_late(
    r"\b(?:[Gg]ains?|[Gg]iv(?:es?|ing)|[Gg]rant(?:s|ing)?|[Gg]ets?)\s(?:(?:it|them|the|a|an)\s)?[\"'`*_“‘]?\Z"
)
"""Words before a title that is only an ability that something gets: `gains `."""
_OBJECT = compile_late(r"\s(?:the|an?|that|its?|them|each|all|those|these|target)\b")
"""The beginning of the object of a verb: `mill the card`."""
_NEGATED = compile_late(r"\A\W{0,3}(?:is|are|was|were)n['’]t\W{0,3}\Z")
"""A verb that denies that a title before it is the title of the number after it: `Storm isn't CR 702.41`."""
_DENIAL = compile_late(r"\A\W*(?:[Nn]o|NO|[Ww]ithout)\s\Z")
"""Words that deny the thing that a title names, but not that the number after it has the title: `No storm (CR 702.40)`.
"""

_CALLED_AFTER = compile_late(r"[\"”'’`*]{0,2}\s(?:keyword|mechanic)s?\b")
"""Words after a title that call it a keyword: `the scry keyword action`."""
_CALLED_BEFORE = compile_late(r"\b(?:keyword(?:\s(?:action|ability))?|mechanic)\s[\"“'‘`*]{0,2}\Z")
"""Words before a title that call it a keyword: `the keyword action scry`."""


class PlacedTitle(NamedTitle, frozen=True, kw_only=True):
    """A title found in the words next to a citation, with its place there.

    The first five attributes show where the title is, the next two that it is the title of the number, and the next
    five that it is only an ordinary word, a part of a name or a thing that the rule is not about. The last three show
    that it is not, or may not be, about the citation.

    Attributes:
        before: Whether the title is before the citation: `Storm (CR 702.40)`.
        gap: Number of characters between the title and the citation, without the cue.
        touching: Whether it is directly next to the citation, and names the rule. Between the two may be a few marks,
            the cue and a word no longer than the cue: the `in` of `Storm in CR 702.40`.
        same_clause: Whether there is no comma, semicolon, full stop or bar between the two.
        in_prose: Whether it is in a sentence that is about the number, and not directly after the number.
        as_title: Whether it is printed as the number's own title: `702.40. Storm`.
        printed: Whether it is certainly printed as a title, as in the rules: several words, or in quotation marks.
        in_name: Whether it is part of a longer name, such as a card's: the `Mana` of `Mana Vault`.
        starts_sentence: Whether it may be only the first word of a sentence: `Reveal the top card`.
        as_noun: Whether it is an ordinary noun after the number, between an article and a clause: `a companion whose`.
        as_verb: Whether it is an ordinary verb with an object: `mill the card`.
        granted: Whether it is an ability that something gets: `gains haste`.
        contrasted: Whether it names something else than the rule: `unlike Flashback`, `the defender's`.
        as_topic: Whether it may be what a label of two parts is about: `603.6c / Earthbend`.
        belongs_elsewhere: Whether it is not about the citation: it is contrasted with it, more than a few words after
            it, next to the following citation, or in the remark on another title.
    """

    before: bool
    gap: int
    touching: bool
    same_clause: bool
    in_prose: bool
    as_title: bool
    printed: bool
    in_name: bool
    starts_sentence: bool
    as_noun: bool
    as_verb: bool
    granted: bool
    contrasted: bool
    as_topic: bool
    belongs_elsewhere: bool


def place_title(citation: Citation, evidence: Evidence, named: NamedTitle, following: float) -> PlacedTitle:
    """Return a title with its place relative to a citation.

    Whether the title is in the remark on another title (`explains_another`) is not examined here. If it is, the caller
    sets `belongs_elsewhere`.

    Args:
        citation: The citation.
        evidence: The words next to it in which the title is named.
        named: The title.
        following: Offset of the next citation in the file; infinite if there is none.
    """
    if _is_called_keyword(evidence, named):
        named = structs.replace(named, set_off=True)
    start, end = evidence.start + named.start, evidence.start + named.end
    is_before = end <= citation.start
    between = _find_between(citation, evidence, named)
    in_prose = evidence.kind == "prose" and (is_before or not between.is_adjacent)
    in_name = _is_in_name(evidence, named)
    as_title = not in_name and _is_as_title(evidence, named)
    starts_sentence = not is_before and _starts_sentence(citation, start, end)
    is_contrasted = _is_contrasted(evidence, named, between, is_before=is_before)
    limit = inf if evidence.before_own_line else following
    is_of_following = not is_before and (evidence.apart or _is_beyond(between.length, end, limit))
    return PlacedTitle(
        **structs.asdict(named),
        before=is_before,
        gap=between.length,
        touching=between.is_adjacent and not is_contrasted,
        same_clause=PAUSE.search(between.words) is None,
        in_prose=in_prose,
        as_title=as_title,
        printed=as_title and not (is_contrasted or starts_sentence) and _is_printed(evidence, named),
        in_name=in_name,
        starts_sentence=starts_sentence,
        as_noun=_is_noun(citation, evidence, named),
        as_verb=not named.set_off and _OBJECT.match(evidence.words, named.end) is not None,
        granted=_GRANT.search(evidence.words[: named.start]) is not None,
        contrasted=is_contrasted,
        as_topic=evidence.is_topic,
        belongs_elsewhere=is_contrasted or is_of_following,
    )


def _is_called_keyword(evidence: Evidence, named: NamedTitle) -> bool:
    """Return whether the words next to a title call it a keyword, so that it is a name even in small letters."""
    if _CALLED_AFTER.match(evidence.words, named.end) is not None:
        return True
    return _CALLED_BEFORE.search(evidence.words[: named.start]) is not None


class _Between(NamedTuple):
    """The text between a title and a citation.

    Attributes:
        words: The words between them, with the marks.
        length: The number of characters between them, without the cue.
        is_adjacent: Whether at most a few marks, the cue and a word no longer than the cue are between them: the `in`
            of `Storm in CR 702.40`. After a citation, at most one mark or blank is between them.
    """

    words: str
    length: int
    is_adjacent: bool


def _find_between(citation: Citation, evidence: Evidence, named: NamedTitle) -> _Between:
    """Return the text between a citation and a title, which may be before or after it.

    Words that only announce the citation do not count, as ` (see` in `Storm (see CR 702.40)`; nor does the cue.
    """
    end = evidence.start + named.end
    is_title_after = end > citation.start
    if is_title_after:
        words = evidence.words[: named.start]
        length = max(0, evidence.start + named.start - citation.end)
        return _Between(words, length, is_adjacent=length <= 1 and not _count_letters(words))
    # The cue is not among these words: it is between them and the number.
    words = without_introduction(evidence.words[named.end :])
    cue_length = len(citation.cue or "")
    introduction_length = len(evidence.words) - named.end - len(words)
    length = max(0, citation.start - end - introduction_length - cue_length)
    is_no_longer_than_cue = _count_letters(words) <= cue_length
    return _Between(words, length, is_adjacent=length <= LONGEST_JOINT and is_no_longer_than_cue)


def _is_contrasted(evidence: Evidence, named: NamedTitle, between: _Between, *, is_before: bool) -> bool:
    """Return whether a title names something else than the rule of a number.

    `No storm (CR 702.40)` denies the thing, but not that the number has the title; `Storm isn't CR 702.40` denies that.

    Args:
        evidence: The words with the title.
        named: The title.
        between: The text between the title and the number.
        is_before: Whether the title is before the number.
    """
    if not is_before:
        return _names_something_else(evidence.words, named)
    if _NEGATED.search(between.words):
        return True
    is_denied = between.is_adjacent and _DENIAL.search(evidence.words[: named.start]) is not None
    return not is_denied and _names_something_else(evidence.words, named)


def _is_beyond(gap: int, end: int, following: float) -> bool:
    """Return whether a title after a citation is far from it, or next to the following citation.

    Args:
        gap: Number of characters between the citation and the title.
        end: Offset after the title.
        following: Offset of the following citation; infinite if there is none.
    """
    return gap > NEAR // 2 or end + 2 * LONGEST_JOINT >= following


def without_introduction(words: str) -> str:
    """Return the words before a citation without those that only announce it, such as "(see also"."""
    return _INTRODUCTION.sub("", words)


def closes_bracket(words: str, named: NamedTitle) -> bool:
    """Return whether a name ends a bracket that begins before the given words.

    In `702.43a (Modular) / CR 702.21a` the words before the second number are `Modular) /`, and `Modular` ends a
    bracket that begins before them. So it is the name of the first number.

    Args:
        words: The words before a citation.
        named: The name in these words.
    """
    before = words[: named.start]
    return _CLOSED.match(words, named.end) is not None and before.count("(") <= before.count(")")


def explains_another(words: str, named: NamedTitle, all_named: Iterable[NamedTitle]) -> bool:
    """Return whether a title is in the remark on another one: the "reveal" of `Explore (reveal the top card)`.

    Args:
        words: The words with the titles.
        named: The title.
        all_named: All titles in the words.
    """
    opening = words.rfind("(", 0, named.start)
    if opening < 0 or ")" in words[opening : named.start] or ")" not in words[named.end :]:
        return False
    return any(title.end <= opening and not words[title.end : opening].strip() for title in all_named)


def is_compared(words: str, start: int) -> bool:
    """Return whether what begins at an offset is only compared with: "unlike Flashback"."""
    return _COMPARED.search(words[:start]) is not None


def _count_letters(words: str) -> int:
    """Return how many letters some words have, without marks and digits."""
    return sum(map(str.isalpha, words))


def _is_as_title(evidence: Evidence, named: NamedTitle) -> bool:
    """Return whether a title begins or ends the words that are printed as the title of a number.

    It does in `Flashback Costs`. In `When Flashback` it does not, because these words begin a sentence.
    """
    if evidence.kind != "title" or (named.start > 0 and named.end < len(evidence.words)):
        return False
    return _is_whole(evidence, named) or _FIRST_WORD.findall(evidence.words)[0].lower() not in FUNCTION_WORDS


def _is_whole(evidence: Evidence, named: NamedTitle) -> bool:
    """Return whether a title is all that is printed as the title of a number."""
    return strip_title(evidence.words) == named.name


def _is_printed(evidence: Evidence, named: NamedTitle) -> bool:
    """Return whether a title stands alone as the rules print it: in quotation marks, or several words with capitals."""
    if evidence.in_sentence or not _is_whole(evidence, named):
        return False
    return evidence.quoted or (named.set_off and _SEVERAL_WORDS.search(evidence.words) is not None)


def _starts_sentence(citation: Citation, start: int, end: int) -> bool:
    """Return whether a piece of evidence begins with a title, and goes on in small letters after it.

    In `701.16, Reveal the top card` the title `Reveal` is found in the piece `Reveal the`. Another piece, `Reveal the
    top card`, begins at the same character and goes on in small letters, so the capital may be that of a sentence.

    Args:
        citation: The citation.
        start: Offset of the title.
        end: Offset after the title.
    """
    same_start = (evidence for evidence in citation.evidence if evidence.start == start)
    return any(_SMALL.match(evidence.words, end - start) for evidence in same_start)


def _is_in_name(evidence: Evidence, named: NamedTitle) -> bool:
    """Return whether a title is only a part of a longer name: the "Mana" of "Mana Vault", which is a card.

    It is if a word with a capital is directly after it. A word with a capital directly before it shows a name in two
    cases: before a title in small letters if it is a possessive (`Jace's mana`), and before a title with a capital if
    it is neither a possessive nor the first word of the clause. An ordinary word such as "The" never does.
    """
    if _CAPITAL_AFTER.match(evidence.words, named.end) is not None:
        return True
    before = _CAPITAL_BEFORE.search(evidence.words[: named.start])
    if before is None or not is_content_word(before["word"].lower()):
        return False
    is_owned = before["word"].endswith(("'s", "’s"))
    is_small = not named.words[:1].isupper()
    if is_small:
        return is_owned  # "Jace's mana" is a name, but "Black mana" is not
    if is_owned:
        return False  # in "Jace's Mana" the title stands for itself
    begins_clause = before["is_first"] is not None and evidence.kind != "title"
    return not begins_clause  # the capital of "Black Mana" shows a name only where a clause does not begin with it


def _is_noun(citation: Citation, evidence: Evidence, named: NamedTitle) -> bool:
    """Return whether a title after a number is an ordinary noun, between an article and a clause that describes it.

    For example, the title in `702.139a: a companion whose cost is odd`.
    """
    if named.set_off or evidence.start < citation.end:
        return False
    words = evidence.words
    return _ARTICLE.search(words[: named.start]) is not None and _RELATIVE.match(words, named.end) is not None


def _names_something_else(words: str, named: NamedTitle) -> bool:
    """Return whether a title does not name the rule: `unlike Flashback`, or `the defender's`, which is a thing's owner.

    Args:
        words: The words with the title.
        named: The title.
    """
    if named.words.lower().endswith(("'s", "’s")):
        return True
    if named.words[-1:] in "sS" and words[named.end : named.end + 2] in {"' ", "’ "}:
        return True
    return is_compared(words, named.start)
