"""Which files git ignores, compared with git itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from comprules.lint.select import Selection, find_files
from tests.comprules.lint.trees import write

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is compared with")

FILES = ("c", "b.x", "a/a", "a/b.x", "a/b/a", "a/b/b.x", "a/b/a.b/c.x", "b/a", "b/c.x", "b/b/a")
SEGMENTS = st.sampled_from(["a", "b", "*", "**", "*.x", "?", "a*", "[ab]", "*b*", "[!a]"])
PATTERNS = st.builds(
    lambda negation, start, segments, end: negation + start + "/".join(segments) + end,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "/"]),
    st.lists(SEGMENTS, min_size=1, max_size=3),
    st.sampled_from(["", "", "/"]),
)
LISTS = st.lists(PATTERNS, min_size=1, max_size=4)
IGNORES = st.dictionaries(st.sampled_from([".git/info/exclude", ".gitignore", "a/.gitignore", "a/b/.gitignore"]), LISTS)


def run_git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Git in a folder, without the settings of this machine."""
    own = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "XDG_CONFIG_HOME": os.devnull}
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=os.environ | own)


def list_files(folder: Path) -> set[str]:
    """The files below a folder that git tracks or does not ignore."""
    listed = run_git(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    assert listed.returncode == 0, listed.stderr
    return set(listed.stdout.split("\0")[:-1])


def is_ignored(root: Path, folder: str) -> bool:
    answer = run_git(root, "check-ignore", "--quiet", "--no-index", folder)
    assert answer.returncode in {0, 1}, answer.stderr
    return answer.returncode == 0


def find_below(folder: Path) -> set[str]:
    found = find_files((str(folder),), Selection(Path()))
    return {os.path.relpath(file.path, folder) for file in found.files}


@given(IGNORES, st.sets(st.sampled_from(FILES), min_size=1), st.sets(st.sampled_from(FILES), max_size=2))
@example({".gitignore": ["*", "!*/", "!*.x"]}, {"a/b/b.x", "c"}, set())
@example({".gitignore": ["*", "!a", "!*.x"]}, {"a/b.x", "a/a"}, set())
@example({".gitignore": ["*.x"], "a/.gitignore": ["!b/"]}, {"a/b/b.x"}, set())
@example({".gitignore": ["b/", "*.x"], "a/.gitignore": ["!b/"]}, {"a/b/b.x", "a/b/a"}, set())
@example({".gitignore": ["a/**", "!a/b"]}, {"a/b/a"}, set())
@example({".gitignore": ["a/"]}, {"a/a", "a/b.x"}, {"a/a"})
@settings(max_examples=25)
def test_the_files_are_those_of_git(
    tmp_path_factory: pytest.TempPathFactory, ignores: dict[str, list[str]], files: set[str], tracked: set[str]
) -> None:
    root = tmp_path_factory.mktemp("repository")
    run_git(root, "init", "--quiet")
    write(root, dict.fromkeys(files | tracked, ""))
    if tracked:
        run_git(root, "add", "--force", *tracked)
    for path, patterns in ignores.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("".join(f"{pattern}\n" for pattern in patterns))
    assert find_below(root) == list_files(root)
    for folder in ("a", "a/b", "b"):
        # A folder that git ignores is read if it is named.
        if (root / folder).is_dir() and not is_ignored(root, folder):
            assert find_below(root / folder) == list_files(root / folder), folder


@given(LISTS, st.sets(st.sampled_from(FILES), min_size=1))
@example(["*", "!*/", "!*.x"], {"a/b/b.x", "c"})
@example(["a/**", "!a/b"], {"a/b/a"})
@settings(max_examples=15)
def test_files_are_excluded_as_git_ignores_them(
    tmp_path_factory: pytest.TempPathFactory, patterns: list[str], files: set[str]
) -> None:
    root = tmp_path_factory.mktemp("repository")
    write(root, dict.fromkeys(files, ""))
    selection = Selection(root, exclude=tuple(patterns))
    found = {os.path.relpath(file.path, root) for file in find_files((str(root),), selection).files}
    run_git(root, "init", "--quiet")
    (root / ".git" / "info" / "exclude").write_text("".join(f"{pattern}\n" for pattern in patterns))
    expected = list_files(root)
    assert found == expected
    assert {file for file in files if selection.takes(str(root / file))} == expected, "one by one"
