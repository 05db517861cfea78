"""What became of the records of all editions: the one document about them that each new edition changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from rules.change.passages import plain_form
from rules.links import CLASSES, ChangeClass, Version
from rules.records import RETYPED
from site_src.data.corpus import Content, Corpus


class NowRow(NamedTuple):
    """A record of the newest edition of its work.

    Attributes:
        lineage: Its lineage.
        key: Its key.
        text: Number of its words, as in the manifests; the same number in an older edition means that nothing changed.
        changes: Classes of change, gravest first, each with the last edition that changed the words so gravely. The
            gravest change since an edition is the first one of a later date.
    """

    lineage: str
    key: str
    text: int
    changes: tuple[tuple[ChangeClass, str], ...]


class Now(Struct, frozen=True):
    """What became of each record of an older edition; a lineage that is not listed is gone.

    Attributes:
        editions: The newest edition of each work.
        columns: Names of the values of a row of `records`.
        records: The records of the newest editions.
        retyped: By retyped edition, how much the words of each lineage differ from those of today, if they do.
    """

    editions: dict[str, str]
    columns: tuple[str, ...]
    records: tuple[NowRow, ...]
    retyped: dict[str, dict[str, ChangeClass]]


def collect_now(corpus: Corpus, versions: Mapping[str, Sequence[Version]]) -> Now:
    """Return what became of each record; `versions` are those of each lineage, oldest first."""
    newest = [content for edition, content in corpus.contents.items() if corpus.is_newest(edition)]
    return Now(
        editions={content.edition.work: content.edition.id for content in newest},
        columns=NowRow._fields,
        records=tuple(
            NowRow(row.lineage, row.key, row.text, tuple(_list_changes(versions[row.lineage])))
            for content in newest
            for row in content.rows
            if row.lineage
        ),
        # no version says how the words of a retyped edition differ
        retyped={
            edition: _compare_words(corpus, content)
            for edition, content in corpus.contents.items()
            if content.edition.condition == RETYPED
        },
    )


def _list_changes(versions: Sequence[Version]) -> Iterable[tuple[ChangeClass, str]]:
    """Yield each class of change with its last edition, gravest first, without those that a graver one follows."""
    last = {version.change: version.first for version in versions}
    latest = ""
    for change in reversed(CLASSES[1:]):  # not `unchanged`
        if last.get(change, "") > latest:
            latest = last[change]
            yield change, latest


def _compare_words(corpus: Corpus, content: Content) -> dict[str, ChangeClass]:
    changes: dict[str, ChangeClass] = {}
    for row in content.rows:
        now = corpus.find_now(content.edition.work, row.lineage)
        if now and row.lineage and now.text != row.text:
            before, after = (plain_form(corpus.words(number)) for number in (row.text, now.text))
            changes[row.lineage] = "typographic" if before == after else "wording"
    return changes
