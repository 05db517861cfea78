"""The law *No silence*: after an upgrade every earlier finding is fixed or still reported, and nothing moves twice."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.ledger import open_ledger
from tests.comprules.lint.trees import read_report, write
from tests.comprules.running import read_output, run

ROOT = Path(__file__).parents[3]
TREES = sorted(path.name for path in (ROOT / "tests" / "trees").iterdir() if path.is_dir())
OLD, NEW = "2018-04-27", open_ledger().resolve("latest")
OPTIONS = [
    tuple(filter(None, chosen)) for chosen in product(("", "--unsafe"), ("", "--stamp-left"), ("", "--no-config"))
]

pytestmark = pytest.mark.usefixtures("known_comparisons")


def count_findings(*arguments: str) -> Counter[tuple[str, int, str]]:
    """The findings by file, line and number, without those about comments."""
    findings = [finding for finding in read_report(*arguments)["findings"] if finding["code"] != "CR100"]
    return Counter((finding["path"], finding["line"], finding["number"]) for finding in findings)


def upgrade(*options: str) -> Any:
    result = run("upgrade", ".", "--write", "--json", *options)
    return json.loads(result.stdout) if result.exit_code == 0 else None


def assert_nothing_is_silenced(*options: str) -> None:
    """Upgrades the working folder: what was found is fixed or still found and counted, and nothing is added."""
    same = ("--no-config",) if "--no-config" in options else ()
    before = count_findings(".", *same)
    report = upgrade(*options)
    if report is None:
        assert "--no-config" in options, "nothing is declared"
        return
    after = count_findings(".", *same)
    if not same:
        assert report["remaining"] == len(read_report(".")["findings"])
    held = {citation["path"] for citation in report["citations"] if "file" in citation["causes"]}
    assert held.isdisjoint(report["files_changed"]), "a part of a file"
    renumbered: Counter[tuple[str, int, str]] = Counter()
    for citation in report["citations"]:
        if citation["status"] == "renumbered":
            renumbered.update((citation["path"], citation["line"], number["old"]) for number in citation["numbers"])
    assert not before - after - renumbered, (options, "vanished")
    assert not after - before, (options, "added")


LINES = st.sampled_from(
    [
        *("# CR 103.1", "# [CR 115.2a] play a land", "# CR 702.39a works", "# CR 702.39a", "# CR 702.36e, 702.39x"),
        *('it("CR 702.39a draws")', "# CR 112.7a", "def test_cr_702_39a():", "# CR 702.39: Storm", "# CR 116.2a-b"),
        *("# CR 702.39a @2018-04-27", "# CR 103.1 comprules: ignore[CR003] old", "# (110.5a)", "# (112.7)", "plain"),
        *("# CR 702.39a regeneration shield", "# CR 601.2b/2c", "# CR 999.8", "# CR 702.39a taunts, Provoke"),
        *("## 702.39: Storm", "## 702.40: Affinity", "## 702.40: Storm", "- 702.39a", "- 702.39b", "- 103.1"),
        *("# CR 702.39 + CR 702.40", 'add("702.39a", "CR 702.39a: storm")', "[CR 601.2a] to [CR 601.2c]"),
        *("# CR 702.28: Echo", "# CR 702.9a: Kicker", 'rule "702.39 storm"', "# CR 704.5w, 704.5x", "# CR 702.36"),
    ]
)
FILES = st.dictionaries(
    st.sampled_from(["a.py", "b.md", "lib/c.rs", "lib/deep/d.txt"]),
    st.lists(LINES, min_size=1, max_size=6).map(lambda lines: "Magic: The Gathering\n" + "\n".join(lines) + "\n"),
    min_size=1,
)
CONFIGURATIONS = st.sampled_from(
    [
        {"comprules.toml": f'edition = "{OLD}"\n'},
        {"comprules.toml": f'edition = "{OLD}"\nstamp-left = true\n'},
        {"comprules.toml": f'edition = "{OLD}"\n', "lib/comprules.toml": 'edition = "2011-01-01"\n'},
        {"comprules.toml": f'[editions]\n"lib/" = "{OLD}"\n'},
        {"comprules.toml": f'edition = "{OLD}"\n[editions]\n"/lib/" = "2021-02-15"\n"*.rs" = "unknown"\n'},
        {"lib/pyproject.toml": f'[tool.comprules]\nedition = "{OLD}"\n'},
        {"comprules.toml": f'edition = "{OLD}?"\n'},
        {"comprules.toml": f'edition = "{NEW}"\n'},
    ]
)


@settings(max_examples=settings().max_examples // 2)
@given(files=FILES, configuration=CONFIGURATIONS, options=st.sampled_from(OPTIONS))
def test_an_upgrade_silences_nothing_and_a_second_one_changes_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: dict[str, str],
    configuration: dict[str, str],
    options: tuple[str, ...],
) -> None:
    tree = tmp_path / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir()
    write(tree, {**files, **configuration})
    monkeypatch.chdir(tree)
    assert_nothing_is_silenced(*options)
    written = {path: path.read_text() for path in tree.rglob("*") if path.is_file()}
    run("upgrade", ".", "--write", *options)
    assert {path: path.read_text() for path in tree.rglob("*") if path.is_file()} == written, "a second upgrade"
    texts = {path: Path(path).read_text() for path in files}
    for place in ("lib", "."):
        if Path(place).exists():
            run("upgrade", place, "--write", *options)
    assert {path: Path(path).read_text() for path in files} == texts, "moved twice"


def test_an_error_does_not_become_a_note(workdir: Path) -> None:
    """Declared for the newest edition, this number would be one that is only probably wrong."""
    line = "# CR 103.4: each player may shuffle this hand and draw seven new ones, the London mulligan: {}\n"
    write(workdir, {"a.py": line.format("cards go to the bottom of the library"), ".git/HEAD": ""})
    write(workdir, {"comprules.toml": f'edition = "{NEW}"\n'})
    assert [finding["severity"] for finding in read_report(".")["findings"]] == ["note"]
    write(workdir, {"comprules.toml": 'edition = "2019-05-03"\n'})
    before = read_report(".")["findings"]
    assert [finding["severity"] for finding in before] == ["error"]
    upgrade()
    assert read_report(".")["findings"] == before


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_the_example_trees(
    tree: str, options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "tests" / "trees" / tree, tmp_path / tree)
    monkeypatch.chdir(tmp_path / tree)
    run("init", "--json")
    assert_nothing_is_silenced(*options)


class TestLeft:
    def test_no_stamp_confirms_a_number_whose_words_mean_another_rule(self, workdir: Path) -> None:
        line = "# CR 702.39: regeneration shield\n"
        write(workdir, {"main.py": line, "comprules.toml": 'edition = "2018-04-27"\n'})
        output = read_output("upgrade", ".", "--write", "--stamp-left")
        assert "main.py: the file stays at 2018-04-27 because of line 1" in output
        assert Path("main.py").read_text() == line

    def test_the_file_keeps_its_edition_or_gets_a_stamp(self, workdir: Path) -> None:
        write(workdir, {"main.py": "# Magic engine\n# [CR 103.1]\n", "comprules.toml": f'edition = "{OLD}"\n'})
        output = read_output("upgrade", ".", "--write")
        assert f"main.py: the file stays at {OLD} because of line 2" in output
        assert f"as in CR 112.7a @{OLD}, and run the command again; or let --stamp-left" in output
        assert "1 left, in 2 files; nothing to write; 1 finding remains" in output
        assert "nothing to write" in output
        assert Path("comprules.toml").read_text() == f'edition = "{OLD}"\n'
        write(workdir, {"other.py": "# [CR 115.2a] play a land\n"})
        read_output("upgrade", ".", "--write")
        assert Path("other.py").read_text() == "# [CR 116.2a] play a land\n"
        assert Path("comprules.toml").read_text() == f'edition = "{NEW}"\n\n[editions]\n"/main.py" = "{OLD}"\n'
        assert count_findings(".") == {("main.py", 2, "103.1"): 1}
        read_output("upgrade", ".", "--write", "--stamp-left")
        assert Path("main.py").read_text() == f"# Magic engine\n# [CR 103.1 @{OLD}]\n"
        assert Path("comprules.toml").read_text().split() == ["edition", "=", f'"{NEW}"']
        assert count_findings(".") == {("main.py", 2, "103.1"): 1}

    @pytest.mark.parametrize("declared", ['edition = "{}"\n', '[editions]\n"*.py" = "{}"\n'])
    def test_a_file_that_was_not_read_keeps_its_edition(self, workdir: Path, declared: str) -> None:
        large = "# Magic engine\n# [CR 114.1] said\n" + "# nothing here\n" * 80_000
        write(workdir, {"large.py": large, "comprules.toml": declared.format(OLD)})
        write(workdir, {"a.py": "# [CR 115.2a] play a land\n"})
        before = count_findings(".")
        assert ("large.py", 2, "114.1") in before
        assert "large.py: skipped" in read_output("upgrade", ".", "--write", "--max-size", "1")
        assert Path("a.py").read_text() == "# [CR 116.2a] play a land\n"
        assert count_findings(".") == {("large.py", 2, "114.1"): 1}
        read_output("upgrade", ".", "--write", "--max-size", "1")
        assert count_findings(".") == {("large.py", 2, "114.1"): 1}

    def test_a_stamp_is_not_written_into_a_string(self, workdir: Path) -> None:
        write(workdir, {"a.py": 'rule = "CR 103.1"\n', "comprules.toml": f'edition = "{OLD}"\nstamp-left = true\n'})
        assert "--stamp-left marks no strings" in read_output("upgrade", ".", "--write")
        assert Path("a.py").read_text() == 'rule = "CR 103.1"\n'
        assert count_findings(".") == {("a.py", 1, "103.1"): 1}

    @pytest.mark.parametrize(
        "line", ["// CR 115.2a", "// CR 702.39a: storm", "// CR 115.2a @2018-04-27", "// CR 100.1 @2018-04-27"]
    )
    def test_a_file_that_stays_is_not_touched(self, workdir: Path, line: str) -> None:
        text = f"// CR 103.1\n\n{line}\n"
        declared = f'edition = "{OLD}"\n'
        write(workdir, {"a.rs": text, "comprules.toml": declared})
        assert f"a.rs: the file stays at {OLD} because of line 1" in read_output("upgrade", ".", "--write")
        assert Path("a.rs").read_text() == text
        assert Path("comprules.toml").read_text() == declared

    def test_no_file_gets_a_number_twice(self, workdir: Path) -> None:
        text = "## 702.39: Storm\n\n## 702.40: regeneration shield\n"
        write(workdir, {"a.md": text, "comprules.toml": f'edition = "{OLD}"\ncites-rules = true\n'})
        assert f"a.md: the file stays at {OLD} because of line 3" in read_output("upgrade", ".", "--write")
        assert Path("a.md").read_text() == text

    def test_a_citation_that_a_comment_ignores_holds_no_file(self, workdir: Path) -> None:
        ignored = "# CR 103.1 comprules: ignore[CR003] as it was\n"
        write(workdir, {"a.py": f"{ignored}# CR 115.2a\n", "comprules.toml": f'edition = "{OLD}"\n'})
        read_output("upgrade", ".", "--write")
        assert Path("a.py").read_text() == f"{ignored}# CR 116.2a\n"
        other_code = ignored.replace("CR003", "CR004")
        write(workdir, {"a.py": f"{other_code}# CR 115.2a\n", "comprules.toml": f'edition = "{OLD}"\n'})
        assert "because of line 1" in read_output("upgrade", ".", "--write")
        assert Path("a.py").read_text() == f"{other_code}# CR 115.2a\n"

    def test_a_number_that_is_wrong_in_both_editions_is_left_and_counted(self, workdir: Path) -> None:
        text = "# CR 702.9a: Kicker\n# CR 115.2a\n"
        write(workdir, {"a.py": text, "comprules.toml": f'edition = "{OLD}"\n'})
        output = read_output("upgrade", ".", "--write")
        assert "a.py:1:6: 702.9a left: the words next to it mean another rule" in output
        assert "1 citation renumbered, 0 unchanged, 1 left" in output
        assert "1 finding remains, which `comprules check` lists" in output
        assert Path("a.py").read_text() == text.replace("115.2a", "116.2a")
        assert len(read_report(".")["findings"]) == 1

    def test_in_a_file_that_stays_a_compared_number_is_left_as_check_leaves_it(self, workdir: Path) -> None:
        text = '// CR 103.1\n\nkey = "702.39a"\n\n// CR 702.39a: storm\n'
        write(workdir, {"a.rs": text, "comprules.toml": f'edition = "{OLD}"\n'})
        finding = read_report(".")["findings"][-1]
        assert (finding["number"], finding["suggestion"], finding["fix"]) == ("702.39a", "702.40a", "")
        assert "by hand, together with the same number in quotes" in finding["message"]
        read_output("upgrade", ".", "--write")
        assert Path("a.rs").read_text() == text

    def test_in_a_file_that_stays_a_list_repeats_no_number(self, workdir: Path) -> None:
        text = "// CR 103.1\n\n// storm: CR 702.39 + CR 702.40b\n"
        write(workdir, {"a.rs": text, "comprules.toml": f'edition = "{OLD}"\n'})
        finding = read_report(".")["findings"][-1]
        assert (finding["number"], finding["suggestion"], finding["fix"]) == ("702.39", "702.40", "")
        read_output("upgrade", ".", "--write")
        assert Path("a.rs").read_text() == text

    def test_no_two_functions_get_the_same_name(self, workdir: Path) -> None:
        kept = "def cr_702_40a():  # comprules: ignore[CR003]\n"
        write(workdir, {"a.py": f"def cr_702_39a():\n{kept}", "comprules.toml": f'edition = "{OLD}"\n'})
        assert "would clash" in read_output("upgrade", ".", "--write")
        assert Path("a.py").read_text() == f"def cr_702_39a():\n{kept}"
        both = "def cr_702_39():\ndef cr_702_40():\n"
        write(workdir, {"a.py": both, "comprules.toml": f'edition = "{OLD}"\ncites-rules = true\n'})
        read_output("upgrade", ".", "--write")
        assert Path("a.py").read_text() == "def cr_702_40():\ndef cr_702_41():\n"

    def test_a_name_that_another_file_keeps_stays(self, workdir: Path) -> None:
        files = {
            "a.py": "def cr_702_39a():\n    pass\n\n\n# CR 103.1\n",
            "b.py": "from a import cr_702_39a\n\n\ndef cr_702_38a():\n    return cr_702_39a()\n\n\n# CR 115.2a\n",
            "c.py": "from b import cr_702_38a\n",
            "d.py": "def cr_702_37a():\n    pass\n",
        }
        write(workdir, {**files, "comprules.toml": f'edition = "{OLD}"\ncites-rules = true\n'})
        output = read_output("upgrade", ".", "--write")
        assert "b.py:1:18: 702_39a left: another file keeps the same name" in output
        assert f"b.py: the file stays at {OLD} because of lines 1 and 5; 2 more citations wait for that" in output
        assert {path: Path(path).read_text() for path in files} == {
            **files,
            "d.py": "def cr_702_38a():\n    pass\n",
        }
        declared = Path("comprules.toml").read_text()
        assert [f'"/{path}" = "{OLD}"' in declared for path in sorted(files)] == [True, True, True, False]
        assert_nothing_is_silenced()
        assert Path("comprules.toml").read_text() == declared
        write(workdir, {"a.py": files["a.py"].replace("103.1", f"103.1 @{OLD}")})
        read_output("upgrade", ".", "--write")
        assert "def cr_702_40a()" in Path("a.py").read_text()
        assert "from a import cr_702_40a\n\n\ndef cr_702_39a()" in Path("b.py").read_text()
        assert Path("c.py").read_text() == "from b import cr_702_39a\n"

    def test_a_name_stays_with_its_value(self, workdir: Path) -> None:
        text = 'RULE_702_40 = "702.40"\n'
        write(workdir, {"a.py": text, "comprules.toml": f'edition = "{OLD}"\ncites-rules = true\n'})
        assert "would clash" in read_output("upgrade", ".", "--write")
        assert Path("a.py").read_text() == text

    def test_the_advice_of_a_finding_fixes_it(self, workdir: Path) -> None:
        declared = f'edition = "{OLD}"\n'
        for text, options in {
            "# CR 702.39a\n": [],
            "# CR 103.1\n": ["--unsafe"],
            "# CR 702.39a\n\n# CR 103.1\n": ["--stamp-left"],
        }.items():
            write(workdir, {"a.py": text, "comprules.toml": declared})
            finding = read_report(".")["findings"][0]
            assert finding["fix"] == "file", text
            command = finding["message"].rpartition("run: comprules ")[2].rstrip(".").split()
            assert command == ["upgrade", "--write", *options, "FILE"]
            read_output(*command[:-1], "a.py")
            assert (finding["path"], finding["line"], finding["number"]) not in count_findings("."), text
        write(workdir, {"a.py": "# CR 702.39a regeneration shield\n", "comprules.toml": declared})
        (finding,) = read_report(".")["findings"]
        assert (finding["fix"], finding["suggestion"]) == ("", None)
        assert "comprules upgrade" not in finding["message"]

    @pytest.mark.parametrize("words", ["works", "copies", "test", "draws", "legal", "implements", "engine implements"])
    def test_an_ordinary_word_contradicts_nothing(self, workdir: Path, words: str) -> None:
        text = f'# CR 702.39a {words}\nit("CR 702.39a {words}")\n'
        write(workdir, {"a.py": text, "comprules.toml": f'edition = "{OLD}"\n'})
        read_output("upgrade", ".", "--write")
        assert Path("a.py").read_text() == text.replace("702.39a", "702.40a")

    def test_stamped_citations_need_no_declaration(self, workdir: Path) -> None:
        write(workdir, {"a.py": f"# CR 115.2a @{OLD}\n# CR 100.1\n"})
        read_output("upgrade", "a.py", "--write")
        assert Path("a.py").read_text() == f"# CR 116.2a @{NEW}\n# CR 100.1\n"


class TestNearest:
    def test_one_configuration_decides_for_a_file(self, workdir: Path) -> None:
        write(workdir, {"comprules.toml": f'edition = "{NEW}"\n', ".git/HEAD": "", "b.py": "# CR 115.2a\n"})
        write(workdir, {"lib/comprules.toml": f'edition = "{OLD}"\n', "lib/a.py": "# CR 702.39a\n"})
        whole = {finding["path"]: finding["code"] for finding in read_report(".")["findings"]}
        assert whole == {"b.py": "CR002", "lib/a.py": "CR003"}
        for path, code in whole.items():
            assert {finding["path"]: finding["code"] for finding in read_report(path)["findings"]} == {path: code}
        stdin = run("check", "-", "--stdin-filename", "lib/a.py", "--json", stdin=b"# CR 702.39a\n").stdout
        assert [finding["code"] for finding in json.loads(stdin)["findings"]] == ["CR003"]

    def test_no_sequence_of_upgrades_moves_a_citation_twice(self, workdir: Path) -> None:
        declared = f'edition = "{OLD}"\n'
        for first, second in ((".", "lib"), ("lib", "."), ("lib/a.py", "."), (".", "lib/a.py")):
            write(workdir, {"comprules.toml": declared, "lib/comprules.toml": declared})
            write(workdir, {"lib/a.py": "# Magic engine\n# [CR 115.2a] play a land\n", "b.py": "# [CR 115.2a]\n"})
            for place in (first, second, first):
                read_output("upgrade", place, "--write")
            assert Path("lib/a.py").read_text() == "# Magic engine\n# [CR 116.2a] play a land\n", (first, second)
            assert Path("b.py").read_text() == "# [CR 116.2a]\n"
            assert Path("comprules.toml").read_text() == f'edition = "{NEW}"\n'
            assert (
                f'edition = "{NEW}"' in Path("lib/comprules.toml").read_text()
                or "[editions]" in Path("lib/comprules.toml").read_text()
            )

    def test_a_folder_that_is_left_out_stays_so_with_its_own_configuration(self, workdir: Path) -> None:
        write(workdir, {"comprules.toml": 'exclude = ["vendor/"]\n', "vendor/comprules.toml": "", ".git/HEAD": ""})
        write(workdir, {"vendor/a.py": "# CR 999.8\n", "lib/comprules.toml": 'exclude = ["b.py"]\n'})
        write(workdir, {"lib/b.py": "# CR 999.8\n", "lib/c.py": "# CR 999.8\n"})
        assert set(count_findings(".")) == {("lib/c.py", 1, "999.8")}
        assert not count_findings("vendor/a.py")
        assert not count_findings("lib/b.py")

    def test_other_repositories_are_left_alone_unless_they_are_named(self, workdir: Path) -> None:
        write(workdir, {".git/HEAD": "", "comprules.toml": f'edition = "{OLD}"\n', "a.py": "# CR 115.2a\n"})
        write(workdir, {"module/.git": "gitdir: ../.git/modules/module\n", "module/b.py": "# CR 115.2a\n"})
        assert "module: skipped: it is another repository" in read_output("upgrade", ".", "--write")
        assert Path("module/b.py").read_text() == "# CR 115.2a\n"
        assert [path for path, _, _ in count_findings("module")] == ["module/b.py"]
        read_output("upgrade", "module", "--from", OLD, "--write")
        assert Path("module/b.py").read_text() == "# CR 116.2a\n"
        assert Path("module/comprules.toml").exists()

    def test_baselines_are_those_of_the_configuration(self, workdir: Path) -> None:
        write(workdir, {"comprules.toml": "", "lib/comprules.toml": "", "lib/a.py": "# CR 999.8\n", "b": "CR 999.7\n"})
        read_output("check", ".", "--write-baseline")
        assert Path("lib/comprules-baseline.json").exists()
        for path in (".", "lib", "lib/a.py", "b"):
            assert not count_findings(path), path

    def test_a_broken_one_below_is_an_error_that_names_it(self, workdir: Path) -> None:
        write(workdir, {"a.py": "# CR 999.8\n", "lib/comprules.toml": "edition = \n"})
        for command in (("check", "."), ("upgrade", ".", "--from", OLD, "--write")):
            assert "lib/comprules.toml: invalid TOML" in read_output(*command, status=2)

    def test_init_declares_only_what_its_configuration_decides(self, workdir: Path) -> None:
        write(workdir, {"lib/comprules.toml": "", "lib/a.py": "# CR 702.36e: morph\n" * 9, "b.py": "# CR 100.1\n"})
        result = run("init", "--json", "--stamp-left")
        assert any("lib/comprules.toml" in notice["path"] for notice in json.loads(result.stdout)["notices"])
        assert not any("lib" in row["pattern"] for row in json.loads(result.stdout)["declared"])


def test_a_fix_never_changes_what_counts_as_a_citation(workdir: Path) -> None:
    write(workdir, {"a.txt": "spells on the battlefield (110.5e)\nthe source (112.7)\n"})
    report = read_report(".")
    (finding,) = [finding for finding in report["findings"] if finding["number"] == "110.5e"]
    assert (report["citations"], finding["suggestion"]) == (1, "111.6")
    assert finding["fix"] == "", "with 111.6 nothing would show that the file cites the rules"
    assert "cites-rules" in finding["message"]
    write(workdir, {"comprules.toml": "cites-rules = true\n"})
    (finding,) = [finding for finding in read_report(".")["findings"] if finding["number"] == "110.5e"]
    assert finding["fix"] == "place"
    write(workdir, {"comprules.toml": 'edition = "2018-04-27"\n'})
    before = count_findings(".")
    read_output("upgrade", ".", "--write")
    assert count_findings(".") == before, "nor does an upgrade"
