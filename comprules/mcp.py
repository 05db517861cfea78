"""The server for assistants: eight tools with short answers about rules, with number, edition and permanent link.

Assistants choose a tool by its description, which therefore says when to use it, what to pass and what is returned.
Results are the answers of `graph.answers`, with their schemas. Rules are resources too; a prompt says how to cite.
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent
from msgspec import Struct, json, structs, to_builtins
from pydantic import Field

from comprules.citing import cite_with_link
from comprules.facts import open_facts, resolve_edition
from comprules.lint.config import ConfigError, FoundConfig
from comprules.lint.formats.programs import answer_finding
from comprules.lint.linter import shared_linter
from comprules.lint.nearest import TreeSettings
from comprules.lint.records import Finding
from comprules.lint.settings import Overrides
from comprules.meanings import find_meaning, find_rule
from comprules.site_links import comparison_link, record_link
from graph.answers.change_counts import ChangeCountsAnswer
from graph.answers.citing import RuleCitation
from graph.answers.correspondence import answer_moves_between, is_across_works
from graph.answers.excerpts import shorten
from graph.answers.history import HistoryAnswer, answer_history
from graph.answers.lookup import find_place
from graph.answers.moves import MovesAnswer, answer_moves, find_moves
from graph.answers.pages import answer_page_citing, answer_page_history, find_on_pages
from graph.answers.rule import MeaningAnswer, answer_meaning
from graph.answers.rule_links import CitingAnswer, answer_citing
from graph.answers.schema import make_schema
from graph.answers.search import ChangeResult, SearchAnswer, SearchResult, Where
from graph.answers.why import HEADING
from graph.compare.comparison import NotComparable, compare
from graph.history import History
from graph.ledger import open_ledger
from graph.search.changes import ChangeFilter, search_changes
from graph.search.searcher import Searcher
from rules.edition_names import UnknownEdition
from rules.errors import NotFound
from rules.keys import key_of_rule, name_of
from rules.numbers import chapter_of

LONGEST = 200_000
"""Maximum length in characters of a text whose citations are checked: an assistant has to send all of it."""
_MOST = 50
"""Maximum number of rows of an answer, all of which an assistant has to read."""
_BEST = 3
"""Number of passages that a search returns by default, since an assistant has to read all of them."""
_LONGEST_PASSAGE = 1600
"""Maximum number of characters of each; three of them are less than 2,000 tokens."""
_NO_TEXTS = "no texts available; get them with `comprules update`"

_INSTRUCTIONS = """The rules of Magic: The Gathering, in every edition since 1999. A question about play: `search` with
the whole question, then `rule` for a number that an answer refers to. A number: `rule`; an old one: `follow`.
A text or code that cites rules: `check`. What changed: `compare` for two editions, `changes` for words."""
_CITE = """Answer this question about the rules of Magic: The Gathering: {question}

1. Call `search` with the whole question, and `rule` for each number in the passages that the answer needs.
2. Say nothing that no passage says; if they do not decide the question, say so.
3. Cite each claim with the number and the edition of the rule that decides it, as in "CR 702.19b (2026-08-07)", and
its link if there is one. Quote no more than the words that decide, to the letter."""

Number = Annotated[str, Field(description="A rule's number such as 702.40a, or glossary:TERM", max_length=200)]
Form = Literal["plain", "markdown", "wikitext", "cite-web", "bibtex", "csl-json"]
Day = Annotated[
    str | None,
    Field(description="An edition: a date (2009-07-11; the edition then in force), a set code (M10), latest, first"),
]


class TextCheckAnswer(Struct, frozen=True):
    """What is wrong with the citations of a text.

    Attributes:
        edition: The edition that the text was checked against.
        citations: Number of citations in the text.
        findings: What is wrong.
        findings_left_out: How many findings are not listed.
        notices: What was skipped or ignored, as sentences.
    """

    edition: str
    citations: int
    findings: tuple[Finding, ...]
    findings_left_out: int
    notices: tuple[str, ...]


def make_server(db: Path | None = None, site: str | None = None) -> MCPServer:
    """Make the server with its tools; its `run("stdio")` serves.

    Args:
        db: The knowledge base; None for the default one, or the ledger if that does not exist.
        site: Address of the site to link to; None for `$COMPRULES_SITE_URL`.

    Raises:
        StoreError: The named knowledge base does not exist, or is none.
        LedgerError: The ledger is damaged.
    """
    tools = AssistantTools(db, site)
    functions = (
        tools.rule,
        tools.cite,
        tools.follow,
        tools.search,
        tools.changes,
        tools.citing,
        tools.compare,
        tools.check,
    )
    server = MCPServer("comprules", instructions=_INSTRUCTIONS, tools=[_make_tool(function) for function in functions])
    server.resource("comprules://latest/{number}", mime_type="text/plain")(_report_errors(tools.latest_resource))
    server.resource("comprules://{edition}/{number}", mime_type="text/plain")(_report_errors(tools.resource))
    server.prompt("cite", description="Answer a question about the rules, citing the rules that decide it")(cite)
    return server


def cite(question: Annotated[str, Field(description="The question, in the player's own words")]) -> str:
    """Return instructions for answering a question with citations of the rules that decide it."""
    return _CITE.format(question=question)


class AssistantTools:
    """The tools, with the facts for their answers; takes the arguments of `make_server`."""

    def __init__(self, db: Path | None, site: str | None) -> None:
        self._facts = open_facts(db)
        self._ledger = open_ledger()
        self._site = site
        self._searcher = Searcher(self._facts, lambda edition, key: record_link(self._facts, edition, key, site))

    def rule(self, number: Number, edition: Day = None) -> MeaningAnswer:
        """Look up a rule by its number, in the latest or another edition: heading, text, edition, current number.

        Use it for a number that another answer refers to; without a number use `search`.
        """
        meaning = find_meaning(self._facts, number, edition, self._site)
        if meaning.text is not None:
            return meaning
        return structs.replace(meaning, text=f"({_NO_TEXTS})")

    def cite(
        self,
        number: Number,
        form: Annotated[Form, Field(description="The form; `cite-web` is the template of wikis")] = "plain",
        edition: Day = None,
    ) -> RuleCitation:
        """Return a citation of a rule as an edition has it, with its address and the day of access.

        Use it when the user wants to cite a rule in a paper, a wiki or a forum.
        """
        named = resolve_edition(self._facts, edition or "latest")
        return cite_with_link(find_rule(self._facts, number, named), form, site=self._site)

    def follow(self, number: Number, edition: Day = None) -> HistoryAnswer:
        """List the versions of a rule, oldest first, with what announced each; pass the edition that has the number.

        Use it for a number from an old document or code, and to learn when a rule changed. The words of a version are
        those that the tool `rule` returns for its edition.
        """
        meaning = find_meaning(self._facts, number, edition, self._site)
        if meaning.lineage is None:  # only a page of an issue that the archive lacks has the number
            return answer_page_history(self._facts, find_on_pages(self._facts, meaning.number))
        history = answer_history(History(self._facts), meaning.lineage)
        entries = [
            structs.replace(entry, text=None, examples=None, notes=None)
            for entry in history.entries
            if not entry.is_typography
        ]
        return structs.replace(history, entries=tuple(entries[-_MOST:]), link=meaning.link)

    def search(
        self,
        words: Annotated[
            str,
            Field(description="A whole question in the player's own words, a term, or a phrase in quotation marks"),
        ],
        edition: Day = None,
        limit: Annotated[int, Field(ge=1, le=_MOST)] = _BEST,
    ) -> SearchResult:
        """Find the rules that decide a question, if their numbers are not known; slang and slips are understood.

        Use it first for any question about play, with the whole question. Returns the best passages with number,
        heading, chapter and why each is one. Without texts, only headings.
        """
        searched = resolve_edition(self._facts, edition or "latest")
        if not self._facts.has_texts:
            return self._search_headings(words, searched, limit)
        found = self._searcher.search(words, searched, limit)
        if not found.answers:
            nothing = f"nothing found in {searched}, which is in English; use other words, or fewer"
            raise ToolError(" ".join(found.notes) or nothing)
        return structs.replace(found, answers=tuple(shorten(answer, _LONGEST_PASSAGE) for answer in found.answers))

    def changes(
        self,
        words: Annotated[str, Field(description="Words of any form, or a phrase in quotation marks", max_length=300)],
        side: Annotated[Where, Field(description="Only what editions inserted, or deleted")] = "either",
        oldest_first: Annotated[bool, Field(description="Oldest edition first")] = False,
        limit: Annotated[int, Field(ge=1, le=_MOST)] = _BEST,
    ) -> ChangeResult:
        """Find which editions brought words into the rules or dropped them, and since when the rules have a phrase."""
        if not self._facts.has_texts:
            raise ToolError(_NO_TEXTS)
        return search_changes(
            self._facts,
            words,
            ChangeFilter(side),
            oldest_first=oldest_first,
            limit=limit,
            link=lambda old, new: comparison_link(old, new, self._site),
        )

    def citing(self, number: Number, edition: Day = None) -> CitingAnswer:
        """List what a rule refers to and which rules refer to it, in the newest edition or another.

        Use it for exceptions and special cases of a rule, which refer to it.
        """
        meaning = find_meaning(self._facts, number, edition, self._site)
        if not meaning.lineage:
            pages = find_on_pages(self._facts, meaning.number)
            if pages:
                return answer_page_citing(self._facts, pages[0])
        # Several rules of an edition may have one number; the ordinal says which of them is meant.
        citing = answer_citing(self._facts, meaning.edition, key_of_rule(meaning.number, meaning.ordinal))
        return structs.replace(
            citing, refers_to=citing.refers_to[:_MOST], cited_by=citing.cited_by[:_MOST], link=meaning.link
        )

    def compare(
        self,
        old: Annotated[str, Field(description="The edition compared from")],
        new: Annotated[str, Field(description="The edition compared to")] = "latest",
        number: Annotated[str | None, Field(description="Only this number of the edition compared from")] = None,
        words: Annotated[str, Field(description="Only changes with these words, shown with them", max_length=300)] = "",
        side: Annotated[Where, Field(description="With words: in what was inserted, or deleted")] = "either",
    ) -> MovesAnswer:
        """Compare two editions: count and list the changes, with old and new numbers; pass a number to see only it."""
        first, last = (resolve_edition(self._facts, name) for name in (old, new))
        if words and not self._facts.has_texts:
            raise ToolError(_NO_TEXTS)
        keys = None
        if number is not None:
            keys = [find_place(self._facts, number, first, lasting=False)[1]]
        history = History(self._facts)
        if is_across_works(history, first, last):
            return self._compare_works(history, first, last, keys)
        moves = answer_moves(first, last, compare(history, first, last, keys).groups)
        link = comparison_link(first, last, self._site)
        if not words:
            return structs.replace(_cut_moves(moves, _MOST), link=link)
        moves = structs.replace(moves, moves=find_moves(history, first, last, words, side))
        return structs.replace(_cut_moves(moves, _BEST), link=link)

    def _compare_works(self, history: History, first: str, last: str, keys: list[str] | None) -> MovesAnswer:
        """Return the rules of one work that restate rules of the other; nothing is known about the rest."""
        rows = answer_moves_between(history, first, last, keys)
        restated = tuple(row for row in rows if row.kind == "restated")
        counts = ChangeCountsAnswer(0, len(restated), {"restated": len(restated)}, {})
        return _cut_moves(MovesAnswer(old=first, new=last, summary=counts, moves=restated), _MOST)

    def check(
        self,
        text: Annotated[str, Field(description="A text that cites rules by number", max_length=LONGEST)],
        edition: Day = None,
        path: Annotated[str | None, Field(description="The text's file, for what is declared for it")] = None,
    ) -> TextCheckAnswer:
        """Check the citations of a text: numbers that never existed, are retired, or name another rule than is meant.

        Pass the edition that the text was written for, or the path of its file. The suggestion of a finding with the
        fix `place` can be written at its place alone; with `file` the whole file must be renumbered together with its
        declaration, by the command in the message.
        """
        config = None  # the one that is found for the file
        if path is None:
            config = FoundConfig(root=Path.cwd())  # without a file, no configuration counts
        name = path or "text"
        settings = TreeSettings([path or "."], self._ledger, Overrides(edition=edition), config).of_file(name)
        checked = shared_linter(settings, self._ledger).check_bytes(name, text.encode("utf-8", "surrogatepass"))
        rows = [structs.replace(answer_finding(finding), marked=finding.marked) for finding in checked.findings]
        return TextCheckAnswer(
            settings.target,
            checked.citations,
            tuple(rows[:_MOST]),
            max(len(rows) - _MOST, 0),
            tuple(notice.message for notice in checked.notices),
        )

    def latest_resource(self, number: str) -> str:
        """A rule of the latest edition by its number, or a glossary entry by `glossary:TERM`."""
        return self.resource("latest", number)

    def resource(self, edition: str, number: str) -> str:
        """A rule of an edition (a date, a set code, first, latest) by its number, or an entry by `glossary:TERM`."""
        shown = self.rule(number, edition)
        head = f"{name_of(shown.number)} {shown.title or ''}".strip()
        return "\n\n".join([head, shown.text or shown.heading or "", *shown.examples, f"Edition of {shown.edition}"])

    def _search_headings(self, words: str, edition: str, limit: int) -> SearchResult:
        """Return the records of an edition whose heading is the query."""
        titled = self._facts.titled(edition, words)
        if not titled:
            raise ToolError(f"no heading of {edition} is {words!r}; {_NO_TEXTS}")
        answers = [self._answer_heading(key, edition, heading) for key, heading in titled[:limit]]
        return SearchResult(edition, tuple(answers))

    def _answer_heading(self, key: str, edition: str, heading: str) -> SearchAnswer:
        """Return a record that was found by its heading as an answer of the search, without its text."""
        meaning = answer_meaning(self._facts, edition, key)
        return SearchAnswer(
            source=key,
            number=meaning.number,
            edition=edition,
            kind=meaning.kind,
            heading=heading,
            chapter=chapter_of(meaning.number),
            field="text",
            text="",
            marks=(),
            why=str(HEADING),
            why_kind=HEADING.kind,
            first=edition,
            last=edition,
            link=record_link(self._facts, edition, key, self._site),
            score=1.0,
        )


def _cut_moves(answer: MovesAnswer, most: int) -> MovesAnswer:
    """Return an answer with at most `most` changes, and the number of those that are left out."""
    left_out = max(len(answer.moves) - most, 0)
    return structs.replace(answer, moves=answer.moves[:most], left_out=left_out)


def _make_tool(function: Callable[..., Struct]) -> Tool:
    """Return the tool of a function, with the schema of its answer."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> CallToolResult:
        answer = function(*args, **kwargs)
        text = TextContent(type="text", text=json.encode(answer).decode())
        return CallToolResult(content=[text], structured_content=to_builtins(answer))

    tool = Tool.from_function(_report_errors(call), structured_output=False)
    tool.fn_metadata.output_schema = make_schema(get_type_hints(function)["return"])
    return tool


def _report_errors(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """Wrap a tool so that errors of the caller are reported with their own message.

    The result is a coroutine function, which the server runs in its main thread: SQLite's connections stay in one.
    """

    @wraps(function)
    async def translate_errors(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (NotFound, UnknownEdition, NotComparable, ConfigError) as error:
            raise ToolError(str(error)) from error

    return translate_errors
