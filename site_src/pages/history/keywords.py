"""`kw/storm/`: every heading that a rule of any edition had, with the current rule and its history.

A heading is that of a rule (`702.40 Storm`), not of a chapter. If a rule was renamed, both its names lead to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from rules.links import Version
from rules.numbers import chapter_of, is_term, name_of
from rules.records import COMPREHENSIVE_RULES
from site_src.layout.addresses import KEYWORD_PATH, history_page, keyword_page, lineage_anchor
from site_src.layout.book import SitePlace
from site_src.markup.words import span_in_words
from site_src.pages.history.lineage_views import TimelineLink
from site_src.pages.history.outcomes import Outcomes, format_key


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
