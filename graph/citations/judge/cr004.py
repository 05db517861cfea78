"""CR004 text-mismatch: numbers next to the quoted text of another rule, or to the name of another rule in the glossary.

A quoted rule must have had the number before, or be the only one quoted.
"""

from graph.citations.judge.case import Case
from graph.citations.judge.former_meaning import make_former_fault
from graph.citations.judge.glossary_labels import find_glossary_label
from graph.citations.judge.glossary_mentions import find_glossary_mention
from graph.citations.judge.messages import describe_place, number_with_title
from graph.citations.judge.quotes import AS_GOOD, LEAST_OF_SOURCE, RESEMBLES, SHORTEST_VERBATIM, Quote
from graph.citations.judge.rivals import has_quote_rather_of
from graph.citations.records import Fault
from graph.history import Destination
from rules.numbers import chapter_of, without_letters
from rules.sentences import join_words


def check(case: Case) -> Fault | None:
    """Return the fault of a number next to which another rule is quoted, or named as in the glossary; else None."""
    fault: Fault | None = None
    if case.words.quotes:
        fault = _find_quoted_past(case) or _find_quoted_sister(case) or _find_quoted_other(case)
    return fault or _find_named_other(case)


def _find_quoted_past(case: Case) -> Fault | None:
    """Return the fault of a number next to which its past rule is quoted, and not its present rule.

    This also finds two sister rules that swapped numbers. If the quote is alike to several past rules, such as those of
    two keywords, the rule with the greatest share of the quote is meant.
    """
    words = case.words
    quoted = [period for period in case.former if has_quote_rather_of(words, period.lineage, case.lineage_now or "")]
    if not quoted:
        return None
    best = max(quoted, key=lambda period: max(quote.share_of(period.lineage) for quote in words.quotes))
    return make_former_fault(case, best, "quote")


def _find_quoted_other(case: Case) -> Fault | None:
    """Return the fault of a number next to which exactly one rule is quoted, none of the number's family."""
    for quote in case.words.quotes:
        lineage = _find_only_source(case, quote)
        if lineage is None:
            continue
        fault = _make_quote_fault(case, lineage)
        if fault is not None:
            return fault
    return None


def _find_quoted_sister(case: Case) -> Fault | None:
    """Return the fault of a subrule that is printed with the whole text of another subrule of its rule; else None.

    The text must be copied as the rules print it, right after the number, and the number must never have had it.
    """
    if not case.words.citation.is_copied or case.number == without_letters(case.number):
        return None
    holders = {period.lineage for period in case.history.periods.of_key(case.number)}
    for quote in case.words.quotes:
        if quote.length < SHORTEST_VERBATIM or quote.best_share_of(frozenset(holders)) >= RESEMBLES:
            continue
        sisters = [lineage for lineage in sorted(case.family) if quote.share_of(lineage) == 1.0]
        if len(sisters) == 1:
            return _make_sister_fault(case, sisters[0])
    return None


def _make_sister_fault(case: Case, lineage: str) -> Fault | None:
    """Return the fault of a subrule that is printed with the text of a sister; None for the text of the rule itself."""
    history, target = case.history, case.target_edition
    destination = history.destinations.of_lineage(lineage, target, target)
    rule = without_letters(case.number)
    if rule in destination.keys or case.words.neighbour_cites(lineage):
        return None
    return Fault(
        "CR004",
        f"The text printed after {number_with_title(history, target, case.number)}, belongs to another rule: "
        f"{describe_place(history, destination, target)}.",
        suggestions=destination.suggested,
        evidence="quote",
    )


def _find_only_source(case: Case, quote: Quote) -> str | None:
    """Return the only lineage that a quote can be from; None if the quote is too short, or if several lineages can be.

    None also if the quote may be from a rule of the number's family (`Lexicon.family`).
    """
    best = quote.best_share
    if quote.length < SHORTEST_VERBATIM or best < LEAST_OF_SOURCE or quote.best_share_of(case.family):
        return None
    sources = [lineage for lineage, share in quote.shares.items() if share >= AS_GOOD * best]
    return sources[0] if len(sources) == 1 else None


def _make_quote_fault(case: Case, lineage: str) -> Fault | None:
    """Return the fault of a number next to which the rule of a lineage is quoted.

    If that rule is of the family that the number once had, the fault says what the number was then. Otherwise it says
    where the quoted rule is now.

    None if the quote is from a later edition, belongs to a neighbouring citation, or can be about the number's rule.
    """
    history, number, target = case.history, case.number, case.target_edition
    versions = [version for version in history.versions.of_lineage(lineage) if version.first <= target]
    if not versions:
        return None  # a quote from a later edition
    if case.words.neighbour_cites(lineage) or _is_labelled(case):
        return None
    destination = history.destinations.of_lineage(lineage, min(versions[-1].last, target), target)
    if _is_within_cited(case, destination):
        return None
    for period in case.former:
        if lineage in case.lexicon.family(period.last, number):
            return make_former_fault(case, period, "quote")
    return Fault(
        "CR004",
        f"The text quoted next to {number_with_title(history, target, number)}, belongs to another rule: "
        f"{describe_place(history, destination, target)}.",
        suggestions=destination.suggested,
        evidence="quote",
    )


def _is_labelled(case: Case) -> bool:
    """Return whether the title of a number is directly before it, so that the quote may be of a card.

    For example, `A boat (CR 100): "If it would sink, …"`, next to the chapter "Boats".
    """
    titles = case.history.titles.of_number(case.target_edition, case.number).nearest
    find_inflected = case.lexicon.titles.find_inflected
    return any(label.is_before and find_inflected(label.words, titles) is not None for label in case.words.labels)


def _is_within_cited(case: Case, destination: Destination) -> bool:
    """Return whether a quoted rule is the cited one, of its family, or in the cited chapter."""
    below = f"{case.number}."
    for key in destination.keys:
        if key.startswith(below) or case.history.lineages.find(case.target_edition, key) in case.family:
            return True
    return False


def _find_named_other(case: Case) -> Fault | None:
    """Return the fault of a number that is labelled with the name of another rule in the glossary, or mentions it."""
    label = find_glossary_label(case)
    if label is not None:
        return make_name_fault(case, label.words, label.numbers)
    mention = find_glossary_mention(case)
    if mention is not None:
        return make_name_fault(case, mention.words, (mention.number,))
    return None


def make_name_fault(case: Case, words: str, numbers: tuple[str, ...]) -> Fault:
    """Return the fault of a number next to the name of other rules in the glossary.

    If one of these rules had the number before, the fault says so. Otherwise the only one of them in the chapter of the
    number is suggested, or the only one at all.

    Args:
        case: The number.
        words: The name.
        numbers: The rules to which the glossary leads from it.
    """
    chapter = chapter_of(case.number)
    sisters = tuple(number for number in numbers if chapter_of(number) == chapter) or numbers
    lineages = {case.history.lineages.find(case.target_edition, number) for number in numbers}
    for period in case.former:
        if period.lineage in lineages:
            return make_former_fault(case, period, "title")
    return Fault(
        "CR004",
        f'The glossary leads from "{words}", printed next to '
        f"{number_with_title(case.history, case.target_edition, case.number)}, to {join_words(numbers)}.",
        suggestions=sisters if len(sisters) == 1 else (),
        evidence="title",
    )
