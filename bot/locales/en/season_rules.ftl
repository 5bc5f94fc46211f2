### Rules of a season: what counts, who is ranked, and who is excluded

## The rules, each in a few words

season-rule-none = every game counts, for everybody
season-rule-needed = { $games ->
    [one] ranked from { $games } game on
   *[other] ranked from { $games } games on
}
season-rule-best = your { $best ->
    [one] best game
   *[other] { $best } best games
}
season-rule-best-of = your { $best } best of the first { $of } games
season-rule-weekly = at most { $games } a week against the same people
season-rule-week-most = { $games ->
    [one] your best game of a week
   *[other] your { $games } best games of a week
}
season-rule-rounds-week = { $of ->
    [0] { $best ->
        [one] your best week
       *[other] your { $best } best weeks
    }
   *[other] your { $best } best of the first { $of } weeks you play
}
season-rule-rounds-night = { $of ->
    [0] { $best ->
        [one] your best night
       *[other] your { $best } best nights
    }
   *[other] your { $best } best of the first { $of } nights you play
}
season-rule-attendance-week = each week you play: +{ $points }
season-rule-attendance-night = each night you play: +{ $points }
season-rule-circles = a circle lifts nobody past the middle
season-rule-provisional = ratings provisional (?) before { $games ->
    [one] { $games } game
   *[other] { $games } games
}
season-rule-damped = ratings move less among the same few
season-rule-guests = guests are ranked too
season-rule-cap = a game brings at most { $points ->
    [one] { $points } pt
   *[other] { $points } pts
}
leaderboard-rules = 📏 { $rules }
leaderboard-missing = { $games ->
    [one] { $games } game to go
   *[other] { $games } games to go
}
leaderboard-excluded = excluded
leaderboard-provisional = ⭐{ $rating }?

## Setting them

season-rules-now = 📏 **{ $name }**: { $rules }
season-presets = Begin with one of three sets of rules. You see what it would change before anything counts; options of `/season rules` change a single rule.
season-preset-line = **{ $preset }**: { $rules }
season-preset-fun = For fun
season-preset-league = League
season-preset-prize = League with a prize
season-preset-changed = { $preset } (changed)
season-rules-title = 📏 New rules for { $name }?
season-rules-change = Now: { $before }
    Then: { $after }

    Below: who would rise and who would fall. Nothing has changed yet.
season-move = { $sign } **{ $player }** { $was } → { $becomes } · { $before } → { $after } pts
season-moves-none = Nobody’s rank or points would change.
season-rules-set = Set these rules
season-rules-keep = Leave them as they are
season-rules-kept = The rules stay as they are.
season-excluded = 🚫 **{ $player }** has no rank in **{ $name }** any more. What others won against them stays. `/season include` takes it back.
season-included = ✅ **{ $player }** is ranked in **{ $name }** again.

audit-season-rules = rules of **{ $name }**: { $before } → { $after }
audit-season-exclude = excluded **{ $player }** from **{ $name }**: “{ $reason }”
audit-season-include = let **{ $player }** be ranked in **{ $name }** again

refusal-season-rule-number = A rule of a season takes a number from 1 to { $most }. With 0 it is switched off.
refusal-season-rule-best = “Best of the first” needs both numbers, the second not smaller than the first. Example: `best:12 of:16`.
refusal-season-rules-over = This season is over, and its rules stay what they were. `/season exclude` still works.
refusal-season-rules-changed = Somebody has changed the rules of this season meanwhile. Look at them with `/season rules`, then begin again.
refusal-season-excluded = They are excluded from this season already. `/season include` takes it back.
refusal-season-not-excluded = They are not excluded from this season. `/season exclude` does that.
refusal-season-not-played = They have no game in this season: there is no rank to take away. Try again once they have played.
refusal-no-season-yet = There has been no season yet. `/season start` begins the first one.

## What it means for one player

stats-season = 📏 By the rules of { $name }
season-standing-ranked = Rank { $rank } · { $points ->
    [one] { $points } pt
   *[other] { $points } pts
} · { $played ->
    [one] { $games } of { $played } game counts
   *[other] { $games } of { $played } games count
}
season-standing-unranked = Not ranked yet: { $missing ->
    [one] { $missing } game to go
   *[other] { $missing } games to go
} · { $points ->
    [one] { $points } pt
   *[other] { $points } pts
} · { $played ->
    [one] { $games } of { $played } game counts
   *[other] { $games } of { $played } games count
}
season-standing-excluded = Excluded from the ranking · { $points ->
    [one] { $points } pt
   *[other] { $points } pts
} · { $played ->
    [one] { $games } of { $played } game
   *[other] { $games } of { $played } games
}
season-standing-reason = Why: “{ $reason }”
season-standing-held = { $points ->
    [one] { $points } pt does
   *[other] { $points } pts do
} not count: from games within a circle ({ $games }), which lift no one past the middle of the standings, now { $middle ->
    [one] { $middle } pt
   *[other] { $middle } pts
}.
season-standing-held-votes = { $points ->
    [one] { $points } pt does
   *[other] { $points } pts do
} not count: from votes, which lift no one past the middle of the standings, now { $middle ->
    [one] { $middle } pt
   *[other] { $middle } pts
}.
season-standing-capped = { $points ->
    [one] { $points } pt does
   *[other] { $points } pts do
} not count: a game brings at most { $most ->
    [one] { $most } pt
   *[other] { $most } pts
}.
season-left-game = { $date } does not count: { $reason }
season-left-count = Not counted × { $count }: { $reason }
season-left-more = … and { $count } more
season-left-weekly = { $number ->
    [0] { $most ->
        [one] mostly against people met once already that week
       *[other] mostly against people met { $most } times already that week
    }
   *[other] game no. { $number } against mostly the same people that week
}
season-left-later = { $number ->
    [0] only the first { $of } games are looked at
   *[other] it was game no. { $number }, and only the first { $of } are looked at
}
season-left-worse = { $best ->
    [one] the best one is better
   *[other] the { $best } best are better
}

season-left-week-most = { $most ->
    [one] another game of that week is better
   *[other] { $most } other games of that week are better
}
season-left-later-round-week = { $number ->
    [0] not one of the first weeks that are looked at ({ $of })
   *[other] it was your week no. { $number }, and only the first { $of } are looked at
}
season-left-later-round-night = { $number ->
    [0] not one of the first nights that are looked at ({ $of })
   *[other] it was your night no. { $number }, and only the first { $of } are looked at
}
season-left-worse-round-week = { $best ->
    [one] another week is better
   *[other] { $best } other weeks are better
}
season-left-worse-round-night = { $best ->
    [one] another night is better
   *[other] { $best } other nights are better
}
season-standing-rounds-week = { $played ->
    [one] { $counted } of { $played } week counts
   *[other] { $counted } of { $played } weeks count
}
season-standing-rounds-night = { $played ->
    [one] { $counted } of { $played } night counts
   *[other] { $counted } of { $played } nights count
}
season-standing-attendance = Points for attendance: { NUMBER($points) }

## Weeks and nights, as people type them

round-words-week = week, weeks
round-words-night = night, nights
round-of = of
round-a = a
round-none = none
refusal-season-rule-rounds = This is no rule for weeks or nights. Write how many count, of how many, each at most { $most }: `3 weeks`, or `3 of 5 nights`. `none` takes the rule away.
refusal-season-rule-attendance = These are no points for attendance. Write the points, at most { $most }, and what brings them: `1 a week`, or `2 a night`. `none` takes the rule away.

## Commands: names, then what they do

command-season-rules = rules
command-season-rules-about = The rules of a season; with options, what changing them would do
command-season-exclude = exclude
command-season-exclude-about = Take somebody’s rank in a season away, with a reason
command-season-include = include
command-season-include-about = Give somebody their rank in a season back
option-needed = needed
option-needed-about = Games that somebody needs to be ranked; 0: none
option-best = best
option-best-about = Only so many best games of each player count; 0: all
option-of = of
option-of-about = … of their first so many games; 0: of all
option-weekly = weekly
option-weekly-same-about = So many games a week count against the same people; 0: all
option-circles = circles
option-circles-about = Whether games of a few who play with hardly anybody else lift them to the middle at most
option-provisional = provisional
option-provisional-about = Before so many games a rating is shown as provisional; 0: never
option-damped = damped
option-damped-about = Whether games among the same few move ratings less and less
option-guests = guests
option-guests-about = Whether guests are ranked before somebody has claimed them
option-cap = cap
option-cap-about = Points that a game brings each player at most; 0: any number
option-per_week = per-week
option-spans = weeks-nights
option-week-most-about = So many best games of a week count; 0: all
option-best-rounds-about = The best weeks or nights that count, such as 3 of 5 nights; none: all
option-attendance = attendance
option-attendance-about = Points for each week or night with a game that counts, such as 1 a night; none: no points
option-excluded-about = Whose rank
option-included-about = Whose rank
