"""The lines of a file as a reader sees them: without tags, escapes, and the addresses of links."""

import re

from rules.json_files.load import blank_assignment
from rules.json_files.tables import read_table
from rules.late_patterns import compile_late

_JSON = compile_late(r'\s{0,10000}(?:\{\s*"[^"]{0,200}"\s*:|\[\s*[\[{"])')
"""The beginning of a JSON file, or of a line of JSON."""
_STRING = compile_late(r'"(?P<text>(?:[^"\\]++|\\.)*+)"(?P<is_name>\s*:)?', re.DOTALL)
"""A string of JSON; the name of a field is followed by a colon."""
_ESCAPE = compile_late(r"\\u(?P<code>[0-9a-fA-F]{4})")
_HIDDEN = compile_late(r"<(?P<name>script|style|nav|header|footer)\b|<!--", re.IGNORECASE)
"""The beginning of a part of a page that is not its text."""
_HIDDEN_ENDS = {
    "": compile_late("-->"),
    "script": compile_late(r"</script\s*>", re.IGNORECASE),
    "style": compile_late(r"</style\s*>", re.IGNORECASE),
    "nav": compile_late(r"</nav\s*>", re.IGNORECASE),
    "header": compile_late(r"</header\s*>", re.IGNORECASE),
    "footer": compile_late(r"</footer\s*>", re.IGNORECASE),
}
"""Name of such a part → its end; a comment has no name."""
_TAG = compile_late(r"</?(?P<name>[a-zA-Z!]\w*)[^<>]{0,1000}>")
_BROKEN_TAG = compile_late(r"<[a-zA-Z/][^<>\n]{0,1000}\n[^<>]{0,1000}>")
"""A tag that goes on in the next line, as word processors write them."""
_INLINE = frozenset(["a", "abbr", "b", "code", "em", "font", "i", "mark", "small", "span", "strong", "sub", "sup", "u"])
_ADDRESS = compile_late(r"\]\([^()\s]{1,200}\)| ?<(?:#|https?:)[^<>\n]{0,200}>")
"""The address of a link in Markdown or reStructuredText."""
_DIRECTIVE = compile_late(r"^\s*\.\. [\w-]+::|:[a-z]+:(?=`)|`__?(?!\w)")
"""A mark of reStructuredText: the name of a directive or a role, or the end of a link."""
_TROFF = compile_late(r"\\(?:\[(?P<name>[a-z]{2})\]|\((?P<short>[a-z]{2}))|\\f(?:\[[A-Z]{0,2}\]|[A-Z])")
"""A character or a change of type in troff: `\\[cq]`, `\\f[I]`."""
_ESCAPED_MARK = compile_late(r"\\(?=[!-/:-@\[\]^-`{-~])")
"""The backslash before a mark of Markdown and the like that is meant as a letter: `\\_`, `\\'`."""
_APOSTROPHES = ("aq", "cq")
_QUOTED_PRINTABLE = compile_late(r"^Content-Transfer-Encoding:\s*quoted-printable", re.MULTILINE | re.IGNORECASE)
"""The header of an e-mail or a saved page in which lines end in `=` and letters beyond ASCII are numbers."""
_LOST_APOSTROPHE = compile_late("(?<=[A-Za-z])[?\ufffd\x92](?=[a-z])")
_INSERTION = compile_late(r"\bINSERT\s+(?:OR\s+\w+\s+|IGNORE\s+)?INTO\s[^;']{1,1000}?\bVALUES\s*(?=\()", re.IGNORECASE)
"""The beginning of a statement of SQL that adds rows to a table, up to the values of the first row."""
_SCHEMA = compile_late(
    r"^[ \t]*(?:ALTER|BEGIN|COMMIT|CREATE|DROP|PRAGMA)\b[^;']{0,2000};", re.IGNORECASE | re.MULTILINE
)
"""A statement of SQL about tables or transactions, next to those that add rows."""
_SQL_TOKEN = compile_late(r"'(?P<text>(?:[^'\\]++|''|\\.?)*+)(?:'|\Z)|(?P<end>;)", re.DOTALL)
"""A string of SQL, or the end of a statement.

In a string, a quotation mark is doubled, or has a backslash before it, as MySQL writes it. A string without an end goes
on to the end of the file; otherwise every quotation mark would be tried as its beginning."""
_LINE_ENDS = compile_late(r"[\r\n\v\f]+|\\[nr]")


def list_lines(text: str) -> list[str]:
    """Return the lines of a text that are not blank; for JSON or a table, the values instead.

    For each statement of SQL that adds rows to a table, they are the strings in these rows.

    They may still have tags and escapes, which `list_shown_lines` removes.
    """
    if _QUOTED_PRINTABLE.search(text):
        from quopri import decodestring  # noqa: PLC0415 - few files need it

        text = decodestring(text.encode()).decode("utf-8", "replace")
    text = blank_assignment(text)
    strings = _list_json_strings(text)
    if strings:
        return strings
    table = read_table(text)
    if table is not None:
        return [leaf.text for leaf in table.strings if leaf.text.strip()]
    if "INSERT" in text or "insert" in text:
        text = _replace_insertions(text)
    if "<" in text:
        text = _BROKEN_TAG.sub(_join_tag, _remove_hidden(text))
    return [line for line in text.splitlines() if line.strip()]


def _list_json_strings(text: str) -> list[str]:
    """Return the strings of a JSON file, or of lines of JSON, without the names of fields; none for other texts."""
    if _JSON.match(text) is None:
        return []
    strings = [string for string in _STRING.finditer(text) if not string["is_name"]]
    return [string["text"] for string in strings if string["text"]]


def _replace_insertions(text: str) -> str:
    """Return a text with the strings in the rows of SQL, one a line, in place of the statements that add them.

    The statements between these, such as those that create the tables, are removed.

    `INSERT INTO rules VALUES ('702.2', 'The boat''s oars.');` gives `702.2` and `The boat's oars.`
    """
    pieces: list[str] = []
    after_last = 0
    for insertion in _INSERTION.finditer(text):
        if insertion.start() < after_last:
            continue  # it is in a string of the statement before
        pieces.append(_SCHEMA.sub("", text[after_last : insertion.start()]))
        after_last = len(text)
        for token in _SQL_TOKEN.finditer(text, insertion.end()):
            if token["end"] is not None:
                after_last = token.end()
                break
            pieces.append(token["text"].replace("''", "'"))
    if not pieces:
        return text
    pieces.append(_SCHEMA.sub("", text[after_last:]))
    return "\n".join(pieces)


def _remove_hidden(text: str) -> str:
    """Return a page with an end of line in place of each part that is not its text.

    A part without an end is kept. The end of each kind of part is searched only until it is not found, because a page
    may have the beginnings of millions of parts.
    """
    pieces: list[str] = []
    unclosed: set[str] = set()
    after_last = 0
    for beginning in _HIDDEN.finditer(text):
        name = (beginning["name"] or "").lower()
        if beginning.start() < after_last or name in unclosed:
            continue
        end = _HIDDEN_ENDS[name].search(text, beginning.end())
        if end is None:
            unclosed.add(name)
            continue
        pieces.append(text[after_last : beginning.start()])
        after_last = end.end()
    return "\n".join([*pieces, text[after_last:]])


def _join_tag(tag: re.Match[str]) -> str:
    """Return a tag of several lines as one line."""
    return " ".join(tag[0].split())


def list_shown_lines(line: str) -> list[str]:
    """Return a line as the lines that a reader sees: without tags, addresses and escapes.

    `<p>Costs &amp; <b>fees</b></p><p>Turns</p>` gives `Costs & fees` and `Turns`.

    Args:
        line: One of the lines of `list_lines`.
    """
    # Whether a text has some characters is seen fast; the patterns are searched only in lines that may have them.
    shown = line.replace('\\"', '"')
    if "\\u" in shown:
        shown = _ESCAPE.sub(lambda escape: chr(int(escape["code"], 16)), shown)
    if "<" in shown or "](" in shown:
        shown = _TAG.sub(_replace_tag, _ADDRESS.sub(" ", shown))
    if "\\[" in shown or "\\(" in shown or "\\f" in shown:
        shown = _TROFF.sub(_replace_character, shown)
    if "\\" in shown:
        shown = _ESCAPED_MARK.sub("", shown)
    if "&" in shown:
        import html  # noqa: PLC0415 - slow to import, and many files need it for no line

        shown = html.unescape(shown)
    if ":" in shown or "`_" in shown:
        shown = _DIRECTIVE.sub(" ", _ADDRESS.sub(" ", shown))
    shown = _LOST_APOSTROPHE.sub("'", shown)
    return [part for part in _LINE_ENDS.split(shown) if part.strip()]


def _replace_character(character: re.Match[str]) -> str:
    """Return an apostrophe for one of troff, a space for any other character, and nothing for a change of type."""
    name = character["name"] or character["short"]
    if not name:
        return ""
    if name in _APOSTROPHES:
        return "'"
    return " "


def _replace_tag(tag: re.Match[str]) -> str:
    """Return a space for a tag inside a line, such as `<b>`, and a line end for any other tag."""
    return " " if tag["name"].lower() in _INLINE else "\n"
