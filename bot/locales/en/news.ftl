### The news of a game in plain words: the heading of its board, and answers to reports

news-falls = ⛓️ { $losers } { $count ->
    [one] falls
   *[other] fall
} to { $winner }
news-with = { $news }, and { $players } too
news-beat = ⚔️ { $winner } beat { $losers }
news-servant = ⛓️ { $players } now { $count ->
    [one] serves
   *[other] serve
} someone else
news-beaten = ⚔️ { $players } { $count ->
    [one] was
   *[other] were
} defeated
news-rejoins = ⚔️ { $players } { $count ->
    [one] was
   *[other] were
} defeated and may rejoin
news-out = 💀 { $players } { $count ->
    [one] is out
   *[other] are out
}
news-masterless = 👻 { $players } { $count ->
    [one] rises
   *[other] rise
} masterless
news-serves = ⛓️ { $players } now { $count ->
    [one] serves
   *[other] serve
} { $master }
news-free = 👑 { $players } { $count ->
    [one] is free
   *[other] are free
}
news-heir = 👑 { $player } now leads the team
news-leads = 👑 { $player } now leads { $team }
news-conceded = 🏳️ { $player } concedes
news-kicked = 🚪 The game goes on without { $player }
news-undone = ↩️ Undone: { $what }
news-undone-step = ↩️ The last report was undone

## The grey line of the board

board-turn = Turn { $number }
board-phased = 💤 phased out
board-now = now
board-next = next
board-round = round { $round }, first to { $target } { $target ->
    [one] point
   *[other] points
}
board-draw-number = 🎲 #{ $number }
board-defeats = { $count ->
    [one] { $count } defeat
   *[other] { $count } defeats
}
board-defeats-in = { $defeats } in { $time }
board-lasted = { $hours ->
    [0] { $minutes } min
   *[other] { $hours } h { $minutes }
}
board-counts = counts { $due }
board-votes = 🗳️ vote behind ⋯: { $deeds }
board-steps = 📋 { $players }: **{ $button }**
board-series = round { $round }: { $player } { $points } of { $target }
