"""The manifest of an edition: a row for each record, with the place of its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from graph.answers.edition import EditionAnswer, answer_edition
from rules.change.passages import plain_form
from rules.links import ChangeClass, Version, most_severe
from rules.records import RETYPED, ResolutionStatus
from site_src.data.corpus import Content, Corpus, CorpusRow
from site_src.markup.passages import problem_of


class ManifestRow(NamedTuple):
    """A record of an edition.

    Attributes:
        key: A rule by its number (`502.35b#2` is the second rule of that number), a glossary entry as `glossary:TERM`.
        kind: Kind of the rule, or `glossary`.
        lineage: Its lineage.
        bucket: The file `texts/<bucket>.json` that has its words.
        text: Number of its words in that file.
        now: The key of the same lineage in the newest edition; null if it is gone.
        now_text: Number of its words there; equal to `text` if nothing changed.
        changed: The gravest change of its words since; null if they are the same, or gone.
    """

    key: str
    kind: str
    lineage: str | None
    bucket: str
    text: int
    now: str | None
    now_text: int | None
    changed: ChangeClass | None


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
    """The records of an edition: a row for each, with the place of its text.

    Attributes:
        build: Texts are numbered anew with each build; only documents of one build are to be read together.
        edition: The edition.
        previous: The edition of the same work before it.
        next: The one after it.
        newest: Whether it is the newest of its work.
        columns: Names of the values of a row of `rules` and `glossary`.
        rules: In the order of the document.
        glossary: In the order of the document.
        headings: Headings by key of the rule that has one.
        labels: Numbers as printed by key, if they differ from the regular form.
        reference_columns: Names of the values of a row of `references`.
        references: The references whose words alone do not say where they lead; all others lead to their named targets.
    """

    build: str
    edition: EditionAnswer
    previous: str | None
    next: str | None
    newest: bool
    columns: tuple[str, ...]
    rules: tuple[ManifestRow, ...]
    glossary: tuple[ManifestRow, ...]
    headings: dict[str, str]
    labels: dict[str, str]
    reference_columns: tuple[str, ...]
    references: tuple[OddReference, ...]


class ManifestMaker:
    """Makes the manifests of editions.

    Args:
        corpus: All editions.
        build: What `build_of` returns.
        buckets: The bucket of each passage.
        versions: The versions of each lineage, oldest first.
    """

    def __init__(
        self, corpus: Corpus, build: str, buckets: Mapping[int, str], versions: Mapping[str, Sequence[Version]]
    ) -> None:
        self._corpus = corpus
        self._build = build
        self._buckets = buckets
        self._versions = versions

    def make(self, content: Content, counts: Sequence[int]) -> Manifest:
        """Return the manifest of an edition; `counts` are those of its rules, glossary entries and references."""
        headings = ((row, self._corpus.passages[row.text].heading) for row in content.rules)
        return Manifest(
            build=self._build,
            edition=answer_edition(content.edition, counts),
            previous=content.previous,
            next=content.next,
            newest=self._corpus.is_newest(content.edition.id),
            columns=ManifestRow._fields,
            rules=tuple(self._make_row(content, row) for row in content.rules),
            glossary=tuple(self._make_row(content, row) for row in content.glossary),
            headings={row.key: heading for row, heading in headings if heading},
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

    def _make_row(self, content: Content, row: CorpusRow) -> ManifestRow:
        now = self._corpus.find_now(content.edition.work, row.lineage)
        bucket = self._buckets[row.text]
        now_key, now_text = (now.key, now.text) if now else (None, None)
        changed = self._find_change(content, row, now) if now and now.text != row.text else None
        return ManifestRow(row.key, row.kind, row.lineage, bucket, row.text, now_key, now_text, changed)

    def _find_change(self, content: Content, row: CorpusRow, now: CorpusRow) -> ChangeClass:
        if content.edition.condition == RETYPED:  # no version says how its words differ
            before, after = (plain_form(self._corpus.words(number)) for number in (row.text, now.text))
            return "typographic" if before == after else "wording"
        later = [version.change for version in self._versions[row.lineage or ""] if version.first > content.edition.id]
        return most_severe([change for change in later if change is not None])
