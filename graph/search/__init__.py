"""The search in the rules of an edition, of a day or of all editions.

`definition.toml` says what words mean and how answers are ranked, `sayings.toml` how players say it; `definition` reads
both. The browser's search reads the same definition and gives the same answers.

`text` cuts texts into stems, `times` reads dates, `understand` a query, `edition_names` the edition that it names and
`numbered` its numbers. `index` holds the passages of an edition; `rank` orders them by the `score` of their words and
by `claims`: `names` in the query, things `renamed`, `sayings`. `searcher` answers from a knowledge base.

`changes` searches what each edition changed; `match` says when a change has the words.
"""
