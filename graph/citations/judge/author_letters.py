"""The decision whether the letter of a wrong number can be believed, and so be kept in the suggestion.

If a keyword moved from 702.40 to 702.41, then 702.40b leads to 702.41b. But many authors write a letter without having
read the subrule. In such a case the rule is certain, and the letter is a guess that would be wrong in the new number as
well. So a letter is dropped if the words next to the number fit just one other subrule better than its own. The words
next to all citations of the number in the file count together: whoever writes one letter ten times means the same
subrule by it.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import structs

from graph.citations.judge.case import Case
from graph.citations.judge.identifiers import divide_identifiers
from graph.citations.judge.lexicon import RATHER, UNUSUAL
from graph.citations.judge.quotes import DIFFERS, RESEMBLES, SHORTEST_VERBATIM
from graph.citations.judge.words import Words
from graph.citations.records import Citation, Fault
from graph.ledger.words import distinctive_terms
from rules.grouping import grouped
from rules.numbers import without_letters

_INDEPENDENT_EVIDENCE = ("quote", "stamp")
"""The evidence that shows a subrule by itself: its quoted text, or the edition in which the author read it."""


class AuthorLetters:
    """Tells which letters of the numbers of a file can be believed.

    Args:
        citations: All citations of the file, in order.
    """

    def __init__(self, citations: Sequence[Citation]) -> None:
        self._citations = citations
        self._indexes: Mapping[str, Sequence[int]] | None = None
        self._weights: dict[tuple[str, str], Mapping[str, float]] = {}

    def leave_out_doubtful(self, case: Case, fault: Fault) -> Fault:
        """Return a fault whose suggestion has no letter if the letter of the number cannot be believed.

        Only a subrule of a rule with a title is examined, such as that of a keyword, and only where the author did not
        copy it from the rules.

        Args:
            case: The number.
            fault: Its fault.
        """
        if fault.evidence in _INDEPENDENT_EVIDENCE or len(fault.suggestions) != 1:
            return fault
        (suggestion,) = fault.suggestions
        rule = without_letters(suggestion)
        has_letters = rule != suggestion and case.number != without_letters(case.number)
        if (
            not has_letters
            or _is_copied(case, suggestion)
            or _is_retold(case, suggestion)
            or not case.history.titles.of_number(case.target_edition, rule).of_rule
        ):
            return fault
        if _can_be_believed(suggestion, self._weigh_subrules(case, rule)):
            return fault
        remark = f" Only {rule} is suggested: the words next to the number fit other subrules of it better."
        return structs.replace(fault, message=fault.message + remark, suggestions=(rule,), has_lost_letter=True)

    def _weigh_subrules(self, case: Case, rule: str) -> Mapping[str, float]:
        """Return subrule → the weight of its terms among the words next to all citations of a number in the file.

        Args:
            case: The number.
            rule: The rule whose subrules are weighed.
        """
        key = (case.number, rule)
        if key not in self._weights:
            rules = case.lexicon.rule_terms(case.target_edition)
            weights = dict.fromkeys(case.history.lineages.children(case.target_edition, rule), 0.0)
            for terms in self._list_terms(case, rule):
                for subrule in weights:
                    weights[subrule] += rules.weight(terms & rules.own_terms(subrule))
            self._weights[key] = weights
        return self._weights[key]

    def _list_terms(self, case: Case, rule: str) -> Iterator[frozenset[int]]:
        """Yield the terms of the words next to each citation of a number in the file, without those of a rule's title.

        All subrules are about the title, and only the names that it joins tell them apart: in "Tap and Untap" each of
        the two has a subrule. Ranges and lists are left out: their words belong to several subrules.

        Args:
            case: The number.
            rule: The rule with the title.
        """
        titles = case.history.titles.of_number(case.target_edition, rule).of_rule
        if len(titles) > 1:
            titles = frozenset()
        if self._indexes is None:
            self._indexes = grouped(
                (citation.numbers[0], index)
                for index, citation in enumerate(self._citations)
                if citation.form == "number"
            )
        for index in self._indexes.get(case.number, ()):
            words = Words(case.lexicon, self._citations, index)
            if not words.in_list:
                yield _list_terms_without(words, titles)


def _list_terms_without(words: Words, titles: frozenset[str]) -> frozenset[int]:
    """Return the terms of some words, without those that may be of one of several titles."""
    single_words = divide_identifiers(words.text).split()
    remaining = [word for word in single_words if not words.lexicon.titles.may_be_about(word, titles)]
    return distinctive_terms(" ".join(remaining))


def _is_copied(case: Case, subrule: str) -> bool:
    """Return whether the words after a number are the text of a subrule, in any of its wordings.

    Many authors print their own words in this way, also with the letters in order, and their letters are guesses.
    """
    lineage = case.history.lineages.find(case.target_edition, subrule)
    if lineage is None or not case.words.citation.is_copied:
        return False
    return any(quote.share_of(lineage) >= RESEMBLES for quote in case.words.quotes)


def _is_retold(case: Case, subrule: str) -> bool:
    """Return whether a long sentence next to a number has phrases of a subrule, and of none of its sisters.

    Whoever shortens the text of a subrule keeps some of its phrases, while its single words may be in a sister as well.
    """
    history, target = case.history, case.target_edition
    lineage = history.lineages.find(target, subrule)
    sisters = case.lexicon.family(target, subrule) - {lineage}
    for evidence in case.words.citation.evidence:
        if len(evidence.words.split()) < SHORTEST_VERBATIM:
            continue
        shares = case.lexicon.find_quoted(evidence.words)
        share = shares.get(lineage or "", 0.0)
        if share > DIFFERS and not any(sister in shares for sister in sisters):
            return True
    return False


def _can_be_believed(subrule: str, weights: Mapping[str, float]) -> bool:
    """Return whether some words may mean a subrule rather than any other subrule of its rule.

    The first subrule defines a keyword, and is cited for anything that concerns it. So it is believed unless the words
    clearly fit just one other: words that fit several are about the keyword as a whole. Any other is believed unless
    just one subrule fits the words best, and it is not that one. If the words fit no subrule at all, nothing speaks
    against the letter.

    Args:
        subrule: The number of the subrule.
        weights: Number of each subrule of the rule → the weight of the words that it has.
    """
    own = weights.get(subrule, 0.0)
    most = max(weights.values(), default=0.0)
    if most == 0:
        return True
    first = next(iter(weights))
    if subrule == first:
        if own == most or most < UNUSUAL:
            return True
        _, *less = sorted(weights.values(), reverse=True)
        return any(most < RATHER * weight for weight in less)
    best = [candidate for candidate, weight in weights.items() if weight == most]
    return subrule in best or len(best) > 1
