"""Sources of typesetting programs: LaTeX, Texinfo and troff.

Their commands are mixed with the words, and marks of their own are in place of quotation marks and dashes, so that a
reader of plain text would give records with commands in them and lose headings. Other programs convert them well.
"""

import re
from itertools import islice

from msgspec import Struct

from rules.late_patterns import compile_late

ENOUGH_COMMANDS = 3
"""Minimum number of lines that begin with a command; a source without its beginning has no other sign."""


class TypesetForm(Struct, frozen=True):
    """A form of sources.

    Attributes:
        name: Its name.
        remedy: How to convert it.
        beginning: A pattern for a line break before a line that only such a source has.
        command: A pattern for a line break before a line that begins with a command.
    """

    name: str
    remedy: str
    beginning: re.Pattern[str]
    command: re.Pattern[str]


_FORMS = (
    TypesetForm(
        "LaTeX",
        "convert it to HTML, for example with pandoc -f latex -t html",
        compile_late(r"\n\s{0,9}\\(?:documentclass|documentstyle|begin\s?\{document\})"),
        compile_late(
            r"\n[ \t]{0,20}\\(?:chapter|(?:sub){0,2}section|(?:sub)?paragraph|item|label|hypertarget|noindent|begin"
            r"|end)\b"
        ),
    ),
    TypesetForm(
        "Texinfo",
        "convert it to HTML, for example with texi2any --html --no-split",
        compile_late(r"\n\\input texinfo"),
        compile_late(r"\n@(?:node|chapter|unnumbered|(?:sub){0,2}(?:section|heading)|item|itemize|enumerate|end)\b"),
    ),
    TypesetForm(
        "troff, the form of manual pages",
        "convert it to HTML, for example with pandoc -f man -t html, or with groff -Thtml",
        compile_late(r"\n\.(?:TH|Dd|Dt) [^\n]{1,200}$", re.MULTILINE),
        compile_late(
            r"\n\.(?:[PL]P|Pp|pp|T[HP]|S[HS]|Sh|Ss|[INX]P|NH|It|br|sp|RS|RE)(?:[ \t][^\n]{0,200})?\r?$", re.MULTILINE
        ),
    ),
)


def find_typeset_form(text: str) -> TypesetForm | None:
    """Return the form of a text that is the source of a typesetting program; None for any other text."""
    lines = f"\n{text}"
    for form in _FORMS:
        commands = len(list(islice(form.command.finditer(lines), ENOUGH_COMMANDS)))
        if commands == ENOUGH_COMMANDS or (commands and form.beginning.search(lines)):
            return form
    return None
