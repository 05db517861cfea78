"""The tree of folders in which the editions of files depend on each other."""

from __future__ import annotations

from graph.citations.edition_tree import DEEPEST, list_folders


def test_each_folder_comes_before_its_content() -> None:
    assert list(list_folders(["lib/boats/oar.txt", "notes.txt"]).items()) == [
        (".", None),
        ("lib", "."),
        ("lib/boats", "lib"),
        ("lib/boats/oar.txt", "lib/boats"),
        ("notes.txt", "."),
    ]


def test_a_file_in_too_deep_a_folder_is_in_the_last_one_that_counts() -> None:
    parents = ["/".join(["d"] * depth) for depth in range(1, DEEPEST + 20)]
    folder_of = list_folders([f"{parents[-1]}/oar.txt"])
    assert [path for path in folder_of if path in parents] == parents[:DEEPEST]
    assert folder_of[f"{parents[-1]}/oar.txt"] == parents[DEEPEST - 1]
