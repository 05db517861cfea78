"""The pages of the rulings summary: its contents, its chapters and its sources."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from graph.answers.sightings import list_sightings
from graph.restatements.restated import follow_correspondence
from rules.grouping import grouped
from rules.links import Correspondence
from rules.records import Provenance, Rule
from site_src.addresses import PageLink, SitePlace, anchor_of
from site_src.layout import BookPart, neighbour_of, with_neighbours
from site_src.markup.shell import frame_of_edition
from site_src.markup.words import count, edition_in_words, say
from site_src.pages.records import RecordView, RestatedView, SourceLabel
from site_src.pages.rulings.layout import SUMMARY_PATH
from site_src.pages.rulings.sources import KINDS, UNDATED, offers_choice
from site_src.pages.rulings.summary import Issue, Summary
from site_src.pages.sightings import SightingViews

SOURCES_PAGE = "rulings/sources/"

_ABOUT_SUMMARY = "Rulings on Magic: The Gathering by subject, each with the rule that says the same today."
_ABOUT_SOURCES = "Who said what, and when, in the rulings summary of Magic: The Gathering."
_SCRIPTS = ("rulings",)
"""The script of the filter."""
SHOWN_WORDS = 150
"""Maximum number of characters shown of the words of a tag; the link next to them leads to all of them."""

Write = Callable[..., None]
"""A function that writes a page; its arguments are the frame, the name of the template, and the template's values."""


class SummaryPages:
    """Writes the pages of the rulings summary.

    Args:
        summary: Its issues.
        place_of: Returns the place of a rule of the Comprehensive Rules, by edition and key.
    """

    def __init__(self, summary: Summary, place_of: Callable[[str, str], SitePlace]) -> None:
        self._summary = summary
        self._views = SightingViews(summary.latest.id, place_of)
        self._tags = list(self._describe_tags())

    def write(self, write: Write) -> None:
        """Write every page, in a fixed order."""
        if not self._summary.issues:
            return
        self._write_contents(write)
        self._write_sources(write)
        for issue in self._summary.issues:
            for before, page, after in with_neighbours(issue.book.chapters):
                self._write_chapter(write, issue, before, page, after)

    def _write_contents(self, write: Write) -> None:
        """Write the page that lists the chapters of all issues."""
        issues = self._summary.issues
        newest, latest = issues[0].edition, self._summary.latest
        frame = frame_of_edition(newest, latest, SUMMARY_PATH, "Rulings summary", description=_ABOUT_SUMMARY)
        lead = (
            f"A collection of rulings, which is not part of the Comprehensive Rules: {self._summary.figure}. "
            "Most paragraphs close with a tag that says whose words they are."
        )
        tags = count(len(self._tags), "tag")
        views = [self._view_issue(issue) for issue in issues]
        write(frame, "summary.html.j2", lead=lead, sources_figure=f"{tags}, by whom and when", issues=views)

    def _view_issue(self, issue: Issue) -> dict[str, Any]:
        """Return an issue as the page of contents shows it."""
        edition = issue.edition
        matter = []
        for part in self._summary.store.matter(edition.id):
            if part.name == "contents":
                continue
            name = part.name.capitalize()
            matter.append({"name": name, "text": part.text})
        return {
            "id": edition.id,
            "words": edition_in_words(edition),
            "titled": len(self._summary.issues) > 1,
            "sections": issue.linker.list_sections(issue.book.sections, SUMMARY_PATH),
            "matter": matter,
        }

    def _write_chapter(
        self, write: Write, issue: Issue, before: BookPart | None, page: BookPart, after: BookPart | None
    ) -> None:
        """Write the page of a chapter.

        Args:
            write: Writes it.
            issue: The issue that it is shown from.
            before: The chapter before it; None if it is the first.
            page: The chapter.
            after: The chapter after it; None if it is the last.
        """
        section = next(candidate for candidate in issue.book.sections if page in candidate.pages)
        frame = frame_of_edition(
            issue.edition,
            self._summary.latest,
            page.address,
            page.title,
            description=say("rulings_about", title=page.title),
            section=section.number,
            chapter=page.number,
            base_path=SUMMARY_PATH,
            scripts=_SCRIPTS,
            previous=neighbour_of(before),
            next=neighbour_of(after),
        )
        head, views = self._view_rules(issue, page)
        only_seen = self._summary.only_seen.get(page.number, ())
        write(
            frame,
            "chapter.html.j2",
            number=page.number,
            classes="page-rules page-rulings",
            heading=page.heading,
            trail=_make_trail(section, page.address),
            head=head,
            views=views,
            only_seen=[self._views.view_sighting(sighting, page.address) for sighting in only_seen],
            letters=[],
            tools=(),
            follow="",
            has_filter=offers_choice(label for view in views for label, _ in view.labels),
            filtered_keywords=0,
        )

    def _view_rules(self, issue: Issue, page: BookPart) -> tuple[RecordView | None, list[RecordView]]:
        """Return the rule of a chapter's own number, if there is one, and all other rules of the chapter."""
        head = None
        views = []
        for rule in page.rules:
            view = self._view_rule(issue, rule, page)
            if head is None and rule.key == page.number:
                head = view
            else:
                views.append(view)
        return head, views

    def _view_rule(self, issue: Issue, rule: Rule, page: BookPart) -> RecordView:
        """Return a rule as shown on the page of its chapter."""
        address = page.address
        is_head = rule.key == page.number
        view = issue.linker.rule_view(rule, address, with_heading=not is_head)
        labels = self._link_labels(issue, rule, address)
        restates = [self._view_restated(found, address) for found in issue.restated.get(rule.key, ())]
        sightings = list_sightings(self._summary.history, issue.edition.id, rule.key)
        different = [self._views.view_sighting(sighting, address) for sighting in sightings if not sighting.is_same]
        return replace(view, labels=labels, restates=tuple(restates), sightings=tuple(different))

    def _link_labels(self, issue: Issue, rule: Rule, page: str) -> tuple[tuple[SourceLabel, str], ...]:
        """Return the sources of a rule, each once, with the way to it from a page."""
        labels: dict[SourceLabel, str] = {}
        for tag in issue.provenance.get(rule.key, ()):
            label = self._summary.sources.label(tag)
            labels[label] = SitePlace(SOURCES_PAGE, label.anchor).seen_from(page)
        return tuple(labels.items())

    def _view_restated(self, found: Correspondence, page: str) -> RestatedView:
        """Return a rule that a ruling restates as shown on a page."""
        # The text of the ruling is needed only for the phrases that both share, which this page does not show.
        restated = follow_correspondence(self._summary.history, found, self._summary.latest.id, text="")
        return self._views.view_restated(restated, page)

    def _write_sources(self, write: Write) -> None:
        """Write the page that lists all tags by their sources."""
        tags_by_source = grouped((tag["label"].anchor, tag) for tag in self._tags)
        sources = [self._describe_source(anchor, tags) for anchor, tags in tags_by_source.items()]
        sources.sort(key=_source_order)
        by_kind = grouped((source["kind"], source) for source in sources)
        frame = frame_of_edition(
            self._summary.issues[0].edition,
            self._summary.latest,
            SOURCES_PAGE,
            "Sources of the rulings summary",
            description=_ABOUT_SOURCES,
            scripts=_SCRIPTS,
            base_path=SUMMARY_PATH,
        )
        tags_figure = count(len(self._tags), "tag")
        sources_figure = count(len(sources), "source")
        lead = (
            f"{tags_figure} by {sources_figure}: whose words the summary prints, from when, on which page. A tag "
            "governs the words before it, up to the tag before."
        )
        has_filter = offers_choice(tag["label"] for tag in self._tags)
        kinds = [(kind, by_kind[kind.slug]) for kind in KINDS if kind.slug in by_kind]
        write(frame, "sources.html.j2", lead=lead, kinds=kinds, has_filter=has_filter)

    def _describe_tags(self) -> Iterator[dict[str, Any]]:
        """Yield the values of every tag for the page of sources, issue by issue, in document order."""
        for issue in self._summary.issues:
            for rule in issue.book.rules:
                for tag in issue.provenance.get(rule.key, ()):
                    yield self._describe_tag(issue, rule, tag)

    def _describe_tag(self, issue: Issue, rule: Rule, tag: Provenance) -> dict[str, Any]:
        """Return the values of a tag in a rule."""
        place = issue.linker.places[rule.key]
        # the place of a chapter itself is its page without an anchor, but its text there has the chapter's number as
        # anchor
        place = SitePlace(place.page, place.anchor or anchor_of(rule.key))
        passage = dict(rule.passages)[tag.passage]
        return {
            "label": self._summary.sources.label(tag),
            "href": place.seen_from(SOURCES_PAGE),
            "key": rule.key,
            "words": _shorten_words(passage[tag.start : tag.end]),
            "day": tag.date or "",
            "page": _read_first_page(tag),
        }

    def _describe_source(self, anchor: str, tags: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return the values of a source; its tags are sorted by day and page."""
        labels = [tag["label"] for tag in tags]
        years = sorted(label.year for label in labels if label.year != UNDATED)
        return {
            "anchor": anchor,
            "kind": labels[0].kind,
            "name": self._summary.sources.names[anchor],
            "count": len(tags),
            "years": _describe_years(years),
            "rows": sorted(tags, key=itemgetter("day", "page")),
        }


def _make_trail(section: BookPart, address: str) -> list[PageLink]:
    """Return the links from the page of a chapter to the contents and to its section there."""
    contents = SitePlace(SUMMARY_PATH).seen_from(address)
    above = SitePlace(SUMMARY_PATH, section.number).seen_from(address)
    heading = section.heading or ""
    return [PageLink("Rulings summary", contents), PageLink(f"{section.number} {heading}".strip(), above)]


def _describe_years(years: Sequence[str]) -> str:
    """Return the first and the last of some years, which are in order, in words; empty if there are none."""
    if not years:
        return ""
    if years[0] == years[-1]:
        return years[0]
    return f"{years[0]} to {years[-1]}"


def _read_first_page(tag: Provenance) -> int:
    """Return the page that a tag names, or the first one of a range: `59-60` → 59; 0 if it names none."""
    first_page, _, _ = (tag.page or "").partition("-")
    if first_page.isdecimal():
        return int(first_page)
    return 0


def _source_order(source: Mapping[str, Any]) -> tuple[str, int]:
    """Return the sorting key of a source.

    Sources without issues come first, those with the most tags in front; then `Duelist Magazine #9` before `#12`.
    """
    magazine, _, issue = str(source["name"]).partition("#")
    if issue.isdecimal():
        return magazine.casefold(), int(issue)
    return "", -int(source["count"])


def _shorten_words(words: str) -> str:
    """Return the beginning of a text, cut at the end of a word."""
    if len(words) <= SHOWN_WORDS:
        return words
    end = words.rfind(" ", 0, SHOWN_WORDS)
    if end <= 0:
        end = SHOWN_WORDS
    return f"{words[:end]} …"
