"""The command line. Each command is imported when it is called, so `show` does not load what `site` needs."""

import gc
import io
import sys
from importlib.util import find_spec
from pathlib import Path

_PACKAGES = ("graph", "rules", "scraper", "site_src")
"""The other packages of the project: next to `comprules` in a checkout, inside of it where the wheel is installed."""


def main() -> None:
    """Run `comprules`: the entry point of the installed tool."""
    # A comparison makes some 800,000 small records and no cycles; to look for cycles would take 7 % of the time.
    gc.set_threshold(1_000_000, 20, 20)
    try:
        from comprules.cli.group import cli  # noqa: PLC0415 - keeps the import of this package cheap
    except Exception as error:  # noqa: BLE001 - a broken installation; exit code 1 would mean findings
        sys.stderr.write(f"Error: comprules cannot start: {_explain_start(error)}\n")
        sys.exit(2)

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal that cannot encode a dash of the rules' text must not make the command fail.
            stream.reconfigure(errors="replace")
    if isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        # With PYTHONUNBUFFERED, a write to a pipe may write a part only, and nobody would write the rest.
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(sys.stdout.buffer), sys.stdout.encoding, "replace")
    try:
        cli(prog_name="comprules")
    finally:
        gc.freeze()  # otherwise Python would look for cycles once more when the process ends


def _explain_start(error: Exception) -> str:
    """Return why comprules cannot be imported, and what to do."""
    folder = _find_substitute()
    if folder is None:
        return f"{type(error).__name__}: {error}; install it again"
    remedy = "use the command `comprules`, or install the package without `-e`"
    return f"Python imports {folder} instead of the package of comprules with the same name; {remedy}"


def _find_substitute() -> Path | None:
    """Return a folder that Python imports instead of a package of this checkout; None if there is none.

    A tree with a folder `rules` of its own has one, if Python looks there first.
    """
    home = Path(__file__).resolve().parents[1]
    if (home / _PACKAGES[0]).is_dir():
        return None  # in the wheel, they are inside of `comprules`, where no other folder can replace them
    for name in _PACKAGES:
        spec = find_spec(name)
        if spec is None:
            continue
        for location in spec.submodule_search_locations or ():
            folder = Path(location).resolve()
            if folder != home.parent / name:
                return folder
    return None
