"""Each format is read back by the program that others use, also when a heading is hostile."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from graph.network.assemble import assemble
from graph.network.errors import GraphError
from graph.network.format_names import GRAPH_FORMATS
from graph.network.formats import write
from graph.network.formats.dot import MOST_NODES
from graph.network.formats.gexf import RELATION
from graph.network.listing import Listing, list_records
from graph.network.parts import graph_of_all_editions, graph_of_edition
from graph.network.schema import TermNode
from graph.network.words import clean
from rules.store import Store
from tests.comprules.running import ROOT
from tests.graph.network.histories import A, single

HOSTILE = {
    "1": "Town|",
    "100": 'Quo"te <b>&amp; \\N end\\|',
    "100.1": "Line\nbreak\ttab\rreturn|See rule 100.2.",
    "100.2": "Nul\x00 bell\x07 del\x7f \ufffe|See rule 109.9.",
    'glossary:A "<&> \x00 \\"': "See rule 100.1.",
}


def contents(graph: Any) -> tuple[dict[str, Any], list[Any]]:
    edges = sorted((source, target, key, facts) for source, target, key, facts in graph.edges(keys=True, data=True))
    return dict(graph.nodes(data=True)), edges


def as_text(listing: Listing, form: Any) -> str:
    return "".join(write(listing, form))


@pytest.fixture(params=["book", "hostile"])
def listing(request: pytest.FixtureRequest, book: Store, tmp_path: Path) -> Listing:
    if request.param == "book":
        return graph_of_all_editions(book)
    with single(tmp_path, HOSTILE) as store:
        listed = graph_of_all_editions(store)
    titles = [facts.get("title") for facts in listed.nodes.values()]
    assert "Nul\u2400 bell\u2407 del\u2421 \ufffd" in titles
    assert any(title == "Line\nbreak\ttab\rreturn" for title in titles)
    return listed


def test_graphml(listing: Listing) -> None:
    read = nx.parse_graphml(as_text(listing, "graphml"), force_multigraph=True)
    for *_, facts in read.edges(data=True):
        facts.pop("id", None)
    assert contents(read) == contents(assemble(listing))


def test_gexf(listing: Listing, tmp_path: Path) -> None:
    (tmp_path / "graph.gexf").write_text(as_text(listing, "gexf"), encoding="utf-8", newline="")
    read = nx.read_gexf(tmp_path / "graph.gexf")
    nodes = dict(read.nodes(data=True))
    for name, facts in listing.nodes.items():
        assert facts.items() <= nodes[name].items()
        assert nodes[name].get("start") == facts.get("first")
    assert sorted(
        (source, target, facts[RELATION], facts.get("raw", ""), facts.get("first", ""))
        for source, target, facts in read.edges(data=True)
    ) == sorted(
        (source, target, facts["type"], facts.get("raw", ""), facts.get("first", ""))
        for source, target, _, facts in listing.edges()
    )


def test_gexf_has_the_days_of_a_film(book: Store) -> None:
    text = as_text(graph_of_all_editions(book), "gexf")
    assert '<graph defaultedgetype="directed" mode="dynamic" timeformat="date">' in text
    assert re.search(rf'<node id="v:101.1a@{A}" label="101.1a" start="{A}" end="{A}">', text)
    assert re.search(rf'<node id="101.1a@{A}" label="101.4a" start="{A}">', text), "the newest edition has no end"


def test_json(listing: Listing) -> None:
    read = nx.node_link_graph(json.loads(as_text(listing, "json")), edges="edges")
    assert contents(read) == contents(assemble(listing))


def test_cytoscape(listing: Listing) -> None:
    read = nx.cytoscape_graph(json.loads(as_text(listing, "cytoscape")))
    for name, facts in listing.nodes.items():
        assert facts.items() <= read.nodes[name].items()
    for source, target, key, facts in listing.edges():
        assert facts.items() <= read.get_edge_data(source, target)[key].items()


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_draws_every_text_as_it_is(tmp_path: Path) -> None:
    with single(tmp_path, HOSTILE) as store:
        day = graph_of_edition(store, A)
    drawn = subprocess.run(
        ["dot", "-Tsvg"], input=as_text(day, "dot"), capture_output=True, text=True, check=True, timeout=60
    )
    assert drawn.stderr == ""
    shown = [" ".join(html.unescape(words).split()) for words in re.findall(r"<text[^>]*>([^<]*)</text>", drawn.stdout)]
    assert "100.2 Nul\u2400 bell\u2407 del\u2421 \ufffd" in shown
    assert '100 Quo"te <b>&amp; \\N end\\' in shown
    assert 'A "<&> \u2400 \\"' in shown


def test_dot_refuses_what_nobody_could_read() -> None:
    large = list_records((TermNode(words=str(number), first=None, last=None) for number in range(MOST_NODES + 1)), ())
    with pytest.raises(GraphError, match="--near"):
        write(large, "dot")


WRITING = """
import hashlib, sys
from pathlib import Path
from graph.network.format_names import GRAPH_FORMATS
from graph.network.formats import write
from graph.network.parts import graph_of_edition
from rules.store import open_store
with open_store(Path(sys.argv[1])) as store:
    for form in GRAPH_FORMATS:
        if form != "dot":
            written = "".join(write(graph_of_edition(store, store.edition_ids[-1]), form))
            print(form, hashlib.sha256(written.encode()).hexdigest())
"""


def test_the_same_knowledge_base_gives_the_same_bytes_in_every_process(sample_kb: Path) -> None:
    """Sets have another order where the seed of hashes is another."""
    printed = set()
    for seed in ("0", "1", "2"):
        command = [sys.executable, "-c", WRITING, str(sample_kb)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        printed.add(done.stdout)
    assert len(printed) == 1
    assert len(printed.pop().splitlines()) == len(GRAPH_FORMATS) - 1


def test_only_what_xml_cannot_carry_is_depicted() -> None:
    kept = "tab\t line\n return\r é “quotes” \U0001f409 \x85"
    assert clean(kept) == kept
    assert clean("\x00\x1f\x7f\ud800\uffff") == "\u2400\u241f\u2421\ufffd\ufffd"
