### What somebody has done on a server, who defeated whom, and past pods

## Stats

stats-title = 📊 { $player }
stats-points = 🏅 **{ NUMBER($points) } { $points ->
    [one] point
   *[other] points
}** · { $games ->
    [one] one game
   *[other] { NUMBER($games) } games
}
stats-won = ✅ { NUMBER($count) } won ({ $share }%)
stats-lost = ❌ { NUMBER($count) } lost
stats-drawn = 🤝 { NUMBER($count) } drawn
stats-rating = Rating
stats-rated = **{ NUMBER($rating) }** · { $sign } { $change } in { $games ->
    [one] the last game
   *[other] the last { $games } games
}
stats-rated-thrall = A win as a thrall ranks below the master’s, so it can lower a high rating.
stats-rated-once = **{ NUMBER($rating) }** after the first game
stats-roles = By role
stats-as-master = 👑 As a master: { NUMBER($won) } of { NUMBER($games) } won
stats-as-servant = ⛓️ As a { $kind ->
    [minion] minion
   *[other] thrall
}: { NUMBER($won) } of { NUMBER($games) } won
stats-variants = By variant
stats-variant = **{ $variant }** · { NUMBER($won) } of { NUMBER($games) } won · { NUMBER($points) } { $points ->
    [one] pt
   *[other] pts
}
stats-house = House variants
stats-deeds = Deeds
stats-caused = ⚔️ { $count ->
    [one] One defeat caused
   *[other] { NUMBER($count) } defeats caused
}
stats-served = 🧎 { $count ->
    [0] Never had to serve
    [one] Had to serve once
   *[other] Had to serve { NUMBER($count) } times
}
stats-reign = ⏳ Longest reign: { $time }
stats-streak = 🔥 { $count ->
    [0] Longest winning streak: { $longest }
    [one] Won the last game · longest streak: { $longest }
   *[other] Won the last { $count } games · longest streak: { $longest }
}
stats-minutes = { $minutes } min
stats-hours = { NUMBER($hours) } h { $minutes } min
stats-victims = 🎯 Favourite victims
stats-nemeses = 💀 Nemeses
stats-other = { $player } × { NUMBER($count) }
stats-none-own-ever = 🌱 You have not finished a game here yet. Open one with `/pod open`, and your story begins!
stats-none-own-season = 🌱 You have not finished a game in that season. `/stats` without a season shows all your games.
stats-none-ever = 🌱 { $player } has not finished a game here yet. Why not invite them? `/pod open`
stats-none-season = 🌱 { $player } has not finished a game in that season.
refusal-stats-bot = Bots do not play here. Choose someone else.

## Rivals

rivals-title = ⚔️ Rivals of this server
rivals-pair = 🔥 **{ $one }** { $by_one } : { $by_other } **{ $other }**
rivals-legend = has defeated, and how often
rivals-none = 🕊️ No one has defeated anyone yet: peace reigns, for now. `/pod open` ends it.

## History

history-title = 📜 Past games of this server
history-of = 📜 Past games of { $player }
history-none = There is no finished game that you can see. Start one with `/pod open`.
history-none-of = They have no finished game that you can see.
history-hidden = You can’t see any pod on this page. Try *{ button-older }*.
history-gone = a deleted channel
history-closed = 🚪 Closed without a result
history-draw = 🤝 A draw
history-unscored = ⏳ Not settled yet
history-open = Read the story of…
button-newer = Newer
button-older = Older
button-list = Back to the list
refusal-history-open = That game was reopened, or it is gone. `/history` shows the current list.
refusal-history-hidden = You can’t see the channel of that game. `/history` shows the games that you can look at.

## Commands: names, then what they do

command-stats = stats
command-stats-about = Your record on this server, or another player’s
command-rivals = rivals
command-rivals-about = Who defeated whom on this server, as a picture
command-history = history
command-history-about = The past games of this server, with their stories
menu-stats = Their stats
option-stats-about = Whose stats (default: yours)
option-stats-season-about = One season (default: all time)
option-history-about = Only games of this player

## Games that do not count yet

settling-title = ⏳ Not settled yet
settling-line = { $points } · settles { $due }
settling-first = No result counts yet: the first one settles soon.
