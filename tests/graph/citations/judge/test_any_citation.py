"""Whatever is cited, and whatever stands beside it: an answer inside the citation; and the edition that a tree fits."""

from __future__ import annotations

from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from graph.citations.codes import CODES
from graph.citations.find import find_citations
from graph.citations.judge import Judge
from graph.citations.judge.infer import Inference, infer_edition
from graph.citations.records import Citation, Evidence, Form, Part
from tests.graph.citations.judge.judged_history import EDITIONS, A, B, C, D, JudgedHistory

Kind = Literal["title", "text", "keyword"]
FACTS = JudgedHistory()
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


@given(citations(), st.sampled_from([{}, {"pin": "FTD"}, {"since": "TTD"}, {"edition": "FTD", "pin": "latest"}]))
def test_every_citation_gets_an_answer(citation: Citation, how: dict[str, str]) -> None:
    judgements = Judge(FACTS, **how).judge(citation)
    assert judgements == Judge(FACTS, **how).judge(citation)
    for judgement in judgements:
        assert judgement.code in CODES
        assert citation.start <= judgement.start < judgement.end <= citation.end
        assert judgement.number in citation.numbers
        assert judgement.message.endswith(".")
        assert "  " not in judgement.message


@given(st.lists(citations(), max_size=5))
def test_every_tree_gets_an_edition(cited: list[Citation]) -> None:
    inference = infer_edition(FACTS, cited)
    assert sorted(fit.edition for fit in inference.fits) == list(EDITIONS)
    assert all(0.0 <= fit.score <= 1.0 for fit in inference.fits)
    assert inference.best


def infer_from(*texts: str) -> Inference:
    return infer_edition(JudgedHistory(), [citation for text in texts for citation in find_citations(text)])


def test_numbers_tell_editions_apart_and_where_they_are_the_same_the_words_beside() -> None:
    inference = infer_from("// CR 101.2", "// CR 100.1b", "// CR 700.2b")
    assert inference.best == ((A, B),)
    assert [fit.edition for fit in inference.fits[:2]] == [B, A]
    assert inference.describe_result() == "2001-01-01 to 2002-02-02 fit equally: 3 of 3 numbers exist."
    inference = infer_from("// CR 700.5a", "// CR 102.1")
    assert inference.best == ((D, D),)
    assert inference.describe_result() == "2004-04-04 fits best: 2 of 2 numbers exist."
    assert infer_from("// CR 100.3a", "// CR 700.5a").best == ((A, A), (D, D)), "they need not follow one another"
    inference = infer_from("// nothing")
    assert inference.numbers == 0
    assert inference.describe_result() == "No number is cited, so no edition fits better than another."
    inference = infer_from("// CR 700.2a: drifting boats", "// CR 700.3a")
    assert (inference.telling, inference.best) == (1, ((A, B),))
    assert inference.describe_result() == (
        "2001-01-01 to 2002-02-02 fit equally: 2 of 2 numbers exist, 1 of 1 that words explain name the rule meant."
    )
    assert infer_from("// CR 700.2a: beaching", "// CR 700.3a").best == ((C, D),)
