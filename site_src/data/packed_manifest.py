"""Manifests packed, as `assets/js/compare/unpack.js` reads them for the page that compares."""

from collections.abc import Sequence

from msgspec import Struct

from graph.answers.editions import EditionAnswer
from site_src.data.corpus import Manifest, ManifestRow
from site_src.data.folded import fold


class PackedManifest(Struct, frozen=True):
    """The part of a manifest that a comparison needs.

    Attributes:
        edition: The edition.
        columns: Names of the lists of `rules` and `glossary`.
        rules: Folded keys, folded buckets and numbers of the texts, in the order of the document.
        glossary: The same of the glossary entries.
        headings: Headings by key of the rule that has one.
    """

    edition: EditionAnswer
    columns: tuple[str, str, str]
    rules: tuple[list[str], list[str], list[int]]
    glossary: tuple[list[str], list[str], list[int]]
    headings: dict[str, str]


def pack_manifest(manifest: Manifest) -> PackedManifest:
    """Return the part of a manifest that a comparison needs."""
    rules, glossary = _pack_rows(manifest.rules), _pack_rows(manifest.glossary)
    return PackedManifest(manifest.edition, ("key", "bucket", "text"), rules, glossary, manifest.headings)


def _pack_rows(rows: Sequence[ManifestRow]) -> tuple[list[str], list[str], list[int]]:
    """Return the keys and buckets of records, folded, and the numbers of their texts."""
    keys, buckets = fold(row.key for row in rows), fold(row.bucket for row in rows)
    return list(keys), list(buckets), [row.text for row in rows]
