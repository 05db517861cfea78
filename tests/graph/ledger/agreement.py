"""What a knowledge base and the ledger made from it must both say."""

from __future__ import annotations

from hashlib import sha256

from graph.ledger import Ledger
from graph.ledger.remnants import remnant_rows
from graph.ledger.rephrasings import rephrasing_rows
from rules.change import passage_of
from rules.records import GlossaryEntry, Rule
from rules.store import Store
from rules.text import strip_title

_HASHES = 500
"""Hashes of texts that are compared in an edition, evenly spread; each is a query."""


class WithoutTexts(Store):
    """A knowledge base that is not asked for texts."""

    has_texts = False

    def __init__(self, store: Store) -> None:
        super().__init__(store.path, store._connection)
        lineages = {number: lineage for lineage, number in store.select("SELECT id, number FROM packed_lineages")}
        editions = dict(store.select("SELECT place, edition FROM line"))
        self.shares = {
            (lineages[old], editions[old_first], lineages[new], editions[new_first]): percent
            for old, old_first, new, new_first, percent in remnant_rows(store)
        }
        self.rephrased = {(lineages[lineage], editions[first]) for lineage, first in rephrasing_rows(store)}


def check_editions(store: Store, ledger: Ledger) -> None:
    for answer in ("edition_ids", "work_of", "is_sample"):
        assert getattr(ledger, answer) == getattr(store, answer), answer
    for ask in ("editions", "editions_of", "counts", "all_versions"):
        assert getattr(ledger, ask)() == getattr(store, ask)(), ask
    assert [*ledger.work_of, *ledger.counts()] == [*store.work_of, *store.counts()], "in the same order"
    assert ledger.best_terms() == store.best_terms()
    first, last = store.edition_ids[0], store.edition_ids[-1]
    assert ledger.terms(first, last) == store.terms(first, last)
    line = store.editions_of()
    assert ledger.links_between(line[0], line[-1]) == store.links_between(line[0], line[-1])


def check_edition(store: Store, ledger: Ledger, edition: str) -> None:
    for ask in ("previous", "keys", "numbers", "lineages", "links", "references"):
        assert getattr(ledger, ask)(edition) == getattr(store, ask)(edition), ask
    assert list(ledger.lineages(edition)) == list(store.lineages(edition)), "in the same order"
    rules, glossary = store.rules(edition), store.glossary(edition)
    records: list[Rule | GlossaryEntry] = [*rules, *glossary]
    for record in records[:: 1 + len(records) // _HASHES]:
        digest = sha256(passage_of(record).shown.encode()).hexdigest()
        assert ledger.text_sha256(edition, record.key) == digest, record.key
    titled = [(rule.number, rule.heading) for rule in rules if rule.heading]
    for rule in rules:
        assert ledger.heading(edition, rule.key) == store.heading(edition, rule.key) == rule.heading, rule.key
    for title in {title for _, title in titled}:
        same = tuple(entry for entry in titled if strip_title(entry[1]) == strip_title(title))
        assert ledger.titled(edition, title) == same


def check_lineage(store: Store, ledger: Ledger, lineage: str) -> None:
    for ask in ("versions", "correspondences_of"):
        assert getattr(ledger, ask)(lineage) == getattr(store, ask)(lineage), ask
    for version in store.versions(lineage):
        assert ledger.lineage_at(version.last, version.key) == lineage
        assert ledger.find_lineage(f"{version.key}@{version.last}") == lineage
        assert ledger.last_edition_with(version.key) == store.last_edition_with(version.key)
        number = version.key.partition("#")[0]
        if not number.startswith("glossary:"):
            assert ledger.editions_with(number) == store.editions_with(number)
