"""`comprules init`: what it declares, where it writes that, what it leaves alone, and what it offers."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml

from comprules.cli.own_checks import HOOK_FILE, WORKFLOW_FILE
from comprules.lint.config import find_config
from comprules.lint.dating import declare, list_keys
from comprules.lint.estimates import mark_estimate
from graph.citations.date import DatedFile, Fact, FactsOfFile
from tests.comprules.lint.trees import read_report, write
from tests.comprules.running import read_output, read_refusal, run

OLD = "".join(
    f"// CR {number}: {words}\n"
    for number, words in (
        ("702.36e", "turned face up with morph"),
        ("702.37a", "amplify"),
        ("701.19a", "search a library"),
        ("701.20a", "shuffle"),
        ("702.85a", "annihilator"),
        ("702.90b", "infect"),
        ("702.94a", "soulbond"),
        ("701.17a", "fateseal"),
        ("701.16a", "sacrifice"),
        ("702.107a", "scavenge"),
    )
)
"""Numbers with the words of what they meant in 2016, in our own words; each of them means another rule today."""
NEW = "".join(
    f"// CR {number}: {words}\n"
    for number, words in (
        ("702.37e", "turned face up with morph"),
        ("701.23a", "search a library"),
        ("701.24a", "shuffle"),
    )
)


def init(*arguments: str) -> Any:
    result = run("init", *arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


EDITIONS = ("2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04")


def facts_of(weights: tuple[float, ...], numbers: str) -> frozenset[Fact]:
    """Numbers that only the edition with the greatest weight has."""
    edition = EDITIONS[weights.index(max(weights))]
    return frozenset(Fact(number, ((edition, edition),), False) for number in numbers)


def dated(files: dict[str, tuple[float, ...]], numbers: str = "12") -> list[DatedFile]:
    """Files, each with some numbers that only its most probable edition has, their folders before them."""
    folders = {".": list(files.values())}
    for path in files:
        for folder in list(PurePosixPath(path).parents)[-2::-1]:
            folders[str(folder)] = [weights for name, weights in files.items() if name.startswith(f"{folder}/")]
    units = [(path, True, weights) for path, weights in folders.items()]
    units += [(path, False, [weights]) for path, weights in files.items()]
    pairs = [
        (path, is_folder, tuple(FactsOfFile(facts_of(each, numbers), each) for each in weights))
        for path, is_folder, weights in units
    ]
    return [DatedFile(path, is_folder, EDITIONS, known) for path, is_folder, known in pairs]


CERTAIN, OTHER, OPEN = (0.0, 1.0, 0.0, 0.0), (0.95, 0.0, 0.05, 0.0), (0.4, 0.1, 0.3, 0.2)


@pytest.mark.parametrize(
    ("files", "inside", "keys"),
    [
        ({"a": CERTAIN, "b": CERTAIN}, ["."], {"edition": "2002-02-02"}),
        (
            {"a/b": OPEN, "a/c": CERTAIN, "a/d": OTHER, "a/e": OTHER, "a/f": OTHER, "g": OPEN}
            | {f"h/{name}": CERTAIN for name in "abcdef"},
            ["."],
            {
                "edition": "2002-02-02",
                "editions": {f"/a/{name}": "2001-01-01" for name in "def"} | {"/a/b": "unknown", "/g": "unknown"},
            },
        ),
        (
            {"a": OPEN, "b": OPEN, "c": CERTAIN, "d": OPEN, "e": (0.0, 0.0, 0.0, 1.0)},
            ["."],
            {
                "editions": {"/c": "2002-02-02", "/e": "2004-04-04"} | {f"/{name}": "unknown" for name in "abd"},
            },
        ),
        ({"a": OPEN, "b": OPEN}, ["."], {}),
        (
            {"a*/b": OTHER, "a*/c": CERTAIN, "a*/d": CERTAIN, "e": OTHER},
            ["a*"],
            {"editions": {"/kept": "2003-03-03", "/a\\*/": "2002-02-02", "/a\\*/b": "2001-01-01"}},
        ),
    ],
)
def test_a_folder_has_the_edition_of_most_of_its_numbers_and_the_other_files_their_own(
    files: dict[str, tuple[float, ...]], inside: list[str], keys: dict[str, Any]
) -> None:
    declaration = declare(dated(files), dict.fromkeys(files, ("1", "1")), inside, cites_rules=False)
    so_far = {"/kept": "2003-03-03"} if inside != ["."] else {"/gone": "2003-03-03"}
    listed = list_keys(declaration, so_far, inside)
    assert {key: value for key, value in listed.items() if value} == keys


def test_a_file_with_one_fact_has_the_edition_of_its_folder() -> None:
    files: dict[str, tuple[float, ...]] = {"a": OTHER, "b": CERTAIN, "c": CERTAIN, "d": CERTAIN}
    declaration = declare(dated(files, "1"), dict.fromkeys(files, ("1", "1")), ["."], cites_rules=False)
    assert [(declared.pattern, declared.files) for declared in declaration.declared] == [("*", 4)]
    assert declaration.open_files == ()


@pytest.mark.parametrize(("numbers", "edition"), [("1", "2002-02-02?"), ("12", "2002-02-02")])
def test_an_edition_that_rests_on_one_fact_is_an_estimate(numbers: str, edition: str) -> None:
    declaration = declare(dated({"a": CERTAIN}, numbers), {"a": tuple(numbers)}, ["."], cites_rules=False)
    assert declaration.edition == edition


def test_a_file_that_only_one_fact_sets_apart_has_the_edition_of_its_folder() -> None:
    own, both = ((EDITIONS[0], EDITIONS[0]),), ((EDITIONS[0], EDITIONS[0]), (EDITIONS[1], EDITIONS[1]))
    facts = frozenset({Fact("1", own, True), Fact("2", both, False), Fact("3", both, False)})
    folder = dated({"a": CERTAIN, "b": CERTAIN})
    odd = DatedFile("c", False, EDITIONS, (FactsOfFile(facts, OTHER),))
    declaration = declare([*folder, odd], dict.fromkeys("abc", ("1", "1")), ["."], cites_rules=False)
    assert [(declared.pattern, declared.files) for declared in declaration.declared] == [("*", 3)]


class TestTree:
    def test_a_tree_is_dated_declared_checked_and_upgraded(self, workdir: Path) -> None:
        write(workdir, {"src/a.rs": OLD, "src/b.rs": OLD, "doc.md": OLD})
        hint = run("check", ".").stderr
        written = init()
        assert (written["written"], written["differs"], written["open"], written["cites_rules"]) == (
            True,
            True,
            [],
            False,
        )
        (declared,) = written["declared"]
        assert (declared["pattern"], declared["citations"], declared["support"] > declared["against"]) == (
            "*",
            30,
            True,
        )
        assert "2016-09-30" <= declared["edition"] < "2021-04-22", "when Morph was 702.36"
        moved = f"seems to have been written for {declared['edition']}: 30 numbers mean a different rule today; run"
        assert moved in hint
        assert find_config(["."]).edition == mark_estimate(declared["edition"])
        report = run("check", ".")
        assert "seems to have been written" not in report.stderr
        read_output("upgrade", ".", "--write", "--unsafe", "--stamp-left")
        assert {finding["number"] for finding in read_report(".")["findings"]} == {"702.107a"}, "it never was scavenge"
        assert find_config(["."]).edition == read_report(".")["edition"]

    @pytest.mark.parametrize(
        ("bare", "cites_rules"),
        [
            ("// 702.36e is morph\n// 701.19a is search\n// 702.37a\n", True),
            ("| 134.67 |\n| 105.62 |\n| 940.11 |\n| 100.1 |\n", False),
            ("", False),
        ],
    )
    def test_bare_numbers_are_citations_where_most_have_named_a_rule(
        self, workdir: Path, bare: str, cites_rules: bool
    ) -> None:
        write(workdir, {"a.rs": OLD, "b.md": bare})
        assert init()["cites_rules"] is cites_rules
        assert find_config(["."]).cites_rules is (True if cites_rules else None)

    def test_check_promises_no_declaration_that_init_would_not_make(self, workdir: Path) -> None:
        numbers = "100.1 100.2 101.1 104.1 105.1 601.2a 603.4 704.5a 608.2b 702.40a"
        write(workdir, {"a.rs": "".join(f"// CR {number}\n" for number in numbers.split())})
        assert "seems to have been written" not in run("check").stderr
        assert init()["declared"] == []

    def test_files_of_another_time_are_declared_for_themselves(self, workdir: Path) -> None:
        write(workdir, {f"old/{name}.rs": OLD for name in "abc"} | {f"new/{name}.rs": NEW for name in "ab"})
        init()
        config = find_config(["."])
        assert {config.edition, *config.editions.values()} >= {read_report(".")["edition"]}
        assert read_report("new")["findings"] == []
        assert read_report("old")["findings"] != []

    @pytest.mark.parametrize("text", ["", "nothing\n", "// CR 999.9z\n"])
    def test_without_anything_to_date_nothing_is_written(self, workdir: Path, text: str) -> None:
        write(workdir, {"a.c": text})
        said = init()
        assert (said["declared"], said["open"], said["written"], said["cites_rules"]) == ([], [], False, False)
        assert not (workdir / "comprules.toml").exists()
        said = read_output("init")
        assert ("No edition can be inferred" in said) == ("CR" in text)
        assert ("This tree has no citations" in said) == ("CR" not in text)


class TestConfiguration:
    def test_the_rest_of_a_configuration_stays(self, workdir: Path) -> None:
        project = '[project]\nname = "x"  # ours\n'
        write(workdir, {"a.rs": OLD, "pyproject.toml": project})
        edition = init()["declared"][0]["edition"]
        text = (workdir / "pyproject.toml").read_text(encoding="utf-8")
        assert text.startswith(project)
        assert tomllib.loads(text)["tool"]["comprules"] == {"edition": mark_estimate(edition)}
        assert not (workdir / "comprules.toml").exists()

    def test_a_name_that_is_not_utf8_cannot_be_declared(self, workdir: Path) -> None:
        write(workdir, {"old.rs": OLD})
        (workdir / os.fsdecode(b"new\xff.rs")).write_text(NEW, encoding="utf-8")
        refusal = read_refusal("init", "--dry-run")
        assert r"has \xff, which is not UTF-8; rename it" in refusal
        out = workdir / "survey"
        assert run("survey", ".", "--out", str(out)).exit_code == 0

    def test_what_becomes_of_citations_that_are_left_can_be_chosen_later(self, workdir: Path) -> None:
        write(workdir, {"a.rs": OLD})
        edition = init()["declared"][0]["edition"]
        assert init("--stamp-left")["written"]
        assert (find_config(["."]).edition, find_config(["."]).stamp_left) == (mark_estimate(edition), True)
        write(workdir, {"comprules.toml": "edition = '2009-10-01'  # ours\n"})
        assert not init("--stamp-left", "--dry-run")["written"]
        assert not find_config(["."]).stamp_left
        shown = run("init", "--stamp-left")
        assert "has stamp-left now. It declares other editions; replace them with --force" in shown.stderr
        _, _, difference = shown.stdout.partition("@@\n")
        changed = [line for line in difference.splitlines() if line.startswith(("+", "-"))]
        assert changed == ["+stamp-left = true"], "the difference is that of what is written"
        text = (workdir / "comprules.toml").read_text(encoding="utf-8")
        assert text.startswith("edition = '2009-10-01'  # ours\n"), "another declaration is kept"
        assert find_config(["."]).stamp_left

    def test_a_declaration_is_replaced_only_by_force(self, workdir: Path) -> None:
        own = 'edition = "2024-11-08"\nexclude = ["build/"]\ncites-rules = true\n'
        write(workdir, {"a.rs": OLD, "comprules.toml": own})
        shown = run("init")
        assert '-edition = "2024-11-08"' in shown.stdout
        assert "replace it with --force" in shown.stderr
        assert (workdir / "comprules.toml").read_text(encoding="utf-8") == own
        said = init()
        assert (said["written"], said["differs"]) == (False, True)
        assert init("--force")["written"]
        text = (workdir / "comprules.toml").read_text(encoding="utf-8")
        assert text == own.replace("2024-11-08", mark_estimate(said["declared"][0]["edition"]))
        again = init("--force")
        assert (again["written"], again["differs"], again["declared"]) == (False, False, said["declared"])

    def test_a_dry_run_writes_nothing(self, workdir: Path) -> None:
        write(workdir, {"a.rs": OLD})
        output = read_output("init", "--dry-run")
        assert "+edition = " in output
        assert [path.name for path in workdir.iterdir()] == ["a.rs"]
        assert init("--dry-run")["written"] is False
        write(workdir, {"comprules.toml": 'edition = "2024-11-08"\n'})
        assert "replace it with --force" in run("init", "--dry-run").stderr
        forced = run("init", "--dry-run", "--force").stderr
        assert "Nothing was written (--dry-run)" in forced
        assert "--force" not in forced, "it was given"

    def test_a_folder_is_declared_beside_what_is_declared_for_others(self, workdir: Path) -> None:
        write(workdir, {"a/x.rs": OLD, "b/y.rs": NEW, "comprules.toml": '[editions]\n"/b/" = "latest"\n'})
        edition = init("a", "--force")["declared"][0]["edition"]
        assert find_config(["."]).editions == {"/b/": "latest", "/a/": mark_estimate(edition)}

    def test_the_configuration_can_be_named(self, workdir: Path) -> None:
        write(workdir, {"sub/a.rs": OLD})
        assert init("sub", "--config", "sub/comprules.toml")["written"]
        assert find_config(["sub"]).file == workdir / "sub" / "comprules.toml"
        assert "not in a folder at or above" in read_refusal("init", ".", "--config", "sub/comprules.toml")
        assert "found only as" in read_refusal("init", "--config", "rules.toml")

    def test_a_tree_behind_a_link_is_declared_as_the_tree_itself(self, workdir: Path) -> None:
        write(workdir, {"tree/a.rs": OLD})
        (workdir / "link").symlink_to("tree")
        assert init("link")["declared"][0]["citations"] == 10

    def test_a_path_that_is_not_there_is_refused(self, workdir: Path) -> None:
        assert "nowhere" in read_refusal("init", "nowhere")
        assert list(workdir.iterdir()) == []

    @pytest.mark.parametrize(
        ("configuration", "said"),
        [
            ('edition = "2099-01-01"', "2099-01-01"),
            ("edition = ", "invalid TOML"),
            ("editon = 1", "did you mean edition?"),
        ],
    )
    def test_a_broken_configuration_is_refused(self, workdir: Path, configuration: str, said: str) -> None:
        write(workdir, {"a.rs": OLD, "comprules.toml": configuration})
        assert said in read_refusal("init")


class TestOpenFiles:
    def test_what_is_unknown_is_neither_judged_by_an_edition_nor_moved(self, workdir: Path) -> None:
        drift = "// CR 701.20 in general\n"
        declared = 'edition = "2016-09-30"\n[editions]\n"/open.c" = "unknown"\n'
        write(workdir, {"open.c": drift, "dated.c": drift, "comprules.toml": declared})
        assert [finding["path"] for finding in read_report(".")["findings"]] == ["dated.c"]
        read_output("upgrade", ".", "--write", "--unsafe")
        assert (workdir / "open.c").read_text(encoding="utf-8") == drift
        assert find_config(["."]).editions == {"/open.c": "unknown"}


def check_left(workdir: Path, files: dict[str, str], options: list[str], remedy: str) -> None:
    """Check that `init` refuses to extend some files, names a remedy, and writes nothing at all."""
    write(workdir, {"a.rs": OLD, **files})
    refusal = read_refusal("init", *options)
    assert "Nothing was written" in refusal
    assert remedy in refusal
    assert {name: (workdir / name).read_text(encoding="utf-8") for name in files} == files
    assert not (workdir / "comprules.toml").exists()


class TestOffers:
    def test_the_baseline_lets_pass_what_is_wrong_today(self, workdir: Path) -> None:
        write(workdir, {"a.rs": OLD})
        assert "comprules-baseline.json" in read_output("init", "--baseline")
        report = read_report(".")
        assert (report["findings"], report["baseline"]["known"] > 5) == ([], True)

    def test_a_declaration_that_is_kept_does_not_keep_the_baseline_from_being_written(self, workdir: Path) -> None:
        own = 'edition = "2024-11-08"\n'
        write(workdir, {"a.rs": OLD, "comprules.toml": own})
        read_output("init", "--baseline", "--hook")
        assert (workdir / "comprules.toml").read_text(encoding="utf-8") == own
        assert (workdir / HOOK_FILE).exists()
        assert read_report(".")["findings"] == []

    def test_the_hook_and_the_workflow_are_written_once(self, workdir: Path) -> None:
        write(workdir, {"a.rs": OLD})
        assert "init --baseline --hook --workflow" in read_output("init")
        read_output("init", "--hook", "--workflow", "--install-from", "git+https://example.org/x@v1")
        before = {name: (workdir / name).read_bytes() for name in (HOOK_FILE, WORKFLOW_FILE)}
        assert b"comprules check" in before[WORKFLOW_FILE]
        assert b"git+https://example.org/x@v1" in before[WORKFLOW_FILE]
        assert read_output("init", "--hook", "--workflow").count("already has the check") == 2
        assert before == {name: (workdir / name).read_bytes() for name in before}

    @pytest.mark.parametrize(
        "text",
        [
            "repos:\n  - repo: https://example.com/x\n    rev: v1\n    hooks:\n      - id: x\n",
            "# ours\nrepos:\r\n- repo: local\r\n  hooks:\r\n  - id: x",
        ],
    )
    def test_the_hook_is_added_to_others(self, workdir: Path, text: str) -> None:
        write(workdir, {"a.rs": OLD, HOOK_FILE: text})
        read_output("init", "--hook")
        new = (workdir / HOOK_FILE).read_bytes().decode()
        assert new.startswith(text)
        assert [[hook["id"] for hook in repo["hooks"]] for repo in yaml.safe_load(new)["repos"]] == [
            ["x"],
            ["comprules-check"],
        ]

    @pytest.mark.parametrize("text", ["repos: [{repo: local, hooks: []}]\n", "one line of prose\n", "repos:\n\t- a\n"])
    def test_a_configuration_that_cannot_be_extended_is_left(self, workdir: Path, text: str) -> None:
        remedy = "add the hook by hand:\n  - repo: local\n    hooks:\n      - id: comprules-check\n"
        check_left(workdir, {HOOK_FILE: text}, ["--hook"], remedy)

    @pytest.mark.parametrize(
        "text",
        [
            "# nothing here\n",
            "# comprules check\non: push\njobs: {}\n",
            "jobs:\n  a:\n    steps:\n    - run: |\n        # comprules check\n        true\n    - uses: a/other@v1\n",
            "jobs: {a: {steps: [comprules check]}, b: comprules check}\n",
            "[\n",
        ],
    )
    def test_a_workflow_without_the_check_is_left(self, workdir: Path, text: str) -> None:
        options = ["--workflow", "--install-from", "git+https://example.org/x@v1"]
        check_left(workdir, {WORKFLOW_FILE: text}, options, "add the check by hand:\nname: Citations of the rules\n")

    @pytest.mark.parametrize(
        "step",
        ["run: pipx run comprules check src", "run: |\n        true\n        comprules check", "uses: a/comprules@v1"],
    )
    def test_a_workflow_with_the_check_is_kept(self, workdir: Path, step: str) -> None:
        text = f"jobs:\n  a:\n    steps:\n    - {step}\n"
        write(workdir, {"a.rs": OLD, WORKFLOW_FILE: text})
        assert "already has the check" in read_output("init", "--workflow")
        assert (workdir / WORKFLOW_FILE).read_text(encoding="utf-8") == text

    @pytest.mark.parametrize("option", ["--hook", "--workflow"])
    def test_what_is_no_file_is_left(self, workdir: Path, option: str) -> None:
        check_left(workdir, {f"{HOOK_FILE}/a": "a", ".github": "a"}, [option], "move it away")
