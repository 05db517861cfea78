"""The documents of `/api/v1/` about one rule: by its number, and by its lineage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from graph.documents import announcement_json, entry_json, place_json, reference_json
from graph.history import History
from graph.history.since import words_since
from graph.traces.trace import TraceEntry, trace
from rules.numbers import number_of
from rules.records import Resolution
from rules.store import Store
from site_src.data.corpus import Corpus, CorpusRow, ShownPassage


class RuleDocuments:
    """Makes the documents of single rules; `texts` is the number of the passage by edition and key."""

    def __init__(self, store: Store, corpus: Corpus, history: History, texts: Mapping[tuple[str, str], int]) -> None:
        self._corpus = corpus
        self._history = history
        self._texts = texts
        self._aliases: dict[str, list[str]] = defaultdict(list)
        for alias, lineage in store.select("SELECT alias, lineage FROM lineage_aliases ORDER BY alias"):
            self._aliases[lineage].append(alias)
        self._bearers: dict[str, dict[str, list[list[str]]]] = defaultdict(dict)
        for lineage, versions in history.by_lineage.items():
            for version in versions:
                self._bearers[version.key].setdefault(lineage, []).append([version.first, version.last])
        self._below: dict[str | None, list[str]] = defaultdict(list)
        for rule in corpus.contents[corpus.latest].rules:
            self._below[rule.parent].append(rule.key)
        self._references: dict[str, list[Resolution]] = defaultdict(list)
        self._citing: dict[str, dict[str, None]] = defaultdict(dict)
        for reference in store.references(corpus.latest):
            self._references[reference.reference.source].append(reference)
            for target in reference.target:
                self._citing[target][reference.reference.source] = None

    def lineages(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield every lineage and its document."""
        for lineage in self._history.by_lineage:
            yield lineage, self.lineage(lineage)

    def lineage(self, lineage: str) -> dict[str, Any]:
        """Return the history of a lineage, in the form of `comprules trace`."""
        traced = trace(self._history, lineage, texts=False)
        now = traced.entries[-1].version.key if traced.status == "current" else None
        return {
            "lineage": traced.lineage,
            "aliases": self._aliases.get(lineage, []),
            "status": traced.status,
            "number": now,
            "ended": traced.ended,
            "into": [place_json(record) for record in traced.into],
            "ended_announced": [announcement_json(announcement) for announcement in traced.end_announced],
            "entries": [self._describe_entry(entry) for entry in traced.entries],
        }

    def _describe_entry(self, entry: TraceEntry) -> dict[str, Any]:
        version = entry.version
        passage = self._find_passage(version.first, version.key)
        text = passage.text or passage.heading or ""
        return entry_json(
            version,
            heading=passage.heading,
            text=text,
            text_sha256=sha256(text.encode()).hexdigest(),
            examples=passage.examples,
            notes=passage.notes,
            others=entry.others,
            announced=entry.announced,
            retyped=entry.retyped,
        )

    def _find_passage(self, edition: str, key: str) -> ShownPassage:
        return self._corpus.passages[self._texts[edition, key]]

    def rules(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield every key that a rule of any edition of the Comprehensive Rules ever had, and its document."""
        latest = self._corpus.latest
        rows = {row.key: row for row in self._corpus.contents[latest].rules}
        work = self._corpus.contents[latest].edition.work
        for row in rows.values():
            yield row.key, self._describe_current(latest, row)
        past = dict.fromkeys(
            row.key
            for content in self._corpus.contents.values()
            if content.edition.work == work
            for row in content.rules
        )
        for key in past:
            if key not in rows:
                yield (
                    key,
                    {
                        "number": number_of(key),
                        "edition": None,
                        "latest": latest,
                        "bearers": self._bearers_of(key, latest),
                    },
                )

    def _describe_current(self, latest: str, row: CorpusRow) -> dict[str, Any]:
        passage = self._corpus.passages[row.text]
        versions = self._history.versions(row.lineage) if row.lineage else ()
        number = number_of(row.key)
        return {
            "number": number,
            "edition": latest,
            "latest": latest,
            "kind": row.kind,
            "heading": passage.heading,
            "text": passage.text,
            "examples": list(passage.examples),
            "notes": list(passage.notes),
            "parent": row.parent,
            "lineage": row.lineage,
            "since": words_since(versions, latest),
            "versions": len(versions),
            "references": [reference_json(resolution) for resolution in self._references.get(row.key, ())],
            "cited_by": [{"number": key, "edition": latest} for key in self._citing.get(row.key, ())],
            "subrules": self._below.get(number, []),
            "bearers": self._bearers_of(row.key, latest),
        }

    def _bearers_of(self, key: str, latest: str) -> list[dict[str, Any]]:
        """Return the lineages that had a key, in order of their first use; each with its current or last number."""
        bearers = []
        for lineage, spans in self._bearers.get(key, {}).items():
            last = self._history.by_lineage[lineage][-1]
            bearers.append(
                {
                    "lineage": lineage,
                    "spans": _join_spans(spans, self._corpus),
                    "heading": self._find_passage(spans[-1][1], key).heading,
                    "now": last.key if last.last == latest else None,
                    "last": {"number": last.key, "edition": last.last},
                }
            )
        return sorted(bearers, key=lambda bearer: bearer["spans"][0])


def _join_spans(spans: Sequence[Sequence[str]], corpus: Corpus) -> list[list[str]]:
    """Return runs of editions (first, last), with adjacent runs joined."""
    joined: list[list[str]] = []
    for first, last in spans:
        if joined and corpus.contents[first].previous == joined[-1][1]:
            joined[-1][1] = last
        else:
            joined.append([first, last])
    return joined
