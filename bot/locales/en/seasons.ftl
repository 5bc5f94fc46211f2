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
