"""The records of the links that an alignment found: `Link`s with keys in place of positions.

The new records that an old record is linked with, by its main link or by additional links (`rules.align.matching`), are
its *targets*; the old records that a new record is linked with are its *sources*. An *ambiguous* old record may be
continued by certain new records, but nothing shows by which, so it is linked with none (`Matching.ambiguous`).
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from rules.align.coarse import COARSE
from rules.align.edition_columns import NONE
from rules.align.matching import Matching, RecordPair
from rules.align.prints import CopiedPrints, PrintedRecord
from rules.change import Renamings, classify
from rules.family_votes import family_kind
from rules.grouping import grouped
from rules.links import ChangeClass, ChangeKind, Link

_AMBIGUOUS_SCORE = 0.5
"""Score of a link to one of several equally good continuations."""


class LinkRecords:
    """Makes the records of the links between two editions: the kind of each link, and how the words changed.

    Args:
        matching: The links; none may be added to it afterwards.
        renamed: Terms that were renamed between the two editions.
        make_plain: Returns a text without the typography that the copies of the two editions print differently; None if
            they print none differently.
        copies: How other copies of the two editions print a record.
    """

    def __init__(
        self,
        matching: Matching,
        renamed: Renamings,
        make_plain: Callable[[str], str] | None,
        copies: CopiedPrints,
    ) -> None:
        self._matching = matching
        self._renamed = renamed
        self._make_plain = make_plain
        self._copies = copies
        self._families = matching.update_families()
        main_links = [(old, new) for old, new in enumerate(matching.new_of) if new != NONE]
        pairs = [*main_links, *matching.additional_links]
        self._targets = grouped(pairs)  # old record → the new records linked with it
        self._sources = grouped((new, old) for old, new in pairs)  # the reverse

    def list_links(self) -> list[Link]:
        """Return the links of old records in their order, and each addition after the link of the record before it.

        An addition is a link with no old record (`_place_additions`).
        """
        additions = self._place_additions()
        links = [*additions.get(NONE, ())]
        for old in range(len(self._matching.old)):
            links += self._list_links_of(old)
            links += additions.get(old, ())
        return links

    def _place_additions(self) -> Mapping[int, Sequence[Link]]:
        """Return position of an old record → the additions that are listed after it; `NONE` → those that come first.

        Suppose that the new records A, B and C follow each other, that A continues the old record 7, and that B and C
        are additions. Then both are listed after the links of 7. If A continues several records, 7 is the first.
        """
        first_sources = self._find_first_sources()
        additions: defaultdict[int, list[Link]] = defaultdict(list)
        position = NONE  # additions before all continued records come first
        for new, key in enumerate(self._matching.new.keys):
            if new in first_sources:
                position = first_sources[new]
                continue
            method = COARSE if new in self._matching.coarse_new else "none"
            link = Link(old=None, new=key, kind="added", change=None, method=method, score=1.0)
            additions[position].append(link)
        return additions

    def _find_first_sources(self) -> dict[int, int]:
        """Return new record → the first old record that it continues, or may continue; additions are missing."""
        first_sources = {new: min(olds) for new, olds in self._sources.items()}
        for old, news in sorted(self._matching.ambiguous.items()):
            for new in news:
                first_sources.setdefault(new, old)
        return first_sources

    def _list_links_of(self, old: int) -> list[Link]:
        """Return the links of an old record.

        - An ambiguous record has a link of the kind `ambiguous` to each record that may continue it.
        - A record without a target was deleted, and has one link without a new record.
        - Any other record has a link to each target: the main link first, if there is one, then the others in the order
          of the targets.
        """
        matching = self._matching
        if old in matching.ambiguous:
            return [self._make_ambiguous(old, new) for new in matching.ambiguous[old]]
        targets = self._targets.get(old, [])
        if not targets:
            method = COARSE if old in matching.coarse_old else "none"
            key = matching.old.keys[old]
            return [Link(old=key, new=None, kind="deleted", change=None, method=method, score=1.0)]
        main_first = sorted(targets, key=lambda new: (matching.new_of[old] != new, new))
        return [self._make_link(old, new) for new in main_first]

    def _make_ambiguous(self, old: int, new: int) -> Link:
        """Return the link from an ambiguous old record to one of the new records that may continue it."""
        return Link(
            old=self._matching.old.keys[old],
            new=self._matching.new.keys[new],
            kind="ambiguous",
            change=None,
            method="tie",
            score=_AMBIGUOUS_SCORE,
            main=False,
        )

    def _make_link(self, old: int, new: int) -> Link:
        """Return the record of a link, which is the main link of the old record or one of its additional links."""
        matching = self._matching
        is_main = matching.new_of[old] == new
        basis = matching.basis_of[old] if is_main else matching.additional_links[RecordPair(old, new)]
        return Link(
            old=matching.old.keys[old],
            new=matching.new.keys[new],
            kind=self._find_kind(old, new),
            change=self._classify(old, new),
            method=basis.method,
            score=round(basis.score, 3),
            main=is_main,
        )

    def _find_kind(self, old: int, new: int) -> ChangeKind:
        """Return the kind of a link.

        It is `split` if the old record has several targets, even if the new record has several sources as well. It is
        `merged` if only the new record has several sources. Otherwise it is `kept` for the same number, `renumbered` if
        the new record is under the successor of the old parent (`Families`), or else `moved`; see `family_kind`.
        """
        if len(self._targets[old]) > 1:
            return "split"
        if len(self._sources[new]) > 1:
            return "merged"
        matching = self._matching
        parent, new_parent = matching.old.parents[old], matching.new.parents[new]
        return family_kind(
            None if parent == NONE else parent,
            None if new_parent == NONE else new_parent,
            self._families.successor_of,
            same_number=matching.old.keys[old] == matching.new.keys[new],
        )

    def _classify(self, old: int, new: int) -> ChangeClass:
        """Return how the words changed.

        - If the old record has several targets, it is compared with all of them as one text.
        - Otherwise all sources of the new record are compared as one text with the new record.
        - If two records are linked only with each other, and differ in typography only, they are `unchanged` if a copy
          of one edition prints the old record as a copy of the other edition prints the new one (`rules.align.prints`).
        """
        old_passage, new_passage = self._matching.old.passages[old], self._matching.new.passages[new]
        are_only_two = len(self._targets[old]) == len(self._sources[new]) == 1
        if are_only_two and old_passage == new_passage:
            return "unchanged"  # most records; `classify` returns the same, but takes longer
        is_split = len(self._targets[old]) > 1
        olds = [old] if is_split else sorted(self._sources[new])
        news = sorted(self._targets[old]) if is_split else [new]
        before = [self._matching.old.passages[position] for position in olds]
        after = [self._matching.new.passages[position] for position in news]
        change = classify(before, after, self._is_same_rule, self._renamed, self._make_plain)
        if change == "typographic" and are_only_two and self._is_printed_alike(old, new):
            return "unchanged"  # only a copyist changed the typography
        return change

    def _is_printed_alike(self, old: int, new: int) -> bool:
        """Return whether a copy of the older edition and one of the newer print two records alike."""
        old_edition, new_edition = self._matching.old, self._matching.new
        return self._copies.are_alike(
            PrintedRecord(old_edition.keys[old], old_edition.passages[old]),
            PrintedRecord(new_edition.keys[new], new_edition.passages[new]),
        )

    def _is_same_rule(self, old: str, new: str) -> bool:
        """Return whether a number in the older edition and one in the newer edition name the same rule.

        - If both editions have the number, the two rules must be linked. The links of an ambiguous rule do not count:
          its number names the same rule as no other number.
        - A number that neither edition has names the same rule as itself only.
        - A number that is missing in only one of the two editions names no rule of the other edition.
        """
        old_position = self._matching.old.positions.get(old, NONE)
        new_position = self._matching.new.positions.get(new, NONE)
        if NONE not in {old_position, new_position}:
            return new_position in self._targets.get(old_position, ())
        is_in_neither = old_position == NONE and new_position == NONE
        return is_in_neither and old == new
