"""The documentation lists the code of every problem of a document, and no other code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scraper.proportion import MEASURES

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/diagnostics.md"
ROW = re.compile(r"^\| `([a-z-]+)` \| (.+) \|$", re.MULTILINE)
MAKERS = {"Diagnostic", "loss", "problem", "report"}
SOURCES = [
    *(ROOT / "scraper").rglob("*.py"),
    *(ROOT / "graph/documents").rglob("*.py"),
    *(ROOT / "comprules").glob("*.py"),
]
TEXTS = {path: path.read_text(encoding="utf-8") for path in SOURCES}
CODE = re.compile(r"[a-z]+(?:-[a-z]+)+|destroyed|incomplete|mojibake|padding|truncated|misdated")


def list_codes() -> Iterator[str]:
    """Yield the codes that the source gives to a diagnostic as a literal."""
    for text in TEXTS.values():
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            value = node.args[0].value
            if name in MAKERS and isinstance(value, str) and CODE.fullmatch(value):
                yield value


def test_each_code_is_documented() -> None:
    documented = [code for code, _ in ROW.findall(PAGE.read_text(encoding="utf-8"))]
    assert len(documented) == len(set(documented))
    measured = {measure.code for measure in MEASURES}
    assert {*list_codes(), *measured} - {*documented} == set()
    literals = "\n".join(TEXTS.values())
    assert [code for code in documented if f'"{code}"' not in literals] == []


def test_the_messages_of_proportions_are_those_of_the_code() -> None:
    meanings = dict(ROW.findall(PAGE.read_text(encoding="utf-8")))
    for measure in MEASURES:
        assert (
            meanings[measure.code].casefold()
            == f"{measure.message.replace('{percent}', 'N').replace('{}', 'N')}.".casefold()
        )
