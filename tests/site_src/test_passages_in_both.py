"""A passage that the browser draws is the passage that pages have: the same elements, attributes and text."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from bs4 import BeautifulSoup, Tag

from rules.records import Reference, Resolution
from site_src.markup.passages import passage_html, problem_of
from tests.site_src.scripts import run_program

if TYPE_CHECKING:
    from rules.records import ResolutionStatus

PROGRAM = """
import { readFileSync } from "node:fs";
const [scripts] = process.argv.slice(1);
const make = (tag) => ({
  tag, attributes: {}, children: [],
  setAttribute(name, value) { this.attributes[name] = value; },
  append(...children) { this.children.push(...children); },
});
globalThis.document = { createElement: make };
const { passage } = await import(`${scripts}/lib/passage.js`);
const plain = (node) => typeof node === "string" ? node
  : { tag: node.tag, attributes: node.attributes, children: node.children.map(plain) };
const rows = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(rows.map(({ text, references }) => passage(text, references).map(plain))));
"""
WORDS = (
    "boat", "Pay", "{W}", "{2}{W},", "({T}:", "{w}", "{W/U}", "_Boats_", "snake_case", "_open", "{LEVEL N1-N2}",
    "“row”", "<b>", "&amp;", "—", "it’s", "Jötun", "{W}" * 9, "⚓", "\n", "_The Old {G} Harbour_",
    "100.1.", "\"", "{CHAOS}.", "é_x_",
)  # fmt: skip
RAWS = ("702.40a", "rule 100.1, “Boats”", "{T} 601.2", "702.9–10")
STATUSES: tuple[ResolutionStatus, ...] = ("ok", "ok", "missing", "ambiguous", "title-mismatch")
DRAWS = 600


def draw(generator: random.Random) -> tuple[str, list[Resolution]]:
    """Return a passage of made-up words and its references."""
    text = ""
    resolutions = []
    for _ in range(generator.randrange(9)):
        if generator.random() < 0.3:
            raw = generator.choice(RAWS)
            end = len(text) + len(raw)
            reference = Reference("100.1", "text", raw, "rule", (raw,), generator.choice(["Row", None]), len(text), end)
            status = generator.choice(STATUSES)
            targets = () if status == "missing" else (raw, "100.9")[: generator.randrange(3)]
            resolutions.append(Resolution(reference, status, targets, generator.choice(["702.3", None])))
            text += f"{raw} "
        else:
            text += generator.choice(WORDS) + generator.choice([" ", "", " "])
    return text, resolutions


def address_of(key: str) -> str | None:
    return None if key == "100.9" else f"../#{key}"


def list_nodes(nodes: Any) -> list[Any]:
    """Return the nodes of a parsed page or of the script as text, or as tag, attributes and nodes; texts are joined."""
    listed: list[Any] = []
    for node in nodes:
        if isinstance(node, Tag):
            attributes = {
                name: " ".join(value) if isinstance(value, list) else value for name, value in node.attrs.items()
            }
            listed.append([node.name, attributes, list_nodes(node.children)])
        elif isinstance(node, dict):
            listed.append([node["tag"], node["attributes"], list_nodes(node["children"])])
        elif listed and isinstance(listed[-1], str):
            listed[-1] += str(node)
        elif node:
            listed.append(str(node))
    return listed


def test_both_draw_the_same() -> None:
    generator = random.Random(7)
    drawn = [draw(generator) for _ in range(DRAWS)]
    request = []
    for text, resolutions in drawn:
        references = []
        for resolution in resolutions:
            targets = () if resolution.status == "ambiguous" else resolution.found_keys
            href = next((place for place in map(address_of, targets) if place is not None), None)
            span = {"start": resolution.reference.start, "end": resolution.reference.end}
            references.append({**span, "href": href, "problem": problem_of(resolution)})
        request.append({"text": text, "references": references})
    in_browser = [list_nodes(nodes) for nodes in run_program(PROGRAM, request)]
    for (text, resolutions), nodes in zip(drawn, in_browser, strict=True):
        html = BeautifulSoup(f"<pre>{passage_html(text, resolutions, address_of)}</pre>", "html.parser")
        assert html.pre is not None
        assert list_nodes(html.pre.children) == nodes, text
    assert {nodes[0][0] for nodes in in_browser if nodes and isinstance(nodes[0], list)} >= {"a", "span", "i"}
