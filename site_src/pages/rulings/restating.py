"""Links from the rules of the Comprehensive Rules to the rulings that restate them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from graph.restatements.restated import Certainty, RestatedAnswer, follow_correspondence
from rules.caching import cached_property
from rules.grouping import grouped
from site_src.addresses import PageLink, SitePlace, in_order
from site_src.pages.records import RecordView
from site_src.pages.rulings.summary import Summary

_DOUBTS: Mapping[Certainty, str] = {"sure": "", "likely": "probably", "perhaps": "perhaps"}
"""The word for a doubt whether a ruling restates a rule; none if that is sure."""
_ON_PAGE = "on a page of another issue"


class Restating(Struct, frozen=True):
    """A ruling that restates a rule of the Comprehensive Rules.

    Attributes:
        number: The number of the ruling.
        place: Its place on the site.
        restated: The rule that it restates.
        remark: The doubt whether it restates the rule, and whether it is on a page of another issue; may be empty.
    """

    number: str
    place: SitePlace
    restated: RestatedAnswer
    remark: str

    @property
    def year(self) -> str:
        """Return the year of the wording that the ruling restates, which may differ from the wording of today."""
        return self.restated.other_edition[:4]

    def link_from(self, page: str, words: str = "") -> PageLink:
        """Return a link to the ruling.

        Args:
            page: Address of the page with the link.
            words: Words next to the link; may be empty.
        """
        return PageLink(self.number, self.place.seen_from(page), words)


class RestatingRulings:
    """The rulings that restate rules, found by these rules.

    Args:
        summary: The issues of the rulings summary.
    """

    def __init__(self, summary: Summary) -> None:
        self._summary = summary

    def add_to_view(self, view: RecordView, page: str) -> RecordView:
        """Return a rule of the latest edition as shown on a page, with links to the rulings that restate it.

        Args:
            view: The rule.
            page: Address of the page.
        """
        restating = self._by_number_today.get(view.record.key, ())
        by_year = grouped((ruling.year, ruling.link_from(page, ruling.remark)) for ruling in restating)
        return replace(view, restated_by=tuple((year, tuple(links)) for year, links in sorted(by_year.items())))

    def list_restated(self, edition: str, page: str) -> list[tuple[str, list[PageLink]]]:
        """Return the rules of an edition that the summary restates, each with links to the rulings.

        Args:
            edition: Id of an edition of the Comprehensive Rules.
            page: Address of the page with the links.

        Returns:
            Number and links of each rule, in the order of the numbers.
        """
        links = list(self._link_issues(edition, page))
        on_pages = [ruling for ruling in self._list_on_pages() if ruling.restated.other_edition == edition]
        links += [(ruling.restated.other, ruling.link_from(page)) for ruling in on_pages]
        by_rule = grouped(dict.fromkeys(links))
        return [(number, by_rule[number]) for number in sorted(by_rule, key=in_order)]

    def _link_issues(self, edition: str, page: str) -> Iterator[tuple[str, PageLink]]:
        """Yield the rules of an edition that rulings of issues restate, each with a link to the ruling."""
        for issue in self._summary.issues:
            for found in chain.from_iterable(issue.restated.values()):
                place = issue.linker.places.get(found.key)
                if place and found.other_edition == edition:
                    yield found.other, PageLink(found.key, place.seen_from(page))

    @cached_property
    def _by_number_today(self) -> Mapping[str, Sequence[Restating]]:
        """Return the rulings that restate each rule of the latest edition, by its number."""
        return grouped((number, ruling) for ruling in self._list_restating() for number in ruling.restated.numbers)

    def _list_restating(self) -> Iterator[Restating]:
        """Yield the rulings of issues, then their versions on pages of other issues if these restate another rule."""
        summary = self._summary
        restated_by_issues: set[tuple[str, str]] = set()
        for issue in summary.issues:
            for key, correspondences in issue.restated.items():
                place = issue.linker.places.get(key)
                if place is None:
                    continue
                for found in correspondences:
                    restated_by_issues.add((key, found.other))
                    restated = follow_correspondence(summary.history, found, summary.latest.id, "")
                    yield Restating(key, place, restated, _DOUBTS[restated.certainty])
        for ruling in self._list_on_pages():
            if (ruling.number, ruling.restated.other) not in restated_by_issues:
                yield ruling

    def _list_on_pages(self) -> Iterator[Restating]:
        """Yield the versions of rulings on pages of other issues that restate a rule."""
        for place, sighting in chain(self._summary.list_seen(), self._summary.list_only_seen()):
            if isinstance(sighting.restated, UnsetType):
                continue
            for restated in sighting.restated:
                doubt = _DOUBTS[restated.certainty]
                yield Restating(sighting.number, place, restated, f"{doubt}, {_ON_PAGE}" if doubt else _ON_PAGE)
