### `/help`, the list of rules, what is asked once more, and the first message on a server

command-help = help
command-help-about = How this game goes, what you can do now, and where to read on
help-title = ❔ Help
help-begin = I referee games of Magic for several players: I draw the seats, remember who serves whom, say who is responsible for a defeat, and keep the points. One player opens a pod, the others sit down, the host starts it.
help-duel = You are playing a duel of Magicjoust. The board shows both quadrants and all cards; its buttons do what your turn allows: place a singularity, draw, invoke, use a card, attack, end the turn.
help-now = What you can do now
help-read = Where to read on
help-where = 📖 `/rules`: the rules of what you play · `/why`: the last verdict · `/judge`: what would happen
help-page-players = The guide for players
help-page-organisers = The guide for organisers of nights
help-page-moderators = The guide for moderators
help-modules = Switched off here
help-modules-off = A member with *Manage Server* switches them on: `/setup server`, 🧩 *{ setting-modules }*
help-series = 🔁 Open a series of rounds: `/series`
help-join = Take a seat: 🪑 *{ button-join }*
help-leave = Give your seat back: 🚪 *{ button-leave }*
help-guest = 🎟️ Bring somebody without an account, and act for them: `/pod guest`
help-start = Start the game: *{ button-start }*
help-report = ⚔️ Report a defeat: the button, or `/defeat`
help-turn = Begin the next turn: ⏭️ *{ button-turn }*
help-concede = Leave the game: `⋯` 🏳️ *{ button-concede }*
help-end = 🏁 A win by an effect or a combo, or a draw: `⋯` 🏁 *{ button-end }*
help-dispute = Something wrong? ✋ *{ button-dispute }* on the board
help-undo = ↩️ Undo the last report: `/undo`
help-close = 🔒 Close the pod without a result: `⋯` 🔒 *{ button-close }*
help-open = 🎲 Open a pod: `/pod open`
help-find = 🔎 Free seats, now and later: `/pod find`
help-plan = 📅 Plan a game for later: `/pod plan`
help-joust = 🧪 Open a duel of Magicjoust: `/joust open`
help-night = 🌙 Announce a night of many pods: `/night open`; ask which evening: `/night ask`; results: `/night show`
help-duel-join = Take a seat in the duel: 🪑 *{ button-join }*
help-duel-leave = Give your seat back: 🚪 *{ button-leave }*
help-duel-turn = 🎯 It is your turn: use the buttons on the board
help-duel-concede = 🏳️ Give the duel up: `/joust concede`
help-setup = ⚙️ Settings of this server: `/setup server`

button-rules = All rules
rules-title = 📖 Rules
page-number = Page { $page } of { $pages }
rules-which = Read a rule
rules-more =
    { $found ->
        [one] { $found } rule has to do with this. These are the { $shown } that fit best.
       *[other] { $found } rules have to do with this. These are the { $shown } that fit best.
    }
rules-groups = Group of rules
rules-group-esc = Esclave
rules-group-tab = Tables: seats, range, leaving
rules-group-nec = Necromancer
rules-group-rsp = Respawn
rules-group-var = Variants: what each one answers
rules-group-pw = Planeswalkers and damage
rules-group-mj = Magicjoust

sure-winning = 🏁 { $player } wins by an effect or a combo, and the game is over. Is that right?
sure-drawing = 🏁 The game ends in a draw. Is that right?
sure-closing = 🔒 The pod is closed without a result, for everyone. Is that right?
sure-closing-counts = 🔒 The game ends now, for everyone, and its points count. Is that right?
button-winning = Yes, end the game
button-drawing = Yes, it is a draw
button-closing = Yes, close it

welcome = 👋 Hello! I referee multiplayer Magic and keep the points. Type `/pod open` in the channel where you play: that is all it takes. `/help` says how it goes on, and `/setup server` has the settings.
