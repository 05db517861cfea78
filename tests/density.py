"""How dense code is: names that are pronouns, nested expressions, complex functions, long statements."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

PRONOUNS = frozenset(
    [
        "its",
        "it",
        "one",
        "ours",
        "theirs",
        "other",
        "others",
        "mine",
        "his",
        "some",
        "every",
        "each_",
        "here",
        "near",
        "said",
        "told",
        "came",
        "made",
        "kept",
        "known",
        "asks",
        "of_it",
        "it_",
        "them",
        "which",
        "what",
        "who",
        "whose",
        "that",
        "these",
        "those",
        "both",
        "either",
        "beside",
    ]
)
HARD = 15
"""Cognitive complexity above which a function is hard to read."""
LONGEST_STATEMENT = 60
"""Number of nodes above which a statement is long."""

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.Match)
_NOT_COUNTED = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)


class Density(Struct):
    """What was counted in a package.

    Attributes:
        pronouns: Bindings of names that are pronouns.
        nested: Comprehensions with another comprehension inside.
        chained: Conditional expressions with another conditional expression as a part.
        hard: Functions with a cognitive complexity above `HARD`.
        long: Simple statements of more than `LONGEST_STATEMENT` nodes.
    """

    pronouns: int = 0
    nested: int = 0
    chained: int = 0
    hard: int = 0
    long: int = 0

    def add(self, tree: ast.Module) -> None:
        """Count what a module has."""
        for node in ast.walk(tree):
            self.pronouns += is_pronoun(node)
            self.nested += is_nested(node)
            self.chained += is_chained(node)
            if isinstance(node, _FUNCTIONS):
                self.hard += measure_complexity(node) > HARD
            if isinstance(node, ast.stmt) and not hasattr(node, "body"):
                self.long += count_nodes(node) > LONGEST_STATEMENT


def measure_density(paths: Iterable[Path]) -> Density:
    """Return what the modules of a package have together."""
    density = Density()
    for path in paths:
        density.add(ast.parse(path.read_text(encoding="utf-8")))
    return density


def is_pronoun(node: ast.AST) -> bool:
    """Return whether a node binds a name that is a pronoun."""
    if isinstance(node, ast.Name):
        return isinstance(node.ctx, ast.Store) and node.id in PRONOUNS
    return isinstance(node, ast.arg) and node.arg in PRONOUNS


def is_nested(node: ast.AST) -> bool:
    """Return whether a node is a comprehension with another one inside, or with more than two loops."""
    if not isinstance(node, _COMPREHENSIONS):
        return False
    inner = [child for child in ast.walk(node) if child is not node]
    return len(node.generators) > 2 or any(isinstance(child, _COMPREHENSIONS) for child in inner)


def is_chained(node: ast.AST) -> bool:
    """Return whether a node is a conditional expression with another one as its condition or result."""
    if not isinstance(node, ast.IfExp):
        return False
    return any(isinstance(part, ast.IfExp) for part in (node.body, node.test, node.orelse))


def count_nodes(statement: ast.stmt) -> int:
    """Return the number of nodes of a statement; 0 for a docstring and for a pattern or text that is one constant."""
    return sum(not isinstance(node, _NOT_COUNTED) for node in ast.walk(statement))


def measure_complexity(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the cognitive complexity of a function, without that of functions inside it.

    As SonarSource defines it (Campbell 2018): each branch counts one, and one more for each branch around it. A
    comprehension and a conditional expression count like a branch.
    """
    return sum(_measure(node, 0) for node in function.body)


def _measure(node: ast.AST, depth: int) -> int:
    if isinstance(node, _FUNCTIONS):
        return 0
    if isinstance(node, ast.If):
        return _measure_if(node, depth)
    if isinstance(node, (*_BRANCHES, ast.IfExp, *_COMPREHENSIONS)):
        return 1 + depth + sum(_measure(child, depth + 1) for child in ast.iter_child_nodes(node))
    if isinstance(node, ast.Lambda):
        return sum(_measure(child, depth + 1) for child in ast.iter_child_nodes(node))
    own = int(isinstance(node, ast.BoolOp))
    return own + sum(_measure(child, depth) for child in ast.iter_child_nodes(node))


def _measure_if(node: ast.If, depth: int) -> int:
    """Return the complexity of an `if`; an `elif` counts one, whatever its depth."""
    total = 1 + depth + _measure(node.test, depth + 1)
    total += sum(_measure(child, depth + 1) for child in node.body)
    if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        return total - depth + _measure_if(node.orelse[0], depth)
    total += bool(node.orelse)
    return total + sum(_measure(child, depth + 1) for child in node.orelse)


def list_densities(root: Path, packages: Iterable[str]) -> Iterator[tuple[str, Density]]:
    """Yield what was counted in each package."""
    for package in packages:
        yield package, measure_density(sorted((root / package).rglob("*.py")))
