"""CR001, CR002, CR006, CR007: numbers that the target edition lacks, and those that cannot be meant as printed."""

from collections.abc import Sequence

from graph.citations.judge.messages import (
    describe_change,
    describe_move,
    describe_number,
    describe_place,
    find_break,
    join_words,
    number_with_title,
)
from graph.citations.judge.words import Case
from graph.citations.records import Citation, Fault
from graph.history import History, Period
from rules.numbers import LETTERS, is_number, kind_of, parent_of

_SKIPPED = {"l": "1", "o": "0"}
"""The letters that no subrule has, and the digit that each looks like."""
_YEARS_OF_KEYWORDS = 25
"""Maximum distance of a number from the last rule of a chapter of keywords at which it is taken for a newer keyword.
Since 2009 no twelve months brought more than 13 keywords to a chapter, so this is about two years of keywords."""


def check_form(history: History, citation: Citation) -> Fault | None:
    """Return the fault of a citation that is misprinted as a whole; None if it is not."""
    problem = citation.problem
    if problem is None and citation.form == "range" and len(citation.parts) == 2:
        ours, theirs = (history.periods(part.number) for part in citation.parts)
        if ours and theirs and not any(one.first <= it.last and it.first <= one.last for one in ours for it in theirs):
            problem = f"no edition has both {citation.parts[0].number} and {citation.parts[1].number}"
    return Fault("CR006", f"{citation.raw}: {problem}.") if problem else None


def check(case: Case) -> Fault | None:
    """Return the fault of a number that the target edition lacks; None for examples, placeholders and amounts."""
    checks = (_check_retired, _check_letter, _check_beyond_data, _check_never_existed)
    return next(filter(None, (find(case) for find in checks)), None)


def _check_retired(case: Case) -> Fault | None:
    """Return the fault of a number that the target edition no longer has; None if it never had it."""
    history, number, target = case.history, case.number, case.target
    past = [period for period in history.periods(number) if period.first <= target]
    if not past:
        return None
    likelier = [it for it in past if case.words.find_side(past[-1].lineage, it.lineage) == "then"]
    meant = (case.words.find_fitting(past, number) or likelier or past)[-1]
    what = describe_number(history, meant.last, number)
    message = (
        f"{number}{f', {what},' if what else ''} was in use from {meant.first} to {history.last_day(meant.last)}; "
        f"{describe_change(history, meant, target)}."
    )
    if len({period.lineage for period in past}) > 1:
        message += f" Other rules had the number {'before' if meant == past[-1] else 'at other times'}."
    fitting = _find_parent(case, meant)
    if fitting:
        message += f" The words beside it fit {fitting}."
    place = history.place(meant.lineage, meant.last, target)
    allowed = place.sure and not (
        fitting
        or case.words.contradict(meant.last, number)
        or (case.base is not None and case.is_off_title(meant.last))
    )
    return Fault(
        "CR002",
        message,
        place.numbers if allowed else (),
        find_break(history, meant, target),
        "holder",
        meant.last if allowed else None,
    )


def _find_parent(case: Case, meant: Period) -> str | None:
    """Return a description of a rule or chapter above the number, now or once, that the words name.

    They must not be about the rule that the number was. In that case only the last part of the number is wrong, or the
    number never belonged to the rule that is named; either way, the new number of its own rule is not meant.
    """
    history, target = case.history, case.target
    then = history.titles_above(meant.last, case.number)
    if case.words.may_be_about(then[0] or then[1]):
        return None
    above = case.parent
    while above is not None and len(above) > 1:
        for period in reversed(history.periods(above)):
            titles = history.titles_of(period.lineage) - then[0] - then[1]
            is_present = period.last >= target
            names = case.words.may_be_about if is_present and "." in above else case.words.names
            if names(titles) or case.lexicon.find_inflected(case.words.close, titles):
                if is_present:
                    return number_with_title(history, target, above)
                place = history.place(period.lineage, period.last, target)
                until, what = history.last_day(period.last), describe_number(history, period.last, above)
                return f"what {above} was until {until}, {what}: {describe_place(history, place, target)}"
        above = parent_of(above)
    return None


def _check_letter(case: Case) -> Fault | None:
    """Return the fault of a number such as `702.1l`: the rules have no l and no o, which look like 1 and 0."""
    number, letter = case.number, case.number[-1]
    if letter not in _SKIPPED or not is_number(number):
        return None
    digit = number[:-1] + _SKIPPED[letter]
    before, after = (number[:-1] + chr(ord(letter) + step) for step in (-1, 1))
    neighbours = [neighbour for neighbour in (before, after) if case.history.exists(neighbour, case.target)]
    is_digit = case.history.exists(digit, case.target) and not neighbours
    hint = f" {digit} was probably meant." if is_digit else ""
    hint = f" {join_words(neighbours, 'or')} may be meant." if neighbours else hint
    message = f"No rule has the letter {letter}: the rules skip l and o.{hint}"
    return Fault("CR006", message, (digit,) if is_digit else ())


def _check_beyond_data(case: Case) -> Fault | None:
    """Return the fault of a number that came after the target edition, or may come after the newest one."""
    history, number, target = case.history, case.number, case.target
    later = next((period for period in history.periods(number) if period.first > target), None)
    if later is not None:
        place = history.place(later.lineage, later.first, target)
        there = f"; on {target} {describe_move(place)}" if place.keys else ""
        since, name = history.name_edition(later.first), history.name_edition(target)
        message = f"{number} came with {since} and is not yet in {name}{there}."
        allowed = place.sure and not case.words.contradict(later.first, number)
        return Fault("CR007", message, place.numbers if allowed else (), edition=later.first if allowed else None)
    missing, parent = case.find_gap()
    siblings = history.children(target).get(parent or "", ())
    if target != history.newest or not siblings or not _continues(history, missing, siblings):
        return None
    newest = f"the newest edition known, {history.name_edition(target)}, which ends with {siblings[-1]}"
    return Fault("CR007", f"{number} is newer than {newest}.")


def _continues(history: History, number: str, siblings: Sequence[str]) -> bool:
    """Return whether a number may be a new keyword or chapter after the last one of the newest edition."""
    if kind_of(number) == "chapter":
        return int(number) == int(siblings[-1]) + 1
    titled = sum(history.heading(history.newest, key) is not None for key in siblings)
    beyond = int(number.rpartition(".")[2]) - int(siblings[-1].rpartition(".")[2]) if kind_of(number) == "rule" else 0
    return titled > len(siblings) / 2 and 0 < beyond <= _YEARS_OF_KEYWORDS


def _check_never_existed(case: Case) -> Fault | None:
    """Return the fault of a number that no edition has; None for examples, placeholders and amounts."""
    number, citation = case.number, case.words.citation
    digits = "".join(filter(str.isdigit, number))
    is_example = number.endswith("x") or ("." in number and (digits in "123456789" or len(set(digits)) == 1))
    # Of 18 numbers without cue and letter in 31 public trees 15 were prices and scores, and one was a citation.
    may_be_amount = (
        citation.cue is None and citation.stamp is None and citation.form == "number" and number[-1].isdigit()
    )
    if is_example or may_be_amount:
        return None
    noun = "a rule" if "." in case.number else "a chapter"
    return Fault("CR001", f"No edition has {noun} {case.number}{_describe_near(case)}.")


def _describe_near(case: Case) -> str:
    """Return a phrase with the numbers that exist instead: the letters of the rule, or the last rule of the chapter."""
    number, parent = case.find_gap()
    if parent is None:
        return ""
    children = case.history.children(case.target).get(parent, ())
    if is_number(number) and kind_of(number) == "subrule":
        letters = [child.removeprefix(parent) for child in children]
        if not letters:
            return f"; {parent} has no subrules"
        run = "".join(letters) == LETTERS[: len(letters)] and len(letters) > 2
        return f"; {parent} has {f'{letters[0]} to {letters[-1]}' if run else join_words(letters)}"
    if not children:
        return f"; {parent} has no rules below it"
    name = "chapter" if kind_of(parent) == "chapter" else "section"
    return f"; {name} {parent} ends with {children[-1]}"
