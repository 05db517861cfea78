"""The tables of the export: a record type each, whose fields give the columns, their types and descriptions.

Each table is one query over the knowledge base. A query that needs no texts also works on the ledger, so that the facts
can be exported without a knowledge base.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from graph.announcements import bulletins
from rules.errors import ComprulesError
from rules.links import CLASSES

if TYPE_CHECKING:
    from rules.store import Store

Edition = Annotated[date, Meta(description="the edition, by its effective date")]
Key = Annotated[str, Meta(description="names a record within an edition: `702.40a`, `502.35b#2`, `glossary:Storm`")]
Lineage = Annotated[str | None, Meta(description="id of the rule through all its numbers, in `lineages`")]
TextHash = Annotated[str, Meta(description="SHA-256 of the text, in `texts`")]
Kind = Annotated[str, Meta(description="what became of the rule: kept, renumbered, moved, split, merged, added, …")]
Class = Annotated[str | None, Meta(description=f"how its words changed: {', '.join(CLASSES)}")]
Method = Annotated[str, Meta(description="the evidence that linked it to the edition before")]
Score = Annotated[float, Meta(description="how sure that is, 0 to 1")]


class ExportError(ComprulesError):
    """What was asked for cannot be exported; the message says what can."""


class EditionRow(Struct, frozen=True):
    """One row an edition, oldest first."""

    edition: Edition
    work: Annotated[str, Meta(description="`comprehensive-rules` or `rulings-summary`")]
    set_code: Annotated[str | None, Meta(description="code of the main set it was published with")]
    set_name: Annotated[str | None, Meta(description="name of that set")]
    dialect: Annotated[str, Meta(description="the form of the document that was read")]
    condition: Annotated[str, Meta(description="good, damaged, truncated, destroyed or retyped")]
    rules: Annotated[int, Meta(description="number of numbered records, headings included")]
    glossary_entries: Annotated[int, Meta(description="number of glossary entries")]
    references: Annotated[int, Meta(description="number of references")]
    copies: Annotated[int, Meta(description="number of copies that it was read from")]


class RuleRow(Struct, frozen=True):
    """One row a numbered record of an edition, in the order of the document."""

    edition: Edition
    position: Annotated[int, Meta(description="order within the edition, from 0")]
    number: Annotated[str, Meta(description="the number in its regular form")]
    key: Key
    kind: Annotated[str, Meta(description="section, chapter, rule, subrule or ruling")]
    parent: Annotated[str | None, Meta(description="number of the rule above it")]
    heading: Annotated[str | None, Meta(description="its own heading")]
    text_sha256: TextHash
    lineage: Lineage


class GlossaryRow(Struct, frozen=True):
    """One row a glossary entry of an edition."""

    edition: Edition
    position: Annotated[int, Meta(description="order within the edition")]
    term: Annotated[str, Meta(description="the term as printed")]
    key: Key
    text_sha256: TextHash
    lineage: Lineage


class TextRow(Struct, frozen=True):
    """One row a distinct text of rules, examples and entries; needs a knowledge base."""

    sha256: Annotated[str, Meta(description="SHA-256 of the text in UTF-8")]
    text: Annotated[str, Meta(description="exactly as printed")]


class ExampleRow(Struct, frozen=True):
    """One row an example of a rule; needs a knowledge base."""

    edition: Edition
    number: Annotated[str, Meta(description="number of the rule")]
    item: Annotated[int, Meta(description="0 for the first example of the rule")]
    text_sha256: TextHash


class LineageRow(Struct, frozen=True):
    """One row a rule through all its numbers."""

    lineage: Annotated[str, Meta(description="permanent id: its first number and edition")]
    first_edition: Annotated[date, Meta(description="first edition with it")]
    last_edition: Annotated[date, Meta(description="last edition with it")]
    last_key: Annotated[str, Meta(description="what it is called in that edition")]


class VersionRow(Struct, frozen=True):
    """One row a run of editions in which a rule has one number and the same words."""

    lineage: Annotated[str, Meta(description="id of the rule, in `lineages`")]
    position: Annotated[int, Meta(description="order within the lineage, from 0")]
    key: Key
    first_edition: Annotated[date, Meta(description="first edition of the run")]
    last_edition: Annotated[date, Meta(description="last edition of the run")]
    kind: Kind
    change: Class
    method: Method
    score: Score
    sources: Annotated[list[str], Meta(description="keys in the edition before that it came from")]


class LinkRow(Struct, frozen=True):
    """One row a link between two editions; a rule in none goes on unchanged."""

    edition: Annotated[date, Meta(description="the newer edition")]
    previous: Annotated[date, Meta(description="the older edition")]
    old: Annotated[str | None, Meta(description="key in the older edition; null for what was added")]
    new: Annotated[str | None, Meta(description="key in the newer edition; null for what was deleted")]
    kind: Kind
    change: Class
    method: Method
    score: Score
    main: Annotated[bool, Meta(description="whether the lineage goes on by this link")]


class ReferenceRow(Struct, frozen=True):
    """One row a reference inside an edition."""

    edition: Edition
    source: Annotated[str, Meta(description="key of the record in which it stands")]
    kind: Annotated[str, Meta(description="rule, section or glossary")]
    raw: Annotated[str, Meta(description="as printed")]
    start: Annotated[int, Meta(description="first character in the text, from 0")]
    end: Annotated[int, Meta(description="character after the last")]
    targets: Annotated[list[str], Meta(description="keys that it names")]
    found: Annotated[list[str], Meta(description="those that the edition has")]
    quoted_title: Annotated[str | None, Meta(description="heading quoted beside it")]
    status: Annotated[str, Meta(description="ok, or what is wrong with it")]
    suggestion: Annotated[str | None, Meta(description="the key that was probably meant")]


class CitationRow(Struct, frozen=True):
    """One row a pair of records of an edition of which one refers to the other."""

    edition: Edition
    source: Annotated[str, Meta(description="key of the record that refers")]
    target: Annotated[str, Meta(description="key of the record that it refers to")]
    references: Annotated[int, Meta(description="number of references from the one to the other")]


class TermRow(Struct, frozen=True):
    """One row a term that was renamed or retired."""

    old: Annotated[str, Meta(description="the term before")]
    new: Annotated[str | None, Meta(description="the term after; null for a retired one")]
    edition: Annotated[date, Meta(description="the first edition with the new term")]
    kind: Annotated[str, Meta(description="what happened to it")]
    support: Annotated[int, Meta(description="number of rules that show it")]
    score: Score
    curated: Annotated[bool, Meta(description="whether it was entered by hand, with evidence")]


class AnnouncementRow(Struct, frozen=True):
    """One row a statement of the publisher's update bulletins about a rule."""

    bulletin: Annotated[str, Meta(description="id of the bulletin")]
    title: Annotated[str, Meta(description="its title")]
    published: Annotated[str, Meta(description="its date as far as it is known")]
    address: Annotated[str, Meta(description="its web address")]
    old: Annotated[date, Meta(description="the edition before the change")]
    new: Annotated[date, Meta(description="the edition after it")]
    rule: Annotated[str, Meta(description="a number, a range, or `*` for the whole document")]
    side: Annotated[str, Meta(description="the edition whose number it is: old or new")]
    kind: Annotated[str, Meta(description="what is announced: changed, added, deleted, …")]
    counterpart: Annotated[str, Meta(description="the number in the other edition, if named")]
    subject: Annotated[str, Meta(description="what it is about, in the project's own words")]


class Table(Struct, frozen=True):
    """A table of the export.

    Attributes:
        name: Its name, and that of its file.
        row: The record type whose fields are the columns.
        query: The SQL that yields the columns in their order; empty for facts that are not in the knowledge base.
        needs_texts: Whether it needs a knowledge base; the ledger has the others, too.
    """

    name: str
    row: type[Struct]
    query: str = ""
    needs_texts: bool = False

    @property
    def about(self) -> str:
        """Return what the table has, in one line."""
        return (self.row.__doc__ or "").strip()

    def rows(self, store: Store) -> Iterator[tuple[Any, ...]]:
        """Yield the rows, each a tuple of the columns in their order.

        Args:
            store: The knowledge base or the ledger.
        """
        if not self.query:
            yield from _announcement_rows()
            return
        readers = [_READERS.get(column.kind) for column in columns_of(self.row)]
        for row in store.select(self.query):
            yield tuple(value if read is None else read(value) for read, value in zip(readers, row, strict=True))


class Column(Struct, frozen=True):
    """A column: its name, its Python type (`list` for a list of strings), whether it may be null, and what it means."""

    name: str
    kind: type
    nullable: bool
    about: str


def columns_of(row: type[Struct]) -> tuple[Column, ...]:
    """Return the columns of a record type whose fields are annotated with `msgspec.Meta`."""
    return tuple(
        Column(
            field.name,
            _bare_type(field.type),
            type(None) in getattr(field.type.__origin__, "__args__", ()),
            field.type.__metadata__[0].description,
        )
        for field in msgspec.structs.fields(row)
    )


class Selection(Struct, frozen=True):
    """A table and those of its columns that are exported, in their order."""

    table: Table
    columns: tuple[Column, ...]

    def rows(self, store: Store) -> Iterator[tuple[Any, ...]]:
        """Yield the exported columns of each row."""
        every = columns_of(self.table.row)
        places = [every.index(column) for column in self.columns]
        for row in self.table.rows(store):
            yield row if len(places) == len(every) else tuple(row[place] for place in places)


_RECORDS = """
    SELECT records.edition, row_number() OVER (PARTITION BY records.edition ORDER BY position) - 1, {columns}, sha256,
        coalesce(
            (SELECT lineage FROM retyped_keys WHERE retyped_keys.edition = records.edition
             AND retyped_keys.key = records.key),
            (SELECT lineage FROM versions JOIN editions AS beginning ON beginning.id = first_edition
             WHERE versions.key = records.key AND beginning.work = own.work
                 AND first_edition <= records.edition AND last_edition >= records.edition))
    FROM records JOIN texts ON texts.id = text_id JOIN editions AS own ON own.id = records.edition
    WHERE number IS {which} ORDER BY records.edition, position
"""
TABLES: tuple[Table, ...] = (
    Table(
        "editions",
        EditionRow,
        """SELECT id, work, set_code, set_name, dialect, condition, rule_count, glossary_count, reference_count,
               (SELECT count(*) FROM witnesses WHERE edition = id) FROM editions ORDER BY id""",
    ),
    Table("rules", RuleRow, _RECORDS.format(columns="number, key, kind, parent, title", which="NOT NULL")),
    Table("glossary", GlossaryRow, _RECORDS.format(columns="title, key", which="NULL")),
    Table(
        "texts",
        TextRow,
        "SELECT sha256, text FROM texts GROUP BY sha256 ORDER BY min(id)",
        needs_texts=True,
    ),
    Table(
        "examples",
        ExampleRow,
        """SELECT rules.edition, number, item, sha256 FROM examples
           JOIN rules USING (edition, position) JOIN texts ON texts.id = examples.text_id
           ORDER BY examples.edition, examples.position, item""",
        needs_texts=True,
    ),
    Table("lineages", LineageRow, "SELECT id, first_edition, last_edition, last_key FROM lineages ORDER BY id"),
    Table(
        "versions",
        VersionRow,
        """SELECT lineage, position, key, first_edition, last_edition, kind, class, method, score, sources
           FROM versions ORDER BY lineage, position""",
    ),
    Table(
        "links",
        LinkRow,
        """SELECT edition, previous, old, new, kind, class, method, score, main
           FROM links ORDER BY edition, previous, position""",
    ),
    Table(
        "references",
        ReferenceRow,
        """SELECT edition, source, kind, raw, start_offset, end_offset, targets, found, quoted_title, status, suggestion
           FROM refs ORDER BY edition, position""",
    ),
    Table(
        "citations",
        CitationRow,
        """SELECT edition, source, target, count(*) FROM citations JOIN refs USING (edition, position)
           GROUP BY edition, source, target ORDER BY edition, min(position), target""",
    ),
    Table(
        "terms",
        TermRow,
        "SELECT old, new, edition, kind, support, score, curated FROM terms ORDER BY edition, position",
    ),
    Table("announcements", AnnouncementRow),
)
"""Every table that can be exported."""


def select_tables(wanted: Iterable[str], *, has_texts: bool) -> list[Selection]:
    """Return which tables and columns are exported.

    Args:
        wanted: Names of tables and, after a dot, of their columns; none for all that there are.
        has_texts: Whether there are texts; without, the tables that need them are left out.

    Raises:
        ExportError: There is no such table or column, or a named table needs texts and there are none.
    """
    columns: dict[str, list[str]] = {}
    names = list(wanted)
    for name in names:
        table, _, column = name.partition(".")
        columns.setdefault(table, []).extend([column] if column else [])
    by_name = {table.name: table for table in TABLES}
    for name in columns:
        if name not in by_name:
            raise ExportError(f"there is no table {name!r}; {_suggest(name, list(by_name))}")
        if by_name[name].needs_texts and not has_texts:
            raise ExportError(
                f"the table {name} needs the texts, which the ledger does not have; make a knowledge base with: "
                "comprules update"
            )
    tables = [
        table for table in TABLES if table.name in columns or (not names and (has_texts or not table.needs_texts))
    ]
    return [_select_columns(table, columns.get(table.name, [])) for table in tables]


def _select_columns(table: Table, names: Sequence[str]) -> Selection:
    columns = columns_of(table.row)
    known = [column.name for column in columns]
    for name in names:
        if name not in known:
            raise ExportError(f"the table {table.name} has no column {name!r}; {_suggest(name, known)}")
    return Selection(table, tuple(column for column in columns if not names or column.name in names))


def _suggest(name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"


def _announcement_rows() -> Iterator[tuple[Any, ...]]:
    for bulletin in bulletins():
        for said in bulletin.announcements:
            old, new = date.fromisoformat(said.old), date.fromisoformat(said.new)
            of_bulletin = (bulletin.id, bulletin.title, bulletin.date, bulletin.address)
            yield (*of_bulletin, old, new, said.rule, said.side, said.kind, said.counterpart, said.subject)


def _bare_type(annotation: Any) -> type:
    """Return a field's type without its description, without None, and without the type of a list's items."""
    inner = annotation.__origin__
    kinds = [kind for kind in getattr(inner, "__args__", ()) if kind is not type(None)]
    bare: type = list if inner == list[str] else kinds[0] if kinds else inner
    return bare


class _Dates(dict[str, date]):
    """Dates by their ISO form; there are few, in many rows."""

    def __missing__(self, text: str) -> date:
        self[text] = day = date.fromisoformat(text)
        return day


_READERS: dict[Any, Callable[[Any], Any]] = {
    date: _Dates().__getitem__,
    bool: bool,
    list: msgspec.json.Decoder(list[str]).decode,
}
