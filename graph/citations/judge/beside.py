"""CR004, CR005, CR009: numbers beside which another rule is quoted or named, or no word is of their own rule.

Reporting a fault needs more evidence than accepting a number. A number is accepted if any word may be about its rule,
if an older title of the rule is named, or if an older wording is quoted. It has a fault if a rule that had the number
before is quoted or named, if exactly one other rule is quoted, or if another rule is named beside a rule with a title.
"""

from graph.citations.judge.lexicon import RARE, Named
from graph.citations.judge.messages import (
    describe_change,
    describe_place,
    describe_present,
    describe_rule,
    find_break,
    number_with_title,
)
from graph.citations.judge.words import AS_GOOD, NEAR, VERBATIM, Case
from graph.citations.records import EvidenceKind, Fault
from graph.history import KEYWORD_ACTIONS, Period
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of, is_number, sort_key, with_parents, without_letters


def check(case: Case) -> Fault | None:
    """Return the fault that the words next to a number of the target edition show; None if they show none."""
    if not is_number(case.number) or not case.words.text:
        return None
    quoted = (_find_quoted_past(case) or _find_quoted_other(case)) if case.words.quotes else None
    return quoted or _check_titles(case)


def _find_quoted_past(case: Case) -> Fault | None:
    """Return the fault of a number next to which its past rule is quoted, and not its present rule.

    This also finds two sister rules that swapped numbers. Of several past rules the one is meant that is quoted best:
    those of two keywords can be alike.
    """
    words = case.words
    quoted = [period for period in case.former if words.quotes_rather(period.lineage, case.now or "")]
    best = max(quoted, key=lambda it: max(shares.get(it.lineage, 0.0) for _, shares in words.quotes), default=None)
    return _make_past_fault(case, best, "quote") if best else None


def _find_quoted_other(case: Case) -> Fault | None:
    """Return the fault of a number next to which exactly one rule is quoted, none of the number's family."""
    for length, shares in case.words.quotes:
        best = max(shares.values())
        own = any(shares.get(lineage) for lineage in case.lexicon.family(case.target, case.number))
        sources = [lineage for lineage, share in shares.items() if share >= AS_GOOD * best]
        if length >= VERBATIM and best >= AS_GOOD and not own and len(sources) == 1:
            fault = _make_quote_fault(case, sources[0])
            if fault is not None:
                return fault
    return None


def _make_quote_fault(case: Case, lineage: str) -> Fault | None:
    history, number, target = case.history, case.number, case.target
    versions = [version for version in history.versions(lineage) if version.first <= target]
    if not versions:
        return None  # a quote from a later edition
    place = history.place(lineage, min(versions[-1].last, target), target)
    if case.words.are_of_neighbour(lineage):
        return None
    family = case.lexicon.family(target, number)
    if any(history.lineage(target, key) in family or key.startswith(f"{number}.") for key in place.keys):
        return None  # the quoted rule is the cited one, of its family, or in the cited chapter
    once = next((it for it in case.former if lineage in case.lexicon.family(it.last, number)), None)
    if once is not None:
        return _make_past_fault(case, once, "quote")
    return Fault(
        "CR004",
        f"The text quoted beside {number_with_title(history, target, number)}, is of another rule: "
        f"{describe_place(history, place, target)}.",
        place.numbers if place.sure else (),
        evidence="quote",
    )


def _check_titles(case: Case) -> Fault | None:
    """Return the fault of a number next to which the title of another rule is named."""
    rule, chapter = case.history.titles_above(case.target, case.number)
    has_title = bool(rule) or "." not in case.number  # other rules are cited next to all kinds of titles
    if not (case.former or has_title) or case.words.may_be_about(rule or chapter):
        return None
    return _find_named_past(case) or (_find_named_rule(case) if has_title else None)


def _find_named_past(case: Case) -> Fault | None:
    """Return the fault of a number next to which the title of its past rule is named."""
    words, history, number = case.words, case.history, case.number
    now = frozenset[str]().union(*history.titles_above(case.target, number))
    held = [
        (period, (rule or chapter) - now)
        for period in case.former
        for rule, chapter in [history.titles_above(period.last, number)]
    ]
    own = case.lexicon.family(case.target, number)
    for find in (_find_own_title, _find_in_clause, _find_inflected):
        for place, (period, titles) in enumerate(held):
            name = find(case, titles) if titles else None
            if name is None:
                continue
            mentions = [named for named in words.named if named.name == name]
            if find is not _find_own_title or any(it.starts_sentence and not it.in_name for it in mentions):
                balance = case.lexicon.balance(words.terms, own, case.lexicon.family(period.last, number))
                if balance.ours > balance.theirs:
                    continue
            rule = case.history.titles_above(period.last, number)[0]
            if find is not _find_own_title and not rule and "." in number:
                return None  # a chapter's title is an ordinary word in many comments
            before = any(named.before for named in mentions)
            # Of two rules that had the number, the later one is more likely to be meant.
            own_names = {named.name for named in words.names_own if named.before is before}
            later = (it for it, its in held[:place] if its & own_names)
            return _make_past_fault(case, next(later, period), "title")
    return None


def _find_own_title(case: Case, titles: frozenset[str]) -> str | None:
    """Return the first of some titles that is printed next to the number as the number's own."""
    names = (named for named in case.words.names_own if named.name in titles)
    return next((it.name for it in names if it.as_title or (it.touching and case.words.is_name(it))), None)


def _find_in_clause(case: Case, titles: frozenset[str]) -> str | None:
    """Return the first of some titles that is named near the number, in the same clause."""
    names = (it for it in case.words.names_own if it.gap <= NEAR and it.same_clause and not it.is_other)
    return next((named.name for named in names if named.name in titles), None)


def _find_inflected(case: Case, titles: frozenset[str]) -> str | None:
    """Return the first of some titles that occurs close to the number in an inflected form.

    Not one whose words the number's own rule has, in its present wording or another.
    """
    if any(evidence.kind == "prose" for evidence in case.words.citation.evidence):
        return None
    name = case.lexicon.find_inflected(case.words.close, titles)
    own = case.lexicon.terms_of(frozenset({case.now or ""}))
    return None if name is None or distinctive_terms(name) <= own else name


def _make_past_fault(case: Case, period: Period, kind: EvidenceKind) -> Fault:
    """Return the fault of a number that is used in a former meaning."""
    history, number, target = case.history, case.number, case.target
    place = history.place(period.lineage, period.last, target)
    allowed = place.sure and not case.words.quotes_sister(period.last, number)
    rule = history.titles_above(period.last, number)[0]
    was, now = history.shown_title(period.last, number), history.shown_title(target, number)
    is_keyword = bool(rule) and rule <= case.lexicon.keywords and was != now
    what = describe_rule(history, period.last, number) if was else "another rule"
    return Fault(
        "CR005" if is_keyword else "CR004",
        f"The words beside {number} fit what it was until {history.last_day(period.last)}, {what}: "
        f"{describe_change(history, period, target)}. {describe_present(history, target, number, period.last)}",
        place.numbers if allowed else (),
        find_break(history, period, target),
        kind,
        period.last,
    )


def _find_named_rule(case: Case) -> Fault | None:
    """Return the fault of a number below a title, in whose clause another titled rule of the chapter is named.

    Beside a chapter the title of another one must be printed as its own, and be no word of its rules.
    In a list of citations that share a clause, the title must be printed right beside the number. The title may belong
    to any number of a range. Of several titles in the clause none is suggested, unless one is right beside the number.
    """
    words, target = case.words, case.target
    chapter = f"{chapter_of(case.number)}."
    sisters = [
        (named, holders[0])
        for named in words.names_own
        if _may_be_title(case, named) or "." not in case.number
        if len(holders := _list_sisters(case, named, chapter)) == 1
    ]
    if not sisters:
        return None
    named, holder = sisters[0]
    ends = [sort_key(without_letters(part.number)) for part in words.citation.parts]
    if words.citation.form == "range" and (not named.before or ends[0] <= sort_key(holder) <= ends[-1]):
        return None  # behind a range it may be the title of what comes next
    if words.in_list and named.before:
        return None  # it can be the title of any number of the list
    if named.as_title and not named.starts_sentence and "." in case.number:
        return _make_named_fault(case, named, holder)
    is_own = not (words.in_list or named.is_other or words.are_of_neighbour(case.history.lineage(target, holder) or ""))
    if not (words.is_name(named) and (named.touching or is_own)):
        return None
    family = case.lexicon.family(target, case.number)
    balance = case.lexicon.balance(words.terms, family, case.lexicon.family(target, holder))
    terms = distinctive_terms(named.words)
    if named.starts_sentence and not (named.set_off or balance.clearly_second):
        return None  # "CR 702.15b: defender takes damage" begins with an ordinary word
    if balance.theirs < balance.ours or (terms and terms <= case.lexicon.terms_of(family)):
        return None  # they may be words of the cited rule
    is_sure = named.touching or len({named.name for named, _ in sisters}) == 1
    return _make_named_fault(case, named, holder, is_sure=is_sure)


def _may_be_title(case: Case, named: Named) -> bool:
    """Return whether a name is a keyword, or an ability word as title: elsewhere that labels abilities of any kind."""
    is_title = named.as_title or (named.touching and named.before and named.set_off)
    return is_title if named.name in case.history.ability_words else named.name in case.lexicon.keywords


def _list_sisters(case: Case, named: Named, chapter: str) -> list[str]:
    """Return the rules of a title in the chapter; if it is no ordinary word and printed as a title, in any chapter.

    An ability word has no rule in its chapter, only one elsewhere that lists it; beside a keyword action it labels
    abilities that perform that. Beside a chapter it is chapters.
    """
    holders = case.history.holders_of_title(named.name, case.target)
    if "." not in case.number:
        return [it for it in holders if "." not in it and named.as_title]
    sisters = [it for it in holders if it.startswith(chapter)]
    is_alone = (
        case.history.heading(case.target, chapter_of(case.number)) != KEYWORD_ACTIONS
        if named.name in case.history.ability_words
        else named.as_title and case.lexicon.is_rare(distinctive_terms(named.words), RARE)
    )
    return sisters or (list(holders) if is_alone else [])


def _make_named_fault(case: Case, named: Named, holder: str, *, is_sure: bool = True) -> Fault:
    number, words = case.number, named.words
    lettered = holder + number[len(without_letters(number)) :]
    meant = lettered if case.history.exists(lettered, case.target) else holder
    return Fault(
        "CR005" if "." in number else "CR004",
        f'{number} is {describe_rule(case.history, case.target, number)}; "{words}", named beside it, is {holder}.',
        (meant,) if is_sure else (),
        evidence="title",
    )


def check_topic(case: Case) -> Fault | None:
    """Return the fault of a number if no distinctive word beside it occurs in its rule, in what is above or below it.

    All wordings that these ever had count, and their titles. Words that no rule has say nothing.
    """
    if "." not in case.number:
        return None
    lexicon = case.lexicon
    terms = frozenset(term for term in case.words.terms if lexicon.weight([term]))
    if len(terms) < 2 or not lexicon.is_rare(terms):
        return None
    lineages = set(lexicon.family(case.target, case.number))
    if case.parent:
        lineages.update(case.history.lineage(case.target, above) or "" for above in with_parents(case.parent))
    titles = frozenset[str]().union(*case.history.titles_above(case.target, case.number))
    if terms & lexicon.terms_of(frozenset(lineages)) or case.words.may_be_about(titles):
        return None
    what = number_with_title(case.history, case.target, case.number)
    return Fault("CR009", f"No distinctive word beside {what}, occurs in the rule, in what is above it, or ever did.")
