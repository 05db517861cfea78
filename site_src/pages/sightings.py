"""Versions of rules on pages of issues that the archive lacks, ready to print."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from msgspec import UnsetType

from graph.answers.sightings import SightingAnswer, answer_sighting
from graph.history import History
from graph.restatements.restated import RestatedAnswer
from rules.change import Segment
from site_src.addresses import PageLink, SitePlace, anchor_of
from site_src.markup.differences import mark_segments
from site_src.markup.words import METHODS, date_in_words
from site_src.pages.records import RestatedView, SightingView


class SightingViews:
    """Makes views with links to the rules that a ruling, or its version on a page, restates.

    Args:
        latest: Id of the latest edition of the Comprehensive Rules.
        place_of: Returns the place of a rule of the Comprehensive Rules, by edition and key.
    """

    def __init__(self, latest: str, place_of: Callable[[str, str], SitePlace]) -> None:
        self._latest = latest
        self._place_of = place_of

    def view_restated(self, restated: RestatedAnswer, page: str) -> RestatedView:
        """Return a rule that a ruling restates as shown on the page `page`."""
        method = METHODS.get(restated.method, restated.method)
        then = self._place_of(restated.other_edition, restated.other).seen_from(page)
        today = [PageLink(number, self._place_of(self._latest, number).seen_from(page)) for number in restated.numbers]
        return RestatedView(
            link=PageLink(f"{restated.other} of {date_in_words(restated.other_edition)}", then),
            since=date_in_words(restated.since) if restated.since else "",
            today=tuple(today),
            is_gone=restated.kind == "deleted",
            how=f"{restated.certainty}: {method}, {restated.score:.2f}",
        )

    def view_sighting(self, sighting: SightingAnswer, page: str) -> SightingView:
        """Return a version as shown on the page `page`."""
        marked = sighting.segments or [Segment("insert", sighting.text)]
        restates: tuple[RestatedView, ...] = ()
        if not isinstance(sighting.restated, UnsetType):
            restates = tuple(self.view_restated(restated, page) for restated in sighting.restated)
        text = mark_segments(marked)
        return SightingView(
            number=sighting.number,
            anchor=anchor_of(sighting.number),
            earliest=describe_earliest(sighting.earliest),
            days=sighting.days,
            text=text,
            restates=restates,
        )


def describe_earliest(earliest: str | None) -> str:
    """Return the earliest day that a page can be from, in words."""
    if earliest:
        return f"not before {date_in_words(earliest)}"
    return "of unknown date"


def list_only_seen(history: History, edition: str, keys: Collection[str]) -> Iterator[SightingAnswer]:
    """Yield the rules that only pages near to an edition have.

    Args:
        history: The history.
        edition: Id of the edition.
        keys: The keys that it has.
    """
    for issue in history.store.partial_issues:
        if issue.nearest != edition:
            continue
        links = {link.new: link for link in issue.links}
        for rule in issue.rules:
            link = links.get(rule.key)
            is_new = rule.key not in keys and (link is None or link.old is None)
            if is_new and rule.text:
                yield answer_sighting(history, issue, rule, link, text="", day=None)
