"""The configuration: where it is found, what it may say, what is said of what it may not."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from comprules.lint.config import ConfigError, FoundConfig, find_config, named_config
from comprules.lint.names import OWN_FILE, SHARED_FILE
from comprules.lint.settings import Overrides, override, settings_of
from graph.ledger import open_ledger
from tests.comprules.lint.trees import write
from tests.comprules.running import read_output, read_refusal


def test_the_nearest_at_or_above_the_paths_or_one_that_is_named(workdir: Path) -> None:
    assert find_config(["x"]) == FoundConfig(root=Path.cwd())
    write(workdir, {"pyproject.toml": '[tool.comprules]\nedition = "M10"\n', "sub/pyproject.toml": "[tool.other]\n"})
    write(workdir, {"sub/deep/pyproject.toml": '[tool.comprules]\nedition = "M12"\n', "sub/x": ""})
    write(workdir, {"ci.toml": "min-citations = 3\n"})
    assert find_config(["sub/x"]).edition == "M10", "a pyproject.toml without our table is passed over"
    assert find_config(["sub/deep"]).edition == "M12"
    (workdir / "sub/deep/pyproject.toml").unlink()
    write(workdir, {"sub/deep/comprules.toml": 'edition = "M11"\n'})
    assert find_config(["sub/deep"]).edition == "M11"
    assert find_config(["sub/deep", "sub/x"]).edition == "M10"
    config = find_config(["sub/deep/not/there"])
    assert (config.root, config.file) == (workdir / "sub/deep", workdir / "sub/deep/comprules.toml")
    assert named_config(Path("ci.toml")).min_citations == 3
    (workdir / "sub/deep/.git").mkdir()
    assert find_config(["sub/deep/not/there"]).edition == "M11"
    (workdir / "sub/deep/comprules.toml").unlink()
    assert find_config(["sub/deep/not/there"]).file is None, "a repository does not have the configuration around it"
    with pytest.raises(ConfigError, match=r"no table \[tool.comprules\]"):
        named_config(Path("sub/pyproject.toml"))
    with pytest.raises(ConfigError, match=r"gone\.toml: No such file"):
        named_config(Path("gone.toml"))


EVERYTHING = """
edition = "2024-11-08"
target = "latest"
select = ["CR001", "retired"]
ignore = ["CR007"]
include = ["*.rs"]
exclude = ["vendor/"]
baseline = "known.json"
min-citations = 10
max-size = 5
format = "concise"
extend-select = ["off-topic"]
[per-file-ignores]
"tests/**" = ["CR004"]
[severity]
likely-another-rule = "error"
[editions]
"old/" = "M10"
[cites-rules]
"their/" = false
"""


def test_everything(workdir: Path) -> None:
    write(workdir, {"comprules.toml": EVERYTHING})
    config = find_config(["."])
    wanted = {key.replace("-", "_"): value for key, value in tomllib.loads(EVERYTHING).items()}
    wanted = {key: tuple(value) if isinstance(value, list) else value for key, value in wanted.items()}
    wanted |= {"per_file_ignores": {"tests/**": ("CR004",)}, "root": workdir, "file": workdir / "comprules.toml"}
    assert config == FoundConfig(**wanted)
    with open_ledger() as ledger:
        assert settings_of(config, ledger).largest == 5_000_000
        assert settings_of(override(config, Overrides(max_size=7)), ledger).largest == 7_000_000


@pytest.mark.parametrize(
    ("config", "typed", "severity"),
    [
        ("", {}, "note"),
        ("", {"severity": ("CR010=error",)}, "error"),
        ("", {"severity": ("likely-another-rule=OFF",)}, None),
        ("severity = {likely-another-rule = 'error'}", {}, "error"),
        ("severity = {likely-another-rule = 'error'}", {"severity": ("CR001=note,CR010=warning",)}, "warning"),
        ("severity = {CR010 = 'error'}\nignore = ['CR010']", {}, None),
        ("severity = {CR010 = 'off'}\nextend-select = ['CR010']", {}, None),
        ("severity = {CR010 = 'off'}", {"select": ("CR010",)}, "note"),
        ("severity = {CR010 = 'error'}", {"select": ("CR010",)}, "error"),
        ("ignore = ['CR010']", {"severity": ("CR010=warning",)}, "warning"),
        ("select = ['CR001']", {}, None),
        ("select = ['CR001']\nseverity = {CR010 = 'error'}", {}, None),
        ("select = ['CR001']", {"severity": ("CR010=error",)}, "error"),
        ("", {"severity": ("CR010=error",), "ignore": ("CR010",)}, None),
        ("", {"severity": ("CR010=error",), "select": ("CR001",)}, None),
    ],
)
def test_how_serious_a_finding_is(workdir: Path, config: str, typed: dict[str, Any], severity: str | None) -> None:
    write(workdir, {"comprules.toml": config})
    with open_ledger() as ledger:
        settings = settings_of(override(find_config(["."]), Overrides(**typed)), ledger)
    reported = settings.severity_of("CR010") if "CR010" in settings.codes else None
    assert reported == severity


@pytest.mark.parametrize(("code", "is_on"), [("CR009", False), ("CR010", True)])
def test_a_severity_turns_a_code_on(workdir: Path, code: str, *, is_on: bool) -> None:
    for config, expected in (("", is_on), (f"severity = {{{code} = 'warning'}}", True)):
        write(workdir, {"comprules.toml": config})
        with open_ledger() as ledger:
            assert (code in settings_of(find_config(["."]), ledger).codes) == expected


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("CR010", "--severity: 'CR010' has no severity; write CR010=error"),
        ("CR010=bad", "--severity: CR010 has no severity 'bad'; the severities are error, warning, note, off"),
        ("CR010=error,CR010=note", "--severity: CR010 has two severities"),
        ("nothing=error", "--severity: there is no finding 'nothing'"),
    ],
)
def test_a_severity_that_cannot_be_typed(workdir: Path, typed: str, message: str) -> None:
    write(workdir, {"a.py": ""})
    assert message in read_refusal("check", ".", "--severity", typed)


SHARED = "# of other tools, too\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("editon = 'M10'", "comprules.toml: there is no key editon; did you mean edition?"),
        ("min_citations = 1", "no key min_citations; did you mean min-citations?"),
        ("zzz = 1", "the keys are edition, editions"),
        ("min-citations = '3'", "comprules.toml: min-citations: expected `int`, got text in quotes"),
        ("select = ['CR001', 2]", r"select\[1\]: expected text in quotes, got `int`"),
        ("select = 'CR001'", "select: expected a list, got text in quotes"),
        ("exclude = ['[z-a]']", r"exclude: '\[z-a\]' is not a valid git pattern"),
        ("[tool.comprules]\nedition = 'M10'", r"the keys are at the top, without \[tool\.comprules\]"),
        ("cites-rules = 'yes'", "cites-rules: expected true, false or a table, got text in quotes"),
        ("edition = 2019-05-03", "edition: expected text in quotes, got `date`"),
        ("edition = ''", "edition: expected text in quotes of length >= 1"),
        ("include = ['[']", r"include: '\[' is not a valid git pattern: it matches no file"),
        ("exclude = ['# made', 'x/']", "exclude: '# made' is not a valid git pattern: it matches no file"),
        (r"exclude = ['build\out\']", r"exclude: .*a backslash does not separate folders.* write 'build/out/'"),
        (r"editions = {'.\lib' = 'M10'}", "editions: .* write '/lib'"),
        (r"per-file-ignores = {'lib\*\a.py' = ['CR002']}", r"per-file-ignores: .* write 'lib/\*/a.py'"),
        (r"exclude = ['lib\*.py']", r"exclude: .*backslash does not .* write 'lib/\*.py', or '\*\*/lib\\\*.py' if the"),
        (r"exclude = ['lib\sub\*']", r"exclude: .* write 'lib/sub/\*'"),
        (r"exclude = ['lib\?.py']", r"exclude: .* write 'lib/\?.py', or"),
        (r"exclude = ['lib\\sub\\*.py']", r"exclude: .* a doubled backslash is .* write 'lib/sub/\*.py'"),
        ('exclude = ["lib\\\\\\\\a.py"]', r"exclude: .* a doubled backslash is .* write 'lib/a.py'"),
        ("cites-rules = {'[z-a]' = true}", "cites-rules: .* is not a valid git pattern"),
        ("editions = {'!' = 'M10'}", "editions: '!' is not a valid git pattern"),
        ("coverage = {test = []}", "coverage: object contains unknown field `test`"),
        ("select = ['CR9000']", "select: there is no finding 'CR9000'; did you mean CR900?"),
        ("per-file-ignores = {'*.md' = ['nonsense']}", r'per-file-ignores."\*.md": there is no finding'),
        ("min-citations = -1", "min-citations: expected `int` >= 0"),
        ("max-size = 0", "max-size: expected `int` >= 1"),
        ("format = 'sarrif'", "format: there is no format 'sarrif'; did you mean 'sarif'?"),
        ("severity = {CR010 = 'eror'}", "severity: CR010 has no severity 'eror'; did you mean 'error'?"),
        ("severity = {CR999 = 'error'}", "severity: there is no finding 'CR999'"),
        ("severity = {CR900 = 'off'}", "severity: CR900 is always an error"),
        ("severity = {CR002 = 'note', retired = 'error'}", "severity: CR002 has two severities, 'note' and 'error'"),
        ("severity = 'error'", "severity: expected a table, got text in quotes"),
        ("exclude = ['!']", "exclude: '!' is not a valid git pattern"),
        ("edition = ", "invalid TOML"),
        ('min-citations = 1\nexclude = ["src\\old\\*"]', r'invalid TOML.*; in a pattern of files, write "src/old/\*"'),
        ('exclude = ["src\\test"]', r"exclude: 'src\\test': in double quotes, .* write 'src/test'"),
        (SHARED + "[tool.comprules]\nformt = 1\n", r"l: there is no key tool\.comprules\.formt; did you mean tool"),
        (SHARED + "[tool]\ncomprules = 3\n", r"tool\.comprules must be a table"),
        (SHARED.encode() + b"\xff", "invalid TOML: it is not UTF-8; save it in that encoding"),
    ],
)
def test_what_it_may_not_say(workdir: Path, text: str | bytes, message: str) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    name = "pyproject.toml" if data.startswith(SHARED.encode()) else "comprules.toml"
    write(workdir, {name: data})
    with pytest.raises(ConfigError, match=message) as caught:
        find_config(["."])
    assert name in str(caught.value)


def test_a_configuration_that_is_no_file_is_not_passed_over(workdir: Path) -> None:
    """The configuration above would decide, and nobody would notice."""
    write(workdir, {"comprules.toml": 'edition = "M10"\n', "sub/comprules.toml/a.txt": "", "link/a.rs": ""})
    (workdir / "link/comprules.toml").symlink_to("nowhere.toml")
    for folder in ("sub", "link"):
        with pytest.raises(ConfigError, match=rf"{folder}/comprules.toml: this is not a file"):
            find_config([folder])


class TestLinkOutOfTheTree:
    """Whoever wrote a tree must not have files written elsewhere by whoever runs comprules."""

    DECLARED = 'edition = "2018-07-13"\n'
    COMMANDS = (
        ("upgrade", ".", "--write", "--from", "2018-07-13"),
        ("init", "--force", "--baseline", "--hook", "--workflow", "--install-from", "x"),
    )

    @pytest.fixture
    def tree(self, workdir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        write(workdir, {"tree/.git/HEAD": "", "tree/a.rs": "// CR 119.3a\n", "tree/sub/b.rs": "// CR 119.3a\n"})
        write(workdir, {"outside/comprules.toml": self.DECLARED, "outside/pyproject.toml": "[tool.other]\n"})
        monkeypatch.chdir(workdir / "tree")
        return workdir / "tree"

    @pytest.mark.parametrize("command", COMMANDS, ids=["upgrade", "init"])
    @pytest.mark.parametrize("target", ["../outside/comprules.toml", "../outside/new.toml", "../above.toml"])
    def test_nothing_is_written(self, tree: Path, target: str, command: tuple[str, ...]) -> None:
        write(tree.parent, {"above.toml": self.DECLARED})
        (tree / "comprules.toml").symlink_to(target)
        before = self._read_all(tree.parent)
        refusal = read_refusal(*command)
        assert "comprules.toml: this is a link to" in refusal
        assert f"which is outside of {tree}" in refusal
        assert self._read_all(tree.parent) == before

    def test_the_file_of_other_tools_is_read_and_not_written(self, tree: Path) -> None:
        (tree / "pyproject.toml").symlink_to("../outside/pyproject.toml")
        read_output("check", ".", status=1)
        before = self._read_all(tree.parent)
        assert "pyproject.toml: this is a link to" in read_refusal("init")
        assert self._read_all(tree.parent) == before

    @pytest.mark.parametrize("command", [("upgrade", "sub", "--write"), ("init", "sub")], ids=["upgrade", "init"])
    def test_it_applies_to_its_own_folder(self, tree: Path, command: tuple[str, ...]) -> None:
        write(tree, {"other/comprules.toml": self.DECLARED})
        (tree / "sub/comprules.toml").symlink_to("../other/comprules.toml")
        before = self._read_all(tree.parent)
        assert "would not apply to" in read_refusal(*command)
        assert self._read_all(tree.parent) == before

    def test_a_link_to_a_file_above_in_the_tree_is_followed(self, tree: Path) -> None:
        write(tree, {"comprules.toml": self.DECLARED})
        (tree / "sub/comprules.toml").symlink_to("../comprules.toml")
        read_output("upgrade", "sub", "--write")
        assert (tree / "sub/comprules.toml").is_symlink()
        assert set(find_config(["sub"]).editions) == {"/sub/"}
        assert (tree / "sub/b.rs").read_text(encoding="utf-8") == "// CR 120.3a\n"

    def test_one_that_is_named_declares_only_what_is_below_it(self, tree: Path) -> None:
        before = self._read_all(tree.parent)
        config = "../outside/comprules.toml"
        assert "not in a folder at or above" in read_refusal("upgrade", ".", "--write", "--config", config)
        assert self._read_all(tree.parent) == before
        read_output("check", ".", "--config", config, status=1)

    @pytest.mark.parametrize("name", [".pre-commit-config.yaml", ".github"])
    def test_hook_and_workflow_stay_inside(self, tree: Path, name: str) -> None:
        (tree / name).symlink_to("../outside/x.yaml" if name.endswith("yaml") else "../outside")
        before = self._read_all(tree.parent)
        assert "which is outside of" in read_refusal(*self.COMMANDS[1])
        assert self._read_all(tree.parent) == before

    def _read_all(self, folder: Path) -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


TABLE = "[tool.comprules]\nedition = 'M10'\n"


@pytest.mark.parametrize("paths", [(".",), ("a.rs",), ("src",), ("src/b.rs",), (".", "src")])
@pytest.mark.parametrize("table", [TABLE, TABLE.replace("M10", "M11"), "[tool]\ncomprules = {}\n"])
def test_two_configurations_in_one_folder_are_refused(workdir: Path, paths: tuple[str, ...], table: str) -> None:
    """Even if they say the same: the next declaration is written into one of them."""
    write(workdir, {"a.rs": "", "src/b.rs": "", OWN_FILE: "edition = 'M10'\n", SHARED_FILE: table})
    refusal = read_refusal("check", *paths)
    assert f"{OWN_FILE}: {SHARED_FILE} in the same folder has a configuration, too; move the keys" in refusal
    assert read_refusal("upgrade", *paths, "--write") == refusal
    read_output("check", *paths, "--config", OWN_FILE)
    read_output("check", *paths, "--no-config")
    (workdir / OWN_FILE).unlink()
    read_output("check", *paths)


def test_two_configurations_in_a_folder_below_are_refused(workdir: Path) -> None:
    write(workdir, {"a.rs": "", f"src/{OWN_FILE}": "", f"src/{SHARED_FILE}": TABLE, "src/b.rs": ""})
    assert f"src/{OWN_FILE}: {SHARED_FILE} in the same folder" in read_refusal("check", ".")


@pytest.mark.parametrize("project", ["[tool.ruff]\n", "# no [tool.comprules]\n", "[tool.comprules", "\xff"])
def test_the_file_of_other_tools_may_be_next_to_our_own(workdir: Path, project: str) -> None:
    write(workdir, {"a.rs": "", OWN_FILE: "edition = 'M10'\n", SHARED_FILE: project.encode("latin-1")})
    read_output("check", ".")


@pytest.mark.parametrize("folder", ["", "src/"])
def test_a_name_that_is_not_read_is_refused(workdir: Path, folder: str) -> None:
    write(workdir, {"src/a.rs": "", f"{folder}.comprules.toml": "edition = 'M10'\n"})
    assert f"{folder}.comprules.toml: a configuration is found only as" in read_refusal("check", ".")
