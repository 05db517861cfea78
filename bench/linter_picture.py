"""Draws the picture of the linter at work in the README, from what `comprules check` prints on a terminal.

`python -m bench.linter_picture` writes `docs/images/linter.svg`.
"""

import io
import os
import pty
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "images" / "linter.svg"
TREE = ROOT / "tests" / "trees" / "rust"
COMMAND = ("check", "src")
WIDTH = 104
"""Width of the terminal, in characters."""

THEME = TerminalTheme(
    (250, 249, 245),
    (40, 38, 36),
    [
        (40, 38, 36),
        (178, 38, 30),
        (28, 110, 74),
        (140, 96, 0),
        (32, 84, 140),
        (130, 50, 120),
        (0, 110, 120),
        (90, 88, 84),
    ],
)
"""Background, text, and the eight colours of a terminal: those of the site in the light."""

FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; \
font-size: {char_height}px; line-height: {line_height}px }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect x="0.5" y="0.5" width="{width}" height="{height}" rx="6" fill="#faf9f5"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""As rich's own frame, without fonts from other hosts and without the buttons of a window."""


def run_in_terminal(arguments: tuple[str, ...], folder: Path) -> str:
    """Return the output of a command of comprules on a terminal, with its colours."""
    printed = bytearray()

    def read(descriptor: int) -> bytes:
        chunk = os.read(descriptor, 4096)
        printed.extend(chunk)
        return chunk

    before = Path.cwd()
    os.chdir(folder)
    os.environ |= {"COLUMNS": str(WIDTH), "TERM": "xterm-256color"}
    try:
        pty.spawn([sys.executable, "-m", "comprules", *arguments], read)
    finally:
        os.chdir(before)
    return printed.decode("utf-8").replace("\r\n", "\n")


def draw(printed: str) -> str:
    """Return printed output as an SVG."""
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    console.print(Text("$ comprules " + " ".join(COMMAND), style="bold"))
    console.print(Text.from_ansi(printed.strip("\n")))
    return console.export_svg(theme=THEME, code_format=FRAME, unique_id="linter")


def read_text(picture: str) -> str:
    """Return the characters of a picture, without the spaces between them."""
    return re.sub(r"\s+|&#160;", "", "".join(re.findall(r"<text[^>]*>([^<]*)</text>", picture)))


if __name__ == "__main__":
    PICTURE.write_text(draw(run_in_terminal(COMMAND, TREE)), encoding="utf-8")
