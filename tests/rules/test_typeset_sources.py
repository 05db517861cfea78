"""Sources of typesetting programs are told from other texts by their commands."""

import pytest

from rules.typeset_sources import find_typeset_form

LATEX = "\\section{101. Lamb}\n101.1. A lamb eats.\n"
OTHERS = [
    "101.1. A lamb eats.\n",
    LATEX * 2,
    "@node is a name.\n.PP is a command.\n",
    "```\n.TH\n```\n",
    "A price of @5.\n" * 9,
    ".1 of the lambs\n.25 of the rams\n.5 of the ewes\n",
]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (LATEX * 3, "LaTeX"),
        ("\\documentclass[a4paper]{article}\n" + LATEX, "LaTeX"),
        ("\\input texinfo\n@node Lamb\n", "Texinfo"),
        ("@section 101. Lamb\n" * 3, "Texinfo"),
        (".TH LAMB 7\n.SH Lambs\n", "troff, the form of manual pages"),
        (".Pp\r\nA lamb eats.\r\n" * 3, "troff, the form of manual pages"),
    ],
)
def test_commands_tell_the_form(text: str, name: str) -> None:
    form = find_typeset_form(text)
    assert form is not None
    assert form.name == name


@pytest.mark.parametrize("text", OTHERS)
def test_a_few_such_lines_are_no_source(text: str) -> None:
    assert find_typeset_form(text) is None
