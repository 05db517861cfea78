"""The title that is printed as that of a chapter or titled rule, although it is the title of another.

Such a title shows what is meant, whatever words it shares with the title of the cited number: "Mana Abilities" is not
"Loyalty Abilities". The number is wrong if neither its rule, nor a rule above or below it, ever had the title. It may
be right if the title is a part of a longer title that its rule had: "Continuous Effects" may be short for "Interaction
of Continuous Effects".
"""

from msgspec import Struct

from graph.citations.judge.case import Case
from graph.citations.judge.placing import PlacedTitle
from graph.ledger.words import distinctive_terms
from rules.numbers import without_letters


class PrintedTitle(Struct, frozen=True):
    """A title that is printed as that of a number, and is the title of other numbers.

    Attributes:
        title: The title.
        holders: The numbers with the title in the target edition, in order; none if only a former edition had it.
    """

    title: PlacedTitle
    holders: tuple[str, ...]


def find_title_of_other_rule(case: Case) -> PrintedTitle | None:
    """Return the title that is printed as that of a chapter or titled rule and is not its title; None without one."""
    if case.number != without_letters(case.number) or case.words.in_list or case.words.citation.form != "number":
        return None
    for named in case.words.own_titles:
        if named.printed:
            return _make_printed_title(case, named)
    return None


def _make_printed_title(case: Case, named: PlacedTitle) -> PrintedTitle | None:
    """Return a printed title with its holders; None if the number may have it."""
    if named.name in case.history.ability_words:
        return None  # an ability word labels abilities of any kind
    if named.name in case.all_titles(case.target) or _may_be_short_for(case, named):
        return None
    holders = case.history.numbers_titled(named.name, case.target)
    if any(_is_above_or_below(case.number, holder) for holder in holders):
        return None
    return PrintedTitle(named, holders)


def _may_be_short_for(case: Case, named: PlacedTitle) -> bool:
    """Return whether all words of a printed title are in a title that the number's rule has or had."""
    terms = distinctive_terms(named.words)
    if not terms:
        return False
    return any(terms <= distinctive_terms(heading) for heading in _list_headings(case))


def _list_headings(case: Case) -> list[str]:
    """Return the headings that the rule of a number ever had, as printed."""
    history = case.history
    versions = history.versions(case.now or "")
    headings = (history.heading(version.first, version.key) for version in versions)
    return [heading for heading in headings if heading]


def _is_above_or_below(number: str, holder: str) -> bool:
    """Return whether a number is the holder of a title, or is above or below it: 702 and 702.40a are for 702.40."""
    shorter, longer = sorted((number, holder), key=len)
    if len(shorter) < len("100"):
        return longer.startswith(shorter)
    return longer == shorter or longer.startswith(f"{shorter}.") or without_letters(longer) == shorter
