"""The publisher's announcements of changes: bulletins as data, and the changes that they announce.

`announcements.toml` has the bulletins and their statements about rules, and why some steps have none; `file` reads it,
`records` says what it may have.

An announcement names a number of one edition. It announces every lineage that has that number or a number below it
there, and that changed between the announcement's two editions. So `changes` finds those of a change under any number
that it has in the compared editions, and `match` reports an announcement without a matching change or rule as such.
`unannounced` lists the steps that no announcement is about; `answers` are what people and programs get.
"""
