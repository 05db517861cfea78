"""The look, as far as it can be computed: every colour of text can be read on every ground that it stands on."""

from __future__ import annotations

import re

import pytest

from site_src.paths import ROOT

STYLES = ROOT / "site_src" / "assets" / "css"
GROUNDS = ("paper", "paper-raised", "highlight")
CHANGES = ("wording", "terminology", "reference", "typographic", "added", "deleted", "moved")


def colours(scheme: str) -> dict[str, str]:
    """Custom property → colour, of one scheme."""
    css = "".join((STYLES / name).read_text(encoding="utf-8") for name in ("base.css", "changes.css"))
    matches = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", css)
    return {name: light if scheme == "light" else dark for name, light, dark in matches}


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


PAIRS = [(front, back) for front in ("ink", "ink-soft", "accent") for back in GROUNDS]
PAIRS += [("warn", back) for back in ("paper", "warn-paper", "highlight")]
PAIRS += [(front, "paper") for front in CHANGES]
PAIRS += [("ink", "ins"), ("ink", "del"), ("paper", "ink")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_have_enough_contrast(scheme: str) -> None:
    named = colours(scheme)
    for pair in PAIRS:
        dark, light = sorted(luminance(named[name]) for name in pair)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, pair


def test_every_colour_is_a_name() -> None:
    """A colour said outside the table of base.css would not follow the reader's choice of light or dark."""
    tables = ("base.css", "changes.css", "print.css")
    sheets = {path.name: path.read_text(encoding="utf-8").splitlines() for path in STYLES.rglob("*.css")}
    assert sheets.keys() > set(tables), "there is nothing to look at"
    elsewhere = [
        f"{name}: {line}"
        for name, lines in sheets.items()
        for line in lines
        # white on the darkest mana symbol, ink in a symbol, and shadows are the same by day and by night
        if name not in tables and not line.startswith(".sym") and "rgb(" not in line and "light-dark(" not in line
        if re.search(r":[^;{}]*#[0-9a-f]{3,8}\b", line)
    ]
    assert elsewhere == []
