"""The pairs of sentences that are worth comparing: they share rare words, or their records are in a similar place."""

from itertools import islice, product

from rules.align.candidates import CANDIDATES, RareWordCandidates, find_nearby
from rules.align.lexicon import Lexicon
from rules.align.limits import MOST_CANDIDATES, MOST_SENTENCE_PAIRS, MOST_SENTENCES
from rules.align.matching import Matching
from rules.align.sentences import Sentences

_CANDIDATES_OF_LINKED = 5
"""Number of candidates in the other edition for each sentence of a linked record. A sentence of an unlinked record has
up to `CANDIDATES`."""

SentencePair = tuple[int, int]
"""Index of an old sentence, index of a new sentence (`rules.align.sentences`)."""


def list_sentence_pairs(matching: Matching, lexicon: Lexicon, old: Sentences, new: Sentences) -> list[SentencePair]:
    """Return the pairs of sentences that are worth comparing, sorted.

    They share rare words, or the place of an unlinked record suggests them. If an edition has too many sentences, there
    are no pairs.

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
    pairs = _find_by_words(lexicon, old, new)
    for new_sentence, old_sentence in _find_by_words(lexicon, new, old):
        pairs.add((old_sentence, new_sentence))
    for record in sorted(old.unlinked):
        _add_nearby(matching, old, new, record, pairs)
    return sorted(pairs)


def _find_by_words(lexicon: Lexicon, searching: Sentences, searched: Sentences) -> set[tuple[int, int]]:
    """Return the pairs of sentences of two editions that share rare words.

    Sentences that are at home are found, but nothing is searched for them. If a part of such a sentence went to another
    record, the sentence there is not at home, and finds it when the two editions change roles.

    Args:
        lexicon: The words of both editions.
        searching: The sentences of the edition for whose sentences others are searched.
        searched: The sentences of the edition that is searched.

    Returns:
        Pairs of a sentence of `searching` and a sentence of `searched`.
    """
    index = RareWordCandidates(lexicon, searched.list_distinctive())
    pairs: set[tuple[int, int]] = set()
    for sentence, bag in searching.list_distinctive():
        if searching.is_at_home(sentence):
            continue
        count = CANDIDATES if searching.record_of[sentence] in searching.unlinked else _CANDIDATES_OF_LINKED
        for candidate in index.find(bag, count):
            pairs.add((sentence, candidate))
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
    old_sentences = old.sentences_of.get(record, ())
    new_sentences: list[int] = []
    for candidate in dict.fromkeys(candidates):
        new_sentences += new.sentences_of.get(candidate, ())
    pair_count = len(pairs) + len(old_sentences) * len(new_sentences)
    if len(candidates) > MOST_CANDIDATES or pair_count > MOST_SENTENCE_PAIRS:
        matching.coarse_old.add(record)
    else:
        pairs.update(product(old_sentences, new_sentences))
