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


def changes_of(
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
    sources = {new: old for old, new in _pair_examples(old_examples, new_examples).items()}
    changes: list[PassageChange] = []
    for index, (key, text) in enumerate(new_examples):
        if index not in sources:
            changes.append(make_change(None, text, None, None, key))
            continue
        source = old_examples[sources[index]]
        if source.text != text:
            change = classify([Passage(text=source.text)], [Passage(text=text)], same_rule, renamed)
            changes.append(make_change(source.text, text, change, source.key, key))
    continued = set(sources.values())
    for index, (key, text) in enumerate(old_examples):
        if index not in continued:
            changes.append(make_change(text, None, None, key, None))
    return tuple(changes)


def _list_examples(name: str, side: Iterable[tuple[str, Passage]]) -> list[_Example]:
    """Return the examples, or notes, of all rules of a side."""
    examples: list[_Example] = []
    for key, passage in side:
        texts = passage.examples if name == "examples" else passage.notes
        examples.extend(_Example(key, text) for text in texts)
    return examples


def _pair_examples(old: Sequence[_Example], new: Sequence[_Example]) -> dict[int, int]:
    """Return index on the old side → index on the new side, for the examples that belong together."""
    pairs: dict[int, int] = {}
    same_texts = grouped((example.text, index) for index, example in enumerate(new))
    for indices in same_texts.values():
        indices.reverse()  # so that `pop`, which takes the last index, takes the first example
    for index, example in enumerate(old):
        if same_texts[example.text]:
            pairs[index] = same_texts[example.text].pop()
    taken = set(pairs.values())
    old_left = [index for index in range(len(old)) if index not in pairs]
    new_left = [index for index in range(len(new)) if index not in taken]
    old_texts = [old[index].text for index in old_left]
    new_texts = [new[index].text for index in new_left]
    for pair in _pair_by_likeness(old_texts, new_texts, _ALIKE):
        pairs[old_left[pair.old]] = new_left[pair.new]
    return pairs


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


class _Slot(NamedTuple):
    """A change in the list of its group: the list, and the index of the change."""

    group: list[PassageChange]
    position: int

    @property
    def change(self) -> PassageChange:
        """Return the change."""
        return self.group[self.position]

    def put(self, change: PassageChange) -> None:
        """Replace the change."""
        self.group[self.position] = change


def with_moves(groups: Sequence[Sequence[PassageChange]]) -> list[tuple[PassageChange, ...]]:
    """Return the changes of all groups, in which a removed and an added example that are alike are one that moved.

    Both groups show it: the group that lost it as moved to the rule that has it now, and the group that gained it as
    moved from the rule that had it.
    """
    changed_groups = [list(group) for group in groups]
    slots = [_Slot(group, position) for group in changed_groups for position in range(len(group))]
    removed = [slot for slot in slots if slot.change.new is None]
    added = [slot for slot in slots if slot.change.old is None]
    removed_texts = [slot.change.old or "" for slot in removed]
    added_texts = [slot.change.new or "" for slot in added]
    for pair in _pair_by_likeness(removed_texts, added_texts, _SAME_ELSEWHERE):
        source, target = removed[pair.old], added[pair.new]
        lost, gained = source.change, target.change
        change: ChangeClass = "unchanged" if lost.old == gained.new else "wording"
        moved = make_change(lost.old, gained.new, change, lost.old_number, gained.new_number)
        source.put(replace(moved, moved_to=gained.new_number))
        target.put(replace(moved, moved_from=lost.old_number))
    return [tuple(group) for group in changed_groups]
