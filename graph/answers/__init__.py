"""One typed answer for each question, which command line, Python, editors, assistants and site print.

The names of the fields are those of the JSON, but for names that JSON has and Python or the records have otherwise:
those are in `rename`. The schemas of the site's data and of the assistant's tools come from these types.
"""
