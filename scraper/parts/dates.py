"""The effective date that a document states itself: "effective" since 2009, "current" before."""

import re
from collections.abc import Sequence

from rules.provenance import iso_date
from scraper.claims import Claims
from scraper.layout import Paragraph

MOST_DATES = 2
"""Maximum number of effective dates of an edition; all copies of the archive state one at most, a revised one may state
two. A document with more is a collection or a list, and none of them is its own."""

# A search is fastest if the pattern begins with a fixed word, so a look-behind says which word must come before it.
DATE_LINE = re.compile(
    r"as(?:(?<=effective\sas)|(?<=current\sas))\sof\s+([A-Z][a-z]+\s\d{1,2},\s\d{4})",
)


def stated_edition(body: Sequence[Paragraph], claims: Claims, pattern: re.Pattern[str] = DATE_LINE) -> str | None:
    """Return the effective date that the document states (ISO), and report what is odd about it.

    Of two dates the first one is returned, of more dates None, as of no date.

    Args:
        body: Its paragraphs.
        claims: Its account.
        pattern: Words that state it, with the date as their group.
    """
    lines_of_dates: dict[str, int] = {}
    for paragraph in body:
        for match in pattern.finditer(paragraph.text):
            day = iso_date(match[1])
            if day is None:
                claims.report("bad-date", "warning", f"{match[1]!r} is not a date", paragraph.line)
            else:
                lines_of_dates.setdefault(day, paragraph.line)
    if not lines_of_dates:
        return None
    first, *further = lines_of_dates
    if len(lines_of_dates) > MOST_DATES:
        earliest, latest = min(lines_of_dates), max(lines_of_dates)
        message = f"the document states {len(lines_of_dates):,} effective dates, {earliest} to {latest}; none was used"
        hint = "cut out the text of one edition"
        claims.report("many-dates", "warning", message, lines_of_dates[earliest], hint)
        return None
    for day in further:
        message = f"the document states two effective dates, {first} and {day}"
        claims.report("two-dates", "warning", message, lines_of_dates[day], "the first one was used")
    return first


def report_undated(edition: str | None, claims: Claims) -> None:
    """Report a document that states no effective date; one that states too many was reported as that."""
    if edition is None and all(problem.code != "many-dates" for problem in claims.problems):
        claims.report("no-date", "info", "the document states no effective date")
