"""The manifest of an edition: a row for each record, with the place of its text."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from graph.answers.lists import EditionAnswer, answer_edition
from rules.records import ResolutionStatus
from site_src.data.corpus import Content, Corpus, CorpusRow
from site_src.data.folded import fold
from site_src.markup.passages import problem_of


class ManifestRow(NamedTuple):
    """A record of an edition.

    Attributes:
        key: A rule by its number (`502.35b#2` is the second rule of that number), a glossary entry as `glossary:TERM`.
        kind: Kind of the rule, or `glossary`.
        lineage: Its lineage.
        bucket: The file `texts/<bucket>.json` that has its words.
        text: Number of its words in that file.
    """

    key: str
    kind: str
    lineage: str | None
    bucket: str
    text: int


class OddReference(NamedTuple):
    """A reference whose words alone do not say where it leads.

    Attributes:
        source: The record that has it.
        field: Its passage.
        start: Offset in the passage, in characters.
        status: Whether its targets exist.
        found: Keys of the targets that the edition has.
        suggestion: The number that was probably meant.
        problem: What is wrong, in words; empty if it was only named otherwise.
    """

    source: str
    field: str
    start: int
    status: ResolutionStatus
    found: tuple[str, ...]
    suggestion: str | None
    problem: str


class Manifest(Struct, frozen=True):
    """The records of an edition: a row for each, with the place of its text; a newer edition does not change it.

    Attributes:
        edition: The edition.
        previous: The edition of the same work before it.
        columns: Names of the values of a row of `rules` and `glossary`.
        rules: In the order of the document.
        glossary: In the order of the document.
        headings: Headings by key of the rule that has one.
        labels: Numbers as printed by key, if they differ from the regular form.
        reference_columns: Names of the values of a row of `references`.
        references: The references whose words alone do not say where they lead; all others lead to their named targets.
    """

    edition: EditionAnswer
    previous: str | None
    columns: tuple[str, ...]
    rules: tuple[ManifestRow, ...]
    glossary: tuple[ManifestRow, ...]
    headings: dict[str, str]
    labels: dict[str, str]
    reference_columns: tuple[str, ...]
    references: tuple[OddReference, ...]


class PackedManifest(Struct, frozen=True):
    """What a comparison needs of a manifest.

    Attributes:
        edition: The edition.
        columns: Names of the lists of `rules` and `glossary`.
        rules: Folded keys, folded buckets and numbers of the texts, in the order of the document.
        glossary: Likewise.
        headings: Headings by key of the rule that has one.
    """

    edition: EditionAnswer
    columns: tuple[str, str, str]
    rules: tuple[list[str], list[str], list[int]]
    glossary: tuple[list[str], list[str], list[int]]
    headings: dict[str, str]


def pack_manifest(manifest: Manifest) -> PackedManifest:
    """Return what a comparison needs of a manifest."""
    rules, glossary = (
        (list(fold(row.key for row in rows)), list(fold(row.bucket for row in rows)), [row.text for row in rows])
        for rows in (manifest.rules, manifest.glossary)
    )
    return PackedManifest(manifest.edition, ("key", "bucket", "text"), rules, glossary, manifest.headings)


def make_manifest(
    corpus: Corpus, buckets: Mapping[int, str], content: Content, counts: tuple[int, int, int]
) -> Manifest:
    """Return the manifest of an edition.

    Args:
        corpus: All editions.
        buckets: The bucket of each passage.
        content: The edition.
        counts: Those of its rules, glossary entries and references.
    """

    def make_row(row: CorpusRow) -> ManifestRow:
        return ManifestRow(row.key, row.kind, row.lineage, buckets[row.text], row.text)

    headings = ((row.key, corpus.passages[row.text].heading) for row in content.rules)
    return Manifest(
        edition=answer_edition(content.edition, counts),
        previous=content.previous,
        columns=ManifestRow._fields,
        rules=tuple(map(make_row, content.rules)),
        glossary=tuple(map(make_row, content.glossary)),
        headings={key: heading for key, heading in headings if heading},
        labels={row.key: row.label for row in content.rules if row.label},
        reference_columns=OddReference._fields,
        references=tuple(
            OddReference(
                resolution.reference.source,
                resolution.reference.field,
                resolution.reference.start,
                resolution.status,
                resolution.target,
                resolution.suggestion,
                problem_of(resolution),
            )
            for resolution in content.odd
        ),
    )
