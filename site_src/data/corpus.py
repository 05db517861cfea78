"""All editions in memory as their manifests: records as rows, and each distinct passage once, by number.

A passage is the content of a rule or glossary entry: heading, text, examples, notes, and the references in them. Most
passages occur in many editions, so an edition is a list of short rows, and passages are stored once.

They are distributed over files, called buckets, small enough for a phone to fetch at once. A group of buckets is for
twenty consecutive rules (`702.40-1`, `702.40-2` …) or for a letter of the glossary. A passage is in the group of the
record that first had it, after the passages that appeared before it. So the beginning of a chapter needs few files,
versions of one rule are near each other for compression, and a new edition changes only the last file of a group.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec
from msgspec import Struct

from graph.answers.editions import EditionAnswer, answer_editions
from rules.change import Passage, passage_of
from rules.grouping import grouped
from rules.keys import GLOSSARY, is_entry, key_of_entry, number_of, term_of
from rules.numbers import NUMBER, chapter_of
from rules.records import Edition, GlossaryEntry, ReferenceKind, Resolution, ResolutionStatus, Rule
from rules.store import Store
from site_src.addresses import letter_of, slug
from site_src.errors import SiteError
from site_src.markup.passages import problem_of

LIMIT = 400_000
"""Maximum size of a bucket in bytes, unless a single passage is larger."""

RULES = 20
"""Number of consecutive rules in a group: few, so that the beginning of a chapter loads fast, and many, so that a whole
chapter needs few files."""


class FoundReference(NamedTuple):
    """A reference found by words alone.

    Attributes:
        field: Its passage: `text`, `example:0`, `note:0`.
        start: Characters (code points) before it.
        end: Characters up to its end.
        kind: What it refers to.
        targets: Keys of its targets; a range has several.
        title: The title quoted next to the number.
    """

    field: str
    start: int
    end: int
    kind: ReferenceKind
    targets: tuple[str, ...]
    title: str | None


class ShownPassage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The content of a rule or glossary entry; what is empty is left out, except for its text.

    Attributes:
        heading: The heading or the term.
        text: As printed.
        examples: As printed, without their label.
        notes: As printed.
        references: References found by words alone, without regard to the edition.
    """

    heading: str | None = None
    text: str
    examples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    references: tuple[FoundReference, ...] = ()


class Bucket(Struct, frozen=True):
    """The words of some lineages in all editions. A manifest says which text of which bucket each record has.

    Attributes:
        bucket: Its name.
        texts: The passages, by number.
    """

    bucket: str
    texts: dict[str, ShownPassage]


class ManifestRow(NamedTuple):
    """A record of an edition.

    Attributes:
        key: A rule by its number (`502.35b#2` is the second rule of that number), a glossary entry as `glossary:TERM`.
        kind: Kind of the rule, or `glossary`.
        lineage: Its lineage.
        bucket: The file `texts/<bucket>.json` that has its words.
        text: Number of its words, the same in all files. Equal words have the same number.
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

    @property
    def rows(self) -> tuple[ManifestRow, ...]:
        """Return the rules, then the glossary entries."""
        return (*self.rules, *self.glossary)


def latest_edition(store: Store) -> Edition:
    """Return the newest edition of the Comprehensive Rules that has rules and is not retyped.

    Raises:
        SiteError: There is none.
    """
    counts = store.counts()
    for edition in reversed(store.chained()):
        if counts[edition][0]:
            return store.edition(edition)
    raise SiteError("the knowledge base holds no edition with rules; read an archive with: comprules ingest")


class Corpus:
    """All editions of a knowledge base.

    Attributes:
        contents: The manifest of each edition, oldest first.
        passages: By number, in the order of first appearance. The number is made of the content, so it stays.
        newest: Ids of the newest edition of each work that is not retyped, oldest first.
        latest: Id of the newest edition of the Comprehensive Rules that has rules and is not retyped.

    Raises:
        SiteError: There is none.
    """

    def __init__(self, store: Store) -> None:
        self.passages: dict[int, ShownPassage] = {}
        self._numbers: dict[ShownPassage, int] = {}
        # the name of the bucket of each passage, by its number
        self._buckets: dict[int, str] = {}
        # the position of the last bucket of each group, counted from 1, and the bytes in it
        self._last_buckets: dict[str, tuple[int, int]] = {}
        self.contents = {edition.id: self._read_edition(store, edition) for edition in answer_editions(store)}
        self.latest = latest_edition(store).id
        self.newest = sorted(store.chained(work)[-1] for work in set(store.work_of.values()))

    @cached_property
    def rows(self) -> Mapping[str, Mapping[str, ManifestRow]]:
        """Return the records of each edition by their keys, in the order of the document."""
        rows = {}
        for edition, content in self.contents.items():
            rows[edition] = {row.key: row for row in content.rows}
        return rows

    def words(self, number: int) -> Passage:
        """Return the words of a passage, without its references."""
        passage = self.passages[number]
        return Passage(passage.heading, passage.text, passage.examples, passage.notes)

    def buckets(self) -> Iterator[Bucket]:
        """Yield the buckets."""
        for name, texts in grouped((name, text) for text, name in self._buckets.items()).items():
            yield Bucket(name, {str(text): self.passages[text] for text in texts})

    def _read_edition(self, store: Store, edition: EditionAnswer) -> Manifest:
        """Return the manifest of an edition; passages that no edition before it had are added to the corpus."""
        lineages = store.lineages(edition.id)
        references = store.references(edition.id)
        by_source = grouped((reference.reference.source, reference) for reference in references)

        def make_row(record: Rule | GlossaryEntry, kind: str) -> ManifestRow:
            number = self._number_record(record, by_source[record.key])
            return ManifestRow(record.key, kind, lineages.get(record.key), self._buckets[number], number)

        rules = store.rules(edition.id)
        entries = store.glossary(edition.id)
        odd = [_pack_reference(resolution) for resolution in references if _is_odd(resolution)]
        return Manifest(
            edition=edition,
            previous=store.previous(edition.id),
            columns=ManifestRow._fields,
            rules=tuple(make_row(rule, rule.kind) for rule in rules),
            glossary=tuple(make_row(entry, "glossary") for entry in entries),
            headings={rule.key: rule.heading for rule in rules if rule.heading},
            labels={rule.key: rule.label for rule in rules if rule.label},
            reference_columns=OddReference._fields,
            references=tuple(odd),
        )

    def _number_record(self, record: Rule | GlossaryEntry, references: Sequence[Resolution]) -> int:
        """Return the number of a record's passage; a passage that is new gets a number, and is put into a bucket."""
        found = tuple(map(_find_in_passage, references))
        passage = ShownPassage(**msgspec.structs.asdict(passage_of(record)), references=found)
        number = self._numbers.get(passage)
        if number is None:
            packed = msgspec.json.encode(passage)
            number = self._find_free_number(packed)
            self._numbers[passage] = number
            self.passages[number] = passage
            self._buckets[number] = self._find_bucket(_group_of(record.key), len(packed))
        return number

    def _find_free_number(self, packed: bytes) -> int:
        """Return a number for a passage, from 1 to 2 to the power of 26: a hash of its content.

        The numbers are short, so that manifests are small, and yet so many that a passage of another build has another
        number. If a browser has kept a bucket of another build, a script therefore notices that a number is missing,
        and does not show other words.
        """
        digest = hashlib.sha256(packed).digest()
        number = (int.from_bytes(digest[:4]) >> 6) + 1
        # of two passages with one hash the newer one gets the next number, so that the older one keeps its own
        while number in self.passages:
            number += 1
        return number

    def _find_bucket(self, group: str, length: int) -> str:
        """Return the name of the bucket for a passage, and count the passage in: `702.40-1`.

        It is the last bucket of the group, or a new one if the passage does not fit.

        Args:
            group: The group: `702.40`.
            length: The number of bytes of the passage.
        """
        position, size = self._last_buckets.get(group, (1, 0))
        if size and size + length > LIMIT:
            position += 1
            size = 0
        self._last_buckets[group] = position, size + length
        return f"{group}-{position}"


def named_keys(resolution: Resolution) -> tuple[str, ...]:
    """Return the keys that the words of a reference name, whether or not the edition has such records."""
    reference = resolution.reference
    if reference.kind == "glossary":
        return tuple(map(key_of_entry, reference.targets))
    return reference.targets


def _find_in_passage(resolution: Resolution) -> FoundReference:
    """Return the part of a reference that depends on its words alone, which all editions with the passage share."""
    reference = resolution.reference
    return FoundReference(
        field=reference.field,
        start=reference.start,
        end=reference.end,
        kind=reference.kind,
        targets=named_keys(resolution),
        title=reference.quoted_title,
    )


def _is_odd(resolution: Resolution) -> bool:
    """Return whether a reference leads elsewhere than to the keys that its words name."""
    return resolution.status != "ok" or resolution.found_keys != named_keys(resolution)


def _pack_reference(resolution: Resolution) -> OddReference:
    """Return a reference as a manifest has it."""
    reference = resolution.reference
    return OddReference(
        source=reference.source,
        field=reference.field,
        start=reference.start,
        status=resolution.status,
        found=resolution.found_keys,
        suggestion=resolution.suggestion,
        problem=problem_of(resolution),
    )


def _group_of(key: str) -> str:
    """Return the group of buckets for a record: `702.47a` → `702.40`, `glossary:Storm` → `glossary-s`.

    The first group of a chapter, up to 702.19, has the name of the chapter: `702`.
    """
    if is_entry(key):
        return f"{GLOSSARY}-{letter_of(slug(term_of(key)))}"
    chapter = slug(chapter_of(key))
    number = NUMBER.fullmatch(number_of(key))
    if number is None or not number["rule"]:
        return chapter
    first = int(number["rule"]) // RULES * RULES
    if first == 0:
        return chapter
    return f"{chapter}.{first}"
