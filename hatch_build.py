"""A build hook: the wheel has one package at the top, `comprules`, which holds the others of the project.

In the repository the packages lie side by side. Their names are common words: installed side by side they would replace
other distributions' packages, and a folder of that name beside a user's script would replace them. So `pyproject.toml`
places them below `comprules` in the wheel (`sources`), and this hook has the wheel's files import them from there.
Editable installations have the files of the repository.
"""

import ast
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OUTER = "comprules"
NESTED = ("graph", "rules", "scraper", "site_src")
_MODULE_NAME = re.compile(rf"(?:{'|'.join(NESTED)})(?:\.\w+)+")


class NestingError(Exception):
    """A file cannot be moved below `comprules` without a change of meaning; the message says how to write it."""


class NestingHook(BuildHookInterface[Any]):
    """Replaces the files of the wheel that import packages of the project."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the changed files, before the wheel is built.

        Args:
            version: `standard` or `editable`.
            build_data: What the build is told; the files are added to `force_include`.

        Raises:
            NestingError: A file cannot be nested.
        """
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory(prefix="comprules-wheel-")
        selected = [
            file for file in self.build_config.builder.recurse_selected_project_files() if file.path.endswith(".py")
        ]
        modules = {_name_module(file.relative_path) for file in selected}
        for file in selected:
            source = Path(file.path).read_text(encoding="utf-8")
            check_strings(source, file.relative_path, modules)
            nested = nest_imports(source, file.relative_path)
            if nested == source:
                continue
            target = Path(self._folder.name, file.distribution_path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(nested, encoding="utf-8", newline="\n")
            build_data["force_include"][str(target)] = file.distribution_path
            # hatchling reserves the place of a forced file by itself, unless the file is below the project's folder.
            self.build_config.build_reserved_paths.add(file.distribution_path)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the changed files, after the wheel was built."""
        if version != "editable":
            self._folder.cleanup()


def nest_imports(source: str, path: str) -> str:
    """Return a module's source with imports of the nested packages from below `comprules`; all else is unchanged.

    Args:
        source: The source.
        path: The file, for messages.

    Raises:
        NestingError: An import binds a name that would mean another module.
    """
    lines = source.encode().splitlines(keepends=True)
    tree = ast.parse(source, path)
    # From the end, so that the places of what comes before stay right.
    for node in sorted(_list_imports(tree), key=lambda node: (node.lineno, node.col_offset), reverse=True):
        before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
        statement = b"".join(lines)[len(before) :]
        changed = _nest_from(statement) if isinstance(node, ast.ImportFrom) else _nest_import(node, statement, path)
        lines = (before + changed).splitlines(keepends=True)
    nested = b"".join(lines).decode()
    if ast.dump(ast.parse(nested, path)) != ast.dump(_Nesting().visit(tree)):
        raise NestingError(f"{path}: its imports cannot be nested; write each on a line of its own")
    return nested


def check_strings(source: str, path: str, modules: set[str]) -> None:
    """Check that no string names a nested module, which has another name in the wheel.

    Args:
        source: A module's source.
        path: Its file, for messages.
        modules: The names of all modules, as in the repository.

    Raises:
        NestingError: A string does.
    """
    for node in ast.walk(ast.parse(source, path)):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if _MODULE_NAME.fullmatch(node.value) and node.value in modules:
            raise NestingError(
                f"{path}:{node.lineno}: the module {node.value!r} has another name in the wheel; "
                "make it from __package__ or __name__"
            )


def _is_nested(module: str) -> bool:
    return module.partition(".")[0] in NESTED


def _name_module(path: str) -> str:
    """Return the name of a file's module in the repository."""
    parts = Path(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _list_imports(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        if any(map(_is_nested, _list_modules(node))):
            yield node


def _list_modules(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the modules that a statement imports from by their whole names."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if node.level == 0 and node.module is not None else []


def _nest_from(statement: bytes) -> bytes:
    """Return `from rules.x import y …` as `from comprules.rules.x import y …`."""
    return re.sub(rb"\Afrom\s+", lambda start: start[0] + f"{OUTER}.".encode(), statement, count=1)


def _nest_import(node: ast.Import, statement: bytes, path: str) -> bytes:
    """Return `import rules` as `import comprules.rules as rules`."""
    (alias,) = node.names if len(node.names) == 1 else (None,)
    if alias is None or ("." in alias.name and alias.asname is None):
        raise NestingError(
            f"{path}:{node.lineno}: write `from … import …`: the name would mean another module below {OUTER}"
        )
    ending = b"" if alias.asname else f" as {alias.name}".encode()
    name = alias.name.encode()
    return re.sub(
        rb"\Aimport\s+" + re.escape(name), b"import " + f"{OUTER}.".encode() + name + ending, statement, count=1
    )


class _Nesting(ast.NodeTransformer):
    """Does to the syntax tree what is to be done to the source, to compare the two."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        """Nest the module that names are imported from."""
        if any(map(_is_nested, _list_modules(node))):
            node.module = f"{OUTER}.{node.module}"
        return node

    def visit_Import(self, node: ast.Import) -> ast.Import:
        """Nest the modules that are imported."""
        for alias in node.names:
            if _is_nested(alias.name):
                alias.asname = alias.asname or alias.name
                alias.name = f"{OUTER}.{alias.name}"
        return node
