"""The words that we avoid in documentation, help, messages and the sentences of the site.

Each entry of `AVOIDED` has a reason: a native reader stumbles over the words. `ALLOWED` lists the places in which
they are right.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from comprules.cli.group import COMMANDS
from comprules.reference import help_of

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [*(ROOT / "docs").glob("*.md"), *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"))]
)
PACKAGES = ("comprules", "graph", "rules", "scraper", "site_src")

AVOIDED = {
    "fix, correct or repair": r"\bmend(?:s|ed|ing)?\b",
    "again, or rebuild": r"\banew\b",
    "next to, or in addition to": r"\bbeside\b",
    "because of a lack of": r"\bfor want of\b",
    "be connected": r"\bh[au]ngs? together\b",
    "be available, or could not be downloaded": r"\b(?:to|can|could|cannot) be had\b",
    "separated by": r"\bparted by\b",
    "check against, compare with": r"\bh(?:eld|olds?) against\b",
    "appear": r"\bcom(?:e|es|ing) into being\b",
    "lacks": r"\b(?:has|have) not[,.;:]",
    "even if": r"\bin spite of\b",
    "ignore": r"\blets? pass\b",
    "near the thumb": r"\bat the thumb\b",
    "is not a, or invalid": r"\b(?:this|that|it) is no (?!longer|more|less|way|need|reason|other)\w+",
    "one … per": r"\bone (?:row|line|page|file|copy|worker) an? \w+",
}
"""What to write instead, and a pattern of what to avoid."""
ALLOWED: set[tuple[str, str]] = set()
"""File names and the words that are right there."""


def find_avoided(text: str) -> Iterator[tuple[int, str, str]]:
    """The line, the words and what to write instead, for each place with words that we avoid."""
    for better, pattern in AVOIDED.items():
        for match in re.finditer(pattern, text, re.IGNORECASE):
            yield text.count("\n", 0, match.start()) + 1, match[0], better


def without_code(markdown: str) -> str:
    """The prose of a page: blocks of code and code in a line are blanked, so that lines keep their numbers."""
    prose = re.sub(r"```.*?```", lambda match: "\n" * match[0].count("\n"), markdown, flags=re.DOTALL)
    return re.sub(r"`[^`\n]*`", "CODE", prose)


def describe_places(name: str, text: str) -> list[str]:
    return [
        f"{name}:{line}: {words!r}; write: {better}"
        for line, words, better in find_avoided(text)
        if (Path(name).name, words) not in ALLOWED
    ]


def list_messages(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the text of each string of at least three words that is no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in documentation:
            continue
        if len(node.value.split()) >= 3:
            yield node.lineno, node.value


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_documentation_has_no_words_that_we_avoid(path: Path) -> None:
    assert describe_places(path.name, without_code(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_no_words_that_we_avoid(name: str) -> None:
    assert describe_places(name, help_of(name)) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_messages_have_no_words_that_we_avoid(package: str) -> None:
    places = []
    for path in sorted((ROOT / package).rglob("*.py")):
        for line, text in list_messages(path):
            places += [f"line {line}: {place}" for place in describe_places(path.name, text)]
    assert places == []


def test_sentences_of_the_site_have_no_words_that_we_avoid() -> None:
    path = ROOT / "site_src" / "assets" / "sentences.json"
    assert describe_places(path.name, path.read_text(encoding="utf-8")) == []


def test_words_are_found_in_prose_and_not_in_code() -> None:
    page = "Run it anew.\n\n```\nmend = 1\n```\n\nThe option `--mend` is beside the point.\n"
    assert [(line, words) for line, words, _ in find_avoided(without_code(page))] == [(1, "anew"), (7, "beside")]
