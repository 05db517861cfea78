"""A new edition changes few files of the data: what is said of an older edition is written once."""

from __future__ import annotations

import re
import shutil

import msgspec
import pytest

from comprules.ingest import ingest
from comprules.places import SAMPLE
from rules.store import Store, open_store
from scraper.archive import load_archive, write_manifest
from site_src.data.corpus import Corpus
from site_src.data.edition_steps import steps_of
from site_src.data.write import documents

CHANGED = re.compile(
    # lists of all editions, and what became of their records
    r"editions|codes|now|history|retired|terms|keywords|announcements"
    # rules that the new edition touched: its numbers, the lineages and the newest words of its chapters
    r"|rule/.*|lineages/.*|texts/.*"
)
"""The documents that a new edition may change."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The documents of the sample without its newest edition, and with it."""
    folder = tmp_path_factory.mktemp("lasting")
    shutil.copytree(SAMPLE, folder / "archive")
    made = []
    with pytest.MonkeyPatch.context() as patched:
        # a few editions of many: ids come from the sample alone, as those of the real editions come from all of them
        patched.setattr("comprules.ingest.read_registry", tuple)
        for entries in (load_archive(SAMPLE).entries[:-1], load_archive(SAMPLE).entries):
            write_manifest(folder / "archive", entries)
            ingest(folder / "archive", folder / f"{len(entries)}.sqlite", jobs=1)
            with open_store(folder / f"{len(entries)}.sqlite") as store:
                made.append(encode_documents(store))
    before, after = made
    return before, after


def encode_documents(store: Store) -> dict[str, bytes]:
    made = documents(store, Corpus(store), tuple(steps_of(store)))
    return {name: msgspec.json.encode(document) for name, document in made}


def test_a_new_edition_changes_no_document_of_an_older_one(
    built: tuple[dict[str, bytes], dict[str, bytes]],
) -> None:
    before, after = built
    changed = {name for name, document in before.items() if after.get(name) != document}
    assert {"now", "history", "editions"} <= changed
    assert {name for name in changed if not CHANGED.fullmatch(name)} == set()
    kept = {name for name in before if name.startswith(("e/", "moves/"))}
    assert len(kept) == 3 * len(load_archive(SAMPLE).entries[:-1]) - 1
    assert not kept & changed


def test_words_stay_where_they_are_and_a_full_file_stays_as_it_is(
    built: tuple[dict[str, bytes], dict[str, bytes]],
) -> None:
    before, after = built
    for name, document in before.items():
        if name.startswith("texts/"):
            old, new = (msgspec.json.decode(one)["texts"] for one in (document, after[name]))
            assert list(new)[: len(old)] == list(old), name
            assert old.items() <= new.items(), name
