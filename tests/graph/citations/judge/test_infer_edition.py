"""Which edition a tree's citations fit best."""

from __future__ import annotations

from graph.citations.find import find_citations
from graph.citations.judge.infer import Inference, infer_edition
from tests.graph.citations.judge.judged_history import A, B, C, D, JudgedHistory


def infer_from(*texts: str) -> Inference:
    return infer_edition(JudgedHistory(), [citation for text in texts for citation in find_citations(text)])


def test_numbers_alone() -> None:
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


def test_words_beside_tell_editions_apart_that_have_the_same_numbers() -> None:
    inference = infer_from("// CR 700.2a: drifting boats", "// CR 700.3a")
    assert (inference.telling, inference.best) == (1, ((A, B),))
    assert infer_from("// CR 700.2a: beaching", "// CR 700.3a").best == ((C, D),)
