"""The look, as far as it can be computed: every colour of text can be read on every ground that it stands on."""

from __future__ import annotations

import re

import pytest

from site_src.markup.set_symbols import set_symbol
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back"),
    [(front, back) for front in ("ink", "ink-soft", "accent") for back in GROUNDS]
    + [("warn", back) for back in ("paper", "warn-paper", "highlight")]
    + [(front, "paper") for front in CHANGES]
    + [("ink", "ins"), ("ink", "del"), ("paper", "ink")],
)
def test_colours_have_enough_contrast(scheme: str, front: str, back: str) -> None:
    named = colours(scheme)
    light, dark = sorted((luminance(named[front]), luminance(named[back])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_every_colour_is_a_name() -> None:
    """A colour said outside the table of base.css would not follow the reader's choice of light or dark."""
    for path in sorted(STYLES.rglob("*.css")):
        if path.name not in ("base.css", "changes.css", "print.css"):
            for line in path.read_text(encoding="utf-8").splitlines():
                # white on the darkest mana symbol, ink in a symbol, and shadows are the same by day and by night
                if not line.startswith(".sym") and "rgb(" not in line and "light-dark(" not in line:
                    assert not re.search(r":[^;{}]*#[0-9a-f]{3,8}\b", line), f"{path.name}: {line}"


def test_a_set_is_heard_as_its_name_and_copied_as_its_code() -> None:
    symbol = set_symbol("M10", "Magic 2010")
    assert symbol == '<span class="set set-m10" role="img" aria-label="Magic 2010"><span>M10</span></span>'
    assert 'aria-label="M10"' in set_symbol("M10")
    assert set_symbol(None) == ""
    assert 'aria-hidden="true"' in set_symbol("M10", "Magic 2010", beside=True)


def test_a_hostile_set_is_text() -> None:
    symbol = str(set_symbol('"><b>x', "<i>"))
    assert "<b>" not in symbol
    assert "<i>" not in symbol
    assert 'class="set set-bx"' in symbol
