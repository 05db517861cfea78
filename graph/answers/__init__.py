"""One typed answer for each question. Command line, Python, editors, assistants and the site's data all print it.

The fields have the names of the JSON; where Python cannot use such a name, or the records have another one, `rename`
gives the name in JSON. The schemas of the site's data and of the assistant's tools are made from these types, and their
descriptions from the docstrings.
"""
