"""The lines in which `comprules init` reports to people: what it declares, the evidence, and what it leaves open."""

from collections.abc import Iterator
from operator import attrgetter

from comprules.cli.output import SHOWN, table
from comprules.lint.init_answers import Declared, InitAnswer
from comprules.printable import printable
from rules.counts import format_count

_EXPLAINED_COLUMNS = (
    "\nEvidence: how many of the different numbers, and of the words next to them, fit that edition. Probability: how\n"
    "likely a number means there what its author meant. Outdated: citations whose number means something else today;\n"
    "`comprules upgrade .` shows what it would change."
)

_EXPLAINED_MARK = (
    "Until you confirm such an edition by removing the question mark, a number that is in use today is reported and\n"
    "upgraded only if the words next to it show which rule is meant."
)


def list_declaration(declaration: InitAnswer, citations: int) -> Iterator[str]:
    """Yield the lines about a declaration.

    Args:
        declaration: What is declared, and what is left open.
        citations: The number of citations of the tree.
    """
    if declaration.declared:
        yield from _list_declared(declaration)
        yield from _list_estimates(declaration)
    else:
        yield _explain_nothing(declaration, citations)
    for copy in declaration.copies:
        counts = ", which counts as evidence" if declaration.declared else ""
        yield f"{printable(copy.path)} is a copy of the rules of {copy.edition}{counts}."
    for stated in declaration.stated:
        counts = ", which counts as evidence" if declaration.declared else ""
        yield f"{printable(stated.path)} names {printable(stated.words)}, the rules of {stated.edition}{counts}."
    for excluded in declaration.other_rules[:SHOWN]:
        files = printable(excluded.pattern)
        if excluded.pattern == "*":
            files = "This tree"
        yield f"{files} cites rules other than Magic's (cites-rules = false): {excluded.why}"
    if declaration.open_files:
        yield from _list_open(declaration)
    if declaration.cites_rules:
        yield "\nIn this tree, numbers such as 702.40a cite rules even without CR before them (cites-rules)."


def _list_declared(declaration: InitAnswer) -> Iterator[str]:
    """Yield a table of the declared editions, and an explanation of its columns."""
    columns = (
        ("pattern", attrgetter("pattern")),
        ("written for", attrgetter("configured_edition")),
        ("evidence", _format_evidence),
        ("probability", attrgetter("confidence")),
        ("last commit", _format_changed),
        ("files", attrgetter("files")),
        ("citations", attrgetter("citations")),
        ("outdated", attrgetter("moved")),
    )
    yield from table(declaration.declared, columns, ".0%")
    yield _EXPLAINED_COLUMNS


def _list_estimates(declaration: InitAnswer) -> Iterator[str]:
    """Yield the candidates for each edition that is uncertain, and what the mark in the configuration means."""
    estimates = [declared for declared in declaration.declared if declared.is_estimate]
    if not estimates:
        return
    yield "\nUncertain editions have a question mark. These fit best:"
    for declared in estimates[:SHOWN]:
        facts = declared.support + declared.against
        for candidate in declared.candidates:
            copy = ", and a copy of it is in this tree" if candidate.has_copy else ""
            yield f"  {declared.pattern}: {candidate.edition} fits {candidate.support:,} of {facts:,}{copy}"
    if len(estimates) > SHOWN:
        yield f"  ... and {len(estimates) - SHOWN:,} more; --json lists all"
    yield _EXPLAINED_MARK


def _list_open(declaration: InitAnswer) -> Iterator[str]:
    """Yield how many files are left open, and the first of them with the reason."""
    count = len(declaration.open_files)
    yield f"\nNo edition for {format_count(count, 'file')}; `check` reports only what the words next to a number prove:"
    for file in declaration.open_files[:SHOWN]:
        yield f"  {file.path}: {file.why}"
    if count > SHOWN:
        yield f"  ... and {count - SHOWN:,} more; --json lists all"


def _explain_nothing(declaration: InitAnswer, citations: int) -> str:
    """Return why no edition is declared."""
    if any(excluded.pattern == "*" for excluded in declaration.other_rules):
        return "This tree has no citations of Magic's rules."
    if not citations:
        return (
            "This tree has no citations, so there is nothing to date. If numbers such as 702.40a in it cite the rules, "
            "set cites-rules = true in comprules.toml."
        )
    return (
        f"No edition can be inferred: of {format_count(citations, 'citation')}, none shows clearly enough which "
        "edition it was written for."
    )


def _format_evidence(declared: Declared) -> str:
    """Return how many of the facts fit an edition: `38 of 41 fit`."""
    return f"{declared.support:,} of {declared.support + declared.against:,} fit"


def _format_changed(declared: Declared) -> str:
    """Return the day of the last commit; empty if it is not known."""
    if declared.changed is None:
        return ""
    return declared.changed.isoformat()
