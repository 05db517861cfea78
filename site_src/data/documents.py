"""The documents of `/api/v1/` about editions and the whole: editions, manifests, moves, terms, history."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from graph.announcements import announced_anywhere, bulletins, find_unannounced_steps
from graph.compare.distant import remnants
from graph.documents import edition_json, map_rows, unannounced_json
from graph.history import History
from graph.terms.rows import COLUMNS, term_from, terms_json
from rules.chain import StepEnds
from rules.change import Passage as Words
from rules.change.passages import plain_form
from rules.links import ChangeClass, Link, Version, most_severe
from rules.records import COMPREHENSIVE_RULES, RETYPED
from rules.store import Store
from site_src.data.corpus import Content, Corpus, CorpusRow
from site_src.data.edition_steps import EditionStep, summary_json
from site_src.markup.passages import problem_of

MANIFEST_COLUMNS = ("key", "kind", "lineage", "bucket", "text", "now", "now_text", "changed")
REFERENCE_COLUMNS = ("source", "field", "start", "status", "found", "suggestion", "problem")


def editions_document(store: Store) -> list[dict[str, Any]]:
    """Return all editions, oldest first."""
    counts = store.counts()
    return [edition_json(edition, counts[edition.id]) for edition in store.editions()]


def manifest_document(
    corpus: Corpus,
    content: Content,
    counts: Sequence[int],
    buckets: Mapping[int, str],
    versions: Mapping[str, Sequence[Version]],
) -> dict[str, Any]:
    """Return the manifest of an edition: a row for each rule and glossary entry, with the location of its text.

    Args:
        corpus: All editions.
        content: The edition.
        counts: Numbers of its rules, glossary entries and references.
        buckets: The bucket of each passage.
        versions: The versions of each lineage, oldest first.
    """
    work = content.edition.work

    def row(corpus_row: CorpusRow) -> list[Any]:
        now = corpus.find_now(work, corpus_row.lineage)
        today = (now.key, now.text) if now else (None, None)
        change = find_since(corpus_row) if now and now.text != corpus_row.text else None
        return [
            corpus_row.key,
            corpus_row.kind,
            corpus_row.lineage,
            buckets[corpus_row.text],
            corpus_row.text,
            *today,
            change,
        ]

    def find_since(row: CorpusRow) -> str:
        if content.edition.condition == RETYPED:  # no version says how its words differ
            now = corpus.find_now(work, row.lineage) or row
            before, after = (plain_form(_encode_passage(corpus, number)) for number in (row.text, now.text))
            return "typographic" if before == after else "wording"
        later = [version.change for version in versions[row.lineage or ""] if version.first > content.edition.id]
        return most_severe([change for change in later if change is not None])

    headings = ((rule, corpus.passages[rule.text].heading) for rule in content.rules)
    return {
        "edition": edition_json(content.edition, counts),
        "previous": content.previous,
        "next": content.next,
        "newest": corpus.is_newest(content.edition.id),
        "columns": list(MANIFEST_COLUMNS),
        "rules": [row(rule) for rule in content.rules],
        "glossary": [row(corpus_row) for corpus_row in content.glossary],
        "headings": {row.key: heading for row, heading in headings if heading},
        "labels": {rule.key: rule.label for rule in content.rules if rule.label},
        "reference_columns": list(REFERENCE_COLUMNS),
        "references": [
            [
                resolution.reference.source,
                resolution.reference.field,
                resolution.reference.start,
                resolution.status,
                list(resolution.target),
                resolution.suggestion,
                problem_of(resolution),
            ]
            for resolution in content.odd
        ],
    }


def moves_document(step: EditionStep) -> dict[str, Any]:
    """Return what happened to an edition's records in the next; those not listed are unchanged.

    Unchanged means that the same words are under the same number.
    """
    return {
        "from": step.previous,
        "to": step.edition,
        "summary": summary_json(step.groups),
        "in_words": step.in_words,
        "moves": [row for group in step.groups for row in map_rows(group)],
    }


def terms_document(store: Store) -> list[dict[str, object]]:
    """Return renamed and retired terms, best first, as `comprules terms` prints them."""
    rows = store.select(f"SELECT {COLUMNS} FROM terms ORDER BY position")  # noqa: S608 - fixed words only
    return terms_json([term_from(row) for row in rows], store.lineage_at)


def announcements_document(history: History) -> dict[str, Any]:
    """Return what the publisher's bulletins announced, with the lineages of each announcement, for any two editions.

    Steps of which no announcement is known are listed with the reason.

    Args:
        history: The lineages; announcements of editions that it lacks are omitted.
    """
    announced = announced_anywhere(history)
    used = {announcement.bulletin for announcement in announced}
    chained = [
        edition
        for edition, work in history.works.items()
        if work == COMPREHENSIVE_RULES and edition not in history.retyped
    ]
    return {
        "bulletins": {
            bulletin.id: {"title": bulletin.title, "date": bulletin.date or None}
            for bulletin in bulletins()
            if bulletin.id in used
        },
        "announcements": [
            {
                "bulletin": announcement.bulletin,
                "old": announcement.old,
                "new": announcement.new,
                "rule": announcement.rule,
                "subject": announcement.subject,
                "lineages": list(lineages),
            }
            for announcement, lineages in announced.items()
        ],
        "unannounced": [
            unannounced_json(step) for step in find_unannounced_steps(chained, min(history.works), max(history.works))
        ],
    }


def history_document(
    history: History, corpus: Corpus, versions: Sequence[Version], texts: Mapping[tuple[str, str], int]
) -> dict[str, Any]:
    """Return every version of every lineage as columns: everything needed to compare any two editions.

    Args:
        history: The links.
        corpus: All editions.
        versions: All versions, by lineage, then oldest first.
        texts: Number of the passage by edition and key.
    """
    editions = list(corpus.contents)
    links = tuple(_list_unshown_links(history, versions))
    lineages = list(dict.fromkeys(version.lineage for version in versions))
    keys = [key for version in versions for key in (version.key, *version.sources)]
    keys += [key for _, link in links for key in (link.old, link.new) if key]
    keys += [row.key for edition in sorted(history.retyped) for row in corpus.contents[edition].rows]
    keys = list(dict.fromkeys(keys))
    changes: list[Version | Link] = [*versions, *(link for _, link in links)]
    kinds = sorted({change.kind for change in changes})
    classes = sorted({change.change for change in changes if change.change is not None})
    at_edition = {name: place for place, name in enumerate(editions)}
    at_lineage = {name: place for place, name in enumerate(lineages)}
    at_key: dict[str | None, int] = {name: place for place, name in enumerate(keys)}
    numbers = [texts[version.first, version.key] for version in versions]
    beside = {edition: corpus.contents[edition].rows for edition in sorted(history.retyped)}
    every = [*numbers, *(row.text for rows in beside.values() for row in rows)]
    passages = {number: _encode_passage(corpus, number) for number in dict.fromkeys(every)}
    words = _first_alike(every, passages.__getitem__)
    plain = _first_alike(every, lambda number: plain_form(passages[number]))
    records = [
        Version(row.lineage or "", row.key, edition, edition, "kept", None, RETYPED, 1.0, ())
        for edition, rows in beside.items()
        for row in rows
    ]
    alike = zip(words[len(numbers) :], plain[len(numbers) :], strict=True)
    retyped = {
        edition: [[at_key[row.key], at_lineage[row.lineage or ""], row.text, *next(alike)] for row in rows]
        for edition, rows in beside.items()
    }

    def class_number(change: ChangeClass | None) -> int | None:
        return None if change is None else classes.index(change)

    return {
        "editions": editions,
        "lineages": lineages,
        "keys": keys,
        "kinds": kinds,
        "classes": classes,
        "versions": {
            "lineage": [at_lineage[version.lineage] for version in versions],
            "key": [at_key[version.key] for version in versions],
            "first": [at_edition[version.first] for version in versions],
            "last": [at_edition[version.last] for version in versions],
            "kind": [kinds.index(version.kind) for version in versions],
            "class": [class_number(version.change) for version in versions],
            "text": numbers,
            "words": words[: len(numbers)],
            "plain": plain[: len(numbers)],
            # a version whose only source has its own number needs no sources
            "sources": [
                0 if version.sources == (version.key,) else [at_key[source] for source in version.sources]
                for version in versions
            ],
        },
        "links": {
            "edition": [at_edition[step.edition] for step, _ in links],
            "previous": [at_edition[step.previous] for step, _ in links],
            "old": [at_key[link.old] for _, link in links],
            "new": [None if link.new is None else at_key[link.new] for _, link in links],
            "kind": [kinds.index(link.kind) for _, link in links],
            "class": [class_number(link.change) for _, link in links],
            "main": [int(link.main) for _, link in links],
        },
        "retyped": retyped,
        "remnants": [
            list(remnant)
            for remnant in remnants(
                history, versions, lambda version: passages[texts[version.first, version.key]], records
            )
        ],
    }


def _list_unshown_links(history: History, versions: Sequence[Version]) -> Iterator[tuple[StepEnds, Link]]:
    """Yield the links between two records that are not steps from one version to the next.

    Of the steps to and from retyped editions these are all links of the older edition's records, deletions too.
    """
    in_versions = {(version.first, version.key, version.sources, version.kind, version.change) for version in versions}
    for step in history.steps():
        beside = not history.retyped.isdisjoint(step)
        for link in history.links(step.edition, step.previous):
            in_version = (step.edition, link.new, (link.old,), link.kind, link.change) in in_versions
            if link.old is not None and (beside or (link.new is not None and not (link.main and in_version))):
                yield step, link


def _encode_passage(corpus: Corpus, number: int) -> Words:
    passage = corpus.passages[number]
    return Words(passage.heading, passage.text, passage.examples, passage.notes)


def _first_alike(numbers: Sequence[int], form: Callable[[int], Hashable]) -> list[int]:
    """Return for each passage the first one with an equal form; 0 if that is the passage itself."""
    firsts: dict[Hashable, int] = {}
    first_of = {number: firsts.setdefault(form(number), number) for number in dict.fromkeys(numbers)}
    return [0 if first_of[number] == number else first_of[number] for number in numbers]
