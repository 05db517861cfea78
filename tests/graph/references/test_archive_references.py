"""References and audit over the real editions, where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.references import FIRST, SECOND, THIRD, load_references, measure_agreement, sum_agreements
from graph.audit import audit
from rules.store import open_store

pytestmark = pytest.mark.archive


@pytest.mark.parametrize("folder", [FIRST, SECOND, THIRD], ids=["first", "second", "third"])
def test_labelled_references_are_found(whole: Path, folder: Path) -> None:
    with open_store(whole) as store:
        gold = load_references(folder)
        agreed = sum_agreements(
            measure_agreement(day, gold[day], store.rules(day), store.glossary(day)) for day in gold
        )
    assert agreed.labelled > 200
    assert min(agreed.precision, agreed.recall) >= 0.995, "\n".join(agreed.differing)


@pytest.mark.long
def test_the_faults_of_the_archive(whole: Path) -> None:
    with open_store(whole) as store:
        faults = list(audit(store, store.edition_ids))
        keys = {edition: set(store.keys(edition)) for edition in store.edition_ids}
    named = {(fault.edition, fault.source, fault.raw): fault for fault in faults}
    # each of these was read in the text; the publisher mended most of them later
    assert named["2005-08-01", "605.2c#2", "605.2c"].suggestion == "609.2c"
    assert named["2007-05-01", "418.5k", "419.1f"].suggestion == "409.1f"
    assert named["2007-05-01", "104.4", "212.3d"].suggestion == "212.3f"
    assert named["2008-10-01", "306.1c", "306.1c"].suggestion == "306.3c"
    assert named["2009-07-11", "401.6", "602.1i"].suggestion == "601.2h"
    assert named["2009-07-11", "glossary:Ability Word", "206.3"].suggestion == "206.2c"
    assert named["2026-02-27", "glossary:Hybrid Card", "202.2f"].suggestion == "202.2d"
    assert named["2016-11-11", "702.123d", "903.11a"].suggestion == "903.10a"
    assert named["2019-05-03", "702.123d", "903.11a"].suggestion == "903.10a"
    assert named["2024-07-30", "glossary:Day", "727"].suggestion == "728"
    assert named["2026-02-27", "glossary:Map", "110.10"].suggestion == "111.10"
    wrong = [
        fault
        for fault in faults
        if fault.status in ("missing", "drifted", "mistaken", "title-mismatch")
        and fault.suggestion is not None
        and "-" not in fault.suggestion
        and not {fault.suggestion, f"glossary:{fault.suggestion}"} & keys[fault.edition]
    ]
    assert not wrong, "what was meant must be there"
