"""The alignment of an edition with a later one: which rule, heading and glossary entry continues which.

Each stage works on the records that the previous ones left unlinked: same words (`exact`), similar words in a similar
place (`fuzzy`), the same again with the renamed terms found in this pair (`replacements`), then the parts of splits and
merges (`pieces`); what is still unlinked was added or deleted. A reader's decisions override the result.
`docs/alignment.md` has the details.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import itemgetter

from rules.align.exact import link_exact
from rules.align.fuzzy import BY_WORDS, RareWordCandidates, Scorer, find_nearby, link_best
from rules.align.matching import (
    COARSE,
    MOST_SCANNED,
    NONE,
    AlignmentSide,
    Matching,
    Words,
    gone_and_come,
    head_of,
    link_coarsely,
    mask_passage,
    select_affordable,
)
from rules.align.pieces import Pieces, link_headings
from rules.align.replacements import OFTEN, mine_replacements
from rules.align.sentence_similarity import Bag, Lexicon, join_bags
from rules.change import Renamings, classify
from rules.grouping import grouped
from rules.links import ChangeKind, Link, Replacement, StepRecords
from rules.numbers import family_kind
from rules.records import GlossaryEntry, Rule
from rules.text import LONG, stem, stem_words


class Links:
    """The links of a finished matching.

    Args:
        matching: The links between the editions.
        renamed: Terms that were renamed between the two editions.
    """

    def __init__(self, matching: Matching, renamed: Renamings) -> None:
        self.matching = matching
        self.renamed = renamed
        matching.count_links()
        pairs = [*((old, new) for old, new in enumerate(matching.new_of) if new != NONE), *matching.pieces]
        self.targets = grouped(pairs)
        self.sources = grouped((new, old) for old, new in pairs)

    def list_links(self) -> list[Link]:
        """Return the links of old records in their order, and each addition after the link of the record before it."""
        matching = self.matching
        first = {new: old for old, news in sorted(matching.ambiguous.items(), reverse=True) for new in news}
        first |= {new: min(olds) for new, olds in self.sources.items()}
        links = [(old, False, link) for old in range(len(matching.old)) for link in self._list_links_of(old)]
        last = NONE
        for new, key in enumerate(matching.new.keys):
            last = first.get(new, last)
            if new not in first:
                method = COARSE if new in matching.coarse_new else "none"
                links.append((last, True, Link(None, key, "added", None, method, 1.0)))
        return [link for *_, link in sorted(links, key=itemgetter(0, 1))]

    def _list_links_of(self, old: int) -> list[Link]:
        matching = self.matching
        key = matching.old.keys[old]
        if old in matching.ambiguous:
            return [
                Link(key, matching.new.keys[new], "ambiguous", None, "tie", 0.5, main=False)
                for new in matching.ambiguous[old]
            ]
        targets = self.targets.get(old, [])
        if not targets:
            return [Link(key, None, "deleted", None, COARSE if old in matching.coarse_old else "none", 1.0)]
        main_first = sorted(targets, key=lambda new: (matching.new_of[old] != new, new))
        return [self._link(old, new, len(targets)) for new in main_first]

    def _link(self, old: int, new: int, parts: int) -> Link:
        matching = self.matching
        main = matching.new_of[old] == new
        method, score = matching.found[old] if main else matching.pieces[(old, new)]
        parent, adoptive = matching.old.parents[old], matching.new.parents[new]
        kind: ChangeKind = family_kind(
            matching.old.keys[old] == matching.new.keys[new],
            None if parent == NONE else parent,
            None if adoptive == NONE else adoptive,
            matching.image,
        )
        if parts > 1 or len(self.sources[new]) > 1:
            kind = "split" if parts > 1 else "merged"
        # how the words changed, over all parts of a split rule and all sources of a merged one
        olds, news = ([old], sorted(self.targets[old])) if parts > 1 else (sorted(self.sources[new]), [new])
        before, after = [matching.old.passages[at] for at in olds], [matching.new.passages[at] for at in news]
        change = classify(before, after, self._same_rule, self.renamed)
        return Link(matching.old.keys[old], matching.new.keys[new], kind, change, method, round(score, 3), main)

    def _same_rule(self, old: str, new: str) -> bool:
        """Return whether two numbers name the same rule; a number that neither edition has equals only itself."""
        before = self.matching.old.positions.get(old, NONE)
        after = self.matching.new.positions.get(new, NONE)
        if NONE in (before, after):
            return before == after and old == new
        return after in self.targets[before]


_ONCE = 7.0
"""Weight of a word that occurs in only one changed record, however many changed: so the same words identify a passage
in a small update as in a major revision, where this is about the logarithm of the number of records."""
_SAME_WORDS = 0.97
"""Minimum score of a link of `exact` that means the words are the same. Entries of the same term with other words have
0.95, entries with the same words under another term 0.9: those are compared again."""
_SURE = 0.62
"""Minimum score of a pair in the first pass, before renamed terms are known."""
_LEAST = 0.40
"""Minimum score of a pair in the second pass."""
_GIVEN_UP = 0.4
"""Maximum share of its former occurrences that a renamed term may keep in the rules that changed."""


def align(
    old_rules: Sequence[Rule],
    old_glossary: Sequence[GlossaryEntry],
    new_rules: Sequence[Rule],
    new_glossary: Sequence[GlossaryEntry],
    terms: Sequence[tuple[str, str]] = (),
    *,
    decided: Mapping[str, Sequence[str]] | None = None,
) -> StepRecords:
    """Align two editions of one work.

    Args:
        old_rules: Rules of the older edition in document order.
        old_glossary: Its glossary.
        new_rules: Rules of the newer edition.
        new_glossary: Its glossary.
        terms: Renamed terms known beforehand: folded old words, folded new words.
        decided: A reader's decisions: an old key → all new keys that continue it, the main one first. Decisions with a
            key that is in neither edition are ignored.

    Returns:
        A step of no names, with links that contain every record of both sides at least once, in document order of the
        old side; an addition comes after the link of the record that precedes it.
    """
    old, new = AlignmentSide(old_rules, old_glossary), AlignmentSide(new_rules, new_glossary)
    matching = Matching(old, new)
    link_exact(matching)
    changed = _Changed(matching)
    replacements = changed.link(terms)
    renamed = Renamings([*terms, *changed.select_surely_terms(replacements)])
    link_decided(matching, decided or {})
    return StepRecords(links=tuple(Links(matching, renamed).list_links()), replacements=replacements)


class _Changed:
    """The records that are unlinked or whose words changed, with the steps that link them."""

    def __init__(self, matching: Matching) -> None:
        self.matching = matching
        old, new, found = matching.old, matching.new, matching.found
        olds = [at for at, target in enumerate(matching.new_of) if target == NONE or found[at][1] < _SAME_WORDS]
        news = [at for at, source in enumerate(matching.old_of) if source == NONE or found[source][1] < _SAME_WORDS]
        # What is too long to be compared word by word, or has the number of such a record in the other edition, goes.
        matching.coarse_new.update(at for at in news if len(new.texts[at]) > LONG)
        keys = {new.keys[at] for at in matching.coarse_new}
        link_coarsely(matching, [at for at in olds if len(old.texts[at]) > LONG or old.keys[at] in keys])
        self.olds = [at for at in olds if at not in matching.coarse_old]
        self.news = [at for at in news if at not in matching.coarse_new]
        self.lexicon = Lexicon(chain(map(old.words, self.olds), map(new.words, self.news)), _ONCE)
        self.old_sentences = {at: self._make_bags(old.sentences(at)) for at in self.olds}
        self.new_sentences = {at: self._make_bags(new.sentences(at)) for at in self.news}
        self.old_bags = {at: join_bags(bags) for at, bags in self.old_sentences.items()}
        self.new_bags = {at: join_bags(bags) for at, bags in self.new_sentences.items()}

    def _make_bags(self, sentences: Iterable[Words]) -> tuple[Bag, ...]:
        return tuple(map(self.lexicon.bag, sentences))

    def link(self, terms: Sequence[tuple[str, str]]) -> tuple[Replacement, ...]:
        """Link the records that can be linked, and return the terms that were renamed."""
        matching = self.matching
        scorer = Scorer(matching, self.lexicon, self.old_bags, self.new_bags)
        free = [position for position in self.news if matching.old_of[position] == NONE]
        index = RareWordCandidates(self.lexicon, ((position, self.new_bags[position]) for position in free))
        self._pass(scorer, index, _SURE)
        replacements = self._mine_replacements()
        self._rename(scorer, [*terms, *((its.old, its.new) for its in self._given_up(replacements))])
        scorer.likeness.cache_clear()
        # decided again, with what is known since
        matching.ambiguous.clear()
        for old in self.olds:
            if matching.found.get(old, ("",))[0] == BY_WORDS:
                matching.unlink(old)
        self._pass(scorer, index, _LEAST)
        self._link_parts()
        return self._mine_replacements() or replacements

    def _link_parts(self) -> None:
        """Link the records that splits and merges moved, except those whose continuation is ambiguous."""
        matching = self.matching
        undecided = {new for news in matching.ambiguous.values() for new in news}
        settled_old, settled_new = matching.ambiguous.keys() | matching.coarse_old, undecided | matching.coarse_new
        olds = {old: bags for old, bags in self.old_sentences.items() if old not in settled_old}
        news = {new: bags for new, bags in self.new_sentences.items() if new not in settled_new}
        link_headings(matching, [old for old in olds if matching.old.is_heading(old)])
        Pieces(matching, self.lexicon, olds, news).link()
        link_examples(matching, olds, news)
        matching.promote()

    def _pass(self, scorer: Scorer, index: RareWordCandidates, threshold: float) -> None:
        """Link headings first; then link everything else, using the updated families."""
        matching = self.matching
        for headings in (True, False):
            matching.count_links()
            free = grouped((matching.new.parents[new], new) for new in matching.free_new())
            unlinked = (old for old in self.olds if matching.new_of[old] == NONE and old not in matching.coarse_old)
            olds = [old for old in unlinked if matching.old.is_heading(old) == headings]
            candidates = partial(self._find_candidates, scorer, index, free)
            link_best(matching, scorer, select_affordable(matching, olds, free, candidates), threshold)

    def _find_candidates(
        self, scorer: Scorer, index: RareWordCandidates, free: Mapping[int, Sequence[int]], old: int
    ) -> list[int]:
        matching = self.matching
        by_words = index.of(self.old_bags[old])
        candidates = [*by_words, *find_nearby(matching, old, lambda adoptive: free.get(adoptive, ()))]
        if not matching.old.is_rule(old):
            candidates += scorer.list_same_terms(old)
        return [new for new in dict.fromkeys(candidates) if matching.old_of[new] == NONE and new in self.new_bags]

    def _mine_replacements(self) -> tuple[Replacement, ...]:
        matching = self.matching
        old, new = matching.old, matching.new
        olds = (old for old in self.olds if old not in matching.coarse_old)
        pairs = [(position, matching.new_of[position]) for position in olds if matching.new_of[position] != NONE]
        return mine_replacements(
            (new.keys[target], old.words(position), new.words(target)) for position, target in pairs
        )

    def _given_up(self, replacements: Sequence[Replacement]) -> list[Replacement]:
        """Return those mined replacements whose old words the new edition hardly uses any more."""
        before = _running_text(self.matching.old, self.olds)
        after = _running_text(self.matching.new, self.news)
        return [
            its
            for its in replacements[: MOST_SCANNED // (len(before) + len(after) + 1)]
            if after.count(f" {its.old} ") <= _GIVEN_UP * before.count(f" {its.old} ")
        ]

    def select_surely_terms(self, replacements: Sequence[Replacement]) -> list[tuple[str, str]]:
        """Return those given-up words that are certainly terms: replaced often, or in the glossary as well.

        Other recurring replacements may be rewordings, so a change that they explain is not only a change of terms.
        """
        gone, come = gone_and_come(self.matching.old, self.matching.new)
        return [
            (its.old, its.new)
            for its in self._given_up(replacements)
            if not set(its.old.split()) <= set(its.new.split())  # a list that grew
            and (its.support >= OFTEN or (head_of(its.old) in gone and head_of(its.new) in come))
        ]

    def _rename(self, scorer: Scorer, terms: Sequence[tuple[str, str]]) -> None:
        """Replace renamed terms in the old records by the new edition's terms, for comparison only."""
        rename = make_renamer(terms)
        rename_head = make_renamer([(stem_words(old), stem_words(new)) for old, new in terms])
        scorer.rename_terms(lambda head: tuple(map(stem, rename_head(head))))
        for position in self.olds:
            before = self.matching.old.sentences(position)
            after = tuple(map(rename, before))
            if after != before:
                self.old_sentences[position] = self._make_bags(after)
                self.old_bags[position] = join_bags(self.old_sentences[position])


def _running_text(side: AlignmentSide, positions: Sequence[int]) -> str:
    return "  ".join(f" {' '.join(side.words(position))} " for position in positions)


def make_renamer(terms: Iterable[tuple[str, str]]) -> Callable[[Words], Words]:
    """Return what replaces renamed terms in the words of a sentence, the longest if several begin at one place.

    Args:
        terms: Old words and new ones.
    """
    renamed = {old: new for old, new in terms if old}
    longest_first = sorted(renamed, key=lambda old: (-len(old.split()), old))
    # of no terms: what is found nowhere
    pattern = re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\S)")
    return lambda words: tuple(pattern.sub(lambda match: renamed[match[0]], " ".join(words)).split())


DECIDED = "decided"
"""Method of links that a reader decided by hand."""


def link_decided(matching: Matching, decided: Mapping[str, Sequence[str]]) -> None:
    """Replace the links of the old records for which a reader decided what continues them.

    Args:
        matching: Receives the links.
        decided: Old key → all new keys that continue it, the main one first.
    """
    old_at, new_at = matching.old.positions, matching.new.positions
    decisions = {
        old_at[old]: [new_at[new] for new in news]
        for old, news in decided.items()
        if old in old_at and new_at.keys() >= set(news)
    }
    for old in decisions:
        matching.ambiguous.pop(old, None)
        if matching.new_of[old] != NONE:
            matching.unlink(old)
    matching.pieces = {pair: score for pair, score in matching.pieces.items() if pair[0] not in decisions}
    for old, news in decisions.items():
        for place, new in enumerate(news):
            if not place and matching.new_of[old] == matching.old_of[new] == NONE:
                matching.link(old, new, DECIDED, 1.0)
            else:
                matching.pieces[(old, new)] = (DECIDED, 1.0)
    matching.promote()


BY_EXAMPLE = "example"
"""Method of links found by `link_examples`."""


def link_examples(matching: Matching, olds: Iterable[int], news: Iterable[int]) -> None:
    """Link two rules of which at least one is unlinked, if an example of one is under the other.

    An example under several rules is no evidence. If both rules are linked otherwise, a moved example is an ordinary
    change and no split.

    Args:
        matching: Receives the links.
        olds: Old records that changed, by position.
        news: New records that changed.
    """
    score = (BY_EXAMPLE, 0.5)  # fixed: an example shows where a rule went, but not how much of it
    linked_old = {old for old, _ in matching.pieces}
    linked_new = {new for _, new in matching.pieces}
    homes = grouped(_list_examples(matching.new, news))
    for example, old in _list_examples(matching.old, olds):
        new, *others = {*homes.get(example, (NONE,))}
        if new != NONE and not others:
            free_old = matching.new_of[old] == NONE and old not in linked_old
            free_new = matching.old_of[new] == NONE and new not in linked_new
            if free_old and free_new:
                matching.link(old, new, *score)
            elif free_old or free_new:
                matching.pieces.setdefault((old, new), score)


def _list_examples(side: AlignmentSide, positions: Iterable[int]) -> Iterator[tuple[str, int]]:
    return ((mask_passage(example), at) for at in positions for example in side.passages[at].examples)
