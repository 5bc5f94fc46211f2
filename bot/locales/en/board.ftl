### The leaderboard and its picture

leaderboard-line = { $rank } **{ $player }** · { NUMBER($points) } { $points ->
    [one] pt
   *[other] pts
} · { $kind ->
    [thrall] 👑{ $masters } ⛓️{ $servants }
   *[other] 👑{ $masters }
} 🎲{ $games }
leaderboard-rating = ⭐{ NUMBER($rating, useGrouping: 0) }
leaderboard-legend = { $kind ->
    [thrall] 👑 won as master · ⛓️ won as thrall
   *[other] 👑 games won
} · 🎲 games
leaderboard-legend-rating = ⭐ skill rating
leaderboard-days = Last { $days ->
    [one] day
   *[other] { $days } days
} · since { $since } (UTC)
leaderboard-empty-days = No game has been finished in the last { $days ->
    [one] day
   *[other] { $days } days
}. Look further back, or open a pod with `/pod open`!
leaderboard-empty-season = No game has been finished in this season. Play the first one: `/pod open`!
leaderboard-empty-kind = No games of this kind have been finished. Open one with `/pod open`!
leaderboard-picker = Season or time span
leaderboard-last-days = Last { $days ->
    [one] day
   *[other] { $days } days
}
chart-weeks = Places, week by week
chart-days = Places, day by day
chart-picture = { $title }: rank, name and points, then the places on { $weeks }.
