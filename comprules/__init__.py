"""Every edition of the Magic: The Gathering Comprehensive Rules, as records.

The public Python API; everything else may change between versions. It is loaded when a name is first used.

Example:
    import comprules

    with comprules.open_store("build/comprules.sqlite") as store:
        rule = store.rule("2026-04-17", "702.40a")

    document = comprules.parse("MagicCompRules.txt")
    findings = comprules.check_tree("src").findings
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # Every name of `comprules.api.__all__` is public here.
    from comprules.api import *  # noqa: F403
    from comprules.api import __all__ as __all__
else:

    def __getattr__(name: str) -> Any:
        import importlib  # noqa: PLC0415 - the command line does without

        api = importlib.import_module("comprules.api")
        if name != "__all__" and name not in api.__all__:
            raise AttributeError(f"module 'comprules' has no attribute {name!r}")
        value = globals()[name] = getattr(api, name)
        return value

    def __dir__() -> list[str]:
        import importlib  # noqa: PLC0415 - as above

        return sorted({*globals(), *importlib.import_module("comprules.api").__all__, "__all__"})
