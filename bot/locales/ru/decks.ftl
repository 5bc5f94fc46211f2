### Decks: who may name them, and what each is called.

refusal-deck-other = Ты называешь свою колоду и колоды гостей, которых привёл. За остальных спроси их самих или модератора.
refusal-deck-counted = Эта игра уже засчитана. Исправить колоду ещё может модератор.
