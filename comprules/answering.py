"""The functions of the public Python API that answer questions about the rules; `comprules.api` exports them.

Each returns what a command prints with `--json`. Those that follow references are in `comprules.network_answering`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date

from msgspec.structs import replace

from comprules.citing import cite_with_link
from comprules.facts import resolve_edition
from comprules.lint.coverage import cover_files
from comprules.lint.coverage_answers import Coverage
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import answer_notices
from comprules.lint.select import find_files
from comprules.lint.settings import Overrides
from comprules.meanings import find_rule
from comprules.named_paths import Paths, list_paths
from comprules.printable import safe_lines
from graph.answers.contents import ContentsAnswer, list_contents
from graph.answers.correspondence import answer_moves_between
from graph.answers.editions import CodeAnswer, EditionAnswer, answer_editions, list_codes
from graph.answers.keywords import KeywordAnswer, list_keywords
from graph.answers.lookup import edition_with, key_of
from graph.answers.moves import MoveAnswer
from graph.answers.owners import NumberAnswer, answer_number
from graph.answers.page_moves import answer_page_moves
from graph.answers.page_references import PageReferences
from graph.answers.pages import find_on_pages
from graph.answers.partial_issues import find_partial
from graph.answers.references import ReferenceAnswer, Side, answer_references, list_references
from graph.answers.rule import RuleAnswer
from graph.citations.codes import DESCRIBED_CODES, code_of, unknown_code
from graph.citations.explanations import ExplainedCode, explain_code
from graph.history import History
from graph.ledger import open_ledger
from rules.errors import NotFound
from rules.faults import AuditFault
from rules.grouping import grouped
from rules.keys import Level
from rules.store import Store
from rules.store.query import number_in


def show(store: Store, number: str, edition: str = "latest", *, tree: bool = False) -> RuleAnswer:
    """Return a rule or glossary entry, with the references from it and to it.

    Args:
        store: The knowledge base.
        number: A number, `glossary:TERM`, or the id of a lineage. A number that only a rulings summary has (`A.2.4`) is
            looked up in its last issue; one that only a page of another issue has, on that page.
        edition: Any name of an edition; see `resolve_edition`. What a rule of a summary restates is looked up in it.
        tree: Whether the rules below it are returned whole, instead of their numbers.

    Raises:
        LookupError: There is no such edition, or no such rule in it.

    Example:
        >>> rule = comprules.show(store, "702.40")
        >>> rule.heading, rule.subrules[:1]
        ('Storm', ('702.40a',))
    """
    return find_rule(store, number, resolve_edition(store, edition), tree=tree)


def cite(
    store: Store, number: str, edition: str = "latest", form: str = "plain", *, accessed: date | None = None
) -> str:
    """Return a citation of a rule or glossary entry as an edition has it.

    Args:
        store: The knowledge base.
        number: A number, `glossary:TERM`, or the id of a lineage.
        edition: Any name of an edition; see `resolve_edition`.
        form: `plain`, `markdown`, `wikitext`, `cite-web` (a template of wikis), `bibtex` or `csl-json`. The citation
            has the permanent address if `$COMPRULES_SITE_URL` names a site.
        accessed: The day on which it was read; None for today.

    Raises:
        LookupError: There is no such edition, or no such rule in it.
        KeyError: There is no such form.

    Example:
        >>> comprules.cite(store, "702.40a").startswith("Wizards of the Coast. Magic")
        True
    """
    return cite_with_link(show(store, number, edition), form, accessed=accessed).citation


def references(
    store: Store,
    number: str = "",
    edition: str = "latest",
    *,
    side: Side = "from",
    by: Level = "subrule",
    to_edition: str | None = None,
) -> list[ReferenceAnswer]:
    """Return the references from a rule or to it, with the numbers of their targets in another edition.

    Args:
        store: The knowledge base.
        number: A number, `glossary:TERM`, or the id of a lineage; without one, all references of the edition are
            returned.
        edition: Any name of the edition of the references.
        side: `from` for the references out of the rule, `to` for those into it. For a number that only a page of a
            missing issue has, those into it are not known, and `to` raises a `LookupError`.
        by: `rule` if subrules count as their rule, `chapter` if rules count as their chapter.
        to_edition: Any name of the edition in which the targets are looked up; by default the newest. The answers say
            where the targets are only if that is another edition, or is named here.

    Raises:
        LookupError: There is no such edition, or no such rule in it.
        NotComparable: A `ValueError`; `to_edition` is of another work, and not of the Comprehensive Rules.

    Example:
        >>> reference = comprules.references(store, "502.30", "2005-08-01", side="to")[0]
        >>> reference.source, reference.raw, [(target.target, target.keys) for target in reference.now]
        ('glossary:Storm', '502.30', [('502.30', ('702.40',))])
    """
    named_edition = resolve_edition(store, edition)
    edition_with_number = edition_with(store, named_edition, number)
    pages = find_on_pages(store, number)  # those of missing issues, if no edition has the number
    # Only references out of a page are known; for those into it, `list_references` raises that there is no such rule.
    if pages and side == "from":
        return list(PageReferences(store, pages[0].issue).references_of(pages[0].rule.key))
    found = list_references(store, edition_with_number, number, side=side, by=by)
    target_edition = None
    if to_edition is not None:
        target_edition = resolve_edition(store, to_edition)
    elif edition_with_number != named_edition:
        # Only another work has the number; its targets are looked up in the edition that was named.
        target_edition = named_edition
    return answer_references(store, edition_with_number, found, target_edition)


def moves(store: Store, old: str, new: str = "latest", numbers: Collection[str] | None = None) -> Sequence[MoveAnswer]:
    """Return the number of each rule of an edition in another edition, as rows of a table.

    Between a rulings summary and an edition of the Comprehensive Rules, `kind` is `restated` or `unmatched`.

    Args:
        store: The knowledge base.
        old: Any name of the edition compared from, or of a page of an issue that the archive lacks.
        new: Any name of the edition compared to, which may be the earlier one.
        numbers: Numbers (or `glossary:TERM`) of `old`; by default all, and rows for what `new` alone has.

    Raises:
        LookupError: There is no such edition, or no such rule in it.
        NotComparable: A `ValueError`; they are editions of different works, none of them the Comprehensive Rules.

    Example:
        >>> [(move.old, move.new, move.kind) for move in comprules.moves(store, "2005-08-01", numbers=["502.30a"])]
        [('502.30a', ('702.40a',), 'renumbered')]
    """
    new_edition = resolve_edition(store, new)
    page = find_partial(store, old)
    if page is not None:
        return answer_page_moves(History(store), page, new_edition, numbers)
    old_edition = resolve_edition(store, old)
    if numbers is None:
        return answer_moves_between(History(store), old_edition, new_edition)
    keys = list(dict.fromkeys(key_of(store, old_edition, number) for number in numbers))
    by_key = grouped((move.old, move) for move in answer_moves_between(History(store), old_edition, new_edition, keys))
    return [move for key in keys for move in by_key.get(key, ())]


def explain(what: str) -> ExplainedCode | NumberAnswer:
    """Return the meaning of a finding's code, or the rules that had a number and their current numbers.

    It needs no knowledge base.

    Args:
        what: A code or its name (`CR004`, `text-mismatch`), or the number of a rule.

    Raises:
        NotFound: A `LookupError`; there is no such code, and no edition has such a number.

    Example:
        >>> comprules.explain("CR002").name
        'retired'
        >>> comprules.explain("702.36e").owners[-1].numbers
        ('702.37e',)
    """
    code = code_of(what, DESCRIBED_CODES)
    if code is not None:
        return explain_code(code)
    number = number_in(what)
    if number is None:
        raise NotFound(f"{unknown_code(what)}; a rule's number is written as 702.36e")
    return answer_number(open_ledger(), number)


def audit(store: Store, editions: Iterable[str] = ("latest",), *, untidy: bool = False) -> list[AuditFault]:
    """Return the publisher's own faults in some editions: broken references, repeated and missing numbers.

    In a retyped edition no faults are looked for; the command `audit` says so.

    Args:
        store: The knowledge base.
        editions: Any names of the editions.
        untidy: Whether to include numbers that are wrong only in punctuation or spacing.

    Raises:
        LookupError: There is no such edition.

    Example:
        >>> faults = comprules.audit(store, ["M10"])
        >>> {fault.edition for fault in faults}
        {'2009-07-11'}
    """
    chosen = tuple(dict.fromkeys(resolve_edition(store, edition) for edition in editions))
    return [fault for fault in store.faults(chosen) if untidy or fault.status != "untidy-number"]


def digest(store: Store, edition: str = "latest") -> str:
    """Return the changes of an edition since the one before as Markdown, without sentences of the rules.

    Args:
        store: The knowledge base.
        edition: Any name of an edition.

    Raises:
        LookupError: There is no such edition.

    Example:
        >>> comprules.digest(store, "M10").startswith("# ")
        True
    """
    from comprules.digesting import digest as make_digest  # noqa: PLC0415 - Jinja2 is slow to import

    return safe_lines(make_digest(store, resolve_edition(store, edition)))


def editions(store: Store) -> tuple[EditionAnswer, ...]:
    """Return all editions, oldest first, with their counts and copies.

    Args:
        store: The knowledge base.

    Example:
        >>> [edition.set_code for edition in comprules.editions(store) if edition.id == "2009-07-11"]
        ['M10']
    """
    return answer_editions(store)


def keywords(store: Store, edition: str | None = None) -> list[KeywordAnswer]:
    """Return all keywords that any edition had, or those of one edition, in alphabetical order.

    Args:
        store: The knowledge base.
        edition: The edition, with the names and numbers that its keywords have there; None for all editions.

    Example:
        >>> [(word.number, word.kind) for word in comprules.keywords(store) if word.name == "Storm"]
        [('702.40', 'ability')]
    """
    return list_keywords(store, None if edition is None else resolve_edition(store, edition))


def contents(store: Store, edition: str = "latest") -> list[ContentsAnswer]:
    """Return the headings of an edition, in the order of the document.

    Args:
        store: The knowledge base.
        edition: Any name of an edition.

    Raises:
        LookupError: There is no such edition.

    Example:
        >>> comprules.contents(store)[0].kind
        'section'
    """
    return list_contents(store, resolve_edition(store, edition))


def codes(store: Store) -> list[CodeAnswer]:
    """Return the set codes and the file dates that name editions.

    Args:
        store: The knowledge base.

    Example:
        >>> [code.edition for code in comprules.codes(store) if code.code == "M10"]
        ['2009-07-11']
    """
    return list_codes(store)


def coverage(
    paths: Paths,
    *,
    edition: str | None = None,
    target: str | None = None,
    jobs: int | None = None,
) -> Coverage:
    """Return the rules that files and folders cite in code, in tests and in documents.

    It reads their configuration, and needs no knowledge base.

    Args:
        paths: A file or folder, or several.
        edition: The edition that the citations were written for; by default the declared one.
        target: The edition whose rules are listed; by default the configuration's, else the latest.
        jobs: Worker processes; by default as many as save time, at most one for each core.

    Raises:
        ComprulesError: A path does not exist, the configuration cannot be used, or there is no such edition.

    Example:
        >>> written = (folder / "storm.rs").write_text("// CR 702.40a")
        >>> cited = comprules.coverage(folder, jobs=1)
        >>> [rule.number for rule in cited.rules if rule.code]
        ['702.40a']
    """
    listed_paths = list_paths(paths)
    ledger = open_ledger()
    configured = TreeSettings(listed_paths, ledger, Overrides(edition=edition, target=target))
    # All files are compared with one edition, whatever their own settings say.
    settings = configured.with_settings(target=configured.main.target)
    found = find_files(listed_paths, settings)
    covered, notices = cover_files(found.files, settings, listed_paths, jobs, ledger=ledger)
    return replace(covered, notices=answer_notices((*found.notices, *notices)))
