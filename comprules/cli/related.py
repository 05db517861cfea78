"""Lines about what is related to a rule: announcements, rules that say the same, sightings.

A sighting is a rule on a page of an issue that the archive lacks as a whole.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import UnsetType

from comprules.cli.marking import mark_segments
from comprules.cli.output import SHOWN, dim, indent_text
from rules.grouping import grouped
from rules.links import Correspondence

if TYPE_CHECKING:
    from graph.announcements.answers import AnnouncementAnswer
    from graph.announcements.records import UnannouncedAnswer
    from graph.answers.sightings import SightingAnswer
    from graph.restatements.restated import RestatedAnswer


def announcement_lines(announcements: "Sequence[AnnouncementAnswer]") -> Iterator[str]:
    """Yield two lines for each bulletin: its title with the announced subjects and their rules, and its address."""
    from graph.announcements.answers import by_bulletin  # noqa: PLC0415 - `show` announces nothing

    for statements in by_bulletin(announcements):
        bulletin = statements[0]
        subjects = "; ".join(f"{statement.subject} ({statement.rule})" for statement in statements)
        yield dim(f"    announced in the {bulletin.title}: {subjects}")
        yield dim(f"      {bulletin.archived or bulletin.address}")


def unannounced_lines(steps: "Sequence[UnannouncedAnswer]") -> Iterator[str]:
    """Yield a line for each reason why no announcement of some steps is known; steps are named by their new edition."""
    editions_by_reason = grouped(((step.reason, step.address), step.new) for step in steps)
    for (reason, address), editions in editions_by_reason.items():
        yield dim(f"  {', '.join(editions)}: {reason}")
        if address:
            yield dim(f"    {address}")


def correspondence_lines(correspondences: Sequence[Correspondence]) -> Iterator[str]:
    """Yield one line for each of the first `SHOWN` correspondences, and one with the number of the others."""
    for correspondence in correspondences[:SHOWN]:
        restating = correspondence.key
        if correspondence.edition:
            restating += f" of {correspondence.edition}"
        restated = f"{correspondence.other} of {correspondence.other_edition}"
        evidence = dim(f"({correspondence.method}, {correspondence.score:.0%})")
        yield f"{dim('restated')}    {restating} restates {restated} {evidence}"
    if len(correspondences) > SHOWN:
        yield f"            {len(correspondences) - SHOWN} more; --json has them all"


def restated_lines(
    restated: "tuple[RestatedAnswer, ...] | UnsetType", correspondences: Sequence[Correspondence]
) -> Iterator[str]:
    """Yield the rules that a ruling restates; for a rule that is no ruling, its correspondences."""
    if isinstance(restated, UnsetType):
        yield from correspondence_lines(correspondences)
        return
    from graph.restatements.restated import describe_restated  # noqa: PLC0415 - only rulings summaries restate

    for each in restated:
        yield f"{dim('today')}       {describe_restated(each)}"
        if each.shared:
            yield dim(f"            in common: {' … '.join(each.shared)}")
    if not restated:
        yield f"{dim('today')}       no rule of the Comprehensive Rules is known that says the same"


def sighting_lines(sightings: "tuple[SightingAnswer, ...] | UnsetType") -> Iterator[str]:
    """Yield the sightings of a rule, with their texts."""
    if isinstance(sightings, UnsetType):
        return
    from graph.answers.sightings import describe_sighting  # noqa: PLC0415 - few rules have some
    from graph.restatements.restated import describe_restated  # noqa: PLC0415 - as above

    for sighting in sightings:
        yield f"{dim('also')}        {describe_sighting(sighting)}"
        words = sighting.text
        if sighting.segments:
            words = mark_segments(sighting.segments)
        if words:
            yield indent_text(words, "            ")
        if not isinstance(sighting.restated, UnsetType):
            yield from (f"            {describe_restated(each)}" for each in sighting.restated)


def unlisted_number_lines(sightings: "tuple[SightingAnswer, ...] | UnsetType") -> Iterator[str]:
    """Yield the pages that have a number which no edition of the archive has; nothing if there are none.

    The text of the first is left out, because the command shows it itself.
    """
    if isinstance(sightings, UnsetType) or not sightings:
        return
    first, *later = sightings
    from graph.answers.sightings import describe_sighting  # noqa: PLC0415 - few numbers are only on pages

    yield f"{dim('page')}        no edition has this number: {describe_sighting(first)}"
    yield from restated_lines(first.restated, ())
    yield from sighting_lines(tuple(later))
