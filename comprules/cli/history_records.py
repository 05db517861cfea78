"""Histories and differences of rules as JSON for the command line; users' scripts rely on the field names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from comprules.cli.corresponding import correspondence_json
from graph.documents import announcement_json, entry_json, map_rows, place_json, unannounced_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph.announcements import Announcement, UnannouncedStep
    from graph.compare import Comparison, Group
    from graph.compare.differences import Change, ComparedRecord, Differences
    from graph.compare.examples import PassageChange
    from graph.search.changes import Match
    from graph.traces.blame import RuleBlame
    from graph.traces.trace import Trace, TraceEntry
    from rules.change import Blamed, Segment
    from rules.correspondence import Correspondence


def trace_json(
    trace: Trace, corresponds: Sequence[Correspondence] = (), unannounced: Sequence[UnannouncedStep] = ()
) -> dict[str, Any]:
    """Return the history of a rule, oldest first, with what announced each change and matching rules of other works.

    Args:
        trace: The history.
        corresponds: The matching rules of other works.
        unannounced: The steps that changed the rule and have no known announcement of any change.
    """
    return {
        "lineage": trace.lineage,
        "status": trace.status,
        "ended": trace.ended,
        "into": [place_json(record) for record in trace.into],
        "corresponds": [correspondence_json(correspond) for correspond in corresponds],
        "ended_announced": [announcement_json(announcement) for announcement in trace.end_announced],
        "unannounced": [unannounced_json(step) for step in unannounced],
        "entries": [_build_entry(entry) for entry in trace.entries],
    }


def _build_entry(entry: TraceEntry) -> dict[str, Any]:
    passage = entry.passage
    return entry_json(
        entry.version,
        heading=passage.heading if passage else None,
        text=entry.text,
        text_sha256=entry.text_sha256,
        examples=passage.examples if passage else None,
        notes=passage.notes if passage else None,
        others=entry.others,
        announced=entry.announced,
        retyped=entry.retyped,
    )


def map_json(comparison: Comparison) -> list[dict[str, Any]]:
    """Return a row for each record of the edition compared from, in its order; additions after what they follow."""
    places = {key: place for place, key in enumerate(comparison.keys)}
    rows: list[tuple[int, dict[str, Any]]] = []
    last = -1
    for group in comparison.groups:
        last = places[group.old[0]] if group.old else last
        rows.extend((places.get(row["old"], last), row) for row in map_rows(group))
    return [row for _, row in sorted(rows, key=lambda item: (item[0], item[1]["old"] is None))]


def differences_json(
    changes: Differences,
    announced: Mapping[Group, Sequence[Announcement]],
    unannounced: Sequence[UnannouncedStep],
    matches: Mapping[Group, Sequence[Match]] | None = None,
) -> dict[str, Any]:
    """Return what changed between two editions, which bulletins announced each change, and which steps have none.

    With `matches`, each change has where it has the words that were looked for.
    """
    return {
        "from": changes.old,
        "to": changes.new,
        "summary": {
            "same": changes.same,
            "changes": sum(count for _, count in changes.kinds),
            "kind": dict(changes.kinds),
            "class": dict(changes.classes),
        },
        "unannounced": [unannounced_json(step) for step in unannounced],
        "changes": [
            _change(change, announced.get(change.group, ()))
            | ({} if matches is None else {"matches": msgspec.to_builtins(matches[change.group])})
            for change in changes.changes
        ],
    }


def _change(change: Change, announced: Sequence[Announcement]) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "class": change.change,
        "lineage": change.group.lineage,
        "old": _build_units(change.old),
        "new": _build_units(change.new),
        "segments": _build_segments(change.segments),
        "heading": None if change.heading is None else {"old": change.heading.old, "new": change.heading.new},
        "examples": [_build_passage(example, change) for example in change.examples],
        "notes": [_build_passage(note, change) for note in change.notes],
        "announced": [announcement_json(announcement) for announcement in announced],
    }


def _build_units(units: Sequence[ComparedRecord]) -> list[dict[str, str]]:
    return [{"number": unit.number, "text": unit.text} for unit in units]


def _build_passage(passage: PassageChange, change: Change) -> dict[str, Any]:
    here = passage.new_key in change.group.new
    return {
        "old": passage.old,
        "new": passage.new,
        "class": passage.change,
        "segments": _build_segments(passage.segments),
        "moved_from": passage.old_key if passage.moved and here else None,
        "moved_to": passage.new_key if passage.moved and not here else None,
    }


def _build_segments(segments: Sequence[Segment]) -> list[list[str]]:
    return [[op, text] for op, text in segments]


def blame_json(blamed: RuleBlame) -> dict[str, Any]:
    """Return the phrases of a rule with their editions; `start` and `end` count characters of `text`."""
    return {
        "number": blamed.key,
        "edition": blamed.edition,
        "lineage": blamed.lineage,
        "text": blamed.text,
        "tokens": _build_spans(blamed.spans),
        "examples": [{"text": text, "tokens": _build_spans(spans)} for text, spans in blamed.examples],
        "notes": [{"text": text, "tokens": _build_spans(spans)} for text, spans in blamed.notes],
    }


def _build_spans(spans: Sequence[Blamed]) -> list[dict[str, Any]]:
    return [
        {"text": span.text, "start": span.start, "end": span.end, "since": span.since, "number": span.key}
        for span in spans
    ]
