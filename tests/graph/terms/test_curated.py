"""The format of `terms.toml`."""

from __future__ import annotations

import pytest

from graph.curated.file import CuratedFileError
from graph.terms.facts import curated_terms, known_renamings

GOOD = """
[[term]]
old = "warden"
new = "keeper"
edition = "2003-01-01"
kind = "renamed"
forms = [["wardens", "keepers"]]
note = "Told by us."

[[term]]
old = "night watch"
edition = "2001-01-01"
kind = "retired"
declared = "Night Watch (Obsolete)"
"""


def test_reads_facts_by_edition_and_knows_renamings_of_a_time() -> None:
    retired, renamed = curated_terms(GOOD)
    assert (retired.old, retired.new, retired.forms) == ("night watch", None, (("night watch", ""),))
    assert (renamed.forms, renamed.note) == ((("warden", "keeper"), ("wardens", "keepers")), "Told by us.")
    assert ("comes into play", "enters the battlefield") in known_renamings("2009-05-01", "2009-07-11")
    assert ("comes into play", "enters the battlefield") not in known_renamings("2009-07-11", "2009-09-04")
    assert all(new for _, new in known_renamings())
    assert len(known_renamings()) >= len([fact for fact in curated_terms() if fact.new])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "renamed"', 'kind = "changed"', "enum value 'changed'"),
        ('kind = "renamed"', 'kind = "retired"', "retired has no new words"),
        ('new = "keeper"\n', "", "retired has no new words"),
        ('old = "warden"', 'old = "Warden"', "small letters"),
        ('old = "warden"', 'old = "head-warden"', "hyphens"),
        ('old = "warden"', 'old = ""', r"length >= 1 - at `\$\.old"),
        ('old = "warden"\n', "", "missing required field `old`"),
        ('edition = "2003-01-01"\n', "", "missing required field `edition`"),
        ("forms = [[", 'forms = [["keepers"], [', r"length 2, got 1 - at `\$\.forms\[1\]"),
        ("forms = [[", 'forms = [["keepers", ""], [', "pair of old and new"),
        ("note =", "notes =", "unknown field `notes`"),
        ("", GOOD, "is listed twice"),
    ],
)
def test_refuses_what_is_wrong(old: str, new: str, message: str) -> None:
    with pytest.raises(CuratedFileError, match=message):
        curated_terms(GOOD.replace(old, new, 1))
