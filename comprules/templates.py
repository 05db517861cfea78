"""Filling in the templates of commands."""

from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "cli" / "commands"


def render_template(template: str, **values: Any) -> str:
    """Return a template of the commands, filled in; in HTML the values are escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape  # noqa: PLC0415 - slow to import

    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=select_autoescape(["html.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["with_commas"] = "{:,}".format  # 7128 → 7,128
    return environment.get_template(template).render(values)
