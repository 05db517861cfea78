"""Links compared with the truth: what counts, what does not."""

from __future__ import annotations

from bench.scoring import Score, Truth, kind_of, score
from rules.links import ChangeKind, Link


def link(old: str | None, new: str | None, kind: ChangeKind = "moved") -> Link:
    if old is None:
        kind = "added"
    elif new is None and kind != "ambiguous":
        kind = "deleted"
    return Link(old, new, kind, None, "test", 1.0)


def truth(old: dict[str, str], new: dict[str, str] | None = None) -> Truth:
    def sets(verdicts: dict[str, str]) -> dict[str, frozenset[str]]:
        return {key: frozenset(words.split()) for key, words in verdicts.items()}

    return Truth(sets(old), sets(new or {}))


def test_all_is_right() -> None:
    scores = score(
        [link("1", "1"), link("2", "3"), link("2", "4"), link("5", None), link(None, "6")],
        truth({"1": "1", "2": "3 4", "5": ""}, {"3": "2", "6": ""}),
    )
    assert (scores.precision, scores.recall, scores.f1) == (1, 1, 1)
    assert scores.exact == scores.judged == {"kept": 1, "split": 1, "deleted": 1, "from elsewhere": 1, "added": 1}
    assert scores.precision_of("deleted") == scores.precision_of("added") == 1
    assert not scores.failures


def test_links_are_counted() -> None:
    cases = {
        "half a split": ([link("2", "3")], truth({"2": "3 4"}), (2, 1, 1)),
        "not judged": ([link("2", "3"), link("9", "9")], truth({"2": "3"}), (1, 1, 1)),
        "wrong source": ([link("9", "3")], truth({}, {"3": "2"}), (1, 1, 0)),
        "ambiguous": ([link("2", "3", "ambiguous")], truth({"2": "3"}), (1, 0, 0)),
        "not deleted": ([link("2", "3")], truth({"2": ""}), (0, 1, 0)),
        "judged from both sides": ([link("2", "3")], truth({"2": "3"}, {"3": "2"}), (1, 1, 1)),
    }
    for name, (links, judged, counts) in cases.items():
        scores = score(links, judged)
        assert (scores.true_links, scores.found_links, scores.right_links) == counts, name


def test_a_deletion_must_be_said() -> None:
    left_open = score([link("2", None, "ambiguous")], truth({"2": ""}))
    assert (left_open.exact.total(), left_open.claimed["deleted"], left_open.ambiguous) == (0, 0, 1)
    wrong = score([link("2", None)], truth({"2": "3"}))
    assert wrong.precision_of("deleted") == 0
    assert str(wrong.failures[0]).split() == ["elsewhere", "2", "→", "3;", "found", "nothing"]


def test_scores_add_up_and_shares_without_anything_are_none() -> None:
    whole = Score()
    assert (whole.f1, whole.precision, whole.recall, whole.exact_of("split")) == (None, None, None, None)
    whole.add(score([link("1", "1")], truth({"1": "1"})))
    whole.add(score([link("1", "2")], truth({"1": "1"})))
    assert (whole.true_links, whole.found_links, whole.right_links, len(whole.failures)) == (2, 2, 1, 1)
    assert whole.exact_of("kept") == 0.5


def test_kinds() -> None:
    kinds = {
        "": ("deleted", "added"),
        "5": ("kept", "same"),
        "6": ("elsewhere", "from elsewhere"),
        "5 6": ("split", "merged"),
    }
    for counterparts, expected in kinds.items():
        these = frozenset(counterparts.split())
        assert (kind_of("old", "5", these), kind_of("new", "5", these)) == expected
