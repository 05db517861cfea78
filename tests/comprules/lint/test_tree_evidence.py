"""`comprules init`: what the history, copies of the rules, other rules and unread files of a tree show."""

from __future__ import annotations

import json
import os
import subprocess
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from comprules.lint import tree_evidence
from comprules.lint.config import find_config
from comprules.lint.git_dates import find_last_changes
from comprules.lint.init_answers import CopyInTree
from comprules.lint.notices import Notice
from graph.ledger import open_ledger
from graph.ledger.copied_edition import find_copied_edition, find_edition_of_parts, is_whole_copy
from rules.imprints import imprint
from tests.comprules.lint.trees import read_report, write
from tests.comprules.running import read_output, run

UNCHANGED = "".join(f"// CR {number}\n" for number in ("206.3a", "309.4b", "400.11a", "610.4a", "613.4b"))
"""Numbers that came in 2020 and 2021 and are the same today."""
OTHERS = "".join(f"// CR {number}\n" for number in ("470.1", "471.2", "472.3", "480.4", "481.5", "101.1"))
"""Numbers of which nearly all never existed."""

MAGIC = "# Storm (CR 702.40a)\n# Flying (CR 702.9a)\n# (CR 702.41z)\n"
"""Two numbers with the titles of their rules, and one that never existed."""
NEVER = "".join(f"// CR {number}\n" for number in ("704.91", "701.92", "601.93", "603.94", "605.95"))
"""Numbers in chapters of Magic's rules that never existed."""


def commit(folder: Path, day: str, files: dict[str, str]) -> None:
    """Write files and commit them on a day."""
    write(folder, files)
    who = {"NAME": "A", "EMAIL": "a@example.org", "DATE": f"{day}T12:00:00Z"}
    roles = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()}
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run(["git", "-C", str(folder), *command], check=True, env=os.environ | roles)


def init(*arguments: str) -> Any:
    result = run("init", *arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


class PassageLedger:
    """The passages of two editions; every fourth one of each chapter differs."""

    places = MappingProxyType({"2019-07-12": 7, "2020-07-03": 8})

    def print_chapter(self, chapter: int, edition: str) -> str:
        rules = [f"{chapter}.{rule} {self._say(chapter, rule, edition)}" for rule in range(1, 31)]
        return "---\nkind: chapter\n---\n" + "\n\n".join(rules)

    def _say(self, chapter: int, rule: int, edition: str) -> str:
        is_new = rule % 4 == 0 and edition > "2020"
        return f"Whoever rows boat {rule} of harbour {chapter} keeps {'one oar' if is_new else 'both oars'}."

    def _list_texts(self) -> dict[int, tuple[int, set[int]]]:
        """Imprint → the id of its text, and the places of the editions with it."""
        texts: dict[int, tuple[int, set[int]]] = {}
        for edition, place in self.places.items():
            for chapter in range(100, 103):
                for rule in range(1, 31):
                    key = imprint(self._say(chapter, rule, edition)) or 0
                    texts.setdefault(key, (len(texts), set()))[1].add(place)
        return texts

    def texts_like(self, imprints: set[int]) -> dict[int, tuple[int, ...]]:
        return {key: (text,) for key, (text, _) in self._list_texts().items() if key in imprints}

    def select(self, query: str, chosen: str = "[]") -> list[tuple[Any, ...]]:
        if "FROM line" in query:
            return [(place, edition) for edition, place in self.places.items()]
        wanted = set(json.loads(chosen))
        return [
            (text, place, place) for text, places in self._list_texts().values() if text in wanted for place in places
        ]

    def editions_of(self) -> tuple[str, ...]:
        return tuple(self.places)


def copy_numbers(edition: str) -> str:
    """A text with all numbers of an edition."""
    return "\n".join(f"{number} Someone rows." for number in open_ledger().numbers(edition))


class TestHistory:
    def test_each_file_has_the_day_of_its_last_commit(self, workdir: Path) -> None:
        commit(workdir, "2021-03-04", {"a b.c": "1", "in/ü.c": "1", "@2020-01-01": "1"})
        commit(workdir, "2022-05-06", {"in/ü.c": "2"})
        found = find_last_changes(workdir, {"a b.c", "in/ü.c", "new.c"})
        assert found == {"a b.c": date(2021, 3, 4), "in/ü.c": date(2022, 5, 6)}
        assert find_last_changes(workdir / "in", {"ü.c"}) == {"ü.c": date(2022, 5, 6)}

    def test_a_file_that_was_changed_after_its_last_commit_has_no_day(self, workdir: Path) -> None:
        commit(workdir, "2021-03-04", {"a.c": "1", "in/b.c": "1", "in/c.c": "1"})
        write(workdir, {"a.c": "2", "in/b.c": "2"})
        assert find_last_changes(workdir, {"a.c", "in/b.c", "in/c.c"}) == {"in/c.c": date(2021, 3, 4)}
        assert find_last_changes(workdir / "in", {"b.c", "c.c"}) == {"c.c": date(2021, 3, 4)}

    def test_an_upgrade_that_is_not_committed_is_dated_by_its_new_numbers(self, workdir: Path) -> None:
        outdated = "// CR 701.19a: search\n// CR 701.20a: shuffle\n// CR 708.2: face-down\n"
        commit(workdir, "2021-06-01", {"a.rs": outdated})
        assert init()["declared"][0]["edition"] == "2021-04-22"
        read_output("upgrade", ".", "--write")
        declared = (workdir / "comprules.toml").read_bytes()
        read_output("init", "--baseline", "--hook")
        assert (workdir / "comprules.toml").read_bytes() == declared
        assert (workdir / "comprules-baseline.json").exists()
        assert not init()["differs"]

    def test_without_a_repository_or_git_no_day_is_known(self, workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(workdir, {"a.c": "1"})
        assert find_last_changes(workdir, {"a.c"}) == {}
        monkeypatch.setenv("PATH", str(workdir))
        assert find_last_changes(workdir, {"a.c"}) == {}

    def test_of_equal_editions_the_newest_of_the_last_commit_is_declared(self, workdir: Path) -> None:
        write(workdir, {"a.rs": UNCHANGED})
        newest = init("--dry-run")["declared"][0]
        commit(workdir, "2022-03-01", {"a.rs": UNCHANGED})
        declared = init()["declared"][0]
        assert newest["edition"] == open_ledger().editions_of()[-1]
        assert newest["changed"] is None
        assert (declared["edition"], declared["changed"]) == ("2022-02-18", "2022-03-01")
        assert (declared["files"], declared["citations"], declared["moved"]) == (1, 5, 0)

    def test_the_table_says_what_is_outdated(self, workdir: Path) -> None:
        commit(workdir, "2016-11-02", {"a.rs": "// CR 702.36e: morph\n// CR 701.19a: search\n" * 3})
        table = read_output("init", "--dry-run")
        columns = ["pattern", "written for", "evidence", "probability", "last commit", "files", "citations", "outdated"]
        assert all(column in table for column in columns)
        assert "2016-11-02" in table
        assert init("--dry-run")["declared"][0]["moved"] == 6


class TestCopy:
    @pytest.mark.parametrize("edition", ["2009-07-11", "2015-03-27", "2022-09-09"])
    def test_its_numbers_show_its_edition(self, edition: str) -> None:
        ledger = open_ledger()
        own = max(known for known in ledger.editions_of() if known <= edition)
        numbers = set(ledger.numbers(own))
        found = find_copied_edition(copy_numbers(own), ledger)
        assert found is not None
        assert set(ledger.numbers(found)) == numbers

    def test_few_or_other_numbers_show_none(self) -> None:
        ledger = open_ledger()
        assert find_copied_edition("101.1 Someone rows.", ledger) is None
        halved = "\n".join(copy_numbers("2015-03-27").splitlines()[::2])
        assert find_copied_edition(halved, ledger) is None


class TestCopyInParts:
    @pytest.fixture
    def ledger(self) -> PassageLedger:
        return PassageLedger()

    def test_the_passages_of_all_files_show_the_edition(self, ledger: PassageLedger) -> None:
        chapters = [ledger.print_chapter(chapter, "2019-07-12") for chapter in range(100, 103)]
        assert find_edition_of_parts(chapters, ledger) == "2019-07-12"  # type: ignore[arg-type]
        assert not any(map(is_whole_copy, chapters))

    def test_too_few_passages_and_a_mixture_show_none(self, ledger: PassageLedger) -> None:
        first, second = (ledger.print_chapter(100, edition) for edition in ("2019-07-12", "2020-07-03"))
        assert find_edition_of_parts([first], ledger) is None  # type: ignore[arg-type]
        mixed = [ledger.print_chapter(chapter, edition) for edition in ledger.places for chapter in range(100, 102)]
        assert find_edition_of_parts(mixed, ledger) is None  # type: ignore[arg-type]
        assert first != second

    def test_a_folder_of_parts_is_a_copy(self, workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(workdir, {"rules/100.md": "one", "rules/101.md": "two", "other/100.md": "three"})
        read: list[list[str]] = []

        def find(parts: list[str], _ledger: object) -> str | None:
            read.append(sorted(parts))
            return "2019-07-12" if len(parts) > 1 else None

        monkeypatch.setattr(tree_evidence, "find_edition_of_parts", find)
        notices = [Notice(str(path), "copy", "a copy") for path in sorted(workdir.rglob("*.md"))]
        copies = tree_evidence._list_copies(notices, workdir.resolve(), open_ledger())
        assert copies == (CopyInTree("rules", "2019-07-12"),)
        assert sorted(read) == [["one", "two"], ["three"]]


class TestOtherRules:
    def test_a_tree_whose_numbers_never_existed_cites_other_rules(self, workdir: Path) -> None:
        numbers = "".join(f"// CR {number}\n" for number in ("704.12", "704.13", "601.9", "603.14", "100.9", "101.1"))
        write(workdir, {"a.md": numbers})
        said = init()
        assert (said["declared"], said["open"]) == ([], [])
        assert said["other_rules"][0]["pattern"] == "*"
        assert find_config(["."]).cites_rules is False
        assert read_report(".")["findings"] == []

    @pytest.mark.parametrize(
        ("of_magic", "other", "expected"),
        [
            (f"# Magic: The Gathering\n{MAGIC}", "pens/ink/1.ts", "/pens/"),
            (f"# Magic: The Gathering\n{MAGIC}", "boats/1.ts", "/boats/1.ts"),
            (MAGIC, "pens/1.ts", "/pens/"),
        ],
        ids=["by folder", "by file", "titles of the rules"],
    )
    def test_a_file_of_magic_beside_other_rules_keeps_its_citations(
        self, workdir: Path, of_magic: str, other: str, expected: str
    ) -> None:
        write(workdir, {"boats/a.py": of_magic, other: NEVER})
        assert [unit["pattern"] for unit in init()["other_rules"]] == [expected]
        assert find_config(["."]).cites_rules == {expected: False}
        assert {finding["path"] for finding in read_report(".")["findings"]} == {"boats/a.py"}

    def test_words_that_are_no_titles_keep_no_file(self, workdir: Path) -> None:
        write(workdir, {"a.py": MAGIC.replace("Storm", "Ink").replace("Flying", "Pens"), "b.ts": NEVER})
        assert "This tree has no citations of Magic's rules" in read_output("init", "--dry-run")
        assert [unit["pattern"] for unit in init()["other_rules"]] == ["*"]

    @pytest.mark.parametrize(
        ("readme", "code", "is_other"),
        [
            ("# Pens\n\nAn engine for Riftbound.", UNCHANGED, True),
            ("# Pens\n\nAn engine for Riftbound and MTG.", UNCHANGED, False),
            ("# Pens\n\nAn engine for Riftbound.", f"// Cards are from Scryfall.\n{UNCHANGED}", False),
            ("# Pens\n\nAn engine.", UNCHANGED, False),
        ],
    )
    def test_a_tree_whose_readme_names_another_game_cites_other_rules(
        self, workdir: Path, readme: str, code: str, is_other: bool
    ) -> None:
        write(workdir, {"ReadMe.md": readme, "src/a.rs": code})
        said = init()
        assert [unit["pattern"] for unit in said["other_rules"]] == (["*"] if is_other else [])
        assert bool(said["declared"]) is not is_other

    def test_a_file_with_other_rules_is_declared_for_itself(self, workdir: Path) -> None:
        write(workdir, {"a.rs": UNCHANGED, "docs/other.md": OTHERS})
        assert "/docs/other.md cites rules other than Magic's" in read_output("init", "--dry-run")
        said = init()
        assert [unit["pattern"] for unit in said["other_rules"]] == ["/docs/other.md"]
        assert find_config(["."]).cites_rules == {"/docs/other.md": False}

    def test_what_is_said_of_other_files_stays(self, workdir: Path) -> None:
        config = '[cites-rules]\n"/b.rs" = true\n'
        write(workdir, {"a.rs": UNCHANGED, "docs/other.md": OTHERS, "comprules.toml": config})
        init()
        assert find_config(["."]).cites_rules == {"/b.rs": True, "/docs/other.md": False}

    def test_numbers_of_another_form_show_that_a_tree_cites_other_rules(self, workdir: Path) -> None:
        forms = "// CR 7.6.8\n// CR 16.c\n// CR 1077.1\n// CR 3.3\n// CR 12.4\n"
        write(workdir, {"a.rs": "// CR 207.1\n// CR 101.1\n" + forms, "b.rs": "// CR 101.2\n// CR 8.22\n"})
        (other,) = init()["other_rules"]
        assert other["pattern"] == "*"
        assert other["why"].startswith("6 of 7 "), "the file that was skipped counts too"

    def test_a_tree_of_magic_with_some_mistakes_cites_its_rules(self, workdir: Path) -> None:
        write(workdir, {"a.rs": UNCHANGED + "// CR 702.9z\n// CR 601.2z\n"})
        assert init()["other_rules"] == []


class TestOffers:
    def test_nothing_is_offered_where_nothing_is_cited(self, workdir: Path) -> None:
        write(workdir, {"a.rs": "fn main() {}\n"})
        assert "--baseline" not in read_output("init")

    def test_an_older_baseline_is_named(self, workdir: Path) -> None:
        write(workdir, {"a.rs": "// CR 702.36e: morph\n// CR 701.19a: search\n// CR 702.37a: fear\n"})
        run("check", ".", "--write-baseline")
        assert "was written before this declaration" in read_output("init")
        assert "was written before this declaration" not in read_output("init", "--force")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everybody can read the file")
def test_what_cannot_be_read_is_not_declared(workdir: Path) -> None:
    write(workdir, {"a.rs": UNCHANGED, "b.rs": UNCHANGED})
    (workdir / "b.rs").chmod(0)
    said = init()
    assert [unit["path"] for unit in said["open"]] == ["b.rs"]


def test_a_file_that_is_too_large_is_left_open(workdir: Path) -> None:
    write(workdir, {"a.rs": UNCHANGED, "b.rs": "x" * 3_000_000, "comprules.toml": "max-size = 1\n"})
    said = init()
    assert [unit["path"] for unit in said["open"]] == ["b.rs"]
    assert find_config(["."]).editions == {"/b.rs": "unknown"}


class TestStated:
    """An edition that a program states in the name of a file of the rules."""

    @pytest.mark.parametrize(
        "name",
        [
            *(
                "MagicCompRules 20220218.txt",
                "MagicCompRules_2022-02-18.txt",
                "magic-comprehensive-rules.2022.02.18.pdf",
            ),
            *("comp_rules_2022_02_18", "CompRules20220218", "MagicComp%20Rules%2020220218.txt"),
        ],
    )
    def test_of_equally_good_editions_it_is_the_one_that_a_program_names(self, workdir: Path, name: str) -> None:
        write(workdir, {"a.rs": UNCHANGED, "fetch.py": f'open("data/{name}")\n'})
        answer = init(".")
        assert [declared["edition"] for declared in answer["declared"]] == ["2022-02-18"]
        assert [(stated["path"], stated["edition"]) for stated in answer["stated"]] == [("fetch.py", "2022-02-18")]
        assert "fetch.py names" in read_output("init", ".", "--dry-run", "--force")

    def test_the_name_of_a_file_counts(self, workdir: Path) -> None:
        write(workdir, {"a.rs": UNCHANGED, "data/MagicCompRules 20220218.txt": "See elsewhere.\n"})
        assert init(".")["declared"][0]["edition"] == "2022-02-18"

    def test_a_name_that_is_not_unicode_is_shown_with_escapes(self, workdir: Path) -> None:
        write(workdir, {"a.rs": UNCHANGED})
        Path(os.fsdecode(b"\xffMagicCompRules 20220218.txt")).write_text("See elsewhere.\n")
        assert [stated["path"] for stated in init(".")["stated"]] == ["\\xffMagicCompRules 20220218.txt"]

    def test_a_list_of_many_editions_states_none(self, workdir: Path) -> None:
        names = "".join(f"MagicCompRules {day}.txt\n" for day in ("20220218", "20190712", "20180713"))
        write(workdir, {"a.rs": UNCHANGED, "editions.md": names})
        assert init(".")["stated"] == []

    @pytest.mark.parametrize(
        "name", ["CompRules 20999999.txt", "CompRules 2099-01-01", "House rules 20220218", "Rules"]
    )
    def test_a_name_without_an_edition_states_none(self, workdir: Path, name: str) -> None:
        write(workdir, {"a.rs": UNCHANGED, "fetch.py": f'open("{name}")\n'})
        assert init(".")["stated"] == []
