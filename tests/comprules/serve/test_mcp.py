"""The server for assistants, asked by the SDK's own client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from msgspec import structs

from comprules.answering import show
from graph.answers.citing import FORMS, cite_rule
from rules.installed import read_source, requirement
from rules.store import open_store
from tests.comprules.lint.trees import write
from tests.comprules.running import read_refusal, run_apart

SITE = "https://rules.example.org"
Call = tuple[str, dict[str, Any]]


def ask_all(arguments: list[str], calls: list[Call]) -> tuple[list[str], list[tuple[bool, str]]]:
    """The names of the tools, and for each call whether it failed, and its text, which fits the tool's schema."""

    async def ask_in_turn() -> tuple[list[str], list[tuple[bool, str]]]:
        args = ["-m", "comprules", "mcp", *arguments]
        command = StdioServerParameters(command=sys.executable, args=args, env=dict(os.environ))
        async with Client(stdio_client(command)) as client:
            schemas = {tool.name: tool.output_schema or False for tool in (await client.list_tools()).tools}
            answers = []
            for name, parameters in calls:
                result = await client.call_tool(name, parameters)
                text = "\n".join(getattr(content, "text", "") for content in result.content)
                if not result.is_error:
                    assert json.loads(text) == result.structured_content
                    Draft202012Validator(schemas[name]).validate(result.structured_content)
                answers.append((bool(result.is_error), text))
            return list(schemas), answers

    return run_apart(asyncio.wait_for(ask_in_turn(), timeout=600))


def test_every_tool_answers_with_number_edition_and_link_or_says_why_not(sample_kb: Path) -> None:
    calls: list[Call] = [
        ("rule", {"number": "CR 702.40a"}),
        ("rule", {"number": "502.30a", "edition": "2005-08-01"}),
        ("follow", {"number": "502.30a"}),
        ("search", {"words": "storm", "limit": 2}),
        ("citing", {"number": "702.40a"}),
        ("compare", {"old": "2005-08-01", "new": "2009-07-11", "number": "502.30a"}),
        ("check", {"text": "See CR 502.30a.\n"}),
        ("changes", {"words": "mana value", "side": "inserted"}),
        ("compare", {"old": "2005-08-01", "new": "2009-07-11", "words": "cast"}),
        *(("cite", {"number": "502.30a", "edition": "2005-08-01", "form": form}) for form in FORMS),
    ]
    wrong: list[Call] = [
        ("rule", {"number": "999.9"}),
        ("rule", {"number": "702.40a", "edition": "next year"}),
        ("compare", {"old": "2005-08-01", "number": "999.9"}),
        ("check", {"text": "x" * 300_000}),
        ("rule", {}),
        ("cite", {"number": "999.9"}),
        ("cite", {"number": "702.40a", "form": "haiku"}),
        *(("search", {"words": words}) for words in ("", "шторм", "*", "x" * 10_000, '"no such phrase"')),
    ]
    names, answers = ask_all(["--db", str(sample_kb), "--site", SITE], [*calls, *wrong])
    assert names == ["rule", "cite", "follow", "search", "changes", "citing", "compare", "check"]
    assert [failed for failed, _ in answers] == [False] * len(calls) + [True] * len(wrong)
    refused = [text for _, text in answers[len(calls) :]]
    assert "999.9" in refused[0]
    assert "next year" in refused[1]
    assert "999.9" in refused[5]
    assert all("Traceback" not in text and len(text) < 1_000 for text in refused)
    assert all(len(text) < 300 for text in refused[-5:]), "a long query is not repeated"
    answers = answers[: len(calls)]
    hits = answers.pop([name for name, _ in calls].index("search"))[1]
    now, then, followed, citing, compared, checked, brought, kept, *cited = (json.loads(text) for _, text in answers)
    with open_store(sample_kb) as store:
        rule = show(store, "502.30a", "2005-08-01")
        linked = structs.replace(rule, link=f"{SITE}/e/2005-08-01/#502.30a")
        assert [citation["citation"] for citation in cited] == [cite_rule(linked, form).citation for form in FORMS]
    assert (now["number"], now["edition"], now["standing"]) == ("702.40a", "2026-04-17", "current in 2026-04-17")
    assert then["standing"] == "now 702.40a in 2026-04-17"
    assert now["text"] != then["text"]
    assert then["link"].startswith(f"{SITE}/id/502.30a@")
    assert followed["entries"][0]["number"] == "502.30a"
    assert any(entry["announced"] for entry in followed["entries"])
    assert followed["number"] == "702.40a"
    assert citing["edition"] == "2026-04-17"
    assert [(move["old"], move["new"]) for move in compared["moves"]] == [("502.30a", ["702.37a"])]
    assert citing["link"].startswith(f"{SITE}/id/")
    assert compared["link"] == f"{SITE}/compare/?from=2005-08-01&to=2009-07-11"
    assert brought["periods"] == [{"words": "mana value", "first": "2021-04-22", "last": "2026-04-17", "gone": None}]
    assert {change["side"] for change in brought["answers"]} == {"inserted"}
    assert all(move["matches"] for move in kept["moves"])
    assert hits.count(f"{SITE}/id/") == 2, "one for each of two hits"
    assert [(finding["code"], finding["cited"], finding["fix"]) for finding in checked["findings"]] == [
        ("CR002", "502.30a", "place")
    ]
    assert all(len(text) < 4_000 for text in (hits, *(text for _, text in answers)))


def test_rules_are_resources_and_a_prompt_says_how_to_cite_them(sample_kb: Path) -> None:
    async def ask() -> tuple[str, str, str, list[str]]:
        command = StdioServerParameters(command=sys.executable, args=["-m", "comprules", "mcp", "--db", str(sample_kb)])
        async with Client(stdio_client(command)) as client:
            now, then = [
                getattr((await client.read_resource(address)).contents[0], "text", "")
                for address in ("comprules://latest/702.40a", "comprules://2005-08-01/502.30a")
            ]
            prompt = await client.get_prompt("cite", {"question": "Does it resolve?"})
            templates = (await client.list_resource_templates()).resource_templates
            return (
                now,
                then,
                getattr(prompt.messages[0].content, "text", ""),
                [template.uri_template for template in templates],
            )

    now, then, prompt, templates = run_apart(asyncio.wait_for(ask(), timeout=600))
    assert now.startswith("702.40a Storm\n\n")
    assert now.endswith("\n\nEdition of 2026-04-17")
    assert then.startswith("502.30a Storm\n\n")
    assert now != then
    assert "Does it resolve?" in prompt
    assert templates == ["comprules://latest/{number}", "comprules://{edition}/{number}"]


def test_without_a_knowledge_base_the_ledger_answers(workdir: Path) -> None:
    write(workdir, {"comprules.toml": '[editions]\n"old/" = "2018-07-13"\n'})
    in_files: list[Call] = [("check", {"text": "CR 702.36", "path": f"{name}/a.rs"}) for name in ("old", "new")]
    _, answers = ask_all([], [("rule", {"number": "502.30a"}), ("search", {"words": "Storm"}), *in_files])
    assert [failed for failed, _ in answers] == [False] * 4
    rule, _, *checked = [json.loads(text) for _, text in answers]
    assert (rule["heading"], rule["title"]) == (None, "Storm")
    assert "comprules update" in rule["text"]
    fixes = [[finding["fix"] for finding in answer["findings"]] for answer in checked]
    assert fixes == [["file"], []], "what is declared for the file of a text counts"


@pytest.mark.parametrize(
    ("name", "package", "module"),
    [("lsp", "pygls.lsp.server", "comprules.lsp"), ("mcp", "mcp.server", "comprules.mcp")],
)
def test_what_is_missing_is_told(
    name: str, package: str, module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "none.sqlite" in read_refusal(name, "--db", str(tmp_path / "none.sqlite"))
    for loaded in [known for known in sys.modules if known == module or known.startswith(f"{module}.")]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setitem(sys.modules, package, None)
    assert f'pip install "{requirement(read_source(), name)}"' in read_refusal(name)
