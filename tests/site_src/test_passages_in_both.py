"""A passage that the browser draws is the passage that pages have: the same elements, attributes and text."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bs4 import BeautifulSoup

from rules.records import Reference, Resolution
from site_src.markup.passages import passage_html, problem_of
from tests.site_src.drawn import draw_nodes, list_nodes

if TYPE_CHECKING:
    from rules.records import ResolutionStatus

PROGRAM = """
const { passage } = await import(`${scripts}/lib/passage.js`);
const drawn = request.map(({ text, references }) => passage(text, references));
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
    in_browser = draw_nodes(PROGRAM, request)
    for (text, resolutions), nodes in zip(drawn, in_browser, strict=True):
        html = BeautifulSoup(f"<pre>{passage_html(text, resolutions, address_of)}</pre>", "html.parser")
        assert html.pre is not None
        assert list_nodes(html.pre.children) == nodes, text
    assert {nodes[0][0] for nodes in in_browser if nodes and isinstance(nodes[0], list)} >= {"a", "span", "i"}
