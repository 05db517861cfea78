"""The language server in a real editor: Neovim, with its own client and without a window."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.comprules.lint.trees import write

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("nvim") is None, reason="no Neovim: install the package neovim"),
]

SCRIPT = Path(__file__).with_name("neovim.lua")
FILES = ("a b.rs", "stück.rs", "日本.rs", "a+b@c(d).rs", "some where/ü+@(x) [1].rs", "100%/a#b.rs")
TEXT = '// 🃏 CR 702.40a, and CR 502.30a long ago\n// CR 702.40a, "Cycling"\n'
EDITS = 200


def take_journey(kb: Path, tree: Path, folder: Path, languages: list[str]) -> dict[str, Any]:
    """Let Neovim work on a tree, and return what it saw.

    Args:
        kb: The knowledge base.
        tree: A folder for the tree.
        folder: A folder for everything else.
        languages: The file types for which Neovim starts the server.
    """
    large = "".join(f"// {number}: copies of a spell, CR 502.30a\n" for number in range(243))
    write(
        tree,
        {
            **dict.fromkeys(FILES, TEXT),
            "old/p (1).rs": "// CR 115.2a play a land\n// CR 119.3a\n",
            "comprules.toml": '[editions]\n"old/" = "2018-07-13"\n',
            "large.rs": large + "//" + " word" * 5000 + "\n",
        },
    )
    plan = {
        "tree": str(tree),
        "results": str(folder / "results.json"),
        "command": [sys.executable, "-m", "comprules", "lsp", "--db", str(kb)],
        "languages": languages,
        "files": FILES,
        "retired": "502.30a",
        "declared": "old/p (1).rs",
        "outdated": "115.2a",
        "large": "large.rs",
        "edits": EDITS,
    }
    write(folder, {"plan.json": json.dumps(plan)})
    environment = {**os.environ, "COMPRULES_PLAN": str(folder / "plan.json"), "XDG_STATE_HOME": str(folder)}
    command = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "filetype on", "-c", f"luafile {SCRIPT}"]
    completed = subprocess.run(command, env=environment, capture_output=True, timeout=3000, check=False)
    assert (folder / "results.json").is_file(), completed.stderr.decode()
    results: dict[str, Any] = json.loads((folder / "results.json").read_bytes())
    assert "error" not in results, results
    return results


@pytest.mark.parametrize("languages", [["*"], ["rust"]], ids=["every language", "one language"])
def test_neovim_shows_findings_and_applies_fixes(
    sample_kb: Path, tmp_path_factory: pytest.TempPathFactory, languages: list[str]
) -> None:
    tree = tmp_path_factory.mktemp("some tree")
    results = take_journey(sample_kb, tree, tmp_path_factory.mktemp("journey"), languages)
    assert [file["name"] for file in results["files"]] == list(FILES)
    for file in results["files"]:
        assert file["before"] == ["CR002 502.30a", "CR005 702.40a"]
        assert "**502.30a**" in file["hover"]
        assert file["offered"] == ["Replace 502.30a with 702.40a"]
        assert "\n".join([*file["lines"], ""]) == TEXT.replace("502.30a", "702.40a")
        assert file["after"] == ["CR005 702.40a"]

    upgrade = results["upgrade"]
    assert upgrade["offered"] == ["Upgrade this file and its declaration"]
    assert upgrade["lines"] == ["// CR 116.2a play a land", "// CR 120.3a"]
    assert upgrade["is_unsaved"]
    assert upgrade["declared"][2].startswith('"/old/p (1).rs" = "20')
    assert upgrade["after"] == [], "the declaration counts, although it is not on the disk"
    assert upgrade["saved"] == []
    assert (tree / "comprules.toml").read_text().splitlines() == upgrade["declared"]

    quick = results["quick"]
    assert "**502.30a**" in quick["hover"]
    assert quick["findings"] == 243
    assert quick["published"] < EDITS / 2, "most edits are followed by the next one before a pass is done"
