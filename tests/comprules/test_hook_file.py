"""Tests of `comprules.cli.hook_file`."""

import itertools
from pathlib import Path
from typing import Any

import pytest
import yaml
from pre_commit.clientlib import load_config

from comprules.cli.hook_file import HOOK_ID, LayoutError, add_hook, has_hook

_FIRST_LINES = ("", "# ours\n---\n", "fail_fast: true\n\n")
_LAST_LINES = ("", "#   -   id: off\n", "\n# of the checks on a server\nci:\n  skip: [a]\n", "...\n")


def list_ids(text: str) -> list[list[str]]:
    return [[hook["id"] for hook in repository["hooks"]] for repository in yaml.safe_load(text)["repos"]]


def check_extended(tmp_path: Path, text: str) -> str:
    """Return the extended text after a comparison of all that it says with the old one."""
    new = add_hook(text)
    file = tmp_path / "config.yaml"
    file.write_bytes(new.encode())
    load_config(str(file))
    old_config: dict[str, Any] = yaml.safe_load(text) or {}
    new_config = yaml.safe_load(new)
    *others, added = new_config["repos"]
    assert others == (old_config.get("repos") or [])
    assert [hook["id"] for hook in added["hooks"]] == [HOOK_ID]
    assert {**old_config, "repos": []} == {**new_config, "repos": []}
    assert has_hook(new)
    assert not has_hook(text)
    return new


def make_entry(indent: str, dash: str) -> str:
    """Return an entry of the list, such as `-   repo: …`, whose first key stands after a dash or on the next line."""
    inner = " " * len(dash.rpartition("\n")[2])
    hooks = f"{inner}- id: a\n{inner}  args: [--long, '# not a comment']\n"
    lines = f"{dash}repo: https://example.com/x\n{inner}rev: v1\n{inner}hooks:\n{hooks}".splitlines()
    return "".join(f"{indent}{line}\n" for line in lines)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("indent", ["", "  ", "      "])
@pytest.mark.parametrize("dash", ["- ", "-   ", "-\n    "])
@pytest.mark.parametrize("key", ["repos:\n", "repos:  # all\n\n  # the first\n", '"repos":\n'])
def test_a_list_with_dashes_gets_an_entry(tmp_path: Path, line_end: str, indent: str, dash: str, key: str) -> None:
    for first, last in itertools.product(_FIRST_LINES, _LAST_LINES):
        text = (first + key + make_entry(indent, dash) + last).replace("\n", line_end)
        new = check_extended(tmp_path, text)
        assert new.count("\n") == new.count(line_end)
        assert f"\n{indent}- repo: local{line_end}" in new
        # Every old line stays, in its order.
        remaining = iter(new.splitlines())
        assert all(line in remaining for line in text.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        "repos:\n- rev: v1\n  repo: https://example.com/x\n  hooks:\n  - id: a\n",
        "repos:\n-\n  repo: https://example.com/x\n  rev: v1\n  hooks:\n  - id: a",
        "repos:\n-   hooks:\n    - id: a\n    repo: https://example.com/x\n    rev: v1\n...\n",
        "  repos:\n  - repo: https://example.com/x\n    rev: v1\n    hooks: [{id: a}]\n  fail_fast: true\n",
        "repos:\n- repo: https://example.com/x\n  rev: v1\n  hooks:\n  - id: a\n    name: |\n     one\n\n     # b\n\n",
        "repos:\n- repo: https://example.com/x\n  rev: v1\n  hooks:\n  - id: a\n    name: >+\n     one\n\n\nci: {}\n",
        "repos:\n- &one\n  repo: https://example.com/x\n  rev: v1\n  hooks: [{id: a}]\n- *one\n",
        "repos:\n- {repo: https://example.com/x, rev: v1,\n  hooks: [{id: a}]}  # one\n",
        "repos: []\nfail_fast: true\n",
        "repos: [  ]  # none yet\n",
        "repos:\n  []\n",
        "repos:\n# none yet\nfail_fast: true\n",
        "fail_fast: true\nrepos: null",
        "repos: ~\r\n",
        "# comprules-check was removed in May\nrepos:\n",
        "# nothing yet",
        "",
        "\ufeffrepos:\n- repo: https://example.com/x\n  rev: v1\n  hooks:\n  - id: a\n",
    ],
)
def test_other_layouts_get_an_entry(tmp_path: Path, text: str) -> None:
    check_extended(tmp_path, text)


def test_comments_stay_with_what_they_are_about() -> None:
    entry = "repos:\n- repo: local\n  hooks:\n  - id: a\n"
    new = add_hook(f"{entry}#  - id: off\n\n# of the server\nci: {{}}\n")
    before, _, after = new.partition("- repo: local\n  hooks:\n    - id: comprules-check\n")
    assert before == f"{entry}#  - id: off\n"
    assert after.endswith("require_serial: true\n\n# of the server\nci: {}\n")


@pytest.mark.parametrize(
    "text",
    [
        "repos: [{repo: local, hooks: []}]\n",
        "{repos: []}\n",
        "repos: &all\n- repo: local\n  hooks: []\n",
        "other: &all\n- repo: local\nrepos: *all\n",
        "repos: all\n",
        "repos: {}\n",
        "repos: [\n  # none yet\n]\n",
        "fail_fast: true\n",
        "- repo: local\n  hooks: []\n",
        "one line of prose\n",
        "---\nrepos: []\n---\nrepos: []\n",
        "repos:\n\t- repo: local\n",
        "repos: [\n",
        'repos: "\\UFFFFFFFF"\n',
        "repos: " + "[" * 100_000,
    ],
)
def test_a_layout_that_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(LayoutError):
        add_hook(text)


def test_the_hook_is_found_wherever_it_is_written() -> None:
    assert has_hook("repos: [{repo: https://example.com/x, rev: v1, hooks: [{id: a}, {id: comprules-check}]}]\n")
    assert has_hook(add_hook("repos:\n-   hooks:\n    -   id: a\n    repo: local\n"))
    for text in (
        "# comprules-check\nrepos: []\n",
        "exclude: comprules-check\nrepos: []\n",
        "repos:\n- repo: local\n  hooks:\n  - id: a\n    name: comprules-check\n",
        "repos: comprules-check\n",
        "repos:\n- hooks: comprules-check\n- comprules-check\n",
    ):
        assert not has_hook(text)
