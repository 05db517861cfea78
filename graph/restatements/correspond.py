"""Finding the rules that another work restates.

A rulings summary restates the Comprehensive Rules in its own words, often similar ones. So each of its rules is
compared with every rule of the edition that it is about: half of the score is cover (the share of the lighter rule that
the other has), half is the similarity of both; rare words count more. Methods:

- `same-text`: the words are the same, typography and tags aside
- `tagged-words`: similar enough for a rule with a tag that names that edition
- `words`: similar enough for a rule without such a tag
- `heading`: two headings are the same, and no others are; `Step 4: Declare Blockers` and `Declare Blockers Step` are,
  with a lower score

If two rules match equally well, none is reported: see `LEAD`. Headings decide of what a text speaks: below two headings
that match, less likeness is enough; a rule about a keyword restates no rule that is about another thing.

A tag with the Comprehensive Rules and a date names the edition that a rule is about. A rule without such a tag is
assumed to be about the edition nearest in time; in a document without a date, about the one that most of its tags name.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date

from rules.align.lexicon import Bag, Lexicon
from rules.align.likeness import compare
from rules.grouping import grouped
from rules.links import Correspondence
from rules.provenance import imprint, provenance_of, without_tags
from rules.records import Rule
from rules.text import fold, masked_words

WORDS = 0.49
"""Minimum score of two rules. In an edition of 1999 without such tags, 2 of the 22 pairs that match by their words were
about different things; just below it half are."""
BELOW_HEADINGS = 0.46
"""The same for two rules right below headings that match."""
TAGGED = 0.38
"""The same if a tag names the edition; then only the rule is unknown."""
LEAD = 0.03
"""Minimum lead of the best score over the next one; two rules with close scores share only a common phrase."""
LEAST_WEIGHT = 24.0
"""Minimum weight of the smaller rule's words; about five distinctive ones. Shorter texts occur in many places."""

_LEAST_SHARED = 0.2
"""Minimum share of the smaller rule's words, by weight, that the other must have for a full comparison."""

_SAME_HEADING, _ALIKE_HEADING = 1.0, 0.9
"""Scores of two headings: the same words, or the same but for their frame (see `_FRAME`) and plurals."""
_FRAME = re.compile(r"^(?:step|phase) \d+: *|(?: (?:step|phase))?:?$")
"""What a heading says of its place in a turn, not of its subject."""

_NAMES = ("comprules", "comprehensive rules")
"""How tags name the Comprehensive Rules."""
_SEEN = re.compile(r"\(see (?:also )?(?:rules?|section) [^()]*\)", re.IGNORECASE)
"""References are ignored, because each work refers to its own rules."""


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
    spoken_of = counterparts(rules, day, editions)
    matches: dict[int, Correspondence] = {}
    for edition in sorted({edition for edition, _ in spoken_of if edition is not None}):
        others = texts(edition)
        mine = [index for index, (spoken, _) in enumerate(spoken_of) if spoken == edition]
        matched = _same_headings(rules, mine, others)
        headings = {rules[index].number: match[0] for index, match in matched.items()}
        tagged = {index for index in mine if spoken_of[index][1]}
        matched.update(_same_words(rules, mine, others, tagged, headings))
        for index, (other, method, score) in matched.items():
            rule = rules[index]
            matches[index] = Correspondence(rule.edition or None, rule.key, edition, other.key, method, round(score, 3))
    return tuple(matches[index] for index in sorted(matches))


_Match = tuple["Rule", str, float]


def _same_headings(rules: Sequence[Rule], mine: Sequence[int], others: Sequence[Rule]) -> dict[int, _Match]:
    """Return the matches of headings that occur once on either side; all headings of the document are counted."""
    own = Counter(_subject_of(rule) for rule in rules)
    by_subject = grouped((_subject_of(other), other) for other in others)
    matches: dict[int, _Match] = {}
    for index in mine:
        rule = rules[index]
        subject = _subject_of(rule)
        if rule.text or not subject or not own[subject] == len(by_subject[subject]) == 1:
            continue
        other = by_subject[subject][0]
        is_same = fold(rule.heading or "") == fold(other.heading or "")
        matches[index] = other, "heading", _SAME_HEADING if is_same else _ALIKE_HEADING
    return matches


def _subject_of(rule: Rule) -> str:
    """Return what a heading is about: `Step 4: Declare Blockers` → `declare blocker`; empty without a heading."""
    words = _FRAME.sub("", fold(rule.heading or "")).split()
    return " ".join(word.removesuffix("s") for word in words)


def _same_words(
    rules: Sequence[Rule],
    mine: Sequence[int],
    others: Sequence[Rule],
    tagged: set[int],
    headings: Mapping[str, Rule],
) -> Iterator[tuple[int, _Match]]:
    """Yield the index of each rule that restates one of the others, with that match.

    Args:
        rules: All rules of the document.
        mine: Indices of those that are about the edition.
        others: All rules of the edition.
        tagged: Indices of those with a tag that names the edition.
        headings: Headings of the edition, by the numbers of the document's headings that match them.
    """
    speaking = [index for index in mine if rules[index].text]
    with_text = [other for other in others if other.text]
    prints = [imprint(other.text) for other in with_text]
    own = [_split_words(rules[index].text) for index in speaking]
    passages = [_split_words(other.text) for other in with_text]
    lexicon = Lexicon([*own, *passages])
    bags = [lexicon.bag(passage) for passage in passages]
    keywords = _list_keywords(others, with_text)
    above = _find_headings(others, with_text)
    for index, passage in zip(speaking, own, strict=True):
        own_print = imprint(rules[index].text)
        if prints.count(own_print) == 1:
            yield index, (with_text[prints.index(own_print)], "same-text", 1.0)
            continue
        spoken = fold(rules[index].text)
        heading = headings.get(rules[index].parent or "")
        apt = [
            position
            for position, keyword in enumerate(keywords)
            if (not keyword or keyword in spoken) and _is_of_keyword(with_text[position], above[position], heading)
        ]
        scores = [*_score_rules(lexicon, lexicon.bag(passage), bags, apt), (0.0, -1), (0.0, -1)]
        (best, position), (next_best, _) = scores[:2]
        least = BELOW_HEADINGS if heading is not None and above[position] == heading.number else WORDS
        if best >= (TAGGED if index in tagged else least) and best - next_best >= LEAD:
            yield index, (with_text[position], "tagged-words" if index in tagged else "words", best)


def _is_of_keyword(other: Rule, above: str | None, heading: Rule | None) -> bool:
    """Return whether a rule is about a keyword.

    Args:
        other: The rule.
        above: Number of the heading above it.
        heading: The heading that must be the keyword; any rule is apt if it is none, or no title of a keyword.
    """
    if heading is None or heading.kind != "rule" or above == heading.number:
        return True
    return fold(heading.heading or "") in fold(other.text)


def _find_headings(others: Sequence[Rule], with_text: Sequence[Rule]) -> list[str | None]:
    """Return for each rule the number of the nearest heading above it."""
    parents = {other.number: other.parent for other in others}
    titled = {other.number for other in others if other.heading}
    found: list[str | None] = []
    for rule in with_text:
        number = rule.parent
        while number is not None and number not in titled:
            number = parents.get(number)
        found.append(number)
    return found


def _score_rules(lexicon: Lexicon, bag: Bag, bags: Sequence[Bag], apt: Sequence[int]) -> list[tuple[float, int]]:
    """Return (score, index) of the candidates that are similar to a rule, best first."""
    scores = []
    for position in apt:
        other = bags[position]
        lighter = min(bag.weight, other.weight)
        # Half of the score depends on shared words: with too few of them, skip the expensive comparison.
        if lighter < LEAST_WEIGHT or lexicon.weigh_shared(bag, other) < _LEAST_SHARED * lighter:
            continue
        both = compare(lexicon, bag, other)
        scores.append(((both.cover + both.likeness) / 2, position))
    return sorted(scores, key=lambda score: (-score[0], score[1]))


def _list_keywords(others: Sequence[Rule], with_text: Sequence[Rule]) -> list[str]:
    """Return for each rule the title above it, or an empty text.

    A rule that does not mention that title does not restate the rule.
    """
    titles = {other.number: fold(other.heading) for other in others if other.kind == "rule" and other.heading}
    return [titles.get(other.parent or "", "") for other in with_text]


def _split_words(text: str) -> tuple[str, ...]:
    return masked_words(_SEEN.sub(" ", without_tags(text)))


def counterparts(rules: Sequence[Rule], day: str | None, editions: Sequence[str]) -> list[tuple[str | None, bool]]:
    """Return for each rule the edition that it is about, and whether a tag of its own names that edition.

    Args:
        rules: Rules of the other work.
        day: The date of their edition, ISO; None for a document without one.
        editions: Ids of the editions of the Comprehensive Rules, oldest first.
    """
    tagged = [find_tagged_edition(rule, editions) for rule in rules]
    counts = Counter(edition for edition in tagged if edition is not None)
    most_common = max(sorted(counts), key=counts.__getitem__, default=None)
    usual = _find_nearest(day, editions) if day else most_common
    return [(edition or usual, edition is not None) for edition in tagged]


def find_tagged_edition(rule: Rule, editions: Sequence[str]) -> str | None:
    """Return the edition in force on the latest day that a rule's tags name.

    That is the first edition for days before all of them; None without such a tag.
    """
    days = [
        tag.date
        for tag in provenance_of(rule)
        if tag.date and len(tag.date) == len("1999-04-23") and tag.source.casefold().startswith(_NAMES)
    ]
    if not days or not editions:
        return None
    return max((edition for edition in editions if edition <= max(days)), default=editions[0])


def _find_nearest(day: str, editions: Sequence[str]) -> str | None:
    """Return the edition nearest to a day; of two equally near, the later."""
    here = date.fromisoformat(day)
    return min(reversed(editions), key=lambda edition: abs((date.fromisoformat(edition) - here).days), default=None)
