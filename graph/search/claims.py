"""Claims of records: reasons other than words for a record to be an answer, such as a name or a saying in the query.

A *name* is the heading of a rule or glossary entry, and a *saying* a phrase of players for which the rules have other
words: `damage on the stack`. To *raise* a record is to add a claim, which ranks it higher than its words alone.
"""

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from graph.answers.why import NAMED, Why
from graph.search.definition import read_definition
from graph.search.index import DIGITS, Index
from graph.search.names import Name, find_glossary_name, find_names
from graph.search.runs import shortest_run
from graph.search.synonyms import synonyms_by_stem
from graph.search.text import content_words, stem_of, stems_of_saying, words_in
from graph.search.titles import find_chapters_by_number, find_titled, is_about
from rules.keys import is_entry

_ABILITIES = "Keyword Abilities"
"""The heading of the chapter that has a rule for each keyword ability."""


class Claim(NamedTuple):
    """A reason to rank a record higher than its words do.

    Attributes:
        tier: The class of the answer: all answers of a higher tier come first; see `definition.toml`. In tier 0 words
            are the main reason.
        bonus: The score that is added to that of the words; in a higher tier it is the whole score.
        why: The reason to show; None if the words of the record are reason enough.
        further: The sum of the bonuses of the record's other claims in tier 0, which agree with this one.
    """

    tier: int
    bonus: float
    why: Why | None
    further: float = 0.0


NO_CLAIM = Claim(0, 0.0, None)


class _QueryStems(NamedTuple):
    """The stems of a query, with which sayings are compared.

    Attributes:
        as_typed: The stems of the words as typed.
        content: The stems of the words that say what the query is about.
        rarities: How rare each stem of the query is, without stop words; see `Index.rarity`.
        meant: Each stem that the query has or means by a synonym → the stems of the query that mean it, with weights.
    """

    as_typed: AbstractSet[str]
    content: AbstractSet[str]
    rarities: Mapping[str, float]
    meant: Mapping[str, Mapping[str, float]]


class Claims:
    """The best claim of each record on one query.

    Args:
        index: The passages.
        is_question: Whether the query asks a question.
        asks_for_past: Whether it asks about former days.

    Attributes:
        _best: Position of a record → its best claim.
        _is_only_names: Whether the query is nothing but names.
        _named: The stems of each name in the query.
        _deciding: The stems of each name that decides what is asked, rather than a saying next to it.
    """

    def __init__(self, index: Index, *, is_question: bool, asks_for_past: bool) -> None:
        self._index = index
        self._is_question = is_question
        self._asks_for_past = asks_for_past
        self._tiers = read_definition().tiers
        self._weights = read_definition().weights
        self._limits = read_definition().limits
        self._best: dict[int, Claim] = {}
        self._is_only_names = False
        self._named: list[frozenset[str]] = []
        self._deciding: list[frozenset[str]] = []

    def records(self) -> Iterable[int]:
        """Return the positions of the records with a claim."""
        return self._best.keys()

    def of(self, record: int) -> Claim:
        """Return the best claim of the record at a position, with a part of the bonuses of its other claims."""
        claim = self._best.get(record, NO_CLAIM)
        return claim._replace(bonus=claim.bonus + self._weights["further"] * claim.further)

    def keep_only(self, records: Container[int]) -> None:
        """Drop the claims of all records except some."""
        self._best = {record: claim for record, claim in self._best.items() if record in records}

    def add_names(self, words: Sequence[str], why: Why | None, weight: str = "called") -> None:
        """Raise the rules and entries that some words name, and remember the names for `add_sayings`.

        The words may be nothing but one name (`trample`), a list of keywords (`flying and trample`), or have names
        among other words (`trample over planeswalkers`). If they ask for the glossary (`glossary trample`), the entries
        of the name are raised most. If they have no name, chapters with their subject are raised. A chapter with its
        number is raised in any case (`leveler cards 711`).

        Args:
            words: The words of the query, or those that are searched for instead.
            why: Why other words are searched for; None if they are those of the query.
            weight: Name of the weight in the definition that the first answer gets if the query is nothing but a name.
        """
        self._add_titled(find_chapters_by_number(self._index, words), why)
        in_glossary = find_glossary_name(self._index, words)
        if in_glossary is not None:
            self._add_entries(in_glossary, why, self._weights[weight])
        names = find_names(self._index, words)
        self._is_only_names = self._is_only_names or names.cover_all
        self._named += [stems_of_saying(" ".join(name.words)) for name in names.found]
        self._deciding += [stems_of_saying(" ".join(name.words)) for name in names.found if self._is_deciding(name)]
        if self._asks_for_past:
            self._add_obsolete(names.found, why)
        if names.cover_all and len(names.found) == 1:
            self._add_only_name(names.found[0], why, self._weights[weight])
            return
        if names.cover_all and self._are_keywords(names.found) and _is_list(words, names.found):
            self._add_keywords(names.found, why)
        for name in names.found:
            self._add_mention(name, why)
        if not names.found:
            self._add_titled(find_titled(self._index, words), why)

    def _add_titled(self, chapters: Iterable[int], why: Why | None) -> None:
        """Raise the chapters, given by their positions, whose titles say nothing but the words of the query."""
        for chapters_before, chapter in enumerate(chapters):
            self._add(chapter, self._tiers["named"], self._weights["titled"] - chapters_before, why or NAMED)

    def _add_obsolete(self, names: Iterable[Name], why: Why | None) -> None:
        """Raise the entries of names that call them obsolete: whoever asks what a name was wants them first."""
        for name in names:
            for entry in filter(self._index.is_obsolete, name.entries):
                self._add(entry, self._tiers["named"], self._weights["obsolete"], why or NAMED)

    def _add_entries(self, name: Name, why: Why | None, weight: float) -> None:
        """Raise the glossary entries of a name for which the glossary is asked, then the rules of the name."""
        rules = name.rules[: self._limits["only"]]
        for records_before, record in enumerate([*name.entries, *rules]):
            self._add(record, self._tiers["named"], weight - records_before, why or NAMED)

    def _add_only_name(self, name: Name, why: Why | None, weight: float) -> None:
        """Raise the rules and entries of a name that is the whole query, and the rules to which the entries refer.

        Rules come before entries, because a rule decides what its entry only repeats. But an entry is a better answer
        than a whole chapter, unless somebody asks a question, or the name is the subject of the chapter. Each record
        gets a smaller bonus than the one before it, so that the answers keep this order.
        """
        rules = name.rules[: self._limits["only"]]
        referred = [rule for entry in name.entries for rule in self._index.list_referred(entry)]
        stems = stems_of_saying(" ".join(name.words))
        before_entries = [
            rule for rule in referred if self._is_question or self._is_rule(rule) or is_about(self._index, rule, stems)
        ]
        explaining = [rule for rule in map(self._index.find_explaining, name.entries) if rule is not None]
        # only the first place of a record counts
        in_order = [*rules, *explaining, *before_entries, *name.entries, *referred]
        for records_before, record in enumerate(in_order):
            self._add(record, self._tiers["named"], weight - records_before, why or self._explain_name(record, name))

    def _explain_name(self, record: int, name: Name) -> Why:
        """Return why a record, by its position, answers a name: it has the name, or an entry refers to it."""
        has_name = record in name.rules or record in name.entries
        return NAMED if has_name else self._see(name.entries[0])

    def _are_keywords(self, names: Sequence[Name]) -> bool:
        """Return whether several names are keywords, and no name is that of a chapter.

        A keyword has a rule, such as 702.40. A name that only glossary entries have does not matter.
        """
        ruled = [name for name in names if name.rules]
        return len(ruled) > 1 and all(map(self._is_keyword, ruled))

    def _is_keyword(self, name: Name) -> bool:
        """Return whether a name is that of a rule with a dot in its number, not of a chapter or only of entries."""
        return any(map(self._is_rule, name.rules))

    def _is_rule(self, record: int) -> bool:
        """Return whether the record at a position has a dot in its number: it is no chapter and no entry."""
        key = self._index.records[record].key
        return "." in key and not is_entry(key)

    def _is_deciding(self, name: Name) -> bool:
        """Return whether a name decides what is asked: that of a keyword ability, of a counter or of a token."""
        is_thing = len(name.words) > 1 and name.words[-1] in read_definition().things
        return is_thing or self._is_ability(name)

    def _is_ability(self, name: Name) -> bool:
        """Return whether a name is that of a keyword ability; keyword actions, such as cast, have everyday names."""
        wanted = frozenset(map(stem_of, words_in(_ABILITIES)))
        return self._is_keyword(name) and any(wanted <= self._index.chapter_heading[rule] for rule in name.rules)

    def _add_keywords(self, names: Sequence[Name], why: Why | None) -> None:
        """Raise the rules of each keyword in a query that lists keywords: those that say what they mean come first."""
        several = self._limits["several"]
        headings = [rule for name in names for rule in name.rules[:several]]
        meanings = [self._find_meaning(heading) for heading in headings]
        in_order = [meaning for meaning in meanings if meaning is not None] + headings
        for rules_before, rule in enumerate(in_order):
            self._add(rule, self._tiers["listed"], self._weights["called"] - rules_before, why or NAMED)

    def _find_meaning(self, heading: int) -> int | None:
        """Return the position of the subrule that says what a heading means; None if it is no such heading.

        In all editions there is none, since the records next to a heading need not be below it.
        """
        return self._index.find_defining(heading) if self._index.position_of else None

    def _add_mention(self, name: Name, why: Why | None) -> None:
        """Raise the rules and entries of a name in a query that has other words too, by the rarity of the name."""
        stop = read_definition().stop
        rarity = sum(self._index.rarity(stem_of(word)) for word in name.words if word not in stop)
        for rule in name.rules:
            self._add(rule, 0, rarity * self._weights["name"], why)
            meaning = self._find_meaning(rule)
            if meaning is not None:
                self._add(meaning, 0, rarity * self._weights["meaning"], why)
        for entry in name.entries:
            referred = self._list_referred_beside(entry)
            # an entry without a rule is all that the rules say: "Bury (Obsolete)"
            is_alone = not referred and not name.rules
            self._add(entry, 0, rarity * self._weights["alone" if is_alone else "entry"], why)
            explaining = self._index.find_explaining(entry)
            if explaining is not None:
                self._add(explaining, 0, rarity * self._weights["explained"], why or self._see(entry))
            for rule in referred:
                self._add(rule, 0, rarity * self._weights["lead"], why or self._see(entry))

    def _list_referred_beside(self, entry: int) -> list[int]:
        """Return the positions of the rules to which an entry refers, for a query with its name next to other words.

        In all editions there are none, as the site would have to load the texts of all entries that a query names.
        """
        return self._index.list_referred(entry) if self._index.position_of else []

    def _see(self, entry: int) -> Why:
        """Return the reason of a rule to which the glossary entry at a position refers."""
        return Why("see", self._index.records[entry].heading)

    def add_sayings(self, corrected: Sequence[str], typed: Iterable[str], sayings: Mapping[str, Sequence[str]]) -> None:
        """Raise the rules that decide what a query says in the words of players.

        - A name is never taken apart: "burn" is no saying in "mana burn". So `add_names` must have been called before.
        - A saying must have a word that was typed so. Otherwise the correction of a mistyped word could be slang that
          nobody typed.
        - A saying that has all words about the subject of the query is the best answer. Any other saying counts by the
          rarity of the words that it has in common with the query.
        - A saying counts less next to a keyword ability, a counter or a token that the query names.
        - A saying of which the query has only some words counts too, but less, and only if the query has several words
          about its subject and isn't nothing but names. A synonym counts as a part of its word: `peek` has something of
          a saying with "look". In all editions such a saying doesn't count, as the site would have to load all words of
          sayings.

        Args:
            corrected: The words of the query, without typing errors.
            typed: The words of the query as typed.
            sayings: How players say something, with the rules of the edition that decide it.
        """
        rarities = self._list_rarities(corrected)
        query = _QueryStems(
            as_typed=frozenset(map(stem_of, typed)),
            content=frozenset(map(stem_of, content_words(corrected))),
            rarities=rarities,
            meant=self._list_meant(rarities),
        )
        filler = read_definition().filler
        found = find_sayings([stem_of(word) for word in corrected if word not in filler], sayings)
        for saying in found:
            self._add_found_saying(saying, self._find_rules(sayings[saying]), query)
        is_one_edition = bool(self._index.position_of)
        may_have_parts = is_one_edition and len(query.content) != 1 and not self._is_only_names
        if may_have_parts:
            for saying, keys in sayings.items():
                if saying not in found:
                    self._add_similar_saying(saying, keys, query)

    def _add_found_saying(self, saying: str, rules: Sequence[Sequence[int]], query: _QueryStems) -> None:
        """Raise the rules, each given by the positions of its wordings, that decide a saying which a query has.

        None is raised for a saying of which no word was typed, or which is only a part of a name in the query.
        """
        stems = stems_of_saying(saying)
        if query.as_typed.isdisjoint(stems) or self._is_within_name(saying):
            return
        why = Why("saying", saying)
        if query.content <= stems:
            self._add_whole_saying(rules, why)
        else:
            worth = _worth_of(dict.fromkeys(stems, 1.0), query.rarities)
            if worth:
                # "both draw" says more of a query than "draw": a stop word is common, but together they are not
                worth += self._weights["stop"] * len(stems - query.rarities.keys())
            self._add_saying(rules, worth * self._weight_of(stems), why)

    def _add_similar_saying(self, saying: str, keys: Iterable[str], query: _QueryStems) -> None:
        """Raise the rules, given by their keys, that decide a saying of which a query has a part.

        None is raised if that part is small, has no word that was typed, or if a name in the query has all words of the
        saying.
        """
        stems = stems_of_saying(saying)
        common = stems & query.meant.keys()
        if not common:
            return  # most sayings end here
        shared = _list_shared(common, query.meant)
        if query.as_typed.isdisjoint(shared) or self._is_within_name(saying):
            return
        # stop words count as rare words here: "played" is little of "just played"
        rarity = sum(self._index.rarity(stem) * max(query.meant[stem].values()) for stem in sorted(common))
        share = round(rarity / self._sum_rarities(stems), DIGITS)
        if share >= self._weights["least_similar"]:
            worth = _worth_of(shared, query.rarities) * self._weights["similar"] * share
            if self._is_beside(stems):
                worth *= self._weights["beside_similar"]
            self._add_saying(self._find_rules(keys), worth, Why("similar", saying))

    def _sum_rarities(self, stems: Iterable[str]) -> float:
        """Return the sum of the rarities of some stems, which are added in the order of the alphabet."""
        return sum(map(self._index.rarity, sorted(stems)))

    def _find_rules(self, keys: Iterable[str]) -> list[list[int]]:
        """Return the positions of the wordings of each of some rules that the index has."""
        return [self._index.wordings_of[key] for key in keys if key in self._index.wordings_of]

    def _list_rarities(self, words: Iterable[str]) -> dict[str, float]:
        """Return how rare the stems of the words of a query are, without stop words."""
        stop = read_definition().stop
        counted = {stem_of(word): word not in stop for word in words}
        return {stem: self._index.rarity(stem) for stem, counts in counted.items() if counts}

    def _list_meant(self, rarities: Iterable[str]) -> dict[str, dict[str, float]]:
        """Return each stem that a query has or means → the stems of the query that mean it, with weights.

        Example: a query with `peek` means `peek` with the weight 1, and `look` with a smaller one.

        Args:
            rarities: The stems of the query.
        """
        meant = {stem: {stem: 1.0} for stem in rarities}
        for stem in rarities:
            for synonym, weight in synonyms_by_stem().get(stem, {}).items():
                meant.setdefault(synonym, {}).setdefault(stem, weight * self._weights["alike"])
        return meant

    def _weight_of(self, saying: AbstractSet[str]) -> float:
        """Return how much a saying counts, given its stems: less if a name next to it decides what is asked.

        In `trample damage to a planeswalker` the ability decides what is asked, not the saying in the other words.
        """
        weight = self._weights["saying"]
        return weight * self._weights["beside"] if self._is_beside(saying) else weight

    def _is_beside(self, saying: AbstractSet[str]) -> bool:
        """Return whether the query has a name that decides what is asked next to a saying, given by its stems."""
        return any(saying.isdisjoint(name) for name in self._deciding)

    def _is_within_name(self, saying: str) -> bool:
        """Return whether a name in the query has the words of a saying and more."""
        stems = stems_of_saying(saying)
        return any(stems < named for named in self._named)

    def _add_whole_saying(self, rules: Iterable[Iterable[int]], why: Why) -> None:
        """Raise the rules that decide a saying which is the whole query."""
        for rules_before, wordings in enumerate(rules):
            for wording in wordings:
                self._add(wording, self._tiers["named"], self._weights["said"] - rules_before, why)

    def _add_saying(self, rules: Iterable[Iterable[int]], worth: float, why: Why) -> None:
        """Raise the rules that decide a saying in a query that has other words too, the first rule most."""
        for rules_before, wordings in enumerate(rules):
            for wording in wordings:
                self._add(wording, 0, worth * (1 - rules_before / 10), why)

    def _add(self, record: int, tier: int, bonus: float, why: Why | None) -> None:
        """Add a claim of a record; of several claims the best one counts, and in tier 0 the others as `further`.

        A claim of a lower tier than the best one is dropped. A claim of a higher tier drops all before it.
        """
        best = self._best.get(record)
        if best is None or tier > best.tier:
            self._best[record] = Claim(tier, bonus, why)
        elif tier == best.tier:
            further = best.further + min(bonus, best.bonus) if tier == 0 else 0.0
            better = Claim(tier, bonus, why) if bonus > best.bonus else best
            self._best[record] = better._replace(further=further)


def _list_shared(common: Iterable[str], meant: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return the stems of a query that a saying has or means, each with its greatest weight.

    Args:
        common: The stems of the saying that the query has or means.
        meant: For each of them the stems of the query that mean it, with weights.
    """
    shared: dict[str, float] = {}
    for stem in common:
        for typed, weight in meant[stem].items():
            shared[typed] = max(shared.get(typed, 0.0), weight)
    return shared


def _worth_of(stems: Mapping[str, float], rarities: Mapping[str, float]) -> float:
    """Return how much a saying says of a query: more if the query has rare stems of the saying, and few others.

    Args:
        stems: Stems of the saying, with weights.
        rarities: How rare the stems of the query are.
    """
    total = sum(rarities.values()) or 1.0
    rarity = sum(value * stems[stem] for stem, value in rarities.items() if stem in stems)
    return rarity * math.sqrt(rarity / total)


def _is_list(words: Iterable[str], names: Iterable[Name]) -> bool:
    """Return whether some words are nothing but names, and words that join them in a list."""
    joining = read_definition().joining
    named = {word for name in names for word in name.words}
    return all(word in named or word in joining for word in words)


def find_sayings(words: Sequence[str], sayings: Iterable[str]) -> list[str]:
    """Return the sayings that a query has, without those that are a part of a longer one that it has.

    Example: of the sayings `fizzle`, `burn` and `fizzle a spell`, the query `can I fizzle a spell` has the last one.

    Args:
        words: The stems of the query, in order. Those of a saying must be close to each other.
        sayings: All sayings.
    """
    different = frozenset(words)
    gap = read_definition().limits["gap"]
    found: dict[str, frozenset[str]] = {}
    for saying in sayings:
        stems = stems_of_saying(saying)
        if not stems <= different:
            continue  # most sayings end here
        words_in_run = shortest_run(words, [{stem} for stem in stems])
        if words_in_run <= len(stems) + gap:
            found[saying] = stems
    return [saying for saying, stems in found.items() if not _is_part_of_any(stems, found.values())]


def _is_part_of_any(stems: frozenset[str], sayings: Iterable[frozenset[str]]) -> bool:
    """Return whether a saying has only some of the stems of another one, each given by its stems."""
    return any(stems < longer for longer in sayings)
