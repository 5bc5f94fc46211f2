### The leaderboard and its picture

leaderboard-line = { $rank } **{ $player }** · { NUMBER($points) } pts · 👑{ $masters } ⛓️{ $servants } 🎲{ $games }
leaderboard-rating = ⭐{ NUMBER($rating, useGrouping: 0) }
leaderboard-legend = 👑 won as master · ⛓️ won as thrall · 🎲 games
leaderboard-legend-rating = ⭐ skill rating
leaderboard-days = Last { $days ->
    [one] day
   *[other] { $days } days
} · since { $since } (UTC)
leaderboard-empty-days = Nobody has finished a game in the last { $days ->
    [one] day
   *[other] { $days } days
} yet. Look further back, or open one with `/pod open`!
leaderboard-empty-season = No game of this season is finished yet. Be the first: `/pod open`!
leaderboard-empty-kind = No game of this kind is finished yet. Open one with `/pod open`!
leaderboard-picker = Which season, or how far back?
leaderboard-last-days = Last { $days } days
chart-weeks = Points, week by week
chart-days = Points, day by day
