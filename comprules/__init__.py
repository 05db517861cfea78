"""Every edition of the Magic: The Gathering Comprehensive Rules, as records.

The public Python API; everything else may change between versions. It is loaded when a name is first used.

Example:
    import comprules

    with comprules.open_store("build/comprules.sqlite") as store:
        rule = store.rule("2026-04-17", "702.40a")

    document = comprules.parse("MagicCompRules.txt")
    findings = comprules.check_tree("src").findings
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comprules.api import *  # noqa: F403


def __getattr__(name: str) -> Any:
    api = importlib.import_module("comprules.api")  # the command line does without
    if name != "__all__" and name not in api.__all__:
        raise AttributeError(f"module 'comprules' has no attribute {name!r}")
    value = globals()[name] = getattr(api, name)
    return value
