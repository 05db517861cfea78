"""The retyped editions that date the words of an edition."""

from types import SimpleNamespace
from typing import cast

from graph.answers.retyped import list_dating
from rules.records import COMPREHENSIVE_RULES, RULINGS_SUMMARY
from rules.store import Store


def test_a_retyped_edition_dates_only_the_words_of_its_own_work() -> None:
    work_of = {
        "2001-01-01": COMPREHENSIVE_RULES,
        "2002-02-02": RULINGS_SUMMARY,
        "2003-03-03": COMPREHENSIVE_RULES,
        "2004-04-04": RULINGS_SUMMARY,
        "2005-05-05": COMPREHENSIVE_RULES,
    }
    before = {"2004-04-04": "2002-02-02", "2005-05-05": "2001-01-01"}
    retyped = frozenset({"2003-03-03"})
    store = cast("Store", SimpleNamespace(work_of=work_of, retyped=retyped, previous=before.get))
    assert list_dating(store, "2005-05-05") == ["2003-03-03"]
    assert list_dating(store, "2004-04-04") == []
    assert list_dating(store, "2001-01-01") == []
