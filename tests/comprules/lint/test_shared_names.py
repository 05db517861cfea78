"""The law *One program*: a name or string with a number that is equal in two files is equal after an upgrade."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.comprules.lint.trees import write
from tests.comprules.running import read_output, run

OLD = "2018-04-27"
DECLARED = f'edition = "{OLD}"\ncites-rules = true\n'
SHARED = re.compile(r"\"[A-Z ]*\d{3}\.\d+[a-z]?\"|\w+_\d{3}_\d+[a-z]?(?:_\w+)?")

pytestmark = pytest.mark.usefixtures("known_comparisons")

LINES = st.sampled_from(
    [
        *("def cr_702_39a():", "from b import cr_702_39a", "def cr_702_38a():", "cr_702_38a()", "RULE_702_39 = 1"),
        *('rule = "702.39a"', 'find_rule("702.39a")', 'TABLE = {"702.39": "storm", "702.38": "provoke"}'),
        *('rule = "CR 702.39a"', 'RULE_702_40 = "702.40"  # Affinity', 'TABLE = {"702.40": "affinity"}'),
        *("# CR 103.1", "# CR 702.38a", "# CR 115.2a", 'add("702.37a rows")', "plain", 'rule = "702.38"'),
    ]
)
FILES = st.dictionaries(
    st.sampled_from(["a.py", "b.py", "lib/c.rs", "lib/d.json"]), st.lists(LINES, min_size=1, max_size=5), min_size=2
)


def upgrade(files: dict[str, str]) -> dict[str, str]:
    """The files after an upgrade, without those that stay as they are."""
    write(Path(), {**files, "comprules.toml": DECLARED})
    run("upgrade", ".", "--write")
    return {path: Path(path).read_text() for path in files if Path(path).read_text() != files[path]}


@settings(max_examples=settings().max_examples // 2)
@given(lines=FILES)
def test_what_is_equal_in_two_files_stays_equal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: dict[str, list[str]]
) -> None:
    tree = tmp_path / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir()
    monkeypatch.chdir(tree)
    files = {path: "\n".join(["# Magic: The Gathering", *text, ""]) for path, text in lines.items()}
    upgrade(files)
    new_of: dict[str, set[str]] = {}
    written = {path: Path(path).read_text() for path in files}
    for path, text in files.items():
        for old, new in zip(SHARED.findall(text), SHARED.findall(written[path]), strict=True):
            new_of.setdefault(old, set()).add(new)
    assert all(len(names) == 1 for names in new_of.values()), "a program is broken"
    run("upgrade", ".", "--write")
    assert {path: Path(path).read_text() for path in files} == written, "a second upgrade"


class TestStrings:
    @pytest.fixture
    def program(self) -> dict[str, str]:
        return {
            "a.py": 'STORM = "702.39a"\n\n\n# CR 103.1\n',
            "b.py": 'TABLE = {"702.39a": "copies", "702.38": "provoke"}\n',
            "c.py": 'find_rule("702.38")\n',
            "d.py": 'find_rule("702.37")\n',
        }

    def test_a_string_that_another_file_keeps_stays(self, workdir: Path, program: dict[str, str]) -> None:
        assert upgrade(program) == {"d.py": 'find_rule("702.38")\n'}
        assert "b.py:1:11: 702.39a left: another file keeps the same name or string" in read_output("upgrade", ".")
        write(workdir, {"a.py": program["a.py"].replace("103.1", f"103.1 @{OLD}")})
        run("upgrade", ".", "--write")
        assert Path("a.py").read_text() == f'STORM = "702.40a"\n\n\n# CR 103.1 @{OLD}\n'
        assert Path("b.py").read_text() == 'TABLE = {"702.40a": "copies", "702.39": "provoke"}\n'
        assert Path("c.py").read_text() == 'find_rule("702.39")\n'

    @pytest.mark.parametrize("path", ["a.md", "a.txt"])
    def test_a_quotation_in_a_text_is_no_string(self, workdir: Path, program: dict[str, str], path: str) -> None:
        program[path] = program.pop("a.py")
        assert set(upgrade(program)) == {"b.py", "c.py", "d.py"}

    def test_a_number_that_is_right_already_holds_no_file(self, workdir: Path) -> None:
        files = {"a.py": '# CR 103.1\n\n\nTABLE = {"702.40": "storm"}\n', "b.py": 'TABLE = {"702.40": "affinity"}\n'}
        assert upgrade(files) == {"b.py": 'TABLE = {"702.41": "affinity"}\n'}

    def test_a_constant_that_stays_keeps_the_table_of_another_file(self, workdir: Path) -> None:
        constants = 'RULE_702_40 = "702.40"  # Affinity\nAFFINITY = "702.40a"\n'
        table = 'from a import RULE_702_40\n\nTABLE = {"702.40": "affinity", "702.39": "storm"}\n'
        assert upgrade({"a.py": constants, "b.py": table}) == {}
