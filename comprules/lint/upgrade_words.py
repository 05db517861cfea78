"""Messages of `upgrade` about citations: a sentence for each one left, and a JSON document with all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from comprules.lint.formats.wording import format_count
from comprules.lint.printable import printable
from graph.citations.judge.messages import join_words
from rules.keys import name_of, number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from comprules.lint.journal import Journal
    from comprules.lint.upgrade_plan import UpgradePlan
    from comprules.lint.upgrading import Upgraded
    from graph.citations.renumber import Outcome
    from graph.history import Destination

_OTHERWISE = {
    "scattered": "its rules are no range any more, and no short list",
    "form": "the new number cannot be written in this form",
    "malformed": "it cannot be meant as it is written",
    "stamp": "its stamp names no edition",
    "shared": "its stamp covers others that are left or ignored",
    "contradicted": "the words beside it mean another rule; see `comprules check`",
    "block": "other citations of its rule in this file are left, or are for the new edition already",
}
"""Reasons why a citation is left, other than its numbers."""
_FEW = 3
"""Maximum number of a citation's numbers to explain."""


def left_line(upgraded: Upgraded, target: str) -> str:
    """Return the line about a citation that is left.

    For example: `src/stack.rs:12:8: 112.7a left: 112.7a is 113.7a and was reworded; --unsafe follows it`.
    """
    raw = printable(" ".join(upgraded.outcome.citation.raw.split()))
    return (
        f"{printable(upgraded.path)}:{upgraded.line}:{upgraded.column}: {raw} left: {reason(upgraded.outcome, target)}"
    )


def reason(outcome: Outcome, target: str) -> str:
    """Return why a citation is left, and where its rules are."""
    blocking = [destination for destination in outcome.destinations if not destination.is_verbatim]
    reasons = [_describe_fate(destination, outcome.edition or "", target) for destination in blocking[:_FEW]]
    reasons += [f"and {len(blocking) - _FEW} more of its rules"] if len(blocking) > _FEW else []
    reasons += [_OTHERWISE[cause] for cause in outcome.causes if cause in _OTHERWISE]
    reasons += [f"--unsafe follows {'it' if len(blocking) == 1 else 'them'}"] if outcome.awaits_consent else []
    return "; ".join(reasons)


def _describe_fate(destination: Destination, edition: str, target: str) -> str:
    keys = list(dict.fromkeys(map(_name_rule, destination.keys)))
    first = [destination.heir] if destination.heir and len(keys) > 1 else []
    return {
        "absent": f"{edition} has no {destination.number}",
        "deleted": f"nothing in {target} continues {destination.number}",
        "reworded": f"{destination.number} is {join_words(keys)} and was reworded",
        "split": f"{destination.number} was split into {join_words(keys)}"
        + "".join(f", mainly {heir}" for heir in first),
        "merged": f"{destination.number} went into {join_words(keys)} with other rules",
        "ambiguous": f"{destination.number} may be {join_words(keys, 'or')}"
        if len(keys) > 1
        else _describe_unclear(destination.number, keys),
    }[destination.kind]


def _name_rule(key: str) -> str:
    return f"the glossary entry {name_of(key)}" if ":" in key else number_of(key)


def _describe_unclear(number: str, keys: list[str]) -> str:
    """Return the sentence about a number that one of the editions prints twice, or in no regular form."""
    return f"{number} is {join_words(keys)}, which does not name one rule alone"


def describe_unmarked(plan: UpgradePlan) -> str | None:
    """Return the message about citations that are left without any sign of their edition; None without any."""
    if plan.editions.is_done or plan.editions.base == plan.editions.target:
        return None
    outcomes = [upgraded.outcome for upgraded in plan.with_status("left")]
    count = sum(outcome.citation.stamp is None and outcome.new == outcome.citation.raw for outcome in outcomes)
    if not count:
        return None
    is_single = count == 1
    base, target = plan.editions.base, plan.editions.target
    return (
        f"{format_count(count, 'citation')} left {'has' if is_single else 'have'} no stamp, and will pass for "
        f"{'one' if is_single else 'citations'} of {target}; --stamp-left writes {base} behind "
        f"{'it' if is_single else 'them, names and addresses aside'}"
    )


def upgraded_before(plan: UpgradePlan) -> str | None:
    """Return the message about files unchanged since an earlier run; None without any."""
    if not plan.before:
        return None
    return (
        f"{format_count(len(plan.before), 'file')} untouched since an upgrade to {plan.editions.target}: "
        "what has no stamp there stays as it is"
    )


def summary(plan: UpgradePlan, *, written: bool) -> str:
    """Return what was done or would be done; always printed."""
    changed, left = len(plan.with_status("renumbered")), plan.with_status("left")
    ignored = len(plan.with_status("ignored"))
    files = format_count(len(plan.rewrites), "file")
    parts = [
        f"{format_count(changed, 'citation')} {'renumbered' if written else 'to renumber'}",
        f"{plan.worked.unchanged:,} unchanged",
        f"{len(left):,} left",
    ]
    parts += [f"{ignored:,} ignored by comments"] if ignored else []
    editions = f"{plan.editions.base} to {plan.editions.target}"
    done = f"{files} {'written' if written else 'to write'}" if plan.rewrites else "nothing to write"
    return f"{editions}: {', '.join(parts)}, in {format_count(plan.worked.files, 'file')}; {done}"


def build_document(plan: UpgradePlan, *, written: bool, unsafe: bool) -> dict[str, Any]:
    """Return the whole plan as plain values.

    File names that are not UTF-8 have escaped bytes.
    """
    return {
        "from": plan.editions.base,
        "to": plan.editions.target,
        "pin": plan.editions.pin,
        "unsafe": unsafe,
        "written": written,
        "recorded": _name(str(plan.record)) if plan.record and not plan.beyond else None,
        "files": plan.worked.files,
        "files_changed": [_name(rewrite.path) for rewrite in plan.rewrites],
        "files_upgraded_before": [_name(path) for path in plan.before],
        "renumbered": len(plan.with_status("renumbered")),
        "unchanged": plan.worked.unchanged,
        "left": len(plan.with_status("left")),
        "ignored": len(plan.with_status("ignored")),
        "citations": [_build_citation(upgraded, plan.editions.target) for upgraded in plan.worked.upgraded],
        "notices": [{"path": _name(notice.path), "message": _name(notice.message)} for notice in plan.notices],
    }


def completed_document(journals: Sequence[Journal]) -> dict[str, Any]:
    """Return the document for a run that only finished earlier ones."""
    return {
        "from": journals[-1].base,
        "to": journals[-1].target,
        "written": True,
        "completed": True,
        "files_changed": [_name(str(place)) for journal in journals for place in journal.places],
    }


def _build_citation(upgraded: Upgraded, target: str) -> dict[str, Any]:
    outcome = upgraded.outcome
    return {
        "path": _name(upgraded.path),
        "line": upgraded.line,
        "column": upgraded.column,
        "status": outcome.status,
        "edition": outcome.edition,
        "old": outcome.citation.raw,
        "new": outcome.new,
        "causes": list(outcome.causes),
        "reason": reason(outcome, target) if outcome.status == "left" else None,
        "numbers": [
            {"old": two.number, "fate": two.kind, "new": two.heir, "in": list(two.keys)} for two in outcome.destinations
        ],
    }


def _name(text: str) -> str:
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
