"""What a number was and is: every rule that had it, and where that rule is now."""

from __future__ import annotations

from msgspec import UNSET

from graph.answers.pages import answer_page_history, list_pages_with
from graph.answers.rule import NumberAnswer, OwnerAnswer, RedirectionAnswer
from graph.citations.judge.messages import describe_number, describe_place, join_words
from graph.history import History
from graph.ledger import Ledger
from graph.restatements.restated import describe_restated, find_restated
from rules.errors import NotFound
from rules.numbers import is_term, kind_of, name_of, number_of
from rules.records import COMPREHENSIVE_RULES


def answer_number(ledger: Ledger, number: str) -> NumberAnswer:
    """Return the rules that had a number, oldest first, each with its dates, its title and its current place.

    Args:
        ledger: The ledger.
        number: The number of a rule, in its regular form.

    Raises:
        NotFound: No edition and no page of another issue has such a rule.
    """
    history = History(ledger)
    latest = ledger.resolve("latest")
    owners = _list_other_owners(history, number)
    for period in history.periods_of_number(number):
        place = history.place(period.lineage, period.last, latest)
        now = "it still has this number" if place.keys == (period.key,) else describe_place(history, place, latest)
        gone = last_number = None
        see: tuple[RedirectionAnswer, ...] = ()
        if not place.keys:
            end, last_key = history.find_end(period.lineage)
            gone, last_number = history.edition_after(end), name_of(last_key)
            now = f"it is gone since {gone}" + (f", last as {last_number}" if last_number != number else "")
            see = tuple(
                RedirectionAnswer(target, tuple(history.place(lineage, end, latest).numbers))
                for target in _list_redirections(ledger, end, last_key)
                if (lineage := history.lineage(end, target))
            )
        if see:
            parts = (f"{each.number}, now {join_words(each.numbers) or 'gone'}" for each in see)
            now += f"; it was empty at last and said to see {'; '.join(parts)}"
        owners.append(
            OwnerAnswer(
                period.first,
                period.last,
                until=history.last_day(period.last),
                title=describe_number(history, period.last, period.key) or None,
                now=now,
                numbers=tuple(place.numbers),
                gone=gone,
                last_number=last_number,
                see=see,
            )
        )
    owners.sort(key=lambda owner: owner.first)
    pages = list_pages_with(ledger, number)
    sightings = answer_page_history(ledger, pages).sightings if pages else UNSET
    if not owners and sightings is UNSET:
        raise NotFound(f"no edition has a rule {number}")
    return NumberAnswer(number, tuple(owners), sightings)


def _list_other_owners(history: History, number: str) -> list[OwnerAnswer]:
    """Return the rules of other works that had a number, oldest first."""
    owners: list[OwnerAnswer] = []
    for period in history.all_periods(number):
        work = history.works[period.first]
        if work == COMPREHENSIVE_RULES:
            continue
        restated = find_restated(history, period.last, period.key)
        now = "; ".join(map(describe_restated, restated)) or "no rule is known that says the same"
        owners.append(
            OwnerAnswer(
                period.first,
                period.last,
                until=history.last_day(period.last),
                title=history.heading(period.last, period.key) or None,
                now=f"of another work, the {work.replace('-', ' ')}; {now}",
                numbers=tuple(dict.fromkeys(number for each in restated for number in each.numbers)),
                gone=None,
                last_number=None,
                see=(),
                restated=restated,
            )
        )
    return owners


def _list_redirections(ledger: Ledger, edition: str, key: str) -> list[str]:
    """Return the rules that an empty chapter names: one without rules below it only says where they are now."""
    if is_term(key) or kind_of(number_of(key)) != "chapter":
        return []
    if any(other.startswith(f"{key}.") for other in ledger.keys(edition)):
        return []
    return list(dict.fromkeys(target for found in ledger.references(edition, key) for target in found.target))
