"""The parts of the documentation that are generated from the code: commands, tables, graph, Python API, addresses.

A line `<!-- reference: NAME -->` in a page of `docs` marks the place of such a part; it is inserted when the
site is built.
"""

import inspect
import re
import sqlite3
import tomllib
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

import click

import comprules
from comprules.cli.group import COMMANDS, cli
from graph.network.attributes import list_attributes, summary_of
from graph.network.schema import EDGES, NODES, Edge, Node
from rules.links import CLASSES
from rules.store import schema
from rules.store.schema import TEXT_VIEWS, VIEWS, make_tables
from site_src.page_kinds import list_addresses

_COLUMNS_FILE = Path(schema.__file__).with_name("columns.toml")
"""The descriptions of tables and their columns."""

_ITEM = re.compile(r"^(\w+): (.*)$")
WIDTH = 80
"""Columns of the help text, so that it fits next to the contents of a page."""
_TYPE_WORDS = {str: "text", int: "integer", float: "number", bool: "boolean"}
_MARK = re.compile(r"^<!-- reference: (\w+) -->$", re.MULTILINE)


def columns_of_tables() -> dict[str, list[tuple[str, str]]]:
    """Return name and type of each column by table or view, in their order: `{"rules": [("number", "text"), …], …}`."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(make_tables() + VIEWS + TEXT_VIEWS)
    names = connection.execute("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY rowid")
    # The tables of the full-text search and those of SQLite itself are not part of the data.
    tables = {name: kind for name, kind in names if not name.startswith(("search_", "sqlite_"))}
    columns: dict[str, list[tuple[str, str]]] = {}
    for table, kind in tables.items():
        columns[table] = _list_columns(connection, table, is_view=kind == "view")
    connection.close()
    return columns


def _list_columns(connection: sqlite3.Connection, table: str, *, is_view: bool) -> list[tuple[str, str]]:
    """Return name and type of each column of a table: `("heading", "text, or null")`."""
    columns: list[tuple[str, str]] = []
    for _, name, declared, is_required, _, in_key in connection.execute(f"PRAGMA table_info({table})"):
        words = declared.lower()
        # SQLite does not know which columns of a view may be null.
        if declared and not is_view and not is_required and not in_key:
            words += ", or null"
        columns.append((name, words))
    return columns


def read_descriptions() -> dict[str, dict[str, str]]:
    """Return table → column → description, the content of `columns.toml`; the column `about` describes the table."""
    classes = ", ".join(f"`{name}`" for name in CLASSES)
    tables: dict[str, dict[str, str]] = tomllib.loads(_COLUMNS_FILE.read_text("utf-8").replace("{classes}", classes))
    return tables


def tables_reference() -> str:
    """Return a section for each table with its columns."""
    about_tables = read_descriptions()
    common = about_tables["common"]
    parts: list[str] = []
    for table, columns in columns_of_tables().items():
        about = about_tables[table]
        rows = [f"| `{name}` | {kind} | {about.get(name, common.get(name, ''))} |" for name, kind in columns]
        heading = [f"## {table}", "", about["about"], ""]
        parts.append("\n".join([*heading, "| column | type | what |", "|---|---|---|", *rows, ""]))
    return "\n".join(parts)


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
    """Yield rows for the public, documented methods and properties of a class.

    None for records, whose docstrings already list their attributes, and none for errors.
    """
    if "Attributes:" in (inspect.getdoc(kind) or "") or issubclass(kind, Exception):
        return
    for name, member in inspect.getmembers(kind):
        summary = (inspect.getdoc(member) or "").partition("\n\n")[0].replace("\n", " ")
        is_ours = callable(member) or inspect.isdatadescriptor(member) or isinstance(member, cached_property)
        if not name.startswith("_") and summary and is_ours:
            parameters = ""
            if callable(member):
                parameters = _format_signature(member).replace("(self, ", "(").replace("(self)", "()")
            yield f"| `{name}{parameters}` | {summary} |"


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
        if match:
            yield f"- `{match[1]}`: {match[2]}"
        elif line.startswith(" "):
            yield f"  {line.strip()}"
        else:
            yield f"- {line}"


def _format_code(text: str, language: str = "python") -> list[str]:
    return [f"```{language}", text, "```", ""]


def help_of(name: str) -> str:
    """Return the help of a command as `comprules NAME --help` prints it on a terminal of `WIDTH` columns.

    Raises:
        KeyError: There is no such command.
    """
    command = cli.get_command(click.Context(cli), name)
    if command is None:
        raise KeyError(name)
    parent = _make_group_context(command)
    with click.Context(command, parent=parent, info_name=name) as context:
        printed = command.get_help(context)
    return re.sub(r" +$", "", click.unstyle(printed), flags=re.MULTILINE).strip() + "\n"


def _make_group_context(command: click.Command) -> click.Context:
    """Return a context of the command `comprules` for the help of one of its commands.

    The width of the help comes from there, as if `comprules NAME` ran on a terminal. Settings of the group, such as the
    names of the help option, hold for the command as well; of settings that both have, those of the group count.
    """
    settings = {**command.context_settings, **cli.context_settings}
    return click.Context(cli, info_name="comprules", terminal_width=WIDTH, max_content_width=WIDTH, **settings)


def commands_reference() -> str:
    """Return a section for each command, in the order in which `comprules --help` lists them."""
    return "\n".join(f"## {name}\n\n```text\n{help_of(name)}```\n" for name in COMMANDS)


def graph_reference() -> str:
    """Return a section for each type of node and of edge of the graph, with its attributes."""
    lines = ["## Nodes", ""]
    for node in NODES:
        lines += [f"### {node.node_type}", "", summary_of(node), "", *_list_attribute_rows(node)]
    lines += ["## Edges", ""]
    for edge in EDGES:
        sources = " or ".join(edge.source_types)
        targets = " or ".join(edge.target_types)
        lines += [f"### {edge.relation}", "", f"{summary_of(edge)} From {sources} to {targets}.", ""]
        lines += _list_attribute_rows(edge)
    return "\n".join(lines)


def _list_attribute_rows(kind: type[Node | Edge]) -> list[str]:
    """Return the table of the attributes of a type of node or edge; empty if it has none."""
    rows = []
    for attribute in list_attributes(kind):
        words = _TYPE_WORDS[attribute.type]
        if attribute.is_optional:
            words += ", or absent"
        rows.append(f"| `{attribute.name}` | {words} | {attribute.description} |")
    if rows:
        return ["| attribute | type | what |", "|---|---|---|", *rows, ""]
    return []


PARTS: dict[str, Callable[[], str]] = {
    "addresses": list_addresses,
    "commands": commands_reference,
    "graph": graph_reference,
    "library": library_reference,
    "tables": tables_reference,
}


def fill_in(page: str) -> str:
    """Return a page of Markdown with its generated parts.

    Raises:
        KeyError: The page asks for an unknown part.
    """
    return _MARK.sub(lambda mark: PARTS[mark[1]](), page)
