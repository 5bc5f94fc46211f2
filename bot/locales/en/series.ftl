### Series: several rounds, until somebody has reached the target.

## On the board

button-round = Next round
series-round = 🏁 Round { $round } · first to { $target }
series-begins = Points add up from round to round. The first player to reach the target wins the series when that round ends.
series-line = { $rank } **{ $player }** · { NUMBER($points) } { $points ->
    [one] pt
   *[other] pts
}
series-points = { $points ->
    [one] { NUMBER($points) } pt
   *[other] { NUMBER($points) } pts
}
series-won = 🏆 **{ $count ->
    [one] { $winners } wins
   *[other] { $winners } win
} the series**, { $points } to { $second }

## Answers

series-title = Series
series-rounds = Rounds
series-played = **{ $round }.** { $result }
series-draw = 🤝 draw
series-open = ▶️ under way
series-unconfirmed = ⏳ does not count yet: reports still need confirmation
series-another = To begin another series instead, use /series with a target.

## Commands: names, then what they do

command-series = series
command-series-about = Play rounds until someone reaches the target, or see the current standings
option-target = target
option-target-about = Points needed to win the series (default: 10)
