"""All editions in memory: their records as rows, and each distinct passage once, by number.

A passage is the content of a rule or glossary entry: heading, text, examples, notes, and the references in them. Most
passages occur in many editions, so an edition is a list of short rows, and passages are stored once.

They are distributed over files, called buckets, small enough for a phone to fetch at once. A passage is in a file of
the rules, or of the letter of the glossary, where it first appears, behind those that appeared before it. So what is
seen first of a chapter needs few files, versions of one rule are near each other for compression, and a new edition
adds to the last file of a group and changes no other.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec
from msgspec import Struct

from rules.change import Passage
from rules.grouping import grouped
from rules.numbers import GLOSSARY, NUMBER, chapter_of, is_term, key_of_term, number_of, term_of
from rules.records import Edition, GlossaryEntry, ReferenceKind, Resolution, Rule
from rules.store import Store
from site_src.errors import SiteError
from site_src.layout import letter_of, slug


class FoundReference(NamedTuple):
    """A reference found by words alone.

    Attributes:
        field: Its passage: `text`, `example:0`, `note:0`.
        start: Characters (code points) before it.
        end: Characters up to its end.
        kind: What it refers to.
        targets: Keys of its targets; a range has several.
        title: The title quoted beside the number.
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


class CorpusRow(Struct, frozen=True):
    """A record of an edition.

    Attributes:
        key: `702.40a`, `502.35b#2`, `glossary:Storm`.
        kind: Kind of the rule, or `glossary`.
        lineage: Its lineage; None if nothing was aligned.
        text: Number of its passage.
        label: The number as printed if that differs, else empty.
        parent: Number of the rule above it, or None.
    """

    key: str
    kind: str
    lineage: str | None
    text: int
    label: str
    parent: str | None


class Content(Struct, frozen=True):
    """An edition: its records, and those of its references whose resolution does not follow from their words.

    Attributes:
        edition: Its record.
        rules: In document order.
        glossary: In document order.
        odd: References with a problem, or whose target is not the one named: a target is missing, doubtful or renamed.
        previous: The previous edition of the same work that is not retyped; None for the first.
    """

    edition: Edition
    rules: tuple[CorpusRow, ...]
    glossary: tuple[CorpusRow, ...]
    odd: tuple[Resolution, ...]
    previous: str | None

    @property
    def rows(self) -> tuple[CorpusRow, ...]:
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
        contents: By edition, oldest first.
        passages: By number, in the order of first appearance. The number is made of the content, so it stays.
        newest: Ids of the newest edition of each work that is not retyped, oldest first.
        latest: Id of the newest edition of the Comprehensive Rules that has rules and is not retyped.

    Raises:
        SiteError: There is none.
    """

    def __init__(self, store: Store) -> None:
        self._numbers: dict[ShownPassage, int] = {}
        self._taken: set[int] = set()
        self.contents: dict[str, Content] = {
            edition.id: self._read_content(store, edition) for edition in store.editions()
        }
        self.passages: dict[int, ShownPassage] = {number: passage for passage, number in self._numbers.items()}
        self.latest = latest_edition(store).id
        self.newest = sorted(store.chained(work)[-1] for work in set(store.works.values()))

    @cached_property
    def rows(self) -> Mapping[str, Mapping[str, CorpusRow]]:
        """Return the records of each edition by their keys, in the order of the document."""
        return {edition: {row.key: row for row in content.rows} for edition, content in self.contents.items()}

    def words(self, number: int) -> Passage:
        """Return the words of a passage, without its references."""
        passage = self.passages[number]
        return Passage(passage.heading, passage.text, passage.examples, passage.notes)

    def _read_content(self, store: Store, edition: Edition) -> Content:
        lineages = store.lineages(edition.id)
        references = store.references(edition.id)
        by_source = grouped((reference.reference.source, reference) for reference in references)
        rules = tuple(
            CorpusRow(
                rule.key,
                rule.kind,
                lineages.get(rule.key),
                self._number_record(rule, by_source),
                rule.label,
                rule.parent,
            )
            for rule in store.rules(edition.id)
        )
        glossary = tuple(
            CorpusRow(entry.key, "glossary", lineages.get(entry.key), self._number_record(entry, by_source), "", None)
            for entry in store.glossary(edition.id)
        )
        return Content(
            edition,
            rules,
            glossary,
            tuple(
                reference
                for reference in references
                if reference.status != "ok" or reference.target != named_keys(reference)
            ),
            store.previous(edition.id),
        )

    def _number_record(self, record: Rule | GlossaryEntry, references: Mapping[str, Sequence[Resolution]]) -> int:
        passage = passage_of(record, references.get(record.key, ()))
        number = self._numbers.get(passage)
        if number is None:
            # from 1 to 2 to the power of 26, made of the content of the passage: so short that manifests are small, so
            # many that words of another build, which a browser may have kept, are missed and not taken for those meant
            number = (int.from_bytes(hashlib.sha256(msgspec.json.encode(passage)).digest()[:4]) >> 6) + 1
            # the newer one of two passages gives way, so that another edition changes no number of those before it
            while number in self._taken:
                number += 1
            self._taken.add(number)
            self._numbers[passage] = number
        return number


def passage_of(record: Rule | GlossaryEntry, resolutions: Sequence[Resolution]) -> ShownPassage:
    """Return the passage of a record; `resolutions` are its references."""
    references = tuple(
        FoundReference(
            resolution.reference.field,
            resolution.reference.start,
            resolution.reference.end,
            resolution.reference.kind,
            named_keys(resolution),
            resolution.reference.quoted_title,
        )
        for resolution in resolutions
    )
    if isinstance(record, Rule):
        return ShownPassage(
            heading=record.heading,
            text=record.text,
            examples=record.examples,
            notes=record.notes,
            references=references,
        )
    return ShownPassage(heading=record.term, text=record.text, references=references)


def named_keys(resolution: Resolution) -> tuple[str, ...]:
    """Return the keys that a reference names, judged by its words alone."""
    reference = resolution.reference
    return tuple(map(key_of_term, reference.targets)) if reference.kind == "glossary" else reference.targets


def first_rows(corpus: Corpus) -> Iterable[CorpusRow]:
    """Return the first record with each passage, oldest edition first."""
    rows: dict[int, CorpusRow] = {}
    for content in corpus.contents.values():
        for row in content.rows:
            rows.setdefault(row.text, row)
    return rows.values()


LIMIT = 400_000
"""Maximum size of a bucket in bytes, unless a single passage is larger."""

RULES = 20
"""Number of consecutive rules whose passages are together: few for what is seen first, many for a whole chapter."""


class Bucket(msgspec.Struct, frozen=True):
    """The words of some lineages in all editions. A manifest says which text of which bucket each record has.

    Attributes:
        bucket: Its name.
        texts: The passages, by number.
    """

    bucket: str
    texts: dict[str, ShownPassage]


def bucket_names(corpus: Corpus) -> dict[int, str]:
    """Return the bucket of each passage: `702.40-1`, `glossary-s-1`.

    Returns:
        By number of the passage, in the order of first appearance.
    """
    filled: dict[str, tuple[int, int]] = {}
    names: dict[int, str] = {}
    for row in first_rows(corpus):
        group = _group_of(row.key)
        number, size = filled.get(group, (1, 0))
        added = len(msgspec.json.encode(corpus.passages[row.text]))
        if size and size + added > LIMIT:
            number, size = number + 1, 0
        filled[group] = number, size + added
        names[row.text] = f"{group}-{number}"
    return names


def _group_of(key: str) -> str:
    if is_term(key):
        return f"{GLOSSARY}-{letter_of(slug(term_of(key)))}"
    number = NUMBER.fullmatch(number_of(key))
    first = int((number and number["rule"]) or 0) // RULES * RULES
    return slug(chapter_of(key)) + (f".{first}" if first else "")


def make_buckets(corpus: Corpus, names: Mapping[int, str]) -> Iterator[Bucket]:
    """Yield the buckets."""
    members = grouped((name, text) for text, name in names.items())
    for name, texts in members.items():
        yield Bucket(name, {str(text): corpus.passages[text] for text in texts})
