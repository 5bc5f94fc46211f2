### Draws: the seal on the board, words, the list of all draws, and how to check one.

## In the lobby and on the board

lobby-words = 🎲 Words in the draw
lobby-word = { $seat }. “{ $word }”
draw-mark = Draw { $number } · `{ $commitment }`
button-word = Add a word
word-title = Your word in the draw
word-label = Any word; empty takes yours away
done-word = Your word is in the draw, and on the board. Until the start you can change it or take it away.
done-word-gone = Your word is out of the draw.

## The story

event-draw-sealed = 🎲 Its draw no. { $number } is sealed: nobody can change it, and 🎲 *{ button-fair }* proves that.
event-joined-word = { $player } sat down, with the word “{ $word }” for the draw.
event-worded = 🎲 { $player } adds a word to the draw: “{ $word }”
event-unworded = 🎲 { $player } takes their word out of the draw.

## Checking a draw

draw-sealed-about = Seats and first player will come from a secret that nobody sees before the start, from who sits down in which order, and from the words that people add. The commitment is the SHA-256 fingerprint of the lines below. Note its first sixteen characters, which the board shows until the start: afterwards this button gives you the file that proves the draw.
draw-proof-about = Seats and first player came from what is in this file; its `commitment` was on the board before. Save it: `suzerain verify draw.json` draws again. How to do it without the bot: `docs/design/draw-recipe.md`, beside its source.
draw-choices-about = { $count ->
    [one] The file also has the choice that the draw made because nobody did.
   *[other] The file also has the { $count } choices that the draw made because nobody did.
 }
draw-handed-about = Draw { $number } was closed unused and left its secret to this one.
draw-kept-about = The pod of draw { $number } was closed before its first report, and the same people opened again: they keep its seats.
draw-forgotten-about = Somebody who sat here was forgotten: the file proves the seats, but no longer which account or word is behind which line.

## All draws

draws-title = 🎲 The draws of this server
draws-empty = No draw has been sealed here yet. Open a pod with `/pod open`.
draws-line = `{ $commitment }` **{ $number }** · { $fate }
draws-line-where = `{ $commitment }` **{ $number }** · { $fate } · { $channel }
draws-open = ⏳ open
draws-used = ✅ used
draws-unused = ⚪ closed unused
draws-handed = ⚪ closed unused; draw { $heir } has its secret
draws-page = Each commitment holds the fingerprint of the one before. Page { $page } of { $pages }

## Refusals

refusal-word = A word has { $most } characters at most, on one line and without control characters. Take a shorter or plainer one.
refusal-word-late = The draw of this pod is made: no word changes it any more. The next lobby takes yours.
refusal-no-words = This lobby takes no words: its draw was sealed before there were any. The next one does; open it with `/pod open`.
refusal-draw-handed-on = This lobby was closed, and draw { $number } has its secret since. Close it with `⋯` 🔒 *{ button-close }*, and open another one.
