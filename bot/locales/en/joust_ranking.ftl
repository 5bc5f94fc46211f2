### Duels in leaderboards, posts and statistics

game-pod = Pods
game-magicjoust = Magicjoust

## Leaderboard

leaderboard-line-duels = { $rank } **{ $player }** · { NUMBER($points) } { $points ->
    [one] pt
   *[other] pts
} · ✅{ $masters } 🎲{ $games }
leaderboard-legend-duels = ✅ duels won · 🎲 duels
leaderboard-empty-duels = No duels that would count here have been finished.
duels-table = 🧙 Magicjoust
refusal-kind-of-pods = Variants and tables are for pods. Leave them empty, or choose pods.

## Statistics

stats-duels = 🧙 Magicjoust
rivals-none-duels = 🕊️ No one has lost a duel yet.

## The weekly post

week-duels = 🧙 Magicjoust
week-duels-played = { $games ->
    [one] 1 duel
   *[other] { NUMBER($games) } duels
}
week-duels-lead = { $leaders } { $count ->
    [1] leads
   *[other] lead
} the duels with { $points ->
    [one] 1 pt
   *[other] { NUMBER($points) } pts
}
week-duels-gain = { $rank } **{ $player }** +{ NUMBER($points) } · { $games ->
    [one] 1 duel
   *[other] { NUMBER($games) } duels
}
week-only-duels = No pods this week: the wizards had the floor to themselves.

## Options

option-game = game
option-game-about = Which game (default: pods)
