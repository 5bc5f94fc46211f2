### Series: several rounds, until somebody has reached the target.

## On the board

button-round = Next round
series-round = 🏁 Round { $round } · first to { $target }
series-begins = The points of every round add up. Whoever reaches the target first wins the series at the end of that round.
series-line = { $rank } **{ $player }** · { NUMBER($points) } pts
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
series-unconfirmed = ⏳ does not count yet: reports are to be confirmed
series-another = To begin another series instead, use /series with a target.

## Commands: names, then what they do

command-series = series
command-series-about = Play rounds until somebody has ten points; or how your series stands
option-target = target
option-target-about = How many points win the series; 10 if left out
