"""The rulings summary as a separate work on the site.

- `sources`: the names and kinds of the sources that tags name
- `layout`: the chapters and sections of an issue
- `summary`: all issues together
- `restating`: links from the rules to the rulings that restate them
- `pages`: the pages of the chapters, their contents, and the page of the sources
"""
