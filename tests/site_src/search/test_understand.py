"""What a query is taken for, before anything is looked up."""

from __future__ import annotations

import json
import subprocess

import pytest

from site_src.builder.assets import find_node
from site_src.errors import AssetsError
from tests.browser.conftest import require_assets
from tests.site_src.search.test_queries import SCRIPTS

NINTH, TENTH, AUTUMN, WHO = "2005-08-01", "2009-07-11", "2009-10-01", "2023-10-13"
EDITIONS = [
    (NINTH, "9ED", "Ninth Edition"),
    (TENTH, "M10", "Magic 2010"),
    (AUTUMN, "ZEN", "Zendikar"),
    (WHO, "WHO", "Doctor Who"),
]
TABLE = {
    # query: kind, number, editions, rest, content or phrases
    "": ("empty", None, [], "", []),
    "  CR 702.40A. ": ("number", "702.40a", [], "CR 702.40A.", None),
    "702.4Oa": ("number", "702.40a", [], "702.4Oa", None),
    "M10": ("edition", None, [TENTH], "", []),
    "m10": ("edition", None, [TENTH], "", []),
    "Magic 2010": ("edition", None, [TENTH], "", []),
    "2009-07-11": ("edition", None, [TENTH], "", []),
    "2009-09-30": ("edition", None, [TENTH], "", []),
    "30 September 2009": ("edition", None, [TENTH], "", []),
    "Sep 30, 2009": ("edition", None, [TENTH], "", []),
    "2009": ("edition", None, [AUTUMN, TENTH], "", []),
    "October 2009": ("edition", None, [AUTUMN], "", []),
    "1999": ("edition", None, [], "", []),
    "613.7 2009": ("number", "613.7", [AUTUMN, TENTH], "613.7", None),
    "2009-07-11 613.7": ("number", "613.7", [TENTH], "613.7", None),
    "storm in July 2009": ("words", None, [TENTH], "storm", ["storm"]),
    "storm as of 2005-12-24": ("words", None, [NINTH], "storm", ["storm"]),
    "storm M10": ("words", None, [TENTH], "storm", ["storm"]),
    "WHO": ("edition", None, [WHO], "", []),
    "who has priority": ("words", None, [], "who has priority", ["priority"]),
    "WHO HAS PRIORITY": ("words", None, [], "WHO HAS PRIORITY", ["priority"]),
    "2009-02-31": ("words", None, [], "2009-02-31", ["2009", "02", "31"]),
    "how do layers work": ("words", None, [], "how do layers work", ["layers"]),
    "does flying work with reach?": ("words", None, [], "does flying work with reach?", ["flying", "reach"]),
    "how does it work": ("words", None, [], "how does it work", ["work"]),
    "the": ("words", None, [], "the", ["the"]),
    '"in play"': ("phrase", None, [], '"in play"', ["in play"]),
    "“In  Play": ("phrase", None, [], "“In Play", ["in play"]),
    "{S} SBA +1/+1": ("words", None, [], "{S} SBA +1/+1", ["{s}", "sba", "+1/+1"]),
}
PROGRAM = """
import { readFileSync } from "node:fs";
const { understand } = await import(`${process.argv[1]}/understand.js`);
const { editions, queries } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(queries.map((query) => understand(query, editions))));
"""


def test_each_query_is_taken_for_what_it_is() -> None:
    require_assets()
    try:
        node = find_node()
    except AssetsError:
        pytest.skip("node is not installed (make setup)")
    request = json.dumps({"editions": EDITIONS, "queries": list(TABLE)})
    command = [node, "--input-type=module", "--eval", PROGRAM, str(SCRIPTS)]
    completed = subprocess.run(command, input=request, capture_output=True, text=True, check=False, timeout=600)
    assert completed.returncode == 0, completed.stderr
    answers = {}
    for query, answer in zip(TABLE, json.loads(completed.stdout), strict=True):
        words = {"number": None, "phrase": answer["phrases"]}.get(answer["kind"], answer["content"])
        answers[query] = (answer["kind"], answer["number"], answer["editions"], answer["text"], words)
    assert answers == TABLE
