"""`now.json`: what became of each record of an older edition.

It is the one document about the records of all editions that each new edition changes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from rules.change.passages import plain_form
from rules.links import CLASSES, ChangeClass, Version
from rules.records import RETYPED
from site_src.data.corpus import Corpus, Manifest, ManifestRow


class NowRow(NamedTuple):
    """A record of the newest edition of its work.

    Attributes:
        lineage: Its lineage.
        key: Its key.
        text: Number of its words, as in the manifests. If the record of an older edition has the same number, nothing
            has changed since.
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
    """Return the latest changes of each record that has a lineage.

    Args:
        corpus: The contents of the editions.
        versions: The versions of each lineage, oldest first.
    """
    editions = {}
    rows_today = {}
    records = []
    for newest in corpus.newest:
        content = corpus.contents[newest]
        editions[content.edition.work] = newest
        for row in content.rows:
            if row.lineage:
                rows_today[row.lineage] = row
                changes = tuple(_list_changes(versions[row.lineage]))
                records.append(NowRow(row.lineage, row.key, row.text, changes))
    # retyped editions have no versions, so their words are compared with those of today
    retyped = {}
    for edition, content in corpus.contents.items():
        if content.edition.condition == RETYPED:
            retyped[edition] = _compare_words(corpus, content, rows_today)
    return Now(editions=editions, columns=NowRow._fields, records=tuple(records), retyped=retyped)


def _list_changes(versions: Sequence[Version]) -> Iterable[tuple[ChangeClass, str]]:
    """Yield each class of change with the last edition that changed the words so gravely, gravest first.

    A class is left out if a graver change came later: it is then the gravest since no edition.
    """
    last_editions = {version.change: version.first for version in versions}
    # without the first class, `unchanged`; the others are from slight to grave
    _, *classes = CLASSES
    latest = ""
    for change in reversed(classes):
        edition = last_editions.get(change, "")
        if edition > latest:
            latest = edition
            yield change, edition


def _compare_words(corpus: Corpus, content: Manifest, rows_today: Mapping[str, ManifestRow]) -> dict[str, ChangeClass]:
    """Return how much the words of each lineage of an edition differ from those of today, if they do."""
    changes: dict[str, ChangeClass] = {}
    for row in content.rows:
        if not row.lineage:
            continue
        today = rows_today.get(row.lineage)
        if today is None or today.text == row.text:
            continue
        before = plain_form(corpus.words(row.text))
        after = plain_form(corpus.words(today.text))
        if before == after:
            changes[row.lineage] = "typographic"
        else:
            changes[row.lineage] = "wording"
    return changes
