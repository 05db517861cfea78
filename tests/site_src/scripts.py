"""Runs scripts of the site in node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from site_src.builder.assets import find_node
from site_src.errors import SiteError
from site_src.paths import ASSETS

SCRIPTS = ASSETS / "js"


def run_program(program: str, request: object, *arguments: str | Path) -> Any:
    """What a program prints as JSON; it reads the request as JSON, and gets the folder of the scripts and arguments."""
    try:
        node = find_node()
    except SiteError:
        pytest.skip("node is not installed (make setup)")
    command = [node, "--input-type=module", "--eval", program, str(SCRIPTS), *map(str, arguments)]
    completed = subprocess.run(
        command, input=json.dumps(request), capture_output=True, text=True, check=False, timeout=600
    )
    assert completed.returncode == 0, completed.stderr
    return json.loads(completed.stdout)
