"""The knowledge base → the pages that mkdocs builds: for each a file of front matter, and its body as finished HTML.

The files do not depend on mkdocs: another site generator can use them unchanged. Reader pages show the latest edition;
every edition has a page with figures.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from graph.history.history import last_day
from rules.numbers import term_of
from rules.records import COMPREHENSIVE_RULES, Edition
from rules.store import Store
from site_src.data.corpus import latest_edition
from site_src.data.edition_steps import EditionStep, steps_of
from site_src.layout import (
    GLOSSARY_PATH,
    LATEST,
    RULES_PATH,
    Book,
    BookChapter,
    BookPage,
    BookTerm,
    PageLink,
    SitePlace,
    anchor_of,
    history_place,
    lay_out,
    with_neighbours,
)
from site_src.markup.passages import plain_title
from site_src.markup.shell import Frame, PageSource, frame_of_edition, render
from site_src.markup.words import count, cut_words, date_in_words, edition_in_words, work_in_words
from site_src.pages.bulletins import bulletins_of
from site_src.pages.compare import pair_address
from site_src.pages.editions import all_rules_address, edition_page, editions_page, reading_values
from site_src.pages.records import Linker, RecordView, pasts_of
from site_src.pages.rulings import SUMMARY_PATH, Summary, SummaryWriter

EDITION_PARTS = (("contents", "Contents"), ("about", "About this edition"), ("witnesses", "Source copies"))
"""Anchor and title of the parts of an edition's page."""


def current_book(store: Store) -> Book:
    """Return the latest edition, laid out in pages."""
    latest = latest_edition(store).id
    return lay_out(store.rules(latest), store.glossary(latest))


class Writer:
    """Renders the pages of one knowledge base."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.latest = latest_edition(store)
        self.rules = store.rules(self.latest.id)
        self.book: Book = lay_out(self.rules, store.glossary(self.latest.id))
        self.linker = Linker(self.book, store.references(self.latest.id), pasts=pasts_of(store, self.latest.id))
        self.summary = Summary(store, self._place_of)
        self._summary_writer = SummaryWriter(store, self.summary, self.latest)

    def pages(self) -> Iterator[PageSource]:
        """Yield every page, in a fixed order."""
        yield self._render_start()
        yield self._render_contents()
        yield from self._rule_pages()
        yield from self._render_glossary()
        yield from self._render_editions()
        yield from self._summary_writer.pages()

    def _render_start(self) -> PageSource:
        rules, glossary, _ = self._store.counts()[self.latest.id]
        words = edition_in_words(self.latest)
        values = {
            "edition_words": words[:1].lower() + words[1:],
            "figures": f"{count(rules, 'rule')} and {count(glossary, 'glossary entry', 'glossary entries')}",
            "glossary_figure": count(glossary, "entry", "entries"),
            "editions_figure": count(len(self._store.editions_of(COMPREHENSIVE_RULES)), "edition"),
            "news": self._describe_news(),
            "sections": self.linker.list_sections(self.book.sections, "", with_texts=False),
            "summary_figure": self._summary_writer.figure,
        }
        return PageSource(self._frame("", "", base_path=""), render("start.html.j2", **values))

    def _frame(self, address: str, title: str, **values: Any) -> Frame:
        """Return the frame of a page of the latest edition, which it does not name."""
        values.setdefault("base_path", RULES_PATH)
        return Frame(address, title, **values)

    def _describe_news(self) -> dict[str, str] | None:
        """Return what the latest edition changed, and the address of the comparison; None for the first edition."""
        step = self._steps.get(self.latest.id)
        return {"words": step.in_words, "href": pair_address(step.previous, step.edition)} if step else None

    def _render_contents(self) -> PageSource:
        body = render("contents.html.j2", sections=self.linker.list_sections(self.book.sections, "cr/"))
        return PageSource(self._frame("cr/", "Contents", base_path=""), body)

    def _rule_pages(self) -> Iterator[PageSource]:
        # a chapter links to adjacent chapters; a keyword's page to adjacent keywords of its chapter
        for before, chapter, after in with_neighbours(self.book.chapters):
            yield self._rule_page(chapter, chapter.page, before.page if before else None, after.page if after else None)
            for previous, page, following in with_neighbours(chapter.pages):
                yield self._rule_page(chapter, page, previous, following)

    def _rule_page(
        self, chapter: BookChapter, page: BookPage, before: BookPage | None, after: BookPage | None
    ) -> PageSource:
        own = [rule for rule in page.rules if rule.key == page.number]
        head: RecordView | None = None
        if own:
            head = self.linker.rule_view(own[0], page.address, with_heading=False)
        views = [self.linker.rule_view(rule, page.address) for rule in page.rules if not own or rule is not own[0]]
        values = {
            "number": page.number,
            "classes": "page-rules",
            "heading": page.heading,
            "trail": self._make_trail(chapter, page),
            "head": head,
            "views": views,
            "letters": by_letter(chapter.pages, page.address) if page is chapter.page else [],
            "tools": self._list_tools(chapter, page),
            "follow": page.number if page is chapter.page else "",
        }
        since = max((view.past.since for view in (head, *views) if view and view.past), default="")
        frame = self._frame(
            page.address,
            page.title,
            section=chapter.number[0],
            here=chapter.number,
            description=f"{page.title}: the Comprehensive Rules of Magic"
            + (f", unchanged since {date_in_words(since)}." if since else "."),
            about=json.dumps(legislation(page, since)),
            previous=before.neighbour if before else None,
            next=after.neighbour if after else None,
        )
        return PageSource(frame, render("chapter.html.j2", **values))

    def _list_tools(self, chapter: BookChapter, page: BookPage) -> list[PageLink]:
        """Return what else can be read or followed from a page of rules."""
        edition = f"e/{LATEST}/"
        feed = SitePlace(f"feed/{chapter.number}.xml").seen_from(page.address)
        whole = PageLink(f"All of {chapter.number}", SitePlace(edition, chapter.number).seen_from(page.address))
        return [
            *([whole] if chapter.pages else []),
            PageLink("All rules", SitePlace(all_rules_address(LATEST)).seen_from(page.address)),
            PageLink("Feed", feed),
        ]

    def _make_trail(self, chapter: BookChapter, page: BookPage) -> list[PageLink]:
        section = next(candidate for candidate in self.book.sections if chapter in candidate.chapters)
        above = [(section.number, section.heading, SitePlace("cr/", section.number))]
        if page is not chapter.page:
            above.append((chapter.number, chapter.heading, SitePlace(chapter.page.address)))
        here = page.address
        return [
            PageLink(f"{number} {heading or ''}".strip(), place.seen_from(here)) for number, heading, place in above
        ]

    def _render_glossary(self) -> Iterator[PageSource]:
        """Yield the list of all entries, and a page for each letter."""
        letters: dict[str, list[BookTerm]] = {}
        for term in self.book.terms:
            letters.setdefault(term.letter, []).append(term)
        former = former_terms(self._store, self.latest.id)
        body = render("glossary.html.j2", letters=sorted(letters.items()), former=former)
        toc = [(f"#letter-{letter}", letter_name(letter)) for letter in sorted(letters)]
        yield PageSource(self._frame(GLOSSARY_PATH, "Glossary", toc=toc, toc_title="Letters"), body)
        for before, letter, after in with_neighbours(sorted(letters)):
            address = f"{GLOSSARY_PATH}{letter}/"
            views = [self.linker.term_view(term, address) for term in letters[letter]]
            frame = self._frame(
                address,
                f"Glossary: {letter_name(letter)}",
                toc=[(f"#{term.anchor}", term.entry.term) for term in letters[letter]],
                toc_title=f"Glossary: {letter_name(letter)}",
                previous=letter_link(before) if before else None,
                next=letter_link(after) if after else None,
            )
            body = render(
                "glossary_letter.html.j2", name=letter_name(letter), letters=sorted(letters), letter=letter, views=views
            )
            yield PageSource(frame, body)

    def _render_editions(self) -> Iterator[PageSource]:
        editions = self._store.editions()
        body = render("editions.html.j2", **editions_page(self._store, editions))
        yield PageSource(self._frame("editions/", "Editions", base_path=""), body)
        for edition in editions:
            title = f"{work_in_words(edition) or 'Edition'} of {date_in_words(edition.id)}"
            values = self._edition_values(edition)
            parts = ("asof",) if self._is_read_here(edition) else ()
            asof = values["asof"] or {}
            frame = frame_of_edition(
                edition,
                self.latest,
                f"e/{edition.id}/",
                title,
                scripts=parts,
                styles=parts,
                contents=contents_as_of(values["chapters"]) if asof else (),
                toc=_list_parts(values) if asof else (),
                toc_title=date_in_words(edition.id),
                previous=edition_link(asof.get("previous")),
                next=edition_link(asof.get("next")),
            )
            yield PageSource(frame, render("edition.html.j2", **values))

    def _edition_values(self, edition: Edition) -> dict[str, Any]:
        values = edition_page(self._store, edition)
        restated = self.summary.restating(edition.id, f"e/{edition.id}/")
        line, terms = self._store.editions_of(edition.work), self._store.counts()[edition.id][1]
        asof = reading_values(edition, line, self._steps.get(edition.id), terms)
        return {
            **values,
            "work_href": self._text_of(edition),
            "restated": restated,
            "asof": asof if self._is_read_here(edition) else None,
        }

    @cached_property
    def _steps(self) -> dict[str, EditionStep]:
        return {step.edition: step for step in steps_of(self._store)}

    def _is_read_here(self, edition: Edition) -> bool:
        """Return whether the edition's page shows all its rules; the rulings summary has its own pages for them."""
        return edition.work == COMPREHENSIVE_RULES and self._store.counts()[edition.id][0] > 0

    def _place_of(self, edition: str, key: str) -> SitePlace:
        """Return the place of a rule of any edition; the edition's page if the site does not show the rule's text."""
        place = self.linker.places.get(key) if edition == self.latest.id else None
        return place or SitePlace(f"e/{edition}/")

    def _text_of(self, edition: Edition) -> str | None:
        """Return the address of an edition's text, as seen from its page; None if the site does not show it."""
        here = f"e/{edition.id}/"
        if edition.id == self.latest.id:
            return SitePlace(RULES_PATH).seen_from(here)
        if any(issue.edition.id == edition.id for issue in self.summary.issues):
            return SitePlace(SUMMARY_PATH).seen_from(here)
        return None


def _list_parts(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return anchor and title of the parts of an edition's page."""
    parts = (*EDITION_PARTS, ("index", "Index")) if values["index"] else EDITION_PARTS
    return [(f"#{anchor}", words) for anchor, words in parts]


def legislation(page: BookPage, since: str) -> dict[str, Any]:
    """Return a page of rules in the vocabulary of schema.org, for search engines; `since`: its last change."""
    whole = {"@type": "Legislation", "name": "Magic: The Gathering Comprehensive Rules"}
    return {
        "@context": "https://schema.org",
        "@type": "Legislation",
        "name": page.title,
        "legislationIdentifier": f"CR {page.number}",
        **({"legislationDateVersion": since} if since else {}),
        "legislationLegalForce": "InForce",
        "inLanguage": "en",
        "isPartOf": whole,
    }


def by_letter(pages: Sequence[BookPage], seen_from: str) -> list[tuple[str, list[PageLink]]]:
    """Return links to pages by the first letter of their headings, A to Z; all others come first, as `#`."""
    letters: dict[str, list[PageLink]] = {}
    for page in sorted(pages, key=lambda book_page: ((book_page.heading or "").casefold(), book_page.number)):
        initial = (page.heading or "")[:1].upper()
        link = page.link_from(seen_from)
        letters.setdefault(initial if "A" <= initial <= "Z" else "#", []).append(link)
    return sorted(letters.items())


def letter_name(letter: str) -> str:
    """Return the name of a letter's page: `s` → `S`; `0–9` for headings that do not begin with a letter."""
    return letter.upper() if len(letter) == 1 else "0–9"


def letter_link(letter: str) -> tuple[str, str]:
    """Return address and title of a letter's page."""
    return f"{GLOSSARY_PATH}{letter}/", f"Glossary: {letter_name(letter)}"


def edition_link(neighbour: Mapping[str, str] | None) -> tuple[str, str] | None:
    """Return address and title of an adjacent edition."""
    return (f"e/{neighbour['id']}/", f"Edition of {neighbour['words']}") if neighbour else None


def contents_as_of(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the contents of an edition for its own page; every address is an anchor of that page."""
    sections: list[dict[str, Any]] = []
    for row in rows:
        entry = {"number": row["number"], "heading": plain_title(row["heading"]), "address": f"#{row['number']}"}
        if row["section"]:
            sections.append({**entry, "chapters": []})
        elif sections:
            sections[-1]["chapters"].append(entry)
    return sections


def contents_of(book: Book) -> list[dict[str, Any]]:
    """Return sections, chapters and rules of a work for the drawer and the sidebar."""
    return [
        {
            "number": section.number,
            "heading": plain_title(section.heading),
            "address": f"{book.base_path}#{section.number}",
            "chapters": [
                {
                    "number": chapter.number,
                    "heading": plain_title(chapter.heading),
                    "address": chapter.page.address,
                    "rules": _rules_of(chapter),
                }
                for chapter in section.chapters
            ],
        }
        for section in book.sections
    ]


def _rules_of(chapter: BookChapter) -> list[dict[str, str]]:
    kept = [
        {
            "number": rule.number,
            "words": plain_title(rule.heading or cut_words(rule.text, 6)),
            "address": chapter.page.address,
            "anchor": anchor_of(rule.key),
        }
        for rule in chapter.page.rules
        if rule.kind in ("rule", "ruling") and rule.key != chapter.number
    ]
    return kept + [
        {"number": page.number, "words": plain_title(page.heading), "address": page.address, "anchor": ""}
        for page in chapter.pages
    ]


def write_pages(store: Store, folder: Path) -> Writer:
    """Write every page into `docs` of a folder, and its body into `theme`."""
    writer = Writer(store)
    for page in writer.pages():
        page.write(folder)
    return writer


def facts_of(store: Store, writer: Writer) -> dict[str, Any]:
    """Return what the frame of every page says of the knowledge base."""
    return {
        "contents": contents_of(writer.book),
        "rulings": [content for issue in writer.summary.issues for content in contents_of(issue.book)],
        "sample": store.is_sample,
        "bulletins": bool(bulletins_of(store.works)),
    }


def former_terms(store: Store, latest: str) -> list[PageLink]:
    """Return the terms of earlier editions that edition `latest` lacks, in alphabetical order, each once.

    Each is a link to its history, from the site's root, with the last day on which an edition with it was in force.

    Only editions of the same work count. If only capitals or quotes changed, the term has the same place and counts as
    the same term.
    """
    rows = store.select(
        """SELECT key, max(last_edition) FROM versions JOIN editions ON editions.id = versions.first_edition
           WHERE key LIKE 'glossary:%' AND work = (SELECT work FROM editions WHERE id = ?) GROUP BY key
           ORDER BY max(last_edition) DESC, key""",
        latest,
    )
    seen = {history_place(key) for key, last in rows if last == latest}
    terms: list[PageLink] = []
    editions = store.chained(store.works[latest])
    for key, last in rows:
        place = history_place(key)
        if place not in seen:
            seen.add(place)
            terms.append(PageLink(term_of(key), place.seen_from(""), last_day(editions, last) or last))
    return sorted(terms, key=lambda term: term.words.casefold())
