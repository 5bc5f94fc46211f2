"""The names of cards: an index in a file of this machine, and how to ask it.

The rest of the bot asks a `CardIndex` (`bot.cards.index`), which `Services.cards` holds. Without
the file every question has an empty answer, and what people type stays text. So always keep the
typed text beside the id:

- `index.find_named("foudre")` returns the `CardMatch` of a name in any language, or None. Case,
  accents and punctuation do not matter. Store `match.id` beside the text.
- `index.find(id)` returns the `Card` of an id that an event or a row holds, or None.
- `index.name(id, locale, text)` returns the name to show: the card's name in that language, or
  `text` if the index does not know the card. The name of a second face if the id is of that face.
- `await index.complete("lightn", "fr")` returns the `CardMatch`es that Discord offers while
  somebody types; `commanders=True` puts those that can be commanders first. Each match's `id` is
  the value of the choice, and `text` its name. What a handler then receives is either an id or
  what was typed: `index.read(value, locale)` returns a `CardReading`: the text, the id if it is
  certain, and the cards that it may mean if the name is that of several. `read_commanders` returns
  one for each commander that a text names, whatever stands between them. Nothing is dropped.
- `await index.offer("lihgtning bolt", "en")` returns the cards that a text may mean that is no
  card's name, or that of several; `offer_commanders` the cards or pairs of cards.
- `card.colours` is the colour identity, such as "WU"; `card.commander` says whether the card can
  be the only commander; `bot.cards.commanders.can_pair(one, other)` whether two can lead together,
  `is_companion(card)` whether it can stand beside them. All of it is advice: any name is accepted.

`card_key(id, text)` of `bot.cards.card` is the key under which statistics count a card. It depends
on the event alone, never on the index of the day.

Rooms: `card` is what is known of a card, `folding` when two texts are one name, `commanders` the
dated rules of who leads a deck; `index_file` writes the file, `index` reads it; `sample` is a short
list for the sandbox and the tests.
"""
