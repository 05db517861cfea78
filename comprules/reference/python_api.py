"""The reference of the Python API: every public name of `comprules`, from its docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cached_property

import comprules

_ITEM = re.compile(r"^(\w+): (.*)$")


def library_reference() -> str:
    """Return a section for each function, then for each class, from their docstrings."""
    public = {name: getattr(comprules, name) for name in comprules.__all__}
    functions = {name: item for name, item in public.items() if inspect.isfunction(item)}
    classes = {name: item for name, item in public.items() if inspect.isclass(item)}
    lines = []
    for name, function in functions.items():
        lines += [
            f"## {name}",
            "",
            *_format_code(f"comprules.{name}{_format_signature(function)}"),
            *_format_docstring(function),
        ]
    for name, kind in classes.items():
        lines += [f"## {name}", "", *_format_docstring(kind)]
        if methods := list(_list_methods(kind)):
            lines += ["| method | what it gives |", "|---|---|", *methods, ""]
    return "\n".join(lines)


def _format_signature(function: object) -> str:
    """Return the signature of a function as `(store, number, edition='latest')`.

    It has names and defaults; the docstrings describe the types in words.
    """
    signature = inspect.signature(function)  # type: ignore[arg-type]
    plain = [parameter.replace(annotation=parameter.empty) for parameter in signature.parameters.values()]
    return str(signature.replace(parameters=plain, return_annotation=signature.empty))


def _list_methods(kind: type) -> Iterator[str]:
    """Yield rows for the public methods and properties that are ours and documented.

    Records list their attributes instead.
    """
    if "Attributes:" in (inspect.getdoc(kind) or "") or issubclass(kind, Exception):
        return
    for name, member in inspect.getmembers(kind):
        summary = (inspect.getdoc(member) or "").partition("\n\n")[0].replace("\n", " ")
        is_ours = callable(member) or inspect.isdatadescriptor(member) or isinstance(member, cached_property)
        if not name.startswith("_") and summary and is_ours:
            given = (
                _format_signature(member).replace("(self, ", "(").replace("(self)", "()") if callable(member) else ""
            )
            yield f"| `{name}{given}` | {summary} |"


def _format_docstring(documented: object) -> Iterator[str]:
    """Yield a docstring in Google's style as Markdown."""
    for paragraph in (inspect.getdoc(documented) or "").split("\n\n"):
        section, _, rest = paragraph.partition("\n")
        if section in ("Args:", "Attributes:", "Raises:", "Returns:"):
            yield from (f"**{section.removesuffix(':').replace('Args', 'Arguments')}**", "")
            yield from (*_format_items(inspect.cleandoc(rest)), "")
        elif section == "Example:":
            yield from _format_code(inspect.cleandoc(rest), "python")
        else:
            yield from (paragraph, "")


def _format_items(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        match = _ITEM.match(line)
        yield f"- `{match[1]}`: {match[2]}" if match else f"  {line.strip()}" if line.startswith(" ") else f"- {line}"


def _format_code(text: str, language: str = "python") -> list[str]:
    return [f"```{language}", text, "```", ""]
