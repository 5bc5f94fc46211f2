"""Updates of the index of card names: where the index is kept, and how it is built.

`places` has the path of a machine's index. `sources` parses the files of Scryfall and of MTGJSON,
`loading` builds an index from one, `scryfall` downloads them, `updating` decides whether and when.
The bot itself downloads in a `worker` process, which `updates` starts; `lease` lets one process at
a time do so. `bot.cards` has the queries of the index.
"""
