"""The record types that all parts of comprules exchange.

Guarantees: all records are frozen and hashable, hold tuples and never lists or dicts, and compare by content: the
position of a record in its source (`span`) is left out of comparison, because it says nothing about the content.

The vocabulary is that of textual criticism and of the rules themselves; `docs/architecture.md` lists it.
"""

from collections.abc import Iterable
from typing import Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import astuple

from rules.keys import key_of_entry, key_of_rule
from rules.numbers import RuleKind
from rules.typography import Typography

Severity = Literal["error", "warning", "info"]
ReferenceKind = Literal["rule", "section", "glossary"]
ResolutionStatus = Literal["ok", "missing", "title-mismatch", "ambiguous"]
VariantKind = Literal["typographic", "damage", "wording", "missing", "extra"]
Condition = Literal["good", "damaged", "truncated", "retyped", "fragment", "destroyed"]
"""`good`: nothing lost; `damaged`: characters, words or rules inside of it lost or wrong; `truncated`: only the end is
missing; `retyped`: somebody's own typing, not the publisher's text (`rules.links`); `fragment`: only a part of an
edition, or its beginning is missing; `destroyed`: no rule. If several apply, the worst."""
CONDITIONS: Final[tuple[Condition, ...]] = get_args(Condition)
"""All conditions of a copy, the best first."""
EDITION_CONDITIONS: Final = tuple(condition for condition in CONDITIONS if condition != "fragment")
"""The conditions that an edition can have: a fragment alone makes no edition."""
RETYPED: Final = "retyped"

COMPREHENSIVE_RULES = "comprehensive-rules"
RULINGS_SUMMARY = "rulings-summary"
Text = tuple[str | None, str]
"""A title (heading or glossary term, or None) and a text, as a row of `texts` has them."""


def choose_worst(conditions: Iterable[Condition]) -> Condition:
    """Return the worst of some conditions, at least one: a copy that is both damaged and truncated is truncated."""
    return max(conditions, key=CONDITIONS.index)


class ByContent(Struct, frozen=True, eq=False):
    """A record that is compared by its content, without its last field: the lines of its source (`span`)."""

    def __eq__(self, record: object) -> bool:
        return type(record) is type(self) and astuple(record)[:-1] == astuple(self)[:-1]

    def __ne__(self, record: object) -> bool:
        return not self == record  # the `__ne__` of msgspec would not call `__eq__`

    def __hash__(self) -> int:
        return hash(astuple(self)[:-1])


class Span(Struct, frozen=True, order=True):
    """A range of lines in the decoded text of a source, 1-based and inclusive."""

    first_line: int
    last_line: int


class Diagnostic(Struct, frozen=True):
    """A problem in the content, as data. Only the command-line interface decides how it affects the exit code.

    Attributes:
        code: Stable kebab-case name, such as `misprinted-number`.
        severity: How serious the problem is.
        message: One sentence for the user.
        path: The document with the problem, as the user named it; empty if there is none.
        line: Line of the problem, from 1; 0 if it concerns the whole document.
        column: Column of the problem, from 1; 0 if it concerns the whole line.
        hint: What the user can do about the problem; may be empty.
        number: Key of the rule whose number it is about; empty for any other problem, and for a gap.
        label: How that number is printed, if that is not its regular form; else empty.
        meant: The number that was probably meant; empty if it is unknown.
        missing: The numbers that a gap lacks.
        place: In words, between which numbers the gap is.
    """

    code: str
    severity: Severity
    message: str
    path: str = ""
    line: int = 0
    column: int = 0
    hint: str = ""
    number: str = ""
    label: str = ""
    meant: str = ""
    missing: tuple[str, ...] = ()
    place: str = ""


class Rule(ByContent, frozen=True):
    """One numbered unit of an edition: section, chapter, rule, subrule, or a ruling of a rulings summary.

    Attributes:
        edition: Id of the edition, an ISO date.
        number: The number in its regular form, `702.40a`, `702.40`, `702` or `7`.
        kind: Which kind of unit it is; it follows from the form of the number.
        heading: The title, for sections, chapters and keyword rules (`Storm`); else None.
        text: The rule's own words without number and examples; paragraphs are joined by newlines, and a paragraph that
            was wrapped in the source is a single line. No markup, no rewriting.
        examples: Each example without its `Example:` label; paragraphs joined by a newline.
        notes: Paragraphs labelled as notes.
        tags: Provenance tags, as printed.
        parent: Number of the rule one level up; None for sections.
        label: The number as printed, when that differs from the regular form plus its usual full stop (`702. 37a`).
        ordinal: 1 for the first rule of the edition with this number, 2 for the next (the publisher used some twice).
        span: The lines of the rule in the source.
    """

    edition: str
    number: str
    kind: RuleKind
    heading: str | None = None
    text: str = ""
    examples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    parent: str | None = None
    label: str = ""
    ordinal: int = 1
    span: Span | None = None

    @property
    def key(self) -> str:
        """Return the key, unique within the edition: `502.35b`, or `502.35b#2` for the second rule with that number."""
        return key_of_rule(self.number, self.ordinal)

    @property
    def line(self) -> int:
        """Return the first line in the source; 0 if it is not known."""
        return self.span.first_line if self.span else 0

    @property
    def passages(self) -> tuple[tuple[str, str], ...]:
        """Return the rule's texts with their names: `text`, `example:0` …, `note:0` …; see `Reference.field`."""
        examples = [(f"example:{number}", text) for number, text in enumerate(self.examples)]
        notes = [(f"note:{number}", text) for number, text in enumerate(self.notes)]
        return ("text", self.text), *examples, *notes


class Provenance(Struct, frozen=True, rename={"offset": "at"}):
    """The content of a provenance tag in a rulings summary: who wrote the words before it, when, and on which page.

    It is parsed from the text on demand (`rules.provenance`) and never stored; `Rule.tags` lists the tags as printed.

    Attributes:
        source: The named person or publication, such as `D'Angelo`, `CompRules`, `Duelist Magazine #12`; as printed.
        date: The date as precisely as it is printed: `1999-04-23`, `1997-01` or `1994`; None if there is none.
        page: `26` or `59-60`; None without a page.
        raw: The tag as printed, with its brackets: `passage[offset : offset + len(raw)] == raw`.
        passage: The passage that contains the tag: `text`, `example:0`, `note:0` …
        start: Start offset, within the passage, of the words that the tag applies to. These words begin after the
            previous tag, or at the start of the paragraph. Tags with nothing between them apply to the same words.
        end: Offset after these words; equal to `start` if the tag comes before all words.
        offset: Offset of the tag itself.
    """

    source: str
    date: str | None
    page: str | None
    raw: str
    passage: str
    start: int
    end: int
    offset: int


class GlossaryEntry(ByContent, frozen=True):
    """One glossary entry; several senses are paragraphs of `text`, joined by newlines.

    `ordinal` is 2 for the second entry with the same term, as `Rule.ordinal`.
    """

    edition: str
    term: str
    text: str
    ordinal: int = 1
    span: Span | None = None

    @property
    def key(self) -> str:
        """Return the key, unique within the edition: `glossary:Storm`, or `glossary:Storm#2` for the second entry."""
        return key_of_entry(self.term, self.ordinal)


class Matter(ByContent, frozen=True):
    """Text around the rules: `title`, `introduction`, `contents`, `index`, `credits`, `imprint` and the like."""

    name: str
    text: str
    span: Span | None = None


class Dropped(Struct, frozen=True):
    """A non-blank line that belongs to no record, with the reason (`rule-line`, `contents`, `page-footer` …)."""

    line: int
    reason: str
    text: str


class ParsedDocument(Struct, frozen=True):
    """One source document as records. Every non-blank line of it is in a record's span or in `dropped`.

    Attributes:
        name: The document's name in messages (a path).
        work: `comprehensive-rules` or `rulings-summary`.
        dialect: Name of the dialect that parsed it.
        encoding: The encoding of the document, such as `utf-8`, `cp1252`, `mac-roman`.
        edition: The effective date that the document itself states, ISO; None if it states none.
        condition: Condition of the document.
        rules: The rules, in the order of the document.
        glossary: The glossary entries, in the order of the document.
        matter: The text around the rules, in the order of the document.
        dropped: The lines that belong to no record, in the order of the document.
        diagnostics: The problems found in the document.
    """

    name: str
    work: str
    dialect: str
    encoding: str
    edition: str | None
    condition: Condition
    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...]
    matter: tuple[Matter, ...]
    dropped: tuple[Dropped, ...]
    diagnostics: tuple[Diagnostic, ...]


class Witness(Struct, frozen=True, rename={"size": "bytes"}):
    """One copy of an edition.

    Attributes:
        file: Path inside the archive.
        origin: Where the copy was found, such as `github.com/owner/name`.
        sha256: SHA-256 of the copy, in lower-case hex.
        size: Size of the copy in bytes.
        encoding: The encoding of the copy.
        condition: Condition of the copy.
        stated_edition: The effective date that the copy states, as an ISO date, or None.
        rules: Number of rules in the copy.
        glossary: Number of glossary entries in the copy.
        chosen: Whether the copy is the base of the edition's reading.
        reason: The evidence that the copy is retyped; None for all others.
        typography: The form of the copy's quotation marks, dashes and other marks.
    """

    file: str
    origin: str
    sha256: str
    size: int
    encoding: str
    condition: Condition
    stated_edition: str | None
    rules: int
    glossary: int
    chosen: bool = False
    reason: str | None = None
    typography: Typography = Typography()


class CardSet(Struct, frozen=True, forbid_unknown_fields=True):
    """A set of cards that an edition was published with.

    Attributes:
        code: Code of the set, `M10`.
        name: Name of the set; None if only an archive's manifest knows the set.
        words: Words in lower case that this edition has and no older one: evidence that the set came with it.
    """

    code: str
    name: str | None
    words: tuple[str, ...] = ()


class NamedEdition(Struct, frozen=True):
    """An edition of a work by its names.

    Attributes:
        id: Id of the edition: the ISO date on which it took effect.
        work: `comprehensive-rules` or `rulings-summary`.
        sets: The sets that the edition was published with, the main one first; empty for some.
        aliases: Dates in the names of the edition's files, `YYYYMMDD`, if they differ from `id`.
    """

    id: str
    work: str
    sets: tuple[CardSet, ...]
    aliases: tuple[str, ...]

    @property
    def set_code(self) -> str | None:
        """Return the code of its main set (`M10`), or None."""
        return self.sets[0].code if self.sets else None


class Edition(NamedEdition, frozen=True):
    """An edition of a work, as it was read.

    Attributes:
        dialect: Dialect of the chosen witness.
        witnesses: All copies, the chosen one first.
        condition: Condition of the collated reading, after witnesses have filled in each other's damage; `retyped` if
            all usable witnesses are.
    """

    dialect: str
    witnesses: tuple[Witness, ...]
    condition: Condition

    @property
    def set_name(self) -> str | None:
        """Return the name of its main set, or None."""
        return self.sets[0].name if self.sets else None

    @property
    def typography(self) -> Typography:
        """Return the typography of the copy that its text follows."""
        return next((witness.typography for witness in self.witnesses if witness.chosen), Typography())

    @property
    def reason(self) -> str | None:
        """Return the evidence that the edition is retyped; None for all others."""
        if self.condition != RETYPED:
            return None
        return next((witness.reason for witness in self.witnesses if witness.condition == RETYPED), None)


class Variant(Struct, frozen=True):
    """A passage in which a witness differs from the edition's reading.

    Attributes:
        key: Key of the passage in the reading, the established text: a number, `glossary:TERM` or `matter:NAME`.
        witness: The file of the document, or of the copy of the edition, that is compared with the reading.
        kind: `typographic` (quotes, dashes, marks, spaces), `damage` (one side lost characters), `wording` (the words
            differ), `missing` (the witness lacks the passage), `extra` (only the witness has it).
        reading: The passage in the reading; empty for `extra`.
        text: The passage in the witness; empty for `missing`.
        adopted: Whether the reading follows this witness here, because the main copy of the edition is damaged or has
            a gap.
    """

    key: str
    witness: str
    kind: VariantKind
    reading: str
    text: str
    adopted: bool = False


class Reference(Struct, frozen=True):
    """A reference in the rules' own text.

    Attributes:
        source: Key of the rule or glossary entry that contains the reference.
        field: The passage of that record: `text`, `example:0`, `example:1`, `note:0` …
        raw: The words of the reference exactly as printed: `passage[start:end] == raw`.
        kind: The kind of target: `rule`, `section` or `glossary`.
        targets: The numbers (or glossary terms) that the reference names, in order; lists and ranges are expanded.
        quoted_title: The title quoted next to the number, without quotes; None if there is none.
        start: Offset of the reference in the passage, in characters.
        end: Offset after the last character of the reference.
    """

    source: str
    field: str
    raw: str
    kind: ReferenceKind
    targets: tuple[str, ...]
    quoted_title: str | None
    start: int
    end: int


class Resolution(Struct, frozen=True):
    """The result of looking up all targets of one reference. Finding references and resolving them are separate steps.

    Attributes:
        reference: The reference.
        status: `ok`, `missing`, `title-mismatch` or `ambiguous`: the worst result among the targets.
        found_keys: Keys of those targets of the reference that exist in the same edition, in order.
        suggestion: The number that was probably intended, or None.
    """

    reference: Reference
    status: ResolutionStatus
    found_keys: tuple[str, ...]
    suggestion: str | None = None


class Reading(Struct, frozen=True):
    """An edition with its text: one reading, collated from all its witnesses.

    Attributes:
        edition: The edition, with its witnesses.
        rules: The rules, in the order of the document.
        glossary: The glossary entries, in their order.
        matter: The text around the rules.
        variants: The passages in which witnesses differ from this reading.
        diagnostics: The problems found in the witnesses.
        references: The references of the edition, resolved.
        fingerprint: Hash of all input of the reading; equal fingerprints mean equal records.
    """

    edition: Edition
    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...]
    matter: tuple[Matter, ...]
    variants: tuple[Variant, ...]
    diagnostics: tuple[Diagnostic, ...]
    references: tuple[Resolution, ...] = ()
    fingerprint: str = ""
