"""The rows of the tables about rulings summaries: provenance, notes, restatements, pages of other issues.

An *issue* is an edition of a rulings summary. Some issues survive only as single *pages*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from msgspec.structs import asdict

from graph.history import History
from graph.restatements.restated import RestatedAnswer, follow, list_restated
from graph.restatements.tags import list_tags
from rules.records import COMPREHENSIVE_RULES, Rule
from rules.store import Store


def list_issues(store: Store) -> list[str]:
    """Return the issues of rulings summaries in a store, oldest first."""
    return [edition for edition, work in store.work_of.items() if work != COMPREHENSIVE_RULES]


class _Source(NamedTuple):
    """A document with rulings: an issue of a rulings summary, or a page of an issue that the archive lacks.

    Attributes:
        edition: Id of the issue; None for a page.
        file: Path of the page; None for an issue.
        rules: Its rules.
    """

    edition: str | None
    file: str | None
    rules: Sequence[Rule]

    @property
    def columns(self) -> dict[str, Any]:
        """Return the columns that name the document in a row."""
        return {"edition": date.fromisoformat(self.edition) if self.edition else None, "file": self.file}


def _list_sources(store: Store) -> Iterator[_Source]:
    """Yield the issues, oldest first, then the pages."""
    for edition in list_issues(store):
        yield _Source(edition, None, store.rules(edition))
    for page in store.partial_issues:
        if page.work != COMPREHENSIVE_RULES:
            yield _Source(None, page.file, page.rules)


def provenance_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each provenance tag, in the order of the documents."""
    for source in _list_sources(store):
        for rule in source.rules:
            yield from (source.columns | asdict(tag) for tag in list_tags(rule))


def note_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each note below a rule or ruling."""
    for source in _list_sources(store):
        for rule in source.rules:
            for item, note in enumerate(rule.notes):
                yield source.columns | {"key": rule.key, "item": item, "text": note}


def restatement_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each rule of a summary that restates a rule, with the current numbers of the restated rule."""
    history = History(store)
    if not history.calendar.editions:
        return
    for edition in list_issues(store):
        for restated in list_restated(history, edition, history.calendar.newest):
            yield {"edition": date.fromisoformat(edition), "file": None} | _make_columns(history, restated)
    for page in store.partial_issues:
        texts = {rule.key: rule.text or rule.heading or "" for rule in page.rules}
        for found in page.restated:
            restated = follow(history, found, history.calendar.newest, texts[found.key])
            yield {"edition": None, "file": page.file} | _make_columns(history, restated)


def _make_columns(history: History, restated: RestatedAnswer) -> dict[str, Any]:
    """Return the columns of a restatement, except those that name its document."""
    return {
        "key": restated.key,
        "other_edition": date.fromisoformat(restated.other_edition),
        "other": restated.other,
        "method": restated.method,
        "score": restated.score,
        "certainty": restated.certainty,
        "lineage": history.lineages.find(restated.other_edition, restated.other),
        "numbers": list(restated.numbers),
        "since": date.fromisoformat(restated.since) if restated.since else None,
        "shared": list(restated.shared),
    }


def page_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each rule on a page of an issue that the archive lacks."""
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
