"""The knowledge base → the pages that mkdocs builds: for each a file of front matter, and its body as finished HTML.

The files do not depend on mkdocs: another site generator can use them unchanged. Reader pages show the latest edition;
every edition has a page with figures.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from graph.announcements.unannounced import find_unannounced_steps
from graph.history import History, last_day
from rules.grouping import grouped
from rules.links import StepEnds
from rules.numbers import term_of
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from site_src.data.corpus import latest_edition
from site_src.layout import (
    GLOSSARY_PATH,
    LATEST,
    RULES_PATH,
    Book,
    BookPart,
    PageLink,
    SitePlace,
    anchor_of,
    history_place,
    lay_out,
    letter_of,
    with_neighbours,
)
from site_src.markup.changes import in_words, steps_of
from site_src.markup.passages import plain_title
from site_src.markup.shell import Frame, frame_of_edition, render, write_source
from site_src.markup.words import count, cut_words, date_in_words, edition_in_words, work_in_words
from site_src.pages.bulletins import bulletins_of
from site_src.pages.editions import all_rules_address, edition_page
from site_src.pages.records import Linker
from site_src.pages.rulings import SUMMARY_PATH, Summary

EDITION_PARTS = {"contents": "Contents", "about": "About this edition", "witnesses": "Source copies"}
"""Anchor and title of the parts of an edition's page."""


def current_book(store: Store) -> Book:
    """Return the latest edition, laid out in pages."""
    latest = latest_edition(store).id
    return lay_out(store.rules(latest), store.glossary(latest))


Write: TypeAlias = Callable[..., None]
"""Writes a page: its frame, the name of its template, and the values of that."""


class Writer:
    """Renders the pages of one knowledge base."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.latest = latest_edition(store)
        self.book = current_book(store)
        history = History(store)
        versions = {key: history.by_lineage[lineage] for key, lineage in history.lineages(self.latest.id).items()}
        self.linker = Linker(self.book, store.references(self.latest.id), versions=versions)
        self.summary = Summary(store, self.latest, self._place_of)

    def write(self, folder: Path) -> None:
        """Write every page into `docs` of a folder, and its body into `theme`."""

        def write(frame: Frame, template: str, **values: Any) -> None:
            write_source(folder, frame, render(template, **values))

        self._write_start(write)
        sections = self.linker.list_sections(self.book.sections, RULES_PATH)
        write(Frame(RULES_PATH, "Contents"), "contents.html.j2", sections=sections)
        # a chapter links to adjacent chapters; a keyword's page to adjacent keywords of its chapter
        for chapters in with_neighbours(self.book.chapters):
            chapter = chapters[1]
            for pages in (chapters, *with_neighbours(chapter.pages)):
                self._write_rules(write, chapter, *pages)
        self._write_glossary(write)
        self._write_editions(write)
        self.summary.write(write)

    def _write_start(self, write: Write) -> None:
        rules, glossary, _ = self._store.counts()[self.latest.id]
        words = edition_in_words(self.latest)
        write(
            Frame("", ""),
            "start.html.j2",
            edition_words=words[:1].lower() + words[1:],
            figures=f"{count(rules, 'rule')} and {count(glossary, 'glossary entry', 'glossary entries')}",
            glossary_figure=count(glossary, "entry", "entries"),
            editions_figure=count(len(self._store.editions_of(COMPREHENSIVE_RULES)), "edition"),
            news=self._steps.get(self.latest.id),
            sections=self.linker.list_sections(self.book.sections, "", with_texts=False),
            summary_figure=self.summary.figure,
        )

    def _write_rules(
        self, write: Write, chapter: BookPart, before: BookPart | None, page: BookPart, after: BookPart | None
    ) -> None:
        section = next(candidate for candidate in self.book.sections if chapter in candidate.pages)
        own = next((rule for rule in page.rules if rule.key == page.number), None)
        head = self.linker.rule_view(own, page.address, with_heading=False) if own else None
        head = self.summary.add_restating(head, page.address) if head else None
        views = [
            self.summary.add_restating(self.linker.rule_view(rule, page.address), page.address)
            for rule in page.rules
            if rule is not own
        ]
        since = max((view.since for view in (head, *views) if view), default="")
        above = [(section.title, SitePlace(RULES_PATH, section.number))]
        above += [(chapter.title, SitePlace(chapter.address))] if page is not chapter else []
        # what else can be read or followed
        tools = [(f"All of {chapter.number}", SitePlace(f"e/{LATEST}/", chapter.number))] if chapter.pages else []
        tools += [("All rules", SitePlace(all_rules_address(LATEST)))]
        tools += [("Feed", SitePlace(f"feed/{chapter.number}.xml"))]
        write(
            Frame(
                page.address,
                page.title,
                base_path=RULES_PATH,
                section=section.number,
                here=chapter.number,
                description=f"{page.title}: the Comprehensive Rules of Magic"
                + (f", unchanged since {date_in_words(since)}." if since else "."),
                about=json.dumps(legislation(page, since)),
                previous=before.neighbour if before else None,
                next=after.neighbour if after else None,
            ),
            "chapter.html.j2",
            number=page.number,
            classes="page-rules",
            heading=page.heading,
            trail=[PageLink(words, place.seen_from(page.address)) for words, place in above],
            head=head,
            views=views,
            letters=by_letter(chapter.pages, page.address) if page is chapter else [],
            tools=[PageLink(words, place.seen_from(page.address)) for words, place in tools],
            follow=page.number if page is chapter else "",
        )

    def _write_glossary(self, write: Write) -> None:
        """Write the list of all entries, and a page for each letter."""
        letters = grouped((letter_of(anchor), (anchor, entry)) for anchor, entry in self.book.terms.items())
        write(
            Frame(
                GLOSSARY_PATH,
                "Glossary",
                base_path=RULES_PATH,
                toc=[(f"#letter-{letter}", letter_name(letter)) for letter in sorted(letters)],
                toc_title="Letters",
            ),
            "glossary.html.j2",
            letters=sorted(letters.items()),
            former=former_terms(self._store, self.latest.id),
        )
        for before, letter, after in with_neighbours(sorted(letters)):
            address, title = letter_link(letter)
            write(
                Frame(
                    address,
                    title,
                    base_path=RULES_PATH,
                    toc=[(f"#{anchor}", entry.term) for anchor, entry in letters[letter]],
                    toc_title=title,
                    previous=letter_link(before) if before else None,
                    next=letter_link(after) if after else None,
                ),
                "glossary_letter.html.j2",
                name=letter_name(letter),
                letters=sorted(letters),
                letter=letter,
                views=[self.linker.term_view(entry, anchor, address) for anchor, entry in letters[letter]],
            )

    def _write_editions(self, write: Write) -> None:
        store, counts, editions = self._store, self._store.counts(), self._store.editions()
        # a fragment is a witness of every edition that it may be from
        copies = len({witness.file for edition in editions for witness in edition.witnesses})
        write(Frame("editions/", "Editions"), "editions.html.j2", editions=editions, counts=counts, copies=copies)
        texts = {issue.edition.id: SUMMARY_PATH for issue in self.summary.issues} | {self.latest.id: RULES_PATH}
        for edition in editions:
            here = f"e/{edition.id}/"
            # the rulings summary has its own pages for its rules
            is_read = edition.work == COMPREHENSIVE_RULES and counts[edition.id][0] > 0
            line = store.editions_of(edition.work) if is_read else (edition.id,)
            at = line.index(edition.id)
            before, after = ([edition_link(other) for other in beside] for beside in (line[:at], line[at + 1 :]))
            values = edition_page(store, edition)
            parts = EDITION_PARTS | ({"index": "Index"} if values["index"] else {})
            frame = frame_of_edition(
                edition,
                self.latest,
                here,
                f"{work_in_words(edition) or 'Edition'} of {date_in_words(edition.id)}",
                scripts=("asof",) if is_read else (),
                styles=("asof",) if is_read else (),
                contents=contents_as_of(values["chapters"]) if is_read else (),
                toc=[(f"#{anchor}", words) for anchor, words in parts.items()] if is_read else (),
                toc_title=date_in_words(edition.id),
                previous=before[-1] if before else None,
                next=after[0] if after else None,
            )
            write(
                frame,
                "edition.html.j2",
                is_read=is_read,
                step=self._steps.get(edition.id),
                is_newest=not after,
                text=SitePlace(texts[edition.id]).seen_from(here) if edition.id in texts else "",
                restated=self.summary.restating(edition.id, here),
                find_unannounced_steps=find_unannounced_steps,
                edition_in_words=edition_in_words,
                **values,
            )

    @cached_property
    def _steps(self) -> dict[str, tuple[StepEnds, str]]:
        """Return the step to each edition, with its changes in words."""
        return {step.edition: (step, " ".join(in_words(groups))) for step, groups in steps_of(self._store).items()}

    def _place_of(self, edition: str, key: str) -> SitePlace:
        """Return the place of a rule of any edition; the edition's page if the site does not show the rule's text."""
        place = self.linker.places.get(key) if edition == self.latest.id else None
        has_rules = self._store.counts()[edition][0] > 0
        return place or SitePlace(f"e/{edition}/", anchor_of(key) if has_rules else "")


def legislation(page: BookPart, since: str) -> dict[str, Any]:
    """Return a page of rules in the vocabulary of schema.org, for search engines; `since`: its last change."""
    return {
        "@context": "https://schema.org",
        "@type": "Legislation",
        "name": page.title,
        "legislationIdentifier": f"CR {page.number}",
        **({"legislationDateVersion": since} if since else {}),
        "legislationLegalForce": "InForce",
        "inLanguage": "en",
        "isPartOf": {"@type": "Legislation", "name": "Magic: The Gathering Comprehensive Rules"},
    }


def by_letter(pages: Sequence[BookPart], seen_from: str) -> list[tuple[str, list[PageLink]]]:
    """Return links to pages by the first letter of their headings, A to Z; all others come first, as `#`."""
    ordered = sorted(pages, key=lambda page: ((page.heading or "").casefold(), page.number))
    initials = ((page, (page.heading or "")[:1].upper()) for page in ordered)
    links = ((first if "A" <= first <= "Z" else "#", page.link_from(seen_from)) for page, first in initials)
    return sorted(grouped(links).items())


def letter_name(letter: str) -> str:
    """Return the name of a letter's page: `s` → `S`; `0–9` for headings that do not begin with a letter."""
    return letter.upper() if len(letter) == 1 else "0–9"


def letter_link(letter: str) -> tuple[str, str]:
    """Return address and title of a letter's page."""
    return f"{GLOSSARY_PATH}{letter}/", f"Glossary: {letter_name(letter)}"


def edition_link(edition: str) -> tuple[str, str]:
    """Return address and title of the page of an edition."""
    return f"e/{edition}/", f"Edition of {date_in_words(edition)}"


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
                    "address": chapter.address,
                    "rules": _rules_of(chapter),
                }
                for chapter in section.pages
            ],
        }
        for section in book.sections
    ]


def _rules_of(chapter: BookPart) -> list[dict[str, str]]:
    kept = [
        {
            "number": rule.number,
            "words": plain_title(rule.heading or cut_words(rule.text, 6)),
            "address": chapter.address,
            "anchor": anchor_of(rule.key),
        }
        for rule in chapter.rules
        if rule.kind in ("rule", "ruling") and rule.key != chapter.number
    ]
    return kept + [
        {"number": page.number, "words": plain_title(page.heading), "address": page.address, "anchor": ""}
        for page in chapter.pages
    ]


def write_pages(store: Store, folder: Path) -> Writer:
    """Write every page into `docs` of a folder, and its body into `theme`."""
    writer = Writer(store)
    writer.write(folder)
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
           ORDER BY max(last_edition), key DESC""",
        latest,
    )
    newest = {history_place(key): (key, last) for key, last in rows}
    editions = store.chained(store.works[latest])
    terms = [
        PageLink(term_of(key), place.seen_from(""), last_day(editions, last) or last)
        for place, (key, last) in newest.items()
        if last != latest
    ]
    return sorted(terms, key=lambda term: (term.words.casefold(), term.href))
