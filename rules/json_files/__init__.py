"""The rules in a JSON file of any shape: the fields with their numbers and texts are found by their values.

Public services, tools and training sets publish the rules as JSON: an object with a key for each number, a list of
records, a tree of chapters, texts that begin with their number, or lines with an object each. The names of the fields
differ, but their values are alike: one field has numbers of rules, and another field of the same objects has sentences.

Guarantees: every string of the file is a leaf, in the order of the file, with its offset. Equal keys of an object are
all kept. The size of a file is limited by counts of brackets and commas. If two fields of numbers are equally good but
differ, none is chosen, and that is reported as a problem; so are numbers that repeat, as in a file with several
editions. If the end of a file is missing, the file is read up to its last complete value.

| module | subject |
|---|---|
| `load` | the value of a file, whole or without its end |
| `objects`, `records` | a flat list of the objects in that value, each with its strings |
| `strings` | recognition of numbers, sentences and titles |
| `rules`, `glossary` | the choice of fields by their values |
| `copies` | the rules and the glossary of a file |
| `tables` | the same for tables, such as CSV |
| `detached` | files that have only the records, or only the texts |
| `unread` | the reason why a file has no rules |
"""
