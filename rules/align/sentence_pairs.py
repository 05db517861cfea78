"""The pairs of sentences that are worth comparing: they share rare words, or their records are in a similar place.

A record is *unlinked* if it has no main link. A sentence is *at home* if a linked record of the other edition contains
most of it (`Sentences.is_at_home`).
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from rules.align.candidates import CANDIDATES, RareWordCandidates, find_nearby
from rules.align.lexicon import Lexicon
from rules.align.limits import MOST_CANDIDATES, MOST_SENTENCE_PAIRS, MOST_SENTENCES
from rules.align.matching import Matching
from rules.align.sentences import Sentences

_CANDIDATES_OF_LINKED = 5
"""Number of candidates in the other edition for each sentence of a linked record. A sentence of an unlinked record has
up to `CANDIDATES`."""


class SentencePair(NamedTuple):
    """An old and a new sentence, each by its index in the `Sentences` of its edition."""

    old: int
    new: int


class _Candidate(NamedTuple):
    """A sentence for which others are searched, and a sentence of the other edition that shares rare words with it."""

    sentence: int
    found: int


def list_sentence_pairs(matching: Matching, lexicon: Lexicon, old: Sentences, new: Sentences) -> list[SentencePair]:
    """Return the pairs of sentences that are worth comparing, sorted.

    They share rare words, or the place of an unlinked old record suggests them. If an edition has too many sentences,
    there are no pairs.

    Args:
        matching: The links so far. Its `coarse_old` and `coarse_new` receive the unlinked records whose sentences are
            not compared.
        lexicon: The words of both editions.
        old: The old sentences.
        new: The new sentences.
    """
    if max(len(old.record_of), len(new.record_of)) > MOST_SENTENCES:
        matching.coarse_old |= old.unlinked
        matching.coarse_new |= new.unlinked
        return []
    pairs: set[SentencePair] = set()
    for candidate in _find_by_words(lexicon, sentences=old, among=new):
        pairs.add(SentencePair(old=candidate.sentence, new=candidate.found))
    for candidate in _find_by_words(lexicon, sentences=new, among=old):
        pairs.add(SentencePair(old=candidate.found, new=candidate.sentence))
    for record in sorted(old.unlinked):
        _add_nearby(matching, old, new, record, pairs)
    return sorted(pairs)


def _add_nearby(matching: Matching, old: Sentences, new: Sentences, record: int, pairs: set[SentencePair]) -> None:
    """Add the pairs of sentences that the place of an unlinked record suggests.

    If there are too many, none are added, and the record is added to `Matching.coarse_old`: it is not compared closely.

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
    for new_record in dict.fromkeys(new_records):
        new_sentences += new.sentences_of.get(new_record, ())
    pair_count = len(pairs) + len(old_sentences) * len(new_sentences)
    if len(new_records) > MOST_CANDIDATES or pair_count > MOST_SENTENCE_PAIRS:
        matching.coarse_old.add(record)
        return
    for old_sentence in old_sentences:
        for new_sentence in new_sentences:
            pairs.add(SentencePair(old_sentence, new_sentence))


def _list_nearby(matching: Matching, record: int) -> list[int]:
    """Return the new records that the place of an old record suggests (`find_nearby`), some of them repeatedly.

    At most one more than `MOST_CANDIDATES` are returned, by which the caller sees that there are too many.
    """
    nearby = find_nearby(matching, matching.update_families(), record, matching.new.children.__getitem__)
    return list(islice(nearby, MOST_CANDIDATES + 1))


def _find_by_words(lexicon: Lexicon, *, sentences: Sentences, among: Sentences) -> Iterator[_Candidate]:
    """Yield the candidates for the sentences of one edition: sentences of the other that share rare words with them.

    No candidates are searched for a sentence at home. It may still be a candidate for a sentence of the other edition:
    if a part of it moved to another record, the sentence with that part is not at home there, and this function is
    called for both editions.

    Args:
        lexicon: The words of both editions.
        sentences: The sentences for which others are searched.
        among: The sentences of the other edition, among which they are searched.
    """
    index = RareWordCandidates(lexicon, among.list_distinctive())
    for sentence, bag in sentences.list_distinctive():
        if sentences.is_at_home(sentence):
            continue
        is_unlinked = sentences.record_of[sentence] in sentences.unlinked
        for found in index.find(bag, CANDIDATES if is_unlinked else _CANDIDATES_OF_LINKED):
            yield _Candidate(sentence, found)
