"""The descriptions and metadata of history pages and permanent addresses, for search engines and previews of links."""

from collections.abc import Sequence

from graph.answers.history import HistoryAnswer, HistoryEntry
from graph.history.rule_versions import describe_changes
from rules.keys import is_entry, term_of
from rules.links import Version
from rules.records import COMPREHENSIVE_RULES
from rules.sentences import join_words
from site_src.addresses import SitePlace, anchor_of, id_page
from site_src.markup.legislation import COMPREHENSIVE_RULES_NAME, Law, Wording, as_json_ld, describe_law, drop_slight
from site_src.markup.passages import plain_title
from site_src.markup.words import count, date_in_words, format_key, say
from site_src.pages.history.lineages import Timelines

_RULINGS_NAME = "Magic: The Gathering rulings summary"
_MOST = 3
"""Maximum number of titles or terms in a description, of which search engines show some 160 characters."""


def describe_lineage(timelines: Timelines, lineage: str) -> str:
    """Return a sentence: `502.30a of 26 May 2003, now 702.40a: 2 wordings, renumbered 4 times.`."""
    first = timelines.history.versions.by_lineage[lineage][0]
    today = " and ".join(format_key(key) for key in timelines.list_current_keys(lineage))
    outcome = f"{timelines.words_before_current_keys(lineage)} {today}".strip()
    day = date_in_words(first.first)
    changes = _describe_changes(timelines, lineage)
    return say("lineage_about", first=format_key(first.key), day=day, outcome=outcome, changes=changes)


def _describe_changes(timelines: Timelines, lineage: str) -> str:
    changes = describe_changes(timelines.history.versions.of_lineage(lineage))
    if not changes:
        return "never changed"
    return ", ".join(changes)


def describe_number(timelines: Timelines, key: str, lineages: Sequence[str], more: int) -> str:
    """Return the description of the page of a number.

    Args:
        timelines: The histories of all rules.
        key: Its first key, by which the page is described.
        lineages: The lineages that have that key today, or had it last.
        more: How many other keys the page has.
    """
    if not lineages:
        return _describe_past(timelines, key)
    history = timelines.history
    sentence = "history_about"
    if history.calendar.work_of[history.periods.versions_with(key)[0].first] != COMPREHENSIVE_RULES:
        sentence = "history_about_ruling"
    lineage = lineages[0]
    versions = history.versions.by_lineage[lineage]
    title = timelines.title(versions[-1].last, key)
    number = f"{format_key(key)} {title}".strip()
    subrules = ""
    if more:
        subrules = f" and {count(more, 'subrule')}"
    day = date_in_words(versions[0].first)
    changes = _describe_changes(timelines, lineage)
    return say(sentence, number=number, subrules=subrules, day=day, changes=changes)


def describe_entries(timelines: Timelines, keys: Sequence[str]) -> str:
    """Return the description of a page of glossary entries."""
    terms = list(dict.fromkeys(f"“{plain_title(term_of(key))}”" for key in keys))
    first = min(timelines.history.periods.versions_with(key)[0].first for key in keys)
    return say("history_about_entries", terms=_join_some(terms), day=date_in_words(first))


def describe_keyword(timelines: Timelines, heading: str, bearers: Sequence[Version]) -> str:
    """Return the description of a heading's page; `bearers` has the first version with the heading of each rule."""
    lineage = bearers[0].lineage
    numbers = join_words([format_key(key) for key in timelines.list_current_keys(lineage)])
    outcome = f"{timelines.words_before_current_keys(lineage)} {numbers}".strip()
    first = min(version.first for version in bearers)
    return say("keyword_about", keyword=heading, outcome=outcome, day=date_in_words(first))


def describe_laws(timelines: Timelines, lineages: Sequence[str], page: str, site_url: str) -> str:
    """Return a description of some lineages for search engines, as JSON-LD in the vocabulary of legislation.

    Args:
        timelines: The histories of all rules.
        lineages: The lineages.
        page: Address of the page that has them, from the site's root.
        site_url: Address of the site; empty for relative addresses.
    """
    laws = [_read_law(timelines, timelines.trace(lineage), lineage) for lineage in lineages]
    return as_json_ld([describe_law(law, page, site_url) for law in laws])


def _read_law(timelines: Timelines, trace: HistoryAnswer, lineage: str) -> Law:
    """Return a lineage as a law with all its wordings."""
    calendar = timelines.history.calendar
    newest = trace.entries[-1]
    short_name, work = "Rulings", _RULINGS_NAME
    if calendar.work_of[newest.last] == COMPREHENSIVE_RULES:
        short_name, work = "CR", COMPREHENSIVE_RULES_NAME
    wordings = []
    for entry in drop_slight(trace.entries):
        place = SitePlace(f"e/{entry.first}/", anchor_of(entry.key))
        wordings.append(Wording(f"{short_name} {_name_record(entry.key)}", entry.first, place))
    last_day = ""
    if trace.status != "current":
        last_day = calendar.last_day(newest.last) or ""
    return Law(
        name=_name_with_title(timelines, newest),
        work=work,
        place=SitePlace(id_page(lineage)),
        first=wordings[0].first,
        wordings=wordings,
        last_day=last_day,
    )


def _name_with_title(timelines: Timelines, version: HistoryEntry) -> str:
    """Return the name of a record, with the title of a rule: `702.40a Storm`, `Glossary: Storm`."""
    name = _name_record(version.key)
    if is_entry(version.key):
        return name
    title = timelines.title(version.last, version.key)
    return f"{name} {title}".strip()


def _describe_past(timelines: Timelines, key: str) -> str:
    """Return the description of a number that is neither the current nor the last number of any rule."""
    periods = timelines.history.periods.in_all_works(key) or timelines.history.periods.versions_with(key)
    titles = dict.fromkeys(timelines.title(period.first, period.key) for period in periods)
    # a period in which the number had no title
    titles.pop("", None)
    number = format_key(key)
    day = date_in_words(periods[0].first)
    if not titles:
        return say("number_about_untitled", number=number, day=day)
    return say("number_about", number=number, day=day, titles=_join_some(list(titles)))


def _join_some(names: Sequence[str]) -> str:
    """Return the first few names in words: `A, B, C and 4 more`."""
    if len(names) <= _MOST:
        return join_words(names)
    return join_words([*names[:_MOST], f"{len(names) - _MOST} more"])


def _name_record(key: str) -> str:
    """Return the name of a record: `702.40a`, `Glossary: Storm`."""
    if is_entry(key):
        return f"Glossary: {plain_title(term_of(key))}"
    return format_key(key)
