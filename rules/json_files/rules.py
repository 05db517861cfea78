"""The rules of a JSON file: its objects with the best pair of a field of numbers and a field of texts.

Nobody says which fields these are, so their contents decide. In a file of objects such as `{"id": "702.40a", "below":
"702.40", "words": "Storm is a keyword ability."}`, the pairs are `id` with `words` and `below` with `words`. The first
pair is better, because `id` has more different numbers. The number may also be the key of the object (`KEY`), or the
beginning of the text (`LABEL`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from rules.json_files.records import KEY, LABEL, JsonObject, JsonRule, Leaf
from rules.json_files.strings import FieldNumber, is_sentence, is_title, list_numbers

ENOUGH = 3
"""Minimum number of rules, or of glossary entries, in a file."""
MOST_PAIRS = 5_000
"""Maximum number of pairs of fields that are compared with each other; a file with records has some dozens."""
DISTINCT = 0.9
"""Minimum share of numbers that are different; in a file with two editions, nearly all numbers occur twice."""


class ReadRules(NamedTuple):
    """The rules of a file.

    Attributes:
        rules: The rules, in the order of the file; none if the file has none, or if they cannot be recognised.
        problem: Why they cannot be recognised; empty if they can, or if the file has none.
    """

    rules: tuple[JsonRule, ...] = ()
    problem: str = ""


class _TextField(Struct):
    """How good a field of texts is: the number of its texts that had markup, and the number of characters of all."""

    markup: int = 0
    letters: int = 0

    def rank(self) -> tuple[int, int]:
        """Return a sort value that is greatest for the best field: the least markup, then the most characters."""
        return -self.markup, self.letters


class _RuleFields(NamedTuple):
    """The names of two fields that some objects have: one with numbers of rules, one with sentences.

    Attributes:
        number_field: Name of the field with the number; `KEY` if the number is the key of the object, and `LABEL` with
            the name of a field if the texts of that field begin with the number.
        text_field: Name of the field with the text.
    """

    number_field: str
    text_field: str

    @property
    def has_number_in_text(self) -> bool:
        """Return whether the numbers are the beginnings of texts, instead of values or keys."""
        return self.number_field.startswith(LABEL)

    def may_be_record(self) -> bool:
        """Return whether the number may be that of the text.

        A number at the beginning of a text is the number of that text, and not of another field's text.
        """
        return not self.has_number_in_text or self.number_field == f"{LABEL}{self.text_field}"


class _Fields:
    """The fields that may have the numbers and the texts of rules, among all fields of the objects that were added.

    Attributes:
        numbers: Pair of fields → the numbers in the first of the two, in the order of the objects.
        text_fields: Name of a field with sentences → how good the field is.
    """

    def __init__(self) -> None:
        self.numbers: dict[_RuleFields, list[str]] = defaultdict(list)
        self.text_fields: dict[str, _TextField] = defaultdict(_TextField)

    def add(self, node: JsonObject) -> None:
        """Add an object: each pair of a field with a number and a field with a sentence.

        An object without a number that has a dot is ignored.
        """
        # A number without a dot (`7`, `702`) may also be a page or a count.
        numbers = [numbered for numbered in list_numbers(node) if "." in numbered.number]
        if not numbers:
            return
        texts = _list_texts(node)
        for name, leaf in texts.items():
            self.text_fields[name].markup += leaf.had_markup
            self.text_fields[name].letters += len(leaf.text)
        for numbered in numbers:
            for name in texts:
                pair = _RuleFields(numbered.name, name)
                if pair.may_be_record():
                    self.numbers[pair].append(numbered.number)

    def list_best(self) -> list[_RuleFields]:
        """Return the pairs of fields with the most different numbers, and of these only those with the best texts.

        Texts are better if fewer had markup, and, of these, if they have more characters. The pairs all have the same
        field of texts, but may have different fields of numbers.

        Returns:
            Empty if no pair has enough different numbers.
        """
        counts = {pair: len(set(numbers)) for pair, numbers in self.numbers.items()}
        most = max(counts.values(), default=0)
        if most < ENOUGH:
            return []
        pairs = [pair for pair, count in counts.items() if count == most]
        best = max(pairs, key=lambda pair: (self.text_fields[pair.text_field].rank(), pair.text_field))
        return [pair for pair in pairs if pair.text_field == best.text_field]


def _list_texts(node: JsonObject) -> dict[str, Leaf]:
    """Return name of a field → its string, for the fields of an object that have a sentence.

    If there is no such field, the first string of each list counts, because a text may be a list of paragraphs.
    """
    texts = {name: leaf for name, leaf in node.fields.items() if is_sentence(leaf.text)}
    if texts:
        return texts
    return {name: leaves[0] for name, leaves in node.lists.items() if is_sentence(leaves[0].text)}


class _Record(NamedTuple):
    """An object that has the number of a rule, and that number."""

    node: JsonObject
    numbered: FieldNumber


def read_rules(nodes: Sequence[JsonObject]) -> ReadRules:
    """Return the rules of some objects.

    There are none if no pair of fields is good enough (`_Fields.list_best`), if the numbers of the best one cannot be
    trusted (`_find_problem`), or if the objects have more than `MOST_PAIRS` pairs of fields: then they are not the
    records of an edition. Of several equally good pairs, one with the numbers in the keys of the objects is chosen, or
    else the first.
    """
    fields = _Fields()
    for node in nodes:
        if len(fields.numbers) > MOST_PAIRS:
            return ReadRules()
        fields.add(node)
    best = fields.list_best()
    if not best:
        return ReadRules()
    keyed = [pair for pair in best if pair.number_field == KEY]
    chosen = keyed[0] if keyed else best[0]
    problem = _find_problem(chosen, best, fields.numbers)
    if problem:
        return ReadRules(problem=problem)
    records = _list_records(nodes, chosen.number_field)
    return ReadRules(tuple(_make_rules(records, chosen)))


def _find_problem(
    chosen: _RuleFields, best: Sequence[_RuleFields], numbers: Mapping[_RuleFields, Sequence[str]]
) -> str:
    """Return why the numbers of the chosen pair of fields cannot be trusted; empty if they can.

    They cannot if another field has equally good numbers that differ (`_find_rival`), or if too few of the numbers are
    different: then the file may have several editions.

    Args:
        chosen: The chosen pair.
        best: All pairs that are equally good.
        numbers: Pair of fields → the numbers.
    """
    rival = _find_rival(chosen, best, numbers)
    if rival is not None:
        return f"the fields {chosen.number_field!r} and {rival.number_field!r} have equally good numbers, which differ"
    total = len(numbers[chosen])
    different = len(set(numbers[chosen]))
    if different < DISTINCT * total:
        return f"{total:,} texts have only {different:,} different numbers; is it several editions?"
    return ""


def _find_rival(
    chosen: _RuleFields, best: Sequence[_RuleFields], numbers: Mapping[_RuleFields, Sequence[str]]
) -> _RuleFields | None:
    """Return an equally good pair of fields whose numbers differ from those of the chosen pair; None if there is none.

    Numbers at the beginning of texts are not compared. If the chosen numbers are the keys of the objects, there is no
    rival: a key is more certain than any field. The arguments are those of `_find_problem`.
    """
    if chosen.number_field == KEY:
        return None
    for pair in best:
        if not pair.has_number_in_text and numbers[pair] != numbers[chosen]:
            return pair
    return None


def _list_records(nodes: Sequence[JsonObject], number_field: str) -> list[_Record]:
    """Return the objects that have a number in one field, each with the number.

    Args:
        nodes: The objects.
        number_field: Name of the field; see `_RuleFields.number_field`.
    """
    records: list[_Record] = []
    for node in nodes:
        numbered = next((found for found in list_numbers(node) if found.name == number_field), None)
        if numbered is not None:
            records.append(_Record(node, numbered))
    return records


def _make_rules(records: Sequence[_Record], chosen: _RuleFields) -> Iterator[JsonRule]:
    """Yield the rules of records.

    A record with neither a text nor a heading is no rule; a blank string is neither.

    Args:
        records: The objects with their numbers.
        chosen: The fields with the numbers and the texts.
    """
    heading_field = _choose_heading(records, chosen)
    lists = _choose_lists(records, chosen)
    for node, numbered in records:
        paragraphs = _list_paragraphs(node, chosen.text_field)
        heading = _find_string(node, heading_field)
        if not paragraphs and heading is None:
            continue
        yield JsonRule(
            number=numbered.number,
            label=numbered.leaf,
            text=paragraphs[0] if paragraphs else None,
            heading=heading,
            examples=tuple(node.lists.get(lists.examples, ())),
            notes=tuple(node.lists.get(lists.notes, ())),
            further=tuple(paragraphs[1:]),
        )


def _list_paragraphs(node: JsonObject, text_field: str) -> list[Leaf]:
    """Return the strings of an object that are the text of the rule: the only one, or the paragraphs of a list."""
    text = _find_string(node, text_field)
    return node.lists.get(text_field, []) if text is None else [text]


def _find_string(node: JsonObject, name: str) -> Leaf | None:
    """Return the string in a field; None if the object lacks the field, or if the string is blank."""
    leaf = node.fields.get(name)
    return leaf if leaf is not None and leaf.text.strip() else None


def _choose_heading(records: Sequence[_Record], chosen: _RuleFields) -> str:
    """Return the name of the field with the headings; empty if there is none.

    It is the field with the most different titles. More than half of its values must be different titles. The fields
    with the numbers and the texts do not count, nor do blank values.
    """
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


class _ListFields(NamedTuple):
    """The names of the lists with the examples and with the notes of the rules; empty if there is no such list."""

    examples: str
    notes: str


def _choose_lists(records: Sequence[_Record], chosen: _RuleFields) -> _ListFields:
    """Return the names of the lists with the examples and the notes.

    The words "example" and "note" in a name decide: `examples[]`, `ruleNotes[]`. If no name has "example", the list
    with the most sentences in all records has the examples. If no name has "note", the list with the most sentences
    among the remaining ones has the notes. The list that has the texts of the rules does not count, nor do lists
    without a sentence.
    """
    counts = _count_list_sentences(records, chosen.text_field)
    names = [name for name, count in counts.most_common() if count]
    notes = _find_named(names, "note")
    examples = _find_named([name for name in names if name != notes], "example")
    unnamed = [name for name in names if name not in (examples, notes)]
    if not examples and unnamed:
        examples = unnamed.pop(0)
    if not notes and unnamed:
        notes = unnamed.pop(0)
    return _ListFields(examples, notes)


def _count_list_sentences(records: Sequence[_Record], text_field: str) -> Counter[str]:
    """Return name of a list → the number of its sentences in all records, without the list that has the texts."""
    counts: Counter[str] = Counter()
    for record in records:
        for name, leaves in record.node.lists.items():
            if name != text_field:
                counts[name] += sum(is_sentence(leaf.text) for leaf in leaves)
    return counts


def _find_named(names: Iterable[str], word: str) -> str:
    """Return the first of some names with a word in it, in any case; empty if there is none."""
    return next((name for name in names if word in name.casefold()), "")
