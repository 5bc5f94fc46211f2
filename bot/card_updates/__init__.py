"""Updates of the index of card names: where the index is kept, and how it is built.

`index_path` has the path of a machine's index. `card_files` parses the files of Scryfall and of MTGJSON,
`index_builder` builds an index from one, `scryfall` downloads them, `updating` decides whether and when. The bot itself
downloads in a `worker` process, which `background_updater` starts; `lease` lets one process at a time do so.
`bot.cards` has the queries of the index.
"""
