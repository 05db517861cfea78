r"""DOT, from which Graphviz draws small slices.

In an attribute of DOT a backslash begins an escape (`\n`) and an ampersand an entity (`&amp;`). Both are escaped, so
that Graphviz shows every text as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graph.network.errors import GraphError
from graph.network.formats.attributes import format_value, label_of
from graph.network.listing import Listing

MOST_NODES = 1_000
"""Maximum number of nodes: Graphviz needs minutes for more, and nobody can read the drawing."""
_STYLES = {
    "rule": 'shape=box, style=rounded, color="#3a5fcd"',
    "entry": 'shape=box, color="#2e8b57"',
    "version": 'shape=box, style=dotted, color="#3a5fcd"',
    "term": "shape=plaintext",
    "edition": "shape=folder",
    "missing": 'shape=box, style=dashed, color="#b22222", fontcolor="#b22222"',
}
_LINES = {
    "refers-to": 'color="#3a5fcd"',
    "parent": 'color="#bbbbbb", arrowhead=none',
    "defines": 'color="#2e8b57", style=dashed',
    "version-of": 'color="#bbbbbb", style=dotted',
    "seen-in": 'color="#bbbbbb", style=dotted',
    "becomes": 'color="#8b4513"',
    "renamed-to": 'color="#8b4513"',
    "retired": 'color="#8b4513", style=dashed',
    "restates": 'color="#7a378b", style=dashed',
}
_CHANGED: Mapping[str, str] = {"linked": 'color="#2e8b57"', "unlinked": 'color="#b22222", style=dashed'}
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "&": "&amp;", "\n": "\\n", "\r": "&#13;"})


def as_dot(listing: Listing) -> Iterator[str]:
    """Yield a graph as DOT; the attributes of a node are its tooltip.

    Args:
        listing: The graph.

    Raises:
        GraphError: It has more nodes than can be drawn.
    """
    count = len(listing)
    if count > MOST_NODES:
        raise GraphError(
            f"DOT is for drawings of up to {MOST_NODES:,} nodes and this graph has {count:,}; narrow it with --near, "
            "--chapter, --fold or --only, or choose another format"
        )
    return _write(listing)


def _write(listing: Listing) -> Iterator[str]:
    """Yield the lines of the file; nodes are called `n0`, `n1`, …, since their names need not be identifiers of DOT."""
    yield 'digraph comprules {\ngraph [rankdir=LR]\nnode [fontname="sans-serif", fontsize=10]\n'
    numbers = {name: number for number, name in enumerate(listing.nodes)}
    for name, attributes in listing.nodes.items():
        look = f"label={_quote(label_of(attributes))}, {_STYLES[attributes['type']]}, id={_quote(name)}"
        yield f"n{numbers[name]} [{look}, tooltip={_quote(_describe(attributes))}]\n"
    for source, target, _, attributes in listing.edges():
        line_of_relation = _LINES[attributes["type"]]
        line = _CHANGED.get(attributes.get("change", ""), line_of_relation)
        tooltip = _quote(_describe(attributes))
        yield f"n{numbers[source]} -> n{numbers[target]} [{line}, edgetooltip={tooltip}]\n"
    yield "}\n"


def _describe(attributes: Mapping[str, Any]) -> str:
    """Return the attributes of a node or edge, one per line."""
    return "\n".join(f"{name}: {format_value(value)}" for name, value in attributes.items())


def _quote(words: str) -> str:
    """Return words as a quoted string of DOT."""
    return f'"{words.translate(_ESCAPES)}"'
