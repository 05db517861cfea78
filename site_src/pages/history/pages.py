"""The history pages: the meanings of each number of any edition, and the rules that have it or had it last.

Every key of any edition is on the page of its number. Worker processes write the thousands of pages.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from graph.answers.history import HistoryAnswer
from graph.history import History, Period
from rules.grouping import grouped
from rules.keys import is_entry
from rules.numbers import chapter_of
from rules.records import RULINGS_SUMMARY
from rules.sentences import join_words
from site_src.addresses import (
    HISTORY_PATH,
    PageLink,
    SitePlace,
    anchor_of,
    history_page,
    history_place,
    home_of,
    in_order,
    segment_of,
)
from site_src.context import BuildContext
from site_src.markup.passages import plain_title, symbols_html
from site_src.markup.shell import Frame
from site_src.markup.words import count, cut_words, date_in_words, format_key, name_in_words, say
from site_src.pages.history.ages import list_aged, list_ages
from site_src.pages.history.lineages import Timelines
from site_src.pages.history.metadata import describe_entries, describe_laws, describe_number
from site_src.pages.history.timeline import describe_fold, list_marks, list_timeline
from site_src.pages.records import SightingView
from site_src.pages.rulings.layout import SUMMARY_PATH
from site_src.pages.sightings import SightingViews

_MANY = 6
"""Maximum number of titles on a line."""
_WORDS = 24
"""Number of first words that are enough to distinguish two rules with the same title."""
_TEMPLATE_FUNCTIONS = {
    "describe_fold": describe_fold,
    "list_aged": list_aged,
    "list_ages": list_ages,
    "list_marks": list_marks,
    "list_timeline": list_timeline,
}
"""Functions that `history.html.j2` calls."""


class HistoryPage(Struct, frozen=True):
    """A history page.

    Attributes:
        address: `history/702.40/`.
        name: `702.40`; of the glossary the first letters of the terms, `St`, or a term.
        keys: The keys on it, in order.
    """

    address: str
    name: str
    keys: tuple[str, ...]

    @property
    def of_glossary(self) -> bool:
        """Return whether the page is that of glossary entries."""
        return is_entry(self.keys[0])

    @property
    def is_chapter(self) -> bool:
        """Return whether the page is a section's or a chapter's, with other pages below it."""
        return not self.of_glossary and "." not in self.name


def history_pages(history: History) -> tuple[HistoryPage, ...]:
    """Return all pages: rules by number, then the rulings of rulings summaries, then the glossary."""
    keys = sorted(history.lineages.keys_of(history.calendar.work_of), key=in_order)
    by_page = grouped((history_page(key), key) for key in keys)
    pages = []
    for address, keys_on_page in by_page.items():
        name = home_of(keys_on_page[0])
        if is_entry(keys_on_page[0]):
            # `history/glossary/st/` → `St`
            name = address.split("/")[-2].capitalize()
        pages.append(HistoryPage(address, name, tuple(keys_on_page)))
    return tuple(sorted(pages, key=_page_order))


def _page_order(page: HistoryPage) -> tuple[bool, bool, str, object]:
    """Return the sorting key of a page: a section, such as `7`, comes right before its chapters, such as `702`."""
    section = page.name[:1]
    # the numbers of rulings summaries begin with letters
    is_ruling = not section.isdecimal()
    return page.of_glossary, is_ruling, section.upper(), in_order(page.name)


def split_terms(page: HistoryPage) -> Iterator[HistoryPage]:
    """Yield each term of a page of the glossary as a page of its own; its address is its place on that page."""
    for place, alike in groupby(page.keys, key=history_place):
        keys = tuple(alike)
        yield HistoryPage(place.seen_from(""), name_in_words(keys[0]), keys)


def lineages_by_key(history: History) -> Mapping[str, Sequence[str]]:
    """Return the lineages by current or last key; of each key, current ones first, then those that ended last."""
    newest_versions = {lineage: versions[-1] for lineage, versions in history.versions.by_lineage.items()}

    def order_of(lineage: str) -> tuple[bool, str, str]:
        return history.lineages.is_current(lineage), newest_versions[lineage].last, lineage

    lineages = sorted(newest_versions, key=order_of, reverse=True)
    return grouped((newest_versions[lineage].key, lineage) for lineage in lineages)


def parent_name(name: str) -> str:
    """Return the name above a name: `702.40` → `702`, `702` → `7`, `A.2` → `A`; empty for a section."""
    if "." in name:
        return chapter_of(name)
    if len(name) == 1:
        return ""
    return name[0]


def describe_before(since: str, held: Sequence[tuple[str, str]]) -> str:
    """Return a sentence about a reused number: `Before 22 April 2021 this number was Modular and Affinity`.

    Args:
        since: The day since which the number has its present meaning, in words.
        held: Lineage and title of all its meanings, oldest first; the last one is that of today.
    """
    current_lineage, current_title = held[-1]
    # the rule of today may have had the number before, with another one in between
    former = [(lineage, title) for lineage, title in held if lineage != current_lineage]
    if not former:
        return ""
    titles = list(dict.fromkeys(title for _, title in former if title not in ("", current_title)))
    if not titles:
        lineages = {lineage for lineage, _ in former}
        rules = count(len(lineages), "another rule", "other rules")
        # “another rule”, not “1 another rule”
        return say("number_before_untitled", day=since, rules=rules.removeprefix("1 "))
    if len(titles) >= _MANY:
        titles = [*titles[:_MANY], "others"]
    return say("number_before", day=since, titles=join_words(titles))


class Pages:
    """Writes the history pages; their template calls its public functions. Created once per process."""

    def __init__(self, context: BuildContext) -> None:
        self._context = context
        self.history = History(self._context.store)
        self.timelines = Timelines(self.history)
        self.all_pages = history_pages(self.history)
        self._by_key = lineages_by_key(self.history)
        self._newest = self.history.calendar.newest if self.history.calendar.editions else ""
        self._views = SightingViews(self._newest, self._place_rule)
        self._pages_below = grouped((parent_name(page.name), page) for page in self.all_pages if not page.of_glossary)

    def write(self, position: int) -> None:
        """Write the page at a position of `all_pages`."""
        page = self.all_pages[position]
        values = self.values(page)
        lineages = list(dict.fromkeys(chain.from_iterable(values["lineages"].values())))
        laws = describe_laws(self.timelines, lineages, page.address, self._context.shell.site_url)
        description = self.describe(page)
        toc = []
        if len(page.keys) > 1:
            toc = [(f"#{anchor}", name_in_words(key)) for key, anchor in values["anchors"].items()]
        frame = Frame(
            page.address,
            values["title"],
            description,
            toc=toc,
            scripts=("history",),
            styles=("history",),
            about=laws,
        )
        self._context.write(frame, "history.html.j2", **values)

    def values(self, page: HistoryPage) -> dict[str, Any]:
        """Return the values of `history.html.j2` for a page."""
        lineages = {key: self._by_key.get(key, ()) for key in page.keys}
        shown = list(chain.from_iterable(lineages.values()))
        below = []
        if page.is_chapter:
            below = [self.row(lower_page) for lower_page in self._pages_below.get(page.name, [])]
        first = self.history.periods.versions_with(page.keys[0])[0].first
        return {
            "page": page,
            "title": self.title_page(page),
            "heading": self._find_heading(page),
            "trail": self._make_trail(page),
            "anchors": _name_anchors(page),
            "lineages": lineages,
            "has_lineages": bool(shown),
            "has_ages": any(map(self.history.lineages.is_current, shown)),
            "years": self.timelines.years(first),
            "below": below,
            "pages": self,
            "lines": self.timelines,
            **_TEMPLATE_FUNCTIONS,
        }

    def describe(self, page: HistoryPage) -> str:
        """Return the description of a page for search engines."""
        if page.of_glossary:
            return describe_entries(self.timelines, page.keys)
        key = page.keys[0]
        return describe_number(self.timelines, key, self._by_key.get(key, ()), len(page.keys) - 1)

    def title_page(self, page: HistoryPage) -> str:
        """Return the title of a page: `History of 702.40 Storm`.

        If no rule with the number has a heading, the title has that of its chapter: `History of 601.2, Casting Spells`.
        """
        heading = self._find_heading(page)
        if page.of_glossary:
            return f"History of the glossary: {heading}"
        if heading:
            return f"History of {page.name} {heading}"
        newest = self.history.periods.versions_with(page.keys[0])[-1]
        chapter_heading = self.timelines.title(newest.last, page.keys[0])
        if chapter_heading:
            return f"History of {page.name}, {chapter_heading}"
        return f"History of {page.name}"

    def _place_rule(self, edition: str, key: str) -> SitePlace:
        """Return the place of a rule: in the newest edition on its own page, in others on the page of the edition."""
        if edition == self._newest and key in self._context.places:
            return self._context.places[key]
        return SitePlace(f"e/{edition}/", anchor_of(key))

    def view_sightings(self, trace: HistoryAnswer, page: str) -> list[SightingView]:
        """Return the versions of a lineage on pages of editions that the archive lacks, as shown on `page`."""
        return [self._views.view_sighting(sighting, page) for sighting in trace.sightings or () if not sighting.is_same]

    def row(self, page: HistoryPage) -> dict[str, Any]:
        """Return the values of a page's row in a list of pages."""
        last = max(version.last for key in page.keys for version in self.history.periods.versions_with(key))
        work = self.history.calendar.work_of[last]
        current = last == self.history.calendar.chain(work)[-1]
        details = [self._describe_versions(page)]
        if not current:
            day = self.history.calendar.last_day(last) or last
            details.append(f"last used {day[:4]}")
        heading = ""
        if not page.of_glossary:
            heading = self._find_heading(page)
        detail = ", ".join(filter(None, details))
        return {"page": page.address, "number": page.name, "title": heading, "detail": detail, "current": current}

    def _describe_versions(self, page: HistoryPage) -> str:
        """Return the number of versions on a page, in words: `12 versions`.

        The page of a chapter has only the versions of its heading; its rules have pages of their own. Most headings
        never changed, which is not worth a word in each row: for one version the words are empty.
        """
        lineages = {lineage for key in page.keys for lineage in self._by_key.get(key, ())}
        versions = sum(len(self.history.versions.by_lineage[lineage]) for lineage in lineages)
        if versions and page.is_chapter:
            return f"{count(versions, 'version')} of the heading" if versions > 1 else ""
        if versions:
            return count(versions, "version")
        if page.of_glossary:
            return "former entry"
        return "numbers of the past only"

    def _find_heading(self, page: HistoryPage) -> str:
        """Return the current or last heading of the page's number; empty if there is none.

        The heading of a page of the glossary is its name.
        """
        if page.of_glossary:
            return page.name
        periods = self.history.periods
        # no edition may have the number itself, only subrules: then it is the first of them that may have a heading
        versions = periods.versions_with(page.name) or periods.versions_with(page.keys[0])
        for version in reversed(versions):
            heading = self.history.titles.of_record(version.first, version.key)
            if heading:
                return plain_title(heading)
        return ""

    def _make_trail(self, page: HistoryPage) -> list[PageLink]:
        """Return links from a page to the pages above it."""
        trail = [(HISTORY_PATH, "History")]
        above = parent_name(page.name)
        if page.of_glossary:
            trail.append((f"{HISTORY_PATH}glossary/", "Glossary"))
        elif above in self.history.versions.by_key:
            heading = self.history.titles.heading(self.history.versions.by_key[above][-1].first, above)
            title = plain_title(heading) if heading else ""
            trail.append((history_page(above), f"{above} {title}".strip()))
        return [PageLink(words, SitePlace(address).seen_from(page.address)) for address, words in trail]

    def title(self, key: str) -> str:
        """Return the title of the first lineage whose current or last number is a key; may be empty."""
        lineage = self._by_key[key][0]
        last = self.history.versions.by_lineage[lineage][-1].last
        return self.timelines.title(last, key)

    def meanings(self, key: str) -> Sequence[Period]:
        """Return the periods of a key, oldest first; none if it always meant the rule that has it today."""
        periods = self.history.periods.in_all_works(key) or self.history.periods.versions_with(key)
        lineages = self._by_key.get(key, ())
        # the single meaning of a number that is gone is listed, because its row names what replaced the rule
        if len(periods) == len(lineages) == 1 and self.history.lineages.is_current(lineages[0]):
            return ()
        return periods

    def is_today(self, period: Period, key: str) -> bool:
        """Return whether a period is that of the rule that has the key today."""
        calendar = self.history.calendar
        newest_edition = calendar.chain(calendar.work_of[period.last])[-1]
        if period.last != newest_edition or not self.history.lineages.is_current(period.lineage):
            return False
        return self.history.versions.by_lineage[period.lineage][-1].key == key

    def describe_period(self, period: Period, key: str) -> str:
        """Return the days of a period: `26 May 2003 to 1 May 2009`."""
        since = date_in_words(period.first)
        last_day = self.history.calendar.last_day(period.last)
        if self.is_today(period, key) or not last_day:
            return f"{since} to today"
        return f"{since} to {date_in_words(last_day)}"

    def describe_reuse(self, periods: Sequence[Period], key: str) -> str:
        """Return the sentence of `describe_before`; empty if the key is not in use, or always meant the same rule.

        Args:
            periods: The periods of the key, oldest first.
            key: The key.
        """
        if not periods or not self.is_today(periods[-1], key):
            return ""
        titles = [(period.lineage, self.timelines.title(period.first, key)) for period in periods]
        return describe_before(date_in_words(periods[-1].first), titles)

    def first_words(self, period: Period, key: str) -> Markup:
        """Return the first words of the rule that a key meant in a period."""
        text = ""
        record = self.history.store.record(period.first, key)
        if record:
            text = record.text
        return symbols_html(cut_words(text, _WORDS, spare=4))

    def link_now(self, period: Period, page: str) -> list[PageLink]:
        """Return links to the rules of today that continue the rule of a period.

        A link has no address if the site does not show the rule.
        """
        work = self.history.calendar.work_of[period.last]
        keys = self.timelines.list_current_keys(period.lineage)
        return [self._link_key(key, work, page) or PageLink(format_key(key)) for key in keys]

    def link_current(self, lineage: str, page: str) -> PageLink | None:
        """Return a link to the current text of a lineage; None if the site does not show it."""
        if not self.history.lineages.is_current(lineage):
            return None
        last = self.history.versions.by_lineage[lineage][-1]
        return self._link_key(last.key, self.history.calendar.work_of[last.last], page)

    def _link_key(self, key: str, work: str, page: str) -> PageLink | None:
        """Return a link to the current text of a record of a work; None if the site does not show it."""
        place = self._context.places.get(key)
        if work == RULINGS_SUMMARY:
            place = _place_ruling(key)
        if place is None:
            return None
        return PageLink(format_key(key), place.seen_from(page))


def _place_ruling(key: str) -> SitePlace:
    """Return the place of a rule of the rulings summary, whose sections are on its contents page."""
    address = SUMMARY_PATH
    if "." in key:
        address += f"{home_of(key)}/"
    return SitePlace(address, anchor_of(key))


def _name_anchors(page: HistoryPage) -> dict[str, str]:
    """Return the anchor of each key of a page; of several entries with one term, the first has that of the term."""
    anchors: dict[str, str] = {}
    for key in page.keys:
        anchor = history_place(key).anchor
        if anchor in anchors.values():
            anchor = segment_of(key)
        anchors[key] = anchor
    return anchors
