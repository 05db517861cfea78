"""The house's own rules: which package may import which, who may use the network, how long a module may be."""

from __future__ import annotations

import ast
import builtins
import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import networkx
import pytest
from msgspec.structs import asdict

import comprules
from comprules import code
from tests.density import LONGEST_STATEMENT, Density, measure_density

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "rules": set(),
    "scraper": {"rules"},
    "graph": {"rules"},
    "site_src": {"graph", "rules"},
    "comprules": {"scraper", "rules", "graph", "site_src"},
}
"""Package → the packages of ours that it may import besides itself."""

NETWORK = {"aiohttp", "ftplib", "http.client", "httpcore", "httpx", "requests", "socket", "urllib.request", "urllib3"}
NETWORK_USER = "scraper/web/client.py"
LONGEST = 600
DENSITY = {
    "rules": Density(pronouns=1),
    "graph": Density(pronouns=4, long=10),
    "scraper": Density(pronouns=2, nested=1, long=7),
    "comprules": Density(pronouns=3, nested=1, long=17),
    "site_src": Density(long=9),
}
"""What each package may have of code that is hard to read. The numbers only fall: lower them when you rewrite some."""

MODULES = sorted(path for package in MAY_IMPORT for path in (ROOT / package).rglob("*.py"))
WITH_BENCH = [*MODULES, *sorted((ROOT / "bench").rglob("*.py"))]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def source_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def parse_module(source: str) -> ast.Module:
    return ast.parse(source)


def tree_of(path: Path) -> ast.Module:
    return parse_module(source_of(path))


@cache
def imported(source: str) -> tuple[tuple[int, str], ...]:
    """(line, dotted module) of everything that a module imports; `from a import b` counts as `a` and as `a.b`."""
    return tuple(_imports(parse_module(source)))


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: relative import; write the package's name"
            yield node.lineno, node.module or ""
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"


def forbidden_imports(package: str, source: str) -> list[str]:
    """Imports of ours against the direction."""
    others = set(MAY_IMPORT) - {package} - MAY_IMPORT[package] | {"bench", "tests"}
    imports = {(line, module) for line, module in imported(source) if module.partition(".")[0] in others}
    return [f"line {line}: {module}" for line, module in sorted(imports)]


def network_imports(source: str) -> list[str]:
    """Imports that can reach the network."""
    imports = {
        (line, module)
        for line, module in imported(source)
        if any(module == name or module.startswith(f"{name}.") for name in NETWORK)
    }
    return [f"line {line}: {module}" for line, module in sorted(imports)]


def places_of_classes(paths: Iterable[Path]) -> dict[str, list[str]]:
    """Class name → `file:line` of every definition, nested ones too."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path}:{node.lineno}")
    return dict(places)


def modules_imported(paths: Iterable[Path]) -> dict[str, set[str]]:
    """Module → the modules of `paths` that it imports anywhere; `from a import b` is `a.b` where that is a module."""
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    return {
        name: {module for module in _modules(tree_of(path), names) if module in names and module != name}
        for name, path in names.items()
    }


def _modules(tree: ast.Module, names: Container[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (module if module in names else node.module for module in inner)


def circles(imports: Mapping[str, set[str]]) -> list[list[str]]:
    """Groups of modules each of which imports, directly or not, every other of its group."""
    edges = [(module, other) for module, others in imports.items() for other in others]
    groups: Iterable[set[str]] = networkx.strongly_connected_components(networkx.DiGraph(edges))
    return sorted(sorted(group) for group in groups if len(group) > 1)


def test_there_is_something_to_check() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in MODULES} == set(MAY_IMPORT)


def test_the_checks_see_what_they_forbid() -> None:
    assert forbidden_imports("rules", "import scraper.parse") == ["line 1: scraper.parse"]
    assert forbidden_imports("graph", "def f():\n    from site_src import build")[0] == "line 2: site_src"
    assert forbidden_imports("comprules", "import scraper, graph, os") == []
    assert forbidden_imports("scraper", "from rules.records import Rule") == []
    assert network_imports("from urllib import request, parse") == ["line 1: urllib.request"]
    assert network_imports("import urllib.parse") == []


def test_imports_go_one_way() -> None:
    forbidden = {name_of(path): forbidden_imports(path.relative_to(ROOT).parts[0], source_of(path)) for path in MODULES}
    assert {name: lines for name, lines in forbidden.items() if lines} == {}


def test_nothing_but_the_command_line_imports_it() -> None:
    """Editors, assistants and the Python API print the same answers, and work without it."""
    strays = {
        name_of(path): [module for _, module in imported(source_of(path)) if module.startswith("comprules.cli")]
        for path in MODULES
        if not name_of(path).startswith("comprules/cli/")
    }
    assert {name for name, modules in strays.items() if modules} == COMMAND_LINES


COMMAND_LINES = {"comprules/__main__.py", "comprules/reference.py"}
"""They start the command line, and document it."""


def test_only_the_client_touches_the_network() -> None:
    assert [name_of(path) for path in MODULES if network_imports(source_of(path))] == [NETWORK_USER]


def test_modules_are_short_and_documented() -> None:
    assert [name_of(path) for path in MODULES if not ast.get_docstring(tree_of(path))] == []
    assert [name_of(path) for path in MODULES if source_of(path).count("\n") > LONGEST] == [], "split them"


def test_a_knowledge_base_depends_on_no_code_but_what_its_hashes_cover() -> None:
    """Else an edition would be kept as it was although the code that reads, aligns or traces it is another."""
    covered = code.list_covered()
    todo = [ROOT / f"comprules/{name}.py" for name in ("work", "steps", "edition_texts", "attribution")]
    seen: set[Path] = set()
    while todo:
        path = todo.pop()
        if path not in seen:
            seen.add(path)
            modules = (module.replace(".", "/") for _, module in imported(source_of(path)))
            ways = (way for module in modules for way in (ROOT / f"{module}.py", ROOT / module / "__init__.py"))
            todo += [way for way in ways if way.is_file()]
    assert len(seen) > 60
    assert {name_of(path) for path in seen} - covered == FACES


FACES = {"comprules/code.py", "graph/__init__.py", "rules/errors.py", "rules/files.py", "rules/workers.py"}
"""They decide nothing about what is in a knowledge base."""


CUT_AT_POINT = re.compile(r"""\b(?:r?partition|split)\(["']\.["'](?:, 1)?\)\[0\]""")


def test_only_the_module_of_numbers_cuts_a_number_at_its_point() -> None:
    assert [bool(CUT_AT_POINT.search(line)) for line in ('n.partition(".")[0]', "n.split('.')[0]", "n.split()[0]")] == [
        True,
        True,
        False,
    ]
    assert [name_of(path) for path in WITH_BENCH if CUT_AT_POINT.search(source_of(path))] == ["rules/numbers.py"]


def test_doubled_class_names_are_found_inside_functions_too(tmp_path: Path) -> None:
    first, second = tmp_path / "one.py", tmp_path / "other.py"
    first.write_text("class Hat:\n    pass\n", encoding="utf-8")
    second.write_text("def f():\n    class Hat:\n        pass\n", encoding="utf-8")
    assert places_of_classes([first, second]) == {"Hat": [f"{first}:1", f"{second}:2"]}


def test_imports_go_in_no_circle() -> None:
    """Imports inside functions and for type checkers count: a circle of them is one thing cut into two modules."""
    assert circles(modules_imported(WITH_BENCH)) == []


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
    assert circles({"a": {"a"}}) == []


def test_all_errors_of_ours_have_one_base() -> None:
    built_in = {
        name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, Exception)
    }
    strays = [
        f"{name_of(path)}: {node.name}"
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef) and (bases := {ast.unparse(base) for base in node.bases}) & built_in
        if node.name != "ComprulesError" and "ComprulesError" not in bases
    ]
    assert not strays
    assert issubclass(comprules.StoreError, comprules.ComprulesError)


@pytest.mark.parametrize("package", DENSITY)
def test_code_becomes_no_denser(package: str) -> None:
    density = measure_density(path for path in MODULES if name_of(path).startswith(f"{package}/"))
    measured, ceilings = asdict(density), asdict(DENSITY[package])
    denser = {name: f"{count}, at most {ceilings[name]}" for name, count in measured.items() if count > ceilings[name]}
    assert denser == {}, "write it plainly: give values names, decide with `if`, work in `for`"


@pytest.mark.parametrize(
    ("folder", "pattern", "width"),
    [
        ("site_src/assets", "*.js", 100),
        ("site_src/assets", "*.mjs", 100),
        ("site_src/templates", "*.j2", 120),
        ("site_src/theme", "*.html", 120),
        ("comprules/cli", "*.j2", 120),
    ],
)
def test_no_line_of_a_script_or_template_is_too_long(folder: str, pattern: str, width: int) -> None:
    # the formatter of scripts breaks no text, comment or pattern; templates have none
    paths = list((ROOT / folder).rglob(pattern))
    assert paths
    long = [
        f"{name_of(path)}:{number}"
        for path in paths
        for number, line in enumerate(source_of(path).splitlines(), 1)
        if len(line) > width
    ]
    assert long == []


def test_every_script_is_type_checked() -> None:
    # `make lint` checks strictly what begins with this line
    assets = ROOT / "site_src" / "assets"
    scripts = [*assets.rglob("*.js"), *assets.rglob("*.mjs"), *(ROOT / "tests" / "browser").glob("*.js")]
    assert scripts
    unchecked = [name_of(path) for path in scripts if not source_of(path).startswith("// @ts-check\n")]
    assert unchecked == [], "write types as JSDoc, and `// @ts-check` on top"


def test_density_is_seen() -> None:
    source = """
def find(its):
    rows = [[cell for cell in row] for row in its]
    return 1 if rows else 2 if its else 3
"""
    density = Density()
    density.add(ast.parse(source))
    assert density == Density(pronouns=1, nested=1, chained=1)
    nested_ifs = "".join(f"{'    ' * depth}if value:\n" for depth in range(1, 7)) + "    " * 7 + "pass\n"
    density.add(ast.parse(f"def decide(value):\n{nested_ifs}"))
    assert density.hard == 1, "1 + 2 + 3 + 4 + 5 + 6"
    density.add(ast.parse(f"total = {' + '.join(['one'] * LONGEST_STATEMENT)}"))
    assert density.long == 1
