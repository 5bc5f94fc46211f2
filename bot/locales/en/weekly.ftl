### What a weekly post says

week-title = 📅 The week of { $dates }
week-late = ⏰ Late: the bot was offline when this was due.
week-games = { $games ->
    [one] 1 game
   *[other] { NUMBER($games) } games
}
week-players = { $players ->
    [one] 1 player
   *[other] { NUMBER($players) } players
}
week-variant = { $variant } × { NUMBER($games) }
week-house = House variants
week-others = { $count } more

## The headline: who leads, and what has changed

week-quiet = Nobody sat down to play: the throne had a quiet week.
week-over = 🏁 { $season } is over, and the crown goes to { $leaders }. { $servants ->
    [none] Congratulations!
   *[other] Everyone else: kneel!
}
week-over-nobody = 🏁 { $season } is over, and the crown goes to nobody.
week-waits = The throne is still empty: it waits for a leader with { $games ->
    [one] one game
   *[other] { NUMBER($games) } games
}.
week-opened = A fresh start, and { $count ->
    [1] { $leaders } is the first on the throne.
   *[other] { $leaders } crowd onto the first throne.
}
week-taken = { $leaders } seizes the throne. { $servants ->
    [none] Will { $former } strike back?
   *[other] On your knees, { $former }!
}
week-shared = { $servants ->
    [none] One throne, { $count } rivals: { $leaders } are level.
   *[other] One throne, { $count } masters: { $leaders } are level, and nobody kneels yet.
}
week-alone = { $leaders } shakes off { $former } and reigns alone.
week-close = { $leaders } clings to the throne: { $chasers } { $count ->
    [1] is
   *[other] are
} only { $ahead ->
    [one] 1 pt
   *[other] { NUMBER($ahead) } pts
} away.
week-holds-more = { $leaders } pulls away: { $ahead ->
    [one] 1 pt
   *[other] { NUMBER($ahead) } pts
} ahead, after { NUMBER($before) } a week ago.
week-holds-less = { $leaders } reigns on, but the lead is shrinking: { $ahead ->
    [one] 1 pt
   *[other] { NUMBER($ahead) } pts
}, after { NUMBER($before) } a week ago.
week-holds = { $leaders } reigns on, { $ahead ->
    [one] 1 pt
   *[other] { NUMBER($ahead) } pts
} ahead. Will nobody rise up?

## The table

week-table = 🏆 { $name }
week-ever = All time
week-line = { $rank } **{ $player }** · { $points ->
    [one] { NUMBER($points) } pt
   *[other] { NUMBER($points) } pts
}
week-unranked = Not ranked yet: { $players ->
    [one] 1 player
   *[other] { NUMBER($players) } players
}. A rank takes { $games ->
    [one] 1 game
   *[other] { NUMBER($games) } games
}.
week-legend-moved = ▲▼ places since last week
week-legend-roles = { $servants ->
    [thrall] 👑 won as a master · ⛓️ as a thrall
   *[other] 👑 games won
}

## What happened

week-results = ⚔️ This week
week-gain = { $rank } **{ $player }** +{ NUMBER($points) } · { $games ->
    [one] 1 game
   *[other] { NUMBER($games) } games
}
week-climb = 📈 Biggest climb (▲{ $places }): { $players }
week-deeds = 🏅 Deeds of the week
week-reign = 👑 Longest time with { $servants ->
    [minion] minions
   *[other] thralls
} ({ $time }): { $players }
week-caused = ⚔️ Most defeats caused ({ NUMBER($times) }): { $players }
week-duel = 🎯 { $responsible } defeated { $loser } { NUMBER($times) } times
week-record-thrall = ⛓️ A first on this server: { $players } won as a thrall
week-record-points = 🏆 Server record, points in one game ({ NUMBER($number) }): { $players }
week-record-caused = ⚔️ Server record, defeats caused in one game ({ NUMBER($number) }): { $players }
week-record-seats = 🪑 The largest table so far: { NUMBER($number) } players
week-record-game = 🎉 This server’s game no. { NUMBER($number) } was played
week-time = { $hours ->
    [0] { $minutes } min
   *[other] { NUMBER($hours) } h { $minutes } min
}
week-upsets = 🎲 Against the odds
week-upset = { $winners } won with a 1-in-{ NUMBER($times) } chance
week-newcomers = 👋 New faces
week-welcome = Welcome to the table, { $players }! { $servants ->
    [none] Good luck with your next game.
   *[other] { $count ->
        [1] May your masters be kind.
       *[other] May your masters be kind.
    }
}
