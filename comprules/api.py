"""The functions of the public Python API; `comprules` exports them."""

import os
from collections.abc import Collection
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from msgspec import structs

from comprules.answering import (
    audit,
    cite,
    codes,
    contents,
    coverage,
    digest,
    editions,
    explain,
    keywords,
    moves,
    references,
    show,
)
from comprules.document_audit import audit_files as audit_documents
from comprules.document_audit import report_audit
from comprules.facts import resolve_edition
from comprules.lint.baselines import Baselines
from comprules.lint.check import check_files
from comprules.lint.config import FoundConfig
from comprules.lint.coverage_answers import Coverage
from comprules.lint.linter import shared_linter
from comprules.lint.nearest import TreeSettings
from comprules.lint.records import Checked, Finding
from comprules.lint.select import find_files
from comprules.lint.settings import Overrides
from comprules.named_paths import Paths, list_paths
from comprules.network_answering import (
    cited_through,
    graph,
    impact,
    most_cited,
    neighbourhood,
    orphans,
    reference_cycles,
    reference_paths,
)
from comprules.rules_document import read_rules_document
from comprules.rules_files import read_contents
from comprules.site_links import comparison_link, record_link
from graph.answers.blame import BlameAnswer, blame_rule
from graph.answers.comparison import ComparisonAnswer, answer_comparison
from graph.answers.contents import ContentsAnswer
from graph.answers.editions import CodeAnswer, EditionAnswer
from graph.answers.history import HistoryAnswer, answer_history
from graph.answers.keywords import KeywordAnswer
from graph.answers.lookup import edition_with, lineage_of
from graph.answers.moves import MoveAnswer
from graph.answers.owners import NumberAnswer
from graph.answers.pages import answer_page_history, find_on_pages
from graph.answers.references import ReferenceAnswer
from graph.answers.rule import RuleAnswer
from graph.answers.search import ChangeAnswer, ChangeResult, SearchAnswer, SearchResult, Where
from graph.citations.find import finder
from graph.citations.records import Citation, Code
from graph.compare.comparison import Comparison, NotComparable
from graph.compare.comparison import compare as compared
from graph.documents.identify import Identification
from graph.documents.identify import identify as identified
from graph.history import History
from graph.ledger import Ledger, open_ledger
from graph.ledger.ledger import LEDGER_VARIABLE
from graph.network.counts import ReferenceCount
from graph.network.errors import GraphError
from graph.network.records import Cycles, Impact, Neighbourhood, Orphans
from graph.search import changes
from graph.search.changes import ChangeFilter
from graph.search.searcher import Searcher
from rules.errors import ComprulesError
from rules.faults import AuditFault, FaultStatus
from rules.links import Link, Term, Version
from rules.records import Edition, GlossaryEntry, ParsedDocument, Resolution, Rule
from rules.store import Store, StoreError
from rules.store import open_store as _open_store
from rules.store.location import store_path
from scraper.layout import UnknownDialect

if TYPE_CHECKING:
    from comprules.ingest import IngestReport

__all__ = [
    "AuditFault",
    "ChangeAnswer",
    "ChangeFilter",
    "ChangeResult",
    "Checked",
    "Citation",
    "Code",
    "CodeAnswer",
    "ComprulesError",
    "ContentsAnswer",
    "Coverage",
    "Cycles",
    "Edition",
    "EditionAnswer",
    "Finding",
    "GlossaryEntry",
    "GraphError",
    "Identification",
    "Impact",
    "KeywordAnswer",
    "Link",
    "MoveAnswer",
    "Neighbourhood",
    "NotComparable",
    "NumberAnswer",
    "Orphans",
    "ParsedDocument",
    "ReferenceAnswer",
    "ReferenceCount",
    "Resolution",
    "Rule",
    "RuleAnswer",
    "SearchAnswer",
    "SearchResult",
    "Store",
    "StoreError",
    "UnknownDialect",
    "Version",
    "audit",
    "audit_files",
    "blame",
    "build_store",
    "check_text",
    "check_tree",
    "cite",
    "cited_through",
    "codes",
    "compare",
    "contents",
    "coverage",
    "differences",
    "digest",
    "editions",
    "explain",
    "find_citations",
    "graph",
    "identify",
    "impact",
    "keywords",
    "most_cited",
    "moves",
    "neighbourhood",
    "open_store",
    "orphans",
    "parse",
    "reference_cycles",
    "reference_paths",
    "references",
    "resolve_edition",
    "search",
    "search_changes",
    "show",
    "terms",
    "trace",
]


def open_store(path: str | os.PathLike[str] | None = None) -> Store:
    """Open a knowledge base for reading.

    Args:
        path: The file; by default `$COMPRULES_DB`, else the one that `comprules update` writes.

    Raises:
        StoreError: It does not exist or has another version; the message says how to make one.

    Example:
        >>> with comprules.open_store() as opened:
        ...     opened.edition_ids[-1]
        '2026-04-17'
    """
    return _open_store(store_path(None if path is None else Path(path)))


def parse(document: bytes | str | os.PathLike[str], name: str = "", dialect: str | None = None) -> ParsedDocument:
    """Turn one document into records.

    Its condition and its problems are those that `comprules parse` names: it is compared with the known editions.

    Args:
        document: Its bytes, or its path.
        name: What to call it in messages; by default its path.
        dialect: Dialect to read it as; by default the one that claims it.

    Raises:
        UnknownDialect: No dialect claims the document.
        OSError: The file cannot be read.

    Example:
        >>> document = comprules.parse(archive / "editions/2009-07-11/sample.txt")
        >>> document.dialect, document.edition, document.rules[0].heading
        ('official', '2009-07-11', 'Game Concepts')
    """
    from comprules.recognition import read_recognised  # noqa: PLC0415 - not needed to read a knowledge base
    from comprules.user_condition import judge_as_user  # noqa: PLC0415
    from graph.documents.condition import apply_judgement  # noqa: PLC0415

    if isinstance(document, bytes):
        read = read_recognised(document, name or "document", dialect)
    else:
        path = Path(document)
        read = read_recognised(path.read_bytes(), name or str(path), dialect)
    return apply_judgement(read, judge_as_user(read))


def identify(store: Store, document: ParsedDocument | bytes | str | os.PathLike[str]) -> Identification:
    """Return the work and the editions that a document or fragment is from, judging only by its text.

    Args:
        store: The knowledge base with the editions to choose from.
        document: Its records, its bytes or its path.

    Raises:
        UnknownDialect: No dialect claims the document.
        OSError: The file cannot be read.

    Example:
        >>> found = comprules.identify(store, archive / "editions/2009-07-11/sample.txt")
        >>> found.verdict, found.editions
        ('edition', ('2009-07-11',))
    """
    if isinstance(document, (bytes, str, os.PathLike)):
        document = parse(document)
    from comprules.known_texts import choose_known_texts  # noqa: PLC0415 - not needed to read a knowledge base

    return identified(document, store, choose_known_texts(document, store))


def build_store(
    archive: str | os.PathLike[str], store: str | os.PathLike[str] | None = None, *, jobs: int | None = None
) -> "IngestReport":
    """Build a knowledge base from an archive, or update it; see `comprules.ingest.ingest`.

    Args:
        archive: The archive's folder.
        store: The knowledge base; by default `$COMPRULES_DB`, else the one that `comprules update` writes.
        jobs: Worker processes; by default one for each core.

    Example:
        >>> report = comprules.build_store(archive, folder / "rules.sqlite", jobs=1)
        >>> report.written  # it was up to date
        False
    """
    from comprules.ingest import ingest  # noqa: PLC0415 - not needed to read a knowledge base

    return ingest(Path(archive), store_path(None if store is None else Path(store)), jobs=jobs)


def trace(store: Store, number: str, edition: str = "latest") -> HistoryAnswer:
    """Return the history of a rule through every number it had.

    Args:
        store: The knowledge base.
        number: A number of the edition, `glossary:TERM`, or the id of a lineage (`502.30a@2003-05-26`).
        edition: Any name of an edition; see `resolve_edition`.

    Raises:
        LookupError: There is no such edition, or no such rule in it.

    Example:
        >>> history = comprules.trace(store, "702.40a")
        >>> [(entry.first, entry.key) for entry in history.entries]
        [('2005-08-01', '502.30a'), ('2009-07-11', '702.37a'), ('2021-04-22', '702.40a')]
    """
    named = resolve_edition(store, edition)
    try:
        lineage = lineage_of(store, number, edition_with(store, named, number), lasting=False)
    except LookupError:
        pages = find_on_pages(store, number)
        if not pages:
            raise
        return answer_page_history(store, pages)
    return answer_history(History(store), lineage)


def blame(store: Store, number: str, edition: str = "latest") -> BlameAnswer:
    """Return the phrases of a rule, each with the edition since which the rule has it.

    Takes the arguments and raises the errors of `trace`, but accepts no ids of lineages.

    Example:
        >>> [(span.since, span.text.strip()) for span in comprules.blame(store, "702.40a").spans[1:2]]
        [('2009-07-11', 'cast')]
    """
    return blame_rule(History(store), resolve_edition(store, edition), number)


def compare(store: Store, old: str, new: str, numbers: Collection[str] | None = None) -> Comparison:
    """Return the number of each rule of an edition in an earlier or a later edition, and what happened to it.

    Args:
        store: The knowledge base.
        old: Any name of the edition compared from.
        new: Any name of the edition compared to.
        numbers: Numbers (or `glossary:TERM`) of `old` to compare; by default all.

    Raises:
        LookupError: There is no such edition.
        NotComparable: A `ValueError`; they are editions of different works.

    Example:
        >>> group = comprules.compare(store, "2005-08-01", "latest", ["502.30a"]).groups[0]
        >>> group.new, group.kind, group.change
        (('702.40a',), 'renumbered', 'terminology')
    """
    return compared(History(store), resolve_edition(store, old), resolve_edition(store, new), numbers)


def differences(
    store: Store, old: str, new: str, only: Collection[str] = (), *, grep: str = "", where: Where = "either"
) -> ComparisonAnswer:
    """Return the changes between two editions, with texts and segments.

    Args:
        store: The knowledge base.
        old: Any name of the edition compared from.
        new: Any name of the edition compared to.
        only: Kinds and classes of change to list; a change is listed if it has any of them. By default all.
        grep: List only changes with these words; `"a phrase"` to the letter, `begin*`.
        where: Where the words must be: `inserted`, `deleted`, or anywhere in `either` text.

    Raises:
        LookupError: There is no such edition.
        NotComparable: A `ValueError`; they are editions of different works.

    Example:
        >>> changed = comprules.differences(store, "2005-08-01", "2009-07-11", ["added"])
        >>> {change.group.kind for change in changed.changes}
        {'added'}
    """
    editions = resolve_edition(store, old), resolve_edition(store, new)
    return answer_comparison(History(store), *editions, only, grep=grep, where=where)


def search_changes(
    store: Store,
    query: str,
    chosen: ChangeFilter | None = None,
    *,
    oldest_first: bool = False,
    limit: int | None = None,
) -> ChangeResult:
    """Return the passages with the given words that editions inserted or deleted, since the first edition.

    Args:
        store: The knowledge base.
        query: Words, of any form; `begin*`; `"a phrase"` to the letter.
        chosen: Which changes are meant; by default all.
        oldest_first: Whether the oldest edition comes first instead of the newest.
        limit: Maximum number of answers; by default all are returned.

    Example:
        >>> found = comprules.search_changes(store, "mana value")
        >>> found.periods[0].first
        '2021-04-22'
    """
    return changes.search_changes(store, query, chosen, oldest_first=oldest_first, limit=limit, link=comparison_link)


def terms(store: Store) -> tuple[Term, ...]:
    """Return the renamed and retired terms, the most certain first.

    Example:
        >>> term = next(term for term in comprules.terms(store) if term.curated)
        >>> term.old, term.new, term.edition
        ('play', 'cast', '2009-07-11')
    """
    return store.best_terms()


def search(
    store: Store,
    query: str,
    edition: str = "latest",
    limit: int = 20,
    *,
    history: bool = False,
    changed_since: str = "",
) -> SearchResult:
    """Search the rules and the glossary by words, questions, names or numbers.

    Args:
        store: The knowledge base.
        query: Words or a question; `"a phrase"`, `begin*`, `-without`; numbers; a day or set (`storm 2006`).
        edition: Any name of an edition.
        limit: Maximum number of answers.
        history: Whether to search all editions; each rule is listed once, with the newest wording that matches.
        changed_since: A day: only rules that are new or were reworded on it or later.

    Raises:
        UnknownEdition: A `LookupError`; the knowledge base has no such edition.

    Example:
        >>> [answer.source for answer in comprules.search(store, "converted mana cost").answers][0]
        'glossary:Mana Value'
    """
    searched = resolve_edition(store, edition)
    return _searcher_of(store).search(query, searched, limit, history=history, changed_since=changed_since)


@lru_cache(maxsize=1)
def _searcher_of(store: Store) -> Searcher:
    """Return the searcher of a knowledge base; the last one is kept, since to make one reads a whole edition."""
    return Searcher(store, partial(record_link, store))


def find_citations(text: str) -> tuple[Citation, ...]:
    """Return the citations of rules in a text, of any edition.

    Args:
        text: The text, as in a file: code with comments, Markdown, data.

    Returns:
        The citations in their order; `text[citation.start : citation.end]` is what is printed.

    Raises:
        TooManyCitationsError: A `ComprulesError`; the text has more than 50,000.

    Example:
        >>> [citation.numbers for citation in comprules.find_citations("// CR 702.40a, then rules 601.2e-g")]
        [('702.40a',), ('601.2e', '601.2f', '601.2g')]
    """
    return finder.find_citations(text)


def check_text(
    text: str, *, path: str | None = None, edition: str | None = None, target: str | None = None
) -> tuple[Finding, ...]:
    """Return the findings about the citations in a text, as `comprules check - --stdin-filename PATH` does.

    It can be called in many processes: findings can be pickled, and each process opens the ledger once.

    Args:
        text: The text.
        path: The file that the text is of, or will be: its configuration and baseline are read. By default none are.
        edition: The edition that the citations were written for; by default the declared one.
        target: The edition to check against; by default the configuration's, else the latest.

    Raises:
        ComprulesError: The configuration cannot be used, or there is no such edition.

    Example:
        >>> for finding in comprules.check_text("// CR 702.36e"):
        ...     print(finding.line, finding.code, finding.number, finding.suggestion)
        1 CR002 702.36e 702.37e
    """
    ledger = _open_ledger()
    overrides = Overrides(edition=edition, target=target)
    data = text.encode("utf-8", "surrogatepass")
    if path is None:
        tree = TreeSettings(["."], ledger, overrides, FoundConfig(root=Path.cwd()))
        return shared_linter(tree.of_file("<text>"), ledger).check_bytes("<text>", data).findings
    tree = TreeSettings([path], ledger, overrides)
    settings = tree.of_file(path)
    if not settings.takes(path):
        return ()
    checked = shared_linter(settings, ledger).check_bytes(path, data)
    return Baselines(tree, None).apply_to(checked, [path]).findings


def check_tree(
    paths: Paths,
    *,
    edition: str | None = None,
    target: str | None = None,
    jobs: int | None = None,
) -> Checked:
    """Check the citations in files and folders, as `comprules check` does: with their configuration and baseline.

    Args:
        paths: A file or folder, or several.
        edition: The edition that the citations were written for; by default the declared one.
        target: The edition to check against; by default the configuration's, else the latest.
        jobs: Worker processes; by default as many as save time, at most one for each core. 1 within a process pool.

    Raises:
        ComprulesError: A path does not exist, the configuration cannot be used, or there is no such edition.

    Example:
        >>> written = (folder / "stack.rs").write_text("// CR 702.36e")
        >>> checked = comprules.check_tree(folder, jobs=1)
        >>> checked.files, checked.citations, [finding.code for finding in checked.findings]
        (1, 1, ['CR002'])
    """
    named = list_paths(paths)
    ledger = _open_ledger()
    tree = TreeSettings(named, ledger, Overrides(edition=edition, target=target))
    files = find_files(named, tree)
    checked = check_files(files.files, tree, jobs, ledger)
    checked = structs.replace(checked, notices=(*files.notices, *checked.notices))
    return Baselines(tree, None).apply_to(checked, [file.path for file in files.files])


def audit_files(
    paths: Paths,
    store: Store | None = None,
    *,
    edition: str | None = None,
    dialect: str | None = None,
    is_whole: bool | None = None,
    untidy: bool = False,
) -> Checked:
    r"""Audit a rules document of your own, as `comprules audit FILE` does: its references and numbers.

    Any form that `parse` reads will do, also a rule book of another game. The document is checked against itself, and
    against the edition that it is of, if that is known.

    Args:
        paths: A file, or several that are the parts of one document, in their order.
        store: The knowledge base, which also knows what only the history of the rules shows. By default the ledger.
        edition: Any name of the edition that the document is of; by default the one that it states.
        dialect: Read the files as this dialect, instead of the one that claims them.
        is_whole: Whether the files are all of a rule book, or a part that may refer to others; None to find out.
        untidy: Whether to include numbers that are wrong only in punctuation or spacing.

    Returns:
        The faults as findings, each with line and column, and in `audited` what was audited.

    Raises:
        ComprulesError: A file cannot be read; `UnknownDialect` if its form is unknown.
        LookupError: There is no such edition.

    Example:
        >>> rules = ["# 1. Boats", "1.1 Row (see rule 1.9).", "1.2 Rest.", "1.3 Moor.", "1.4 Sleep.", "1.5 Wake."]
        >>> written = (folder / "harbour.md").write_text("\n\n".join(rules))
        >>> audited = comprules.audit_files(folder / "harbour.md")
        >>> [(finding.line, finding.code, finding.number) for finding in audited.findings]
        [(3, 'CR201', '1.9')]
    """
    named = list_paths(paths)
    facts = store or _open_ledger()
    document = read_rules_document(read_contents(named), dialect)
    named_edition = None if edition is None else resolve_edition(facts, edition)
    audited = audit_documents(document, facts, edition=named_edition, is_whole=is_whole)
    statuses = {status for status in get_args(FaultStatus) if untidy or status != "untidy-number"}
    return structs.replace(report_audit(document, audited, statuses), edition=audited.edition)


@lru_cache(maxsize=1)
def _open_ledger_of(_process: int, _named: str | None) -> Ledger:
    """Open a ledger, once for each process and each value of the environment variable that names one."""
    return open_ledger()


def _open_ledger() -> Ledger:
    """Return the ledger of this process: a forked process must not use its parent's connection."""
    return _open_ledger_of(os.getpid(), os.environ.get(LEDGER_VARIABLE))
