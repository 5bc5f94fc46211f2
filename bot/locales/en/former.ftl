### Acts behind `⋯` that ask something first, and where former commands are now

button-effects = Card effects
button-end = End the game
button-removal = Remove a player
button-draws = All draws
effects-ask = 🌀 Which effect is it? It takes effect as soon as you choose.
effects-extra = Extra turn: who takes it?
effects-restart = Karn Liberated: whose?
effects-subgame = A subgame: which card?
ending-ask = 🏁 How does the game end? I ask you to confirm it.
ending-effect = Who wins by an effect?
ending-combo = Who wins by a combo?
ending-draw = Nobody: a draw
removal-ask = 🥾 Who is missing? I ping them; after five minutes { $who } can vote, too. A moderator removes immediately.
removal-ask-few = 🥾 Who has left the server? With so few players left there is no vote: only a moderator removes anyone else.
removal-ask-lobby = 🥾 Whose seat should be free again? It is free immediately.
removal-ask-moderator = 🥾 Whom do you remove? They are out immediately.
removal-ask-seated = 🥾 Who has left the server, or which of your guests stays away? Their seat is free immediately. { $host } can free any seat.
removal-placeholder = The player to remove
seat-placeholder-guest = A substitute for { $guest }

refusal-former-join = This is a button now: 🪑 *{ button-join }* on the board, and on `/pod status`.
refusal-former-leave = This is a button now: *{ button-leave }* on the board, and on `/pod status`.
refusal-former-start = This is a button now: *{ button-start }* on the board, and on `/pod status`.
refusal-former-turn = This is a button now: *{ button-turn }* on the board, and on `/pod status`. Extra turns: `⋯` 🌀 *{ button-effects }*.
refusal-former-effects = This is behind `⋯` now, on the board and on `/pod status`: 🌀 *{ button-effects }*.
refusal-former-end = This is behind `⋯` now, on the board and on `/pod status`: 🏁 *{ button-end }*.
refusal-former-log = This is behind `⋯` now, on the board and on `/pod status`: 📜 *{ button-log }*.
refusal-former-draws = This is behind `⋯` now, on the board and on `/pod status`: 🎲 *{ button-fair }*, then *{ button-draws }*.
refusal-former-removal = This is behind `⋯` now, on the board and on `/pod status`: 🥾 *{ button-removal }*.
refusal-former-substitute = This is behind `⋯` now, on the board and on `/pod status`: 🔁 *{ button-substitute }*.
refusal-former-close = This is behind `⋯` now, on the board and on `/pod status`: 🔒 *{ button-close }*.
refusal-former-change = This has no option now. Give the command the option `{ option-change }`: then you can set it before anything is posted.
refusal-former-preview = This has no option now. Press *{ change-button-change }* below what the command shows.
refusal-former-players = One option has all players now. Name them in `{ option-players }` by mentions, such as `@Ana @Bo`.
refusal-former-judge = These are one command now. Type `/judge` and choose the question: a form opens.
