"""The publisher's announcements of changes: bulletins as data, and the changes that they announce.

`announcements.toml` has the bulletins with their statements about rules, and the reasons why some steps have none.
`file` reads it, and `records` says what it may contain.

An announcement names a number of one edition. It announces the changes, between its two editions, of every lineage that
has the number, or a number below it, in that edition. So `changes` finds the announcements of a change in any two
editions, whatever the numbers of the rule there are. `match` finds the changes of an announcement, and says if there is
no such change or no such rule. `unannounced` lists the steps that no announcement is about, and `answers` has the
records that people and programs get.
"""
