"""Two editions as the aligner sees them: their records by position, the links so far, and the families that follow.

Glossary entries are matched by their terms: also in the plural, marked as obsolete, or under the term's new name.

Guarantees: positions are those of the document, rules first, then the glossary; normal forms and words are made on
first use, since most passages are unchanged and never need them.

Records that are too many or too long for a close comparison are linked by number only, with a method of their own. The
stages after `exact` compare records pair by pair. Their work grows with the square of the size of a family, and of the
words of a record, so both have limits. The limits are counts, not times: the same input gives the same links on any
machine. Of 134 steps between real editions the greatest, that to Magic 2010, has 23 candidates for one record, 6,300
pairs in one pass, 20,500 pairs of sentences and 8 rounds; its longest record has 500 words.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain

from rapidfuzz.distance import LCSseq

from rules.change import passage_of
from rules.grouping import grouped
from rules.numbers import OWN_VOTE, chapter_of, family_winner
from rules.records import GlossaryEntry, Rule
from rules.text import fold, mask, plain_words, stem, words

Words = tuple[str, ...]

_SENTENCE_END = re.compile(r"(?<=[.!?:;])[)\"”’]*\s+(?=[(\"“]?[A-Z{\[])|\n|;\s|(?<=,)\s(?=\(\d\))")
"""The end of a sentence, or of a list item within one. Wrong ends only make the results less precise."""

COARSE = "coarse"
"""Method of links found here, and of additions and deletions of records that were not compared closely."""
MOST_CANDIDATES = 150
"""Maximum number of candidates of one record, and of index entries read to find them."""
MOST_PAIRS = 100_000
"""Maximum number of pairs of records that one pass scores, and of pairs of sentences that are compared; if every rule
is rewritten, there are some 80,000. Also that of sentences looked for in the other edition, and of differences that are
searched for renamed terms."""
MOST_ROUNDS = 40
"""Maximum number of rounds that link parts of splits and merges; it needs about as many as one record has parts."""
MOST_SCANNED = 1_000_000_000
"""Maximum number of characters that are searched for replaced words, all searches together."""
MAJORITY = 0.5
"""Half: the minimum share of common words for a coarse link, and what counts as most of something."""

_ASIDE = re.compile(r"\s*\([^()]*\)")

NONE = -1
"""The position of a record that does not exist: the parent of a section, the continuation of a deleted rule."""


class AlignmentSide:
    """The records of an edition in columns; `position` is an index into each of them.

    Attributes:
        keys: `Rule.key` or `GlossaryEntry.key`.
        passages: All words under the record's number or term.
        titles: Heading of a heading, term of a glossary entry, else empty.
        texts: The text; empty for headings.
        kinds: `Rule.kind`, or `glossary`.
        positions: Position by key.
        parents: Position of the rule one level up, or `NONE`.
        children: Positions of the records one level down.
        places: Index among the parent's children; for sections and glossary entries the position itself.
        chapters: Position of each record's chapter, its own for a chapter; `NONE` for sections and the glossary.
        rule_count: Positions below it are rules, the others are glossary entries.
    """

    def __init__(self, rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]) -> None:
        self.rule_count = len(rules)
        records: tuple[Rule | GlossaryEntry, ...] = (*rules, *glossary)
        self.keys = [record.key for record in records]
        self.passages = [passage_of(record) for record in records]
        self.titles = [passage.heading or "" for passage in self.passages]
        self.texts = [passage.text for passage in self.passages]
        self.kinds: list[str] = [rule.kind for rule in rules] + ["glossary"] * len(glossary)
        self.positions = {key: position for position, key in enumerate(self.keys)}
        self.parents = [NONE] * len(records)
        self.children: list[list[int]] = [[] for _ in records]
        self.places = list(range(len(records)))
        self.chapters = [NONE] * len(records)
        latest: dict[str | None, int] = {}
        for position, rule in enumerate(rules):
            parent = self.parents[position] = latest.get(rule.parent, NONE)
            latest[rule.number] = position
            if parent != NONE:
                self.places[position] = len(self.children[parent])
                self.children[parent].append(position)
                self.chapters[position] = self.chapters[parent]
            if rule.kind == "chapter":
                self.chapters[position] = position

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def heads(self) -> dict[int, Words]:
        """Return the glossary terms by position, in the form of `head_of`."""
        return {position: head_of(self.titles[position]) for position in range(self.rule_count, len(self.keys))}

    def is_heading(self, position: int) -> bool:
        """Return whether the record is a heading: it has a title and no text of its own."""
        return position < self.rule_count and not self.texts[position]

    def is_rule(self, position: int) -> bool:
        """Return whether the record is a rule and not a glossary entry."""
        return position < self.rule_count

    def content(self, position: int) -> str:
        """Return title and text as they are printed."""
        title = self.titles[position]
        return f"{title}\n{self.texts[position]}" if title else self.texts[position]

    def sentences(self, position: int) -> tuple[Words, ...]:
        """Return the words of title and text by sentence, numbers as `#`; never empty."""
        return sentences_of(self.content(position))

    def words(self, position: int) -> Words:
        """Return the words of title and text, numbers as `#`."""
        return words_of(self.content(position))

    @cached_property
    def sorts(self) -> list[str]:
        """Return what each record is: `rule`, `glossary`, or the kind of a heading."""
        kinds = zip(self.kinds, self.texts, strict=True)
        return ["rule" if text and kind != "glossary" else kind for kind, text in kinds]

    def find_beside(self, position: int, step: int) -> int:
        """Return the sibling before (`step` is -1) or after (1), `NONE` if there is none."""
        parent, place = self.parents[position], self.places[position] + step
        if parent == NONE:
            return place if 0 <= place < len(self) and self.is_rule(place) == self.is_rule(position) else NONE
        siblings = self.children[parent]
        return siblings[place] if 0 <= place < len(siblings) else NONE


@lru_cache(maxsize=1 << 12)
def head_of(term: str) -> Words:
    """Return the stems of a glossary term's words, without `(Obsolete)` and the like."""
    return tuple(stem(word) for word in words(fold(_ASIDE.sub("", term))))


@lru_cache(maxsize=1 << 15)
def mask_passage(content: str) -> str:
    """Return a passage without typography and rule numbers.

    Consecutive editions share most passages, so results are cached.
    """
    return mask(fold(content))


@lru_cache(maxsize=1 << 15)
def sentences_of(content: str) -> tuple[Words, ...]:
    """Return the words of a passage by sentence, numbers as `#`; cached like `mask_passage`."""
    parts = (words(mask_passage(part)) for part in _SENTENCE_END.split(content))
    return tuple(part for part in parts if part) or ((),)


@lru_cache(maxsize=1 << 13)
def words_of(content: str) -> Words:
    """Return the words of a passage in one piece; cached like `mask_passage`."""
    return tuple(chain.from_iterable(sentences_of(content)))


def gone_and_come(old: AlignmentSide, new: AlignmentSide) -> tuple[set[Words], set[Words]]:
    """Return the terms with an entry in the older edition alone, and those with one in the newer alone.

    Entries of the newer edition that mark their term as obsolete do not count.
    """
    before = set(old.heads.values())
    after = {head for position, head in new.heads.items() if "(obsolete)" not in new.titles[position].casefold()}
    return before - after, after - before


PairScore = tuple[str, float]
"""The name of the method that linked a pair, and a score from 0 to 1."""


class Matching:
    """One-to-one links between two editions, by position, additional links of splits and merges, and the families.

    A family is a parent and its children. A parent gets votes from its linked children and its own link;
    `rules.numbers.family_votes` counts the same way, by key. What each parent became follows from the links made before
    the last call of `count_links`.

    Attributes:
        new_of: For each old position, the new one that continues it, or `NONE`.
        old_of: The reverse.
        found: Method and score of the link of each linked old position.
        pieces: Additional links (old, new) of splits and merges.
        ambiguous: Old positions with two or more equally good continuations, none of which is chosen.
        coarse_old: Old positions that are not compared closely.
        coarse_new: The same for new positions.
        votes: For each old parent with votes, the votes for each new record.
        back_votes: The reverse, for each new parent with votes.
        image: For each old parent with votes, the new record with the most votes.
        preimage: The reverse, for each new parent with votes.
    """

    def __init__(self, old: AlignmentSide, new: AlignmentSide) -> None:
        self.old = old
        self.new = new
        self.new_of = [NONE] * len(old)
        self.old_of = [NONE] * len(new)
        self.found: dict[int, PairScore] = {}
        self.pieces: dict[tuple[int, int], PairScore] = {}
        self.ambiguous: dict[int, tuple[int, ...]] = {}
        self.coarse_old: set[int] = set()
        self.coarse_new: set[int] = set()
        self.votes: dict[int, dict[int, float]] = {}
        self.back_votes: dict[int, dict[int, float]] = {}
        self.image: dict[int, int] = {}
        self.preimage: dict[int, int] = {}
        self._flow: Counter[tuple[int, int]] = Counter()
        self._from: Counter[int] = Counter()
        self._linked: Counter[str] = Counter()
        self._kept: Counter[str] = Counter()
        self._everywhere = 0.0
        self._changes: list[tuple[int, int, int]] = []  # old position, new one, 1 for a link made and -1 for one undone

    def link(self, old: int, new: int, method: str, score: float) -> None:
        """Link two records that are both free."""
        if self.new_of[old] != NONE or self.old_of[new] != NONE:
            raise ValueError(f"{self.old.keys[old]} or {self.new.keys[new]} is linked already")
        self._changes.append((old, new, 1))
        self.new_of[old] = new
        self.old_of[new] = old
        self.found[old] = method, score

    def unlink(self, old: int) -> None:
        """Undo the link of an old record."""
        self._changes.append((old, self.new_of[old], -1))
        self.old_of[self.new_of[old]] = NONE
        self.new_of[old] = NONE
        del self.found[old]

    def promote(self) -> None:
        """Make a piece the main link if neither record has another link, since nothing else continues them."""
        olds, news = Counter(old for old, _ in self.pieces), Counter(new for _, new in self.pieces)
        for (old, new), score in sorted(self.pieces.items()):
            if self.new_of[old] == NONE and self.old_of[new] == NONE and olds[old] == news[new] == 1:
                del self.pieces[(old, new)]
                self.link(old, new, *score)

    def free_old(self) -> list[int]:
        """Return the old positions without a continuation."""
        return [position for position, new in enumerate(self.new_of) if new == NONE]

    def free_new(self) -> list[int]:
        """Return the new positions that continue nothing."""
        return [position for position, old in enumerate(self.old_of) if old == NONE]

    def count_links(self) -> None:
        """Update the families with the links made and undone since the last call."""
        old, new = self.old, self.new
        votes: list[tuple[int, int, float]] = []
        for position, target, sign in self._changes:
            if old.children[position] or new.children[target]:
                votes.append((position, target, sign * OWN_VOTE))
            parent, adoptive = old.parents[position], new.parents[target]
            if NONE not in {parent, adoptive}:
                votes.append((parent, adoptive, sign))
            if position < old.rule_count:
                chapter = old.chapters[position]
                self._flow[chapter, new.chapters[target]] += sign
                self._from[chapter] += sign
                prefix = chapter_of(old.keys[position])
                self._linked[prefix] += sign
                self._kept[prefix] += sign * (old.keys[position] == new.keys[target])
        self._changes.clear()
        _count_votes(self.votes, self.image, votes)
        _count_votes(self.back_votes, self.preimage, ((elected, voter, weight) for voter, elected, weight in votes))
        self._everywhere = self._kept.total() / max(1, self._linked.total())

    def share(self, parent: int, adoptive: int) -> float:
        """Return the share of an old parent's votes that goes to a new one, 0 to 1; 0 without votes."""
        return _share(self.votes.get(parent, {}), adoptive)

    def back_share(self, parent: int, adoptive: int) -> float:
        """Return the share of a new parent's votes that comes from an old one, 0 to 1; 0 without votes."""
        return _share(self.back_votes.get(adoptive, {}), parent)

    def flow(self, chapter: int, adoptive: int) -> float:
        """Return the share of an old chapter's linked records that is in a new one, 0 to 1; 0 for no chapter."""
        if NONE in {chapter, adoptive} or not self._from[chapter]:
            return 0.0
        return self._flow[chapter, adoptive] / self._from[chapter]

    def stability(self, position: int) -> float:
        """Return the share of linked rules that kept their number among those with the same chapter in it, 0 to 1.

        Chapters with few links are smoothed towards the share of the whole edition, which counts like three links.
        """
        prefix = chapter_of(self.old.keys[position])
        return (self._kept[prefix] + 3 * self._everywhere) / (self._linked[prefix] + 3)


def _count_votes(
    votes: dict[int, dict[int, float]], winners: dict[int, int], new: Iterable[tuple[int, int, float]]
) -> None:
    """Add votes, or withdraw those with a weight below 0, and elect the winners anew."""
    for voter, more in grouped((voter, (elected, weight)) for voter, elected, weight in new).items():
        counts = votes.setdefault(voter, {})
        for elected, weight in more:
            counts[elected] = counts.get(elected, 0.0) + weight
            # Weights are multiples of one half, so a withdrawn vote leaves exactly 0.
            if not counts[elected]:
                del counts[elected]
        if counts:
            winners[voter] = family_winner(counts)
        else:
            del votes[voter]
            winners.pop(voter, None)


def _share(counts: Mapping[int, float], elected: int) -> float:
    return counts[elected] / sum(counts.values()) if elected in counts else 0.0


def link_coarsely(matching: Matching, olds: Iterable[int]) -> None:
    """Link old records with those of the same number that begin alike; mark both, linked or not.

    Args:
        matching: Receives the links and the marks.
        olds: Old records that are not compared closely, by position.
    """
    old, new = matching.old, matching.new
    for position in olds:
        matching.coarse_old.add(position)
        target = new.positions.get(old.keys[position], NONE)
        if target == NONE:
            continue
        matching.coarse_new.add(target)
        free = matching.new_of[position] == matching.old_of[target] == NONE
        if free and old.is_heading(position) == new.is_heading(target):
            # the share of words that their beginnings have in common, in order
            before, after = plain_words(old.content(position)), plain_words(new.content(target))
            score = LCSseq.similarity(before, after) * 2 / max(1, len(before) + len(after))
            if score >= MAJORITY:
                matching.link(position, target, COARSE, score)


def select_affordable(
    matching: Matching, olds: Iterable[int], free: Mapping[int, Sequence[int]], candidates: Callable[[int], list[int]]
) -> dict[int, list[int]]:
    """Return the candidates of old records; link those coarsely that exceed a limit on comparisons.

    A record whose parent has successors with too many unlinked children is compared with none, nor are these with any.

    Args:
        matching: Receives the links and the marks.
        olds: Old records in document order.
        free: For each new record, its children that continue nothing.
        candidates: Returns the candidates of an old record.
    """
    pairs: dict[int, list[int]] = {}
    too_many: list[int] = []
    crowds: set[int] = set()
    total = 0
    for old in olds:
        adoptives = matching.votes.get(matching.old.parents[old], {})
        if sum(len(free.get(adoptive, ())) for adoptive in adoptives) > MOST_CANDIDATES:
            crowds.update(adoptives)
            too_many.append(old)
            continue
        possible = candidates(old)
        if len(possible) > MOST_CANDIDATES or total + len(possible) > MOST_PAIRS:
            too_many.append(old)
        else:
            total += len(possible)
            pairs[old] = possible
    matching.coarse_new.update(child for adoptive in crowds for child in free.get(adoptive, ()))
    link_coarsely(matching, too_many)
    return pairs
