"""The title that is printed as that of a chapter or titled rule, when another one has it.

Such a title says what is meant, whatever words it shares with the title of the cited number: "Mana Abilities" is not
"Loyalty Abilities". It accuses if neither the cited number, nor what is above or below it, ever had it, and if it is no
part of a longer title that one of these has: "Continuous Effects" may be short for "Interaction of Continuous Effects".
"""

from msgspec import Struct

from graph.citations.judge.case import Case
from graph.citations.judge.placing import PlacedTitle
from graph.ledger.words import distinctive_terms
from rules.numbers import without_letters


class PrintedTitle(Struct, frozen=True):
    """A title printed as that of a number, which other numbers have.

    Attributes:
        title: The title.
        holders: The numbers in the target edition that have it, in order; none if only a former edition had it.
    """

    title: PlacedTitle
    holders: tuple[str, ...]


def find_strange_title(case: Case) -> PrintedTitle | None:
    """Return the title that is printed as the one of a chapter or titled rule, and is not; None if there is none."""
    if case.number != without_letters(case.number) or case.words.in_list or case.words.citation.form != "number":
        return None
    for named in case.words.own_titles:
        if named.printed:
            return _make_strange(case, named)
    return None


def _make_strange(case: Case, named: PlacedTitle) -> PrintedTitle | None:
    """Return a printed title with its holders; None if the number may have it."""
    if named.name in case.history.ability_words:
        return None  # it labels abilities of any kind
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
    """Return whether a number is the holder of a title, a part of it, or has it as a part."""
    shorter, longer = sorted((number, holder), key=len)
    if len(shorter) < len("100"):
        return longer.startswith(shorter)
    return longer == shorter or longer.startswith(f"{shorter}.") or without_letters(longer) == shorter
