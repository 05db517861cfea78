"""The steps between editions: which decisions of readers count for them."""

from __future__ import annotations

import pytest

from comprules import steps
from comprules.steps import StepWorker
from rules.links import StepRecords
from rules.numbers import kind_of, parent_of
from rules.records import Edition, Rule

A, B, C = "2020-03-05", "2020-06-05", "2020-09-05"
_RULES = {
    A: {"100.1": "Whoever shears a lamb keeps its wool.", "100.2": "A ram guards the gate at night."},
    B: {"100.1": "Whoever sheers a lamb keeps it's wool.", "100.2": "Bells are rung before every meal."},
    C: {"200.1": "Wool is kept by the shearer.", "200.2": "Rams stand guard."},
}


class SmallStore:
    """Three editions, of which the second one is retyped; it has no steps yet."""

    retyped = frozenset({B})
    work_of = dict.fromkeys((A, B, C), "lambs")

    def chained(self, _work: str) -> tuple[str, ...]:
        return A, C

    def edition(self, edition: str) -> Edition:
        return Edition(edition, "lambs", (), (), "official", (), "good")

    def glossary(self, _edition: str) -> tuple[()]:
        return ()

    def variants(self, _edition: str) -> tuple[()]:
        return ()

    def rules(self, edition: str) -> tuple[Rule, ...]:
        texts = _RULES[edition]
        return tuple(Rule(edition, key, kind_of(key), None, text, parent=parent_of(key)) for key, text in texts.items())


def test_decisions_hold_from_a_retyped_copy_of_the_same_record(monkeypatch: pytest.MonkeyPatch) -> None:
    decided = {(A, C): {"100.1": ("200.1",), "100.2": ("200.2",)}}
    monkeypatch.setattr(steps, "decided_links", lambda first, last: decided.get((first, last), {}))
    monkeypatch.setattr(steps, "open_store", lambda _path: SmallStore())
    worker = StepWorker(None)  # type: ignore[arg-type]

    def list_decided(previous: str) -> list[tuple[str | None, str | None]]:
        links = worker.work(StepRecords(C, previous, "")).links
        return [(link.old, link.new) for link in links if link.method == "decided"]

    assert list_decided(A) == [("100.1", "200.1"), ("100.2", "200.2")]
    assert list_decided(B) == [("100.1", "200.1")], "its other rule has other words"
