"""A newest edition in every condition in which copies survive, alone and after others: all commands answer."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from comprules.reference import fill_in
from graph.history import History
from rules.store import open_store
from site_src.builder.site import build_site
from site_src.pages.history.lineages import Timelines
from tests.attack.editions import FILLER, edition_text
from tests.comprules.running import run
from tests.scraper.archives import write_archive
from tests.site_src.test_build import ignore_message, needs_assets

OLD, MIDDLE, NEW = "2019-01-25", "2021-04-22", "2026-04-17"
LANTERN = "A lantern is lit as long as its owner holds it; see rule 100.1."
QUOTED = "“Whoever holds the lantern’s light — and nobody else — sees the river’s other bank.”"
OLDER = {
    OLD: edition_text(OLD, {"Stones": FILLER, "Boats": FILLER[:2]}),
    MIDDLE: edition_text(MIDDLE, {"Stones": FILLER, "Boats": FILLER}),
}
WHOLE = edition_text(NEW, {"Stones": [LANTERN, QUOTED, *FILLER], "Boats": FILLER}).encode()
LOSSY = WHOLE.replace("’".encode(), b"\xef\xbf\xbd")
CONDITIONS = {
    "good": WHOLE,
    "retyped": WHOLE,
    "damaged": LOSSY,
    "truncated": WHOLE[: WHOLE.index(b"101.4")],
    "destroyed": b"\0" * len(WHOLE),
    "retyped and damaged": LOSSY,
    "retyped and truncated": WHOLE[: WHOLE.index(b"101.4")],
}
COMMANDS = (
    "editions", "show 100.1", "show 100.1 --tree", "show 100.6", "show 999.9", "show 100.1 --as-of first",
    "trace 100.1", "trace 100.6", "trace glossary:Stone", "blame 100.1", "blame 100.6", "refs", "refs 100.1",
    "refs 100.1 --to", "map --from first --to latest", "map --from latest --to first",
    "map 100.1 --from first --to latest",
    "diff first latest", "diff latest first", f"diff {NEW} first", f"diff first {NEW}", "terms", "audit", "audit --all",
    "search lantern", "search stone --history", "search stone --changes", "search 100.1",
    "search stone --changed-since 2020-01-01", "list contents", "list keywords", "list codes",
)  # fmt: skip
CASES = list(itertools.product(CONDITIONS, (True, False)))


def make(folder: Path, condition: str, *, is_alone: bool) -> Path:
    """Return a knowledge base whose newest edition, or only one, has a condition; it need not exist."""
    texts = {day: {"a.txt": text.encode()} for day, text in ({} if is_alone else OLDER).items()}
    archive = write_archive(folder / "archive", texts | {NEW: {"a.txt": CONDITIONS[condition]}})
    if condition.startswith("retyped"):
        rows = json.loads((archive / "manifest.json").read_text())
        rows[-1]["copies"][0] |= {"condition": "retyped", "reason": "somebody typed it"}
        (archive / "manifest.json").write_text(json.dumps(rows))
    result = run("ingest", "--archive", str(archive), "--db", str(folder / "kb.sqlite"), "--jobs", "1")
    assert result.exit_code in ({0} if condition != "destroyed" else {0, 1, 2}), result.output
    return folder / "kb.sqlite"


@pytest.mark.parametrize(("condition", "is_alone"), CASES)
def test_every_command_answers(tmp_path: Path, condition: str, is_alone: bool) -> None:
    db = make(tmp_path, condition, is_alone=is_alone)
    possible = {0, 1} if condition != "destroyed" else {0, 1, 2}  # 2: the newest edition is not at hand
    assert db.exists() == (condition != "destroyed" or not is_alone)
    for words in COMMANDS:
        for form in ([], [] if words.endswith("--tree") else ["--json"]):
            result = run(*words.split(), *form, "--db", str(db))
            assert result.exit_code in possible, (words, result.output)
            assert "unexpected" not in result.output, words
    outputs = [["digest"], ["ledger", "--out", str(tmp_path / "x.ledger")]]
    outputs += [["export", str(tmp_path / form), "--format", form] for form in ("jsonl", "csv", "gexf", "graphml")]
    for output in outputs:
        result = run(*output, "--db", str(db))
        assert result.exit_code in possible, (output, result.output)
        assert "unexpected" not in result.output, output
    result = run("doctor", "--archive", str(tmp_path / "archive"))
    assert result.exit_code in {0, 1}, result.output


@pytest.mark.parametrize(("condition", "is_alone"), CASES)
def test_every_rule_has_a_history_for_its_page(tmp_path: Path, condition: str, is_alone: bool) -> None:
    db = make(tmp_path, condition, is_alone=is_alone)
    if not db.exists():
        return
    with open_store(db) as store:
        history = History(store)
        timelines = Timelines(history)
        for lineage, versions in history.versions.by_lineage.items():
            trace = timelines.trace(lineage)
            assert timelines.words_before_current_keys(lineage)
            assert timelines.summarize(trace)
            assert (trace.number is None) == (trace.status != "current")
            if trace.status == "current":
                assert timelines.list_current_keys(lineage) == (versions[-1].key,)
            else:
                assert timelines.describe_end(trace)


@pytest.mark.long
@needs_assets
@pytest.mark.parametrize(
    ("condition", "is_alone"), [("retyped", False), ("retyped", True), ("truncated", False), ("damaged", True)]
)
def test_the_site_is_built(tmp_path: Path, condition: str, is_alone: bool) -> None:
    build_site(make(tmp_path, condition, is_alone=is_alone), tmp_path / "site", fill_in, progress=ignore_message)
    assert (tmp_path / "site" / "e" / NEW / "index.html").exists()
