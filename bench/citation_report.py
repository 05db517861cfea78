"""`python -m bench.citation_report FOLDER`: how often `check` and `upgrade` are right on public source trees.

FOLDER has a folder `OWNER-NAME` for each tree, a checkout of the commit that `bench/gold/citations` names. A copy of it
is declared with `comprules init`, checked and upgraded; suggestions are written into it, one by one. Without a git
index, files that git tracks in spite of `.gitignore` are not read, which is reported. The verdicts were made by
reading the tree and the rules before the linter was run. Single places of the second and the sixth sample are not
looked at while tuning; the other samples are used for it. A tree that is missing is reported and left out.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from bench.citation_laws import Laws, try_fixes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

GOLD = Path(__file__).parent / "gold" / "citations"
SAMPLES = ("first", "second", "third", "fourth", "fifth", "sixth")
KEPT_ASIDE = frozenset({"second", "sixth"})
"""Samples of which nobody looks at single places while tuning."""


class Verdict(Struct, frozen=True):
    """A reader's verdict on one printed number.

    Attributes:
        tree: `owner/name`.
        path: The file in the tree.
        line: From 1.
        column: Column of the number, from 1.
        number: As printed.
        verdict: `right` in the newest edition, `stale` (right once), `wrong` (never right), `none` (no citation),
            `unclear`.
        meant: The numbers of the newest edition that name what was meant, the best first; empty if there are none.
    """

    tree: str
    path: str
    line: int
    column: int
    number: str
    verdict: str
    meant: tuple[str, ...]


class Figures(Struct):
    """Counts of one sample; each counter has the numbers of right (True) and wrong (False) results."""

    errors: dict[str, Counter[bool]] = field(default_factory=lambda: defaultdict(Counter))
    stale: Counter[bool] = field(default_factory=Counter)
    wrong: Counter[bool] = field(default_factory=Counter)
    suggestions: Counter[bool] = field(default_factory=Counter)
    found: Counter[bool] = field(default_factory=Counter)
    none: Counter[bool] = field(default_factory=Counter)
    edits: Counter[bool] = field(default_factory=Counter)
    untouched: Counter[bool] = field(default_factory=Counter)
    laws: Laws = field(default_factory=Laws)
    misses: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Yield a line for each figure."""
        for code, counts in sorted(self.errors.items()):
            yield f"  {code} right           {_format_share(counts)}"
        yield f"  stale found           {_format_share(self.stale)}"
        yield f"  wrong found           {_format_share(self.wrong)}"
        yield f"  suggestions right     {_format_share(self.suggestions)}"
        yield f"  citations recognised  {_format_share(self.found)}"
        yield f"  others left alone     {_format_share(self.none)}"
        yield f"  edits right           {_format_share(self.edits)}"
        yield f"  right ones not edited {_format_share(self.untouched)}"
        yield f"  fixes that fix        {_format_share(self.laws.fixes)}"
        yield f"  files alone as in tree{_format_share(self.laws.files)}"


def read_verdicts(file: Path) -> list[Verdict]:
    """Return the verdicts of a sample."""
    read = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        tree, path, row, column, number, verdict, meant, _ = line.split("\t")
        read.append(Verdict(tree, path, int(row), int(column), number, verdict, tuple(filter(None, meant.split(",")))))
    return read


def folder_of(trees: Path, tree: str) -> Path | None:
    """Return the folder of a tree `owner/name`; None if it is not there."""
    folder = trees / tree.replace("/", "-")
    return folder if folder.is_dir() else None


def measure(verdicts: list[Verdict], trees: Path) -> tuple[Figures, list[str]]:
    """Run `check` and `upgrade` over each tree, and compare their output with the verdicts.

    Args:
        verdicts: The verdicts of one sample.
        trees: The folder with the trees.

    Returns:
        The figures, and notices about trees that are missing or incomplete.
    """
    figures, notices = Figures(), []
    by_tree: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        by_tree[verdict.tree].append(verdict)
    for tree, places in by_tree.items():
        folder = folder_of(trees, tree)
        if folder is None:
            notices.append(f"not there: {tree}")
            continue
        if not (folder / ".git").exists():
            notices.append(f"without git's index, which may hide files: {tree}")
        with tempfile.TemporaryDirectory(prefix="comprules-bench-") as scratch:
            copy = Path(scratch) / folder.name
            shutil.copytree(folder, copy, symlinks=True, copy_function=_link_file)
            declared = _run_command(copy, "init", "--force", "--json")
            checked = _run_command(copy, "check", ".", "--json", "--show-citations")
            hold_findings(figures, places, checked)
            hold_edits(figures, places, _run_command(copy, "upgrade", ".", "--json") if declared["declared"] else {})
            figures.misses += try_fixes(figures.laws, copy, checked["findings"])
    return figures, notices


def _link_file(source: str, target: str) -> None:
    """Make a hard link, or a copy where links cannot be made; comprules never writes into a file that is there."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target)


def hold_findings(figures: Figures, places: list[Verdict], checked: dict[str, Any]) -> None:
    """Count what `check --json --show-citations` reports at the judged places."""
    findings, cited = _by_line(checked["findings"]), _by_line(checked["cited"])
    for place in places:
        if place.verdict == "unclear":
            continue
        errors = [finding for finding in _find_records(findings, place) if finding["severity"] == "error"]
        is_found = bool(_find_records(cited, place))
        if place.verdict == "none":
            figures.none[not is_found] += 1
        else:
            figures.found[is_found] += 1
        if errors:
            _hold_error(figures, place, errors[0])
        if place.verdict == "stale":
            figures.stale[bool(errors)] += 1
            if not errors:
                remark = "" if is_found else " (no citation)"
                figures.misses.append(f"{_format_place(place)}: not found; {place.meant[:1]}{remark}")
        elif place.verdict == "wrong":
            figures.wrong[bool(errors)] += 1


def _hold_error(figures: Figures, place: Verdict, error: Mapping[str, Any]) -> None:
    """Count the first error at a judged place: whether it is right to be there, and right in what it suggests."""
    is_at_fault = place.verdict in {"stale", "wrong"}
    figures.errors[error["code"]][is_at_fault] += 1
    if not is_at_fault:
        figures.misses.append(f"{_format_place(place)}: {error['code']} {error['message']}")
    elif error["suggestion"] and place.meant:
        suggested = error["suggestion"].split(", ")
        is_right = not set(place.meant).isdisjoint(suggested)
        figures.suggestions[is_right] += 1
        if not is_right:
            figures.misses.append(f"{_format_place(place)}: suggests {error['suggestion']}, not {place.meant[0]}")


def hold_edits(figures: Figures, places: list[Verdict], upgraded: dict[str, Any]) -> None:
    """Count what `upgrade --json` does at the judged places."""
    edited = _by_line([record for record in upgraded.get("citations", ()) if record["status"] == "renumbered"])
    for place in places:
        if place.verdict == "unclear":
            continue
        changed = _list_new_numbers(_find_records(edited, place), place.number)
        if place.verdict == "right":
            figures.untouched[not changed] += 1
        if changed:
            is_right = changed[0] in place.meant
            figures.edits[is_right] += 1
            if not is_right:
                judged = f"{place.verdict} {place.meant[:1]}"
                figures.misses.append(f"{_format_place(place)}: edited to {changed[0]}; {judged}")


def _list_new_numbers(records: Iterable[Mapping[str, Any]], number: str) -> list[str]:
    """Return the numbers by which the records of `upgrade` replace a number, if they do."""
    numbers = []
    for record in records:
        for pair in record["numbers"]:
            new = str(pair["new"])
            if pair["old"] == number and new != number:
                numbers.append(new)
    return numbers


def _by_line(records: list[dict[str, Any]]) -> dict[tuple[str, int], list[dict[str, Any]]]:
    by_line: dict[tuple[str, int], list[dict[str, Any]]] = defaultdict(list)
    for record in records:
        by_line[record["path"], record["line"]].append(record)
    return by_line


def _find_records(records: dict[tuple[str, int], list[dict[str, Any]]], verdict: Verdict) -> list[dict[str, Any]]:
    """Return the records at a place; those of `upgrade` have no end column, so the printed citation gives the end."""
    records_here = []
    for record in records.get((verdict.path, verdict.line), ()):
        end = record["end_column"] if "end_column" in record else record["column"] + len(record["old"])
        if record["column"] <= verdict.column < end:
            records_here.append(record)
    return records_here


def _run_command(folder: Path, *arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [str(Path(sys.executable).with_name("comprules")), *arguments],
        cwd=folder,
        capture_output=True,
        check=False,
    )
    try:
        value: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        sys.exit(f"comprules {' '.join(arguments)} in {folder.name}: {done.stderr.decode(errors='replace')}")
    return value


def _format_place(verdict: Verdict) -> str:
    return f"{verdict.tree} {verdict.path}:{verdict.line} {verdict.number}"


def _format_share(counts: Counter[bool]) -> str:
    whole = counts.total()
    return f"{counts[True]:>4} of {whole:<4}" + (f" {counts[True] / whole:6.1%}" if whole else "")


def main() -> int:
    """Measure the samples and print the figures.

    With `--misses`, print also what went wrong in the samples used for tuning.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path, help="the folder of the trees")
    parser.add_argument("--sample", choices=SAMPLES, help="only this sample")
    parser.add_argument("--misses", action="store_true", help="list what went wrong in the samples used for tuning")
    options = parser.parse_args()
    for sample in (options.sample,) if options.sample else SAMPLES:
        verdicts = read_verdicts(GOLD / f"{sample}.tsv")
        figures, notices = measure(verdicts, options.trees)
        print(f"citations, {sample} sample of {len(verdicts)}")
        print("\n".join(figures.lines()))
        for notice in notices:
            print(f"  {notice}")
        if options.misses and sample not in KEPT_ASIDE:
            print("\n".join(f"    {line}" for line in figures.misses))
    return 0


if __name__ == "__main__":
    sys.exit(main())
