"""The rows of the exported tables about rulings summaries: provenance, notes, restatements, pages.

An *issue* is an edition of a rulings summary. Of some issues the archive has only a *page*, which is stored as a
partial issue. A rule of an issue or page may *restate* a rule of the Comprehensive Rules: it says the same in other
words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from msgspec.structs import asdict

from graph.history import History
from graph.restatements.restated import RestatedAnswer, follow_correspondence, list_restated
from graph.restatements.tags import list_tags
from rules.records import COMPREHENSIVE_RULES, Rule
from rules.store import Store


def list_issues(store: Store) -> list[str]:
    """Return the ids of the issues of rulings summaries in a store, oldest first."""
    return [edition for edition, work in store.work_of.items() if work != COMPREHENSIVE_RULES]


class _Source(NamedTuple):
    """A document with rulings: an issue of a rulings summary, or a page.

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
        """Return the columns that name the document in a row: `edition` with its day, or `file` with its path.

        Example: `{"edition": date(1999, 4, 23), "file": None}`.
        """
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
    """Yield a row for each note below a rule, which `item` numbers from 0."""
    for source in _list_sources(store):
        for rule in source.rules:
            for item, note in enumerate(rule.notes):
                yield source.columns | {"key": rule.key, "item": item, "text": note}


def restatement_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each pair of a restating and a restated rule, with the current numbers of the restated rule."""
    history = History(store)
    if not history.calendar.editions:  # the store has no edition of the Comprehensive Rules
        return
    newest = history.calendar.newest
    for edition in list_issues(store):
        for restated in list_restated(history, edition, newest):
            yield {"edition": date.fromisoformat(edition), "file": None} | _make_columns(history, restated)
    for page in store.partial_issues:
        # The history has the texts of issues, but not those of pages.
        texts = {rule.key: rule.text or rule.heading or "" for rule in page.rules}
        for correspondence in page.restated:
            restated = follow_correspondence(history, correspondence, newest, texts[correspondence.key])
            yield {"edition": None, "file": page.file} | _make_columns(history, restated)


def _make_columns(history: History, restated: RestatedAnswer) -> dict[str, Any]:
    """Return the columns of a restatement, except those that name its document.

    Args:
        history: The history of the store.
        restated: The restated rule, with its current numbers.
    """
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
    """Yield a row for each rule on a page, those of the Comprehensive Rules too, with the days the page can be from."""
    for page in store.partial_issues:
        for rule in page.rules:
            yield {
                "file": page.file,
                "work": page.work,
                "earliest": date.fromisoformat(page.earliest) if page.earliest else None,
                "latest": date.fromisoformat(page.latest) if page.latest else None,
                "key": rule.key,
                "kind": rule.kind,
                "heading": rule.heading,
                "text": rule.text,
            }
