"""Terms that were renamed between two editions, mined from passages that continue each other.

Guarantees: pure; the result depends only on the pairs, not on the hash seed.

A maximal difference between an old and a new passage is a *hunk*. A hunk alone is often not the term: the words between
two hunks may belong to it ("converted mana cost" to "mana value" keeps a word in the middle), and deleted words have no
successor of their own ("shuffles his or her library" to "shuffles"). So each hunk, each run of adjacent hunks, and each
of them with one or two words of context is a *variant*, and a hunk counts for all its variants. The variants are then
chosen one by one, by support times consistency; the hunks of a chosen variant are explained and count for no other, so
that "play" is judged by the occurrences that "in play" does not explain.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct
from rapidfuzz.distance import Levenshtein

from rules.align.matching import MOST_PAIRS, Words
from rules.change.segments import is_bounded
from rules.grouping import grouped
from rules.links import Replacement
from rules.text import FUNCTION_WORDS, NUMERALS, is_content, stem

EVIDENCE = 12
"""Maximum number of records named as evidence of a replacement, or of a term."""
_LONGEST = 6
"""Maximum number of words on a side of a variant. Longer recurring runs are reworded boilerplate, not terms."""
_ANEW = 8
"""A hunk with more words on a side is a rewritten passage."""
_GAP = 2
"""Maximum number of equal words between hunks of one variant: "mana" of "converted mana cost"."""
OFTEN = 10
"""Number of pairs with a replacement from which the old words, if no longer in use, are certainly a renamed
term (the name of the newest set, which changes with every edition, is in seven at most). Function words alone ("his or
her" to "their")
count as renamed if they were replaced so often…"""
_CERTAIN = 0.4
"""…and at least this consistently."""
_LEAST = 1.0
"""Minimum product of support and consistency; below it, the old words are unchanged nearly everywhere."""
_MOST_EFFORT = 3_000_000
"""Maximum number of spots, occurrences and scores looked at while variants are chosen."""
_CONTEXTS = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2))
"""Numbers of equal words, left and right, that are tried as context of a run of hunks."""

Sides = tuple[Words, Words]
_Pair = tuple[str, Words, Words]
Spot = tuple[int, int, range]
"""A pair, the offset of the old words in it, and the hunks that a variant would explain there."""


class _Hunk(Struct):
    """A maximal difference within a pair: `old[a:b]` became `new[c:d]`; one of the two may be empty.

    `before` and `after` are the equal words on either side of it, up to the next hunk or the end.
    """

    pair: int
    a: int
    b: int
    c: int
    d: int
    before: int
    after: int = 0


class _Variant:
    """One possible interpretation of what was replaced.

    Attributes:
        old: The old words.
        new: The new words.
        spots: Where it was seen.
        family: Both sides without inflections.
        style: Whether only function words differ.
        shape: The preference among variants that are seen equally often: a content word next to the difference may
            belong to the term ("totem armor"), a function word hardly ever; a variant that explains several hunks is
            better.
    """

    def __init__(self, old: Words, new: Words, spots: list[Spot]) -> None:
        self.old, self.new, self.spots = old, new, spots
        self.family = _find_family(old, new)
        core = _strip_common_ends(old, new)
        self.style = not any(map(is_content, (*core[0], *core[1])))
        content = sum(map(is_content, old)) - sum(map(is_content, core[0]))
        bonus = 1.0 + 0.02 * min(content, 2) + 0.1 * (max(len(group) for _, _, group in spots) - 1)
        self.shape = bonus * 0.8 ** (len(old) - len(core[0]) - content)


def mine_replacements(pairs: Iterable[_Pair], *, minimum: int = 3) -> tuple[Replacement, ...]:
    """Find the words that repeatedly replaced others.

    Args:
        pairs: Key in the newer edition, old words and new words (`words(mask(fold(passage)))`) of records that continue
            each other, in document order of the newer edition. Pairs without difference may be among them or not; the
            consistency is measured on what is given.
        minimum: Minimum number of pairs with a replacement, all its inflections ("creates", "create") together.

    Returns:
        The replacements, best first (support times consistency). Replacements of only numbers, typography, or function
        words that were not replaced nearly everywhere are left out.
    """
    given = [(key, old, new) for key, old, new in pairs if old and new]
    hunks = _find_hunks(given)
    spots_of = grouped(_list_variants(given, hunks))
    supports = Counter[Sides]()
    for sides, spots in spots_of.items():
        supports[_find_family(*sides)] += _count_pairs(spots)
    kept = [
        _Variant(*sides, spots)
        for sides, spots in spots_of.items()
        if supports[_find_family(*sides)] >= minimum and _is_term(*sides)
    ]
    # The old words (pair, offset) of rewritten passages are evidence neither for nor against a renaming.
    rewritten = {
        (hunk.pair, at)
        for hunk in hunks
        if max(hunk.b - hunk.a, hunk.d - hunk.c) > _ANEW
        for at in range(hunk.a, hunk.b)
    }
    chosen = _Choice(given, kept, rewritten, minimum).run()
    return tuple(sorted(chosen, key=lambda its: (-its.support * its.consistency, its.old, its.new)))


def _find_hunks(pairs: Sequence[_Pair]) -> list[_Hunk]:
    hunks: list[_Hunk] = []
    for index, (_, old, new) in enumerate(pairs):
        if old == new or not is_bounded(len(old), len(new)):
            continue
        if len(hunks) > MOST_PAIRS:
            break
        equal = 0
        latest: _Hunk | None = None
        # what is inserted next to a replacement is in the same hunk
        for is_equal, group in groupby(Levenshtein.opcodes(old, new), key=lambda opcode: opcode.tag == "equal"):
            first, *more = group
            last = more[-1] if more else first
            if not is_equal:
                latest = _Hunk(index, first.src_start, last.src_end, first.dest_start, last.dest_end, equal)
                hunks.append(latest)
            else:
                equal = last.src_end - first.src_start
                if latest is not None:
                    latest.after = equal
    return hunks


def _list_variants(pairs: Sequence[_Pair], hunks: Sequence[_Hunk]) -> Iterator[tuple[Sides, Spot]]:
    """Yield the variants, each as often as it is seen."""
    for first, hunk in enumerate(hunks):
        _, old, new = pairs[hunk.pair]
        for last in range(first, len(hunks)):
            end = hunks[last]
            longest = max(end.b - hunk.a, end.d - hunk.c)
            # a hunk that is too far from the one before, or makes the run too long, is of another term
            if last > first and (end.pair != hunk.pair or end.a - hunks[last - 1].b > _GAP or longest > _LONGEST):
                break
            # words that are only removed or only added need some equal words, left or right, as context
            needs_context = end.b == hunk.a or end.d == hunk.c
            for left, right in _CONTEXTS[needs_context:]:
                if left <= hunk.before and right <= end.after and longest + left + right <= _LONGEST:
                    sides = old[hunk.a - left : end.b + right], new[hunk.c - left : end.d + right]
                    yield sides, (hunk.pair, hunk.a - left, range(first, last + 1))


def _count_pairs(spots: Iterable[Spot]) -> int:
    return len({pair for pair, _, _ in spots})


class _Choice:
    """Chooses variants one by one, and records which hunks the chosen ones explain."""

    def __init__(
        self, pairs: Sequence[_Pair], variants: Sequence[_Variant], lost: set[tuple[int, int]], minimum: int
    ) -> None:
        self._pairs = pairs
        self._variants = variants
        self._minimum = minimum
        self._effort = 0
        self._occurrences = _find_occurrences(pairs, {variant.old for variant in variants})
        self._hunks: set[int] = set()
        self._words = lost
        self._chosen: Counter[Sides] = Counter()
        self._taken: dict[int, list[Spot]] = {}  # the places that a chosen variant explains
        self._families = grouped((variant.family, index) for index, variant in enumerate(variants))
        self._by_word = grouped((word, index) for index, variant in enumerate(variants) for word in variant.old)
        self._by_hunk = grouped(
            (hunk, index)
            for index, variant in enumerate(variants)
            for hunk in {hunk for _, _, group in variant.spots for hunk in group}
        )

    def run(self) -> list[Replacement]:
        scores = {index: score for index in range(len(self._variants)) if (score := self._score(index))}
        while scores and self._effort < _MOST_EFFORT:
            self._effort += len(scores)
            index = max(scores, key=scores.__getitem__)  # the first of several
            self._take(index)
            del scores[index]
            variant = self._variants[index]
            touched = {other for word in variant.old for other in self._by_word[word]}
            touched.update(other for _, _, group in variant.spots for hunk in group for other in self._by_hunk[hunk])
            for other in touched & scores.keys():
                scores[other] = self._score(other)
                if not scores[other]:
                    del scores[other]
        return [self._make_result(index) for index in self._merge_chosen()]

    def _find_spots(self, index: int) -> list[Spot]:
        """Return the places of a variant that no chosen variant explains yet."""
        return [spot for spot in self._variants[index].spots if self._hunks.isdisjoint(spot[2])]

    def _count_free(self, old: Words) -> int:
        """Return how often the words occur where no chosen variant explains them."""
        taken, length = self._words, range(len(old))
        return sum(
            1 for pair, at in self._occurrences[old] if not any((pair, at + offset) in taken for offset in length)
        )

    def _score(self, index: int) -> float:
        """Return the score of a variant now, by what no chosen one explains; 0 if it no longer occurs often enough."""
        variant = self._variants[index]
        self._effort += len(variant.spots) + len(self._occurrences[variant.old])
        spots = self._find_spots(index)
        support = _count_pairs(spots)
        if not support:
            return 0.0
        consistency = min(1.0, len(spots) / max(self._count_free(variant.old), 1))
        if support * consistency < _LEAST:
            return 0.0
        # Function words are renamed only if they were replaced often and in many places.
        if variant.style and (support < OFTEN or consistency < _CERTAIN):
            return 0.0
        if support < self._minimum:
            related = sum(_count_pairs(self._find_spots(other)) for other in self._families[variant.family])
            if related + self._chosen[variant.family] < self._minimum:
                return 0.0
        return support * consistency * variant.shape

    def _take(self, index: int) -> None:
        variant = self._variants[index]
        spots = self._find_spots(index)
        for pair, at, group in spots:
            self._hunks.update(group)
            self._words.update((pair, at + offset) for offset in range(len(variant.old)))
        self._chosen[variant.family] += _count_pairs(spots)
        self._taken[index] = spots

    def _merge_chosen(self) -> list[int]:
        """Merge chosen replacements that differ only in function words ("play a" to "cast a", "play" to "cast").

        They are merged only if both were chosen. Which of the two was chosen first depends on the words that often
        accompany the term, and has no meaning.
        """
        chosen = {(self._variants[index].old, self._variants[index].new): index for index in self._taken}
        for sides, index in list(chosen.items()):
            bare = chosen.get(_strip_common_ends(*sides, FUNCTION_WORDS), index)
            if bare != index:
                self._taken[bare] += self._taken.pop(index)
                del chosen[sides]
        return list(chosen.values())

    def _make_result(self, index: int) -> Replacement:
        variant, taken = self._variants[index], self._taken[index]
        pairs = {pair for pair, _, _ in taken}
        evidence = tuple(dict.fromkeys(self._pairs[pair][0] for pair in sorted(pairs)))[:EVIDENCE]
        consistency = round(len(taken) / (len(taken) + self._count_free(variant.old)), 4)
        return Replacement(" ".join(variant.old), " ".join(variant.new), len(pairs), consistency, evidence)


def _find_occurrences(pairs: Sequence[_Pair], wanted: Iterable[Words]) -> dict[Words, list[tuple[int, int]]]:
    """Return the places of the wanted words in the old passages: pair and offset."""
    places_of: dict[Words, list[tuple[int, int]]] = {words: [] for words in wanted}
    lengths: dict[str, set[int]] = defaultdict(set)
    for words in places_of:
        lengths[words[0]].add(len(words))
    for pair, (_, old, _) in enumerate(pairs):
        for at, word in enumerate(old):
            for length in lengths.get(word, ()):
                places = places_of.get(old[at : at + length])
                if places is not None:
                    places.append((pair, at))
    return places_of


def _find_family(old: Words, new: Words) -> Sides:
    return tuple(map(stem, old)), tuple(map(stem, new))


def _strip_common_ends(old: Words, new: Words, words: Container[str] | None = None) -> Sides:
    """Return both sides without the words that they have in common at the beginning and the end.

    Args:
        old: The old words.
        new: The new words.
        words: The only words to strip, which leave at least one on each side; None for any words, all of them too.
    """
    least = 0 if words is None else 1
    for end, rest in ((0, slice(1, None)), (-1, slice(-1))):
        while len(old) > least < len(new) and old[end] == new[end] and (words is None or old[end] in words):
            old, new = old[rest], new[rest]
    return old, new


def _is_term(old: Words, new: Words) -> bool:
    """Return whether words could be a term and its successor.

    Neither may contain a rule number, and the difference may be neither numbers and symbols alone nor an addition to
    any word.
    """
    core = _strip_common_ends(old, new)
    says_something = any(word[0].isalpha() and word not in NUMERALS for word in (*core[0], *core[1]))
    if "#" in old or "#" in new or not says_something:
        return False
    return all(core) or (any(map(is_content, old)) and any(map(is_content, new)))
