"""The names of cards: an index in a file of this machine, and how to query it.

The rest of the bot queries a `CardIndex` (`bot.cards.index`), which `BotServices.cards` holds. Without the file every
query has an empty result, and what people type stays text. So always keep the user's text beside the id:

- `index.find_card_by_name("foudre")` returns the `CardMatch` of a name in any language, or None.
  Case, accents and punctuation do not matter. Store `match.id` beside the text.
- `index.find_card(card_id)` returns the `Card` of an id in an event or a row, or None.
- `index.get_card_name(card_id, locale, text)` returns the name to show: the card's name in that
  language, or `text` if the index does not know the card. The name of a second face if the id is of
  that face.
- `await index.complete_card_name("lightn", "fr")` returns the `CardMatch`es that Discord shows
  while somebody types; `commanders_first=True` puts cards that can be commanders first. Each
  match's `id` is the value of the choice, and `text` its name. A handler then receives either an id
  or the user's text: `index.resolve_card(user_input, locale)` returns a `ResolvedCard`: the text,
  the id if it is certain, and the cards that it may mean if the name is that of several.
  `resolve_commander_names` returns one for each commander in a text, with any separators. Nothing is
  dropped.
- `await index.suggest_cards("lihgtning bolt", "en")` returns the cards that a text may mean that is
  no card's name, or that of several; `suggest_commanders_for_text` the cards or pairs of cards.
- `card.colours` is the colour identity, such as "WU"; `card.commander` says whether the card can be
  the only commander; `bot.cards.commanders.can_be_commanders_together(first_card, second_card)` whether
  two can lead a deck together, `can_be_companion(card)` whether it can be a companion. All of it is
  advice: any name is accepted.

`build_card_statistics_key(card_id, text)` of `bot.cards.card` is the key under which statistics count a card. It
depends on the event alone, never on the index of the day.

Modules: `card` has the data of a card, `folding` compares spellings of a name, `commanders` has the dated rules for
commanders; `index_file` writes the file, `index` reads it; `sample` is a short list of cards for the sandbox and the
tests.
"""
