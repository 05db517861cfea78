"""An edition typed over an older one is reported; an honest one that takes one change back is not."""

from __future__ import annotations

import pytest

from rules.records import Condition
from scraper.retyping import RetypingGuard, plain_passage

NAMES = ["heron", "otter", "beaver", "badger", "marten", "weasel", "falcon", "magpie", "plover", "curlew"]
PLACES = ["harbour", "meadow", "thicket", "orchard", "hollow"]


def passages(sentence: str) -> dict[str, str]:
    """Fifty rules in our own words."""
    return {
        f"{100 + at}.{number}": plain_passage(None, sentence.format(name=name, place=place))
        for at, name in enumerate(NAMES)
        for number, place in enumerate(PLACES, 1)
    }


OLD = passages("Each {name} of the {place} waits until all of the others are past that gate.")
NEW = passages("Each {name} of the {place} swims there as soon as its old warden gives leave.")
SLIPS = {key: text.replace("warden", "wraden") for key, text in NEW.items()}
HONEST = {**NEW, "100.1": OLD["100.1"], "100.2": NEW["100.2"].replace("warden", "wardens"), "111.1": "a new rule"}
GONE_BACK = {key: OLD[key] if at < 30 else text for at, (key, text) in enumerate(NEW.items())}


@pytest.mark.parametrize(
    ("last", "condition", "codes"),
    [
        (HONEST, "good", []),
        (NEW, "good", []),
        (OLD, "good", ["goes-back", "text-of-another"]),
        (GONE_BACK, "good", ["goes-back", "text-of-another"]),
        (SLIPS, "good", ["misspellings"]),
        ({**GONE_BACK, **{key: SLIPS[key] for key in list(SLIPS)[30:]}}, "good", None),
        (GONE_BACK, "retyped", ["goes-back", "text-of-another"]),
    ],
)
def test_what_is_reported(last: dict[str, str], condition: Condition, codes: list[str] | None) -> None:
    guard = RetypingGuard()
    assert guard.check("2001-01-01", "good", OLD) == ()
    assert guard.check("2002-01-01", "good", NEW) == ()
    diagnostics = guard.check("2003-01-01", condition, last)
    wanted = ["goes-back", "text-of-another", "misspellings"] if codes is None else codes
    assert [diagnostic.code for diagnostic in diagnostics] == wanted
    assert {diagnostic.severity for diagnostic in diagnostics} <= {"info" if condition == "retyped" else "warning"}
    if "goes-back" in wanted:
        back = sum(text == OLD[key] for key, text in last.items() if key in OLD)
        assert diagnostics[0].message.startswith(f"{back} of {back + (50 - back) * (codes is None)} passages")
        assert "2001-01-01" in diagnostics[0].message


def test_a_retyped_edition_is_nobodys_predecessor() -> None:
    guard = RetypingGuard()
    for day, condition, texts in (("2001-01-01", "good", NEW), ("2002-01-01", "retyped", OLD)):
        guard.check(day, condition, texts)  # type: ignore[arg-type]
    assert guard.check("2003-01-01", "good", NEW) == ()
