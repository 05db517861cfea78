"""The description of the data: a JSON Schema for each kind of document, and one OpenAPI document for all."""

from typing import Any

from msgspec import Struct

from graph.answers.contents import ContentsAnswer
from graph.answers.editions import CodeAnswer, EditionAnswer
from graph.answers.keywords import KeywordAnswer
from graph.answers.moves import MovesAnswer
from graph.answers.partial_issues import PartialIssueAnswer
from graph.answers.rulings import RulingsAnswer
from graph.answers.schema import make_schema
from graph.answers.terms import TermAnswer
from site_src.data.announcements import Announcements
from site_src.data.corpus import Bucket, Manifest
from site_src.data.graph import NodeLinkGraph
from site_src.data.history import HistoryColumns
from site_src.data.mentions import RuleReferences
from site_src.data.now import Now
from site_src.data.records import CurrentNumber, Lineages, RetiredNumbers

_INFO = {
    "title": "Comprehensive Rules: the data",
    "version": "1",
    "summary": "Every edition of the Comprehensive Rules of Magic as static JSON.",
    "description": (
        "All documents are files: you need no account and pay nothing, and a copy of the site is also a copy of the "
        "data. Names end in `.json`, because a static host derives the type of a file from its name. "
        "Rules text is © Wizards of the Coast LLC."
    ),
}


class Parameter(Struct, frozen=True):
    """A parameter of an address.

    Attributes:
        name: Its name, as in the address.
        description: What it is, in a sentence.
        example: A value of it.
    """

    name: str
    description: str
    example: str


class DocumentKind(Struct, frozen=True):
    """A kind of document.

    Attributes:
        name: Name of its schema.
        address: Its address, with names of parameters.
        summary: What it is, in a sentence.
        content: Its type; several if a document is of one of them.
        parameters: The parameters of its address.
    """

    name: str
    address: str
    summary: str
    content: tuple[Any, ...]
    parameters: tuple[Parameter, ...] = ()


_EDITION = Parameter("edition", "Date of the edition.", "2009-07-11")
_ISSUE = Parameter("issue", "Date of the issue.", "1999-04-21")
_BUCKET = Parameter("bucket", "The name that a manifest gives the bucket.", "702-1")
_OLDER = Parameter("from", "Date of an edition.", "2009-05-01")
_NEWER = Parameter("to", "Date of the next edition.", "2009-07-11")
_NUMBER_TODAY = Parameter(
    "number", "A number of the latest edition; `~2` after it for the second rule with that number.", "702.40a"
)
_NUMBER_OF_ANY = Parameter(
    "number", "A number that any edition has, without a letter; `glossary-st` for the terms with `st`.", "702.40"
)
_FILE_OF_LINEAGE = Parameter(
    "file",
    "The FNV-1a hash (32 bits), modulo 64, of the part of the lineage's id that names chapter and rule "
    "(`502.30` of `502.30a@2003-05-26`) or the term (`glossary:Storm`).",
    "35",
)

KINDS = (
    DocumentKind("editions", "/editions.json", "All editions, oldest first.", (tuple[EditionAnswer, ...],)),
    DocumentKind(
        "rule",
        "/rule/{number}.json",
        "A number today, and every rule that ever had it.",
        (CurrentNumber,),
        (_NUMBER_TODAY,),
    ),
    DocumentKind(
        "retired",
        "/retired.json",
        "Numbers that the latest edition lacks, and the rules that had them.",
        (RetiredNumbers,),
    ),
    DocumentKind(
        "lineages",
        "/lineages/{file}.json",
        "Rules with all their numbers and wordings. Their ids never change.",
        (Lineages,),
        (_FILE_OF_LINEAGE,),
    ),
    DocumentKind(
        "manifest",
        "/e/{edition}/manifest.json",
        "The records of an edition, and where their texts are.",
        (Manifest,),
        (_EDITION,),
    ),
    DocumentKind(
        "rulings",
        "/rulings/{issue}.json",
        "An issue of the rulings summary: the sources of its rulings, their notes, and the rules that they restate.",
        (RulingsAnswer,),
        (_ISSUE,),
    ),
    DocumentKind(
        "pages",
        "/pages.json",
        "Pages of issues and editions that the archive lacks, with their possible days.",
        (tuple[PartialIssueAnswer, ...],),
    ),
    DocumentKind(
        "now", "/now.json", "The present keys of the records of all editions, and how the records changed.", (Now,)
    ),
    DocumentKind(
        "toc",
        "/e/{edition}/toc.json",
        "The headings of an edition.",
        (tuple[ContentsAnswer, ...],),
        (_EDITION,),
    ),
    DocumentKind(
        "keywords",
        "/keywords.json",
        "Abilities, actions and ability words, with number, first and last edition.",
        (tuple[KeywordAnswer, ...],),
    ),
    DocumentKind(
        "codes", "/codes.json", "Sets and dates of files, and the editions that they name.", (tuple[CodeAnswer, ...],)
    ),
    DocumentKind(
        "texts",
        "/texts/{bucket}.json",
        "The texts that the manifests refer to.",
        (Bucket,),
        (_BUCKET,),
    ),
    DocumentKind(
        "moves",
        "/moves/{from}..{to}.json",
        "What happened to each rule from one edition to the next.",
        (MovesAnswer,),
        (_OLDER, _NEWER),
    ),
    DocumentKind("terms", "/terms.json", "Renamed and retired terms, with evidence.", (tuple[TermAnswer, ...],)),
    DocumentKind(
        "announcements",
        "/announcements.json",
        "The publisher's announcements, with the lineages that they are about.",
        (Announcements,),
    ),
    DocumentKind(
        "references",
        "/references/{number}.json",
        "The references from and to a number in all editions, with their sentences and dates.",
        (RuleReferences,),
        (_NUMBER_OF_ANY,),
    ),
    DocumentKind(
        "referenced",
        "/referenced.json",
        "The numbers, and the first letters of terms, that have a document of references.",
        (tuple[str, ...],),
    ),
    DocumentKind(
        "graph",
        "/graph/latest.json",
        "The graph of the latest edition: rules, entries, terms, references. The library networkx reads it.",
        (NodeLinkGraph,),
    ),
    DocumentKind(
        "history",
        "/history.json",
        "Every version of every rule in columns, to compare any two editions.",
        (HistoryColumns,),
    ),
)
"""All kinds of documents, in the order of the page about them."""


def make_schemas() -> dict[str, dict[str, Any]]:
    """Return the schema of each kind of document, by its name."""
    return {kind.name: make_schema(*kind.content) for kind in KINDS}


def make_openapi() -> dict[str, Any]:
    """Return the description of all addresses; it refers to the schemas."""
    return {
        "openapi": "3.1.0",
        "info": _INFO,
        "servers": [{"url": ".", "description": "Address of this description."}],
        "paths": {kind.address: {"get": _describe_kind(kind)} for kind in KINDS},
    }


def _describe_kind(kind: DocumentKind) -> dict[str, Any]:
    """Return the operation that gets a document of a kind, as OpenAPI describes operations."""
    content = {"application/json": {"schema": {"$ref": f"schema/{kind.name}.json"}}}
    described: dict[str, Any] = {
        "summary": kind.summary.removesuffix("."),
        "operationId": kind.name,
        "responses": {
            "200": {"description": "The document.", "content": content},
            "404": {"description": "There is no such document."},
        },
    }
    if kind.parameters:
        described["parameters"] = [_describe_parameter(parameter) for parameter in kind.parameters]
    return described


def _describe_parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": "path",
        "required": True,
        "description": parameter.description,
        "schema": {"type": "string"},
        "example": parameter.example,
    }
