"""The elements that scripts of the site draw in node, in the same form as those of a parsed page."""

from __future__ import annotations

from typing import Any

from bs4 import Tag

from tests.site_src.scripts import run_program

DOCUMENT = """
import { readFileSync } from "node:fs";
const [scripts] = process.argv.slice(1);
const createElement = (tag) => ({
  tag, attributes: {}, children: [],
  setAttribute(name, value) { this.attributes[name] = value; },
  append(...children) { this.children.push(...children); },
});
globalThis.document = {
  createElement, currentScript: null, documentElement: { dataset: {} }, addEventListener() {},
  querySelector: () => null, baseURI: "https://site.example/",
};
globalThis.window = { location: new URL("https://site.example/"), addEventListener() {} };
const plain = (node) => typeof node === "string" ? node
  : { tag: node.tag, attributes: node.attributes, children: node.children.map(plain) };
const request = JSON.parse(readFileSync(0, "utf8"));
"""
"""A document that is just good enough for elements. The program after it has `scripts`, `request` and `plain`."""
PRINTING = "console.log(JSON.stringify(drawn.map((nodes) => nodes.map(plain))));"


def draw_nodes(program: str, request: object) -> list[list[Any]]:
    """Return the nodes that a program draws for each item of a request, as `list_nodes` lists them.

    Args:
        program: It declares `drawn`: for each item, a list of elements and texts. It finds the request in `request`,
            and the folder of the scripts in `scripts`.
        request: The request.
    """
    return [list_nodes(nodes) for nodes in run_program(DOCUMENT + program + PRINTING, request)]


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
