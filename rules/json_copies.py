"""The rules in a JSON file of any shape: the fields with their numbers and texts are found by their values.

History: public services, tools and training sets give the rules as JSON: an object by number, a list of records, a tree
of chapters, chunks whose text begins with the number, lines with an object each. The names of the fields differ, their
values do not: a field whose values are numbers of rules, beside a field whose values are sentences.

Guarantees: every string of the file is a leaf, in the order of the file, with its offset. Equal keys of an object are
all kept. What is read is limited by counts of brackets and commas. Two fields of numbers that are equally good and
differ are a problem, not a choice; so are numbers that repeat, as in a file with several editions. Of a file that was
cut, all up to its last complete value is read.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct, field

from rules.numbers import NUMBER

ENOUGH = 3
"""Minimum number of rules, or of glossary entries, in a file."""
MOST_BRACKETS = 250_000
MOST_COMMAS = 600_000
"""Maximum numbers of opening brackets and of commas, also inside strings. An edition with its neighbours named in each
record has 8,000 and 90,000; each costs up to a hundred bytes of memory."""
MOST_PAIRS = 5_000
"""Maximum number of pairs of fields that are weighed against each other; a file with records has some dozens."""
MOST_FIELDS = 60
"""Maximum number of fields of a record; an object with more is a container."""
DISTINCT = 0.9
"""Minimum share of different numbers; in a file with two editions nearly all occur twice."""
USUAL = 80
"""Minimum number of letters of most texts of a copy, as opposed to a list of remarks on rules."""

_KEY = "\0key"
_LABEL = "\0label:"
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_TOKEN = re.compile(rf"{_STRING.pattern}|[{{}}\[\],]", re.DOTALL)
"""A string that never ends goes to the end of the file, so that no part of it is looked at again."""
_PRINTED = re.compile(r"(?:CR\s|[Rr]ule\s)?\s?(?P<number>[1-9]\d{0,2}(?:\.[1-9]\d{0,2}[a-z]{0,2})?)\.?")
_STARTS = re.compile(r"(?P<number>[1-9]\d\d\.[1-9]\d{0,2}[a-z]{0,2})\.?\s+\S")
_HALF_PAIR = re.compile("[\ud800-\udfff]")
_SENTENCE_END = re.compile(r"[.!?:;)\]][\"”’')\]]{0,3}$")
_STOP = re.compile(r"[.!?:;,][\"”’')\]]{0,3}$")
_TAIL = 6
"""Number of characters at the end of a text that show whether it ends like a sentence."""
_SEE = re.compile(r"\b[Ss]ee (?:also )?(?:rules?|sections?) \d")
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]{0,80}>|&\w{2,8};")
_LONGEST_TITLE = 80


class Leaf(Struct, frozen=True):
    """A string of a JSON file: its place among all strings, keys included, its offset in the file, and its text."""

    place: int
    offset: int
    text: str


class JsonRule(Struct, frozen=True):
    """A rule in a JSON file.

    Attributes:
        number: Its number, without a full stop.
        label: The string that has the number; the text itself if that begins with it.
        text: Its text; None if the record has none.
        heading: Its heading; None if the record has none.
        examples: Its examples.
        notes: Other sentences listed in the record.
    """

    number: str
    label: Leaf
    text: Leaf | None
    heading: Leaf | None
    examples: tuple[Leaf, ...]
    notes: tuple[Leaf, ...]


class JsonEntry(Struct, frozen=True):
    """A glossary entry in a JSON file."""

    term: Leaf
    text: Leaf


class JsonCopy(Struct, frozen=True):
    """What a JSON file has of the rules.

    Attributes:
        rules: Its rules, in the order of the file.
        glossary: Its glossary entries, in the order of the file.
        leaves: All of its strings, with those keys that are numbers or terms.
        is_cut: Whether the end of the file is missing.
        problem: Why its rules cannot be told; empty if they can.
    """

    rules: tuple[JsonRule, ...]
    glossary: tuple[JsonEntry, ...]
    leaves: tuple[Leaf, ...]
    is_cut: bool
    problem: str


class _Pairs(list[tuple[str, Any]]):
    """The pairs of an object; equal keys are kept."""


class _Node(Struct, eq=False):
    """An object, or a row: its fields with a string, those with several strings, the key that leads to it."""

    key: Leaf | None
    owner: _Node | None = None
    path: str = ""
    fields: dict[str, Leaf] = field(default_factory=dict)
    lists: dict[str, list[Leaf]] = field(default_factory=dict)


@lru_cache(maxsize=2)
def read_json_copy(text: str) -> JsonCopy | None:
    """Return what a text has of the rules; None if it is no JSON, or has neither numbers with texts nor a glossary."""
    if text[:1000].lstrip()[:1] not in ("{", "["):
        return None
    if text.count("{") + text.count("[") > MOST_BRACKETS or text.count(",") > MOST_COMMAS:
        return None
    value, is_cut = _load(text)
    if not isinstance(value, list):
        return None
    nodes, leaves = _walk(value, [match.start() for match in _STRING.finditer(text)])
    records = [node for node in nodes if len(node.fields) <= MOST_FIELDS]
    rules, problem = _read_rules(records)
    own = {leaf.place for rule in rules for leaf in (rule.label, rule.text) if leaf}
    glossary = _read_glossary([node for node in records if not _has_leaf(node, own)])
    if not (rules or glossary or problem):
        return None
    taken = own | {entry.term.place for entry in glossary}
    kept = tuple(leaf for leaf, is_key in leaves if not is_key or leaf.place in taken)
    return JsonCopy(rules, glossary, kept, is_cut, problem)


def is_json_copy(text: str, least: int) -> bool:
    """Return whether a text is JSON with at least so many rules as long as those of an edition, or glossary entries."""
    copy = read_json_copy(text)
    if copy is None or copy.problem:
        return False
    lengths = [len(rule.text.text) for rule in copy.rules if rule.text and is_sentence(rule.text.text)]
    referring = sum(_SEE.search(entry.text.text) is not None for entry in copy.glossary)
    has_rules = len(lengths) >= least and 2 * sum(length >= USUAL for length in lengths) > len(lengths)
    return has_rules or (referring >= least and 2 * referring > len(copy.glossary))


def _load(text: str) -> tuple[object, bool]:
    """Return the value of a JSON text, a list of those of several lines, and whether its end is missing."""
    try:
        return json.loads(text, object_pairs_hook=_Pairs), False
    except (ValueError, RecursionError):
        pass
    lines = [line for line in text.split("\n") if line.strip()]
    values: list[object] = []
    for number, line in enumerate(lines, 1):
        try:
            values.append(json.loads(line, object_pairs_hook=_Pairs))
        except (ValueError, RecursionError):
            if values and number == len(lines):
                return values, True
            return _load_cut(text), True
    return values, False


def _load_cut(text: str) -> object:
    """Return the value of a JSON text that lost its end, up to its last complete value; None if it is no such text."""
    closers: list[str] = []
    whole, rest = 0, ""
    for token in _TOKEN.finditer(text):
        if token[0] in ("{", "["):
            closers.append("}" if token[0] == "{" else "]")
            continue
        if token[0] in ("}", "]"):
            if not closers or closers.pop() != token[0]:
                return None
            whole = token.end()
        elif token[0] == "," and closers:
            whole = token.start()
        else:
            continue
        rest = "".join(reversed(closers)) if len(closers) <= MOST_FIELDS else ""
    try:
        return json.loads(text[:whole] + rest, object_pairs_hook=_Pairs) if rest else None
    except (ValueError, RecursionError):
        return None


def _walk(root: list[Any], offsets: Sequence[int]) -> tuple[list[_Node], list[tuple[Leaf, bool]]]:
    """Return the objects of a value and its strings, each with whether it is a key, in the order of the file.

    A string is found in the file by its place, since the strings of the value come in the same order.
    """
    nodes: list[_Node] = []
    leaves: list[tuple[Leaf, bool]] = []

    def make_leaf(text: str, *, is_key: bool) -> Leaf:
        place = len(leaves)
        offset = offsets[place] if place < len(offsets) else 0
        leaf = Leaf(place, offset, _HALF_PAIR.sub("\ufffd", text))
        leaves.append((leaf, is_key))
        return leaf

    stack: list[tuple[Any, str | None, _Node | None, str]] = [(root, None, None, "")]
    while stack:
        value, name, owner, path = stack.pop()
        key = None if name is None else make_leaf(name, is_key=True)
        if isinstance(value, str):
            leaf = make_leaf(value, is_key=False)
            if key is not None and (_PRINTED.fullmatch(key.text) or key.text[:1].isupper()):
                nodes.append(_Node(key, fields={"value": leaf}))
            if owner is not None:
                _attach(owner, path, leaf)
        elif isinstance(value, _Pairs):
            node = _Node(key, owner, path)
            nodes.append(node)
            stack += [(nested, nested_name, node, nested_name) for nested_name, nested in reversed(value)]
        elif isinstance(value, list) and path.endswith("[]"):
            node = _Node(None)
            nodes.append(node)
            stack += [(nested, None, node, str(place)) for place, nested in reversed([*enumerate(value)])]
        elif isinstance(value, list):
            # An object in a list is no part of the record that has the list.
            stack += [
                (nested, None, owner if isinstance(nested, str) else None, f"{path}[]") for nested in reversed(value)
            ]
    return nodes, leaves


def _attach(node: _Node, path: str, leaf: Leaf) -> None:
    """Enter a string into its object, and into the object around that."""
    for owner, name in ((node, path), (node.owner, f"{node.path}.{path}")):
        if owner is None or len(owner.fields) > MOST_FIELDS:
            continue
        if name.endswith("[]"):
            owner.lists.setdefault(name, []).append(leaf)
        else:
            owner.fields.setdefault(name, leaf)


def _has_leaf(node: _Node, places: set[int]) -> bool:
    """Return whether an object has one of these strings."""
    return any(leaf.place in places for leaf in (*node.fields.values(), *([node.key] if node.key else ())))


def _list_numbers(node: _Node) -> Iterator[tuple[str, str, Leaf]]:
    """Yield the fields of an object that have the number of a rule: name, number and string."""
    named = [(_KEY, node.key)] if node.key else []
    for name, leaf in (*named, *node.fields.items()):
        printed = _PRINTED.fullmatch(leaf.text.strip()) if len(leaf.text) < 20 else None
        if printed and NUMBER.fullmatch(printed["number"]):
            yield name, printed["number"], leaf
    for name, leaf in node.fields.items():
        begun = _STARTS.match(leaf.text)
        if begun:
            yield f"{_LABEL}{name}", begun["number"], leaf


def is_sentence(text: str) -> bool:
    """Return whether a text is a sentence, or several."""
    stripped = text.strip()
    return len(stripped) >= 20 and " " in stripped and _SENTENCE_END.search(stripped[-_TAIL:]) is not None


def _is_title(text: str) -> bool:
    """Return whether a text reads as a heading or a headword."""
    stripped = text.strip()
    return (
        0 < len(stripped) <= _LONGEST_TITLE
        and not stripped[0].islower()
        and any(map(str.isalpha, stripped))
        and not _STOP.search(stripped)
        and not _PRINTED.fullmatch(stripped)
    )


class _TextField(Struct):
    """How good a field of texts is: how much markup stands in it, and how many letters it has."""

    markup: int = 0
    letters: int = 0

    def rank(self) -> tuple[int, int]:
        """Return what is greatest for the best field: the least markup, then the most letters."""
        return -self.markup, self.letters


def _read_rules(nodes: Sequence[_Node]) -> tuple[tuple[JsonRule, ...], str]:
    """Return the rules of the objects, or why they cannot be told."""
    numbers: dict[tuple[str, str], list[str]] = defaultdict(list)
    text_fields: dict[str, _TextField] = defaultdict(_TextField)
    for node in nodes:
        if len(numbers) > MOST_PAIRS:
            return (), ""
        _pair_fields(node, numbers, text_fields)
    counts = {pair: len(set(pair_numbers)) for pair, pair_numbers in numbers.items()}
    most = max(counts.values(), default=0)
    if most < ENOUGH:
        return (), ""
    best = [pair for pair, count in counts.items() if count == most]
    _, text_name = max(best, key=lambda pair: (text_fields[pair[1]].rank(), pair[1]))
    number_names = [number_name for number_name, name in best if name == text_name]
    chosen = _KEY if _KEY in number_names else number_names[0]
    chosen_numbers = numbers[chosen, text_name]
    rivals = [
        name for name in number_names if not name.startswith(_LABEL) and numbers[name, text_name] != chosen_numbers
    ]
    if rivals and chosen != _KEY:
        return (), f"the fields {chosen!r} and {rivals[0]!r} have equally good numbers, which differ"
    different = len(set(chosen_numbers))
    if different < DISTINCT * len(chosen_numbers):
        return (), f"{len(chosen_numbers):,} texts have only {different:,} different numbers; is it several editions?"
    return tuple(_make_rules(nodes, chosen, text_name)), ""


def _pair_fields(node: _Node, numbers: dict[tuple[str, str], list[str]], text_fields: dict[str, _TextField]) -> None:
    """Note each number of an object beside each of its sentences, by the names of the two fields."""
    named_numbers = [(name, number) for name, number, _ in _list_numbers(node) if "." in number]
    if not named_numbers:
        return
    sentence_names = [name for name, leaf in node.fields.items() if is_sentence(leaf.text)]
    for name in sentence_names:
        text = node.fields[name].text
        text_fields[name].markup += len(_MARKUP.findall(text))
        text_fields[name].letters += len(text)
    for number_name, number in named_numbers:
        for name in sentence_names:
            # A number at the beginning of a text is the number of that text alone.
            if not number_name.startswith(_LABEL) or number_name == f"{_LABEL}{name}":
                numbers[number_name, name].append(number)


def _make_rules(nodes: Sequence[_Node], number_name: str, text_name: str) -> Iterator[JsonRule]:
    """Yield the rules of the objects that have a number in this field."""
    records = []
    for node in nodes:
        found = [(number, leaf) for name, number, leaf in _list_numbers(node) if name == number_name]
        if found:
            records.append((node, *found[0]))
    heading_name = _choose_heading([node for node, _, _ in records], {number_name, text_name})
    listed = _rank_lists([node for node, _, _ in records])
    for node, number, label in records:
        examples = node.lists.get(listed[0], ()) if listed else ()
        notes = node.lists.get(listed[1], ()) if len(listed) > 1 else ()
        text = node.fields.get(text_name)
        heading = node.fields.get(heading_name) if heading_name else None
        if text is None and heading is None:
            continue
        yield JsonRule(
            number=number,
            label=label,
            text=text,
            heading=heading,
            examples=tuple(examples),
            notes=tuple(notes),
        )


def _choose_heading(nodes: Sequence[_Node], others: set[str]) -> str | None:
    """Return the field with the headings of the records: titles, most of them different; None if there is none."""
    titles: dict[str, list[str]] = defaultdict(list)
    values: Counter[str] = Counter()
    for node in nodes:
        for name, leaf in node.fields.items():
            if name not in others and leaf.text.strip():
                values[name] += 1
                titles[name] += [leaf.text] if _is_title(leaf.text) else []
    good = {
        name: len(set(found))
        for name, found in titles.items()
        if 2 * len(set(found)) > values[name] and 2 * len(found) > values[name]
    }
    return max(good, key=lambda name: (good[name], name), default=None)


def _rank_lists(nodes: Sequence[_Node]) -> list[str]:
    """Return the fields that list sentences, that with most of them first."""
    counts: Counter[str] = Counter()
    for node in nodes:
        for name, leaves in node.lists.items():
            counts[name] += sum(is_sentence(leaf.text) for leaf in leaves)
    return [name for name, count in counts.most_common() if count]


def _read_glossary(nodes: Sequence[_Node]) -> tuple[JsonEntry, ...]:
    """Return the glossary entries: a different title beside sentences, at least some of which refer to rules."""
    entries_of: dict[tuple[str, str], list[JsonEntry]] = defaultdict(list)
    for node in nodes:
        if len(entries_of) > MOST_PAIRS:
            return ()
        _pair_titles(node, entries_of)
    good = {names: entries for names, entries in entries_of.items() if _is_glossary(entries)}
    if not good:
        return ()
    title_name, text_name = max(good, key=lambda names: (len(good[names]), names[0] != _KEY, names))
    entries = []
    for node in nodes:
        term = node.key if title_name == _KEY else node.fields.get(title_name)
        text = node.fields.get(text_name)
        if term is not None and text is not None and term.text.strip():
            entries.append(JsonEntry(term, text))
    return tuple(entries)


def _pair_titles(node: _Node, entries_of: dict[tuple[str, str], list[JsonEntry]]) -> None:
    """Note each title of an object beside each of its sentences, by the names of the two fields."""
    key_field = [(_KEY, node.key)] if node.key else []
    titles = [(name, leaf) for name, leaf in (*key_field, *node.fields.items()) if _is_title(leaf.text)]
    if not titles:
        return
    for name, leaf in node.fields.items():
        if is_sentence(leaf.text):
            for title_name, title in titles:
                entries_of[title_name, name].append(JsonEntry(title, leaf))


def _is_glossary(entries: Sequence[JsonEntry]) -> bool:
    """Return whether titles with their sentences are a glossary: some refer to rules, and the titles differ."""
    references = sum(_SEE.search(entry.text.text) is not None for entry in entries)
    titles = {entry.term.text for entry in entries}
    return references >= ENOUGH and len(titles) >= DISTINCT * len(entries)
