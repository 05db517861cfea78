"""Every rule that had a number, with the current number of that rule."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from graph.answers.pages import answer_page_history, list_pages_with
from graph.answers.retyped import find_retyped
from graph.answers.sightings import SightingAnswer
from graph.citations.judge.messages import describe_number, describe_place
from graph.history import History, Period
from graph.history.destination import Destination
from graph.ledger import Ledger
from graph.restatements.restated import RestatedAnswer, describe_restated, find_restated
from rules.errors import NotFound
from rules.keys import is_entry, name_of, number_of
from rules.numbers import kind_of
from rules.records import COMPREHENSIVE_RULES
from rules.sentences import join_words


class RedirectionAnswer(Struct, frozen=True):
    """A rule to which the last version of an empty chapter referred readers.

    Attributes:
        number: The number of the rule that this version names.
        numbers: Numbers of that rule in the newest edition; empty if it is gone.
    """

    number: str
    numbers: tuple[str, ...]


class OwnerAnswer(Struct, frozen=True):
    """A rule that had a number.

    Attributes:
        first: The first edition in which the rule had the number.
        last: The last edition in which the rule had the number.
        until: The last day on which the rule had the number; null if the rule still has it.
        title: Title of the rule, or of the nearest rule above it that has a title; null if there is none.
        now: The current number of the rule, or when it was deleted, in words.
        numbers: Numbers of the rule in the newest edition, including the parts that were split off while the rule had
            this number. For other works, the numbers of the rules in `restated`.
        gone: The edition that dropped the rule; null if the rule still exists.
        last_number: The last number of the rule; null if the rule still exists.
        see: The rules to which the last version of this rule sent readers, if that version was a chapter that contained
            nothing else; otherwise empty.
        restated: The rules of the Comprehensive Rules that this one restates, and where those rules are now; only for
            rules of other works.
        retyped_editions: The retyped editions on which `first` or `last` is based; only if there are any.
    """

    first: str
    last: str
    until: str | None
    title: str | None
    now: str
    numbers: tuple[str, ...]
    gone: str | None
    last_number: str | None
    see: tuple[RedirectionAnswer, ...]
    restated: tuple[RestatedAnswer, ...] | UnsetType = UNSET
    retyped_editions: tuple[str, ...] | UnsetType = UNSET


class NumberAnswer(Struct, frozen=True):
    """A number, and the rules that had it.

    Attributes:
        number: The number, in its regular form.
        owners: The rules that had the number, oldest first.
        sightings: Rules with the number that were found on loose pages of issues missing from the archive; only if
            there are any.
    """

    number: str
    owners: tuple[OwnerAnswer, ...]
    sightings: tuple[SightingAnswer, ...] | UnsetType = UNSET


def answer_number(ledger: Ledger, number: str) -> NumberAnswer:
    """Return the rules that had a number, oldest first, each with its dates, its title and its current place.

    Args:
        ledger: The ledger.
        number: The number of a rule, in its regular form.

    Raises:
        NotFound: No edition and no page of another issue has such a rule.
    """
    history = History(ledger)
    owners = _list_other_owners(history, number)
    owners += [_answer_owner(ledger, history, number, period) for period in history.periods.of_number(number)]
    owners.sort(key=lambda owner: owner.first)
    pages = list_pages_with(ledger, number)
    sightings = answer_page_history(ledger, pages).sightings if pages else UNSET
    if not owners and sightings is UNSET:
        raise NotFound(
            f"no edition has a rule {number}; a number looks like 702.40a, and the code of a finding like CR002"
        )
    return NumberAnswer(number, tuple(owners), sightings)


def _answer_owner(ledger: Ledger, history: History, number: str, period: Period) -> OwnerAnswer:
    """Return the rule that had a number in a period, with its current place or with its end."""
    latest = ledger.resolve("latest")
    destination = history.destinations.of_period(period, latest)
    owner = OwnerAnswer(
        first=period.first,
        last=period.last,
        until=history.calendar.last_day(period.last),
        title=describe_number(history, period.last, period.key) or None,
        now=_describe_now(history, destination, period.key, latest),
        numbers=tuple(destination.numbers),
        gone=None,
        last_number=None,
        see=(),
        retyped_editions=find_retyped(ledger, period.first, period.last),
    )
    return owner if destination.keys else _add_end(ledger, history, number, period, owner)


def _add_end(ledger: Ledger, history: History, number: str, period: Period, owner: OwnerAnswer) -> OwnerAnswer:
    """Return a rule that is gone, with the edition that dropped it, and where readers were referred to then.

    Args:
        ledger: The ledger.
        history: The history of the ledger.
        number: The number.
        period: The period in which the rule had the number.
        owner: The rule.
    """
    end, last_key = history.destinations.find_end(period)
    gone = history.calendar.edition_after(end)
    last_number = name_of(last_key)
    now = f"it was deleted in {gone}"
    if last_number != number:
        now += f"; its last number was {last_number}"
    see = _answer_redirections(ledger, history, end, last_key)
    if see:
        parts = [f"{redirection.number}, now {join_words(redirection.numbers) or 'gone'}" for redirection in see]
        now += f"; its last wording only referred to {'; '.join(parts)}"
    return replace(owner, now=now, gone=gone, last_number=last_number, see=see)


def _answer_redirections(ledger: Ledger, history: History, edition: str, key: str) -> tuple[RedirectionAnswer, ...]:
    """Return the rules that an empty chapter names, with their numbers today."""
    latest = ledger.resolve("latest")
    redirections: list[RedirectionAnswer] = []
    for target in _list_redirections(ledger, edition, key):
        lineage = history.lineages.find(edition, target)
        if lineage:
            destination = history.destinations.of_lineage(lineage, edition, latest)
            redirections.append(RedirectionAnswer(target, tuple(destination.numbers)))
    return tuple(redirections)


def _describe_now(history: History, destination: Destination, key: str, latest: str) -> str:
    """Return in words where a rule that had a key is now: `it still has this number, and parts of it are in 702.41`.

    Args:
        history: The history.
        destination: Where the rule is in the latest edition.
        key: The key that it had.
        latest: The latest edition.
    """
    if not destination.lineage_continues or destination.keys[0] != key:
        return describe_place(history, destination, latest)
    described = "it still has this number"
    parts = [name_of(part) for part in destination.parts]
    if parts:
        described += f", and parts of it are in {join_words(parts)}"
    return described


def _list_other_owners(history: History, number: str) -> list[OwnerAnswer]:
    """Return the rules of other works that had a number, work by work, and oldest first within a work."""
    owners: list[OwnerAnswer] = []
    for period in history.periods.in_all_works(number):
        work = history.calendar.work_of[period.first]
        if work == COMPREHENSIVE_RULES:
            continue
        restated = find_restated(history, period.last, period.key)
        now = "; ".join(map(describe_restated, restated)) or "no rule is known to say the same"
        numbers = dict.fromkeys(number for answer in restated for number in answer.numbers)
        owners.append(
            OwnerAnswer(
                first=period.first,
                last=period.last,
                until=history.calendar.last_day(period.last),
                title=history.titles.heading(period.last, period.key) or None,
                now=f"from another work, the {work.replace('-', ' ')}; {now}",
                numbers=tuple(numbers),
                gone=None,
                last_number=None,
                see=(),
                restated=restated,
            )
        )
    return owners


def _list_redirections(ledger: Ledger, edition: str, key: str) -> list[str]:
    """Return the rules that an empty chapter refers to; none if the key is of anything else.

    A chapter without rules below it only says where its rules are now.
    """
    if is_entry(key) or kind_of(number_of(key)) != "chapter":
        return []
    if any(below.startswith(f"{key}.") for below in ledger.keys(edition)):
        return []
    return list(dict.fromkeys(target for found in ledger.references(edition, key) for target in found.found_keys))
