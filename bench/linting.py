"""The time of `comprules check` over a tree of source files, compared with `grep -rE` for the bare form.

The tree is generated, the same each time: 20,000 files in several languages with 100 MB in total, code with all kinds
of numbers in it; every fifth file cites rules, in forms that occur in practice, and sometimes wrongly.
"""

from __future__ import annotations

import random
import shutil
import time
from typing import TYPE_CHECKING

from msgspec import Struct

from bench.measure import Measured, comprules, median, run
from graph.citations.find.finder import find_citations
from graph.citations.judge.judge import Judge
from graph.history import History
from graph.ledger import open_ledger

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FILES = 20_000
MEGABYTES = 100
_FOLDERS = 400
_CITING = 5
"""One in this many files cites rules."""
_PATTERN = r"\b(CR|[Rr]ule) ?[1-9][0-9]{2}\.[0-9]{1,3}[a-z]?"
"""A search by hand: only the most common forms, whatever the numbers mean."""

_LINES = {
    "java": (
        "    private final int {w}{n} = {n};",
        "    return {w}.get({n}).{w}({f}f, {w});",
        "    // {w} {w} the {w} of {n}",
    ),
    "rs": (
        "    let {w} = self.{w}[{n}].{w}()?;",
        "    assert_eq!({w}.{w}(), {f});",
        "    /// {w} {w} {w} when {w} is {n}",
    ),
    "py": ("    {w} = {w}({n}, {w}={f})", "    if {w}.{w} >= {n}:", "    # {w} the {w} and {w} {n} times"),
    "cs": (
        '    var {w} = new {w}("{w}.{w}", {n});',
        "    {w}.{w} += {f}m;",
        "    // {w}: {w} {w}, version {n}.{n}.{n}",
    ),
    "md": ("{w} {w} {w} {w}, {n} of {w} ({f} ms).", "- {w}: {w} `{w}({n})`", "## {w} {w}"),
    "json": ('  "{w}": {{"{w}": {n}, "{w}": "{f}"}},', '  "{w}": [{n}, {n}, {f}],', '  "{w}": "{w} {w} {w}",'),
}
_REMARKS = ("// CR {c}", "// rule {c}: {w} {w}", "/* CR {c} + CR {c} */", "// see CR {c}, {c} and {w}")
_CITED = {
    "java": _REMARKS,
    "rs": (*_REMARKS, "fn cr_{u}() {{"),
    "py": ("# CR {c}", "# {w} {w} (rule {c})", "def test_cr_{u}():"),
    "cs": _REMARKS,
    "md": ("* {w} {w} (rule {c})", "See CR {c}: {w} {w}."),
    "json": ('  "{w}": "see rule {c}",',),
}
_WRONG = 0.02
"""Share of the citations with a made-up number."""


class Linting(Struct, frozen=True):
    """The results: check and grep over the tree, a start with one small file, CPU seconds per citation."""

    check: Measured
    grep: Measured | None
    start: Measured
    single: Measured
    per_citation: float


def make_tree(root: Path, files: int = FILES, megabytes: float = MEGABYTES) -> None:
    """Write the tree.

    Args:
        root: A folder that does not exist yet.
        files: Number of files.
        megabytes: Approximate total size.
    """
    chance = random.Random(702)  # noqa: S311 - the same tree each time
    words = ["".join(chance.choices("abcdefghilmnoprstu", k=chance.randint(3, 11))) for _ in range(3000)]
    numbers = [number for number in open_ledger().numbers(open_ledger().resolve("latest")) if "." in number]
    blocks = {suffix: [_write_block(chance, words, forms) for _ in range(300)] for suffix, forms in _LINES.items()}
    size = megabytes * 1_000_000 / files
    for index in range(files):
        folder = root / f"part{index % 20:02}" / f"unit{index % _FOLDERS:03}"
        suffix = chance.choice(list(_LINES))
        parts: list[str] = []
        wanted = chance.uniform(0.3, 1.7) * size
        while wanted > 0:
            parts.append(chance.choice(blocks[suffix]))
            wanted -= len(parts[-1])
        if index % _CITING == 0:
            for _ in range(chance.randint(1, 5)):
                parts.insert(chance.randrange(len(parts) + 1), _fill_citations(chance, words, numbers, _CITED[suffix]))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{chance.choice(words)}{index}.{suffix}").write_text("".join(parts), encoding="utf-8")
    (root / ".gitignore").write_text("target/\n*.class\n__pycache__/\n/dist/\n", encoding="utf-8")


def measure_linting(scratch: Path, times: int = 3) -> Linting:
    """Make the tree and measure the linter on it.

    Args:
        scratch: A folder with enough space for it.
        times: Number of runs, of which the median counts.
    """
    tree, small = scratch / "tree", scratch / "small.rs"
    make_tree(tree)
    small.write_text("// CR 702.40a\n", encoding="utf-8")
    grep = shutil.which("grep")
    check = comprules("check", str(tree), "--no-config", "--format", "json", "--exit-zero")
    return Linting(
        check=median(check, times),
        grep=median([grep, "-rE", _PATTERN, str(tree)], times) if grep else None,
        start=median(comprules("check", str(small), "--no-config"), times),
        single=run([*check, "--jobs", "1"]),
        per_citation=measure_citation(tree),
    )


def measure_citation(root: Path) -> float:
    """Return the CPU seconds to find and judge a citation, on average over the citing files of a tree."""
    judge = Judge(History(open_ledger()))
    texts = [path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.*")) if path.is_file()]
    citing = [text for text in texts if find_citations(text)]
    judge.meanings(find_citations("".join(citing[:50])))  # reads the ledger's tables
    started = time.process_time()
    count = 0
    for text in citing:
        citations = find_citations(text)
        for place in range(len(citations)):
            judge.find_faults(citations, place)
        count += len(citations)
    return (time.process_time() - started) / max(1, count)


def _write_block(chance: random.Random, words: Sequence[str], forms: Sequence[str]) -> str:
    return "".join(f"{_fill_form(chance.choice(forms), chance, words)}\n" for _ in range(chance.randint(4, 12)))


def _fill_citations(chance: random.Random, words: Sequence[str], numbers: Sequence[str], forms: Sequence[str]) -> str:
    form = chance.choice(forms)
    while "{c}" in form or "{u}" in form:
        made_up = f"{chance.randint(100, 899)}.{chance.randint(1, 40)}{chance.choice('abcdefg')}"
        number = made_up if chance.random() < _WRONG else chance.choice(numbers)
        gap = "{c}" if "{c}" in form else "{u}"
        form = form.replace(gap, number if gap == "{c}" else number.replace(".", "_"), 1)
    return f"{_fill_form(form, chance, words)}\n"


def _fill_form(form: str, chance: random.Random, words: Sequence[str]) -> str:
    """Return a form with each gap filled with a new value."""
    for gap in ("{w}", "{n}", "{f}"):
        while gap in form:
            form = form.replace(gap, _choose_filling(gap, chance, words), 1)
    return form.replace("{{", "{").replace("}}", "}")


def _choose_filling(gap: str, chance: random.Random, words: Sequence[str]) -> str:
    if gap == "{w}":
        return chance.choice(words)
    return str(chance.randint(0, 9999)) if gap == "{n}" else f"{chance.uniform(0, 999):.2f}"
