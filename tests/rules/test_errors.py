"""What is said of a package that is not installed."""

from __future__ import annotations

import re

import pytest

from rules.errors import ComprulesError, MissingExtra, needing_extra
from rules.installed import read_source, requirement
from tests.test_architecture import MAY_IMPORT


def import_missing(name: str) -> None:
    with needing_extra("data"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)


@pytest.mark.parametrize("name", ["pyarrow", "pyarrow.parquet", "graphs", "rulesets.parts"])
def test_a_missing_package_of_others_is_of_an_extra(name: str) -> None:
    wanted = re.escape(requirement(read_source(), "data"))
    with pytest.raises(MissingExtra, match=rf'^{name} is missing.*pip install "{wanted}"$') as raised:
        import_missing(name)
    assert isinstance(raised.value, ComprulesError)
    assert isinstance(raised.value, ImportError)


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_a_missing_module_of_ours_is_no_extra(package: str) -> None:
    for name in (package, f"{package}.lost"):
        with pytest.raises(ModuleNotFoundError) as raised:
            import_missing(name)
        assert not isinstance(raised.value, MissingExtra)
