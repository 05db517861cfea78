"""A form of marks that a whole copy has is told once, and is no change of any rule."""

from __future__ import annotations

from pathlib import Path

import pytest

import comprules
from comprules.ingest import ingest
from rules.store import Store, open_store
from tests.comprules.running import read_output
from tests.scraper.archives import write_archive

RULES = "".join(
    f"\n100.{number}. The harbour’s “{word}” belongs to its keeper’s crew.\n"
    for number, word in enumerate(("quay", "pier", "crane", "shed", "lamp", "bell", "rope", "buoy"), 1)
)


def document(day: str, rules: str) -> str:
    return (
        f"These rules are effective as of {day}.\n\nContents\n\n1. Piers\n100. General\n\nGlossary\n\nCredits\n\n"
        f"1. Piers\n\n100. General\n{rules}\nGlossary\n\nBerth\nA “berth” is a ship’s place.\n\nCredits\n\nNobody.\n"
    )


def straight(text: str) -> str:
    return text.translate(str.maketrans("’“”", '\'""'))


@pytest.fixture
def store_path(tmp_path: Path) -> Path:
    reworded = RULES.replace("The harbour’s “bell” belongs", "The harbour’s “bell” is given")
    editions = {
        "2020-03-05": {"a.txt": document("March 5, 2020", RULES)},
        "2020-06-05": {"a.txt": straight(document("June 5, 2020", reworded))},
        "2020-09-05": {
            "a.txt": straight(document("September 5, 2020", reworded)),
            "b.txt": document("September 5, 2020", reworded),
        },
    }
    encoded = {day: {name: text.encode() for name, text in copies.items()} for day, copies in editions.items()}
    path = tmp_path / "kb.sqlite"
    ingest(write_archive(tmp_path / "archive", encoded), path, jobs=1)
    return path


def test_a_comparison_tells_the_form_once(store_path: Path) -> None:
    with open_store(store_path) as store:
        compared = comprules.differences(store, "2020-03-05", "2020-06-05")
        assert [(change.change, change.new[0].number) for change in compared.changes] == [("wording", "100.6")]
        assert compared.copies is not None
        assert set(compared.copies.differing) == {"apostrophes", "quotes"}
        assert compared.copies.records == 8, "seven rules and the entry"
        assert (compared.copies.old.quotes, compared.copies.new.quotes) == ("curly", "straight")


def test_a_history_has_no_version_for_it(store_path: Path) -> None:
    with open_store(store_path) as store:
        (entry,) = comprules.trace(store, "100.1").entries
        assert (entry.first, entry.last) == ("2020-03-05", "2020-09-05")
        assert [entry.first for entry in comprules.trace(store, "100.6").entries] == ["2020-03-05", "2020-06-05"]


def text_of(store: Store, edition: str) -> str:
    rule = store.rule(edition, "100.1")
    assert rule is not None
    return rule.text


def test_each_edition_keeps_its_own_marks_and_the_other_copy_is_a_variant(store_path: Path) -> None:
    with open_store(store_path) as store:
        assert "“quay”" in text_of(store, "2020-03-05")
        assert '"quay"' in text_of(store, "2020-06-05")
        # of two copies that are equally whole, the one like its neighbour's
        (base,) = [witness for witness in store.edition("2020-09-05").witnesses if witness.chosen]
        assert (base.file, base.typography.quotes) == ("editions/2020-09-05/a.txt", "straight")
        assert any("“quay”" in (variant.text or "") for variant in store.variants("2020-09-05"))


def test_the_command_says_it_in_one_line(store_path: Path) -> None:
    output = read_output("diff", "2020-03-05", "2020-06-05", "--db", str(store_path))
    assert "they print apostrophes and quotation marks in other forms; 8 records differ in nothing else" in output


@pytest.mark.parametrize("other_copy", ["agrees with the older edition", "agrees with the reading", "is missing"])
def test_a_single_mark_is_the_publishers_if_all_good_copies_show_it(tmp_path: Path, other_copy: str) -> None:
    changed = RULES.replace("“crane”", "‘crane’")
    copies = {"a.txt": document("June 5, 2020", changed) + "\nNobody else.\n"}
    if other_copy != "is missing":
        rules = RULES if other_copy == "agrees with the older edition" else changed
        copies["b.txt"] = document("June 5, 2020", rules)
    editions = {"2020-03-05": {"a.txt": document("March 5, 2020", RULES)}, "2020-06-05": copies}
    encoded = {day: {name: text.encode() for name, text in copies.items()} for day, copies in editions.items()}
    path = tmp_path / "kb.sqlite"
    ingest(write_archive(tmp_path / "archive", encoded), path, jobs=1)
    with open_store(path) as store:
        rule = store.rule("2020-06-05", "100.3")
        assert rule is not None
        assert "‘crane’" in rule.text, "the reading follows the fuller copy"
        changes = comprules.differences(store, "2020-03-05", "2020-06-05").changes
        expected = [] if other_copy == "agrees with the older edition" else [("typographic", "100.3")]
        assert [(change.change, change.new[0].number) for change in changes] == expected
