"""The faults that `bench.mutations` puts in: each still has its place in the code, and each is a fault."""

from __future__ import annotations

import ast

import pytest

from bench.mutations import ROOT, Mutation, read_mutations, with_fault

FAULTS = read_mutations()


def name_fault(fault: Mutation) -> str:
    return f"{fault.file}: {fault.original}"


@pytest.mark.parametrize("fault", FAULTS, ids=name_fault)
def test_every_fault_can_be_put_into_the_code(fault: Mutation) -> None:
    source = (ROOT / fault.file).read_text(encoding="utf-8")
    assert source.count(fault.original) == 1
    assert ast.dump(ast.parse(with_fault(source, fault))) != ast.dump(ast.parse(source))


@pytest.mark.parametrize("fault", FAULTS, ids=name_fault)
def test_a_fault_uses_only_names_of_its_module(fault: Mutation) -> None:
    source = (ROOT / fault.file).read_text(encoding="utf-8")
    names = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    faulty = {node.id for node in ast.walk(ast.parse(with_fault(source, fault))) if isinstance(node, ast.Name)}
    assert faulty <= names | {"bool"}, "a name that does not exist fails every test"


def test_the_tests_of_every_fault_exist() -> None:
    missing = sorted({path for fault in FAULTS for path in fault.tests if not (ROOT / path).exists()})
    assert not missing
    assert all(fault.tests for fault in FAULTS)


def test_a_fault_without_its_place_is_refused() -> None:
    fault = Mutation("oar.py", "row", "drift", ("tests/bench",))
    for source in ("", "row = 1\nrow = 2\n"):
        with pytest.raises(ValueError, match=r"oar\.py"):
            with_fault(source, fault)
