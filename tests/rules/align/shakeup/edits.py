"""The edits of a shake-up, each on rules for which a careful reader could still tell what became of them.

Therefore: only rules with distinctive words change just their parent (boilerplate is distinguished by its parent); a
rule is split, merged or deleted only once and in one way; a rule of which more than a third was reworded stays under
its parent; a rule that is copied, with another keyword's name in it, is not deleted, its own keyword is not renamed,
and it is reworded slightly at most.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING

from tests.rules.align.shakeup.tree import EditedEntry, Node
from tests.rules.align.shakeup.wording import (
    Vocabulary,
    exchange,
    normalize_passages,
    reword,
    sentences,
    shift_sentences,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping

_OWN_WORDS = 8
"""Minimum number of words for a passage to be distinctive."""
_PART = 0.15
"""Minimum share of the words for each part of a split; less would be a passing phrase."""
_LIGHT = 0.3


class Workshop:
    """An edition during its shake-up.

    Attributes:
        root: Its rules.
        entries: Its glossary, in order.
        draw: The only source of randomness.
        vocabulary: Its words.
        terms: Terms to rename at the end, old to new.
    """

    def __init__(self, root: Node, entries: list[EditedEntry], draw: random.Random, terms: int) -> None:
        texts = [text for node in root.walk() for text in node.passages() if text]
        self.root = root
        self.entries = entries
        self.draw = draw
        self.vocabulary = Vocabulary(texts + [entry.text for entry in entries], draw)
        titles = [node.heading for node in root.walk() if node.heading] + [entry.term for entry in entries]
        self.terms: Mapping[str, str] = self.vocabulary.terms(titles, terms)
        self._seen = Counter(normalize_passages(node.passages()) for node in root.walk())
        self._copied: set[Node] = set()

    # Finding candidates for an edit.

    def families(self) -> Iterator[tuple[Node, int]]:
        """Yield every rule below a chapter or rule, as (parent, position)."""
        for parent in self.root.walk():
            if parent.kind in {"chapter", "rule"} and parent.number:
                yield from ((parent, position) for position in range(len(parent.children)))

    def draw_some(self, fit: list[tuple[Node, int]], count: int) -> list[tuple[Node, int]]:
        """Return a few candidates, at most one per parent, so that positions stay valid while they are used."""
        by_parent: dict[Node, tuple[Node, int]] = {}
        for node in self.draw.sample(fit, len(fit)):
            by_parent.setdefault(node[0], node)
        return list(by_parent.values())[:count]

    def has_own_words(self, node: Node) -> bool:
        """Return whether the words of a node alone distinguish it from all others."""
        text = normalize_passages(node.passages())
        return len(text.split()) >= _OWN_WORDS and self._seen[text] == 1

    def chapters(self) -> list[tuple[Node, int]]:
        """Return every chapter as (section, position)."""
        return [
            (section, position)
            for section in self.root.children
            for position, chapter in enumerate(section.children)
            if chapter.kind == "chapter"
        ]

    # Splits and merges.

    def split(self, count: int) -> None:
        """Split rules, each into a rule with subrules or into several consecutive rules."""
        fit = [(p, i) for p, i in self.families() if self._can_split(p.children[i])]
        for parent, position in self.draw_some(fit, count):
            node = parent.children[position]
            parts = self._cut_parts(sentences(node.text))
            below = node.kind == "rule" and self.draw.random() < 0.6
            rest = [
                Node(
                    "subrule" if below else node.kind, text=part, sources=list(node.sources), settled=True, change=None
                )
                for part in parts[1:]
            ]
            rest[-1].examples, node.examples = node.examples, ()
            node.text, node.settled, node.change = parts[0], True, None
            if below:
                node.children = rest
            else:
                parent.children[position + 1 : position + 1] = rest

    def _can_split(self, node: Node) -> bool:
        if node.children or node.settled or not self.has_own_words(node):
            return False
        parts = sentences(node.text)
        least = max(_OWN_WORDS, _PART * len(node.text.split()))
        return 2 <= len(parts) <= 8 and all(len(part.split()) >= least for part in parts)

    def _cut_parts(self, parts: list[str]) -> list[str]:
        pieces = self.draw.randint(2, min(4, len(parts)))
        cuts = [0, *sorted(self.draw.sample(range(1, len(parts)), pieces - 1)), len(parts)]
        return [" ".join(parts[a:b]) for a, b in itertools.pairwise(cuts)]

    def merge(self, count: int) -> None:
        """Merge two consecutive rules into one, or a rule with its first subrule."""
        fit = [(p, i) for p, i in self.families() if self._can_merge(p, i)]
        for parent, position in self.draw_some(fit, count):
            merged = parent.children.pop(position)
            kept = parent.children[position - 1] if position else parent
            kept.text = f"{kept.text} {merged.text}"
            kept.examples += merged.examples
            kept.sources += merged.sources
            kept.settled, kept.change = True, None

    def _can_merge(self, parent: Node, position: int) -> bool:
        merged = parent.children[position]
        kept = parent.children[position - 1] if position else parent
        if merged.children or (position and kept.children) or (not position and parent.kind == "chapter"):
            return False
        whole = len(kept.text.split()) + len(merged.text.split())
        least = max(_OWN_WORDS, _PART * whole)
        return all(
            not node.settled and node.number and len(node.text.split()) >= least and self.has_own_words(node)
            for node in (kept, merged)
        ) and not (merged.heading or (position and kept.heading))

    # Deletions.

    def delete(self, count: int) -> None:
        """Delete rules, and keywords with everything below them."""
        fit = [(p, i) for p, i in self.families() if self._is_free(p.children[i], 12)]
        for parent, position in self.draw_some(fit, count):
            del parent.children[position]

    def delete_chapters(self, count: int) -> None:
        """Delete small chapters."""
        fit = [(p, i) for p, i in self.chapters() if self._is_free(p.children[i], 15)]
        for parent, position in self.draw_some(fit, count):
            del parent.children[position]

    def _is_free(self, top: Node, most: int) -> bool:
        nodes = list(top.walk())
        return len(nodes) <= most and not any(node.settled or node in self._copied for node in nodes)

    # Rewordings.

    def reword(self, share: float) -> None:
        """Reword rules; greater changes are rarer.

        Rules that were split or merged are reworded four times as often, as in real editions.
        """
        for parent, position in list(self.families()):
            node = parent.children[position]
            often = 4 if node.settled and node.sources else 1
            if self.draw.random() >= often * share or not node.text:
                continue
            length = len(node.text.split())
            roll = self.draw.random()
            whole_sentence = not node.settled and length >= _OWN_WORDS and roll < 0.2
            if node.settled or length < _OWN_WORDS or node in self._copied:
                part = self.draw.uniform(0.1, 0.25)
            elif roll < 0.7:
                part = self.draw.uniform(0.1, _LIGHT)
            else:
                part = self.draw.uniform(_LIGHT, 0.6)
            self._reword(node, part, whole_sentence=whole_sentence)

    def _reword(self, node: Node, part: float, *, whole_sentence: bool) -> None:
        before = normalize_passages(node.passages())
        if whole_sentence:
            node.text = shift_sentences(node.text, self.vocabulary, self.draw)
        else:
            node.text = reword(node.text, part, self.vocabulary, self.draw)
        node.steady = node.steady or whole_sentence or part > _LIGHT
        if node.change is not None and normalize_passages(node.passages()) != before:
            node.change = "wording"

    # Moves.

    def swap(self, count: int) -> None:
        """Swap neighbours."""
        fit = [(p, i) for p, i in self.families() if i and all(map(self._may_move, p.children[i - 1 : i + 1]))]
        for parent, position in self.draw_some(fit, count):
            pair = parent.children[position - 1 : position + 1]
            parent.children[position - 1 : position + 1] = pair[::-1]

    def reorder(self, count: int) -> None:
        """Shuffle the subrules of a rule."""
        fit = [
            (parent, 0)
            for parent in self.root.walk()
            if parent.kind == "rule" and len(parent.children) > 2 and all(map(self._may_move, parent.children))
        ]
        for parent, _ in self.draw_some(fit, count):
            self.draw.shuffle(parent.children)

    def move(self, count: int) -> None:
        """Move rules to another chapter and subrules to another rule; keywords move with everything below them."""
        fit = [(p, i) for p, i in self.families() if self._may_leave(p.children[i])]
        homes = {
            kind: [node for node in self.root.walk() if node.kind == kind and node.number and node.children]
            for kind in ("chapter", "rule")
        }
        # A new home may be a parent too, so positions do not stay valid.
        for parent, node in [(p, p.children[i]) for p, i in self.draw_some(fit, count)]:
            home = self.draw.choice(homes[parent.kind])
            if home is not parent and home not in node.walk():
                parent.children.remove(node)
                home.children.insert(self.draw.randint(0, len(home.children)), node)

    def move_keywords(self, count: int) -> None:
        """Move rules with a heading to another place in their chapter."""
        fit = [(p, i) for p, i in self.families() if p.kind == "chapter" and p.children[i].heading]
        for parent, position in self.draw_some(fit, count):
            node = parent.children.pop(position)
            parent.children.insert(self.draw.randint(0, len(parent.children)), node)

    def move_chapters(self, count: int) -> None:
        """Move chapters to another place, one in three to another section."""
        chapters = [(section, section.children[position]) for section, position in self.chapters()]
        for section, chapter in self.draw.sample(chapters, min(count, len(chapters))):
            if not chapter.heading:
                continue
            home = self.draw.choice(self.root.children) if self.draw.random() < 0.33 else section
            if home.kind == "section" and len(home.children) < 60:
                section.children.remove(chapter)
                home.children.insert(self.draw.randint(0, len(home.children)), chapter)

    def _may_move(self, node: Node) -> bool:
        return not node.steady and (bool(node.heading) or self.has_own_words(node))

    def _may_leave(self, node: Node) -> bool:
        return self._may_move(node) and node.change == "unchanged" and not node.settled

    # Additions.

    def add(self, count: int) -> None:
        """Add made-up rules somewhere."""
        homes = [node for node in self.root.walk() if node.kind in {"chapter", "rule"} and node.number]
        for _ in range(count):
            home = self.draw.choice(homes)
            text = " ".join(self.vocabulary.sentence(self.draw.randint(8, 25)) for _ in range(self.draw.randint(1, 2)))
            made = Node("rule" if home.kind == "chapter" else "subrule", text=text, settled=True)
            home.children.insert(self.draw.randint(0, len(home.children)), made)

    def add_keywords(self, count: int) -> None:
        """Add new keywords, at the end or between others, partly with the words of another keyword."""
        fit = [(p, i) for p, i in self.families() if self._can_copy(p.children[i])]
        for chapter, position in self.draw_some(fit, count):
            model = chapter.children[position]
            self._copied.add(model)
            name = self.vocabulary.name()
            made = Node("rule", heading=name, settled=True)
            made.children = [Node("subrule", text=self.vocabulary.sentence(self.draw.randint(15, 35)), settled=True)]
            made.children += [self._copy(child, model.heading or "", name) for child in self._own_boilerplate(model)]
            chapter.children.insert(self.draw.choice((len(chapter.children), position)), made)
            self.add_entry(name)

    def add_chapters(self, count: int) -> None:
        """Add new chapters that repeat rules of another chapter with another name in them."""
        fit = [
            (p, i) for p, i in self.chapters() if p.children[i].heading and len(self._find_namesakes(p.children[i])) > 2
        ]
        for section, position in self.draw_some(fit, count):
            model = section.children[position]
            self._copied.add(model)
            name = self.vocabulary.name()
            made = Node("chapter", heading=name, settled=True)
            singular = (model.heading or "").rstrip("s")
            made.children = [self._copy(rule, singular, name) for rule in self._find_namesakes(model)[:6]]
            made.children.append(Node("rule", text=self.vocabulary.sentence(20), settled=True))
            section.children.insert(self.draw.randint(1, len(section.children)), made)

    def _find_namesakes(self, chapter: Node) -> list[Node]:
        name = (chapter.heading or "").rstrip("s").lower()
        if name in self.terms or " " in name:
            return []
        return [
            rule
            for rule in chapter.children
            if rule.number and not rule.settled and rule.change == "unchanged" and name in rule.text.lower()
        ]

    def _own_boilerplate(self, keyword: Node) -> list[Node]:
        name = (keyword.heading or "").lower()
        return [child for child in keyword.children[1:4] if name in child.text.lower()]

    def _can_copy(self, node: Node) -> bool:
        name = (node.heading or "").lower()
        return (
            bool(node.number and name and self._own_boilerplate(node))
            and not any(term in name for term in self.terms)
            and not any(child.settled or child.children for child in node.walk() if child is not node)
        )

    def _copy(self, node: Node, name: str, other: str) -> Node:
        self._copied.add(node)
        return Node(node.kind, text=exchange(node.text, name, other), settled=True)

    # The glossary.

    def add_entry(self, term: str) -> None:
        """Add a made-up glossary entry, in alphabetical order."""
        text = " ".join(self.vocabulary.sentence(self.draw.randint(8, 20)) for _ in range(2))
        place = next((i for i, entry in enumerate(self.entries) if entry.term.casefold() > term.casefold()), None)
        self.entries.insert(len(self.entries) if place is None else place, EditedEntry(term, text))

    def shake_glossary(self, reworded: float, deleted: float) -> None:
        """Reword or delete entries."""
        for entry in list(self.entries):
            roll = self.draw.random()
            if not entry.sources:
                continue
            if roll < deleted:
                self.entries.remove(entry)
            elif roll < deleted + reworded and len(entry.text.split()) >= _OWN_WORDS:
                before = normalize_passages([entry.text])
                entry.text = reword(entry.text, self.draw.uniform(0.1, 0.4), self.vocabulary, self.draw)
                if normalize_passages([entry.text]) != before:
                    entry.change = "wording"
