"""`identify`, `parse`, `archive add` and `check` agree on what a copy of the rules is, in every form."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from pathlib import Path
from quopri import encodestring
from typing import Any

import pytest

from comprules.facts import SAMPLE
from graph.documents.recognition import NO_COPY
from rules.records import GlossaryEntry, Rule
from scraper.archive import load_archive
from scraper.parse import parse_bytes
from tests.comprules.running import run

EDITION = load_archive(SAMPLE).entries[-1]
DATA = (SAMPLE / EDITION.copies[0].file).read_bytes()
WHOLE = parse_bytes(DATA, "sample")
RULES = [rule for rule in WHOLE.rules if rule.kind in ("rule", "subrule")]
SUBRULES = [rule for rule in RULES if rule.kind == "subrule"]
NUMBER, TEXT = "NUMBER", "TEXT"


def _write(form: str, rules: list[Rule] = SUBRULES) -> str:
    """Each of some rules in a form."""
    return "".join(form.replace(NUMBER, rule.number).replace(TEXT, rule.text) for rule in rules)


def _write_glossary(form: str) -> str:
    return "".join(form.replace("TERM", entry.term).replace(TEXT, entry.text) for entry in WHOLE.glossary)


def _find_chapter(number: str) -> list[Rule]:
    return [rule for rule in WHOLE.rules if rule.number[:3] == number]


def _write_line(rule: Rule) -> str:
    return f"{rule.number}{'' if rule.kind == 'subrule' else '.'} {rule.text or rule.heading}"


def _mark_up(rule: Rule | GlossaryEntry) -> str:
    if isinstance(rule, GlossaryEntry):
        return f"<dt>{html.escape(rule.term)}</dt><dd>{html.escape(rule.text)}</dd>"
    return f"<p>{html.escape(_write_line(rule))}</p>"


def _break_tag(paragraph: str) -> str:
    """A paragraph with a span around its words whose tag goes over two lines."""
    opening, words, closing = paragraph.partition(">")[0], paragraph[3:-4], paragraph[-4:]
    return f"{opening} class=Plain><span lang=EN-US\nstyle='font-size:11.0pt'>{words}<o:p></o:p></span>{closing}"


CHAPTERS = sorted({rule.number[:3] for rule in SUBRULES})
LONGEST_CHAPTER = max(CHAPTERS, key=lambda number: len(_find_chapter(number)))
REMARK = "Our engine does that in row_boats.py, and we have written two tests for it this spring."

COPIES: dict[str, Callable[[], str]] = {
    "text": DATA.decode,
    "old line ends": lambda: DATA.decode().replace("\n", "\r"),
    "page": lambda: (
        "<html><body>" + "\n".join([*map(_mark_up, WHOLE.rules), *map(_mark_up, WHOLE.glossary)]) + "</body></html>"
    ),
    "Markdown": lambda: "\n\n".join(f"- **{rule.number}** {rule.text or rule.heading}" for rule in WHOLE.rules),
    "page of a word processor": lambda: (
        "<html><body>"
        + "\n".join(map(_break_tag, [*map(_mark_up, WHOLE.rules), *map(_mark_up, WHOLE.glossary)]))
        + "</body>"
    ),
    "saved page": lambda: (
        "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
        + encodestring("\n".join([*map(_mark_up, WHOLE.rules), *map(_mark_up, WHOLE.glossary)]).encode()).decode()
    ),
    "wiki": lambda: _write("'''NUMBER.''' TEXT\n\n", RULES) + _write_glossary("=== TERM ===\n\nTEXT\n\n"),
    "object": lambda: json.dumps({rule.number: rule.text for rule in SUBRULES}),
    "object of records": lambda: json.dumps({r.number: {"no": r.number, "words": r.text} for r in SUBRULES}),
    "records": lambda: json.dumps([{"n": rule.number, "t": rule.text} for rule in SUBRULES], indent=1),
    "strings": lambda: json.dumps([_write_line(rule) for rule in RULES]),
    "lines of records": lambda: "\n".join(json.dumps({"id": rule.number, "body": rule.text}) for rule in SUBRULES),
    "table": lambda: "number,text\n" + "".join(f'{r.number},"{r.text.replace(chr(34), chr(34) * 2)}"\n' for r in RULES),
    "chapter": lambda: "\n\n".join(map(_write_line, _find_chapter(LONGEST_CHAPTER))),
    "page of a chapter": lambda: "<html><body>" + "".join(map(_mark_up, _find_chapter(LONGEST_CHAPTER))) + "</body>",
    "glossary": lambda: "Glossary\n\n" + _write_glossary("TERM\nTEXT\n\n"),
    "glossary as an object": lambda: json.dumps({entry.term: entry.text for entry in WHOLE.glossary}),
}
FRAME = "\n\n".join(part.text for part in WHOLE.matter if part.name in {"introduction", "credits", "imprint"})
CITING = next(rule.text for rule in SUBRULES if "See rule" in rule.text)
WITHOUT_RULES: dict[str, Callable[[], str]] = {
    "introduction": lambda: f"{FRAME}\n\n{CITING}\n",
    "page of the introduction": lambda: f"<html><body><p>{FRAME}</p><p>{CITING}</p></body></html>",
    "sentences": lambda: "\n\n".join(rule.text for rule in SUBRULES[:30]),
}
"""What is a copy of a part of the rules without the number of a rule; each cites one, so that `check` looks at it."""
OTHERS: dict[str, Callable[[], str]] = {
    "test plan": lambda: _write(f"NUMBER. {REMARK}\n\n"),
    "test plan that quotes": lambda: _write(f"NUMBER TEXT\n{REMARK}\n\n"),
    "test plan as records": lambda: json.dumps([{"rule": r.number, "done": "yes", "note": REMARK} for r in SUBRULES]),
    "test plan as records that quote": lambda: json.dumps(
        [{"rule": rule.number, "text": rule.text, "note": f"{rule.number}: {REMARK}"} for rule in SUBRULES]
    ),
    "program": lambda: _write("# NUMBER TEXT\ndef apply(game):\n    return game.step(stack, rule)\n\n"),
    "program with blocks": lambda: _write("// NUMBER TEXT\nfunction apply(game) {\n  return game.step();\n}\n"),
    "checklist": lambda: _write("- [x] NUMBER TEXT\n"),
    "prose": lambda: _write(f"We had to look up NUMBER again. It says “TEXT” {REMARK}\n\n", SUBRULES[:14]),
    "summaries": lambda: _write("NUMBER. In short, the rower of a boat has to keep both oars until the end.\n\n"),
}


@pytest.fixture(autouse=True)
def _use_sample(sample_ledger: Path, sample_kb: Path, monkeypatch: pytest.MonkeyPatch, workdir: Path) -> None:
    monkeypatch.setenv("COMPRULES_LEDGER", str(sample_ledger))
    monkeypatch.setenv("COMPRULES_DB", str(sample_kb))


def _ask(*words: str) -> Any:
    """The JSON of a command; None if the command refuses the file."""
    answer = run(*words, "--json")
    return json.loads(answer.stdout) if answer.stdout else None


def _is_skipped(name: str) -> bool:
    """Whether `check` skips a file as a copy."""
    (notice,) = _ask("check", name)["notices"] or [{"message": ""}]
    return "it is a copy of the Comprehensive Rules" in notice["message"]


def _is_quoting(answer: Any) -> bool:
    return any(problem["code"] == NO_COPY for problem in answer["diagnostics"])


def _save(text: str) -> str:
    """Write a text into a file, and return the name of the file."""
    name = "file.txt"
    Path(name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.parametrize("form", COPIES)
def test_what_is_a_copy_for_one_command_is_a_copy_for_all(form: str) -> None:
    name = _save(COPIES[form]())
    parsed, identified = _ask("parse", name), _ask("identify", name)
    assert _is_skipped(name)
    assert parsed["rules"] or parsed["glossary"]
    assert not _is_quoting(parsed)
    assert not _is_quoting(identified)
    assert identified["verdict"] in {"edition", "range"}


@pytest.mark.parametrize("form", WITHOUT_RULES)
def test_a_copy_without_rules_is_called_that_by_all(form: str) -> None:
    name = _save(WITHOUT_RULES[form]())
    assert _is_skipped(name)
    told = "its sentences are those of the rules; save it as plain text"
    assert told in run("parse", name).stderr
    assert told in run("identify", name).stderr
    (added,) = _ask("archive", "add", "--dry-run", "--archive", "archive", name)["files"]
    assert told in added["reason"]


@pytest.mark.parametrize("form", OTHERS)
def test_what_is_no_copy_for_one_command_is_none_for_all(form: str) -> None:
    name = _save(OTHERS[form]())
    assert not _is_skipped(name)
    parsed, identified = _ask("parse", name), _ask("identify", name)
    assert parsed is None or _is_quoting(parsed) or parsed["condition"] != "good"
    assert (parsed is None) == (identified is None)
    if identified is not None:
        assert identified["verdict"] == "none" or _is_quoting(identified)
        assert "This is the Comprehensive Rules" not in run("identify", name).stdout
    (added,) = _ask("archive", "add", "--dry-run", "--archive", "archive", name)["files"]
    assert (added["outcome"], added["edition"]) == ("refused", None)


def test_a_chapter_that_show_prints_as_json_is_read_with_its_texts_and_headings() -> None:
    chapter = _find_chapter(LONGEST_CHAPTER)
    name = _save(run("show", LONGEST_CHAPTER, "--tree", "--json").stdout)
    document = _ask("parse", name)
    assert [(rule["number"], rule["text"], rule["heading"]) for rule in document["rules"]] == [
        (rule.number, rule.text, rule.heading) for rule in chapter
    ]


@pytest.mark.parametrize("table", ["rules", "glossary", "texts"])
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_a_table_of_an_export_is_refused_with_a_remedy(table: str, form: str) -> None:
    run("export", "data", "--format", form, "--only", table)
    name = f"data/{table}.{form}"
    for command in ("parse", "identify"):
        answer = run(command, name)
        assert (answer.stdout, answer.exit_code != 0) == ("", True)
        assert "in another file; join the two files by their hashes" in answer.stderr


TYPESET: dict[str, tuple[Callable[[], str], str]] = {
    "LaTeX": (
        lambda: "\n\n".join(["\\documentclass{a}", "\\begin{document}", _write("NUMBER TEXT\n\n"), "\\end{document}"]),
        "LaTeX; %sconvert it to HTML, for example with pandoc -f latex",
    ),
    "LaTeX without its beginning": (
        lambda: _write("\\hypertarget{NUMBER}{NUMBER}\nTEXT\n\n"), "LaTeX; %sconvert it to HTML",
    ),
    "Texinfo": (lambda: "\\input texinfo\n" + _write("@item\nNUMBER TEXT\n\n"), "Texinfo; %sconvert it to HTML"),
    "troff": (
        lambda: ".TH RULES 6\n" + _write(".PP\nNUMBER TEXT\n").replace("’", "\\[cq]").replace("“", "\\(lq"),
        "troff, the form of manual pages; %sconvert it to HTML",
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", TYPESET)
def test_a_source_of_a_typesetting_program_is_refused_by_all_with_one_remedy(form: str) -> None:
    make, words = TYPESET[form]
    name = _save(make())
    told = f"this is {words % ''}"
    assert told in run("parse", name).stderr
    assert told in run("identify", name).stderr
    assert told in run("audit", name).stderr
    (added,) = _ask("archive", "add", "--dry-run", "--archive", "archive", name)["files"]
    assert (added["outcome"], told in added["reason"]) == ("refused", True)
    (notice,) = _ask("check", name)["notices"]
    assert f"it is a copy of the Comprehensive Rules in {words % 'to parse or audit it, '}" in notice["message"]
    assert _ask("parse", "--dialect", "official", name) is not None


CHANGED = "The rower [-waits-] {+rests+} here. "
COMPARISONS: dict[str, Callable[[], str]] = {
    "marked words": lambda: _write(f"NUMBER {CHANGED}TEXT\n\n"),
    "patch": lambda: "@@ -1,3 +1,3 @@\n" + _write("-NUMBER TEXT\n"),
    "redlined page": lambda: _write("<p>NUMBER TEXT <del>That is all.</del></p>\n"),
    "segments": lambda: json.dumps({r.number: [["equal", r.text], ["insert", "Rest."]] for r in SUBRULES}),
}


@pytest.mark.parametrize("form", COMPARISONS)
def test_a_comparison_is_no_copy_for_any_command(form: str) -> None:
    name = _save(COMPARISONS[form]())
    told = "it shows the changes between two texts, and is neither of them"
    assert told in run("parse", name).stderr
    assert told in run("identify", name).stderr
    (notice,) = _ask("check", name)["notices"]
    assert f"skipped: {told}" in notice["message"]


def test_the_changes_that_diff_prints_as_json_are_a_report_and_no_copy() -> None:
    editions = [entry.edition for entry in load_archive(SAMPLE).entries]
    name = _save(run("diff", editions[-2], editions[-1], "--json").stdout)
    assert not _is_skipped(name)
    (notice,) = _ask("check", name)["notices"]
    assert notice["message"] == "skipped: it is a report of comprules"
    assert _ask("parse", name) is None
