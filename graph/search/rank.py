"""The answers to a query among the passages of an index, best first; `definition.toml` says how they are ranked.

A query may use the names that things had or have in another edition.
"""

import math
import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache

import msgspec

from graph.compare.renamed import is_sure
from graph.search.index import DIGITS, Index
from graph.search.text import Query, content_words, correct, fold, read_definition, stem_of, words_in
from graph.terms.names import TermNames
from rules.links import Term
from rules.numbers import is_term


class OldName(msgspec.Struct, frozen=True):
    """A name that was given up.

    Attributes:
        old: The name, in small letters and without hyphens.
        names: Its names since, oldest first.
        edition: The first edition without the old name.
        since: The edition since which the last name is used.
    """

    old: str
    names: tuple[str, ...]
    edition: str
    since: str


def old_names(terms: Iterable[Term]) -> list[OldName]:
    """Return the names given up, with a row for each form; the most certain renaming of a name counts."""
    known = [term for term in terms if term.kind == "renamed" and is_sure(term)]
    chains = TermNames(known)
    names: dict[str, OldName] = {}
    for term in sorted(known, key=lambda term: (not term.curated, term.edition)):
        for old, new in dict.fromkeys(((term.old, term.new or ""), *term.forms)):
            newer = [name for name in (new, *chains.newer_names(new)) if name and name != old]
            if newer:
                last = [taken.edition for taken in chains.taken_up(newer[-1]) if taken.edition >= term.edition]
                since = last[0] if len(newer) > 1 and last else term.edition
                names.setdefault(old, OldName(plain_name(old), tuple(newer), term.edition, since))
    return sorted(names.values(), key=lambda name: name.old)


def plain_name(name: str) -> str:
    """Return a name as it is compared: in small letters, with single blanks for hyphens."""
    return " ".join(words_in(name.replace("-", " ")))


def names_in_force(names: Sequence[OldName], edition: str) -> list[OldName]:
    """Return by what other names things are called in an edition: older names by the newer, and newer by the older."""
    backwards = [
        OldName(plain_name(new), (name.old,), name.edition, name.edition)
        for name in names
        if name.edition > edition
        for new in name.names[:1]
    ]
    return [name for name in names if name.edition <= edition] + backwards


def old_names_in(names: Iterable[OldName], text: str, is_used: Callable[[str], bool]) -> list[OldName]:
    """Return the names that occur in a text as whole words, longest first, none within another.

    Args:
        names: Names of things that have others.
        text: The text.
        is_used: Tells whether a name is in use all the same; such names are left out.
    """
    rest = f" {plain_name(text)} "
    found = []
    for name in sorted(names, key=lambda name: (-len(name.old), name.old)):
        if f" {name.old} " in rest and not is_used(name.old):
            rest = rest.replace(f" {name.old} ", " # ")
            found.append(name)
    return found


@cache
def stems_of_saying(text: str) -> frozenset[str]:
    """Return the stems by which a saying is recognised."""
    filler = read_definition().filler
    return frozenset(stem_of(word) for word in words_in(text) if word not in filler)


class Found(msgspec.Struct, frozen=True):
    """A record that answers a query.

    Attributes:
        place: Its place in the index.
        field: The passage that does: `text`, `example:0`, or `below:702.40a` for the first rule below a heading.
        text: That passage.
        tier: See `definition.toml`.
        score: Only comparable within a tier.
        why: Why it is an answer.
        stems: Stems to mark in the passage.
        whole: Whether the passage and its headings have all the words.
    """

    place: int
    field: str
    text: str
    tier: int
    score: float
    why: str
    stems: frozenset[str]
    whole: bool


class _Part(msgspec.Struct):
    """A word of a query: the stems that answer it, with their weights, and how rare it is."""

    stems: dict[str, float]
    rarity: float


_Claim = tuple[int, float, str]
"""What raises a record beyond what its words do: its tier, a bonus, and why it is an answer."""


class Ranking:
    """The answers to one query.

    Args:
        index: The passages.
        query: What is asked.
        known: Stems of other editions: words that are not mistyped.
        renamed: Old names that have a new one in this edition, or new names that had an old one then.
        sayings: How players say something, with the rules of the edition that decide it.
        typing: Whether the last word may be unfinished.

    Attributes:
        query: What is asked.
        replaced: What words were taken for: mistyped ones and abbreviations.
        offer: The query with mistyped words corrected; empty without any.
    """

    def __init__(
        self,
        index: Index,
        query: Query,
        *,
        known: AbstractSet[str] = frozenset(),
        renamed: Iterable[OldName] = (),
        sayings: Mapping[str, Sequence[str]] = {},
        typing: bool = False,
    ) -> None:
        self._index = index
        self.query = query
        self._known = known
        self._sayings = sayings
        self._typing = typing
        self._definition = read_definition()
        self._weights = self._definition.weights
        self.replaced: dict[str, tuple[str, str]] = {}
        self._words = [part for word in query.words for part in self._read_word(word)]
        self.renamed = old_names_in(renamed, " ".join(self._words), index.uses) if not query.phrases else []
        self._claims: dict[int, _Claim] = {}

    @property
    def offer(self) -> str:
        """Return the query with its mistyped words corrected; empty if none is mistyped."""
        mended = {typed: meant for typed, (meant, why) in self.replaced.items() if why.startswith("typing")}
        return " ".join(mended.get(word, word) for word in self.query.words) if mended else ""

    @property
    def _taken(self) -> str:
        """Return why words were replaced; empty if none was."""
        return next((why for _, why in self.replaced.values()), "")

    def _read_word(self, word: str) -> list[str]:
        """Return the words that a typed word means: itself, those of an abbreviation, or the nearest known one."""
        index, stem = self._index, stem_of(word)
        unfinished = self._typing and word == self.query.words[-1]
        if (
            word in self._definition.stop
            or stem in index.stems
            or word in self._definition.synonyms
            or word in self.query.beginnings
            or (unfinished and any(known.startswith(word) for known in index.frequencies))
            or any(stem in stems_of_saying(saying) for saying in self._sayings)
        ):
            return [word]
        if (long := index.initials.get(word)) and len(word) > 1:
            self.replaced[word] = (long, f"abbreviation of “{long}”")
            return words_in(long)
        is_known = stem in self._known or stem in map(stem_of, self._definition.common)
        meant = None if is_known else correct(word, index.frequencies)
        if meant is None:
            return [word]
        self.replaced[word] = (meant, f"typing error for “{meant}”")
        return [meant]

    def _part(self, word: str, *, last: bool) -> _Part:
        """Return the stems that answer a word."""
        index, stem = self._index, stem_of(word)
        stems = {stem: 1.0}
        for other, weight in self._definition.synonyms.get(word, {}).items():
            stems.setdefault(stem_of(other), weight)
        if word in self.query.beginnings or (self._typing and last and len(word) > 1):
            weight = 1.0 if word in self.query.beginnings else self._weights["beginning"]
            for known in index.frequencies:
                if known.startswith(word):
                    stems.setdefault(stem_of(known), weight)
        return _Part({known: weight for known, weight in stems.items() if known in index.stems}, index.rarity(stem))

    def _match(self, part: _Part) -> dict[int, float]:
        """Return the places of the passages that have a word, in their text or above it, with what that is worth."""
        index, weights = self._index, self._weights
        texts: dict[int, float] = {}
        heads: dict[int, float] = {}
        for stem, weight in part.stems.items():
            value = weight * part.rarity
            for at, frequency in index.having(stem).items():
                texts[at] = max(texts.get(at, 0.0), value * frequency / (frequency + index.passages[at].norm))
            for at in index.headed(stem):
                own = stem in index.own[index.passages[at].record]
                heads[at] = max(heads.get(at, 0.0), value * weights["own" if own else "above"])
        return {at: texts.get(at, 0.0) + heads.get(at, 0.0) for at in texts.keys() | heads.keys()}

    def _score(self, words: Sequence[str], scores: dict[int, tuple[float, list[_Part], bool]], factor: float) -> None:
        """Score the passages that have some of the words; keep the better of two scores."""
        index, weights = self._index, self._weights
        parts = [self._part(word, last=at == len(words) - 1) for at, word in enumerate(words)]
        parts = [part for part in parts if part.stems]
        total = sum(part.rarity for part in parts)
        matches = [self._match(part) for part in parts]
        for at in set().union(*matches):
            passage = index.passages[at]
            chapter = index.chapter[passage.record]
            share, score = 0.0, sum(match.get(at, 0.0) for match in matches)
            for part, match in zip(parts, matches, strict=True):
                within = not chapter.isdisjoint(part.stems)
                score += weights["chapter"] * part.rarity if within else 0.0
                share += part.rarity if within or at in match else 0.0
            share /= total
            if share < weights["least"]:
                continue
            kind = self._kind_factor(passage.record, passage.field)
            score *= share * share * index.priors[passage.record] * kind * factor
            if at not in scores or score > scores[at][0]:
                scores[at] = (score, parts, len(parts) == len(words) and all(at in match for match in matches))

    def _kind_factor(self, place: int, field: str) -> float:
        if is_term(self._index.records[place].key):
            return self._weights["asked" if self.query.asks else "glossary"]
        return 1.0 if field == "text" else self._weights["example"]

    def _near(self, at: int, parts: Sequence[_Part]) -> float:
        """Return the factor for words that are next to each other, and for those that stand as typed."""
        passage = self._index.passages[at]
        wanted = [part for part in parts if any(stem in passage.stems for stem in part.stems)]
        if len(wanted) < 2:
            return 1.0
        apart = max(0, _span(passage.stems, [part.stems for part in wanted]) - len(wanted))
        factor = 1 + self._weights["near"] * len(wanted) / len(parts) / (1 + apart)
        is_typed = f" {' '.join(self.query.words)} " in f" {' '.join(words_in(passage.text))} "
        return factor * (1 + self._weights["typed"]) if is_typed else factor

    def _claim(self, place: int, tier: int, bonus: float, why: str) -> None:
        if place not in self._claims or (tier, bonus) > self._claims[place][:2]:
            self._claims[place] = tier, bonus, why

    def _recognise(self, words: Sequence[str]) -> tuple[list[tuple[list[int], list[str]]], bool]:
        """Return the names in consecutive words, longest first, and whether they cover what the query is about."""
        stop = self._definition.stop
        content = set(content_words(words))
        found: list[tuple[list[int], list[str]]] = []
        at = 0
        while at < len(words):
            for length in range(min(self._definition.limits["name"], len(words) - at), 0, -1):
                window = list(words[at : at + length])
                # one stop word is no name within others, though the glossary has "If"
                if length < len(words) and (all(word in stop for word in window) or not content & set(window)):
                    continue
                if places := self._index.called(window):
                    found.append((places, window))
                    at += length - 1
                    break
            at += 1
        named = {word for _, window in found for word in window}
        return found, bool(found) and content <= named

    def _claim_names(self, words: Sequence[str], why: str, best: str = "called") -> None:
        """Raise what the words name; the weight `best` is what the first answer is worth."""
        index, weights, asks = self._index, self._weights, self.query.asks
        tiers, limits = self._definition.tiers, self._definition.limits
        found, covers = self._recognise(words)
        rules = [[place for place in places if not is_term(index.records[place].key)] for places, _ in found]
        if covers and len(found) == 1:
            entries = [place for place in found[0][0] if is_term(index.records[place].key)]
            leads = [lead for place in entries for lead in index.leads(place)]
            so_headed = rules[0][: limits["only"]]
            order = [so_headed, leads, entries] if asks else [so_headed, entries, leads]
            term = index.records[entries[0]].heading if entries else ""
            for at, place in enumerate(place for some in order for place in some):
                said = "so called" if place in found[0][0] else f"see “{term}”"
                self._claim(place, tiers["named"], weights[best] - at, why or said)
            return
        keywords = [[place for place in some if "." in index.records[place].key] for some in rules]
        # a name without a rule of its own is no keyword, and hinders none
        if covers and any(keywords) and all(own for own, some in zip(keywords, rules, strict=True) if some):
            for at, place in enumerate(place for some in rules for place in some[: limits["several"]]):
                self._claim(place, tiers["listed"], weights["called"] - at, why or "so called")
        for places, window in found:
            rarity = sum(index.rarity(stem_of(word)) for word in window if word not in self._definition.stop)
            for place in places:
                is_entry = is_term(index.records[place].key)
                self._claim(place, 0, rarity * weights["entry" if is_entry else "name"], why)
                for lead in index.leads(place):
                    self._claim(lead, 0, rarity * weights["lead"], why or f"see “{index.records[place].heading}”")

    def _claim_sayings(self) -> None:
        """Raise the rules that decide what the query says in the words of players."""
        index, stop = self._index, self._definition.stop
        words = [stem_of(word) for word in self.query.words if word not in self._definition.filler]
        said = {stem_of(word): word not in stop for word in self.query.words}
        content = set(map(stem_of, self.query.content))
        total = sum(index.rarity(stem) for stem, counts in said.items() if counts) or 1.0
        for saying in self._said_in(words):
            stems = stems_of_saying(saying)
            rarity = sum(index.rarity(stem) for stem, counts in said.items() if counts and stem in stems)
            for at, rule in enumerate(rule for rule in self._sayings[saying] if rule in index.at):
                place, why = index.at[rule], f"players say “{saying}”"
                if content <= stems:
                    self._claim(place, self._definition.tiers["named"], self._weights["said"] - at, why)
                else:
                    self._claim(
                        place, 0, self._weights["saying"] * rarity * math.sqrt(rarity / total) * (1 - at / 10), why
                    )

    def _said_in(self, words: Sequence[str]) -> list[str]:
        """Return the sayings in the stems of a query: those close to each other there, and in no longer saying."""
        known, gap = frozenset(words), self._definition.limits["gap"]
        said = {
            saying: stems
            for saying in self._sayings
            if (stems := stems_of_saying(saying)) <= known
            and _span(words, [{stem} for stem in stems]) <= len(stems) + gap
        }
        return [saying for saying, stems in said.items() if not any(stems < other for other in said.values())]

    def answers(self) -> list[Found]:
        """Return the answers, best first."""
        index, query = self._index, self.query
        scores: dict[int, tuple[float, list[_Part], bool]] = {}
        phrase_words = content_words(words_in(" ".join(query.phrases))) if query.phrases else []
        self._score(list(dict.fromkeys([*content_words(self._words), *phrase_words])), scores, 1.0)
        self._claim_names(self._words, self._taken)
        for name in self.renamed:
            for new in name.names:
                others = f" {' '.join(self._words)} ".replace(f" {name.old} ", f" {new} ").split()
                self._score(content_words(others), scores, self._weights["renamed"])
                self._claim_names(others, f"old term of “{new}”", "old")
        self._claim_sayings()
        wanted = [at for at in scores if self._is_wanted(at)]
        wanted.sort(key=lambda at: (-round(scores[at][0], DIGITS), at))
        best: dict[int, tuple[float, int, list[_Part], bool]] = {}
        for rank, at in enumerate(wanted):
            score, parts, whole = scores[at]
            if rank < self._weights["looked_at"]:
                score *= self._near(at, parts)
            place = index.passages[at].record
            if place not in best or score > best[place][0]:
                best[place] = (score, at, parts, whole)
        if query.phrases or query.unwanted:
            self._claims = {place: claim for place, claim in self._claims.items() if place in best}
        found = [self._make_found(place, best.get(place)) for place in best.keys() | self._claims.keys()]
        return sorted(found, key=lambda one: (-one.tier, -one.score, one.place))

    def _make_found(self, place: int, best: tuple[float, int, list[_Part], bool] | None) -> Found:
        index = self._index
        tier, bonus, claimed = self._claims.get(place, (0, 0.0, ""))
        score, at, parts, whole = best or (0.0, -1, [], False)
        passage = index.passages[at] if at >= 0 else None
        field, text = (passage.field, passage.text) if passage and passage.text else index.shown(place)
        stems = frozenset(stem for part in parts for stem in part.stems)
        why = claimed or self._taken or ("all words" if whole else "some of the words")
        total = round(bonus if tier else score + bonus, DIGITS)
        return Found(place, field, text, tier, total, why, stems, whole)

    def _is_wanted(self, at: int) -> bool:
        """Return whether a passage has the phrases of the query, and none of the words that it excludes."""
        passage = self._index.passages[at]
        own = self._index.own[passage.record]
        if any(stem_of(word) in passage.stems or stem_of(word) in own for word in self.query.unwanted):
            return False
        heading = self._index.records[passage.record].heading
        return all(
            phrase_places(fold(passage.text), phrase) or phrase_places(fold(heading), phrase)
            for phrase in self.query.phrases
        )


def _span(words: Sequence[str], wanted: Sequence[Container[str]]) -> int:
    """Return the length of the shortest run of words that has one of each that are wanted; all words if none has."""
    last: dict[int, int] = {}
    shortest = len(words)
    for at, word in enumerate(words):
        hit = [number for number, forms in enumerate(wanted) if word in forms]
        last.update(dict.fromkeys(hit, at))
        if hit and len(last) == len(wanted):
            shortest = min(shortest, at - min(last.values()) + 1)
    return shortest


def phrase_places(text: str, phrase: str) -> list[tuple[int, int]]:
    """Return where a folded phrase stands in a folded text, as whole words."""
    begin, end = (r"(?<![^\W_])" if phrase[:1].isalnum() else "", r"(?![^\W_])" if phrase[-1:].isalnum() else "")
    starts = re.finditer(f"{begin}(?={re.escape(phrase)}{end})", text) if phrase else ()
    return [(start.start(), start.start() + len(phrase)) for start in starts]
