"""The documents of `/api/v1/` that tell of editions and of everything: editions, manifests, moves, terms, history."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from graph.announcements import announced_anywhere, bulletins
from graph.compare.distant import remnants
from graph.compare.source import HistorySource
from graph.documents import edition_json, map_rows
from graph.terms.rows import COLUMNS, term_from, terms_json
from rules.change import Passage as Words
from rules.change.passages import plain_form
from rules.links import ChangeClass, Link, Version, gravest
from rules.store import Store
from site_src.data.corpus import Content, Corpus, CorpusRow
from site_src.data.edition_steps import EditionStep, summary_json
from site_src.markup.passages import problem_of

MANIFEST_COLUMNS = ("key", "kind", "lineage", "bucket", "text", "now", "now_text", "changed")
REFERENCE_COLUMNS = ("source", "field", "start", "status", "found", "suggestion", "problem")


def editions_document(store: Store) -> list[dict[str, Any]]:
    """All editions, oldest first."""
    counts = store.counts()
    return [edition_json(edition, counts[edition.id]) for edition in store.editions()]


def manifest_document(
    corpus: Corpus,
    content: Content,
    counts: Sequence[int],
    buckets: Mapping[int, str],
    versions: Mapping[str, Sequence[Version]],
) -> dict[str, Any]:
    """What stands in an edition: a row for each rule and glossary entry, with the place of its words.

    Args:
        corpus: All editions.
        content: The edition.
        counts: Of its rules, glossary entries and references.
        buckets: The bucket of each passage.
        versions: Of each lineage, oldest first.
    """
    work = content.edition.work

    def row(one: CorpusRow) -> list[Any]:
        now = corpus.now(work, one.lineage)
        today = (now.key, now.text) if now else (None, None)
        change = since(one) if now and now.text != one.text else None
        return [one.key, one.kind, one.lineage, buckets[one.text], one.text, *today, change]

    def since(one: CorpusRow) -> str:
        later = [version.change for version in versions[one.lineage or ""] if version.first > content.edition.id]
        return gravest([change for change in later if change is not None])

    headings = ((one, corpus.passages[one.text].heading) for one in content.rules)
    return {
        "edition": edition_json(content.edition, counts),
        "previous": content.previous,
        "next": content.next,
        "newest": corpus.is_newest(content.edition.id),
        "columns": list(MANIFEST_COLUMNS),
        "rules": [row(one) for one in content.rules],
        "glossary": [row(one) for one in content.glossary],
        "headings": {one.key: heading for one, heading in headings if heading},
        "labels": {one.key: one.label for one in content.rules if one.label},
        "reference_columns": list(REFERENCE_COLUMNS),
        "references": [
            [
                one.reference.source,
                one.reference.field,
                one.reference.start,
                one.status,
                list(one.target),
                one.suggestion,
                problem_of(one),
            ]
            for one in content.odd
        ],
    }


def moves_document(step: EditionStep) -> dict[str, Any]:
    """What became of the records of an edition in the next; those not listed stand unchanged under their number."""
    return {
        "from": step.previous,
        "to": step.edition,
        "summary": summary_json(step.groups),
        "in_words": step.in_words,
        "moves": [row for group in step.groups for row in map_rows(group)],
    }


def terms_document(store: Store) -> list[dict[str, object]]:
    """Renamed and retired terms, best first, as `comprules terms` tells of them."""
    rows = store.select(f"SELECT {COLUMNS} FROM terms ORDER BY position")  # noqa: S608 - fixed words only
    return terms_json([term_from(row) for row in rows], store.lineage_at)


def announcements_document(history: HistorySource) -> dict[str, Any]:
    """What the publisher's bulletins announced, with the lineages that are meant: enough for any two editions.

    Args:
        history: Where lineages stand; announcements of editions that it lacks are left out.
    """
    found = announced_anywhere(history)
    used = {one.bulletin for one in found}
    return {
        "bulletins": {one.id: {"title": one.title, "date": one.date} for one in bulletins() if one.id in used},
        "announcements": [
            {
                "bulletin": one.bulletin,
                "old": one.old,
                "new": one.new,
                "rule": one.rule,
                "subject": one.subject,
                "lineages": list(lineages),
            }
            for one, lineages in found.items()
        ],
    }


def history_document(
    history: HistorySource, corpus: Corpus, versions: Sequence[Version], texts: Mapping[tuple[str, str], int]
) -> dict[str, Any]:
    """Every version of every lineage in columns: what it takes to compare any two editions.

    Args:
        history: Has the links.
        corpus: All editions.
        versions: All versions, by lineage, then oldest first.
        texts: Number of the passage by edition and key.
    """
    editions = list(corpus.contents)
    links = tuple(_untold_links(history, versions))
    lineages = list(dict.fromkeys(one.lineage for one in versions))
    keys = [key for one in versions for key in (one.key, *one.sources)]
    keys = list(dict.fromkeys([*keys, *(key for _, one in links for key in (one.old, one.new) if key)]))
    changes: list[Version | Link] = [*versions, *(link for _, link in links)]
    kinds = sorted({one.kind for one in changes})
    classes = sorted({one.change for one in changes if one.change is not None})
    at_edition = {name: place for place, name in enumerate(editions)}
    at_lineage = {name: place for place, name in enumerate(lineages)}
    at_key: dict[str | None, int] = {name: place for place, name in enumerate(keys)}
    numbers = [texts[one.first, one.key] for one in versions]
    passages = {number: _passage(corpus, number) for number in dict.fromkeys(numbers)}

    def class_number(change: ChangeClass | None) -> int | None:
        return None if change is None else classes.index(change)

    return {
        "editions": editions,
        "lineages": lineages,
        "keys": keys,
        "kinds": kinds,
        "classes": classes,
        "versions": {
            "lineage": [at_lineage[one.lineage] for one in versions],
            "key": [at_key[one.key] for one in versions],
            "first": [at_edition[one.first] for one in versions],
            "last": [at_edition[one.last] for one in versions],
            "kind": [kinds.index(one.kind) for one in versions],
            "class": [class_number(one.change) for one in versions],
            "text": numbers,
            "words": _first_alike(numbers, passages.__getitem__),
            "plain": _first_alike(numbers, lambda number: plain_form(passages[number])),
            # a version that came from its own number is the rule; nothing is said of it
            "sources": [
                0 if one.sources == (one.key,) else [at_key[source] for source in one.sources] for one in versions
            ],
        },
        "links": {
            "edition": [at_edition[edition] for edition, _ in links],
            "old": [at_key[one.old] for _, one in links],
            "new": [at_key[one.new] for _, one in links],
            "kind": [kinds.index(one.kind) for _, one in links],
            "class": [class_number(one.change) for _, one in links],
            "main": [int(one.main) for _, one in links],
        },
        "remnants": [list(one) for one in remnants(history, versions, lambda one: passages[texts[one.first, one.key]])],
    }


def _untold_links(history: HistorySource, versions: Sequence[Version]) -> Iterator[tuple[str, Link]]:
    """The links between two records of which no version tells: all but a lineage's way from one version to the next."""
    told = {(one.first, one.key, one.sources, one.kind, one.change) for one in versions}
    for edition in history.edition_ids:
        for link in history.links(edition):
            if link.old is None or link.new is None:
                continue
            if not link.main or (edition, link.new, (link.old,), link.kind, link.change) not in told:
                yield edition, link


def _passage(corpus: Corpus, number: int) -> Words:
    found = corpus.passages[number]
    return Words(found.heading, found.text, found.examples, found.notes)


def _first_alike(numbers: Sequence[int], form: Callable[[int], Hashable]) -> list[int]:
    """For each passage the first one with an equal form; 0 for that one itself."""
    firsts: dict[Hashable, int] = {}
    found = {number: firsts.setdefault(form(number), number) for number in dict.fromkeys(numbers)}
    return [0 if found[number] == number else found[number] for number in numbers]
