"""Remarks about a query, as sentences for the person who asked.

Example: `The edition of 2009-07-11 has no rule 702.180.`
"""

from collections.abc import Iterable, Iterator, Sequence

from graph.answers.search import SearchAnswer
from graph.search.definition import read_definition
from graph.search.numbered import Numbered
from graph.search.past import PastAnswer
from graph.search.rank import Ranking
from graph.search.sets import EditionRow
from graph.search.text import fold
from graph.search.understand import Query
from rules.sentences import capitalize, join_words


def describe_sets(query: Query, edition_rows: Iterable[EditionRow]) -> Iterator[str]:
    """Yield a sentence about the set that a query names if no edition, or only a retyped one, is known for it.

    If the set has editions, but none of the time in the query, the sentence says of which years they are.
    """
    has_own_editions = bool(query.set_name)
    name = fold(query.set_name or query.whole)
    for row in edition_rows:
        is_named = name in {fold(row.code), fold(row.name)}
        if not row.released or row.date not in query.editions or not is_named:
            continue
        if row.is_retyped:
            yield (
                f"The edition of {row.name} ({row.code}), {row.released}, is known only from a retyped copy; "
                f"the next one is that of {row.date}."
            )
        else:
            yield (
                f"{row.name} ({row.code}) was released on {row.released} without an edition of its own; "
                f"that of {row.date} was in force."
            )
        has_own_editions = False
    if has_own_editions:
        years = sorted({date[:4] for date in query.editions})
        verb = "edition is" if len(years) == 1 else "editions are"
        yield f"“{capitalize(query.set_name)}” had no edition then; its {verb} from {join_words(years)}."


def describe_time(query: Query, edition_rows: Sequence[EditionRow]) -> list[str]:
    """Return a sentence about a time that a query names, if no edition was in force yet; otherwise an empty list."""
    if query.time is None or query.editions:
        return []
    return [f"No edition of that time is known; the first is {edition_rows[0].date}."]


def describe_numbers(typed: str, numbered: Numbered, edition: str) -> Iterator[str]:
    """Yield a sentence if a query was cut, and one for each number that the edition lacks if others are found.

    Args:
        typed: The query as typed.
        numbered: The meanings of its numbers.
        edition: The edition.
    """
    longest = read_definition().limits["query"]
    if len(" ".join(typed.split())) > longest:
        yield f"Only the first {longest} characters are read."
    if numbered.meanings:
        for number in numbered.missing:
            yield f"The edition of {edition} has no rule {number}."


def describe_unknown(words: Sequence[str], *, has_answers: bool) -> Iterator[str]:
    """Yield a sentence about words that no edition has, if they explain why a query has no answers, or too few.

    A word of English letters may be the name of a card, which the other words of a query can do without. A very long
    word is not repeated.

    Args:
        words: The words.
        has_answers: Whether the query has answers by its other words.
    """
    longest = read_definition().limits["unknown"]
    unknown = [f"“{word}”" for word in words if len(word) <= longest and not (has_answers and word.isascii())]
    if unknown:
        noun = "word" if len(unknown) == 1 else "words"
        yield f"No edition has the {noun} {join_words(unknown)}; the rules are in English."


def describe_past(past: PastAnswer, query: Query, ranking: Ranking, edition: str) -> Iterator[str]:
    """Yield what became of what a query asks for, then what the old or later names in it are called.

    Args:
        past: The answer about the past.
        query: The query.
        ranking: Its ranking.
        edition: The edition that is searched.
    """
    yield from past.notes
    notes_of_past = frozenset(map(fold, past.notes))  # a name has its letters as typed in one of two equal sentences
    for note in _describe_names(query, ranking, edition):
        if fold(f"{note}.") not in notes_of_past:
            yield note


def _describe_names(query: Query, ranking: Ranking, edition: str) -> Iterator[str]:
    """Yield what the old names in a query are called now, and what its later names were called in an older edition."""
    typed = query.text.strip('"')
    for name in ranking.old_names:
        shown = capitalize(typed if fold(typed) == name.old else name.old)
        if name.edition > edition:
            yield f"“{shown}” has been the name since {name.since}; before, it was “{name.names[-1]}”"
        else:
            yield f"“{shown}” has been called “{name.names[-1]}” since {name.since}"


def describe_issues(rulings: Iterable[SearchAnswer]) -> Iterator[str]:
    """Yield in which issues of rulings summaries there are answers."""
    for issue in dict.fromkeys(answer.edition for answer in rulings):
        yield f"The rulings summary of {issue} has answers; search as of {issue} to read them."
