"""The history part of the site: pages, permanent links, keywords, the table of old numbers."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from graph.history import History
from rules.links import Version
from rules.numbers import chapter_of, is_term, name_of, number_of
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from site_src.context import BuildContext
from site_src.layout import (
    HISTORY_PATH,
    KEYWORD_PATH,
    RESOLVER,
    SitePlace,
    history_page,
    id_page,
    keyword_page,
    lineage_anchor,
)
from site_src.markup.shell import Frame
from site_src.markup.words import count, date_in_words, span_in_words
from site_src.pages.history.lineages import Outcomes, TimelineLink, format_key
from site_src.pages.history.pages import HistoryPage, Pages, history_pages, in_order, split_terms, writing


def write_history(context: BuildContext) -> None:
    """Write everything about histories; nothing if no editions were aligned.

    Raises:
        rules.workers.WorkerError: A worker process was killed.
    """
    histories = History(context.store)
    pages = history_pages(histories)
    if not pages:
        return
    context.progress(f"writing the history of {count(len(histories.by_lineage), 'rule')}")
    # the rest is written here while the workers write the pages
    with writing(context, len(pages)):
        outcomes = Outcomes(histories)
        write_ids(outcomes, context.store, context.site_dir, context.shell.site_url)
        write_numbers(outcomes, context.site_dir)
        _Lists(context, outcomes, pages).write()


class _Lists:
    """Writes the single pages, and those of keywords."""

    def __init__(self, context: BuildContext, outcomes: Outcomes, pages: Sequence[HistoryPage]) -> None:
        self._context = context
        self._outcomes = outcomes
        self._all = pages

    def write(self) -> None:
        """Write the lists, the keyword pages and the page of old numbers."""
        self._write_histories()
        self._write_keywords()
        self._write_resolver()

    def _write_histories(self) -> None:
        rows = Pages(self._outcomes, self._context.places, self._all)
        chapters = [rows.row(page) for page in self._all if page.is_chapter]
        terms = [rows.row(term) for page in self._all if page.of_glossary for term in split_terms(page)]
        self._write(HISTORY_PATH, "History", "histories.html.j2", rows=chapters, of_glossary=False)
        if terms:
            address = f"{HISTORY_PATH}glossary/"
            self._write(address, "History of the glossary", "histories.html.j2", rows=terms, of_glossary=True)

    def _write_keywords(self) -> None:
        all_of_them = list(keywords(self._outcomes, self._context.places))
        for keyword in all_of_them:
            self._write(keyword.address, keyword.heading, "keyword.html.j2", one=keyword)
        figure = count(len(all_of_them), "heading")
        letters = by_letter(all_of_them)
        self._write(KEYWORD_PATH, "Keywords", "keywords.html.j2", letters=letters, figure=figure)

    def _write_resolver(self) -> None:
        editions = self._context.store.editions_of(COMPREHENSIVE_RULES)
        first, last = date_in_words(editions[0]), date_in_words(editions[-1])
        self._write(RESOLVER, "Former numbers", "resolver.html.j2", ("numbers",), first=first, last=last)

    def _write(self, address: str, title: str, template: str, scripts: Sequence[str] = (), **values: Any) -> None:
        frame = Frame(address, title, scripts=scripts, styles=("history",))
        self._context.write(frame, template, href=lambda link: link.seen_from(address), **values)


class Bearer(Struct, frozen=True):
    """A rule that has or had the heading.

    Attributes:
        kind: The heading of its current or last chapter: `Keyword Abilities`.
        when: The time in which it had the heading.
        numbers: The numbers it had under this heading, oldest first.
        outcome: Its outcome in words, to be followed by the numbers in `now`: such as `merged into what is now`.
        now: Its current numbers, with links to the text.
        renamed: Its current heading, if that differs.
        history: Link to its history.
    """

    kind: str
    when: str
    numbers: str
    outcome: str
    now: tuple[TimelineLink, ...]
    renamed: str
    history: TimelineLink


class Keyword(Struct, frozen=True):
    """A heading: its address, the words as last printed, and the rules that have or had it."""

    address: str
    heading: str
    current: bool
    bearers: tuple[Bearer, ...]
    glossary: TimelineLink | None


def keywords(outcomes: Outcomes, places: Mapping[str, SitePlace]) -> Iterator[Keyword]:
    """Yield all headings, in alphabetical order of their addresses."""
    by_class: dict[str, dict[str, list[Version]]] = defaultdict(lambda: defaultdict(list))
    for lineage, versions in outcomes.histories.by_lineage.items():
        for version in versions:
            heading = outcomes.histories.heading(version.first, version.key) if _is_rule(outcomes, version) else None
            if heading:
                by_class[keyword_page(heading)][lineage].append(version)
    terms = ((name_of(key), place) for key, place in places.items() if is_term(key))
    entries = {keyword_page(term): place for term, place in terms}
    for name in sorted(by_class):
        lineages = _in_order(outcomes, by_class[name])
        newest = max((versions[-1] for versions in by_class[name].values()), key=lambda version: version.last)
        heading = outcomes.histories.heading(newest.first, newest.key) or ""
        entry = entries.get(name)
        yield Keyword(
            name,
            heading,
            any(_has_it_still(outcomes, lineage, name) for lineage in lineages),
            tuple(_make_bearer(outcomes, places, lineage, by_class[name][lineage], name) for lineage in lineages),
            TimelineLink(entry.page, entry.anchor, heading) if entry else None,
        )


def _in_order(outcomes: Outcomes, versions_of: Mapping[str, Sequence[Version]]) -> list[str]:
    """Return the lineages: current ones first, then by first edition."""
    return sorted(
        versions_of,
        key=lambda version: (not outcomes.histories.is_current(version), versions_of[version][0].first, version),
    )


def _is_rule(outcomes: Outcomes, version: Version) -> bool:
    """Return whether a version is of a rule proper: keys of chapters and sections have no dot, of entries a colon."""
    return (
        outcomes.histories.works[version.first] == COMPREHENSIVE_RULES and "." in version.key and ":" not in version.key
    )


def _has_it_still(outcomes: Outcomes, lineage: str, name: str) -> bool:
    if not outcomes.histories.is_current(lineage):
        return False
    last = outcomes.histories.by_lineage[lineage][-1]
    return keyword_page(outcomes.histories.heading(last.first, last.key) or "") == name


def _make_bearer(
    outcomes: Outcomes, places: Mapping[str, SitePlace], lineage: str, versions: Sequence[Version], name: str
) -> Bearer:
    histories = outcomes.histories
    last = histories.by_lineage[lineage][-1]
    still = _has_it_still(outcomes, lineage, name)
    heading = histories.heading(last.first, last.key) or ""
    now = tuple(_link_read(places, key) for key in outcomes.list_current_keys(lineage))
    return Bearer(
        histories.heading(last.last, chapter_of(last.key)) or "",
        span_in_words(versions[0].first, None if still else histories.last_day(versions[-1].last)),
        " → ".join(dict.fromkeys(format_key(version.key) for version in versions)),
        outcomes.in_words(lineage),
        now,
        heading if keyword_page(heading) != name else "",
        TimelineLink(
            history_page(last.key),
            "" if still else lineage_anchor(lineage),
            f"every version of {format_key(last.key)}" + (" and what is under it" if still else ""),
        ),
    )


def _link_read(places: Mapping[str, SitePlace], key: str) -> TimelineLink:
    place = places.get(key)
    return TimelineLink(place.page, place.anchor, format_key(key)) if place else TimelineLink("", "", format_key(key))


def by_letter(all_of_them: Sequence[Keyword]) -> list[tuple[str, list[Keyword]]]:
    """Return the headings by first letter; those that do not begin with a letter are under `#`."""
    letters: dict[str, list[Keyword]] = defaultdict(list)
    for keyword in all_of_them:
        initial = keyword.address.removeprefix(KEYWORD_PATH)[0].upper()
        letters[initial if initial.isalpha() else "#"].append(keyword)
    return sorted(letters.items())


_PAGE = Markup(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'"><meta name="robots" content="noindex">'
    '<meta http-equiv="refresh" content="0; url={href}"><link rel="canonical" href="{canonical}">'
    "<title>{id} · Comprehensive Rules</title><h1>{id}</h1><p>{words}.</p>"
    '<p><a href="{href}">Its history</a></p></html>\n'
)
"""A redirect, without the frame of other pages. If the browser does not follow it, the link works."""


def id_pages(outcomes: Outcomes, store: Store, site_url: str = "") -> Iterator[tuple[str, str]]:
    """Yield address and content of the page that redirects from each lineage, then from each alias.

    Args:
        outcomes: The outcomes of the lineages.
        store: The knowledge base.
        site_url: Address of the site, for the canonical address; empty for a relative one.
    """
    for lineage in outcomes.histories.by_lineage:
        yield id_page(lineage), _render_page(outcomes, lineage, lineage, site_url)
    for alias, lineage in store.select("SELECT alias, lineage FROM lineage_aliases ORDER BY alias"):
        if alias not in outcomes.histories.by_lineage:
            yield id_page(alias), _render_page(outcomes, alias, lineage, site_url)


def _render_page(outcomes: Outcomes, name: str, lineage: str, site_url: str) -> str:
    last = outcomes.histories.by_lineage[lineage][-1].key
    target = SitePlace(history_page(last), lineage_anchor(lineage))
    href = target.seen_from(id_page(name))
    html = _PAGE.format(
        href=href,
        canonical=f"{site_url}{target.page}" if site_url else href,
        id=name,
        words=_describe_lineage(outcomes, name, lineage),
    )
    return str(html)


def _describe_lineage(outcomes: Outcomes, name: str, lineage: str) -> str:
    """Return a summary of a lineage: `First 502.30a, 26 May 2003; now 702.40a`."""
    first = outcomes.histories.by_lineage[lineage][0]
    former = f"An id of former times, now {lineage}. " if name != lineage else ""
    today = " and ".join(format_key(key) for key in outcomes.list_current_keys(lineage))
    sentence = f"{outcomes.in_words(lineage)} {today}".strip()
    return f"{former}First {format_key(first.key)}, {date_in_words(first.first)}; {sentence}"


def write_ids(outcomes: Outcomes, store: Store, site_dir: Path, site_url: str) -> int:
    """Write the pages of all lineages and aliases; return their number."""
    written = 0
    for address, html in id_pages(outcomes, store, site_url):
        folder = site_dir / address
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "index.html").write_text(html, encoding="utf-8")
        written += 1
    return written


def numbers_json(outcomes: Outcomes) -> dict[str, Any]:
    """Return the document, with the numbers of the Comprehensive Rules only, in order."""
    histories = outcomes.histories
    editions = [edition for edition, work in histories.works.items() if work == COMPREHENSIVE_RULES]
    at = {edition: place for place, edition in enumerate(editions)}
    titles: dict[str, int] = {"": 0}
    places: dict[str, int] = {}
    numbers: dict[str, list[list[int]]] = {}
    for number in sorted({number_of(key) for key in histories.by_key if not is_term(key)}, key=in_order):
        meanings = [
            [
                places.setdefault(period.lineage, len(places)),
                at[period.first],
                at[period.last],
                titles.setdefault((histories.shown_title(period.first, key) or ("",))[0], len(titles)),
            ]
            for key, period in histories.periods_of_number(number)
        ]
        if meanings:
            numbers[number] = meanings
    # lineages that continue others are included, too, whatever their numbers
    todo = list(places)
    for lineage in todo:
        for into in outcomes.list_next(lineage):
            if into not in places:
                places[into] = len(places)
                todo.append(into)
    return {
        "editions": editions,
        "titles": list(titles),
        "lineages": [
            [lineage, trace.entries[-1].key, trace.status, [places[into] for into in outcomes.list_next(lineage)]]
            for lineage, trace in ((lineage, outcomes.trace(lineage)) for lineage in places)
        ],
        "numbers": numbers,
    }


def write_numbers(outcomes: Outcomes, site_dir: Path) -> int:
    """Write the table; return its size in bytes."""
    text = json.dumps(numbers_json(outcomes), ensure_ascii=False, separators=(",", ":")) + "\n"
    target = site_dir / RESOLVER / "numbers.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    return target.write_text(text, encoding="utf-8")
