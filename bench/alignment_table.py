"""The figures of the alignment as lines of text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bench.alignment_figures import GOALS, MAGIC_2010, SURVIVORS
from bench.scoring import KINDS, NEW_KINDS, OLD_KINDS, Score
from rules.records import GlossaryEntry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.alignment_figures import GoldFigures, Sides, SyntheticFigures

_NARROW = ("judged", "old", "new", "split", "merged", "link P", "link R", "F1")
_WIDE = ("del P/R", "add P/R")
_SHOWN = 400
"""Maximum number of characters of a text shown next to a failure."""


def gold_table(all_figures: Sequence[GoldFigures], *, timed: bool = True) -> Iterator[str]:
    """Yield a line for each judged pair, one for all together, the figures by kind, and the survivors of Magic 2010.

    Args:
        all_figures: The pairs.
        timed: Whether to show times, which mean nothing if several pairs were aligned at once.
    """
    yield _format_header("gold pair (exact in %)", timed=timed)
    whole, decided = Score(), Score()
    for figures in all_figures:
        whole.add(figures.score)
        decided.add(figures.decided)
        yield _format_row(figures.name, figures.score, figures.seconds if timed else None, GOALS.get(figures.name))
    yield _format_row("all", whole)
    yield _format_row("all, with graph/links.toml", decided)
    yield ""
    yield from _kind_lines(whole)
    for figures in all_figures:
        if figures.name == MAGIC_2010:
            yield f"  survivors of Magic 2010 found: {len(SURVIVORS) - len(figures.lost)} of {len(SURVIVORS)}"
            yield from (f"    LOST {old} → {new}" for old, new in figures.lost)
            yield from ["    a link was made that is known to be wrong"] if figures.false_survivor else []


def synthetic_table(all_figures: Sequence[SyntheticFigures], *, timed: bool = True) -> Iterator[str]:
    """Yield a line for each shake-up, one for each intensity, and how the classes of change were judged.

    See `gold_table` for the arguments.
    """
    yield _format_header("shake-up (exact in %)", timed=timed)
    for figures in all_figures:
        yield _format_row(
            f"{figures.edition} {figures.intensity} {figures.seed}", figures.score, figures.seconds if timed else None
        )
    for intensity in dict.fromkeys(figures.intensity for figures in all_figures):
        whole = Score()
        for figures in all_figures:
            if figures.intensity == intensity:
                whole.add(figures.score)
        yield _format_row(f"all {intensity}", whole)
    yield ""
    yield from _class_lines(sum((figures.classes for figures in all_figures), Counter[tuple[str, str]]()))


def failure_lines(score: Score, sides: tuple[Sides, Sides] | None = None) -> Iterator[str]:
    """Yield what was not found exactly, as keys; with both editions also the texts, for the screen only."""
    texts = [_list_texts(side) for side in sides] if sides else [{}, {}]
    for failure in score.failures:
        yield f"    {failure}"
        here, there = texts if failure.side == "old" else texts[::-1]
        if sides:
            yield f"        {failure.key}: {here.get(failure.key, '')[:_SHOWN]}"
            for mark, keys in (("true", failure.true), ("found", failure.found)):
                yield from (f"        {mark} {key}: {there.get(key, '')[:_SHOWN]}" for key in keys)


def format_percent(value: float | None) -> str:
    """Return a share in percent, with one decimal; a dash for None."""
    return "–" if value is None else f"{100 * value:.1f}"


def _format_header(first: str, *, timed: bool) -> str:
    narrow = "".join(f"{name:>8}" for name in _NARROW)
    return f"{first:<28}" + narrow + "".join(f"{name:>13}" for name in _WIDE) + ("      ms" if timed else "")


def _format_row(name: str, score: Score, seconds: float | None = None, goal: float | None = None) -> str:
    shares = [score.exact_of(*OLD_KINDS), score.exact_of(*NEW_KINDS), score.exact_of("split"), score.exact_of("merged")]
    cells = [f"{score.judged.total():,}"]
    cells += [format_percent(share) for share in (*shares, score.precision, score.recall, score.f1)]
    ends = [
        f"{format_percent(score.precision_of(kind))}/{format_percent(score.exact_of(kind))}"
        for kind in ("deleted", "added")
    ]
    spent = "" if seconds is None else f"{seconds * 1000:.0f}"
    late = f"  goal {goal * 1000:g} MISSED" if goal is not None and seconds is not None and seconds > goal else ""
    return (
        f"{name:<28}"
        + "".join(f"{c:>8}" for c in cells)
        + "".join(f"{c:>13}" for c in ends)
        + (f"{spent:>8}{late}" if spent else "")
    )


def _kind_lines(score: Score) -> Iterator[str]:
    for kind in KINDS:
        if score.judged[kind]:
            share = format_percent(score.exact_of(kind))
            yield f"  {kind:<16}{score.exact[kind]:>5} of {score.judged[kind]:>5}  {share:>6}"
    yield f"  left open (ambiguous): {score.ambiguous}"


def _class_lines(classes: Counter[tuple[str, str]]) -> Iterator[str]:
    right = sum(count for (true, given), count in classes.items() if true == given)
    yield f"  classes of change right: {right:,} of {classes.total():,}"
    for (true, given), count in sorted(classes.items(), key=lambda item: (-item[1], item[0])):
        if true != given:
            yield f"  {count:>8,}  {true} classified as {given}"


def _list_texts(side: Sides) -> dict[str, str]:
    rules, glossary = side
    shown = {rule.key: " | ".join(filter(None, (rule.heading, rule.text, *rule.examples))) for rule in rules}
    return shown | {entry.key: _format_entry(entry) for entry in glossary}


def _format_entry(entry: GlossaryEntry) -> str:
    return f"{entry.term} | {entry.text}"
