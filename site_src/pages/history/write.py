"""Writes the history part of the site: pages, permanent links, keywords, the table of old numbers."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any

from markupsafe import Markup

from graph.history import History, Period
from graph.history.rule_versions import list_rewordings
from graph.restatements.restated import describe_restated, follow_correspondence, list_restated
from rules.grouping import grouped
from rules.keys import is_entry, name_of, number_of
from rules.links import Version
from rules.numbers import chapter_of
from rules.records import COMPREHENSIVE_RULES
from rules.workers import map_with_workers
from site_src.addresses import (
    HISTORY_PATH,
    KEYWORD_PATH,
    RESOLVER,
    SitePlace,
    id_page,
    in_order,
    keyword_page,
    lineage_place,
)
from site_src.context import BuildContext
from site_src.markup.shell import Frame
from site_src.markup.words import count, date_in_words, format_key
from site_src.pages.history.lineages import Timelines
from site_src.pages.history.metadata import describe_keyword, describe_lineage
from site_src.pages.history.pages import Pages, split_terms
from site_src.writing import write_json, write_text

_RUN = 40
"""Number of pages for a process at a time: pages of neighbouring numbers share much of their history."""

_EXAMPLES = 3
"""Number of examples on the page of former numbers."""

_ABOUT_HISTORY = "The history of every rule of Magic: The Gathering: all wordings and numbers, each with its dates."
_ABOUT_ENTRIES = "The history of every glossary entry of Magic: The Gathering, with those that are gone."
_ABOUT_KEYWORDS = "Every keyword and rule heading that Magic: The Gathering has or had, with its numbers and history."
_ABOUT_NUMBERS = "Enter a rule number of Magic: The Gathering from any year to see what it meant and where it is now."

_PAGE = Markup(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
    '<meta http-equiv="refresh" content="0; url={href}"><link rel="canonical" href="{canonical}">'
    '<meta name="description" content="{words}"><title>{title} · Comprehensive Rules</title>'
    '<h1>{title}</h1><p>{words}</p><p><a href="{href}">Its history</a></p></html>\n'
)
"""A redirect, without the frame of other pages. If the browser does not follow it, the link works.

Search engines follow it as well and list its canonical address, the page of the history; so it is in no sitemap.
"""


def write_history(context: BuildContext) -> None:
    """Write everything about histories; nothing if no editions were aligned.

    Raises:
        rules.workers.WorkerError: A worker process was killed.
    """
    pages = Pages(context)
    if not pages.all_pages:
        return
    rules = count(len(pages.history.versions.by_lineage), "rule")
    context.progress(f"writing the history of {rules}")
    positions = range(len(pages.all_pages))
    # the workers write the pages, and this process everything else meanwhile
    with map_with_workers(partial(Pages, context), Pages.write, positions, context.jobs, run=_RUN) as written:
        for address, html in id_pages(pages.timelines, context.shell.site_url):
            write_text(context.site_dir / address / "index.html", html)
        _write_resolver(context, pages.timelines)
        _write_lists(context, pages)
        _write_keywords(context, pages.timelines)
        # waits for the workers, whose errors are raised here
        deque(written, maxlen=0)


def _write_resolver(context: BuildContext, timelines: Timelines) -> None:
    """Write the page that says what a number of any day meant, and its table."""
    document = numbers_json(timelines)
    write_json(context.site_dir / RESOLVER / "numbers.json", document)
    examples = choose_numbers(document["numbers"])
    editions = context.store.editions_of(COMPREHENSIVE_RULES)
    first = date_in_words(editions[0])
    last = date_in_words(editions[-1])
    frame = Frame(RESOLVER, "Former numbers", _ABOUT_NUMBERS, scripts=("numbers",), styles=("history",))
    context.write(frame, "resolver.html.j2", first=first, last=last, examples=examples)


def choose_numbers(meanings: Mapping[str, Sequence[object]]) -> list[str]:
    """Return the numbers with the most meanings, at most one of each chapter, which the page offers as examples.

    Args:
        meanings: The meanings of each number, in the order of the numbers.
    """
    most_of_chapter: dict[str, str] = {}
    for number in sorted(meanings, key=lambda number: len(meanings[number]), reverse=True):
        if len(meanings[number]) > 1:
            most_of_chapter.setdefault(chapter_of(number), number)
    return list(most_of_chapter.values())[:_EXAMPLES]


def _write_lists(context: BuildContext, pages: Pages) -> None:
    """Write the list of sections and chapters, and that of glossary entries."""
    chapters = []
    terms = []
    for page in pages.all_pages:
        if page.is_chapter:
            chapters.append(pages.row(page))
        if page.of_glossary:
            terms += [pages.row(term) for term in split_terms(page)]
    frame = Frame(HISTORY_PATH, "History", _ABOUT_HISTORY, styles=("history",))
    context.write(frame, "histories.html.j2", rows=chapters, of_glossary=False)
    if terms:
        frame = Frame(f"{HISTORY_PATH}glossary/", "History of the glossary", _ABOUT_ENTRIES, styles=("history",))
        context.write(frame, "histories.html.j2", rows=terms, of_glossary=True)


def _write_keywords(context: BuildContext, timelines: Timelines) -> None:
    """Write a page for each heading, and their list."""
    headings = dict(keywords(timelines, context.places))
    for address, values in headings.items():
        heading = values["heading"]
        first_versions = [versions[0] for versions in values["bearers"]]
        about = describe_keyword(timelines, heading, first_versions)
        frame = Frame(address, heading, about, styles=("history",))
        context.write(frame, "keyword.html.j2", **values)
    frame = Frame(KEYWORD_PATH, "Keywords", _ABOUT_KEYWORDS, styles=("history",))
    figure = count(len(headings), "heading")
    letters = by_letter(headings)
    context.write(frame, "keywords.html.j2", letters=letters, headings=headings, figure=figure)


def keywords(timelines: Timelines, places: Mapping[str, SitePlace]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the address of each heading's page and the values of its template, in alphabetical order."""
    history = timelines.history
    entries = {keyword_page(name_of(key)): place for key, place in places.items() if is_entry(key)}
    for page, versions in sorted(_list_headed(history).items()):
        newest = max(versions, key=lambda version: version.last)
        bearers = _list_bearers(history, versions)
        glossary = ""
        if page in entries:
            glossary = entries[page].seen_from(page)
        values = {
            "page": page,
            "heading": history.titles.heading(newest.first, newest.key),
            "current": any(has_heading_today(history, versions[0].lineage, page) for versions in bearers),
            "bearers": bearers,
            "glossary": glossary,
            "places": places,
            "lines": timelines,
            "has_heading_today": has_heading_today,
        }
        yield page, values


def _list_bearers(history: History, versions: Iterable[Version]) -> list[Sequence[Version]]:
    """Return the versions with a heading, lineage by lineage: current lineages first, then by age."""
    by_lineage = grouped((version.lineage, version) for version in versions)

    def order_of(versions: Sequence[Version]) -> tuple[bool, str, str]:
        first = versions[0]
        return not history.lineages.is_current(first.lineage), first.first, first.lineage

    return sorted(by_lineage.values(), key=order_of)


def _list_headed(history: History) -> Mapping[str, Sequence[Version]]:
    """Return the versions of rules with a heading, by the address of the heading's page."""
    headed = []
    for version in chain.from_iterable(history.versions.by_lineage.values()):
        # rules proper: keys of chapters and sections have no dot, those of glossary entries a colon
        is_rule = "." in version.key and ":" not in version.key
        if is_rule and history.calendar.work_of[version.first] == COMPREHENSIVE_RULES:
            heading = history.titles.heading(version.first, version.key)
            if heading:
                headed.append((keyword_page(heading), version))
    return grouped(headed)


def has_heading_today(history: History, lineage: str, page: str) -> bool:
    """Return whether a lineage is current and has the heading of a page."""
    last = history.versions.by_lineage[lineage][-1]
    heading = history.titles.heading(last.first, last.key) or ""
    return history.lineages.is_current(lineage) and keyword_page(heading) == page


def by_letter(pages: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Return the addresses of headings by first letter; those that do not begin with a letter are under `#`."""
    letters: dict[str, list[str]] = {}
    for page in pages:
        initial = page.removeprefix(KEYWORD_PATH)[0].upper()
        if not initial.isalpha():
            initial = "#"
        letters.setdefault(initial, []).append(page)
    return sorted(letters.items())


def id_pages(timelines: Timelines, site_url: str = "") -> Iterator[tuple[str, str]]:
    """Yield address and content of the page that redirects from each lineage, then from each alias.

    Args:
        timelines: The histories of the lineages.
        site_url: Address of the site, for the canonical address; empty for a relative one.
    """
    by_lineage = timelines.history.versions.by_lineage
    aliases = timelines.history.store.select("SELECT alias, lineage FROM lineage_aliases ORDER BY alias")
    names = dict(aliases)
    # an alias may be the id of a lineage as well: then it names that lineage
    names.update({lineage: lineage for lineage in by_lineage})
    for name, lineage in names.items():
        place = lineage_place(by_lineage[lineage][-1].key, lineage)
        href = canonical = place.seen_from(id_page(name))
        if site_url:
            canonical = f"{site_url}{place.page}"
        title = _title_of(timelines, name, lineage)
        words = _describe_name(timelines, name, lineage)
        page = _PAGE.format(href=href, canonical=canonical, title=title, words=words)
        yield id_page(name), str(page)


def _describe_name(timelines: Timelines, name: str, lineage: str) -> str:
    """Return a summary of a lineage; if the name is a former id, the present one comes first."""
    former = ""
    if name != lineage:
        former = f"A former id, now {lineage}. "
    return former + describe_lineage(timelines, lineage)


def _title_of(timelines: Timelines, name: str, lineage: str) -> str:
    """Return the title of the page of a permanent id: `502.30a of 26 May 2003: Storm`.

    The day is the first day of the rule, as in the summary. An id keeps its day when an older edition is found.

    Args:
        timelines: The histories of the lineages.
        name: The id, or a former one.
        lineage: The lineage that it names.
    """
    versions = timelines.history.versions.by_lineage[lineage]
    last = versions[-1]
    key, _, day = name.rpartition("@")
    if name == lineage:
        key, day = versions[0].key, versions[0].first
    words = f"{format_key(key)} of {date_in_words(day)}"
    heading = "" if is_entry(last.key) else timelines.title(last.last, last.key)
    if heading:
        return f"{words}: {heading}"
    return words


def _list_restated(history: History) -> dict[str, list[str]]:
    """Return sentences about the rules that each ruling restates, by the number of the ruling.

    A page of an issue that the archive lacks adds only the rules that no whole issue restates.
    """
    sentences = []
    in_issues = set()
    for edition, work in history.calendar.work_of.items():
        if work == COMPREHENSIVE_RULES:
            continue
        for restated in list_restated(history, edition, history.calendar.newest):
            sentences.append((restated.key, describe_restated(restated)))
            in_issues.add((restated.key, restated.other))
    if not history.calendar.editions:
        # without an edition of the rules there is no rule of today that a correspondence could be followed to
        return grouped(sentences)
    for page in history.store.partial_issues:
        for correspondence in page.restated:
            if (correspondence.key, correspondence.other) in in_issues:
                continue
            restated = follow_correspondence(history, correspondence, history.calendar.newest, "")
            words = describe_restated(restated)
            sentences.append((restated.key, f"on a page of another issue {words}"))
    return grouped(sentences)


def numbers_json(timelines: Timelines) -> dict[str, Any]:
    """Return the document `n/numbers.json`, with the numbers of the Comprehensive Rules in order.

    Lists refer to each other by positions: `numbers` has for each number rows of lineage, first and last edition, and
    title; `lineages` has id, last number, what became of it, the lineages that continue it, and the editions that
    changed its words. `restated` has sentences about the rules that each ruling restates.
    """
    history = timelines.history
    editions = [edition for edition, work in history.calendar.work_of.items() if work == COMPREHENSIVE_RULES]
    meanings = NumberMeanings(editions)
    for number in sorted({number_of(key) for key in history.versions.by_key if not is_entry(key)}, key=in_order):
        for period in history.periods.of_number(number):
            last = _find_last(history, editions, period)
            meanings.add(number, period.lineage, (period.first, last), timelines.title(period.first, period.key))
    for edition in sorted(history.calendar.retyped.intersection(editions)):
        for number, lineage, title in _list_only_retyped(timelines, edition):
            meanings.add(number, lineage, (edition, edition), title)
    meanings.sort()
    indexes = meanings.indexes
    _add_following(timelines, indexes)
    return {
        "restated": _list_restated(history),
        "editions": editions,
        "retyped": [editions.index(edition) for edition in sorted(history.calendar.retyped.intersection(editions))],
        "titles": list(meanings.titles),
        "lineages": [_describe_outcome(timelines, indexes, lineage, editions) for lineage in indexes],
        "numbers": meanings.rows,
    }


class NumberMeanings:
    """The meanings of all numbers, as rows of indexes for `n/numbers.json`.

    Attributes:
        indexes: The index of each lineage in the list of lineages.
        titles: The index of each title in the list of titles; 0 is that of a rule without a title.
        rows: The meanings of each number, each as the indexes of lineage, first edition, last edition and title.
    """

    def __init__(self, editions: Iterable[str]) -> None:
        self.indexes: dict[str, int] = {}
        self.titles: dict[str, int] = {"": 0}
        self.rows: dict[str, list[list[int]]] = {}
        self._positions = {edition: position for position, edition in enumerate(editions)}

    def add(self, number: str, lineage: str, editions: tuple[str, str], title: str) -> None:
        """Add a meaning of a number.

        Args:
            number: The number.
            lineage: The lineage of the rule that it meant.
            editions: The first and the last edition in which it did.
            title: The title of that rule; may be empty.
        """
        first, last = editions
        index = self.indexes.setdefault(lineage, len(self.indexes))
        title_index = self.titles.setdefault(title, len(self.titles))
        rows = self.rows.setdefault(number, [])
        rows.append([index, self._positions[first], self._positions[last], title_index])

    def sort(self) -> None:
        """Sort the meanings of each number, oldest first."""
        for rows in self.rows.values():
            rows.sort(key=itemgetter(1))


def _list_only_retyped(timelines: Timelines, edition: str) -> Iterator[tuple[str, str, str]]:
    """Yield number, lineage and title of the rules that have their number in a retyped edition alone."""
    history = timelines.history
    for key, lineage in history.lineages.of_edition(edition).items():
        if is_entry(key):
            continue
        periods = history.periods.of_key(key)
        if not any(period.lineage == lineage for period in periods):
            yield number_of(key), lineage, timelines.title(edition, key)


def _find_last(history: History, editions: Sequence[str], period: Period) -> str:
    """Return the last edition in which a number means a rule.

    The last edition of a period is never retyped; retyped editions right after it may have the rule, too.

    Args:
        history: The history of the rules.
        editions: All editions of the Comprehensive Rules, oldest first.
        period: The period in which the number means the rule.
    """
    last = period.last
    for edition in editions[editions.index(period.last) + 1 :]:
        is_retyped = edition in history.calendar.retyped
        if not is_retyped or history.lineages.find(edition, period.key) != period.lineage:
            break
        last = edition
    return last


def _add_following(timelines: Timelines, indexes: dict[str, int]) -> None:
    """Add the lineages that continue one of `indexes`, directly or by way of others, each with the next free index."""
    to_follow = list(indexes)
    # the list grows while it is read, until no lineage adds another one
    for lineage in to_follow:
        for following in timelines.list_next(lineage):
            if following not in indexes:
                indexes[following] = len(indexes)
                to_follow.append(following)


def _describe_outcome(
    timelines: Timelines, indexes: Mapping[str, int], lineage: str, editions: Sequence[str]
) -> list[Any]:
    """Return the row of a lineage in `n/numbers.json`.

    Returns:
        Its id, last key and outcome, the indexes of the lineages that continue it, and those of the editions that
        changed its words.
    """
    trace = timelines.trace(lineage)
    following = [indexes[name] for name in timelines.list_next(lineage)]
    reworded = list_rewordings(timelines.history.versions.of_lineage(lineage))
    return [lineage, trace.entries[-1].key, trace.status, following, [editions.index(day) for day in reworded]]
