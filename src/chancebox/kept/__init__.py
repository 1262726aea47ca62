"""
Rules of yesterday: the folders of games as they were in earlier versions, one for each.

A table goes on under the rules it was begun with, and what was played under them can be replayed for ever.
So before the rules or the components of a game change, `make keep GAME=gang-of-dice` copies its folder here,
and its version is raised. Nothing in here is ever edited, except where the engine around it changes.
"""
