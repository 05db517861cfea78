"""What is fetched ahead for an address: the blocking script, run by node with the table of kinds of page."""

from __future__ import annotations

from msgspec import to_builtins

from site_src.page_kinds import PREFETCHES
from tests.site_src.scripts import run_program

PROGRAM = """
import { readFileSync } from "node:fs";
import vm from "node:vm";
const [scripts] = process.argv.slice(1);
const script = readFileSync(`${scripts}/early.js`, "utf8");
const { prefetches, addresses } = JSON.parse(readFileSync(0, "utf8"));
const base = "https://site.example/below/";
const bundles = ["comprules", ...prefetches.map(({ bundle }) => bundle)];
const run = (address) => {
  const { protocol, pathname, search, hash } = new URL(address, base);
  const fetched = [];
  const documentElement = { classList: { add() {}, replace() {} }, dataset: {} };
  const document = {
    documentElement,
    currentScript: { dataset: { base, days: "1999-04-23 2005-08-01 2026-04-17" } },
    head: { append: ({ href, fetchPriority = "module" }) => fetched.push([href.pathname, fetchPriority]) },
    createElement: () => ({}),
    addEventListener() {},
  };
  const window = {
    location: { protocol, pathname, search, hash, toString: () => `${base}${address}` },
    localStorage: { getItem: () => null },
    matchMedia: () => ({ matches: false }),
    addEventListener() {},
  };
  const MODULES = Object.fromEntries(bundles.map((name) => [name, [`${name}.js`]]));
  const MutationObserver = class { observe() {} };
  const SEARCH_WORKER = "search-worker.js";
  const Worker = class {
    constructor({ pathname }) { fetched.push([pathname, "worker"]); }
    postMessage() {}
  };
  const fetch = ({ pathname }, { priority }) => {
    fetched.push([pathname, `${priority} for the worker`]);
    return new Promise(() => {});
  };
  const names = { PREFETCHES: prefetches, MODULES, SEARCH_WORKER };
  const context = { ...names, MutationObserver, URL, URLSearchParams, Worker, document, fetch, window };
  vm.runInNewContext(script, context);
  return fetched.map(([path, priority]) => `${path.replace("/below/", "")} ${priority}`);
};
console.log(JSON.stringify(addresses.map(run)));
"""
OF_SEARCH = [
    "assets/search-worker.js worker",
    "assets/search.js module",
    "assets/jump.json high",
    "search/definition.json high for the worker",
]


def search_with(name: str) -> list[str]:
    """What a search page has fetched, in the order in which it needs the files."""
    files = [f"search/{name}.json", "search/names.json", *([] if name.startswith("all/") else ["search/asked.json"])]
    return [*OF_SEARCH, *(f"{file} high for the worker" for file in files)]


HISTORY = ["assets/compare.js module", "compare/history.json high", "assets/editions.json high"]
FETCHED = {
    "cr/702/#702.40": ["assets/comprules.js module"],
    "e/2005-08-01/": ["assets/asof.js module"],
    "e/2005-08-01/#702.40a": ["assets/asof.js module", "api/v1/e/2005-08-01/manifest.json high"],
    "e/2005-08-01/all/": ["assets/all.js module"],
    "compare/1999-04-23..2005-08-01/": ["assets/compare.js module"],
    "compare/": ["assets/compare.js module"],
    "compare/?from=2007-01-01&to=2026-04-17": [
        *HISTORY,
        "compare/2005-08-01.json low",
        "compare/2026-04-17.json low",
    ],
    "compare/?from=1999-04-23&to=latest": [*HISTORY, "compare/1999-04-23.json low"],
    "references/": ["assets/references.js module"],
    "references/?n=702.40&on=2006-07-01": [
        "assets/references.js module",
        "assets/editions.json high",
        "api/v1/referenced.json high",
        "api/v1/e/2005-08-01/toc.json high",
    ],
    "references/?n=702.40&on=M10": [
        "assets/references.js module",
        "assets/editions.json high",
        "api/v1/referenced.json high",
    ],
    "search/": ["assets/search.js module"],
    "search/?q=storm": search_with("now"),
    "search/?q=storm&as-of=1990-01-01": search_with("years/1999-04-23"),
    "search/?q=storm&as-of=2027-01-01": search_with("now"),
    "search/?q=storm&editions=all": search_with("all/contents"),
    "search/?q=storm&to=2005-08-01": search_with("all/contents"),
    "search/?q=storm&in=changes": [
        "assets/search-worker.js worker",
        "assets/search.js module",
        "search/definition.json high for the worker",
        "search/changes/index.json high for the worker",
    ],
}


def test_each_address_has_fetched_ahead_what_its_page_will_read() -> None:
    request = {"prefetches": to_builtins(PREFETCHES), "addresses": list(FETCHED)}
    assert dict(zip(FETCHED, run_program(PROGRAM, request), strict=True)) == FETCHED
