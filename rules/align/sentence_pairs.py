"""The pairs of sentences that are worth comparing: they share rare words, or their records are in a similar place.

The pairs are sought for splits and merges, after most records have been linked. A record without a main link is
*unlinked*. A linked record keeps most of its sentences: such a sentence is *at home*, since a linked record of the
other edition contains most of it (`Sentences.is_at_home`). Only the other sentences are looked for in other records.

Words are given as *bags* (`rules.align.lexicon`): the words of a sentence with their counts and their weight.
"""

from collections.abc import Iterator
from typing import NamedTuple

from rules.align.candidates import CANDIDATES, RareWordCandidates, find_nearby
from rules.align.lexicon import Lexicon
from rules.align.limits import MOST_CANDIDATES, MOST_SENTENCE_PAIRS, MOST_SENTENCES
from rules.align.matching import Matching
from rules.align.sentences import Sentences

_CANDIDATES_OF_LINKED = 5
"""Maximum number of sentences with which a sentence of a linked record is compared because of shared words. For a
sentence of an unlinked record, which more probably moved, it is `CANDIDATES`."""


class SentencePair(NamedTuple):
    """An old and a new sentence, each by its index in the `Sentences` of its edition."""

    old: int
    new: int


class _Found(NamedTuple):
    """A sentence that was searched for, and a sentence of the other edition that shares rare words with it."""

    wanted: int
    found: int


def list_sentence_pairs(matching: Matching, lexicon: Lexicon, old: Sentences, new: Sentences) -> list[SentencePair]:
    """Return the pairs of sentences that are worth comparing, sorted.

    A pair shares rare words, or its old record is unlinked and its new record is near the old one (`_list_nearby`). If
    an edition has too many sentences, there are no pairs.

    Args:
        matching: The links so far. The unlinked records whose sentences are not compared are added to its sets
            `coarse_old` and `coarse_new`.
        lexicon: The words of both editions.
        old: The old sentences.
        new: The new sentences.
    """
    if max(len(old.record_of), len(new.record_of)) > MOST_SENTENCES:
        matching.coarse_old |= old.unlinked
        matching.coarse_new |= new.unlinked
        return []
    pairs: set[SentencePair] = set()
    for old_sentence, new_sentence in _find_by_words(lexicon, wanted=old, among=new):
        pairs.add(SentencePair(old_sentence, new_sentence))
    for new_sentence, old_sentence in _find_by_words(lexicon, wanted=new, among=old):
        pairs.add(SentencePair(old_sentence, new_sentence))
    for record in sorted(old.unlinked):
        _add_nearby(matching, old, new, record, pairs)
    return sorted(pairs)


def _add_nearby(matching: Matching, old: Sentences, new: Sentences, record: int, pairs: set[SentencePair]) -> None:
    """Add the pairs of the sentences of an unlinked record with those of the new records near it.

    Example: the old record has the sentences 4 and 5, and near it is one new record with the sentence 7 → (4, 7) and
    (5, 7). If there are too many new records or pairs, none are added, and the record is added to
    `Matching.coarse_old`, which says that its words are not compared.

    Args:
        matching: The links so far.
        old: The old sentences.
        new: The new sentences.
        record: Position of the old record.
        pairs: The pairs so far, to which these are added.
    """
    new_records = _list_nearby(matching, record)
    old_sentences = old.sentences_of.get(record, ())
    new_sentences: list[int] = []
    for new_record in new_records:
        new_sentences += new.sentences_of.get(new_record, ())
    pair_count = len(pairs) + len(old_sentences) * len(new_sentences)
    if len(new_records) > MOST_CANDIDATES or pair_count > MOST_SENTENCE_PAIRS:
        matching.coarse_old.add(record)
        return
    for old_sentence in old_sentences:
        for new_sentence in new_sentences:
            pairs.add(SentencePair(old_sentence, new_sentence))


def _list_nearby(matching: Matching, record: int) -> list[int]:
    """Return the new records that are near an old record, each once: at most one more than `MOST_CANDIDATES`.

    They are the record with the same number, the records below the same parent, those next to the continuations of its
    neighbours, and the parents of the continuations of its children (`find_nearby`). If there is one more than
    `MOST_CANDIDATES`, the caller sees that there are too many.

    Args:
        matching: The links so far.
        record: Position of the old record.
    """
    families = matching.update_families()
    nearby: dict[int, None] = {}  # a dictionary keeps the order, which a set does not
    for new_record in find_nearby(matching, families, record, matching.new.children.__getitem__):
        nearby[new_record] = None
        if len(nearby) > MOST_CANDIDATES:
            break
    return list(nearby)


def _find_by_words(lexicon: Lexicon, *, wanted: Sentences, among: Sentences) -> Iterator[_Found]:
    """Yield sentences of one edition, each with the sentences of the other edition that share rare words with it.

    A sentence at home is not searched for, but it may be found. Example: the old rule 1 says "Boats pay a toll.", and
    the new rule 1 "Boats pay a toll, and ferries wait at the bridge." The old rule 2, which says "Ferries wait at the
    bridge.", is gone. The old sentence of rule 1 is at home. That of rule 2 is searched for and finds the new sentence
    of rule 1. This function is called for both editions, because a sentence of either one may be a part of another.

    Args:
        lexicon: The words of both editions.
        wanted: The sentences that are searched for.
        among: The sentences of the other edition, among which they are searched for.
    """
    index = RareWordCandidates(lexicon, among.list_distinctive())
    for sentence, bag in wanted.list_distinctive():
        if wanted.is_at_home(sentence):
            continue
        is_unlinked = wanted.record_of[sentence] in wanted.unlinked
        for found in index.find(bag, CANDIDATES if is_unlinked else _CANDIDATES_OF_LINKED):
            yield _Found(sentence, found)
