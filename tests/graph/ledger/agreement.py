"""What a knowledge base and the ledger made from it must both say."""

from __future__ import annotations

from hashlib import sha256

from comprules.term_reader import terms_of
from graph.compare.passages import shown_text
from graph.ledger import Ledger
from rules.change import passage_of
from rules.normal import strip_title
from rules.records import GlossaryEntry, Rule
from rules.store import Store

_HASHES = 500
"""Hashes of texts that are compared in an edition, evenly spread; each is a query."""


class WithoutTexts(Store):
    """A knowledge base that is not asked for texts."""

    has_texts = False

    def __init__(self, store: Store) -> None:
        super().__init__(store.path, store._connection)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def check_editions(store: Store, ledger: Ledger) -> None:
    assert ledger.editions() == store.editions()
    assert ledger.edition_ids == store.edition_ids
    assert list(ledger.works.items()) == list(store.works.items())
    assert ledger.editions_of() == store.editions_of()
    assert list(ledger.counts().items()) == list(store.counts().items())
    assert ledger.is_sample == store.is_sample
    assert ledger.all_versions() == store.all_versions()
    assert terms_of(ledger) == terms_of(store)
    first, last = store.edition_ids[0], store.edition_ids[-1]
    assert ledger.terms(first, last) == store.terms(first, last)
    line = store.editions_of()
    assert ledger.links_between(line[0], line[-1]) == store.links_between(line[0], line[-1])


def check_edition(store: Store, ledger: Ledger, edition: str) -> None:
    assert ledger.previous(edition) == store.previous(edition)
    assert ledger.keys(edition) == store.keys(edition)
    assert ledger.numbers(edition) == store.numbers(edition)
    assert list(ledger.lineages(edition).items()) == list(store.lineages(edition).items())
    assert ledger.links(edition) == store.links(edition)
    assert ledger.references(edition) == store.references(edition)
    rules, glossary = store.rules(edition), store.glossary(edition)
    records: list[Rule | GlossaryEntry] = [*rules, *glossary]
    for record in records[:: 1 + len(records) // _HASHES]:
        assert ledger.text_sha256(edition, record.key) == digest(shown_text(passage_of(record))), record.key
    for rule in rules:
        assert ledger.heading(edition, rule.key) == rule.heading, rule.key
        assert store.heading(edition, rule.key) == rule.heading, rule.key
    for title in {rule.heading for rule in rules if rule.heading}:
        titled = ((rule.number, rule.heading) for rule in rules if rule.heading)
        assert ledger.titled(edition, title) == tuple(
            entry for entry in titled if strip_title(entry[1]) == strip_title(title)
        )


def check_lineage(store: Store, ledger: Ledger, lineage: str) -> None:
    versions = store.versions(lineage)
    assert ledger.versions(lineage) == versions
    assert ledger.correspondences_of(lineage) == store.correspondences_of(lineage)
    for version in versions:
        assert ledger.lineage_at(version.last, version.key) == lineage
        assert ledger.find_lineage(f"{version.key}@{version.last}") == lineage
        assert ledger.last_edition_with(version.key) == store.last_edition_with(version.key)
        number = version.key.partition("#")[0]
        if not number.startswith("glossary:"):
            assert ledger.editions_with(number) == store.editions_with(number)
