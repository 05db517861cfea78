"""Explain each kind of finding: why it matters, an example, what to do, how to suppress it."""

import tomllib
from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from graph.citations.codes import AUDIT_CODES, DESCRIBED_CODES, INTERNAL
from graph.citations.records import Code
from rules.conversion import convert

TEXTS = Path(__file__).with_name("explanations.toml")


class ExplainedCode(Code, frozen=True, kw_only=True):
    """A kind of finding with what its reader needs to know.

    Attributes:
        why: Why such a finding matters.
        example: Text with such a finding, and what is wrong with it.
        remedy: What to do about such a finding.
        suppression: How to ignore such a finding.
    """

    why: str
    example: str
    remedy: str
    suppression: str


class _Explanation(Struct, frozen=True):
    why: str
    example: str
    remedy: str


def explain_code(code: str) -> ExplainedCode:
    """Return a kind of finding with what its reader needs to know.

    Args:
        code: One of `DESCRIBED_CODES`.
    """
    return ExplainedCode(
        **asdict(DESCRIBED_CODES[code]),
        **asdict(_read_explanations()[code]),
        suppression=_describe_suppression(code),
    )


@cache
def _read_explanations() -> dict[str, _Explanation]:
    """Return the texts of each code."""
    return convert(tomllib.loads(TEXTS.read_text("utf-8")), dict[str, _Explanation])


def _describe_suppression(code: str) -> str:
    if code == INTERNAL:
        return "Cannot be suppressed. To continue without the file, skip it with `exclude` in the configuration."
    if code in AUDIT_CODES:
        return "Write a baseline: comprules audit FILE --baseline BASELINE --write-baseline"
    return (
        f"Write next to it `comprules: ignore[{code}] reason`, or in the configuration `ignore` or `per-file-ignores`."
    )
