"""The rules of a JSON file: the objects that have the best field of numbers and the best field of texts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from rules.json_files.records import KEY, LABEL, JsonObject, JsonRule, Leaf
from rules.json_files.strings import is_sentence, is_title, list_numbers

ENOUGH = 3
"""Minimum number of rules, or of glossary entries, in a file."""
MOST_PAIRS = 5_000
"""Maximum number of pairs of fields that are weighed against each other; a file with records has some dozens."""
DISTINCT = 0.9
"""Minimum share of different numbers; in a file with two editions nearly all occur twice."""


class _TextField(Struct):
    """Figures by which fields of texts are compared: how many texts had markup, and how many letters there are."""

    markup: int = 0
    letters: int = 0

    def rank(self) -> tuple[int, int]:
        """Return a value that is greatest for the best field: the least markup, then the most letters."""
        return -self.markup, self.letters


class _FieldPair(NamedTuple):
    """The names of two fields that some objects have: one with numbers of rules, one with sentences."""

    number: str
    text: str


class _Fields:
    """The fields of some objects that may have the numbers and the texts of rules.

    Attributes:
        numbers: Pair of fields → the numbers in the first of them, in the order of the objects.
        texts: Name of a field with sentences → how good it is.
    """

    def __init__(self) -> None:
        self.numbers: dict[_FieldPair, list[str]] = defaultdict(list)
        self.texts: dict[str, _TextField] = defaultdict(_TextField)

    def add(self, node: JsonObject) -> None:
        """Add each pair of a number and a sentence of an object."""
        named_numbers = [(name, number) for name, number, _ in list_numbers(node) if "." in number]
        if not named_numbers:
            return
        texts = {name: leaf for name, leaf in node.fields.items() if is_sentence(leaf.text)}
        if not texts:  # the paragraphs of a text may be a list
            texts = {name: leaves[0] for name, leaves in node.lists.items() if is_sentence(leaves[0].text)}
        sentence_names = list(texts)
        for name, leaf in texts.items():
            self.texts[name].markup += leaf.had_markup
            self.texts[name].letters += len(leaf.text)
        for number_name, number in named_numbers:
            for name in sentence_names:
                # A number at the beginning of a text is the number of that text alone.
                if not number_name.startswith(LABEL) or number_name == f"{LABEL}{name}":
                    self.numbers[_FieldPair(number_name, name)].append(number)

    def list_best(self) -> list[_FieldPair]:
        """Return the best pairs of fields: those with the most different numbers, and among these the best texts.

        Returns:
            Empty if no pair has enough different numbers.
        """
        counts = {pair: len(set(numbers)) for pair, numbers in self.numbers.items()}
        most = max(counts.values(), default=0)
        if most < ENOUGH:
            return []
        pairs = [pair for pair, count in counts.items() if count == most]
        best = max(pairs, key=lambda pair: (self.texts[pair.text].rank(), pair.text))
        return [pair for pair in pairs if pair.text == best.text]


class _Record(NamedTuple):
    """An object that has the number of a rule: that number, and the string that has it."""

    node: JsonObject
    number: str
    label: Leaf


def read_rules(nodes: Sequence[JsonObject]) -> tuple[tuple[JsonRule, ...], str]:
    """Return the rules of some objects, and the problem if they cannot be recognised; one of the two is empty."""
    fields = _Fields()
    for node in nodes:
        if len(fields.numbers) > MOST_PAIRS:
            return (), ""
        fields.add(node)
    best = fields.list_best()
    if not best:
        return (), ""
    keyed = [pair for pair in best if pair.number == KEY]
    chosen = keyed[0] if keyed else best[0]
    problem = _find_problem(chosen, best, fields.numbers)
    if problem:
        return (), problem
    return tuple(_make_rules(_list_records(nodes, chosen.number), chosen)), ""


def _find_problem(chosen: _FieldPair, best: Sequence[_FieldPair], numbers: Mapping[_FieldPair, Sequence[str]]) -> str:
    """Return why the numbers of a field cannot be trusted; empty if they can.

    Args:
        chosen: The pair of the field and the field of the texts.
        best: All pairs that are equally good.
        numbers: Pair of fields → the numbers.
    """
    for rival in best:
        is_label = rival.number.startswith(LABEL)
        if chosen.number != KEY and not is_label and numbers[rival] != numbers[chosen]:
            return f"the fields {chosen.number!r} and {rival.number!r} have equally good numbers, which differ"
    total, different = len(numbers[chosen]), len(set(numbers[chosen]))
    if different < DISTINCT * total:
        return f"{total:,} texts have only {different:,} different numbers; is it several editions?"
    return ""


def _list_records(nodes: Sequence[JsonObject], number_name: str) -> list[_Record]:
    """Return the objects that have a number in a field."""
    records: list[_Record] = []
    for node in nodes:
        for name, number, leaf in list_numbers(node):
            if name == number_name:
                records.append(_Record(node, number, leaf))
                break
    return records


def _make_rules(records: Sequence[_Record], chosen: _FieldPair) -> Iterator[JsonRule]:
    """Yield the rules of records that have the numbers and the texts in the fields chosen."""
    heading_name = _choose_heading(records, chosen)
    examples_name, notes_name = _choose_lists(records, chosen)
    for node, number, label in records:
        first = node.fields.get(chosen.text)
        paragraphs = [first] if first else node.lists.get(chosen.text, [])
        heading = node.fields.get(heading_name) if heading_name else None
        if not paragraphs and heading is None:
            continue
        yield JsonRule(
            number=number,
            label=label,
            text=paragraphs[0] if paragraphs else None,
            heading=heading,
            examples=tuple(node.lists.get(examples_name, ())),
            notes=tuple(node.lists.get(notes_name, ())),
            further=tuple(paragraphs[1:]),
        )


def _choose_heading(records: Sequence[_Record], chosen: _FieldPair) -> str:
    """Return the field with the headings of the records: titles, most of them different; empty if there is none."""
    titles: dict[str, list[str]] = defaultdict(list)
    values: Counter[str] = Counter()
    for record in records:
        for name, leaf in record.node.fields.items():
            if name in chosen or not leaf.text.strip():
                continue
            values[name] += 1
            if is_title(leaf.text):
                titles[name].append(leaf.text)
    different = {name: len(set(of_field)) for name, of_field in titles.items()}
    good = [name for name, count in different.items() if 2 * count > values[name]]
    return max(good, key=lambda name: (different[name], name), default="")


def _choose_lists(records: Sequence[_Record], chosen: _FieldPair) -> tuple[str, str]:
    """Return the names of the two lists with most sentences, the one with more first; empty if there is none.

    The list that has the texts of the rules does not count.
    """
    counts: Counter[str] = Counter()
    for record in records:
        for name, leaves in record.node.lists.items():
            if name == chosen.text:
                continue
            counts[name] += sum(is_sentence(leaf.text) for leaf in leaves)
    names = [name for name, count in counts.most_common() if count]
    first, second, *_ = [*names, "", ""]
    return first, second
