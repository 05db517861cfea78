"""What a terminal is shown that a file is not: fitted paragraphs, bars, one changing line; and nothing commands it."""

from __future__ import annotations

import sys

import pytest

from comprules.cli.fetching import fetch_progress
from comprules.cli.output import progress_bar, status_line, wrap_text
from comprules.cli.segments import mark_segments
from rules.change import segments


def make_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take both streams for a terminal of 40 columns."""
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "dumb")


LONG = "A drifting boat follows the current until somebody steers it.\nIt sinks."


def test_paragraphs_are_fitted_to_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    make_terminal(monkeypatch)
    assert wrap_text(LONG, "  ").split("\n") == [
        "  A drifting boat follows the current",
        "  until somebody steers it.",
        "  It sinks.",
    ]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    assert wrap_text(LONG, "  ") == "  " + LONG.replace("\n", "\n  ")


def test_steps_are_shown_on_a_terminal_and_their_names_are_no_markup(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_terminal(monkeypatch)
    with progress_bar("reading") as step, status_line() as tell:
        step(1, 2, "[/harbour]")
        tell("writing [/pages]")
    assert not capsys.readouterr().out


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
        progress.planned(2, 20)
        progress.started("one.txt", 10)
        progress.advanced("one.txt", 10)
        progress.finished("one.txt")
        progress.started("two.txt", 10)
        progress.abandoned("two.txt")
        progress.note("it says \x1b]0;harbour\x07 [red]twice")
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
