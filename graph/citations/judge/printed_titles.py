"""The title that is printed as that of a chapter or titled rule, although it is the title of another.

Such a title shows what is meant, whatever words it shares with the title of the cited number: "Mana Abilities" is not
"Loyalty Abilities". The number is wrong if neither its rule, nor a rule above or below it, ever had the title. It may
be right if the title is a part of a longer title that its rule had: "Continuous Effects" may be short for "Interaction
of Continuous Effects". A title in small letters counts only as a label of several words that hardly any rule of the
cited number has.
"""

from collections.abc import Iterator

from msgspec import Struct

from graph.citations.judge.case import Case
from graph.citations.judge.connections import are_related
from graph.citations.judge.glossary_names import has_several_words
from graph.citations.judge.placing import PlacedTitle
from graph.ledger.words import distinctive_terms
from rules.numbers import without_letters
from rules.text import strip_title

_MOST_MENTIONING = 0.1
"""Maximum share of a chapter's rules that have the words of another title, if the chapter is not about it."""


class PrintedTitle(Struct, frozen=True):
    """A title that is printed as that of a number, and is the title of other numbers.

    Attributes:
        title: The title.
        holders: The numbers with the title in the target edition, in order; none if only a former edition had it.
    """

    title: PlacedTitle
    holders: tuple[str, ...]


def find_title_of_other_rule(case: Case) -> PrintedTitle | None:
    """Return the title that is printed as that of a chapter or rule and is not its title; None without one.

    None also for a subrule, a range and a list, and for a number that has its own title printed after it: a title
    before it is then that of another number, as in `CR 100 - Oars, CR 101 - Tolls`. Only the first title that is
    printed as a title, or is all that labels the number, is looked at; if the number may have that title, the result is
    None.
    """
    if _has_own_title_after(case):
        return None
    if case.number != without_letters(case.number) or case.words.in_list or case.words.citation.form != "number":
        return None
    for named in case.words.own_titles:
        if named.printed or (_is_label(case, named) and _is_foreign(case, named)):
            printed = _make_printed_title(case, named)
            return None if printed is None or _is_of_neighbour(case, printed) else printed
    return None


def _has_own_title_after(case: Case) -> bool:
    """Return whether a title that the rule of a number ever had is printed after the number as its title."""
    own_titles = case.all_titles(case.target_edition)
    return any(named.as_title and not named.before and named.name in own_titles for named in case.words.own_titles)


def _is_of_neighbour(case: Case, printed: PrintedTitle) -> bool:
    """Return whether a neighbouring citation that may share a title is of a number that has it."""
    lineages = (case.history.lineages.find(case.target_edition, holder) for holder in printed.holders)
    return any(case.words.neighbour_cites(lineage) for lineage in lineages)


def _is_label(case: Case, named: PlacedTitle) -> bool:
    """Return whether a title of several words is all that labels a number, also in small letters.

    Words of a sentence of which the number is a part are none: `apply the 613 continuous effects`.
    """
    if named.belongs_elsewhere or not has_several_words(named.words) or _is_in_prose(case, named):
        return False
    labels = (label for label in case.words.labels if not label.in_sentence)
    return any(strip_title(label.words) == named.name for label in labels)


def _is_in_prose(case: Case, named: PlacedTitle) -> bool:
    """Return whether a title is in a sentence of which the number is a part."""
    return any(
        evidence.kind == "prose" and evidence.words[named.start : named.end] == named.words
        for evidence in case.words.citation.evidence
    )


def _is_foreign(case: Case, named: PlacedTitle) -> bool:
    """Return whether hardly any rule at or below a number, in any wording, has all words of a title.

    In small letters these may be words about what several such rules say of the thing that the title names.
    """
    terms = distinctive_terms(named.words)
    lineages = list(_list_lineages(case, case.number))
    mentioning = sum(terms <= case.lexicon.terms_of_lineage(lineage) for lineage in lineages)
    return mentioning <= _MOST_MENTIONING * len(lineages)


def _list_lineages(case: Case, number: str) -> Iterator[str]:
    """Yield the lineages of a number and of all that is below it in the target edition."""
    lineage = case.history.lineages.find(case.target_edition, number)
    if lineage is not None:
        yield lineage
    for child in case.history.lineages.children(case.target_edition, number):
        yield from _list_lineages(case, child)


def _make_printed_title(case: Case, named: PlacedTitle) -> PrintedTitle | None:
    """Return a printed title with the numbers that have it; None for an ability word, and if the number may have it.

    The number may have the title of a number above or below it, and a title that is a shorter form of its own.
    """
    if named.name in case.history.titles.ability_words:
        return None  # an ability word labels abilities of any kind
    if named.name in case.all_titles(case.target_edition) or _may_be_short_for(case, named):
        return None
    holders = case.history.titles.numbers_with(named.name, case.target_edition)
    if any(are_related(case.number, holder) for holder in holders):
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
    versions = history.versions.of_lineage(case.lineage_now or "")
    headings = (history.titles.heading(version.first, version.key) for version in versions)
    return [heading for heading in headings if heading]
