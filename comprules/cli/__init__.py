"""The command line. Commands are loaded when they are called: `show` must not wait for what `site` needs."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run `comprules`: the entry point of the installed tool."""
    try:
        from comprules.cli.group import cli  # noqa: PLC0415 - so that importing this package costs nothing
    except Exception as error:  # noqa: BLE001 - a broken installation; status 1 would mean findings
        sys.stderr.write(f"Error: comprules cannot start: {type(error).__name__}: {error}; install it again\n")
        sys.exit(2)

    # A comparison makes a hundred thousand small records and no cycles; looking for those often is a tenth of the time.
    gc.set_threshold(100_000, 20, 20)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal that cannot show a dash of the rules' text must not end the command.
            stream.reconfigure(errors="replace")
    cli(prog_name="comprules")
