"""The pages of the rulings summary: its contents, its chapters, and the page of its sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.records import Edition
from rules.store import Store
from site_src.layout.book import BookPage, SitePlace, anchor_of, with_neighbours
from site_src.markup.page_source import PageSource, frame_of_edition, render
from site_src.markup.words import count, date_in_words, edition_in_words
from site_src.pages.rulings.sources import KINDS, SOURCES_PAGE, UNDATED
from site_src.pages.rulings.summary import SUMMARY_PATH, Issue, Summary, Tagged

SHOWN_WORDS = 150
"""Maximum number of characters shown of the words of a tag; the link next to them leads to all of them."""


class SummaryWriter:
    """Renders the pages of the rulings summary; none if the knowledge base has no such work."""

    def __init__(self, store: Store, summary: Summary, latest: Edition) -> None:
        self._store = store
        self._summary = summary
        self._latest = latest
        self._tagged = tuple(summary.list_tagged())

    @property
    def figure(self) -> str:
        """Return a figure for the start page: `1,293 rules and rulings, 21 April 1999`; empty without such a work."""
        if not self._summary.issues:
            return ""
        items = sum(_count_items(issue) for issue in self._summary.issues)
        return f"{count(items, 'rule and ruling', 'rules and rulings')}, {self._days()}"

    def pages(self) -> Iterator[PageSource]:
        """Yield every page, in a fixed order."""
        if not self._summary.issues:
            return
        yield self._render_contents()
        yield self._render_sources()
        for issue in self._summary.issues:
            for before, page, after in with_neighbours([chapter.page for chapter in issue.book.chapters]):
                yield self._render_chapter(issue, page, before, after)

    def _days(self) -> str:
        days = [issue.edition.id for issue in self._summary.issues]
        first, last = date_in_words(days[-1]), date_in_words(days[0])
        return last if first == last else f"{first} to {last}"

    def _render_contents(self) -> PageSource:
        issues = self._summary.issues
        values = {
            "lead": (
                f"A collection of rulings, which is not part of the Comprehensive Rules: {self.figure}. "
                "Most paragraphs close with a tag that says whose words they are."
            ),
            "sources_figure": f"{count(len(self._tagged), 'tag')}, by whom and when",
            "issues": [
                {
                    "id": issue.edition.id,
                    "words": edition_in_words(issue.edition),
                    "titled": len(issues) > 1,
                    "sections": issue.linker.list_sections(issue.book.sections, SUMMARY_PATH),
                    "matter": [
                        {"name": matter.name.capitalize(), "text": matter.text}
                        for matter in self._store.matter(issue.edition.id)
                        if matter.name != "contents"
                    ],
                }
                for issue in issues
            ],
        }
        frame = frame_of_edition(issues[0].edition, self._latest, SUMMARY_PATH, "Rulings summary")
        return PageSource(frame, render("summary.html.j2", **values))

    def _render_chapter(
        self, issue: Issue, page: BookPage, before: BookPage | None, after: BookPage | None
    ) -> PageSource:
        own = next((rule for rule in page.rules if rule.key == page.number), None)
        section = next(
            candidate
            for candidate in issue.book.sections
            if any(page is chapter.page for chapter in candidate.chapters)
        )
        trail = [
            {"href": SitePlace(SUMMARY_PATH).seen_from(page.address), "words": "Rulings summary"},
            {
                "href": SitePlace(SUMMARY_PATH, section.number).seen_from(page.address),
                "words": f"{section.number} {section.heading or ''}".strip(),
            },
        ]
        values = {
            "number": page.number,
            "classes": "page-rules page-rulings",
            "heading": page.heading,
            "trail": trail,
            "head": self._summary.view(issue, own, page) if own else None,
            "views": [self._summary.view(issue, rule, page) for rule in page.rules if rule is not own],
            "letters": [],
            "tools": (),
            "follow": "",
        }
        frame = frame_of_edition(
            issue.edition,
            self._latest,
            page.address,
            page.title,
            section=section.number,
            here=page.number,
            base_path=SUMMARY_PATH,
            previous=before.neighbour if before else None,
            next=after.neighbour if after else None,
        )
        return PageSource(frame, render("chapter.html.j2", **values))

    def _render_sources(self) -> PageSource:
        by_anchor: dict[str, list[Tagged]] = {}
        for tagged in self._tagged:
            by_anchor.setdefault(tagged.label.anchor, []).append(tagged)
        kinds: dict[str, list[dict[str, Any]]] = {kind.slug: [] for kind in KINDS}
        for anchor, members in by_anchor.items():
            kinds[members[0].label.kind].append(self._describe_source(anchor, members))
        for sources in kinds.values():
            sources.sort(key=_most_first_or_by_issue)
        values = {
            "lead": (
                f"{count(len(self._tagged), 'tag')} by {count(len(by_anchor), 'source')}: whose words the summary "
                "prints, from when, on which page. A tag governs the words before it, up to the tag before."
            ),
            "kinds": [
                {
                    "slug": kind.slug,
                    "title": kind.title,
                    "sources": kinds[kind.slug],
                }
                for kind in KINDS
                if kinds[kind.slug]
            ],
        }
        edition = self._summary.issues[0].edition
        title = "Sources of the rulings summary"
        frame = frame_of_edition(edition, self._latest, SOURCES_PAGE, title, base_path=SUMMARY_PATH)
        return PageSource(frame, render("sources.html.j2", **values))

    def _describe_source(self, anchor: str, members: Sequence[Tagged]) -> dict[str, Any]:
        rows = [
            {
                "href": _find_place(member).seen_from(SOURCES_PAGE),
                "key": member.rule.key,
                "label": member.label,
                "words": _shorten_words(member.words),
            }
            for member in sorted(members, key=_by_day_and_page)
        ]
        return {
            "anchor": anchor,
            "name": self._summary.sources.name(anchor),
            "count": len(members),
            "years": _format_years(members),
            "rows": rows,
        }


def _count_items(issue: Issue) -> int:
    """Return the number of rules and rulings of an issue, without headings."""
    rules = (rule for chapter in issue.book.chapters for rule in chapter.page.rules)
    return sum(rule.kind not in ("section", "chapter") for rule in rules)


def _find_place(tagged: Tagged) -> SitePlace:
    place = tagged.issue.linker.places[tagged.rule.key]
    # a chapter's own text is at the top of its page, which has the chapter's number
    return SitePlace(place.page, place.anchor or anchor_of(tagged.rule.key))


def _by_day_and_page(tagged: Tagged) -> tuple[str, int]:
    first = (tagged.tag.page or "").partition("-")[0]
    return tagged.tag.date or "", int(first) if first.isdecimal() else 0


def _most_first_or_by_issue(source: Mapping[str, Any]) -> tuple[str, int]:
    """Return the sorting key of a source: `Duelist Magazine #9` before `#12`, others by their number of tags."""
    magazine, _, issue = str(source["name"]).partition("#")
    return (magazine.casefold(), int(issue)) if issue.isdecimal() else ("", -int(source["count"]))


def _format_years(members: Sequence[Tagged]) -> str:
    """Return the years of tags: `1994 to 1998`; empty if no tag has a date."""
    years = sorted(Counter(member.label.year for member in members if member.label.year != UNDATED))
    return years[0] if len(years) == 1 else f"{years[0]} to {years[-1]}" if years else ""


def _shorten_words(words: str) -> str:
    """Return the beginning of a text, cut at the end of a word."""
    if len(words) <= SHOWN_WORDS:
        return words
    cut = words.rfind(" ", 0, SHOWN_WORDS)
    return words[: cut if cut > 0 else SHOWN_WORDS] + " …"
