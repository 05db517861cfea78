"""The parts of the documentation that are generated from the code: commands, tables, the Python API.

A line `<!-- reference: NAME -->` in a page of `docs` marks the place of such a part; it is inserted when the
site is built.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from comprules.reference.commands import commands_reference
from comprules.reference.python_api import library_reference
from comprules.reference.tables import tables_reference

PARTS: dict[str, Callable[[], str]] = {
    "commands": commands_reference,
    "library": library_reference,
    "tables": tables_reference,
}

_MARK = re.compile(r"^<!-- reference: (\w+) -->$", re.MULTILINE)


def fill_in(page: str) -> str:
    """Return a page of Markdown with its generated parts.

    Raises:
        KeyError: The page asks for an unknown part.
    """
    return _MARK.sub(lambda mark: PARTS[mark[1]](), page)
