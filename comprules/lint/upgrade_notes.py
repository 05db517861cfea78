"""The sentences in which `upgrade` reports a run to a person."""

from collections.abc import Iterator, Sequence

from comprules.lint.estimates import mark_estimate
from comprules.lint.formats.places import path_for_tools
from comprules.lint.upgrading import HeldFile, Upgrade
from comprules.printable import printable
from rules.counts import format_count
from rules.sentences import FEW, join_words

SHOWN = 20
"""Maximum number of files that keep their edition to name, so that the summary below the list stays in view."""


def list_notes(upgrade: Upgrade) -> Iterator[str]:
    """Yield notes about the declared editions of a run that a person must know."""
    answer = upgrade.answer()
    citing = upgrade.citing
    unstamped = [file for file in citing if file.has_unstamped]
    is_done = bool(citing) and all(file.base == file.target for file in citing)
    if is_done and unstamped:
        yield _describe_done(upgrade, answer.target)
    undeclared = [file for file in unstamped if file.base is None]
    if undeclared and len(undeclared) < len(citing):
        yield (
            f"{format_count(len(undeclared), 'file')} without a declaration: citations in them without a stamp "
            "stay as they are; `comprules init` declares them"
        )
    if upgrade.held:
        yield from _describe_held(upgrade.held)
    if not upgrade.declaring and any(file.is_moving for file in unstamped):
        yield _warn_undeclared(answer.first, answer.target, is_written=answer.written)


def _describe_done(upgrade: Upgrade, target: str) -> str:
    """Return a sentence about a run over files that are all declared for the target edition."""
    reason = f"these files are already written for {target}"
    if upgrade.declaring:
        configurations = join_words([printable(path_for_tools(str(file))) for file in upgrade.declaring])
        verb = "declares" if len(upgrade.declaring) == 1 else "declare"
        reason = f"{configurations} already {verb} {target} for these files"
    return f"{reason}; only citations that show another edition, by their words or a stamp, are renumbered"


def _describe_held(held: Sequence[HeldFile]) -> Iterator[str]:
    """Yield which files stay as they are, and how to upgrade them."""
    for file in held[:SHOWN]:
        yield _describe_held_file(file)
    if held[SHOWN:]:
        yield f"... and {format_count(len(held) - SHOWN, 'more file')} that stay as they are"
    remedy = "; or let --stamp-left mark them in comments and prose"
    if all(file.stamps_left for file in held):
        remedy = ". --stamp-left marks no strings, names, estimated editions, or numbers that may be new already"
    yield (
        "nothing is changed in these files, because an upgrade would hide findings, or change names or strings that "
        "another file keeps: fix those lines or mark them with the edition, as in "
        f"CR 112.7a @{held[0].edition}, and run the command again{remedy}"
    )
    if any(file.is_estimate for file in held):
        yield (
            "where the edition has a question mark, only numbers whose words show their rule are renumbered: remove "
            "the mark from the configuration if the edition is right"
        )


def _describe_held_file(held: HeldFile) -> str:
    """Return a sentence such as `a.py: the file stays at 2018-04-27 because of lines 3 and 8`."""
    lines = join_words([str(line) for line in held.lines[:FEW]])
    more = ""
    if held.lines[FEW:]:
        more = f", and {len(held.lines) - FEW:,} more"
    noun = "lines"
    if len(held.lines) == 1:
        noun = "line"
    waiting = ""
    if held.waiting:
        waiting = f"; {format_count(held.waiting, 'more citation waits', 'more citations wait')} for that"
    edition = mark_estimate(held.edition) if held.is_estimate else held.edition
    return f"{printable(held.path)}: the file stays at {edition} because of {noun} {lines}{more}{waiting}"


def _warn_undeclared(first: str, target: str, *, is_written: bool) -> str:
    """Return the warning that nothing declares the new edition."""
    condition = "" if is_written else "once this is written, "
    return (
        f"{condition}nothing in this tree declares {target}: a second run with --from {first} "
        "would mistake the new numbers for old ones and renumber them again. "
        f'Put edition = "{target}" at the top of comprules.toml, or under [tool.comprules] in pyproject.toml'
    )


def summarize(upgrade: Upgrade) -> str:
    """Return the line about what the upgrade did or would do, which is always printed."""
    answer = upgrade.answer()
    renumbering, writing = "to renumber", "to write"
    if answer.written:
        renumbering, writing = "renumbered", "written"
    parts = [
        f"{format_count(answer.renumbered, 'citation')} {renumbering}",
        f"{answer.unchanged:,} unchanged",
        f"{answer.left:,} left",
    ]
    if answer.ignored:
        parts.append(f"{answer.ignored:,} ignored by comments")
    return (
        f"{answer.first} to {answer.target}: {', '.join(parts)}, in {format_count(answer.files, 'file')}; "
        f"{_describe_writing(upgrade, writing)}{_describe_remaining(answer.remaining)}"
    )


def _describe_remaining(count: int) -> str:
    """Return a clause about the findings that an upgrade leaves; empty if it leaves none."""
    if not count:
        return ""
    return f"; {format_count(count, 'finding remains', 'findings remain')}, which `comprules check` lists"


def _describe_writing(upgrade: Upgrade, writing: str) -> str:
    """Return a clause about the changed files: `3 files written, with the declaration in comprules.toml`.

    Args:
        upgrade: The run.
        writing: `written`, or `to write` before that.
    """
    if not upgrade.rewrites:
        return "nothing to write"
    files = f"{format_count(len(upgrade.rewrites), 'file')} {writing}"
    changed = {rewrite.real_path for rewrite in upgrade.rewrites}
    declarations = [printable(path_for_tools(str(file))) for file in upgrade.declaring if file.resolve() in changed]
    if declarations:
        return f"{files}, with the declaration in {', '.join(declarations)}"
    return files
