"""References of glossary entries to a wrong but existing rule, found because the publisher changed only the number.

History: entries were written with a wrong number (206.3 in 2009-07-11, corrected in the next edition), and right
numbers were replaced by wrong ones (212.6d by 212.6h in 2007-10-01). Neither is visible in a single edition.

Two conditions must hold. From one edition to the next the number changed, although the cited rule did not move to the
new number, and the words around it are the same. And the entry's term occurs in one of the two rules, or in its
subrules, but not in the other, which is then the wrong one. Cases in which the words do not decide are ignored.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from graph.audit.times import Times, WrongTarget, normalize_reference
from rules.grouping import grouped
from rules.numbers import is_number, is_term, term_of
from rules.records import Resolution

_AFTERTHOUGHT = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[^\W\d_]{4,}")
"""Shorter words occur anywhere by chance."""


def mistakes(times: Times, editions: Sequence[str]) -> dict[str, list[WrongTarget]]:
    """Return the mistaken references of each edition of a work.

    Args:
        times: The editions.
        editions: All editions of the work, oldest first.
    """
    mistakes_of: dict[str, dict[Resolution, WrongTarget]] = defaultdict(dict)
    for place, (old, new) in enumerate(pairwise(editions)):
        for before, after in _find_changes(times, old, new):
            was, now = _is_about(times, old, before), _is_about(times, new, after)
            if was == now:
                continue
            if now:
                _follow(times, editions[place::-1], (before, old), ("later", after, new), mistakes_of)
            else:
                _follow(times, editions[place + 1 :], (after, new), ("earlier", before, old), mistakes_of)
    return {edition: list(mistakes_of[edition].values()) for edition in editions}


def _find_changes(times: Times, old: str, new: str) -> Iterator[tuple[Resolution, Resolution]]:
    """Yield each changed number: the reference in the older and in the newer edition."""
    lineages, earlier = times.history.lineages(new), times.history.lineages(old)
    before = _group_entries(times, old)
    for lineage, references in _group_entries(times, new).items():
        others = before.get(lineage, [])
        pairs = zip(others, references, strict=True) if len(others) == len(references) else ()
        changed = [
            (resolution, after_change)
            for resolution, after_change in pairs
            if normalize_reference(resolution.reference.raw) != normalize_reference(after_change.reference.raw)
        ]
        # compare the words last, because fetching them is slow and few references change
        if not changed or _words(times, old, others) != _words(times, new, references):
            continue
        for before_change, after_change in changed:
            if not (_is_plain(before_change) and _is_plain(after_change)):
                continue
            was, now = earlier.get(before_change.target[0]), lineages.get(after_change.target[0])
            if was and now and was != now and times.key_in(new, was) != after_change.target[0]:
                yield before_change, after_change


def _group_entries(times: Times, edition: str) -> dict[str, list[Resolution]]:
    """Return lineage of a glossary entry → its references, in order."""
    lineages = times.history.lineages(edition)
    cited = ((found.reference.source, found) for found in times.all_references(edition))
    return grouped((lineages[source], found) for source, found in cited if source in lineages and is_term(source))


def _is_plain(resolution: Resolution) -> bool:
    """Return whether a reference leads to exactly one rule and quotes no title, by which it could be judged."""
    reference = resolution.reference
    return (
        resolution.status == "ok"
        and len(resolution.target) == 1
        and is_number(resolution.target[0])
        and reference.quoted_title is None
    )


def _words(times: Times, edition: str, references: Sequence[Resolution]) -> str:
    """Return the letters of an entry without its references."""
    source = references[0].reference
    text = times.passage(edition, source.source, source.field)
    for reference in reversed(references):
        text = text[: reference.reference.start] + text[reference.reference.end :]
    return "".join(filter(str.isalpha, text.casefold()))


def _is_about(times: Times, edition: str, resolution: Resolution) -> bool:
    """Return whether a rule and its subrules have every word of the entry's term, in the singular or the plural."""
    term = _AFTERTHOUGHT.sub("", term_of(resolution.reference.source)).casefold()
    stems = [word.removesuffix("s") for word in _WORD.findall(term)]
    number = resolution.target[0]
    under = re.compile(rf"{re.escape(number)}(?:$|\.|[a-z])")
    rules = [rule for key, known in times.index(edition).rules.items() if under.match(key) for rule in known]
    text = " ".join(f"{rule.heading or ''} {rule.text}" for rule in rules).casefold()
    return bool(stems) and all(re.search(rf"\b{re.escape(stem)}", text) for stem in stems)


def _follow(
    times: Times,
    editions: Sequence[str],
    wrong: tuple[Resolution, str],
    right: tuple[Literal["later", "earlier"], Resolution, str],
    mistakes_of: dict[str, dict[Resolution, WrongTarget]],
) -> None:
    """Record the mistake in each edition in which it persists, as long as the rule that is meant exists there."""
    broken, edition = wrong
    by, mended, shown = right
    meant = times.history.lineages(shown)[mended.target[0]]
    entry, target = (
        times.history.lineages(edition)[broken.reference.source],
        times.history.lineages(edition)[broken.target[0]],
    )
    run: dict[str, Resolution] = {}
    for mended_day in editions:
        key = times.key_in(mended_day, entry)
        same = [
            resolution
            for resolution in (times.references(mended_day, key) if key else ())
            if _is_plain(resolution)
            and normalize_reference(resolution.reference.raw) == normalize_reference(broken.reference.raw)
            and times.lineage_at(mended_day, resolution.target[0]) == target
        ]
        if len(same) != 1 or times.key_in(mended_day, meant) is None:
            break
        run[mended_day] = same[0]
    for mended_day, wrong_day in run.items():
        mistake = WrongTarget(wrong_day, meant, by, shown, mended.reference.raw, min(run), max(run))
        mistakes_of[mended_day].setdefault(wrong_day, mistake)
