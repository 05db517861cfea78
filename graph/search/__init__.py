"""The search in the rules of an edition, of a day or of all editions.

`definition.toml` says what words mean and how answers are ranked, `sayings.toml` how players say it; `definition` reads
both. The browser's search reads the same definition and gives the same answers.

`text` cuts texts into stems, `times` reads dates, `understand` a query, `edition_names` the edition that it names and
`numbered` its numbers. `index` holds the passages of an edition; `rank` orders them by the `score` of their words, by
`claims` (`names` in the query, things `renamed`, `sayings`) and by `votes`: words of the query that led to the same
rules in questions asked before, which `asked_file` reads. `searchable` keeps what is read from a knowledge base.

`searcher` answers a query: with what it names (`named_answers`), what became of that (`past`), the passages that have
its words (`word_answers`), `issues` of rulings summaries, and `notes`. `answer_maker` fills in the fields of answers.

`changes` searches what each edition changed; `match` says when a change has the words.
"""
