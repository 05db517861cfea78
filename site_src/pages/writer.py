"""Writes the pages that mkdocs builds from a knowledge base: for each a file of front matter, and its body as HTML.

The files do not depend on mkdocs: another site generator can use them unchanged. Reader pages show the latest edition;
every edition has a page with figures.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from msgspec.structs import replace

from graph.announcements.unannounced import find_unannounced_steps
from graph.history import History, last_day
from rules.counts import format_rules_and_headings
from rules.grouping import grouped
from rules.links import StepEnds
from rules.records import COMPREHENSIVE_RULES, Edition
from rules.store import Store
from site_src.addresses import (
    GLOSSARY_PATH,
    LATEST,
    RULES_PATH,
    PageLink,
    SitePlace,
    anchor_of,
    letter_of,
)
from site_src.data.corpus import latest_edition
from site_src.layout import Book, BookPart, lay_out, neighbour_of, with_neighbours
from site_src.markup.changes import in_words, steps_of
from site_src.markup.legislation import (
    COMPREHENSIVE_RULES_NAME,
    Law,
    Wording,
    as_json_ld,
    describe_current,
    describe_law,
)
from site_src.markup.shell import Frame, frame_of_edition, write_source
from site_src.markup.templates import render
from site_src.markup.words import count, date_in_words, edition_in_words, name_edition, say, work_in_words
from site_src.pages.bulletins import bulletins_of
from site_src.pages.contents import contents_as_of, contents_of
from site_src.pages.editions import all_rules_address, edition_page
from site_src.pages.examples import choose_examples
from site_src.pages.glossary import former_terms, frame_letter, letter_link, letter_name
from site_src.pages.records import Linker, RecordView
from site_src.pages.rulings.layout import SUMMARY_PATH
from site_src.pages.rulings.pages import SummaryPages
from site_src.pages.rulings.restating import RestatingRulings
from site_src.pages.rulings.summary import Summary

_KEYWORDS_TO_FILTER = 12
"""A list with fewer keywords is seen at a glance, and needs no filter."""
EDITION_PARTS = {"contents": "Contents", "about": "About this edition", "witnesses": "Source copies"}
"""Anchor and title of the parts of an edition's page."""

_ABOUT_CONTENTS = "The Comprehensive Rules of Magic: The Gathering as they read today: all sections and chapters."
_ABOUT_GLOSSARY = "The glossary of Magic: The Gathering: every term that the rules define today, and former terms."
_ABOUT_EDITIONS = "Every edition of the rules of Magic: The Gathering, each to read as it was."

Write: TypeAlias = Callable[..., None]
"""A function that writes a page; its arguments are the frame, the name of the template, and the template's values."""


def current_book(store: Store) -> Book:
    """Return the latest edition, laid out in pages."""
    latest = latest_edition(store).id
    return lay_out(store.rules(latest), store.glossary(latest))


class Writer:
    """Renders the pages of one knowledge base."""

    def __init__(self, store: Store, site_url: str = "") -> None:
        """Read the latest edition; `site_url` is the address of the site, empty if it is not known."""
        self._store = store
        self._site_url = site_url
        self.latest = latest_edition(store)
        self.book = current_book(store)
        history = History(store)
        versions = {
            key: history.versions.by_lineage[lineage]
            for key, lineage in history.lineages.of_edition(self.latest.id).items()
        }
        self.linker = Linker(self.book, store.references(self.latest.id), versions=versions)
        self.summary = Summary(store, self.latest)
        self._restating = RestatingRulings(self.summary)

    def write(self, folder: Path) -> None:
        """Write every page into `docs` of a folder, and its body into `theme`."""

        def write(frame: Frame, template: str, **values: Any) -> None:
            write_source(folder, frame, render(template, **values))

        self._write_start(write)
        sections = self.linker.list_sections(self.book.sections, RULES_PATH)
        write(Frame(RULES_PATH, "Contents", _ABOUT_CONTENTS), "contents.html.j2", sections=sections)
        # a chapter links to adjacent chapters; a keyword's page to adjacent keywords of its chapter
        for before, chapter, after in with_neighbours(self.book.chapters):
            self._write_rules(write, chapter, before, chapter, after)
            for keyword_before, page, keyword_after in with_neighbours(chapter.pages):
                self._write_rules(write, chapter, keyword_before, page, keyword_after)
        self._write_glossary(write)
        self._write_editions(write)
        SummaryPages(self.summary, self._place_of).write(write)

    def _write_start(self, write: Write) -> None:
        """Write the start page."""
        rules, glossary, _ = self._store.counts()[self.latest.id]
        editions = self._store.editions_of(COMPREHENSIVE_RULES)
        sections = self.linker.list_sections(self.book.sections, "", with_texts=False)
        rule_count = format_rules_and_headings(rules)
        entry_count = count(glossary, "glossary entry", "glossary entries")
        write(
            Frame("", ""),
            "start.html.j2",
            first_year=editions[0][:4],
            latest=self.latest,
            examples=choose_examples(self._store),
            figures=f"{rule_count}, {entry_count}",
            glossary_figure=count(glossary, "entry", "entries"),
            editions_figure=count(len(editions), "edition"),
            news=self._steps.get(self.latest.id),
            sections=sections,
            summary_figure=self.summary.figure,
        )

    def _write_rules(
        self, write: Write, chapter: BookPart, before: BookPart | None, page: BookPart, after: BookPart | None
    ) -> None:
        """Write the page of a chapter, or of one of its rules that have pages of their own.

        Args:
            write: Writes the page.
            chapter: The chapter.
            before: The page before it; None if it is the first.
            page: The page: the chapter itself or one of its `pages`.
            after: The page after it; None if it is the last.
        """
        section = next(candidate for candidate in self.book.sections if chapter in candidate.pages)
        head, views = self._view_rules(page)
        is_chapter = page is chapter
        # a chapter changes with each of its rules, also with those that have pages of their own
        parts = (page, *chapter.pages) if is_chapter else (page,)
        since = self.linker.find_last_change(rule for part in parts for rule in part.rules)
        law = legislation(page, since, self._site_url)
        frame = Frame(
            page.address,
            page.title,
            base_path=RULES_PATH,
            section=section.number,
            chapter=chapter.number,
            description=_describe_rules(page, since, is_chapter=is_chapter),
            about=as_json_ld([law]),
            previous=neighbour_of(before),
            next=neighbour_of(after),
        )
        letters: list[tuple[str, list[PageLink]]] = []
        follow = ""
        if is_chapter:
            letters = by_letter(chapter.pages, page.address)
            follow = page.number
        write(
            frame,
            "chapter.html.j2",
            number=page.number,
            classes="page-rules",
            heading=page.heading,
            trail=_make_trail(section, chapter, page),
            head=head,
            views=views,
            letters=letters,
            tools=_list_tools(chapter, page),
            follow=follow,
            only_seen=(),
            has_filter=False,
            filtered_keywords=_count_filtered(letters),
        )

    def _view_rules(self, page: BookPart) -> tuple[RecordView | None, list[RecordView]]:
        """Return the rule of a page's own number, if there is one, and all other rules of the page."""
        head = None
        views = []
        for rule in page.rules:
            is_head = head is None and rule.key == page.number
            view = self.linker.rule_view(rule, page.address, with_heading=not is_head)
            view = self._restating.add_to_view(view, page.address)
            if is_head:
                head = view
            else:
                views.append(view)
        return head, views

    def _write_glossary(self, write: Write) -> None:
        """Write the list of all entries, and a page for each letter."""
        by_letter = grouped((letter_of(anchor), (anchor, entry)) for anchor, entry in self.book.terms.items())
        letters = sorted(by_letter)
        frame = Frame(
            GLOSSARY_PATH,
            "Glossary",
            _ABOUT_GLOSSARY,
            base_path=RULES_PATH,
            toc=[(f"#letter-{letter}", letter_name(letter)) for letter in letters],
            toc_title="Letters",
        )
        former = former_terms(self._store, self.latest.id)
        write(frame, "glossary.html.j2", letters=sorted(by_letter.items()), former=former)
        links = [letter_link(letter) for letter in letters]
        for letter, neighbours in zip(letters, with_neighbours(links), strict=True):
            entries = by_letter[letter]
            frame = frame_letter(entries, *neighbours)
            views = [self.linker.term_view(entry, anchor, frame.address) for anchor, entry in entries]
            name = letter_name(letter)
            write(frame, "glossary_letter.html.j2", name=name, letters=letters, letter=letter, views=views)

    def _write_editions(self, write: Write) -> None:
        """Write the list of all editions, and the page of each."""
        editions = self._store.editions()
        counts = self._store.counts()
        # a fragment is a witness of every edition that it may be from
        copies = {witness.file for edition in editions for witness in edition.witnesses}
        frame = Frame("editions/", "Editions", _ABOUT_EDITIONS)
        write(frame, "editions.html.j2", editions=editions, counts=counts, copies=len(copies))
        for edition in editions:
            self._write_edition(write, edition)

    def _write_edition(self, write: Write, edition: Edition) -> None:
        """Write the page of an edition."""
        address = f"e/{edition.id}/"
        values = edition_page(self._store, edition)
        _, after = self._find_neighbours(edition)
        write(
            self._frame_edition(edition, address, values),
            "edition.html.j2",
            is_read=self._is_read(edition),
            step=self._steps.get(edition.id),
            is_newest=not after,
            text=self._link_text(edition.id, address),
            restated=self._restating.list_restated(edition.id, address),
            find_unannounced_steps=find_unannounced_steps,
            edition_in_words=edition_in_words,
            **values,
        )

    def _frame_edition(self, edition: Edition, address: str, values: Mapping[str, Any]) -> Frame:
        """Return the frame of the page of an edition; one that shows rules also has contents, neighbours and metadata.

        Args:
            edition: The edition.
            address: The address of the page.
            values: The values of its template.
        """
        day = date_in_words(edition.id)
        work = work_in_words(edition) or "Edition"
        description = _describe_edition(edition)
        frame = frame_of_edition(
            edition, self.latest, address, f"{work} of {day}", description=description, toc_title=day
        )
        if not self._is_read(edition):
            return frame
        before, after = self._find_neighbours(edition)
        if before is not None:
            frame = replace(frame, previous=edition_link(before))
        if after is not None:
            frame = replace(frame, next=edition_link(after))
        law = self._describe_edition_law(edition, before, address)
        parts = dict(EDITION_PARTS)
        if values["index"]:
            parts["index"] = "Index"
        return replace(
            frame,
            about=as_json_ld([law]),
            scripts=("asof",),
            styles=("asof",),
            contents=contents_as_of(values["chapters"]),
            toc=[(f"#{anchor}", words) for anchor, words in parts.items()],
        )

    def _describe_edition_law(self, edition: Edition, before: str | None, page: str) -> dict[str, Any]:
        """Return an edition as the law that consolidates the one before it."""
        days = [edition.id]
        if before is not None:
            days.insert(0, before)
        wordings = [Wording("CR", day, SitePlace(f"e/{day}/")) for day in days]
        until = last_day(self._store.editions_of(edition.work), edition.id) or ""
        law = Law(
            name=COMPREHENSIVE_RULES_NAME,
            work="",
            place=SitePlace(page),
            first=edition.id,
            wordings=wordings,
            last_day=until,
        )
        return describe_law(law, page, self._site_url)

    def _is_read(self, edition: Edition) -> bool:
        """Return whether the page of an edition shows its rules; the rulings summary has its own pages for them."""
        return edition.work == COMPREHENSIVE_RULES and self._has_rules(edition.id)

    def _has_rules(self, edition: str) -> bool:
        rules, _, _ = self._store.counts()[edition]
        return rules > 0

    def _find_neighbours(self, edition: Edition) -> tuple[str | None, str | None]:
        """Return the editions of the same work before and after one whose page shows its rules; else None."""
        if not self._is_read(edition):
            return None, None
        editions = self._store.editions_of(edition.work)
        before = after = None
        index = editions.index(edition.id)
        if index > 0:
            before = editions[index - 1]
        if index + 1 < len(editions):
            after = editions[index + 1]
        return before, after

    def _link_text(self, edition: str, page: str) -> str:
        """Return the address of the pages with an edition's text, from a page; empty if it has none."""
        if edition == self.latest.id:
            return SitePlace(RULES_PATH).seen_from(page)
        if any(issue.edition.id == edition for issue in self.summary.issues):
            return SitePlace(SUMMARY_PATH).seen_from(page)
        return ""

    @cached_property
    def _steps(self) -> dict[str, tuple[StepEnds, str]]:
        """Return the step to each edition, with its changes in words."""
        steps = {}
        for step, groups in steps_of(self._store).items():
            words = " ".join(in_words(groups))
            steps[step.edition] = (step, words)
        return steps

    def _place_of(self, edition: str, key: str) -> SitePlace:
        """Return the place of a rule of any edition; the edition's page if the site does not show the rule's text."""
        if edition == self.latest.id and key in self.linker.places:
            return self.linker.places[key]
        anchor = ""
        if self._has_rules(edition):
            anchor = anchor_of(key)
        return SitePlace(f"e/{edition}/", anchor)


def _describe_edition(edition: Edition) -> str:
    """Return the description of an edition's page."""
    day = name_edition(edition)
    if edition.work == COMPREHENSIVE_RULES:
        return say("edition_about", day=day)
    return say("issue_about", day=day)


def _make_trail(section: BookPart, chapter: BookPart, page: BookPart) -> list[PageLink]:
    """Return links from a page to the pages above it: its section, and for a rule its chapter."""
    above = SitePlace(RULES_PATH, section.number)
    trail = [PageLink(section.title, above.seen_from(page.address))]
    if page is not chapter:
        above = SitePlace(chapter.address)
        trail.append(PageLink(chapter.title, above.seen_from(page.address)))
    return trail


def _list_tools(chapter: BookPart, page: BookPart) -> list[PageLink]:
    """Return the links of a page's tools: the whole chapter, all rules, and the feed of the chapter."""
    places = [("All rules", SitePlace(all_rules_address(LATEST))), ("Feed", SitePlace(f"feed/{chapter.number}.xml"))]
    if chapter.pages:
        places.insert(0, (f"{chapter.number} on one page", SitePlace(f"e/{LATEST}/", chapter.number)))
    return [PageLink(words, place.seen_from(page.address)) for words, place in places]


def legislation(page: BookPart, since: str, site_url: str = "") -> dict[str, Any]:
    """Return a page of rules in the vocabulary of schema.org, for search engines.

    Args:
        page: The page.
        since: The day on which its rules changed last; empty if that is not known.
        site_url: Address of the site; empty for a relative one.
    """
    address = "."
    if site_url:
        address = f"{site_url}{page.address}"
    return describe_current(page.title, f"CR {page.number}", since, address)


def _describe_rules(page: BookPart, since: str, *, is_chapter: bool) -> str:
    """Return the description of a page of rules."""
    if is_chapter and since:
        return say("chapter_about", chapter=page.title, day=date_in_words(since))
    if is_chapter:
        return say("chapter_about_undated", chapter=page.title)
    if since:
        return say("rule_about", rule=page.title, day=date_in_words(since))
    return say("rule_about_undated", rule=page.title)


def _count_filtered(letters: Sequence[tuple[str, Sequence[PageLink]]]) -> int:
    """Return the number of keywords in the filter of a chapter; 0 if the keywords are too few for a filter."""
    number = sum(len(links) for _, links in letters)
    if number < _KEYWORDS_TO_FILTER:
        return 0
    return number


def by_letter(pages: Sequence[BookPart], seen_from: str) -> list[tuple[str, list[PageLink]]]:
    """Return links to pages by the first letter of their headings, A to Z; all others come first, as `#`."""
    links: dict[str, list[PageLink]] = {}
    for page in sorted(pages, key=lambda page: ((page.heading or "").casefold(), page.number)):
        heading = page.heading or ""
        letter = heading[:1].upper()
        if not "A" <= letter <= "Z":
            letter = "#"
        links.setdefault(letter, []).append(page.link_from(seen_from))
    return sorted(links.items())


def edition_link(edition: str) -> tuple[str, str]:
    """Return address and title of the page of an edition."""
    return f"e/{edition}/", f"Edition of {date_in_words(edition)}"


def write_pages(store: Store, folder: Path, site_url: str = "") -> Writer:
    """Write every page into `docs` of a folder, and its body into `theme`."""
    writer = Writer(store, site_url)
    writer.write(folder)
    return writer


def facts_of(store: Store, writer: Writer) -> dict[str, Any]:
    """Return the facts about the knowledge base that the frame of every page reads; see `make_extra`."""
    return {
        "contents": contents_of(writer.book),
        "rulings": [content for issue in writer.summary.issues for content in contents_of(issue.book)],
        "rulings_years": writer.summary.years,
        "sample": store.is_sample,
        "bulletins": bool(bulletins_of(store.work_of)),
    }
