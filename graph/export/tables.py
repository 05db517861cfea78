"""The tables that can be exported, each with the types and descriptions of its columns.

A table is one query over the knowledge base. A query that needs no texts also works on the ledger, so that the facts
can be exported without a knowledge base.
"""

from datetime import date

from graph.export.rows import announcement_rows, graph_columns
from graph.export.table import Column, Table
from graph.network.rows import edge_rows, node_rows
from graph.network.schema import EDGES, NODES, RELATIONS
from graph.restatements.tables import note_rows, page_rows, provenance_rows, restatement_rows
from rules.links import CLASSES
from rules.records import EDITION_CONDITIONS

_EDITION = "the edition, by its effective date"
_KEY = "names a record within an edition: `702.40a`, `502.35b#2`, `glossary:Storm`"
_LINEAGES = "id of the rule through all its numbers, in `lineages`"
_TEXT = "SHA-256 of the text, in `texts`"
_KIND = "what became of the rule: kept, renumbered, moved, split, merged, added, …"
_CLASS = f"how its words changed: {', '.join(CLASSES)}"
_METHOD = "the evidence that linked it to the edition before"
_SCORE = "how sure that is, 0 to 1"
_COPIES = "(SELECT count(*) FROM witnesses WHERE edition = id)"
_POSITION = "row_number() OVER (PARTITION BY records.edition ORDER BY position) - 1"
_LINEAGE = """coalesce(
        (SELECT lineage FROM retyped_keys WHERE retyped_keys.edition = records.edition
         AND retyped_keys.key = records.key),
        (SELECT lineage FROM versions JOIN editions AS beginning ON beginning.id = first_edition
         WHERE versions.key = records.key AND beginning.work = own.work
             AND first_edition <= records.edition AND last_edition >= records.edition))"""
_RECORDS = """records JOIN texts ON texts.id = text_id JOIN editions AS own ON own.id = records.edition
    WHERE number IS {} ORDER BY records.edition, position"""

_EDITIONS_TABLE = Table(
    "editions",
    "One row per edition, oldest first.",
    "editions ORDER BY id",
    (
        Column("edition", date, _EDITION, "id"),
        Column("work", str, "`comprehensive-rules` or `rulings-summary`"),
        Column("set_code", str, "code of the main set it was published with", nullable=True),
        Column("set_name", str, "name of that set", nullable=True),
        Column("dialect", str, "the form of the document that was read"),
        Column("condition", str, f"{', '.join(EDITION_CONDITIONS[:-1])} or {EDITION_CONDITIONS[-1]}"),
        Column("rules", int, "number of numbered records, headings included", "rule_count"),
        Column("glossary_entries", int, "number of glossary entries", "glossary_count"),
        Column("references", int, "number of references", "reference_count"),
        Column("copies", int, "number of copies that it was read from", _COPIES),
    ),
)
_RULES_TABLE = Table(
    "rules",
    "One row per numbered record of an edition, in the order of the document.",
    _RECORDS.format("NOT NULL"),
    (
        Column("edition", date, _EDITION, "records.edition"),
        Column("position", int, "order within the edition, from 0", _POSITION),
        Column("number", str, "the number in its regular form"),
        Column("key", str, _KEY),
        Column("kind", str, "section, chapter, rule, subrule or ruling"),
        Column("parent", str, "number of the rule above it", nullable=True),
        Column("heading", str, "its own heading", "title", nullable=True),
        Column("text_sha256", str, _TEXT, "sha256"),
        Column("lineage", str, _LINEAGES, _LINEAGE, nullable=True),
    ),
)
_GLOSSARY_TABLE = Table(
    "glossary",
    "One row per glossary entry of an edition.",
    _RECORDS.format("NULL"),
    (
        Column("edition", date, _EDITION, "records.edition"),
        Column("position", int, "order within the edition", _POSITION),
        Column("term", str, "the term as printed", "title"),
        Column("key", str, _KEY),
        Column("text_sha256", str, _TEXT, "sha256"),
        Column("lineage", str, _LINEAGES, _LINEAGE, nullable=True),
    ),
)
_TEXTS_TABLE = Table(
    "texts",
    "One row per distinct text of rules, examples and entries; needs a knowledge base.",
    "texts GROUP BY sha256 ORDER BY min(id)",
    (
        Column("sha256", str, "SHA-256 of the text in UTF-8"),
        Column("text", str, "exactly as printed"),
    ),
    needs_texts=True,
)
_EXAMPLES_TABLE = Table(
    "examples",
    "One row per example of a rule; needs a knowledge base.",
    """examples JOIN rules USING (edition, position) JOIN texts ON texts.id = examples.text_id
       ORDER BY examples.edition, examples.position, item""",
    (
        Column("edition", date, _EDITION, "rules.edition"),
        Column("number", str, "number of the rule"),
        Column("item", int, "0 for the first example of the rule"),
        Column("text_sha256", str, _TEXT, "sha256"),
    ),
    needs_texts=True,
)
_LINEAGES_TABLE = Table(
    "lineages",
    "One row per rule, followed through all its numbers.",
    "lineages ORDER BY id",
    (
        Column("lineage", str, "permanent id: its first number and edition", "id"),
        Column("first_edition", date, "first edition with it"),
        Column("last_edition", date, "last edition with it"),
        Column("last_key", str, "what it is called in that edition"),
    ),
)
_VERSIONS_TABLE = Table(
    "versions",
    "One row per run of editions in which a rule has one number and the same words.",
    "versions ORDER BY lineage, position",
    (
        Column("lineage", str, "id of the rule, in `lineages`"),
        Column("position", int, "order within the lineage, from 0"),
        Column("key", str, _KEY),
        Column("first_edition", date, "first edition of the run"),
        Column("last_edition", date, "last edition of the run"),
        Column("kind", str, _KIND),
        Column("change", str, _CLASS, "class", nullable=True),
        Column("method", str, _METHOD),
        Column("score", float, _SCORE),
        Column("sources", list, "keys in the edition before that it came from"),
    ),
)
_LINKS_TABLE = Table(
    "links",
    "One row per link between two editions; a rule without a link is unchanged.",
    "links ORDER BY edition, previous, position",
    (
        Column("edition", date, "the newer edition"),
        Column("previous", date, "the older edition"),
        Column("old", str, "key in the older edition; null for what was added", nullable=True),
        Column("new", str, "key in the newer edition; null for what was deleted", nullable=True),
        Column("kind", str, _KIND),
        Column("change", str, _CLASS, "class", nullable=True),
        Column("method", str, _METHOD),
        Column("score", float, _SCORE),
        Column("main", bool, "whether the lineage continues through this link"),
    ),
)
_REFERENCES_TABLE = Table(
    "references",
    "One row per reference inside an edition.",
    "refs ORDER BY edition, position",
    (
        Column("edition", date, _EDITION),
        Column("source", str, "key of the record that contains it"),
        Column("kind", str, "rule, section or glossary"),
        Column("raw", str, "as printed"),
        Column("start", int, "first character in the text, from 0", "start_offset"),
        Column("end", int, "character after the last", "end_offset"),
        Column("targets", list, "keys that it names"),
        Column("found", list, "those that the edition has"),
        Column("quoted_title", str, "heading quoted next to it", nullable=True),
        Column("status", str, "ok, or what is wrong with it"),
        Column("suggestion", str, "the key that was probably meant", nullable=True),
    ),
)
_CITATIONS_TABLE = Table(
    "citations",
    "One row per pair of records in an edition, if one of them refers to the other.",
    """citations JOIN refs USING (edition, position)
       GROUP BY edition, source, target ORDER BY edition, min(position), target""",
    (
        Column("edition", date, _EDITION),
        Column("source", str, "key of the record that refers"),
        Column("target", str, "key of the record that it refers to"),
        Column("references", int, "number of references from the one to the other", "count(*)"),
    ),
)
_TERMS_TABLE = Table(
    "terms",
    "One row per term that was renamed or retired.",
    "terms ORDER BY edition, position",
    (
        Column("old", str, "the term before"),
        Column("new", str, "the term after; null for a retired one", nullable=True),
        Column("edition", date, "the first edition with the new term"),
        Column("kind", str, "what happened to it"),
        Column("support", int, "number of rules that show it"),
        Column("score", float, _SCORE),
        Column("curated", bool, "whether it was entered by hand, with evidence"),
    ),
)
_ANNOUNCEMENTS_TABLE = Table(
    "announcements",
    "One row per statement of the publisher's update bulletins about a rule.",
    "",
    (
        Column("bulletin", str, "id of the bulletin"),
        Column("title", str, "its title"),
        Column("published", str, "its date as far as it is known"),
        Column("address", str, "its web address"),
        Column("old", date, "the edition before the change"),
        Column("new", date, "the edition after it"),
        Column("rule", str, "a number, a range, or `*` for the whole document"),
        Column("side", str, "the edition whose number it is: old or new"),
        Column("kind", str, "what is announced: changed, added, deleted, …"),
        Column("counterpart", str, "the number in the other edition, if named"),
        Column("subject", str, "what it is about, in the project's own words"),
    ),
    make_rows=announcement_rows,
)
_PROVENANCE_TABLE = Table(
    "provenance",
    "One row per tag of a rulings summary that names a source; needs a knowledge base.",
    "",
    (
        Column("edition", date, "the issue of the summary; null for a page", nullable=True),
        Column("key", str, _KEY),
        Column("passage", str, "the passage with the tag: `text`, `note:0` …"),
        Column("tag", str, "the tag as printed"),
        Column("source", str, "the person or publication that it names, without the number of an issue"),
        Column("issue", int, "number of the issue of a magazine", nullable=True),
        Column("date", str, "with the precision that is printed: `1999-04-23`, `1997-01` or `1994`", nullable=True),
        Column("page", str, "`26` or `59-60`", nullable=True),
        Column("start", int, "where the words that it is about begin in the passage"),
        Column("end", int, "where they end"),
        Column("words", str, "these words"),
        Column("file", str, "the page of an issue that the archive lacks; null for an issue", nullable=True),
    ),
    needs_texts=True,
    make_rows=provenance_rows,
)
_NOTES_TABLE = Table(
    "notes",
    "One row per note below a rule or ruling of a rulings summary; needs a knowledge base.",
    "",
    (
        Column("edition", date, "the issue of the summary; null for a page", nullable=True),
        Column("key", str, _KEY),
        Column("item", int, "0 for the first note of the rule"),
        Column("text", str, "the note without its label"),
        Column("file", str, "the page of an issue that the archive lacks; null for an issue", nullable=True),
    ),
    needs_texts=True,
    make_rows=note_rows,
)
_RESTATEMENTS_TABLE = Table(
    "restatements",
    "One row per rule of a rulings summary that restates a rule of the Comprehensive Rules.",
    "",
    (
        Column("edition", date, "the issue of the summary; null for a page", nullable=True),
        Column("key", str, "the rule of the summary"),
        Column("other_edition", date, "the edition that has the restated rule"),
        Column("other", str, "key of that rule there"),
        Column("method", str, "how the two were found to say the same"),
        Column("score", float, "similarity of the two, 0 to 1"),
        Column("certainty", str, "sure, likely or perhaps"),
        Column("lineage", str, "of the restated rule, in `lineages`", nullable=True),
        Column("numbers", list, "its numbers in the newest edition; empty if it is gone"),
        Column("since", date, "the edition since which it has had this number", nullable=True),
        Column("shared", list, "phrases that both have; empty from the ledger"),
        Column("file", str, "the page of an issue that the archive lacks; null for an issue", nullable=True),
    ),
    make_rows=restatement_rows,
)
_PAGE_RULES_TABLE = Table(
    "page_rules",
    "One row per rule on a page of an issue that the archive lacks; needs a knowledge base.",
    "",
    (
        Column("file", str, "the page, by its path in the archive"),
        Column("work", str, "`comprehensive-rules` or `rulings-summary`"),
        Column("earliest", date, "the earliest day it can be from", nullable=True),
        Column("latest", date, "the latest day, which is presumed", nullable=True),
        Column("key", str, "key of the rule on the page"),
        Column("kind", str, "section, chapter, rule, subrule or ruling"),
        Column("heading", str, "its heading", nullable=True),
        Column("text", str, "its text, with provenance tags"),
    ),
    needs_texts=True,
    make_rows=page_rows,
)
_NODES_TABLE = Table(
    "nodes",
    "One row per node of the graph of all editions.",
    "",
    (
        Column("id", str, "name of the node"),
        Column("type", str, "rule, entry, version, term, edition or missing"),
        *graph_columns(NODES),
    ),
    make_rows=node_rows,
)
_EDGES_TABLE = Table(
    "edges",
    "One row per edge of that graph; the ends are in `nodes`.",
    "",
    (
        Column("source", str, "the node at which it begins"),
        Column("target", str, "the node at which it ends"),
        Column("type", str, f"{', '.join(RELATIONS[:-1])} or {RELATIONS[-1]}"),
        *graph_columns(EDGES),
    ),
    make_rows=edge_rows,
)

TABLES: tuple[Table, ...] = (
    _EDITIONS_TABLE,
    _RULES_TABLE,
    _GLOSSARY_TABLE,
    _TEXTS_TABLE,
    _EXAMPLES_TABLE,
    _LINEAGES_TABLE,
    _VERSIONS_TABLE,
    _LINKS_TABLE,
    _REFERENCES_TABLE,
    _CITATIONS_TABLE,
    _TERMS_TABLE,
    _ANNOUNCEMENTS_TABLE,
    _PROVENANCE_TABLE,
    _NOTES_TABLE,
    _RESTATEMENTS_TABLE,
    _PAGE_RULES_TABLE,
    _NODES_TABLE,
    _EDGES_TABLE,
)
"""Every table that can be exported."""
