"""The changed examples of linked rules; changed notes are found in the same way.

Guarantees: each example of either side that changed is in exactly one `PassageChange`, except those that moved to
another group, which both groups show. Unchanged examples are left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz import fuzz, process

from rules.change import Passage, Renamings, Segment, classify, segments
from rules.change.renamings import SameRule
from rules.grouping import grouped
from rules.links import ChangeClass
from rules.text import fold, mask

_ALIKE = 60.0
"""Minimum similarity in percent for an example to be a changed old one and not a new one."""
_SAME_ELSEWHERE = 85.0
"""Minimum similarity in percent of an example that moved to another group. It is higher than `_ALIKE`, because there
the words are the only evidence: no link connects the two rules."""


class _Example(NamedTuple):
    """An example with the key of its rule."""

    key: str
    text: str


class _Likeness(NamedTuple):
    """How alike two texts are: the percentage, the index of the old text, the index of the new text."""

    score: float
    old: int
    new: int

    def order(self) -> tuple[float, int, int]:
        """Return the sort key of the pair: the most alike texts come first, equally alike ones in their order."""
        return -self.score, self.old, self.new


class PassageChange(Struct, frozen=True, rename={"change": "class"}):
    """A changed example or note.

    Attributes:
        old: Text in the edition compared from; null if the passage was added.
        new: Text in the edition compared to; null if the passage was removed.
        change: How much the text changed; null if the passage was added or removed.
        segments: The kept, deleted and inserted words, in order; together they rebuild both texts.
        moved_from: The rule that had the passage before, if it came from a rule that is not continued here.
        moved_to: The rule that has the passage now, if it went to a rule that does not continue this one.
        old_number: Number of the rule that had the passage.
        new_number: Number of the rule that has the passage.
    """

    old: str | None
    new: str | None
    change: ChangeClass | None
    segments: tuple[Segment, ...]
    moved_from: str | None
    moved_to: str | None
    old_number: str | None
    new_number: str | None


def make_change(
    old: str | None, new: str | None, change: ChangeClass | None, old_number: str | None, new_number: str | None
) -> PassageChange:
    """Return the change of an example that did not move to another group; the arguments are fields of the record."""
    return PassageChange(
        old=old,
        new=new,
        change=change,
        segments=segments(old or "", new or ""),
        moved_from=None,
        moved_to=None,
        old_number=old_number,
        new_number=new_number,
    )


def compare_examples(
    name: str,
    olds: Iterable[tuple[str, Passage]],
    news: Iterable[tuple[str, Passage]],
    same_rule: SameRule,
    renamed: Renamings,
) -> tuple[PassageChange, ...]:
    """Pair the examples, or notes, of a group of rules: first those with the same words, then the most similar ones.

    Args:
        name: `examples` or `notes`.
        olds: The rules in the edition compared from: their keys and words.
        news: Those in the edition compared to.
        same_rule: Whether two numbers name the same rule.
        renamed: The terms renamed between the two editions.

    Returns:
        The changed and the added ones in the order of the new side, then the removed ones.
    """
    old_examples = _list_examples(name, olds)
    new_examples = _list_examples(name, news)
    sources = find_sources([old.text for old in old_examples], [new.text for new in new_examples])
    changes: list[PassageChange] = []
    for index, new in enumerate(new_examples):
        if index not in sources:
            changes.append(make_change(old=None, new=new.text, change=None, old_number=None, new_number=new.key))
            continue
        old = old_examples[sources[index]]
        if old.text != new.text:
            change = classify([Passage(text=old.text)], [Passage(text=new.text)], same_rule, renamed)
            changes.append(make_change(old.text, new.text, change, old_number=old.key, new_number=new.key))
    continued = set(sources.values())
    for index, old in enumerate(old_examples):
        if index not in continued:
            changes.append(make_change(old=old.text, new=None, change=None, old_number=old.key, new_number=None))
    return tuple(changes)


def _list_examples(name: str, side: Iterable[tuple[str, Passage]]) -> list[_Example]:
    """Return the examples, or notes, of all rules of a side."""
    examples: list[_Example] = []
    for key, passage in side:
        texts = passage.examples if name == "examples" else passage.notes
        examples.extend(_Example(key, text) for text in texts)
    return examples


def find_sources(olds: Sequence[str], news: Sequence[str]) -> dict[int, int]:
    """Return index of each new example that continues an old one → index of that old example.

    An example continues at most one old one, and is continued by at most one new one: first by an example with the
    same text, then by the most similar one, if the two are at least `_ALIKE` percent alike. So an example that has
    nothing in common with the old ones continues none.

    Example: old `["A", "Draw two cards."]`, new `["Draw three cards.", "A"]` → `{1: 0, 0: 1}`.
    """
    sources = _match_equal(olds, news)
    continued = set(sources.values())
    old_indices = [index for index in range(len(olds)) if index not in continued]
    new_indices = [index for index in range(len(news)) if index not in sources]
    old_texts = [olds[index] for index in old_indices]
    new_texts = [news[index] for index in new_indices]
    for pair in _pair_by_likeness(old_texts, new_texts, _ALIKE):
        sources[new_indices[pair.new]] = old_indices[pair.old]
    return sources


def _match_equal(olds: Sequence[str], news: Sequence[str]) -> dict[int, int]:
    """Return index of a new example → index of an old one with the same text.

    If several examples have the same text, the first new one continues the first old one, the second the second.
    """
    old_indices = grouped((text, index) for index, text in enumerate(olds))
    new_indices = grouped((text, index) for index, text in enumerate(news))
    sources: dict[int, int] = {}
    for text, indices in new_indices.items():
        sources.update(zip(indices, old_indices.get(text, ()), strict=False))  # either side may have more of them
    return sources


def _pair_by_likeness(olds: Sequence[str], news: Sequence[str], least: float) -> Iterator[_Likeness]:
    """Yield pairs of texts that are alike enough, the most alike first; each text is in one pair at most."""
    used_olds: set[int] = set()
    used_news: set[int] = set()
    for pair in sorted(_list_likenesses(olds, news, least), key=_Likeness.order):
        if pair.old not in used_olds and pair.new not in used_news:
            used_olds.add(pair.old)
            used_news.add(pair.new)
            yield pair


def _list_likenesses(olds: Sequence[str], news: Sequence[str], least: float) -> list[_Likeness]:
    """Return all pairs of texts that are at least `least` percent alike."""
    if not olds or not news:
        return []
    pairs: list[_Likeness] = []
    new_forms = [mask(fold(text)) for text in news]
    for old, text in enumerate(olds):
        matches = process.extract_iter(
            mask(fold(text)), new_forms, scorer=fuzz.ratio, processor=None, score_cutoff=least
        )
        pairs.extend(_Likeness(score, old, new) for _, score, new in matches)
    return pairs


class _PlacedChange(NamedTuple):
    """A change with its place: the number of its group, from 0, and its position in the group."""

    group: int
    position: int
    change: PassageChange


def with_moves(groups: Sequence[Sequence[PassageChange]]) -> list[tuple[PassageChange, ...]]:
    """Return the changes of all groups, in which a removed and an added example that are alike are one that moved.

    Both groups show it: the group that lost it as moved to the rule that has it now, and the group that gained it as
    moved from the rule that had it.
    """
    placed: list[_PlacedChange] = []
    for number, group in enumerate(groups):
        placed += [_PlacedChange(number, position, change) for position, change in enumerate(group)]
    removed = [place for place in placed if place.change.new is None]
    added = [place for place in placed if place.change.old is None]
    removed_texts = [place.change.old or "" for place in removed]
    added_texts = [place.change.new or "" for place in added]
    with_moved = [list(group) for group in groups]
    for pair in _pair_by_likeness(removed_texts, added_texts, _SAME_ELSEWHERE):
        source, target = removed[pair.old], added[pair.new]
        moved = _make_move(source.change, target.change)
        with_moved[source.group][source.position] = replace(moved, moved_to=target.change.new_number)
        with_moved[target.group][target.position] = replace(moved, moved_from=source.change.old_number)
    return [tuple(group) for group in with_moved]


def _make_move(removed: PassageChange, added: PassageChange) -> PassageChange:
    """Return the change of an example that one group lost and another one gained."""
    change: ChangeClass = "unchanged" if removed.old == added.new else "wording"
    return make_change(removed.old, added.new, change, removed.old_number, added.new_number)
