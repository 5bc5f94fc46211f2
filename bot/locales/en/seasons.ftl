### Seasons, and the leaderboard by season, days, variant and table

## Seasons

season-usual = Season { NUMBER($number, useGrouping: 0) }
season-started = ✅ **{ $name }** has begun. Every game that ends from now on counts in it, until you use `/season end`.
season-renamed = ✅ The season is now called **{ $name }**.
season-end-sure = End **{ $name }**? Its final standings will be posted here for everyone.
season-end-first = 🥇 First now: { $players }, with { $points ->
    [one] { $points } point
   *[other] { $points } points
 }.
season-end-nobody = Nobody has a rank in it.
season-resume-sure = No season is running. **{ $name }** was the last one. If you take its end back, it goes on, and what ended since then counts in it.
season-resumed = ↩️ **{ $name }** goes on as if it had not ended. Its final standings are withdrawn.
button-season-end = End the season
button-season-resume = Take the end back
audit-season-resume = took back the end of the season **{ $name }**
refusal-season-resume-late = The end of that season can no longer be taken back: it runs already, or another one has begun.
season-over = 🏁 { $name } is over
season-list = 🗓️ Seasons of this server
season-list-newer = Newer seasons
season-list-older = Older seasons
leaderboard-seasons = All seasons and their dates
season-none = There has been no season yet. Start the first one with `/season start`.
season-line = **{ $name }** · { $dates }
season-since = since { $start }
season-dates = { $start } to { $end }

audit-season-start = started the season **{ $name }**
audit-season-end = ended the season **{ $name }**
audit-season-rename = season **{ $before }** → **{ $name }**

refusal-season-runs = A season is already running. End it first with `/season end`.
refusal-no-season-runs = No season is running. Start one with `/season start`.
refusal-no-season = There is no such season here. Pick one from the list that appears as you type.
refusal-season-or-days = A leaderboard shows either a season or the last days. Leave one of the two options empty.

## A planned end

button-season-plan = Plan the end
button-season-move = Move the end
button-season-unplan = Don’t end by itself
season-plan-title = The end of the season
season-plan-when = When does it end?
season-plan-about = Date and hour, by this server’s clock ({ $zone }), such as 31 December 20:00
season-end-planned = 🗓️ It ends by itself on { $when }, { $relative }. A week and a day before, and at the end, I post in { $channel }.
season-plan-done = To move or withdraw the end: `/season end`. What ends in time counts, even if it is confirmed later.
season-unplanned = ✅ **{ $name }** goes on until somebody ends it.
audit-season-plan = planned the end of the season **{ $name }** for { $when }
audit-season-unplan = withdrew the planned end of the season **{ $name }**
audit-season-end-planned = had planned it: the season **{ $name }** has ended
refusal-no-season-plan = This season has no planned end any more: it goes on until somebody ends it.

ending-title = ⏳ The last games of { $season }
ending-when = The season ends on { $when }, { $relative }. What ends before then counts, even if it is confirmed later.
ending-behind = { $chasers } { $count ->
    [1] is
   *[other] are
} { $behind ->
    [one] one point
   *[other] { NUMBER($behind) } points
} behind.
ending-open = Still open
ending-settled = Nothing: every game that has ended counts.
ending-played = ▶️ { $games ->
    [one] One game is being played
   *[other] { NUMBER($games) } games are being played
}
ending-to_confirm = ⏱️ { $games ->
    [one] One result waits to be confirmed
   *[other] { NUMBER($games) } results wait to be confirmed
}
ending-to_decide = ⚖️ { $games ->
    [one] One game waits for a moderator
   *[other] { NUMBER($games) } games wait for a moderator
}
ending-planned = 📅 Planned before the end: { $games ->
    [one] one game
   *[other] { NUMBER($games) } games
} ({ $places })
ending-lacking = 📏 For a rank { $games ->
    [one] one game is
   *[other] { NUMBER($games) } games are
} missing to { $players }.
ending-moved = The end was moved: it is now on { $when }, { $relative }.
ending-withdrawn = The season no longer ends by itself: it goes on.
ending-over = The season ended on { $when }.

season-awards = 🏅 Awards
award-wins = 🏆 Most games won ({ NUMBER($number) }): { $players }
award-master-wins = 👑 Most games won as a master ({ NUMBER($number) }): { $players }
award-thrall-wins = ⛓️ Most games won as a thrall ({ NUMBER($number) }): { $players }
award-games = 🎲 Most games played ({ NUMBER($number) }): { $players }

## Leaderboard

leaderboard-ever = All time
leaderboard-page = Page { $page } of { $pages }

## Time zone

setting-timezone = Time zone
setting-timezone-about = The times of planned games, the dates of seasons and the weekly post. The menu has the most common zones; `/setup timezone` finds every other.
unset-timezone = UTC
done-timezone = ✅ The time zone of this server is **{ $zone }**, where it is { $now } now.
refusal-no-zone = I don’t know the time zone “{ $typed }”. Type a big city near you, and pick one from the list that appears.

## Commands: names, then what they do

command-season = season
command-season-about = The seasons of this server
command-season-start = start
command-season-start-about = Start a season: games that end from now on count in it
command-season-end = end
command-season-end-about = End the season and post its final standings for everyone
command-season-rename = rename
command-season-rename-about = Give a season another name
command-season-list = list
command-season-list-about = List the seasons of this server, with dates
command-timezone = timezone
command-timezone-about = Set the time zone of this server
option-season-name-about = What the season is called (default: its number)
option-rename-about = The new name
option-season = season
option-season-about = A season, or all time (default: the current season)
option-renamed-about = Which season to rename (default: the newest)
option-days = days
option-days-about = Only games from the last days (up to 90)
option-only-about = Only games of this kind
option-zone = zone
option-zone-about = Type a city, and pick from the list
