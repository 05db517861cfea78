"""The passages of editions, the terms renamed between two, and how much text passages share.

Over several steps, a piece of which too little text is left is dropped (`graph.compare.comparison`). A program without
texts, such as the site's script, needs the list of these pieces: `remnants`. It is short, because pieces matter only
where a link leads to another lineage.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from rapidfuzz.distance import LCSseq

from graph.history import History
from rules.change import Passage, Renamings, passage_of
from rules.grouping import grouped
from rules.links import INSTEAD, Term, Version
from rules.records import GlossaryEntry, Rule
from rules.store import Store
from rules.text import FUNCTION_WORDS, masked_words

Pair = tuple[str, str]

_SURE = 0.5
"""Minimum score of a mined term that counts without confirmation by a person."""
_MOST = 2_000


def is_sure(term: Term) -> bool:
    """Return whether a term counts as a renaming: a person confirmed it, or the texts leave little doubt."""
    return term.curated or term.score >= _SURE


def renamed_between(store: Store, older: str, newer: str) -> tuple[Pair, ...]:
    """Return (old words, new words), folded, of the terms renamed after one edition and up to a later one.

    Chains of renamings are joined.
    """
    terms = [term for term in store.terms(older, newer) if term.kind in INSTEAD and is_sure(term)]
    return join_renamings(
        pair for term in terms for pair in dict.fromkeys(((term.old, term.new or ""), *term.forms)) if pair[1]
    )


def join_renamings(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return the pairs, and for words that were renamed again later also the pair of the first words and the last.

    Args:
        pairs: The renamings, in chronological order.
    """
    chained: dict[Pair, None] = {}
    for old, new in pairs:
        for before, after in [*chained]:
            whole = f" {after} ".replace(f" {old} ", f" {new} ").strip() if old in after else after
            if whole not in (after, before) and len(chained) < _MOST:
                chained.setdefault((before, whole))
        chained.setdefault((old, new))
    return tuple(chained)


def renamings(store: Store, old: str, new: str) -> Renamings:
    """Return the terms renamed between two editions, of which the second may be the earlier one."""
    pairs = renamed_between(store, min(old, new), max(old, new))
    return Renamings(pairs if old <= new else [(after, before) for before, after in pairs])


PassageAt = Callable[[str, str], Passage]
"""Returns the words of a record: edition, key."""


def passage_at(history: History, edition: str, key: str) -> Passage:
    """Return the words of one record.

    Raises:
        LookupError: The edition has no such record.
    """
    record = history.record(edition, key)
    if record is None:
        raise LookupError(f"edition {edition} has no {key}")
    return passage_of(record)


def read_passages(store: Store) -> PassageAt:
    """Return what returns the words of records; those of an edition are all read when one is asked for."""

    @cache
    def read(edition: str) -> dict[str, Passage]:
        records: list[Rule | GlossaryEntry] = [*store.rules(edition), *store.glossary(edition)]
        return {record.key: passage_of(record) for record in records}

    return lambda edition, key: read(edition)[key]


HELD = 30
"""Minimum percentage of the shorter text's content words that the other must have for a piece to count."""


def measure_shared(old: Passage, new: Passage) -> int:
    """Return how many of the shorter passage's content words the other one has, in order, in percent.

    This is containment, not similarity: a rule that doubled in length still has all of its old text.
    """
    ours, theirs = _list_telling(old), _list_telling(new)
    shorter = min(len(ours), len(theirs))
    return round(100 * LCSseq.similarity(ours, theirs) / shorter) if shorter else 0


@lru_cache(maxsize=4096)
def _list_telling(passage: Passage) -> tuple[str, ...]:
    """Return the folded words of a passage without function words; all words if no others remain."""
    passage_words = masked_words(passage.body)
    return tuple(word for word in passage_words if word not in FUNCTION_WORDS) or passage_words


def remnants(
    history: History,
    versions: Sequence[Version],
    passage: Callable[[Version], Passage],
    retyped: Sequence[Version] = (),
) -> Iterator[tuple[int, int, int]]:
    """Yield all pairs of versions that splits and merges join and that share less than `HELD` percent, the older first.

    A pair is the indices of the two among all, and how much of the shorter one the other contains, in percent.

    Args:
        history: Provides the links.
        versions: All versions of all lineages.
        passage: Returns the passage of a version.
        retyped: The records of retyped editions, each as a version of its own; their indices follow.
    """
    every = (*versions, *retyped)
    of_lineage = grouped((version.lineage, place) for place, version in enumerate(every))
    for target, sources in _map_joined(history).items():
        for source, (until, since) in sources.items():
            for new in of_lineage[target]:
                if every[new].last < since:
                    continue
                for old in of_lineage[source]:
                    if every[old].first <= until or every[old].first < since:
                        percent = measure_shared(passage(every[old]), passage(every[new]))
                        if percent < HELD:
                            yield old, new, percent


def _map_joined(history: History) -> dict[str, dict[str, tuple[str, str]]]:
    """Return for each lineage its sources, each with the last edition before the words moved and the first after."""
    joined: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    steps = (step for work in dict.fromkeys(history.works.values()) for step in pairwise(history.line(work)))
    for before, edition in steps:
        came: list[tuple[str, str, str]] = []
        for link in history.links(edition):
            if link.old is None or link.new is None:
                continue
            source, target = history.lineage(before, link.old), history.lineage(edition, link.new)
            if source != target and source and target:
                came.append((source, target, before))
                came.extend((other, target, until) for other, (until, _) in joined[source].items() if other != target)
        for source, target, until in came:
            known = joined[target].get(source, (until, edition))
            joined[target][source] = max(known[0], until), min(known[1], edition)
    return joined
