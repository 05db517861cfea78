"""The rules in a JSON file of any shape: the fields with their numbers and texts are found by their values.

History: public services, tools and training sets give the rules as JSON: an object by number, a list of records, a tree
of chapters, chunks whose text begins with the number, lines with an object each. The names of the fields differ, but
their values are alike: one field has numbers of rules, and another field of the same objects has sentences.

Guarantees: every string of the file is a leaf, in the order of the file, with its offset. Equal keys of an object are
all kept. The size of a file is limited by counts of brackets and commas. If two fields of numbers are equally good and
differ, that is a problem to report, not a choice; so are numbers that repeat, as in a file with several editions. If
the end of a file is missing, it is read up to its last complete value.

`load` reads the value of a file, whole or cut. `objects` makes a flat list of its objects, with the strings of each
(`records`). `rules` and `glossary` choose fields by their values, which `strings` judges; `copies` returns the result.
`detached` says what is missing in a file that is only a table of records, or of texts, and `unread` why a file gives no
rules.
"""

from rules.json_files.copies import JsonCopy, is_json_copy, read_json_copy
from rules.json_files.detached import describe_detached
from rules.json_files.load import MOST_COMMAS, blank_assignment
from rules.json_files.records import JsonEntry, JsonRule, Leaf
from rules.json_files.strings import is_sentence
from rules.json_files.tables import Table, read_table
from rules.json_files.unread import begins_json, describe_unread

__all__ = [
    "MOST_COMMAS",
    "JsonCopy",
    "JsonEntry",
    "JsonRule",
    "Leaf",
    "Table",
    "begins_json",
    "blank_assignment",
    "describe_detached",
    "describe_unread",
    "is_json_copy",
    "is_sentence",
    "read_json_copy",
    "read_table",
]
