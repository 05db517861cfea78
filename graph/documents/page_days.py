"""The days from which a page of an issue can be.

An *issue* is an edition of the rules, or of a rulings summary. A *tag* of a ruling names its source, mostly with a day.
The earliest day follows from the page's citations: a page with a tag that names a day is not older than that day. The
latest day is only presumed: a page that cites an edition of the rules, and never the next edition, was probably written
before the next edition took effect.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from graph.history.days import day_before
from graph.restatements.tagged_editions import find_tagged_edition
from rules.provenance import provenance_of
from rules.records import COMPREHENSIVE_RULES, ParsedDocument, Provenance

_WHOLE_DATE = len("1999-04-23")
_UNKNOWN = "it has no date and cites no dated edition"


class PageDays(Struct, frozen=True):
    """The days from which a page can be, with the fields that `PartialIssue` has for them.

    Attributes:
        earliest: The first possible day; None if unknown.
        earliest_reason: Why the page is not older, in words; if the day is unknown, why it is unknown.
        latest: The last possible day; None if unknown.
        latest_reason: Why the page is not younger, in words; if the day is unknown, why it is unknown.
    """

    earliest: str | None
    earliest_reason: str
    latest: str | None
    latest_reason: str


_UNBOUND = PageDays(None, _UNKNOWN, None, _UNKNOWN)


def find_days(document: ParsedDocument, nearest: str | None, editions: Sequence[str]) -> PageDays:
    """Return the days from which a page can be: by its own date, else by its text or its tags.

    Args:
        document: The page.
        nearest: Id of the edition of its work that has most of its text; None if none has some.
        editions: All editions of the Comprehensive Rules that are not retyped, oldest first.
    """
    if document.edition is not None:
        reason = "it states that date"
        return PageDays(document.edition, reason, document.edition, reason)
    if document.work == COMPREHENSIVE_RULES:
        return find_days_by_text(nearest, editions)
    return find_days_by_tags(document, editions)


def find_days_by_text(nearest: str | None, editions: Sequence[str]) -> PageDays:
    """Return the days from which a page of the Comprehensive Rules can be, by the edition with most of its text.

    Args:
        nearest: Id of the edition that has most of its text, which may be a retyped one; None if none has some.
        editions: All editions that are not retyped, oldest first.
    """
    if nearest is None:
        return _UNBOUND
    older, newer = editions[: bisect_left(editions, nearest)], editions[bisect_right(editions, nearest) :]
    no_limit = f"{nearest} has most of its text, and no edition {{}} it is known"
    days = PageDays(None, no_limit.format("before"), None, no_limit.format("after"))
    if older:
        reason = f"presumably after the edition before {nearest}, which has most of its text"
        days = replace(days, earliest=older[-1], earliest_reason=reason)
    if newer:
        reason = f"presumably before the edition after {nearest}, which has most of its text"
        days = replace(days, latest=day_before(newer[0]), latest_reason=reason)
    return days


def find_days_by_tags(document: ParsedDocument, editions: Sequence[str]) -> PageDays:
    """Return the days from which a page of another work can be, by the days that its tags cite.

    The earliest day is that of the youngest tag, whatever source it cites. The latest day follows from the newest
    edition of the rules that any tag cites.

    Args:
        document: The page.
        editions: All editions of the Comprehensive Rules that are not retyped, oldest first.
    """
    dated = _list_dated(document)
    if not dated:
        return _UNBOUND
    youngest = max(dated, key=lambda tag: tag.date or "")
    earliest = youngest.date or ""
    tagged = [find_tagged_edition(rule, editions) for rule in document.rules]
    newest_cited = max((edition for edition in tagged if edition is not None), default=None)
    earliest_reason = _describe_citing(youngest, newest_cited)
    if newest_cited is None:
        return PageDays(earliest, earliest_reason, None, "it cites no edition of the rules")
    edition_after = next((edition for edition in editions if edition > newest_cited), None)
    if edition_after is None:
        return PageDays(earliest, earliest_reason, None, f"it cites the newest edition, of {newest_cited}")
    if edition_after <= earliest:
        # The page is younger than an edition that it does not cite, so that its citations say nothing of later ones.
        reason = f"it cites {youngest.source} of {earliest}, but not the edition of {edition_after}, which is older"
        return PageDays(earliest, earliest_reason, None, reason)
    reason = f"presumably: it cites the edition of {newest_cited}, and never that of {edition_after}"
    return PageDays(earliest, earliest_reason, day_before(edition_after), reason)


def _describe_citing(tag: Provenance, edition: str | None) -> str:
    """Return why a page is not older than the day of its youngest tag.

    Args:
        tag: The tag.
        edition: The newest edition of the rules that the page cites; None if it cites none.
    """
    return "it cites that edition" if tag.date == edition else f"it cites {tag.source} of that day"


def may_be_of(document: ParsedDocument, edition: str) -> bool:
    """Return whether a page can be of an edition: not if the page cites something younger, however alike they are.

    Only pages of rulings summaries have tags with dates, so a page of the Comprehensive Rules can be of any edition.
    """
    if document.work == COMPREHENSIVE_RULES:
        return True
    return all(tag.date is None or tag.date <= edition for tag in _list_dated(document))


def _list_dated(document: ParsedDocument) -> list[Provenance]:
    """Return the tags of a page that name a whole day, not only a month or year."""
    tags = (tag for rule in document.rules for tag in provenance_of(rule))
    return [tag for tag in tags if tag.date is not None and len(tag.date) == _WHOLE_DATE]
