### Seasons, and the leaderboard by season, days, variant and table

## Seasons

season-usual = Season { NUMBER($number, useGrouping: 0) }
season-started = ✅ **{ $name }** has begun: every game that ends from now on counts in it. `/season end` ends it.
season-renamed = ✅ The season is called **{ $name }** now.
season-over = 🏁 { $name } is over
season-list = 🗓️ Seasons of this server
season-list-newer = Newer seasons
season-list-older = Older seasons
leaderboard-seasons = All seasons and their dates
season-none = There has been no season yet: `/season start` begins the first one.
season-line = **{ $name }** · { $dates }
season-since = since { $start }
season-dates = { $start } to { $end }

audit-season-start = started the season **{ $name }**
audit-season-end = ended the season **{ $name }**
audit-season-rename = season **{ $before }** → **{ $name }**

refusal-season-runs = A season is running already. End it first with `/season end`.
refusal-no-season-runs = No season is running. `/season start` begins one.
refusal-no-season = There is no such season here. Pick one from the list that appears while you type.
refusal-season-name = Another season of this server has that name. Choose a different one.
refusal-season-or-days = A leaderboard is of a season or of the last days. Leave one of the two out.

## Leaderboard

leaderboard-ever = All time
leaderboard-page = Page { $page } of { $pages }

## Time zone

setting-timezone = Time zone
setting-timezone-about = Where this server lives: the dates of seasons are its dates. `/setup timezone` sets it.
unset-timezone = UTC
done-timezone = ✅ The time zone of this server is **{ $zone }**, where it is { $now } now.
refusal-no-zone = I know no time zone “{ $typed }”. Type a big city near you, and pick one from the list that appears.

## Commands: names, then what they do

command-season = season
command-season-about = The seasons of this server
command-season-start = start
command-season-start-about = Start a season: games that end from now on count in it
command-season-end = end
command-season-end-about = End the season and show its final table to everybody
command-season-rename = rename
command-season-rename-about = Give a season another name
command-season-list = list
command-season-list-about = All seasons of this server, and when they were
command-timezone = timezone
command-timezone-about = The time zone in which this server counts its days
option-name = name
option-name-about = What the season is called; without it, by its number
option-rename-about = The new name
option-season = season
option-season-about = Another season, or all time; without it, the one that is running
option-renamed-about = Which season; without it, the newest
option-days = days
option-days-about = Only the last days, up to 90
option-only-about = Only games of this kind
option-zone = zone
option-zone-about = Type a city, and pick from the list
