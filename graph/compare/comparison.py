"""Comparison of any two editions of a work, forwards or backwards: what happened to each rule and glossary entry.

The steps between them are composed (`graph.paths`); if a record then has several continuations or origins over
several steps, the words decide which of them still have some of its text. Records that links connect are a group with
a kind of change. The backward comparison is the inverted forward one: what leads from `a` to `b` also leads from `b`
to `a`.

For consecutive editions, the links of the aligner are used as they are.

Over several steps, a piece of which too little text is left is dropped. A program without texts, such as the site's
script, needs the list of these pieces: `remnants`. It is short, because pieces matter only where a link leads to
another lineage.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache, partial
from itertools import pairwise
from operator import itemgetter

from msgspec.structs import replace
from rapidfuzz.distance import LCSseq

from graph.history import History
from graph.paths import COMPOSED, RETURNED, STAYED, UNTOUCHED, Path, Paths
from rules.change import Passage, Renamings, passage_of
from rules.change.passages import plain_form
from rules.errors import ComprulesError
from rules.grouping import grouped
from rules.links import (
    INSTEAD,
    ChangeClass,
    ChangeKind,
    Group,
    Link,
    Term,
    Version,
    list_components,
    most_severe,
)
from rules.numbers import family_kind, family_votes, family_winner, is_term, parent_key
from rules.records import ByContent, GlossaryEntry, Rule
from rules.store import Store
from rules.text import FUNCTION_WORDS, masked_words

Pair = tuple[str, str]
PassageAt = Callable[[str, str], Passage]
"""Returns the words of a record: edition, key."""

_SURE = 0.5
"""Minimum score of a mined term that counts without confirmation by a person."""
_MOST = 2_000
HELD = 30
"""Minimum percentage of the shorter text's content words that the other must have for a piece to count."""


class NotComparable(ComprulesError, ValueError):
    """Two editions are of different works, such as a rulings summary and the Comprehensive Rules."""


class Comparison(ByContent, frozen=True):
    """The changes of all records from one edition to another.

    Attributes:
        old: Id of the edition compared from; it may be the later one.
        new: Id of the edition compared to.
        groups: In document order of the first key on the old side; an addition comes after the group of the record that
            precedes it.
        keys: All keys of `old`, in the order of the document, even if only some groups were requested.
        same_rule: Whether a number of `old` and one of `new` name the same rule.
    """

    old: str
    new: str
    groups: tuple[Group, ...]
    keys: tuple[str, ...]
    same_rule: Callable[[str, str], bool]


def compare(
    history: History, old: str, new: str, keys: Collection[str] | None = None, words: PassageAt | None = None
) -> Comparison:
    """Compare two editions of one work.

    Args:
        history: The history; of a store without texts, `change` is the gravest class of all steps between, though the
            texts might show a lesser change.
        old: Id of the edition compared from.
        new: Id of the edition compared to; it may be the earlier one.
        keys: Return only the groups that have one of these keys in `old`; None for all. Much faster for a few keys.
        words: The texts of the two, if the caller also uses them.

    Raises:
        LookupError: An edition does not exist.
        NotComparable: They are editions of different works.
    """
    for edition in (old, new):
        if edition not in history.works:
            raise LookupError(f"there is no edition {edition}")
    if history.works[old] != history.works[new]:
        raise NotComparable(
            f"{old} is an edition of the {history.works[old]} and {new} of the {history.works[new]}; "
            "only editions of one work compare"
        )
    if words is None and history.store.has_texts:
        words = read_passages(history.store) if keys is None else cache(partial(passage_at, history))
    pair = EditionPair(history, min(old, new), max(old, new), words)
    groups, olds, news = pair.groups(keys, turned=old > new), pair.olds, pair.news
    if old > new:
        groups, olds, news = [invert_group(group) for group in groups], news, olds
    chosen = frozenset(keys or ())
    arranged = _arrange_groups(groups, olds, news)
    wanted = (group for group in arranged if keys is None or not chosen.isdisjoint(group.old))
    # No method of the pair, which would keep the texts of both editions for as long as the comparison.
    is_same = partial(same_rule, pair.paths, pair.news, turned=old > new)
    return Comparison(old, new, tuple(wanted), tuple(olds), is_same)


def invert_group(group: Group) -> Group:
    """Return the same group, seen from the other edition."""
    links = [replace(link, old=link.new, new=link.old, kind=_INVERSE.get(link.kind, link.kind)) for link in group.links]
    if len(links) > 1:
        links = set_kinds(links)
    links.sort(key=lambda link: (group.new.index(link.old) if link.old else 0, not link.main))
    kind = kind_of_group([link.kind for link in links])
    return Group(group.new, group.old, kind, group.change, group.lineage, tuple(links))


def _arrange_groups(groups: Sequence[Group], olds: Iterable[str], news: Iterable[str]) -> list[Group]:
    """Return groups by their first old key; each addition after the group of the new key that it follows."""
    places = {key: place for place, key in enumerate(olds)}
    by_new = {key: group for group in groups for key in group.new}
    arranged = [((places[group.old[0]],), group) for group in groups if group.old]
    added: list[tuple[tuple[int, ...], Group]] = []
    last = -1
    for place, key in enumerate(news):
        here = by_new.get(key)
        if here and here.old:
            last = places[here.old[0]]
        elif here:
            added.append(((last, place), here))
    return [group for _, group in sorted([*arranged, *added], key=itemgetter(0))]


_INVERSE: dict[ChangeKind, ChangeKind] = {
    "added": "deleted",
    "returned": "deleted",
    "deleted": "added",
    "split": "merged",
    "merged": "split",
}


def set_kinds(links: Sequence[Link]) -> list[Link]:
    """Return connected links with the kinds that follow from how many share a record.

    As in the aligner, a record with several continuations was split, whatever they were merged with.
    """
    olds, news = Counter(link.old for link in links), Counter(link.new for link in links)
    return [
        replace(link, kind="split" if olds[link.old] > 1 else "merged")
        if link.kind != "ambiguous" and max(olds[link.old], news[link.new]) > 1
        else link
        for link in links
    ]


def kind_of_group(kinds: Collection[ChangeKind]) -> ChangeKind:
    """Return the kind of a group, from the kinds of its links."""
    several: tuple[ChangeKind, ...] = ("split", "merged", "ambiguous")
    return next((kind for kind in several if kind in kinds), next(iter(kinds)))


def same_rule(paths: Paths, news: Collection[str], old: str, new: str, *, turned: bool = False) -> bool:
    """Return whether a number of the older edition and one of the newer name the same rule (chapter, section).

    True also for equal numbers that neither edition has; a split rule is the same as each of its parts, as in the
    aligner. With `turned`, `old` is a number of the newer edition.
    """
    if turned:
        old, new = new, old
    targets = paths.get(old)
    return old == new and new not in news if targets is None else new in targets


class EditionPair:
    """An edition and a later one, or the same one, with the paths between their records.

    Args:
        history: Provides keys and links.
        old: Id of the earlier edition.
        new: Id of the later edition.
        words: The texts, or None.
    """

    def __init__(self, history: History, old: str, new: str, words: PassageAt | None) -> None:
        self.old, self.new = old, new
        self.is_long = len(history.list_between(old, new)) > 1
        self.olds = history.lineages(old)
        self.news = history.lineages(new)
        self.paths = history.paths(old, new)
        self.words = words

    @cached_property
    def sources(self) -> dict[str, list[str]]:
        """Return new key → the old keys with a path to it."""
        return grouped((new, old) for old, targets in self.paths.items() for new in targets)

    @cached_property
    def _places(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return key → its place in the document, for each of the two editions."""
        return {key: place for place, key in enumerate(self.olds)}, {key: place for place, key in enumerate(self.news)}

    @cached_property
    def _mains(self) -> dict[str, str]:
        """Return old key → the new key of the same lineage."""
        return {old: new for old, targets in self.paths.items() for new, path in targets.items() if path.main}

    @cached_property
    def _images(self) -> dict[str, str]:
        """Return each rule, chapter and section → the one that has most of what is below it in the new edition."""
        parent = {key: parent_key(key) for key in {*self.olds, *self.news}}
        parents = frozenset(parent.values())
        votes = family_votes(
            self._mains.items(), parent.get, parent.get, lambda old, new: old in parents or new in parents
        )
        return {parent: family_winner(counts) for parent, counts in votes.items()}

    def groups(self, keys: Collection[str] | None = None, *, turned: bool = False) -> list[Group]:
        """Return the groups of some keys of the earlier edition, or if `turned` of the later; all for None.

        Returns:
            In no particular order, and perhaps with groups of other keys that are connected with these.
        """
        olds, news = list(self.olds), list(self.news)
        if keys is not None and turned:
            news = [key for key in news if key in keys]
            olds = list(dict.fromkeys(old for new in news for old in self.sources.get(new, ())))
        elif keys is not None:
            olds, news = [key for key in olds if key in keys], []
        stayed = {old for old in olds if self._has_stayed(old)}  # a fast path for nearly all records of a step
        groups = [_make_group(Link(old, old, "kept", "unchanged", UNTOUCHED, 1.0), self.olds[old]) for old in stayed]
        for component in list_components((old for old in olds if old not in stayed), self._list_beside):
            groups.extend(self._split_component(component))
        reached = {key for group in groups for key in group.new}
        groups.extend(self._make_addition(new) for new in news if new not in reached)
        return groups

    def _has_stayed(self, old: str) -> bool:
        """Return whether no link mentions a key in any step, and no other key leads to it."""
        targets = self.paths[old]
        return len(targets) == 1 and targets.get(old) is STAYED and len(self.sources[old]) == 1

    def _list_beside(self, old: str) -> Iterable[str]:
        """Return the old keys that share a new key with one."""
        return (source for new in self.paths[old] for source in self.sources[new])

    def _split_component(self, component: Sequence[str]) -> Iterable[Group]:
        """Yield the groups of connected old keys, without the paths that lead to none of the old words."""
        if len(component) == 1 and len(self.paths[component[0]]) < 2:
            yield self._group(component, [(component[0], new, path) for new, path in self.paths[component[0]].items()])
            return
        order = self._places[0]
        kept = {
            old: self._select_continuations(old, self.paths[old]) for old in sorted(component, key=order.__getitem__)
        }
        holders = grouped((new, old) for old, targets in kept.items() for new in targets)
        for members in list_components(kept, lambda old: (other for new in kept[old] for other in holders[new])):
            olds = sorted(members, key=order.__getitem__)
            yield self._group(olds, [(old, new, path) for old in olds for new, path in kept[old].items()])

    def _select_continuations(self, old: str, targets: dict[str, Path]) -> dict[str, Path]:
        """Return the continuations of an old key that count."""
        sure = {new: path for new, path in targets.items() if not path.ambiguous}
        if not self.is_long or not sure:
            return sure or targets
        targets = self._without_strangers(old, sure)
        if self.words is None or not targets:
            return targets
        before = self.words(self.old, old)
        held = {new: measure_shared(before, self.words(self.new, new)) for new in targets}
        best = max(held.values())
        return {
            new: path
            for new, path in targets.items()
            if path.main or held[new] >= HELD or (held[new] == best and old not in self._mains)
        }

    def _without_strangers(self, old: str, targets: dict[str, Path]) -> dict[str, Path]:
        """Return the targets without pieces between rules and glossary, if either side has one of its own sort.

        Otherwise a single definition that once moved between the two would connect the rules and the glossary entries
        of a whole subject.
        """
        sort = is_term(old)
        own = any(is_term(new) == sort for new in targets)
        return {
            new: path
            for new, path in targets.items()
            if path.main
            or is_term(new) == sort
            or not (own or any(is_term(source) != sort for source in self.sources[new]))
        }

    def _group(self, olds: Sequence[str], targets: Sequence[tuple[str, str, Path]]) -> Group:
        if not targets:
            (old,) = olds
            return _make_group(Link(old, None, "deleted", None, "none", 1.0), self.olds[old])
        news = list(dict.fromkeys(new for _, new, _ in targets))
        if len(news) > 1:
            news.sort(key=self._places[1].__getitem__)
        change = self._change(olds, news, [path for _, _, path in targets])
        links = [
            Link(
                old,
                new,
                self._kind(old, new, path),
                change,
                COMPOSED if self.is_long and path.method not in {UNTOUCHED, RETURNED} else path.method,
                round(path.score, 3),
                path.main,
            )
            for old, new, path in targets
        ]
        if self.is_long and len(links) > 1:
            links = set_kinds(links)
        links.sort(key=lambda link: (olds.index(link.old or ""), not link.main, news.index(link.new or "")))
        mains = [link.old for link in links if link.main]
        lineage = self.olds[mains[0] or ""] if mains else self.olds[olds[0]]
        return Group(tuple(olds), tuple(news), kind_of_group([link.kind for link in links]), change, lineage, (*links,))

    def _kind(self, old: str, new: str, path: Path) -> ChangeKind:
        """Return the kind of a path that is the only one at both of its ends: for a single step the aligner's."""
        if not self.is_long:
            return path.kind
        if path.ambiguous:
            return "ambiguous"
        if not path.main and path.left_as in {"split", "merged"}:
            return path.left_as
        return family_kind(old == new, parent_key(old), parent_key(new), self._images if old != new else {})

    def _change(self, olds: Sequence[str], news: Sequence[str], targets: Sequence[Path]) -> ChangeClass | None:
        known = [path.change for path in targets if path.change is not None]
        if len(known) < len(targets):
            return None
        if self.words is None or not self.is_long or all(path.method == UNTOUCHED for path in targets):
            return most_severe(known)
        before, after = ([self.words(day, key) for key in its] for day, its in ((self.old, olds), (self.new, news)))
        return class_over_steps(targets, before, after)

    def _make_addition(self, new: str) -> Group:
        lineage = self.news[new]
        born = lineage.rpartition("@")[2]
        kind: ChangeKind = "returned" if born < self.old and self.is_long else "added"
        return _make_group(Link(None, new, kind, None, "none", 1.0), lineage)


def _make_group(link: Link, lineage: str) -> Group:
    old, new = ((key,) if key else () for key in (link.old, link.new))
    return Group(old, new, link.kind, link.change, lineage, (link,))


def class_over_steps(targets: Sequence[Path], before: Sequence[Passage], after: Sequence[Passage]) -> ChangeClass:
    """Return the class of the change from some records to their continuations after several steps.

    It is the gravest class of all steps. For one record on either side, changes that were undone do not count: equal
    words are `unchanged`, words with the same plain form `typographic`; and if it was split or merged with others on
    the way, other words are `wording`.

    Args:
        targets: The paths between them; none of them ambiguous.
        before: The words of the records in the older edition.
        after: The words of the records in the newer edition.
    """
    worst = most_severe([path.change for path in targets if path.change is not None])
    if len(before) > 1 or len(after) > 1:
        return worst
    if before[0] == after[0]:
        return "unchanged"
    if plain_form(before[0]) == plain_form(after[0]):
        return "typographic"
    return most_severe([worst, "typographic" if all(path.alone for path in targets) else "wording"])


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
