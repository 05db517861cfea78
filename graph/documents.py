"""Records as JSON for the command line and the site; the field names are a stable interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph.announcements import bulletin_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graph.announcements import Announcement, UnannouncedStep
    from graph.compare import Group
    from graph.traces.trace import RelatedRecord
    from rules.links import Version
    from rules.records import Edition, Resolution


def edition_json(edition: Edition, counts: Sequence[int]) -> dict[str, Any]:
    """Return an edition without its copies; `counts` are those of its rules, glossary entries and references."""
    return {
        "id": edition.id,
        "set": edition.set_code,
        "set_name": edition.set_name,
        "sets": [{"code": each.code, "name": each.name, "words": list(each.words)} for each in edition.sets],
        "work": edition.work,
        "dialect": edition.dialect,
        "rules": counts[0],
        "glossary": counts[1],
        "references": counts[2],
        "witnesses": len(edition.witnesses),
        "condition": edition.condition,
        "reason": edition.reason or None,
        "aliases": list(edition.aliases),
    }


def reference_json(resolution: Resolution) -> dict[str, Any]:
    """Return a reference and its resolution; `start` and `end` count characters of the passage that `field` names."""
    reference = resolution.reference
    return {
        "source": reference.source,
        "field": reference.field,
        "kind": reference.kind,
        "raw": reference.raw,
        "start": reference.start,
        "end": reference.end,
        "targets": list(reference.targets),
        "quoted_title": reference.quoted_title,
        "status": resolution.status,
        "suggestion": resolution.suggestion,
    }


def entry_json(
    version: Version,
    *,
    heading: str | None,
    text: str | None,
    text_sha256: str | None,
    examples: Sequence[str] | None,
    notes: Sequence[str] | None,
    others: Sequence[RelatedRecord],
    announced: Sequence[Announcement],
    retyped: bool,
) -> dict[str, Any]:
    """Return a version of a rule in its history; the words are None if only their hash is known.

    `retyped` tells whether a retyped edition dates its beginning.
    """
    return {
        "edition_first": version.first,
        "edition_last": version.last,
        "number": version.key,
        "change": version.kind,
        "class": version.change,
        "heading": heading,
        "text": text,
        "text_sha256": text_sha256,
        "examples": None if examples is None else list(examples),
        "notes": None if notes is None else list(notes),
        "from": list(version.sources),
        "others": [place_json(other) for other in others],
        "method": version.method,
        "score": version.score,
        "announced": [announcement_json(announcement) for announcement in announced],
        "retyped": retyped,
    }


def announcement_json(announcement: Announcement) -> dict[str, str | None]:
    """Return what a bulletin says of a change, with the addresses of the bulletin."""
    bulletin = bulletin_of(announcement)
    return {
        "bulletin": bulletin.id,
        "title": bulletin.title,
        "date": bulletin.date or None,
        "address": bulletin.address,
        "archived": bulletin.archived,
        "rule": announcement.rule,
        "edition": announcement.edition,
        "kind": announcement.kind,
        "subject": announcement.subject,
    }


def unannounced_json(step: UnannouncedStep) -> dict[str, str | None]:
    """Return a step without announcements, and why none is known; the bulletin is null if none is known to exist."""
    return {
        "from": step.old,
        "to": step.new,
        "title": step.reason.title or None,
        "date": step.reason.date or None,
        "address": step.reason.address or None,
        "reason": step.reason.describe(),
    }


def place_json(place: RelatedRecord) -> dict[str, Any]:
    """Return a record of another lineage that a history names."""
    return {"edition": place.edition, "number": place.number, "lineage": place.lineage}


def map_rows(group: Group) -> Iterator[dict[str, Any]]:
    """Yield a row for each record of a group with its continuations; one row with `"old": null` for an addition."""
    for old in group.old or (None,):
        links = [link for link in group.links if link.old == old]
        yield {
            "old": old,
            "new": [link.new for link in links if link.new is not None],
            "kind": links[0].kind,
            "class": links[0].change,
            "method": links[0].method,
            "score": min(link.score for link in links),
            "lineage": group.lineage,
        }
