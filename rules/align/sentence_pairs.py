"""The pairs of sentences that are worth comparing: they share rare words, or stand in a similar place."""

from itertools import islice, product

from rules.align.candidates import CANDIDATES, RareWordCandidates, find_nearby
from rules.align.lexicon import Lexicon
from rules.align.limits import MOST_CANDIDATES, MOST_SENTENCE_PAIRS, MOST_SENTENCES
from rules.align.matching import Matching
from rules.align.sentences import Sentences

_CANDIDATES_OF_LINKED = 5
"""Number of candidate sentences in the other edition for each sentence of a linked record; for those of an unlinked
record the number is `CANDIDATES`."""

SentencePair = tuple[int, int]
"""Number of an old sentence, number of a new sentence; see `rules.align.sentences`."""


def list_sentence_pairs(matching: Matching, lexicon: Lexicon, old: Sentences, new: Sentences) -> list[SentencePair]:
    """Return the pairs of sentences to compare, sorted.

    They share rare words, or the place of an unlinked record suggests them. If an edition has too many sentences, none
    are compared.

    Args:
        matching: The links so far. Its `coarse_old` and `coarse_new` receive the unlinked records whose sentences are
            not compared.
        lexicon: The words of both editions.
        old: The old sentences.
        new: The new sentences.
    """
    if max(len(old.record), len(new.record)) > MOST_SENTENCES:
        matching.coarse_old |= old.unlinked
        matching.coarse_new |= new.unlinked
        return []
    pairs = _find_by_words(lexicon, old, new)
    for new_number, old_number in _find_by_words(lexicon, new, old):
        pairs.add((old_number, new_number))
    for record in sorted(old.unlinked):
        _add_nearby(matching, old, new, record, pairs)
    return sorted(pairs)


def _find_by_words(lexicon: Lexicon, half: Sentences, other_half: Sentences) -> set[tuple[int, int]]:
    """Return the pairs of a sentence of one edition and the sentences of the other that share its rare words.

    Sentences of `half` that are at home do not search for others, but those of `other_half` can be found. If a sentence
    at home was split, its counterpart is not at home, and finds it when the editions change roles.

    Args:
        lexicon: The words of both editions.
        half: The sentences of one edition.
        other_half: The sentences of the other edition.

    Returns:
        Pairs of a number in `half` and a number in `other_half`.
    """
    index = RareWordCandidates(lexicon, other_half.list_distinctive())
    pairs: set[tuple[int, int]] = set()
    for number, bag in half.list_distinctive():
        if half.is_at_home(number):
            continue
        count = CANDIDATES if half.record[number] in half.unlinked else _CANDIDATES_OF_LINKED
        for candidate in index.find(bag, count):
            pairs.add((number, candidate))
    return pairs


def _add_nearby(matching: Matching, old: Sentences, new: Sentences, record: int, pairs: set[SentencePair]) -> None:
    """Add the pairs of sentences that the place of an unlinked record suggests.

    If there are too many, none are added, and the record is marked as compared coarsely.

    Args:
        matching: The links so far.
        old: The old sentences.
        new: The new sentences.
        record: Position of the old record.
        pairs: The pairs so far, to which these are added.
    """
    list_children = matching.new.children.__getitem__
    nearby = find_nearby(matching, matching.count_families(), record, list_children)
    candidates = list(islice(nearby, MOST_CANDIDATES + 1))
    old_numbers = old.numbers.get(record, ())
    new_numbers: list[int] = []
    for candidate in dict.fromkeys(candidates):
        new_numbers += new.numbers.get(candidate, ())
    pair_count = len(pairs) + len(old_numbers) * len(new_numbers)
    if len(candidates) > MOST_CANDIDATES or pair_count > MOST_SENTENCE_PAIRS:
        matching.coarse_old.add(record)
    else:
        pairs.update(product(old_numbers, new_numbers))
