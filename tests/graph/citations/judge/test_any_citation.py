"""Whatever is cited, and whatever stands beside it: an answer inside the citation, and the laws of `check`."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from graph.citations.codes import CODES
from graph.citations.find.finder import find_citations
from graph.citations.judge.judge import Judge
from graph.citations.records import Citation, Evidence, Form, Part
from graph.citations.renumber.outcomes import apply_outcomes
from graph.citations.renumber.renumberer import Renumberer
from tests.graph.citations.judge.judged_history import (
    EDITIONS,
    A,
    B,
    C,
    D,
    judge_file,
    judged,
    make_judge,
)

Kind = Literal["title", "text", "keyword"]
JUDGES: dict[tuple[str, str | None], Judge] = {
    how: make_judge(*how) for how in (("latest", None), ("latest", "TTD"), ("FTD", None))
}
_SOME = sorted({key for rules in EDITIONS.values() for key in rules})
_NUMBERS = (
    st.sampled_from(_SOME) | st.from_regex(r"[1-9](\d\d(\.[1-9]\d?[a-z]{0,2})?)?", fullmatch=True) | st.just("702.0a")
)
_SAID = "Drifting Anchoring towing, boat: warden — lanterns (Tolls) coins; the “current” 100.1"
_WORDS = st.lists(st.sampled_from([*_SAID.split(), "\n"]), max_size=12).map(" ".join) | st.text(max_size=40)


@st.composite
def citations(draw: st.DrawFn) -> Citation:
    """A citation of one or more numbers, joined by a stroke, with words before and behind it."""
    before, behind = draw(_WORDS), draw(_WORDS)
    numbers = draw(st.lists(_NUMBERS, min_size=1, max_size=3))
    parts, at = [], len(before) + 3
    for number in numbers:
        parts.append(Part(number, at, at + len(number)))
        at += len(number) + 1
    kinds: st.SearchStrategy[Kind] = st.sampled_from(["title", "text", "keyword"])
    evidence = (Evidence(draw(kinds), behind, at, at + len(behind)), Evidence(draw(kinds), before, 0, len(before)))
    forms: st.SearchStrategy[Form] = st.sampled_from(["number", "range", "letters"])
    stamp = draw(st.sampled_from([None, "2002-02-02", "FTD", "nonsense"]))
    start, end = parts[0].start, parts[-1].end
    return Citation("/".join(numbers), start, end, draw(forms), tuple(numbers), tuple(parts), "cr", stamp, evidence)


@given(
    citations(),
    st.sampled_from([None, "FTD", "latest"]),
    st.sampled_from([("latest", None), ("latest", "TTD"), ("FTD", None)]),
)
def test_every_citation_gets_an_answer(citation: Citation, base: str | None, how: tuple[str, str | None]) -> None:
    judge = JUDGES[how]
    declared = judge.history.calendar.resolve(base) if base else None
    (judgements,) = judge_file(judge, [citation], declared)
    assert [judgements] == judge_file(make_judge(*how), [citation], declared)
    for judgement in judgements:
        assert judgement.code in CODES
        assert citation.start <= judgement.start < judgement.end <= citation.end
        assert judgement.number in citation.numbers
        assert judgement.message.endswith(".") or judgement.fix == "file"
        assert "  " not in judgement.message
        assert (judgement.suggestion is not None) or not judgement.fix


LINES = (
    "// CR {}", "// CR {} drifting boats", "// Towing (CR {})", "// CR {}: beaching", "// the warden's coins (CR {})",
    "// CR {} and CR {}", "// CR {}, {}: anchoring", "// CR {} @2002-02-02", "- CR {}: drifting, towing",
    '// CR {} "Fog halts every departure."',
)  # fmt: skip
TEXTS = st.lists(
    st.tuples(st.sampled_from(LINES), st.sampled_from(_SOME), st.sampled_from(_SOME)), min_size=1, max_size=4
)


@given(TEXTS, st.sampled_from([None, A, B, C, D]))
def test_a_suggestion_mends_its_finding_and_makes_no_other(lines: list[tuple[str, str, str]], base: str | None) -> None:
    """The laws: what is written as suggested is gone, and the other findings stay as they are."""
    text = "\n\n".join(line.format(first, second) for line, first, second in lines)
    judge = JUDGES["latest", None]
    before = judged(judge, text, base)
    for judgement in before:
        marked = text[judgement.start : judgement.end]
        if judgement.fix == "place" and judgement.suggestion and marked == judgement.number:
            after = judged(judge, text[: judgement.start] + judgement.suggestion + text[judgement.end :], base)
            assert Counter((it.code, it.number) for it in after) <= Counter((it.code, it.number) for it in before)
            assert len(after) < len(before)


@given(TEXTS, TEXTS, st.sampled_from([None, A, D]))
def test_findings_are_local(
    some: list[tuple[str, str, str]], more: list[tuple[str, str, str]], base: str | None
) -> None:
    """What is said of a comment is said of it alone, except that other comments can excuse or accuse it.

    They excuse a number that drifted if they fit the rules of today, and a number next to a title if they cite that
    rule close to it. They accuse a number if their words show that the same number means another rule.
    """
    judge = JUDGES["latest", None]
    texts = [line.format(first, second) for line, first, second in (*some, *more)]
    alone = Counter((it.code, it.number) for text in texts for it in judged(judge, f"CR 100.2\n\n{text}", base))
    together = Counter((it.code, it.number) for it in judged(judge, "CR 100.2\n\n" + "\n\n".join(texts), base))
    by_words = {number for code, number in alone if code in {"CR004", "CR005"}}
    assert {number for _, number in together - alone} <= by_words
    excused = {"CR004", "CR005"} if base is None else {"CR003", "CR004", "CR005"}
    assert {code for code, _ in alone - together} <= excused


def test_what_is_upgraded_is_clean() -> None:
    """`upgrade` writes nothing that `check` contradicts."""
    judge = JUDGES["latest", None]
    for line in LINES:
        for number in _SOME:
            text = line.format(number, number)
            for base in (A, B, C):
                renumbering = Renumberer(judge, unsafe=True).renumber(text, find_citations(text), base)
                if any(outcome.status == "renumbered" for outcome in renumbering):
                    after = judged(judge, apply_outcomes(text, renumbering), D)
                    kept = {outcome.citation.raw for outcome in renumbering if outcome.status != "renumbered"}
                    assert {it.number for it in after} <= kept, (text, base)
