"""Explain each kind of finding of `check` and `audit`: why it matters, an example, what to do, how to suppress it.

A kind of finding is named by its code, such as `CR002`. Its name and severity are in `codes`, its explanation is in
`explanations.toml`.
"""

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
    """A kind of finding with its explanation.

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
    """The texts of a code in `explanations.toml`; `ExplainedCode` describes them."""

    why: str
    example: str
    remedy: str


def explain_code(code: str) -> ExplainedCode:
    """Return the explanation of a kind of finding.

    Args:
        code: The code, which must be one of `DESCRIBED_CODES`, such as `CR002`.
    """
    return ExplainedCode(
        **asdict(DESCRIBED_CODES[code]),
        **asdict(_read_explanations()[code]),
        suppression=_describe_suppression(code),
    )


@cache
def _read_explanations() -> dict[str, _Explanation]:
    """Return the texts of each code, from `explanations.toml`."""
    return convert(tomllib.loads(TEXTS.read_text("utf-8")), dict[str, _Explanation])


def _describe_suppression(code: str) -> str:
    """Return how to suppress findings with a code: in a baseline if `audit` reports them, else with a comment."""
    if code == INTERNAL:
        return "Cannot be suppressed. To continue without the file, skip it with `exclude` in the configuration."
    if code in AUDIT_CODES:
        return "Write a baseline: comprules audit FILE --baseline BASELINE --write-baseline"
    return (
        f"Write next to it `comprules: ignore[{code}] reason`, or in the configuration `ignore` or `per-file-ignores`."
    )
