"""What people are shown: small histories told by hand, and what a terminal gets that a file does not."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import pytest

from comprules.cli.commands.trace import _format_history
from comprules.cli.downloads import fetch_progress
from comprules.cli.marking import mark_changes, mark_segments
from comprules.cli.output import status_line, wrap_text
from comprules.cli.related import correspondence_lines
from comprules.progress import progress_bar
from graph.answers.history import HistoryAnswer, HistoryEntry
from rules.change import Passage, segments
from rules.links import ChangeClass, ChangeKind, Correspondence, Term
from tests.comprules.running import read_refusal, run
from tests.graph.lineages.small import added, deleted, link
from tests.rules.histories import write_history

A, B, C, D, E, F = (f"200{n}-01-01" for n in range(1, 7))


def entry(
    passage: Passage, first: str, kind: ChangeKind, change: ChangeClass | None, key: str = "100.1", last: str = ""
) -> HistoryEntry:
    return HistoryEntry(
        first=first,
        last=last or first,
        key=key,
        change_kind=kind,
        change_class=change,
        heading=passage.heading,
        text=passage.shown,
        examples=passage.examples,
        notes=passage.notes,
        method="test",
        score=1.0,
    )


def lines(*entries: HistoryEntry, shows_all: bool = False) -> list[str]:
    history = HistoryAnswer(
        lineage="100.1@x", status="current", number=None, ended=None, into=(), ended_announced=(), entries=entries
    )
    output = "\n".join(_format_history(history, (A, B, C, D, E, F), shows_all=shows_all))
    return re.sub(r"\x1b\[\d*m", "", output).split("\n")


class TestTrace:
    PLAIN, CURLY, LONG = (Passage(None, f"Say {word}.") for word in ('"ahoy"', "“ahoy”", '"ahoy there"'))

    def test_typography_in_a_row_is_one_line(self) -> None:
        history = [
            entry(self.PLAIN, A, "added", None),
            entry(self.CURLY, B, "kept", "typographic"),
            entry(self.PLAIN, C, "kept", "typographic", last=D),
            entry(self.LONG, E, "kept", "wording"),
            entry(Passage(None, "Say “ahoy there”."), F, "kept", "typographic"),
        ]
        output = lines(*history)
        assert f"    {B} to 2004-12-31  typography only, 2 times" in output
        assert f"    since {F}  typography only" in output
        assert [line for line in output if line.startswith("100.1")] == [
            f"100.1  {A} to 2001-12-31  added",
            f"100.1  {E} to 2005-12-31  kept, wording",
        ]
        assert 'Say "ahoy {+there+}".' in " ".join(output), "what changed since the last one shown or not"
        output = lines(*history[:2], shows_all=True)
        assert f"100.1  {B} to 2002-12-31  kept, typographic" in output
        assert '    Say [-"-]{+“+}ahoy[-"-]{+”+}.' in output
        output = lines(history[0], entry(self.CURLY, B, "renumbered", "typographic", "200.1"))
        assert f"200.1  {B} to 2002-12-31  renumbered, typographic" in output, "a new number is told"

    def test_headings_and_notes(self) -> None:
        output = lines(
            entry(Passage("Boats", "They float.", (), ("Most do.", "Some sink.")), A, "added", None),
            entry(Passage("Ships", "They float.", (), ("Most do.", "All sink.")), B, "kept", "wording"),
        )
        assert "        Note: Most do." in output, "the first one whole"
        assert "    heading Boats → Ships" in output
        assert "        Note: [-Some-]{+All+} sink." in output
        assert "        Note: Most do." not in output[output.index("    heading Boats → Ships") :]

    def test_the_term_of_an_entry_stands_once(self) -> None:
        output = lines(entry(Passage("Storm", "Wind."), A, "added", None, "glossary:Storm"))
        assert f"glossary:Storm  {A} to 2001-12-31  added" in output
        assert f"100.1  Storm  {A} to 2001-12-31  added" in lines(entry(Passage("Storm", "Wind."), A, "added", None))


@pytest.fixture
def port(tmp_path: Path) -> str:
    """Two editions: chapter 101 takes the number of 100, the rest goes."""
    editions = {
        A: {
            "100": "Water|",
            "100.1": "Boats wait.",
            "101": "Land|",
            "101.1": "Dogs bark.",
            "101.2": "Cats purr.",
            "glossary:Kite": "It flies.",
            "glossary:Quay": "A wall.",
        },
        B: {"100": "Land|", "100.2": "Cats purr loudly.", "100.3": "Owls hoot.", "glossary:Wharf": "A wall."},
    }
    links = {
        B: [
            link("101", "100"),
            link("101.2", "100.2", "renumbered", "wording"),
            link("glossary:Quay", "glossary:Wharf", "renumbered", "terminology"),
            *deleted("100", "100.1", "101.1", "glossary:Kite"),
            *added("100.3"),
        ]
    }
    return str(write_history(tmp_path / "port.sqlite", editions, links))


def by_heading(output: str) -> dict[str, list[str]]:
    """Numbers told, under their chapter's heading; the last block is about the steps without an announcement."""
    groups: dict[str, list[str]] = {}
    heading = ""
    _, *changes, unannounced = output.split("\n\n")
    assert unannounced.startswith("Steps without a known announcement")
    for block in changes:
        if "\n" not in block and "  deleted" not in block and "→" not in block:
            heading = block.strip()
        else:
            groups.setdefault(heading, []).append(block.partition("  ")[0])
    return groups


def test_each_change_stands_under_its_chapter(port: str) -> None:
    whole = {
        "100  Land": ["101 → 100", "101.1", "101.2 → 100.2", "100.3"],
        "100  Water (of 2001-01-01)": ["100", "100.1"],
        "Glossary": ["glossary:Kite", "glossary:Quay → glossary:Wharf"],
    }
    deleted_alone = {**whole, "100  Land": ["101.1"], "Glossary": ["glossary:Kite"]}
    for only, wanted in {
        "": whole,
        "--only deleted": deleted_alone,
        "--only wording,added": {"100  Land": ["101.2 → 100.2", "100.3"]},
    }.items():
        shown = run("diff", A, B, *only.split(), "--db", port).stdout
        assert by_heading(shown) == wanted, only
        assert "heading Quay" not in shown, "the term of an entry stands once"


def harbour(path: Path, editions: Mapping[str, Mapping[str, str]], terms: Sequence[Term]) -> str:
    """A knowledge base in which every record that is in two editions is the same, reworded."""
    links = {
        new: [
            *(link(key, key, "kept", "wording") for key in editions[new] if key in editions[old]),
            *deleted(*(key for key in editions[old] if key not in editions[new])),
            *added(*(key for key in editions[new] if key not in editions[old])),
        ]
        for old, new in pairwise(editions)
    }
    return str(write_history(path / "harbour.sqlite", editions, links, terms=terms))


def test_other_lists(port: str) -> None:
    counts = run("map", "--from", A, "--to", B, "--db", port).stdout.splitlines()[-1]
    assert "deleted" in counts
    assert "renumbered" in counts
    assert run("terms", "--to", A, "--db", port).stdout == "no term was renamed or retired\n"
    restated = [Correspondence(None, "A.1", A, f"100.{n}", "words", 0.75) for n in range(30)]
    shown = list(correspondence_lines(restated))
    assert re.sub(r"\x1b\[\d*m", "", shown[0]) == f"restated    A.1 restates 100.0 of {A} (words, 75%)"
    assert shown[-1].endswith("more; --json has them all"), "it is shortened"


class TestRenamedTerms:
    """An old word leads to the new one, and a living one nowhere."""

    HEAD = "Whoever rows the boat here pays the"
    EDITIONS: ClassVar[dict[str, dict[str, str]]] = {
        A: {
            "1": f"{HEAD} toll.",
            "2": "The quay is of stone, and the mole is of wood.",
            "3": "The mole is long.",
            "glossary:Toll": "A coin for the boat.",
        },
        B: {
            "1": f"{HEAD} fee.",
            "2": "The wharf is of stone, and the mole is of wood.",
            "3": "The pier is long.",
            "glossary:Toll (Obsolete)": "What the fee was called: a toll.",
        },
    }
    TERMS = (
        Term("toll", "fee", B, "renamed", 5, 0.9, forms=(("toll", "fee"), ("tolls", "fees"))),
        Term("quay", "wharf", B, "renamed", 5, 0.4),
        Term("boat", "ship", B, "renamed", 5, 0.9),
        Term("mole", "pier", B, "split", 5, 0.9),
        Term("stone", "granite", C, "renamed", 5, 0.9),
    )

    def search(self, folder: Path, word: str, terms: Sequence[Term] = TERMS, edition: str = "latest") -> str:
        """What is said beside the results."""
        editions = {**self.EDITIONS, C: {**self.EDITIONS[B], "1": "Whoever rows pays the due."}}
        store = harbour(folder, editions if terms[-1].edition == D else self.EDITIONS, terms)
        return run("search", word, "--as-of", edition, "--db", store).output

    def test_a_term_that_was_given_up(self, tmp_path: Path) -> None:
        output = self.search(tmp_path, "Toll")
        assert f"“Toll” has been called “fee” since {B}" in output
        assert "\n1\n" in f"\n{output}", "what has the new word is found too"
        assert f"“Tolls” has been called “fees” since {B}" in self.search(tmp_path, "tolls")
        curated = [Term("quay", "wharf", B, "renamed", 5, 0.4, curated=True)]
        assert f"“Quay” has been called “wharf” since {B}" in self.search(tmp_path, "quay", curated), (
            "a person's word counts"
        )
        later = [*self.TERMS[:1], Term("fee", "due", C, "renamed", 5, 0.9), Term("tax", "due", D, "renamed", 5, 0.9)]
        assert f"“Toll” has been called “due” since {C}" in self.search(tmp_path, "toll", later), "the last name"

    @pytest.mark.parametrize(
        ("word", "edition"),
        [
            ("quay", "latest"),  # mined, and not sure
            ("boat", "latest"),  # the edition has it still
            ("mole", "latest"),  # only one sense of it was renamed
            ("stone", "latest"),  # later
            ("toll", A),
            ("fee", "latest"),
        ],
    )
    def test_nothing_is_said_of_others(self, tmp_path: Path, word: str, edition: str) -> None:
        assert "is called" not in self.search(tmp_path, word, edition=edition)


@pytest.mark.parametrize("command", ["trace", "show", "search", "map", "parse", "nonsense"])
def test_what_is_not_text_is_refused(command: str) -> None:
    assert "UTF-8" in read_refusal(command, "\udcff\udcfe")


@pytest.mark.parametrize("arguments", [("trace", "9" * 100_000), ("x" * 100_000,)])
def test_what_is_huge_is_not_repeated(arguments: tuple[str, ...]) -> None:
    message = read_refusal(*arguments)
    assert "100,000" in message
    assert len(message) < 400


def test_other_scripts_are_text(port: str) -> None:
    assert run("search", "Møwe", "--db", port).exit_code == 0


def make_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take both streams for a terminal of 40 columns."""
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "dumb")


WRAPPED = "A drifting boat follows the current until somebody steers it.\nIt sinks."


def test_paragraphs_are_fitted_to_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    make_terminal(monkeypatch)
    assert wrap_text(WRAPPED, "  ").split("\n") == [
        "  A drifting boat follows the current",
        "  until somebody steers it.",
        "  It sinks.",
    ]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    assert wrap_text(WRAPPED, "  ") == "  " + WRAPPED.replace("\n", "\n  ")


def test_steps_are_shown_on_a_terminal_and_their_names_are_no_markup(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_terminal(monkeypatch)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar("reading") as step, status_line() as tell:
        step(1, 2, "[/harbour]")
        tell("writing [/pages]")
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "[/harbour]" in shown.err
    assert "writing [/pages]" in shown.err


def test_steps_in_a_log_are_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("reading") as step, status_line() as tell:
        step(1, 2, "harbour")
        tell("writing pages")
    assert capsys.readouterr().err == "writing pages\n"


def test_what_a_server_says_commands_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_terminal(monkeypatch)
    with fetch_progress() as progress:
        progress("files", "", 2)
        progress("bytes", "", 20)
        progress("started", "one.txt", 0)
        progress("advanced", "one.txt", 10)
        progress("finished", "one.txt", 0)
        progress("started", "two.txt", 0)
        progress("abandoned", "two.txt", 0)
        progress("note", "it says \x1b]0;harbour\x07 [red]twice", 0)
    shown = capsys.readouterr().err
    assert "two.txt: no source had it" in shown
    assert "[red]twice" in shown
    assert "\x1b]0;" not in shown


def test_changes_are_coloured_on_a_terminal_and_between_marks_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    make_terminal(monkeypatch)
    changes = segments("Boats wait.", "Boats sink.")
    assert mark_segments(changes) == "Boats [-wait-]{+sink+}."
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert mark_segments(changes) == "Boats \x1b[31m\x1b[9mwait\x1b[0m\x1b[32msink\x1b[0m."


def test_found_changes_are_marked_as_a_comparison_marks_them(monkeypatch: pytest.MonkeyPatch) -> None:
    make_terminal(monkeypatch)
    text, changed, found = "Boats sink, slowly, here.", ((10, 18),), ((12, 18), (20, 24))
    assert mark_changes(text, changed, found, "inserted") == "Boats sink{+, slowly+}, here."
    assert mark_changes(text, changed, found, "deleted") == "Boats sink[-, slowly-], here."
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert mark_changes(text, changed, found, "inserted") == (
        "Boats sink\x1b[32m, \x1b[0m\x1b[32m\x1b[1mslowly\x1b[0m, \x1b[1mhere\x1b[0m."
    )
