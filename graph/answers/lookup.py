"""The record that a user named: a rule, a glossary entry or a lineage, with suggestions if there is none."""

from collections.abc import Iterable

from rules.errors import NotFound
from rules.grouping import grouped
from rules.keys import is_entry, name_of
from rules.numbers import without_letters
from rules.sentences import FEW
from rules.store import Store
from rules.store.query import number_in

_MOST_NEIGHBOURS = 40
"""Maximum number of rules under one number among which a similar one is looked for."""
_LEAST_LIKENESS = 0.6
"""Minimum likeness, 0 to 1, of a number that is proposed for a mistyped one; see `difflib.get_close_matches`."""
_LEAST_LIKENESS_OF_TERM = 0.8
"""The same for a term."""
LINEAGE_MARK = "@"
"""The character between the two parts of a lineage's id, `502.30a@2003-05-26`; no number and no term has it."""


def key_of(store: Store, edition: str, typed: str) -> str:
    """Return the key of the record that the user typed.

    Args:
        store: The knowledge base, or the ledger.
        edition: Id of the edition in which the record is looked up.
        typed: A number, `glossary:TERM`, or the id of a lineage (`502.30a@2003-05-26`).

    Raises:
        NotFound: The edition has no such record; the message suggests similar ones.
    """
    if not typed.strip():
        raise NotFound("the number is empty; write a rule as 702.40a and a glossary entry as glossary:Storm")
    if LINEAGE_MARK in typed:
        return _key_of_lineage(store, edition, typed.strip())
    if is_entry(typed):
        return entry_of(store, edition, typed)
    key = number_in(typed) or typed.strip()
    if key not in store.keys(edition):
        hints = [describe_elsewhere(store, key), _find_near(store, edition, key)]
        raise NotFound("\n".join([f"edition {edition} has no rule {key!r}", *filter(None, hints)]))
    return key


def _key_of_lineage(store: Store, edition: str, typed: str) -> str:
    """Return the key that a lineage has in an edition.

    Raises:
        NotFound: There is no such lineage, or the edition has no record of it.
    """
    lineage = _named_lineage(store, typed)
    for key, lineage_of_key in store.lineages(edition).items():
        if lineage_of_key == lineage:
            return key
    remedy = f"see what became of it with: comprules trace {typed}"
    raise NotFound(f"edition {edition} has no record of the lineage {typed!r}; {remedy}")


def _named_lineage(store: Store, typed: str) -> str:
    """Return the id of the lineage that the user typed.

    Raises:
        NotFound: There is no such lineage.
    """
    lineage = store.find_lineage(typed)
    if lineage is None:
        raise NotFound(f"there is no lineage {typed!r}; a lineage is named like 502.30a@2003-05-26")
    return lineage


def keys_of(store: Store, edition: str, names: Iterable[str]) -> tuple[list[str], list[NotFound]]:
    """Return the keys of the records that a user named, and an error for each name without a record.

    Each name is read as by `key_of`.
    """
    keys, missing = [], []
    for name in names:
        try:
            keys.append(key_of(store, edition, name))
        except NotFound as error:
            missing.append(error)
    return keys, missing


def edition_with(store: Store, edition: str, typed: str) -> str:
    """Return the edition in which to look up a name.

    That is the edition given, unless the name is a number that only other works have, such as A.2.4 of a rulings
    summary. Then it is the last issue of another work that has the number and is not newer than the edition given. If
    all issues with the number are newer, it is the first one.

    Args:
        store: The knowledge base, or the ledger.
        edition: Id of an edition.
        typed: What the user typed.
    """
    number = number_in(typed)
    versions = store.holders(number) if number else ()  # of all works, oldest first
    works_with_number = {store.work_of[version.first] for version in versions}
    if not versions or store.work_of[edition] in works_with_number:
        return edition
    up_to_edition = [version for version in versions if version.first <= edition]
    if not up_to_edition:
        return versions[0].first
    latest = up_to_edition[-1]
    issues = store.editions_of(store.work_of[latest.first])
    return max(issue for issue in issues if issue <= min(latest.last, edition))


def entry_of(store: Store, edition: str, typed: str) -> str:
    """Return the key of the glossary entry that the user typed, in upper or lower case.

    Raises:
        NotFound: The edition has no such entry; the message suggests similar ones.
    """
    if not name_of(typed).strip():
        raise NotFound("the name of the glossary entry is empty; write it as glossary:Storm")
    keys_by_folded = grouped((key.casefold(), key) for key in store.keys(edition) if is_entry(key))
    same_letters = keys_by_folded.get(typed.casefold(), [])
    if typed in same_letters:
        return typed
    if len(same_letters) == 1:
        return same_letters[0]
    hint = ""  # also for keys that differ only in capitals, if none of them was typed exactly
    proposals = _list_alike(typed.casefold(), keys_by_folded, _LEAST_LIKENESS_OF_TERM)
    if proposals:
        # Of keys that differ only in capitals, one is enough for a proposal.
        keys = ", ".join(f"'{keys_by_folded[proposal][-1]}'" for proposal in proposals)
        hint = f"\n  did you mean {keys}?"
    raise NotFound(f"edition {edition} has no glossary entry {name_of(typed)!r}{hint}")


def lineage_of(store: Store, typed: str, edition: str, *, lasting: bool) -> str:
    """Return the lineage of the record that the user typed, which may no longer exist.

    Args:
        store: The knowledge base, or the ledger.
        typed: A number, `glossary:TERM`, or the id of a lineage (`502.30a@2003-05-26`).
        edition: Id of the edition whose number is meant.
        lasting: Whether to look in the last edition that had the number, if `edition` does not have it.

    Raises:
        NotFound: There is none; the message suggests similar ones.
    """
    typed = typed.strip()
    if LINEAGE_MARK in typed:
        return _named_lineage(store, typed)
    edition, key = find_place(store, typed, edition, lasting=lasting)
    lineage = store.lineage_at(edition, key)
    if lineage is None:
        remedy = "the knowledge base is incomplete; rebuild it with: comprules ingest"
        raise NotFound(f"edition {edition}: {key!r} has no history; {remedy}")
    return lineage


def find_place(store: Store, typed: str, edition: str, *, lasting: bool) -> tuple[str, str]:
    """Return the edition and the key of the record that the user named.

    The arguments are those of `lineage_of`, but the user cannot name a lineage here.

    Raises:
        NotFound: There is none; the message suggests similar ones.
    """
    typed = typed.strip()
    key = typed if is_entry(typed) else number_in(typed) or typed
    if store.lineage_at(edition, key) is not None:
        return edition, key
    last = store.last_edition_with(key) if lasting else None
    return (last, key) if last else (edition, key_of(store, edition, typed))


def describe_elsewhere(store: Store, typed: str) -> str:
    """Return a line that names the editions with a rule of the number that was typed; empty if there is none."""
    number = number_in(typed)
    span = store.editions_with(number) if number else None
    if span is None:
        return ""
    first, last = span
    where = f"edition {first} has" if first == last else f"editions from {first} to {last} have"
    return f"  {where} that number; try: comprules show {number} --as-of {last}"


def _list_alike(typed: str, names: Iterable[str], least: float = _LEAST_LIKENESS) -> list[str]:
    """Return the names that are similar to the typed one, the most similar first."""
    import difflib  # noqa: PLC0415 - only needed for errors

    return difflib.get_close_matches(typed, list(names), n=FEW, cutoff=least)


def _find_near(store: Store, edition: str, key: str) -> str:
    """Return a hint for a number that the edition lacks; empty if there is none.

    The hint names the rules with the typed words as their heading; or the number with digits for the letters l and o;
    or similar numbers, the most similar first. If there are none, and the typed words have no number in them, it
    explains how a number looks.
    """
    titled = store.titled(edition, key)[:FEW]
    if titled:
        return "  did you mean " + ", ".join(f"{number} ({title})" for number, title in titled) + "?"
    numbers = list(dict.fromkeys(store.numbers(edition)))
    corrected = _correct_letters(key)
    if corrected != key and corrected in numbers:
        return f"  did you mean {corrected}?"
    proposals = _list_alike(key, _list_neighbours(key, numbers) or numbers)
    if proposals:
        return f"  did you mean {', '.join(proposals)}?"
    if number_in(key) or not key:
        return ""
    return f"  a number looks like 702.40a; for words use: comprules search {key}"


def _correct_letters(key: str) -> str:
    """Return a number with digits for the letters l and o, which no number has: `7o2.l9` → `702.19`."""
    if not key[:1].isdigit():
        return key
    return key.casefold().replace("o", "0").replace("l", "1")


def _list_neighbours(key: str, numbers: Iterable[str]) -> list[str]:
    """Return those of some numbers that begin as a number does: `702.40a` and `702.40b` for `702.40z`."""
    beginning = _common_beginning(key)
    if beginning == key:
        return []
    return [number for number in numbers if number.startswith(beginning)][:_MOST_NEIGHBOURS]


def _common_beginning(key: str) -> str:
    """Return the beginning that a number shares with its neighbours: `702.40` of `702.40z`, `A.2.` of `A.2.Ruling.3`.

    A number without such a beginning is returned whole.
    """
    if key[:1].isdigit():
        return without_letters(key)
    if key.count(".") < 2:
        return key
    work, chapter, *_ = key.split(".")
    return f"{work}.{chapter}."
