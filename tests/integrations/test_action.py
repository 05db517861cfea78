"""The GitHub Action: its steps run here with bash, as a runner would, on small trees."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from comprules.facts import SAMPLE
from tests.integrations.conftest import ROOT, environment

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("bash") is None, reason="the action's steps are written for bash"),
]

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = ACTION["runs"]["steps"]
# Enough of `gh api`: lists the comment that there is, keeps each call, and the body that a call gives.
GH = """#!/bin/sh
echo "$*" >> "$SERVICE/calls"
case "$*" in
  *--jq*) [ ! -f "$SERVICE/body" ] || echo 41 ;;
  *) for last; do :; done; cp "${last#body=@}" "$SERVICE/body" ;;
esac
"""
AUDIT = "Audit the rules document"
INPUT = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")


class Done(NamedTuple):
    """What a step left behind."""

    status: int
    log: str
    outputs: dict[str, str]
    summary: str


def script(name: str) -> str:
    (step,) = (step for step in STEPS if step["name"] == name)
    assert step["shell"] == "bash"
    return str(step["run"])


def bash(commands: str, cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """As runners call it: https://docs.github.com/actions/reference/workflow-syntax-for-github-actions."""
    called = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", commands]
    return subprocess.run(called, cwd=cwd, env=env, capture_output=True, encoding="utf-8", check=False)


@pytest.fixture(scope="module")
def runner(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The temporary folder of a runner on which the action has been installed, from the wheel and without a network."""
    temp = tmp_path_factory.mktemp("runner temp")
    env = environment(temp, RUNNER_TEMP=str(temp), PYTHON=sys.executable, ACTION=str(wheel))
    completed = bash(script("Install comprules"), temp, {**env, "PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1"})
    assert completed.returncode == 0, completed.stderr
    home = str(temp / "comprules")
    packages = Path(sysconfig.get_path("purelib", vars={"base": home, "platbase": home}))
    (packages / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return temp


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    tree = tmp_path / "checkout"
    (tree / "src").mkdir(parents=True)
    (tree / "src" / "stack.rs").write_text("// see CR 702.36e for turning it up\n", encoding="utf-8")
    (tree / "fine.rs").write_text("// see CR 702.40a\n", encoding="utf-8")
    return tree


def inputs_of(step: str, values: dict[str, str]) -> dict[str, str]:
    """The variables that a step gets from the inputs; those not given have their defaults."""
    (env,) = (candidate["env"] for candidate in STEPS if candidate["name"] == step)
    inputs = {name: values.get(name, about.get("default", "")) for name, about in ACTION["inputs"].items()}
    return {key: INPUT.sub(lambda match: inputs[match[1]], value) for key, value in env.items()}


def act(runner: Path, checkout: Path, *, step: str = "Check citations", **inputs: str) -> Done:
    """Runs the step that checks, or another one."""
    env = inputs_of(step, inputs)
    output, summary = checkout.parent / "output", checkout.parent / "summary"
    files = {"GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary), "RUNNER_TEMP": str(runner)}
    output.write_text("", encoding="utf-8")
    summary.write_text("", encoding="utf-8")
    completed = bash(script(step), checkout, environment(checkout, **env, **files))
    outputs = dict(line.split("=", 1) for line in output.read_text(encoding="utf-8").splitlines())
    return Done(completed.returncode, completed.stdout + completed.stderr, outputs, summary.read_text(encoding="utf-8"))


def test_findings_fail_the_step_unless_they_may_pass(runner: Path, checkout: Path) -> None:
    completed = act(runner, checkout, sarif="found.sarif")
    assert completed.status == 1
    place = "file=src/stack.rs,line=1,endLine=1,col=11,endColumn=18"
    assert f"::error title=CR002 retired,{place}::702.36e" in completed.log
    wanted = {"citations": "2", "findings": "1", "sarif": "found.sarif"}
    assert completed.outputs == {**completed.outputs, **wanted}
    log = json.loads((checkout / "found.sarif").read_text(encoding="utf-8"))
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["CR002"]
    assert "## Citations of the Comprehensive Rules" in completed.summary
    assert "src/stack.rs:1:11" in completed.summary
    completed = act(runner, checkout, fail="false", annotate="false")
    assert (completed.status, completed.outputs["findings"]) == (0, "1")
    assert "sarif" not in completed.outputs
    assert "::error" not in completed.log
    assert "src/stack.rs:1:11: CR002" in completed.log
    completed = act(runner, checkout, paths="fine.rs")
    assert (completed.status, completed.outputs["citations"], completed.outputs["findings"]) == (0, "1", "0")


@pytest.fixture
def rule_book(checkout: Path) -> Path:
    """A checkout with a rule book of two files, with nothing of Magic, one reference of which leads nowhere."""
    files = {
        "ships.md": "# 1 Ships\n\n1.1 Ships wait.\n\n1.2 They leave (see 2.7).\n",
        "cargo.md": "# 2 Cargo\n\n2.1 Load.\n\n2.2 Pay.\n\n2.3 Rule 1.1 is first.\n",
    }
    for name, text in files.items():
        (checkout / name).write_text(text, encoding="utf-8")
    return checkout


def test_a_rules_document_is_audited(runner: Path, rule_book: Path) -> None:
    """Its files are one a line; they need no knowledge base."""
    completed = act(runner, rule_book, step=AUDIT, document="ships.md\ncargo.md\n")
    assert (completed.status, completed.outputs) == (1, {"faults": "1"}), completed.log
    assert "::error title=CR201 missing,file=ships.md,line=5,endLine=5,col=21,endColumn=24::2.7" in completed.log
    assert "## References of a rules document" in completed.summary
    assert act(runner, rule_book, step=AUDIT, document="ships.md\ncargo.md", fail="false").status == 0


def test_the_faults_of_a_rules_document_are_written_as_sarif(runner: Path, rule_book: Path) -> None:
    inputs = {"document": "ships.md\ncargo.md", "document-sarif": "faults of ships.sarif"}
    completed = act(runner, rule_book, step=AUDIT, **inputs)
    assert completed.outputs == {"faults": "1", "sarif": "faults of ships.sarif"}, completed.log
    (written,) = json.loads((rule_book / "faults of ships.sarif").read_text(encoding="utf-8"))["runs"]
    (result,) = written["results"]
    assert result["ruleId"] == "CR201"
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "ships.md"
    both = act(runner, rule_book, step=AUDIT, **{**inputs, "document-sarif": "a.sarif\nb.sarif"})
    assert both.status == 2


def test_paths_and_arguments_are_one_a_line_and_may_have_blanks(runner: Path, checkout: Path) -> None:
    odd = checkout / "old; rules $(touch ran) 'here'"
    odd.mkdir()
    (odd / "stack.rs").write_text("// CR 702.36e\n", encoding="utf-8")
    completed = act(runner, checkout, paths=f"fine.rs\n{odd.name}\n", args="--ignore\nCR002\r\n")
    assert (completed.status, completed.outputs["citations"], completed.outputs["findings"]) == (0, "2", "0")


def test_the_editions_are_passed_on(runner: Path, checkout: Path) -> None:
    """702.36e had another holder in 2015 than in 2021, and none now."""
    completed = act(runner, checkout, edition="2021-02-15", args="--to\n2020-11-20")
    assert (completed.status, completed.outputs["edition"], completed.outputs["findings"]) == (0, "2020-11-20", "0")
    assert act(runner, checkout, since="2021-02-15").status == 1


@pytest.mark.parametrize("name", ["paths", "edition", "since", "sarif", "fail", "annotate"])
@pytest.mark.parametrize(
    "value", ['x$(touch ran)`touch ran`"; touch ran; "\' ${{ github.token }}\ny; touch ran', "--output=ran"]
)
def test_no_input_is_run_as_a_command(runner: Path, checkout: Path, name: str, value: str) -> None:
    completed = act(runner, checkout, **{name: value})
    assert not (checkout / "ran").exists(), completed.log
    assert set(completed.outputs) <= set(ACTION["outputs"])


def test_what_cannot_be_checked_or_written_fails_whatever_is_asked(runner: Path, checkout: Path) -> None:
    for inputs, told in (
        ({"paths": "nowhere"}, "nowhere: "),
        ({"edition": "never"}, "--edition"),
        ({"sarif": "fine.rs/found.sarif"}, "fine.rs"),
    ):
        completed = act(runner, checkout, fail="false", **inputs)
        assert (completed.status, told in completed.log) == (2, True), completed.log


class Service(NamedTuple):
    """A service that keeps its calls and comments in a folder, as `gh`."""

    folder: Path
    checkout: Path
    env: dict[str, str]

    def comment(self) -> str:
        """Runs the step that comments; returns the comment that there is then."""
        completed = bash(script("Comment on the pull request"), self.checkout, self.env)
        assert completed.returncode == 0, completed.stderr
        body = self.folder / "body"
        return body.read_text(encoding="utf-8") if body.exists() else ""


@pytest.fixture
def service(runner: Path, checkout: Path) -> Service:
    folder = checkout.parent / "service"
    folder.mkdir()
    gh = folder / "gh"
    gh.write_text(GH, encoding="utf-8")
    gh.chmod(0o755)
    paths = {"SERVICE": str(folder), "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "RUNNER_TEMP": str(runner)}
    env = {"COMMENTS": "repos/o/r/issues/7/comments", "EDITS": "repos/o/r/issues/comments", "GH_TOKEN": "token"}
    return Service(folder, checkout, environment(checkout, **paths, **env))


def test_one_comment_groups_the_findings_and_is_written_anew(runner: Path, checkout: Path, service: Service) -> None:
    assert act(runner, checkout, paths="not-there").status == 2
    assert service.comment() == "", "without a summary nothing is commented"
    assert not (service.folder / "calls").exists()
    (checkout / "again.rs").write_text("// CR 702.36e\n", encoding="utf-8")
    act(runner, checkout)
    text = service.comment()
    assert text.startswith("<!-- comprules check -->\n## Citations")
    assert text.count("702.36e → 702.37e") == 1, "one line for both places"
    assert "2 times in 2 files" in text
    act(runner, checkout, paths="fine.rs")
    assert "702.36e" not in service.comment()
    calls = (service.folder / "calls").read_text(encoding="utf-8").splitlines()
    assert [call.split(" --field")[0] for call in calls if "--silent" in call] == [
        "api --silent repos/o/r/issues/7/comments",
        "api --silent --method PATCH repos/o/r/issues/comments/41",
    ]
    (runner / "comprules.md").write_text("é" * 90 + "\n" + "| a row |\n" * 9000, encoding="utf-8")
    lines = service.comment().splitlines()
    assert set(lines[2:-2]) == {"| a row |"}, "a long summary is cut at a line"
    assert len("\n".join(lines)) < 65_536


def test_the_newest_editions_are_brought_and_what_cannot_be_is_no_failure(
    runner: Path, checkout: Path, old_ledger: Path
) -> None:
    step = "Bring the newest editions"
    for source, warned in (("not-there", True), (str(SAMPLE), False), (str(SAMPLE), False)):
        env = {
            **inputs_of(step, {"update-from": source}),
            "RUNNER_TEMP": str(runner),
            "COMPRULES_LEDGER": str(old_ledger),
        }
        completed = bash(script(step), checkout, environment(checkout, **env))
        assert completed.returncode == 0, completed.stderr
        assert ("::warning::comprules" in completed.stdout) == warned, completed.stdout + completed.stderr
        assert (checkout / "data" / "comprules" / "comprules.ledger").is_file() != warned


def test_the_metadata_is_sound() -> None:
    """What GitHub asks of action.yml: https://docs.github.com/actions/reference/metadata-syntax-for-github-actions."""
    assert ACTION["runs"]["using"] == "composite"
    assert {"name", "description"} <= ACTION.keys()
    assert all(declared.keys() <= {"description", "required", "default"} for declared in ACTION["inputs"].values())
    assert all(isinstance(declared["default"], str) for declared in ACTION["inputs"].values())
    assert all({"description", "value"} == output.keys() for output in ACTION["outputs"].values())
    names = {step.get("id") for step in STEPS}
    assert set(re.findall(r"steps\.(\w+)\.", (ROOT / "action.yml").read_text(encoding="utf-8"))) <= names
    for step in STEPS:
        assert ("uses" in step) != ("run" in step)
        assert "run" not in step or step["shell"] == "bash"
        assert "${{" not in step.get("run", ""), "an expression in a script is run as a part of it"


def test_every_input_is_used_and_every_output_is_made() -> None:
    text = yaml.safe_dump(STEPS)
    assert set(re.findall(r"\binputs\.([\w-]+)", text)) == set(ACTION["inputs"])
    made = {
        (step, name)
        for step, title in (("check", "Check citations"), ("audit", AUDIT))
        for name in re.findall(r"(?m)[\"' ](\w+)=(?:\{|\$SARIF)", script(title))
    }
    values = "\n".join(output["value"] for output in ACTION["outputs"].values())
    assert made == set(re.findall(r"steps\.(\w+)\.outputs\.(\w+)", values))
    assert len(made) == len(ACTION["outputs"])


def test_what_an_earlier_step_left_is_not_this_ones_result(runner: Path, checkout: Path) -> None:
    """A second use that breaks down, in whatever way, has no outputs, whether findings count or not."""
    home = str(runner / "comprules")
    broken = Path(sysconfig.get_path("purelib", vars={"base": home, "platbase": home})) / "broken.pth"
    inputs = {"fail": "false", "sarif": "report.sarif"}
    assert act(runner, checkout, **inputs).outputs["findings"] == "1"
    for fault in ("1", "2", "137"):
        broken.write_text(f"import os; os._exit({fault})\n", encoding="utf-8")
        try:
            completed = act(runner, checkout, **inputs)
        finally:
            broken.unlink()
        assert completed.status not in {0, 1}, fault
        assert completed.outputs == {}, fault
        assert not (checkout / "report.sarif").exists(), fault
