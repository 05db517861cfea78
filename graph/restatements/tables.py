"""The rows of the tables about rulings summaries: provenance, notes, restatements, pages of other issues."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from graph.history import History
from graph.restatements.restated import list_restated
from rules.provenance import provenance_of
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store

_NUMBERED = re.compile(r"(?P<name>.*\S)\s*#\s*(?P<issue>\d+)")
"""A source with the number of its issue: `Duelist Magazine #12`."""


def list_issues(store: Store) -> list[str]:
    """Return the issues of rulings summaries in a store, oldest first."""
    return [edition for edition, work in store.works.items() if work != COMPREHENSIVE_RULES]


def provenance_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each provenance tag, in the order of the documents."""
    for edition in list_issues(store):
        for rule in store.rules(edition):
            passages = dict(rule.passages)
            for tag in provenance_of(rule):
                numbered = _NUMBERED.fullmatch(tag.source)
                yield {
                    "edition": date.fromisoformat(edition),
                    "key": rule.key,
                    "passage": tag.passage,
                    "tag": tag.raw,
                    "source": numbered["name"] if numbered else tag.source,
                    "issue": int(numbered["issue"]) if numbered else None,
                    "date": tag.date,
                    "page": tag.page,
                    "start": tag.start,
                    "end": tag.end,
                    "words": passages[tag.passage][tag.start : tag.end].strip(),
                }


def note_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each note below a rule or ruling."""
    for edition in list_issues(store):
        for rule in store.rules(edition):
            for item, note in enumerate(rule.notes):
                yield {"edition": date.fromisoformat(edition), "key": rule.key, "item": item, "text": note}


def restatement_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each rule of a summary that restates a rule, with where that is in the newest edition."""
    history = History(store)
    for edition in list_issues(store):
        for restated in list_restated(history, edition, history.newest) if history.editions else ():
            yield {
                "edition": date.fromisoformat(edition),
                "key": restated.key,
                "other_edition": date.fromisoformat(restated.other_edition),
                "other": restated.other,
                "method": restated.method,
                "score": restated.score,
                "certainty": restated.certainty,
                "lineage": history.lineage(restated.other_edition, restated.other),
                "numbers": list(restated.numbers),
                "since": date.fromisoformat(restated.since) if restated.since else None,
                "shared": list(restated.shared),
            }


def page_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each rule on a page of an issue that the archive has not."""
    for issue in store.partial_issues:
        for rule in issue.rules:
            yield {
                "file": issue.file,
                "work": issue.work,
                "earliest": date.fromisoformat(issue.earliest) if issue.earliest else None,
                "latest": date.fromisoformat(issue.latest) if issue.latest else None,
                "key": rule.key,
                "kind": rule.kind,
                "heading": rule.heading,
                "text": rule.text,
            }
