"""The index of card names: where it is kept, and how it is made anew.

`places` says where a machine keeps its index. `sources` reads the files of Scryfall and of MTGJSON,
`loading` makes an index of one, `scryfall` downloads them, `updating` decides whether and when.
The bot itself downloads in a `worker` process, which `updates` asks; `lease` lets one process do
so at a time. What asks the index is `bot.cards`.
"""
