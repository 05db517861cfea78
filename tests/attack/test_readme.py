"""The table of the attack's faults names modules and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = (Path(__file__).parent / "README.md").read_text(encoding="utf-8")
PACKAGES = ("comprules", "graph", "rules", "scraper", "site_src", "tests")
CODE = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
}


def test_every_module_exists() -> None:
    named = set(re.findall(r"`([\w/]+\.py)`", TABLE))
    missing = [name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in CODE)]
    assert named
    assert not missing


def test_every_test_exists() -> None:
    named = set(re.findall(r"`(test_\w+?)(?:…|`)", TABLE))
    tests = "\n".join(text for path, text in CODE.items() if path.startswith("tests/"))
    missing = [name for name in named if f"def {name}" not in tests and f"/{name}" not in "\n".join(CODE)]
    assert named
    assert not missing
