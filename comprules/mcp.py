"""The server for assistants: seven tools with short answers about rules, with number, edition and permanent link.

Assistants choose a tool by its description, which therefore says when to use it, what to pass and what is returned.
Rules are resources, too; a prompt says how to cite them.
"""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from comprules.answers import NoSuchRule, answer, comparison_link, record_link
from comprules.cli.lookup import latest_of, opened_facts
from comprules.lint.config import Config, ConfigError, FoundConfig, find_config
from comprules.lint.linter import Linter
from comprules.lint.settings import CheckOptions, SettingsError, settings_of
from graph.answers.search import shorten
from graph.compare import NotComparable, compare
from graph.compare.differences import differences
from graph.history import History
from graph.ledger import open_ledger
from graph.search.changes import ChangeFilter, Where, keep_matching, search_changes
from graph.search.searcher import Searcher
from graph.traces.trace import trace
from rules.edition_names import UnknownEdition
from rules.numbers import name_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from comprules.answers import Answer

LONGEST = 200_000
"""Maximum length in characters of a text whose citations are checked."""
_MOST = 50
"""Maximum number of rows of an answer, all of which an assistant has to read."""
_BEST, _LONGEST_PASSAGE = 3, 1600
"""Passages, and characters of each, that a search returns by default: together less than 2,000 tokens."""
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
Day = Annotated[
    str | None,
    Field(description="An edition: a date (2009-07-11; the edition then in force), a set code (M10), latest, first"),
]


def make_server(db: Path | None = None, site: str | None = None) -> MCPServer:
    """Make the server with its tools; its `run("stdio")` serves.

    Args:
        db: The knowledge base; None for the default one, or the ledger if that does not exist.
        site: Address of the site to link to; None for `$COMPRULES_SITE_URL`.

    Raises:
        StoreError: The named knowledge base does not exist, or is none.
        LedgerError: The ledger is damaged.
    """
    server = MCPServer("comprules", instructions=_INSTRUCTIONS)
    tools = AssistantTools(db, site)
    for function in (tools.rule, tools.follow, tools.search, tools.changes, tools.citing, tools.compare, tools.check):
        server.tool()(_told_errors(function))
    for address in ("comprules://latest/{number}", "comprules://{edition}/{number}"):
        resource = tools.latest_resource if "latest" in address else tools.resource
        server.resource(address, mime_type="text/plain")(_told_errors(resource))
    server.prompt("cite", description="Answer a question about the rules, citing the rules that decide it")(cite)
    return server


def cite(question: Annotated[str, Field(description="The question, in the player's own words")]) -> str:
    """Return what to do to answer a question with citations of the rules that decide it."""
    return _CITE.format(question=question)


class AssistantTools:
    """The tools, with the facts for their answers; takes the arguments of `make_server`."""

    def __init__(self, db: Path | None, site: str | None) -> None:
        self._facts = opened_facts(db)
        self._ledger = open_ledger()
        self._site = site
        self._searcher = Searcher(self._facts, lambda edition, key: record_link(self._facts, edition, key, site))

    def rule(self, number: Number, edition: Day = None) -> dict[str, Any]:
        """Look up a rule by its number, in the latest or another edition: heading, text, edition, present number.

        Use it for a number that another answer refers to; without a number use `search`.
        """
        return self._format_answer(answer(self._facts, number, edition, self._site))

    def follow(self, number: Number, edition: Day = None) -> dict[str, Any]:
        """List the numbers that a rule had, oldest first; pass the edition in which it has the given number.

        Use it for a number from an old document or code, and to learn when a rule changed.
        """
        known = answer(self._facts, number, edition, self._site)
        if known.lineage is None:
            raise ToolError(f"{number} has no history")
        traced = trace(History(self._facts), known.lineage)
        entries: list[dict[str, Any]] = []
        for entry in traced.entries:
            version = entry.version
            if entries and entries[-1]["number"] == version.key and version.change in {"unchanged", "typographic"}:
                entries[-1]["last"] = version.last
                continue
            entries.append(
                {
                    "number": version.key,
                    "first": version.first,
                    "last": version.last,
                    "kind": version.kind,
                    "change": version.change,
                    "announced_in": sorted({announcement.bulletin for announcement in entry.announced}),
                }
            )
        return {
            "lineage": traced.lineage,
            "status": traced.status,
            "now": known.now,
            "into": [{"number": record.number, "edition": record.edition} for record in traced.into],
            "versions": entries[-_MOST:],
            "link": known.link,
        }

    def search(
        self,
        words: Annotated[
            str,
            Field(description="A whole question in the player's own words, a term, or a phrase in quotation marks"),
        ],
        edition: Day = None,
        limit: Annotated[int, Field(ge=1, le=_MOST)] = _BEST,
    ) -> list[dict[str, Any]]:
        """Find the rules that decide a question, if their numbers are not known; slang and slips are understood.

        Use it first for any question about play, with the whole question. Returns the best passages with number,
        heading, chapter and why each is one. Without texts, only headings.
        """
        at = latest_of(self._facts, edition or "latest")
        if not self._facts.has_texts:
            titled = self._facts.titled(at, words)
            if not titled:
                raise ToolError(f"no heading of {at} is {words!r}; {_NO_TEXTS}")
            return [self._format_hit(key, at, heading) for key, heading in titled[:limit]]
        result = self._searcher.search(words, at, limit)
        if not result.answers:
            raise ToolError(
                " ".join(result.notes) or f"nothing found in {at}, which is in English; use other words, or fewer"
            )
        return [msgspec.to_builtins(shorten(answer, _LONGEST_PASSAGE)) for answer in result.answers]

    def changes(
        self,
        words: Annotated[str, Field(description="Words of any form, or a phrase in quotation marks", max_length=300)],
        side: Annotated[Where, Field(description="Only what editions inserted, or deleted")] = "either",
        oldest_first: Annotated[bool, Field(description="Oldest edition first")] = False,
        limit: Annotated[int, Field(ge=1, le=_MOST)] = _BEST,
    ) -> dict[str, Any]:
        """Find which editions brought words into the rules or dropped them, and since when the rules have a phrase."""
        if not self._facts.has_texts:
            raise ToolError(_NO_TEXTS)
        found = search_changes(
            self._facts,
            words,
            ChangeFilter(side),
            oldest_first=oldest_first,
            limit=limit,
            link=lambda old, new: comparison_link(old, new, self._site),
        )
        return {
            "periods": msgspec.to_builtins(found.periods),
            "changes": msgspec.to_builtins(found.answers),
            "changes_left_out": found.total - len(found.answers),
        }

    def citing(self, number: Number, edition: Day = None) -> dict[str, Any]:
        """List what a rule refers to and which rules refer to it, in the newest edition or another.

        Use it for exceptions and special cases of a rule, which refer to it.
        """
        known = answer(self._facts, number, edition, self._site)
        out = [
            key
            for reference in self._facts.references(known.edition, known.number)
            for key in reference.reference.targets
        ]
        into = [
            reference.reference.source
            for reference in self._facts.references(known.edition)
            if known.number in reference.target or known.number in reference.reference.targets
        ]
        return {
            "number": known.number,
            "edition": known.edition,
            "refers_to": list(dict.fromkeys(out))[:_MOST],
            "cited_by": list(dict.fromkeys(into))[:_MOST],
            "cited_by_total": len(set(into)),
            "link": known.link,
        }

    def compare(
        self,
        old: Annotated[str, Field(description="The edition compared from")],
        new: Annotated[str, Field(description="The edition compared to")] = "latest",
        number: Annotated[str | None, Field(description="Only this number of the edition compared from")] = None,
        words: Annotated[str, Field(description="Only changes with these words, shown with them", max_length=300)] = "",
        side: Annotated[Where, Field(description="With words: in what was inserted, or deleted")] = "either",
    ) -> dict[str, Any]:
        """Compare two editions: count and list the changes, with old and new numbers; pass a number to see only it."""
        first, last = (latest_of(self._facts, name) for name in (old, new))
        if words:
            return self._compare_words(first, last, words, side)
        comparison = compare(History(self._facts), first, last, None if number is None else [number])
        changed = [group for group in comparison.groups if not group.is_same]
        if number is not None and not comparison.groups:
            raise ToolError(f"edition {first} has no {number!r}")
        kinds: dict[str, int] = {}
        for group in changed:
            kinds[group.kind] = kinds.get(group.kind, 0) + 1
        rows = [
            {"old": list(group.old), "new": list(group.new), "kind": group.kind, "change": group.change}
            for group in changed
        ]
        return {
            "from": first,
            "to": last,
            "unchanged": len(comparison.groups) - len(changed),
            "kinds": kinds,
            "changes": rows[:_MOST],
            "changes_left_out": max(len(rows) - _MOST, 0),
            "link": comparison_link(first, last, self._site),
        }

    def _compare_words(self, first: str, last: str, words: str, side: Where) -> dict[str, Any]:
        if not self._facts.has_texts:
            raise ToolError(_NO_TEXTS)
        changes, matches = keep_matching(differences(History(self._facts), first, last), words, side)
        rows = [
            {
                "old": list(change.group.old),
                "new": list(change.group.new),
                "kind": change.kind,
                "change": change.change,
                "matches": msgspec.to_builtins(matches[change.group]),
            }
            for change in changes.changes
        ]
        return {
            "from": first,
            "to": last,
            "changes": rows[:_BEST],
            "changes_left_out": max(len(rows) - _BEST, 0),
            "link": comparison_link(first, last, self._site),
        }

    def check(
        self,
        text: Annotated[str, Field(description="A text that cites rules by number", max_length=LONGEST)],
        edition: Day = None,
        path: Annotated[str | None, Field(description="The text's file, for what is declared for it")] = None,
    ) -> dict[str, Any]:
        """Check the citations of a text: numbers that never existed, are retired, or name another rule than is meant.

        Pass the edition that the text was written for, or the path of its file. The suggestion of a finding with the
        fix `place` can be written at its place alone; with `file` the whole file must be renumbered together with its
        declaration: `comprules upgrade FILE`.
        """
        config = FoundConfig(Config(), Path.cwd()) if path is None else find_config([path])
        settings = settings_of(CheckOptions(edition=edition), config, self._ledger)
        linter = Linter(settings, self._ledger)
        checked = linter.check_bytes(path or "text", text.encode("utf-8", "surrogatepass"))
        rows = [
            {
                "line": finding.line,
                "cited": finding.marked,
                "code": finding.code,
                "message": finding.message,
                "suggestion": finding.suggestion,
                "fix": finding.fix,
            }
            for finding in checked.findings
        ]
        return {
            "edition": settings.target,
            "citations": checked.citations,
            "findings": rows[:_MOST],
            "findings_left_out": max(len(rows) - _MOST, 0),
            "notices": [notice.message for notice in checked.notices],
        }

    def _format_hit(self, key: str, edition: str, heading: str) -> dict[str, Any]:
        link = record_link(self._facts, edition, key, self._site)
        shown = {"number": name_of(key), "edition": edition, "heading": heading, "link": link}
        return {name: value for name, value in shown.items() if value}

    def latest_resource(self, number: str) -> str:
        """A rule of the latest edition by its number, or a glossary entry by `glossary:TERM`."""
        return self.resource("latest", number)

    def resource(self, edition: str, number: str) -> str:
        """A rule of an edition (a date, a set code, first, latest) by its number, or an entry by `glossary:TERM`."""
        shown = self.rule(number, edition)
        head = " ".join(str(shown[name]) for name in ("number", "heading") if name in shown)
        return "\n\n".join([head, shown["text"], *shown.get("examples", []), f"Edition of {shown['edition']}"])

    @staticmethod
    def _format_answer(known: Answer) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "number": name_of(known.number),
            "edition": known.edition,
            "set": known.set_name,
            "heading": known.heading,
            "text": known.text if known.text is not None else f"({_NO_TEXTS})",
            "examples": list(known.examples[:3]),
            "standing": known.standing,
            "link": known.link,
        }
        return {name: value for name, value in shown.items() if value}


def _told_errors(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """Wrap a tool so that errors of the caller are reported with their own message.

    The result is a coroutine function, which the server runs in its main thread: SQLite's connections stay in one.
    """

    @wraps(function)
    async def translate_errors(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (NoSuchRule, UnknownEdition, NotComparable, ConfigError, SettingsError) as error:
            raise ToolError(str(error)) from error

    return translate_errors
