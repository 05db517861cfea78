"""Finding the rules that another work restates.

A rulings summary *restates* the Comprehensive Rules in its own words, often similar ones: the *restating* rule is one
of the summary, the *restated* rule one of an edition. So each rule of a summary is compared with every rule of the
edition that it is about: half of the score is cover (the share of the lighter rule that the other has), half is the
similarity of both; rare words count more. Methods:

- `same-text`: the words are the same, typography and tags aside
- `tagged-words`: similar enough for a rule with a tag that names that edition
- `words`: similar enough for a rule without such a tag
- `heading`: two headings are the same, and no others are; `Step 4: Declare Blockers` and `Declare Blockers Step` are,
  with a lower score

If two rules match equally well, none is reported: see `LEAD`. Headings show what a text is about: below two headings
that match, less likeness is enough, and a rule about a keyword restates no rule about anything else.

`tagged_editions` finds the edition that each rule is about.
"""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from graph.restatements.tagged_editions import find_restated_editions
from rules.align.lexicon import Bag, Lexicon
from rules.align.word_comparison import compare_words
from rules.grouping import grouped
from rules.imprints import imprint
from rules.links import Correspondence
from rules.provenance import without_tags
from rules.records import Rule
from rules.text import fold, masked_words

WORDS = 0.49
"""Minimum score of two rules. In an edition of 1999 without such tags, 2 of the 22 pairs that match by their words were
about different things; just below it half are."""
BELOW_HEADINGS = 0.46
"""Minimum score of two rules right below headings that match."""
TAGGED = 0.38
"""Minimum score of two rules if a tag names the edition, so that only the rule is unknown."""
LEAD = 0.03
"""Minimum lead of the best score over the next one; two rules with close scores share only a common phrase."""
LEAST_WEIGHT = 24.0
"""Minimum weight of the smaller rule's words; about five distinctive ones. Shorter texts occur in many places."""

_LEAST_SHARED = 0.2
"""Minimum share of the smaller rule's words, by weight, that the other must have for a full comparison."""

_SAME_HEADING, _ALIKE_HEADING = 1.0, 0.9
"""Scores of two headings: the same words, or the same but for their frame (see `_FRAME`) and plurals."""
_FRAME = re.compile(r"^(?:step|phase) \d+: *|(?: (?:step|phase))?:?$")
"""The words of a heading about its place in a turn, such as `Step 4: `, which are not about its subject."""

_SEEN = re.compile(r"\(see (?:also )?(?:rules?|section) [^()]*\)", re.IGNORECASE)
"""References are ignored, because each work refers to its own rules."""


class _Match(NamedTuple):
    """The rule that is restated, and how it was found; see `Correspondence`."""

    rule: Rule
    method: str
    score: float


class _Scored(NamedTuple):
    """A candidate with its score.

    Attributes:
        score: How similar it is to the restating rule, 0 to 1.
        position: Its index among the candidates.
    """

    score: float
    position: int


class _Candidate(NamedTuple):
    """A rule of an edition that may be restated.

    Attributes:
        rule: The rule, which has a text.
        words: The words of its text.
        keyword: The title of the rule above it, folded; empty if that has none.
        heading: Number of the nearest heading above it; None if there is none.
    """

    rule: Rule
    words: tuple[str, ...]
    keyword: str
    heading: str | None


def correspondences(
    rules: Sequence[Rule], day: str | None, editions: Sequence[str], texts: Callable[[str], Sequence[Rule]]
) -> tuple[Correspondence, ...]:
    """Return the rules of the Comprehensive Rules that rules of another work restate, in the order of the latter.

    Args:
        rules: All rules of an edition of the other work, or of a document.
        day: The date of that edition, ISO; None for a document that has none.
        editions: Ids of the editions of the Comprehensive Rules, oldest first.
        texts: Returns the rules of one of these editions.
    """
    restated_editions = find_restated_editions(rules, day, editions)
    indices_by_edition = grouped((about.edition, index) for index, about in enumerate(restated_editions))
    found: dict[int, Correspondence] = {}  # by the index of the restating rule
    for edition, indices in indices_by_edition.items():
        if edition is None:
            continue
        tagged = {index for index in indices if restated_editions[index].is_tagged}
        for index, match in _match_edition(rules, indices, texts(edition), tagged).items():
            found[index] = Correspondence(
                edition=rules[index].edition or None,
                key=rules[index].key,
                other_edition=edition,
                other=match.rule.key,
                method=match.method,
                score=round(match.score, 3),
            )
    return tuple(found[index] for index in sorted(found))


def _match_edition(
    rules: Sequence[Rule], indices: Sequence[int], edition_rules: Sequence[Rule], tagged: set[int]
) -> dict[int, _Match]:
    """Return the matches of the rules of a document with rules of the edition that they are about, by their indices.

    Args:
        rules: All rules of the document.
        indices: Indices of those that are about the edition.
        edition_rules: All rules of the edition.
        tagged: Indices of those with a tag that names the edition.
    """
    matches = _match_headings(rules, indices, edition_rules)
    headings = {rules[index].number: match.rule for index, match in matches.items()}
    matches.update(_match_words(rules, indices, edition_rules, tagged, headings))
    return matches


def _match_headings(rules: Sequence[Rule], indices: Sequence[int], edition_rules: Sequence[Rule]) -> dict[int, _Match]:
    """Return the matches of the headings whose subject occurs once in the document and once in the edition.

    A heading here is a rule without a text. The subject of the heading in the edition may have a text below it.

    Args:
        rules: All rules of the document.
        indices: Indices of those that are about the edition.
        edition_rules: All rules of the edition.

    Returns:
        The match of each heading that has one, by its index.
    """
    counts = Counter(_subject_of(rule) for rule in rules)
    by_subject = grouped((_subject_of(restated), restated) for restated in edition_rules)
    matches: dict[int, _Match] = {}
    for index in indices:
        rule = rules[index]
        subject = _subject_of(rule)
        is_heading = subject != "" and not rule.text
        if not is_heading or counts[subject] != 1 or len(by_subject[subject]) != 1:
            continue
        (restated,) = by_subject[subject]
        has_same_words = fold(rule.heading or "") == fold(restated.heading or "")
        matches[index] = _Match(restated, "heading", _SAME_HEADING if has_same_words else _ALIKE_HEADING)
    return matches


def _subject_of(rule: Rule) -> str:
    """Return the subject of a heading: `Step 4: Declare Blockers` → `declare blocker`; empty without a heading."""
    words = _FRAME.sub("", fold(rule.heading or "")).split()
    return " ".join(word.removesuffix("s") for word in words)


def _match_words(
    rules: Sequence[Rule],
    indices: Sequence[int],
    edition_rules: Sequence[Rule],
    tagged: set[int],
    headings: Mapping[str, Rule],
) -> Iterator[tuple[int, _Match]]:
    """Yield the index of each rule whose text restates a rule of an edition, with the match of the two.

    Args:
        rules: All rules of the document.
        indices: Indices of those that are about the edition.
        edition_rules: All rules of the edition.
        tagged: Indices of those with a tag that names the edition.
        headings: Headings of the edition, by the numbers of the document's headings that match them.
    """
    words_of = {index: _split_words(rules[index].text) for index in indices if rules[index].text}
    texts = _RestatedTexts(edition_rules, words_of.values())
    for index, words in words_of.items():
        rule = rules[index]
        heading = headings.get(rule.parent or "")
        match = texts.find_same(rule) or texts.find_similar(rule, words, heading, is_tagged=index in tagged)
        if match is not None:
            yield index, match


class _RestatedTexts:
    """The rules of an edition that have a text, in which a restated rule is searched.

    Args:
        edition_rules: All rules of the edition.
        restating: The words of the rules that may restate one of them; all words together decide which are rare.

    Attributes:
        _bags: The words of each candidate with their weights, in the same order.
        _by_imprint: The rules by the imprint of their text.
    """

    def __init__(self, edition_rules: Sequence[Rule], restating: Iterable[tuple[str, ...]]) -> None:
        self._candidates = _list_candidates(edition_rules)
        self._lexicon = Lexicon([*restating, *(candidate.words for candidate in self._candidates)])
        self._bags = [self._lexicon.bag(candidate.words) for candidate in self._candidates]
        self._by_imprint = grouped((imprint(candidate.rule.text), candidate.rule) for candidate in self._candidates)

    def find_same(self, rule: Rule) -> _Match | None:
        """Return the match of a rule with the only one that has the same words; None if none or several have them."""
        with_same_words = self._by_imprint.get(imprint(rule.text), [])
        if len(with_same_words) != 1:
            return None
        return _Match(with_same_words[0], "same-text", 1.0)

    def find_similar(
        self, rule: Rule, words: tuple[str, ...], heading: Rule | None, *, is_tagged: bool
    ) -> _Match | None:
        """Return the match of a rule with the most similar one; None if none is similar enough, or two are as similar.

        Args:
            rule: The rule.
            words: Its words.
            heading: The edition's heading that matches the one right above the rule; None if there is none.
            is_tagged: Whether a tag of the rule names the edition.
        """
        comparable = _select_comparable(self._candidates, fold(rule.text), heading)
        best = _choose_best(_score_rules(self._lexicon, self._lexicon.bag(words), self._bags, comparable))
        if best is None:
            return None
        candidate = self._candidates[best.position]
        if best.score < _find_least_score(candidate, heading, is_tagged=is_tagged):
            return None
        return _Match(candidate.rule, "tagged-words" if is_tagged else "words", best.score)


def _find_least_score(candidate: _Candidate, heading: Rule | None, *, is_tagged: bool) -> float:
    """Return the minimum score of a rule and the rule that it restates.

    Args:
        candidate: The rule that is restated.
        heading: The edition's heading that matches the one right above the restating rule; None if there is none.
        is_tagged: Whether a tag of the restating rule names the edition.
    """
    if is_tagged:
        return TAGGED
    is_below_same_heading = heading is not None and candidate.heading == heading.number
    return BELOW_HEADINGS if is_below_same_heading else WORDS


def _choose_best(ranked: Sequence[_Scored]) -> _Scored | None:
    """Return the best candidate; None if there is none, or if the next one is nearly as good (`LEAD`).

    Args:
        ranked: The candidates, the best first.
    """
    if not ranked:
        return None
    best = ranked[0]
    score_of_next = ranked[1].score if len(ranked) > 1 else 0.0
    return best if best.score - score_of_next >= LEAD else None


def _list_candidates(edition_rules: Sequence[Rule]) -> list[_Candidate]:
    """Return the rules of an edition that have a text, in order."""
    parents = {rule.number: rule.parent for rule in edition_rules}
    with_heading = {rule.number for rule in edition_rules if rule.heading}
    keywords = {rule.number: fold(rule.heading) for rule in edition_rules if rule.kind == "rule" and rule.heading}
    candidates: list[_Candidate] = []
    for rule in edition_rules:
        if rule.text:
            candidate = _Candidate(
                rule=rule,
                words=_split_words(rule.text),
                keyword=keywords.get(rule.parent or "", ""),
                heading=_find_heading_above(rule, parents, with_heading),
            )
            candidates.append(candidate)
    return candidates


def _find_heading_above(rule: Rule, parents: Mapping[str, str | None], with_heading: Container[str]) -> str | None:
    """Return the number of the nearest rule above a rule that has a heading; None if there is none.

    Args:
        rule: The rule.
        parents: Number → the number right above, for all rules of the edition.
        with_heading: The numbers of the edition that have a heading.
    """
    number = rule.parent
    while number is not None and number not in with_heading:
        number = parents.get(number)
    return number


def _select_comparable(candidates: Sequence[_Candidate], text: str, heading: Rule | None) -> list[int]:
    """Return the positions of the candidates that a folded text below a heading may restate.

    A text that does not mention the keyword above a candidate does not restate the candidate: without the word
    "trample" it restates no rule below 702.19 Trample. Below a heading that matches that of a keyword, only rules about
    the keyword are restated.

    Args:
        candidates: Rules of the edition.
        text: The text.
        heading: The edition's heading that matches the one right above the text; None if there is none.
    """
    comparable: list[int] = []
    for position, candidate in enumerate(candidates):
        may_be_mentioned = not candidate.keyword or candidate.keyword in text
        if may_be_mentioned and _may_be_below(candidate, heading):
            comparable.append(position)
    return comparable


def _may_be_below(candidate: _Candidate, heading: Rule | None) -> bool:
    """Return whether a text below a heading may restate a candidate: any, if the heading names no keyword.

    If the heading names a keyword, the candidate must be below the same heading, or mention the keyword.
    """
    if heading is None or heading.kind != "rule":  # the heading of a chapter names no keyword
        return True
    if candidate.heading == heading.number:
        return True
    return fold(heading.heading or "") in fold(candidate.rule.text)


def _score_rules(lexicon: Lexicon, bag: Bag, bags: Sequence[Bag], comparable: Sequence[int]) -> list[_Scored]:
    """Return the candidates that are similar to a rule, best first.

    Args:
        lexicon: The words of both works.
        bag: The words of the rule.
        bags: The words of each candidate.
        comparable: The positions of the candidates to compare.
    """
    scores: list[_Scored] = []
    for position in comparable:
        restated = bags[position]
        lighter = min(bag.weight, restated.weight)
        # Texts of a few words occur in many places. Half of the score depends on shared words: with too few of them,
        # skip the expensive comparison.
        if lighter < LEAST_WEIGHT or lexicon.weigh_shared(bag, restated) < _LEAST_SHARED * lighter:
            continue
        similarity = compare_words(lexicon, bag, restated)
        scores.append(_Scored((similarity.cover + similarity.likeness) / 2, position))
    return sorted(scores, key=lambda scored: (-scored.score, scored.position))


def _split_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that are compared: without tags and references, with `#` for rule numbers."""
    return masked_words(_SEEN.sub(" ", without_tags(text)))
