"""The records of an edition as columns, in which the alignment looks them up by their positions.

The *position* of a record is its index in each column. If an edition has the rules 1, 100 and 100.1 and the glossary
entry `Storm`, their positions are 0, 1, 2 and 3: `keys[2]` is `100.1`, and `parents[2]` is 1, the position of rule 100.

Guarantees: positions follow the order of the document, rules first, then the glossary. Words are only computed when
they are needed, since most passages are unchanged.
"""

from collections import Counter
from collections.abc import Sequence

from rules.align.passage_words import Words, sentences_of, stems_of_term, words_of
from rules.caching import cached_property
from rules.change import Passage, passage_of
from rules.grouping import grouped
from rules.records import GlossaryEntry, Rule

NONE = -1
"""Used instead of a position if there is no record: for the parent of a section, or the continuation of a deleted
rule."""


class EditionColumns:
    """The records of one edition in columns.

    Args:
        rules: The rules, in the order of the document.
        glossary: The glossary entries, in their order.

    Attributes:
        keys: `Rule.key` or `GlossaryEntry.key`.
        passages: All words under the record's number or term.
        titles: Heading of a rule, or term of a glossary entry; empty for rules without a heading.
        texts: Text of the record; empty for headings.
        kinds: `Rule.kind`, or `glossary`.
        positions: Key → position.
        parents: Position of the rule one level up; `NONE` for sections, for glossary entries, and for rules of a
            damaged copy that lacks the rule one level up.
        children: Positions of the records one level down.
        sibling_indices: Index among the parent's children; for records without a parent, their position.
        chapters: Position of the record's chapter, which may be the record itself; `NONE` for sections, for glossary
            entries, and for rules of a damaged copy whose parent is missing.
        rule_count: Number of rules: lower positions are rules, the others glossary entries.
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
        self.sibling_indices = list(range(len(records)))
        self.chapters = [NONE] * len(records)
        self._place_rules(rules)

    def _place_rules(self, rules: Sequence[Rule]) -> None:
        """Fill the columns for the place of a rule: parents, children, sibling indices and chapters.

        A rule belongs to the last rule before it that has the number of its parent. So if a damaged copy has 100.1
        twice, and 100.1a after the second one, 100.1a is a child of the second one. A rule that comes before its parent
        has no parent here.
        """
        latest: dict[str | None, int] = {}  # number → position of the last rule so far with the number
        for position, rule in enumerate(rules):
            parent = latest.get(rule.parent, NONE)
            latest[rule.number] = position
            self.parents[position] = parent
            if parent != NONE:
                self.sibling_indices[position] = len(self.children[parent])
                self.children[parent].append(position)
                self.chapters[position] = self.chapters[parent]
            if rule.kind == "chapter":
                self.chapters[position] = position

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def passages_by_key(self) -> dict[str, Passage]:
        """Return key → all words under the record's number or term."""
        return dict(zip(self.keys, self.passages, strict=True))

    @cached_property
    def term_stems(self) -> dict[int, Words]:
        """Return position of a glossary entry → the stems of its term: 3 → `("cast", "cost")` for `Casting Costs`."""
        entries = range(self.rule_count, len(self.keys))
        return {position: stems_of_term(self.titles[position]) for position in entries}

    @cached_property
    def positions_by_term_stems(self) -> dict[Words, list[int]]:
        """Return the stems of a term → the positions of the glossary entries with such a term."""
        return grouped((stems, position) for position, stems in self.term_stems.items())

    @cached_property
    def title_counts(self) -> Counter[str]:
        """Return the number of records with each title."""
        return Counter(title for title in self.titles if title)

    def is_heading(self, position: int) -> bool:
        """Return whether the record is a heading: a section, chapter or rule without a text."""
        return position < self.rule_count and not self.texts[position]

    def is_titled_rule(self, position: int) -> bool:
        """Return whether the record is of the kind `rule` and has a title, as `702.40 Storm`.

        Nearly all of these are keywords, with their name as title. The answer is False for sections and chapters, which
        have titles too, and for subrules and glossary entries.
        """
        return self.kinds[position] == "rule" and self.titles[position] != ""

    def is_rule(self, position: int) -> bool:
        """Return whether the record is a rule and not a glossary entry."""
        return position < self.rule_count

    def content(self, position: int) -> str:
        """Return title and text as they are printed, on two lines if there are both."""
        title = self.titles[position]
        return f"{title}\n{self.texts[position]}" if title else self.texts[position]

    def sentences(self, position: int) -> tuple[Words, ...]:
        """Return the words of title and text by sentence, with `#` for rule numbers; at least one sentence."""
        return sentences_of(self.content(position))

    def words(self, position: int) -> Words:
        """Return the words of title and text, with `#` for rule numbers."""
        return words_of(self.content(position))

    def find_sibling(self, position: int, step: int) -> int:
        """Return the sibling before (`step` is -1) or after (1), `NONE` if there is none.

        Siblings are children of the same parent: 100.2 is the sibling after 100.1. A record without a parent has the
        record next to it in the document as sibling, whatever that is: a glossary entry has the entry next to it, but a
        section, such as 7, has the chapter 700 after it. A rule is never the sibling of a glossary entry.
        """
        parent = self.parents[position]
        index = self.sibling_indices[position] + step
        if parent == NONE:
            # The index of such a record is its position. A rule and a glossary entry are no siblings.
            is_sibling = 0 <= index < len(self) and self.is_rule(index) == self.is_rule(position)
            return index if is_sibling else NONE
        siblings = self.children[parent]
        return siblings[index] if 0 <= index < len(siblings) else NONE
