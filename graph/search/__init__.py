"""The search in the rules of an edition, of a day or of all editions.

`definition.toml` says what words mean and how answers are ranked, `sayings.toml` how players say it. The browser's
search reads the same definition and gives the same answers.

`text` cuts texts into stems and reads a query, `index` holds the passages of an edition, `rank` orders them,
`searcher` answers from a knowledge base.
"""
