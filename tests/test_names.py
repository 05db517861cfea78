"""What documentation, docstrings and comments name in backquotes exists: files, modules, commands and their options."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import click

from comprules.cli.group import cli

ROOT = Path(__file__).parents[1]
PACKAGES = ("bench", "comprules", "graph", "rules", "scraper", "site_src", "tests")
ENDINGS = ("py", "js", "mjs", "css", "j2", "md", "svg", "toml", "tsv", "ledger", "yml", "yaml", "lock")
BACKQUOTED = re.compile(r"(?<!`)`([^`\s][^`]{2,80})`(?!`)")
COMMENT = re.compile(r"\s*(?:#|//|/?\*|\{#)")
PATH = re.compile(rf"(?<![\w./-])(?:{'|'.join(PACKAGES)}|docs)/[\w./-]*\w\.(?:{'|'.join(ENDINGS)})\b")
FILE = re.compile(rf"[\w./-]*\w\.(?:{'|'.join(ENDINGS)})")
MODULE = re.compile(rf"(?:{'|'.join(PACKAGES)})(?:\.\w+)+")
COMMAND = re.compile(r"comprules ([a-z]+)((?: .*)?)")
WITH_NAMES = (".py", ".md", ".js", ".mjs", ".css", ".j2", ".toml", ".yml")
"""Endings of the files that are read for names."""
OTHERS = {"pyproject.toml", "comprules.toml", "mkdocs.yml", "setup.py", "conftest.py", "languages.toml"}
"""Names of files in the trees of others."""


@cache
def tracked() -> tuple[str, ...]:
    """The files of the project, and those that are not committed yet."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(name for name in listed.stdout.splitlines() if (ROOT / name).exists())


def explain_missing(token: str) -> str | None:
    """Why a name in backquotes names nothing of the project; None if it does, or is no name."""
    if FILE.fullmatch(token) and not re.search(r"NAME|DATE|ORIGIN|DIR|OLD", token) and token not in OTHERS:
        named = token.removeprefix("../").removeprefix("./")
        return None if any(f"/{path}".endswith(f"/{named}") for path in tracked()) else "no such file"
    if MODULE.fullmatch(token) and not FILE.fullmatch(token):
        return None if is_defined(token) else "no such module or definition"
    command = COMMAND.fullmatch(token)
    if command is not None:
        known = cli.get_command(click.Context(cli), command[1])
        if known is None:
            return "no such command"
        options = {name for parameter in known.params for name in (*parameter.opts, *parameter.secondary_opts)}
        wrong = [word for word in re.findall(r"(?<!\S)--[\w-]+", command[2]) if word not in {*options, "--help"}]
        return f"no option {', '.join(wrong)}" if wrong else None
    return None


def is_defined(dotted: str) -> bool:
    """Whether a module of ours has the name."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:length])
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if source.is_file():
            rest = parts[length:]
            text = source.read_text(encoding="utf-8")
            return not rest or re.search(rf"\b{re.escape(rest[0])}\b", text) is not None
        if path.is_dir():
            return length == len(parts)
    return False


def names_in(line: str) -> list[str]:
    """What a line names: all in backquotes, and in a comment also the paths of our files."""
    names: list[str] = BACKQUOTED.findall(line)
    if COMMENT.match(line):
        names += PATH.findall(BACKQUOTED.sub("", line))
    return names


def test_what_is_named_exists() -> None:
    missing = []
    count = 0
    for name in tracked():
        if name.startswith("tests/goldens") or not name.endswith(WITH_NAMES):
            continue
        for number, line in enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), start=1):
            for token in names_in(line):
                why = explain_missing(token)
                count += why is None
                if why is not None:
                    missing.append(f"{name}:{number}: `{token}`: {why}")
    assert count > 1000
    assert missing == []


def test_missing_names_are_seen() -> None:
    assert explain_missing("graph/nothing_here.py") == "no such file"
    assert explain_missing("docs/nothing_here.md") == "no such file"
    assert explain_missing("graph.nothing_here") == "no such module or definition"
    assert explain_missing("comprules nothing") == "no such command"
    assert explain_missing("comprules check --nothing-here .") == "no option --nothing-here"
    assert explain_missing("comprules check --json .") is None
    assert explain_missing("rules.numbers.is_number") is None
    comment = "// put there by site_src/nothing.mjs, see `docs/site.md`"
    assert names_in(comment) == ["docs/site.md", "site_src/nothing.mjs"]
    assert names_in('read("docs/nothing_here.md")') == []
