"""The words for the reasons why `upgrade` leaves a citation."""

from collections.abc import Sequence

from graph.citations.renumber.outcomes import Outcome
from graph.history import Destination
from rules.keys import name_of, number_of
from rules.sentences import FEW, join_words

_REASONS = {
    "scattered": "its rules are no longer a range or a short list",
    "form": "the new number cannot be written in this form",
    "name": "it is a part of a name that may mean something else",
    "malformed": "as written, it makes no sense",
    "stamp": "its stamp names no edition",
    "shared": "its stamp covers others that are left or ignored",
    "pinned": "it is about a copy of its edition, judging by the word before its stamp",
    "contradicted": "the words next to it mean another rule; see `comprules check`",
    "unsupported": "the edition of its file is only an estimate, and no words next to it name its rule",
    "accepted": "`comprules check` accepts it: its x may be any letter, or it still leads to a part of its rule",
    "block": "another citation of its rule in this file already has its new number, judging by the words next to it",
    "run": "it is printed together with other rules, of which not all can be renumbered",
    "companion": "its new number would clash with another number or name near it, or of its file",
    "elsewhere": "another file keeps the same name or string, and a program may need both to be equal",
    "finding": "with its file upgraded, `comprules check` would report it, or not find it any more",
    "file": "its file is not changed, because another citation in it cannot be upgraded",
}
"""Reasons why a citation is left, other than its numbers."""


def describe_reason(outcome: Outcome, target: str) -> str:
    """Return the reason for leaving a citation, and where its rules are.

    Args:
        outcome: What becomes of the citation: its status is `left`.
        target: The edition that the file is upgraded to.
    """
    # A citation may be left because of its numbers: those whose rules have no single successor with the same words.
    blocking = [destination for destination in outcome.destinations if not destination.is_verbatim]
    reasons = [_describe_fate(destination, outcome.edition or "", target) for destination in blocking[:FEW]]
    if len(blocking) > FEW:
        reasons.append(f"and {len(blocking) - FEW} more of its rules")
    reasons += [_REASONS[cause] for cause in outcome.causes if cause in _REASONS]
    if outcome.awaits_consent:  # it is left only because its rules were reworded or divided
        rules = "them"
        if len(blocking) == 1:
            rules = "it"
        reasons.append(f"--unsafe follows {rules}")
    return "; ".join(reasons)


def _describe_fate(destination: Destination, edition: str, target: str) -> str:
    """Return what became of a rule that has no single successor with the same words, as a clause.

    Args:
        destination: Where the rule is now.
        edition: The edition that the citation is upgraded from.
        target: The edition that the citation is upgraded to.
    """
    number = destination.number
    main_successor = destination.successor
    successors = _name_successors(destination)
    match destination.kind:
        case "absent":
            return f"{edition} has no {number}"
        case "deleted":
            return f"nothing in {target} continues {number}"
        case "reworded":
            return f"{number} is {main_successor} and was reworded{_describe_parts(destination, successors)}"
        case "split":
            return f"{number} was split into {join_words(successors)}{_describe_main(main_successor, successors)}"
        case "merged":
            merged = main_successor or join_words(successors)
            return f"{number} was merged into {merged} with other rules{_describe_parts(destination, successors)}"
        case "ambiguous":
            if len(successors) > 1:
                return f"{number} may be {join_words(successors, 'or')}"
            return f"{number} is {join_words(successors)}, which does not name one rule alone"
        case kind:
            raise ValueError(f"a citation of {number} is not left because its rule is {kind}")


def _name_successors(destination: Destination) -> list[str]:
    """Return where a rule is now, each once: numbers, and `the glossary entry Storm` for an entry."""
    names: dict[str, None] = {}
    for key in destination.keys:
        if ":" in key:
            names[f"the glossary entry {name_of(key)}"] = None
        else:
            names[number_of(key)] = None
    return list(names)


def _describe_main(main_successor: str | None, successors: Sequence[str]) -> str:
    """Return a clause about the main part of a rule that was split: `, mainly 702.19b`; empty if none is."""
    if main_successor and len(successors) > 1:
        return f", mainly {main_successor}"
    return ""


def _describe_parts(destination: Destination, successors: Sequence[str]) -> str:
    """Return a clause about the other parts of a rule, after its main successor; empty if there are none."""
    if not destination.lineage_continues or len(successors) < 2:
        return ""
    return f"; parts of it are in {join_words(successors[1:])}"
