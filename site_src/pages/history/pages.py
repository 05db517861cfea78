"""The history pages: what each number of any edition meant, and the rules that have it or had it last.

Every key of any edition is on the page of its number. Worker processes write the thousands of pages.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from graph.citations.judge.messages import join_words
from graph.history import History, Period
from rules.numbers import chapter_of, is_term, name_of
from rules.records import RULINGS_SUMMARY
from rules.store import open_store
from rules.workers import map_with_workers
from site_src.context import BuildContext
from site_src.layout import SitePlace, anchor_of, history_page, history_place, home_of, lineage_anchor
from site_src.markup.passages import symbols_html
from site_src.markup.shell import Frame, Shell, render
from site_src.markup.words import count, cut_words, date_in_words, say
from site_src.pages.history.lineages import LineageView, LineageViews, Outcomes, TimelineLink, format_key
from site_src.pages.rulings import SUMMARY_PATH

Natural = tuple[tuple[int, str], ...]


def in_order(key: str) -> Natural:
    """Return a sorting key for natural order: `702.9` before `702.10`, `502.35b` before `502.35b#2`."""
    pieces = re.findall(r"\d+|\D", key.lower())
    return tuple((int(piece), "") if piece.isdecimal() else (-1, piece) for piece in pieces)


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
        return is_term(self.keys[0])

    @property
    def is_chapter(self) -> bool:
        """Return whether the page is a section's or a chapter's, with other pages below it."""
        return not self.of_glossary and "." not in self.name


def history_pages(histories: History) -> tuple[HistoryPage, ...]:
    """Return all pages, in the order of their numbers, those of the glossary last."""
    grouped: dict[str, list[str]] = defaultdict(list)
    for key in histories.by_key:
        grouped[history_page(key)].append(key)
    pages = [
        HistoryPage(address, address.split("/")[-2].capitalize() if is_term(keys[0]) else home_of(keys[0]), tuple(keys))
        for address, keys in ((address, sorted(keys, key=in_order)) for address, keys in grouped.items())
    ]
    return tuple(sorted(pages, key=lambda page: (page.of_glossary, _sort_key(page.name))))


def _sort_key(name: str) -> tuple[bool, str, Natural]:
    """Return the sorting key of a page: sections before their chapters, rulings summaries after all numbers.

    The numbers of rulings summaries begin with letters.
    """
    return (not name[:1].isdecimal(), name[:1].upper(), in_order(name))


def split_terms(page: HistoryPage) -> Iterator[HistoryPage]:
    """Yield each term of a page of the glossary as a page of its own; its address is its place on that page."""
    for place, keys in groupby(page.keys, key=history_place):
        all_of_it = tuple(keys)
        yield HistoryPage(place.seen_from(""), name_of(all_of_it[0]), all_of_it)


def lineages_by_key(histories: History) -> Mapping[str, tuple[str, ...]]:
    """Return the lineages by current or last key; current ones first, then those that ended last."""
    by_key: dict[str, list[str]] = defaultdict(list)
    for lineage, versions in histories.by_lineage.items():
        by_key[versions[-1].key].append(lineage)

    def rank(lineage: str) -> tuple[bool, str, str]:
        return (histories.is_current(lineage), histories.by_lineage[lineage][-1].last, lineage)

    return {key: tuple(sorted(all_of_it, key=rank, reverse=True)) for key, all_of_it in by_key.items()}


def parent_name(name: str) -> str:
    """Return the name above a name: `702.40` → `702`, `702` → `7`, `A.2` → `A`; empty for a section."""
    if "." in name:
        return chapter_of(name)
    return name[0] if len(name) > 1 else ""


_MANY = 6
"""Maximum number of titles on a line."""
_WORDS = 24
"""Number of first words that are enough to tell two rules of one name apart."""


class NumberMeaning(Struct, frozen=True):
    """The meaning of a number for a time.

    Attributes:
        when: `26 May 2003 to 1 May 2009`.
        title: Its title then.
        words: Its first words then.
        outcome: The outcome of that rule: `now`, to be followed by its number; or `deleted after 1 May 2009`.
        now: Its current numbers, with links to the text; without a page if the site does not show it.
        history: Link to its history.
        is_today: Whether it is the rule that has the number today.
    """

    when: str
    title: str
    words: Markup
    outcome: str
    now: tuple[TimelineLink, ...]
    history: TimelineLink
    is_today: bool


class NumberView(Struct, frozen=True):
    """A number on the page: its meanings, oldest first, and the lineages whose current or last number it is."""

    name: str
    anchor: str
    meanings: tuple[NumberMeaning, ...]
    lineage_views: tuple[LineageView, ...]

    @property
    def before(self) -> str:
        """Return a sentence about a reused number: `Before 22 April 2021 this number was Modular and Affinity`."""
        if not (self.meanings and self.meanings[-1].is_today):
            return ""
        # its own title would only name itself; and the rule of today may have had the number before
        now = self.meanings[-1]
        others = [one for one in self.meanings if one.history != now.history]
        titles = list(dict.fromkeys(one.title for one in others if one.title not in ("", now.title)))
        since = now.when.partition(" to ")[0]
        if not others:
            return ""
        if not titles:
            rules = count(len({one.history for one in others}), "another rule", "other rules")
            return say("number_before_untitled", day=since, rules=rules.removeprefix("1 "))
        shown_titles = titles if len(titles) < _MANY else [*titles[:_MANY], "others"]
        return say("number_before", day=since, titles=join_words(shown_titles))


class Pages:
    """Renders history pages; created once per process."""

    def __init__(self, outcomes: Outcomes, places: Mapping[str, SitePlace], all_pages: Sequence[HistoryPage]) -> None:
        self.outcomes = outcomes
        self.histories = outcomes.histories
        self.lineage_views = LineageViews(outcomes)
        self.all_pages = all_pages
        self._places = places
        self._by_key = lineages_by_key(self.histories)
        self._below: dict[str, list[HistoryPage]] = {}
        for page in all_pages:
            if not page.of_glossary:
                self._below.setdefault(parent_name(page.name), []).append(page)

    def body(self, page: HistoryPage) -> tuple[str, str]:
        """Return title and body of a page."""
        views = tuple(self._make_view(key, _name_anchor(page.keys, at)) for at, key in enumerate(page.keys))
        work = self.histories.works[self.histories.by_key[page.keys[0]][0].first]
        title = self._find_title(page)
        html = render(
            "history.html.j2",
            page=page,
            heading=title,
            trail=self._make_trail(page),
            views=views,
            lived=any(view.lineage_views for view in views),
            aged=any(lineage_view.aged for view in views for lineage_view in view.lineage_views),
            legend=self.lineage_views.scales[work].legend(),
            first_year=self.lineage_views.scales[work].first,
            below=[self.row(name) for name in self._below.get(page.name, [])] if page.is_chapter else [],
            href=lambda link: link.seen_from(page.address),
            as_of=lambda card: SitePlace(f"e/{card.edition.id}/", card.anchor).seen_from(page.address),
            root="../" * page.address.count("/"),
        )
        if page.of_glossary:
            return f"History of the glossary: {title}", html
        return f"History of {page.name} {title}".strip(), html

    def row(self, page: HistoryPage) -> dict[str, Any]:
        """Return the values of a page's row in a list of pages."""
        own = page.keys[0]
        last = max(
            (version for key in page.keys for version in self.histories.by_key[key]), key=lambda newest: newest.last
        )
        work = self.histories.works[last.last]
        current = last.last == self.histories.line(work)[-1]
        lineages = {lineage for key in page.keys for lineage in self._by_key.get(key, ())}
        versions = sum(len(self.histories.by_lineage[lineage]) for lineage in lineages)
        former = "former entry" if page.of_glossary else "numbers of the past only"
        detail = count(versions, "version") if versions else former
        if not current:
            detail += f", last used {(self.histories.last_day(last.last) or last.last)[:4]}"
        return {
            "page": page.address,
            "number": page.name,
            "title": "" if page.of_glossary else self._find_title(page, own),
            "detail": detail,
            "current": current,
        }

    def _find_title(self, page: HistoryPage, key: str = "") -> str:
        """Return the current or last heading of the page's number; empty if there is none."""
        if page.of_glossary:
            return page.name
        versions = self.histories.by_key.get(page.name) or self.histories.by_key[key or page.keys[0]]
        headings = (self.histories.title(version.first, version.key) for version in reversed(versions))
        return next(filter(None, headings), "")

    def _make_trail(self, page: HistoryPage) -> list[TimelineLink]:
        if page.of_glossary:
            return [TimelineLink("history/", "", "History"), TimelineLink("history/glossary/", "", "Glossary")]
        trail = [TimelineLink("history/", "", "History")]
        above = parent_name(page.name)
        if above in self.histories.by_key:
            last = self.histories.by_key[above][-1]
            heading = self.histories.heading(last.first, above) or ""
            trail.append(TimelineLink(history_page(above), "", f"{above} {heading}".strip()))
        return trail

    def _make_view(self, key: str, anchor: str) -> NumberView:
        held = self.histories.all_periods(key)
        lineage_views = tuple(
            self.lineage_views.view(lineage, self._link_current(lineage)) for lineage in self._by_key.get(key, ())
        )
        # for a rule that is gone, the list says on one line what replaced it
        only_itself = len(held) == 1 and len(lineage_views) == 1 and lineage_views[0].current
        meanings = () if only_itself else tuple(self._make_meaning(period, key) for period in held)
        return NumberView(format_key(key), anchor, meanings, lineage_views)

    def _make_meaning(self, period: Period, key: str) -> NumberMeaning:
        trace = self.outcomes.trace(period.lineage)
        last = trace.entries[-1].key
        newest = self.histories.line(self.histories.works[period.last])[-1]
        is_today = trace.status == "current" and last == key and period.last == newest
        until = self.histories.last_day(period.last)
        record = self.histories.record(period.first, key)
        return NumberMeaning(
            f"{date_in_words(period.first)} to {date_in_words(until) if until and not is_today else 'today'}",
            (self.histories.shown_title(period.first, key) or ("",))[0],
            symbols_html(cut_words(record.text if record else "", _WORDS, spare=4)),
            "this rule today" if is_today else self.outcomes.in_words(period.lineage),
            ()
            if is_today
            else tuple(
                self._link_key(found, self.histories.works[period.last]) or TimelineLink("", "", format_key(found))
                for found in self.outcomes.list_current_keys(period.lineage)
            ),
            TimelineLink(history_page(last), lineage_anchor(period.lineage), "history"),
            is_today,
        )

    def _link_current(self, lineage: str) -> TimelineLink | None:
        """Return a link to the current text of a lineage; None if the site does not show it."""
        if not self.histories.is_current(lineage):
            return None
        last = self.histories.by_lineage[lineage][-1]
        return self._link_key(last.key, self.histories.works[last.last])

    def _link_key(self, key: str, work: str) -> TimelineLink | None:
        """Return a link to the current text of a record of a work; None if the site does not show it."""
        if work == RULINGS_SUMMARY:
            # its sections are on the contents page
            page = f"{SUMMARY_PATH}{home_of(key)}/" if "." in key else SUMMARY_PATH
            return TimelineLink(page, anchor_of(key), format_key(key))
        place = self._places.get(key)
        return TimelineLink(place.page, place.anchor, format_key(key)) if place else None


def _name_anchor(keys: Sequence[str], at: int) -> str:
    """Return the anchor of a key of a page; of entries with one term the first has that of the term."""
    anchor = history_place(keys[at]).anchor
    return lineage_anchor(keys[at]) if anchor in {history_place(key).anchor for key in keys[:at]} else anchor


_RUN = 40
"""Number of pages for a process at a time: pages of neighbouring numbers share much of their history."""


class HistoryWorker:
    """Renders and writes pages."""

    def __init__(self, store: Path, site_dir: Path, shell: Shell, places: Mapping[str, SitePlace]) -> None:
        """Prepare for all pages; `places` are those of the current records."""
        self._site_dir = site_dir
        self._shell = shell
        histories = History(open_store(store))
        self._all = history_pages(histories)
        self._pages = Pages(Outcomes(histories), places, self._all)

    def write(self, numbers: Iterable[int]) -> None:
        """Write the pages at these positions of the plan."""
        for number in numbers:
            page = self._all[number]
            title, body = self._pages.body(page)
            frame = Frame(page.address, title, scripts=("history",), styles=("history",), indexed=page.is_chapter)
            self._shell.write(self._site_dir, frame, body)


@contextmanager
def writing(context: BuildContext, pages: int) -> Iterator[None]:
    """Write all pages in worker processes during the context; at the end of the `with` statement they are complete.

    Args:
        context: The build.
        pages: Number of pages in the plan.

    Raises:
        WorkerError: A worker process was killed.
    """
    runs = [range(at, min(at + _RUN, pages)) for at in range(0, pages, _RUN)]
    worker = partial(HistoryWorker, context.store.path, context.site_dir, context.shell, dict(context.places))
    with map_with_workers(worker, HistoryWorker.write, runs, context.jobs) as results:
        yield
        for _ in results:
            pass
