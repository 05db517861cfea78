"""The configuration of pre-commit, to which the hook of comprules is added.

Guarantees: the hook is added as the last entry of the list `repos`, and the file is the same otherwise, with its
comments, its indentation and its line ends. The result is read again as YAML before it is returned, so that a layout
that is not understood is refused instead of broken.
"""

import re

import yaml
from yaml import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

from comprules.cli.yaml_errors import YAML_ERRORS
from rules.errors import ComprulesError

HOOK_ID = "comprules-check"
HOOK = f"""\
- repo: local
  hooks:
    - id: {HOOK_ID}
      name: comprules check
      entry: comprules check --force-exclude --min-citations 0 --format full
      language: system
      types: [text]
      require_serial: true
"""
"""The entry of `repos`, as it is written into a list at the margin."""
_INDENT = 2
"""Number of blanks by which the entry is indented more than `repos:` if the list has no other entry."""
_EMPTY_LIST = re.compile(r"\[\s*\]|~|null|")
"""The value of `repos` in a file that has no hook: a list without entries, or nothing."""
_COMMENTS_AT_END = re.compile(r"(?:^[^\S\n]*#[^\n]*\n)+\Z", re.MULTILINE)


class LayoutError(ComprulesError):
    """A configuration cannot be extended safely; the message is a clause about the file: `it is not YAML`."""


def has_hook(text: str) -> bool:
    """Return whether a configuration of pre-commit has the hook of comprules; a comment about it is no hook.

    Raises:
        LayoutError: The text is not YAML.
    """
    for repository in _entries_of(_find_value(_read_node(text), "repos")):
        for hook in _entries_of(_find_value(repository, "hooks")):
            hook_id = _find_value(hook, "id")
            if isinstance(hook_id, ScalarNode) and hook_id.value == HOOK_ID:
                return True
    return False


def add_hook(text: str) -> str:
    """Return a configuration of pre-commit with the hook of comprules as the last entry of its list `repos`.

    The entry has the indentation of the other entries. A text without any content gets the key `repos` too.

    Raises:
        LayoutError: The text is not YAML, has no list `repos`, or its list is written so that no entry can be added
            safely, such as `repos: [{repo: local, hooks: []}]`.
    """
    old = _read_node(text)
    if old is None:
        text = f"{_end_line(text)}repos:{_line_end_of(text)}"
    new_text = _extend_list(text)
    _check_extended(text, new_text)
    return new_text


def _read_node(text: str) -> Node | None:
    """Return the content of a YAML document with the position of each part; None if it has none.

    Raises:
        LayoutError: The text is not YAML, or more than one document.
    """
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except YAML_ERRORS as error:
        raise LayoutError("it is not YAML, or several documents of YAML") from error


def _find_value(node: Node | None, key: str) -> Node | None:
    """Return the value of a key of a mapping, the last one if there are several, as pre-commit reads the file."""
    found = None
    if isinstance(node, MappingNode):
        for key_node, value in node.value:
            if isinstance(key_node, ScalarNode) and key_node.value == key:
                found = value
    return found


def _entries_of(node: Node | None) -> list[Node]:
    """Return the entries of a list; none for anything else."""
    if isinstance(node, SequenceNode):
        return list(node.value)
    return []


def _extend_list(text: str) -> str:
    """Return a configuration with our entry in its list `repos`.

    Raises:
        LayoutError: There is no such list, or it is written in brackets with entries in them.
    """
    root = _read_node(text)
    if not isinstance(root, MappingNode) or root.flow_style:
        raise LayoutError("it is not a configuration of pre-commit")
    repositories = _find_value(root, "repos")
    if repositories is None:
        raise LayoutError("it has no list `repos`")
    start, end = repositories.start_mark.index, repositories.end_mark.index
    if _EMPTY_LIST.fullmatch(text[start:end]):
        before = text[:start].rstrip(" ")
        text = before + text[end:]
        return _insert_entry(text, _find_line_end(text, len(before)), root.start_mark.column + _INDENT)
    # An anchor or a tag may stand before the first entry, and a list in brackets begins with a bracket.
    if not isinstance(repositories, SequenceNode) or text[start] != "-":
        raise LayoutError("its `repos` is not written as a list with a dash before each entry")
    return _insert_entry(text, _find_list_end(text, repositories), repositories.start_mark.column)


def _find_list_end(text: str, entries: SequenceNode) -> int:
    """Return the offset of the line at which another entry of a list with dashes can be inserted.

    Comments below the last entry belong to it, such as a hook that is switched off. Those directly above the next key
    belong to that key, and stay above it.
    """
    last_line_end = _find_line_end(text, _find_content_end(entries))
    list_end = entries.end_mark.index  # where the next key, `...` or the end of the text is
    below = text[last_line_end:list_end]
    if text[list_end:].strip():
        below = _COMMENTS_AT_END.sub("", below[: below.rfind("\n") + 1])
    below = below.rstrip()
    if not below:
        return last_line_end
    return _find_line_end(text, last_line_end + len(below))


def _find_content_end(node: Node) -> int:
    """Return the offset after the last value within a node; the end of a list itself is after the comments below it."""
    while isinstance(node, CollectionNode) and not node.flow_style and node.value:
        node = node.value[-1]
        if isinstance(node, tuple):  # a key of a mapping with its value
            node = node[1]
    end: int = node.end_mark.index
    return end


def _find_line_end(text: str, offset: int) -> int:
    """Return the offset of the first line that begins at an offset or after it; else the length of the text."""
    if offset == 0 or text[offset - 1] == "\n":
        return offset
    line_end = text.find("\n", offset)
    if line_end < 0:
        return len(text)
    return line_end + 1


def _insert_entry(text: str, offset: int, indent: int) -> str:
    """Return a text with our entry before the line at an offset.

    Args:
        text: The text.
        offset: Where the line begins; the length of the text for its end.
        indent: Number of blanks before the dash of the entry.
    """
    line_end = _line_end_of(text)
    entry = "".join(f"{' ' * indent}{line}{line_end}" for line in HOOK.splitlines())
    return _end_line(text[:offset]) + entry + text[offset:]


def _end_line(text: str) -> str:
    """Return a text whose last line has an end."""
    if not text or text.endswith("\n"):
        return text
    return text + _line_end_of(text)


def _line_end_of(text: str) -> str:
    if "\r\n" in text:
        return "\r\n"
    return "\n"


def _check_extended(old_text: str, new_text: str) -> None:
    """Raise a `LayoutError` unless the new text means the same as the old one, with our entry at the end of `repos`."""
    expected = _serialize(_read_node(old_text), added=_entries_of(_read_node(HOOK)))
    if _serialize(_read_node(new_text), added=[]) != expected:
        raise LayoutError("its list `repos` is written in a way that cannot be extended")


def _serialize(root: Node | None, added: list[Node]) -> str:
    """Return a configuration in one form for all layouts: the entries of `repos` with others after them, then its keys.

    Other keys than `repos` keep their order. `repos:` without a value is a list without entries.
    """
    repositories = _find_value(root, "repos")
    entries = _entries_of(repositories)
    other_keys: list[tuple[Node, Node]] = []
    if isinstance(root, MappingNode):
        other_keys = [(key, value) for key, value in root.value if value is not repositories]
    parts = [SequenceNode("tag:yaml.org,2002:seq", entries + added), MappingNode("tag:yaml.org,2002:map", other_keys)]
    # An alias is written as an alias, so that the text is never much longer than the file.
    return yaml.serialize(SequenceNode("tag:yaml.org,2002:seq", parts), Dumper=yaml.SafeDumper, canonical=True)
