### Standings as a file, and the role of whoever is first of the season

## Export

standings-exported = { $players ->
    [one] 📦 The standings, with { $players } player. Only you can see this file.
   *[other] 📦 The standings, with { $players } players. Only you can see this file.
}
option-export = export
option-export-about = Get the standings as a file that only you can see
export-csv = CSV, for spreadsheets
export-json = JSON, for programs
refusal-export-large = This file is too large for Discord. Choose one season or fewer days, or CSV instead of JSON; or ask the people who run the bot: they can export all of it.

## Games as a file

export-games = Games (CSV), for administrators
games-exported = { $games ->
    [0] 📄 No game counts in that time.
    [one] 📄 One game. Only you can see this file. It names accounts: pass it on with care.
   *[other] 📄 { NUMBER($games) } games. Only you can see this file. It names accounts: pass it on with care.
} A file that came out so can be entered again, here or elsewhere; you see first what would change.
games-enter = Enter games from a file
games-file = File of games (CSV)
games-file-about = As “export: Games” gave it. You see what would change before anything does.
games-preview = { $games ->
    [0] 📥 Nothing new in this file
    [one] 📥 **One new game** in this file
   *[other] 📥 **{ NUMBER($games) } new games** in this file
}; { $known ->
    [0] none of its games is here
    [one] one is here already and stays as it is
   *[other] { NUMBER($known) } are here already and stay as they are
}.
games-days = They are of { $days }, count at once in totals, seasons and ratings, and belong to { $channel }: who sees it sees them in `/history`.
games-new-members = 👤 New to the bot: { $players }
games-new-guests = 👤 New guests, without an account: { $players }
games-differing = { $count ->
    [one] ⚠️ One game that is here has other points in the file. It stays as it is; `/override points` changes it.
   *[other] ⚠️ { NUMBER($count) } games that are here have other points in the file. They stay as they are; `/override points` changes them.
}
games-problems = { $count ->
    [one] ⚠️ One game cannot be entered and is left out:
   *[other] ⚠️ { NUMBER($count) } games cannot be entered and are left out:
}
games-problem = Line { NUMBER($line, useGrouping: 0) }: { $problem }
games-problem-rows = it needs one row for each seat, from 1 to { $wanted }.
games-problem-record = the column `record` was changed or is empty. Take it from the file as it came.
games-problem-name = the row needs a `player`, and two rows cannot be the same person.
games-problem-account = “{ $cell }” is no account. Write it like `<@80351110224678912>`, or leave it empty for a guest.
games-problem-rules = by the rules it cannot have gone like that.
games-problem-cell = `{ $column }` is “{ $cell }”, but by the game it is “{ $wanted }”. Only points and names can be changed in a file.
games-problem-end = it has no result that counts.
games-apply = { $games ->
    [one] Enter one game
   *[other] Enter { NUMBER($games) } games
}
games-entered = { $games ->
    [one] One game was entered. `/audit` says so.
   *[other] { NUMBER($games) } games were entered. `/audit` says so.
}
games-reason = As in a file of games
refusal-games-large = There are too many games for one file. Choose one season or fewer days.
refusal-games-alone = A file of games is limited by a season or by days alone. Leave the other options empty.
refusal-games-unreadable = This is no file of games as “export: Games” gives it, in UTF-8 with a row for each player. What is missing: { $columns }.
refusal-games-changed = One of these games has been entered meanwhile, and nothing was changed. Upload the file again.

## Role

setting-champion_role = Champion role
setting-champion_role-about = A role for the leader of the current season, or for everyone tied for first. It moves when the lead changes. When a season ends, its champion keeps the role until the next season has a leader. I never take it from members who got it from someone else. I need *Manage Roles*, and my own role must be above it in the role list.
unset-champion_role = No role
refusal-everyone-champion = Everyone already has @everyone. Choose a role that no one has yet.
crown-well = ✅ { $role }: I can give it to the season leader
crown-gone = ⚠️ The champion role no longer exists. Choose another one in `/setup server`.
crown-managed = ⚠️ { $role } can’t be given to members: Discord or another app controls it. Choose another role in `/setup server`.
crown-permission = ⚠️ To give { $role } to the season leader, I need *Manage Roles*. Turn it on under Server Settings → Roles → my role.
crown-above = ⚠️ { $role } is above my own role, so I can’t give or remove it. Drag my role above it in Server Settings → Roles.
crown-refused = ⚠️ Discord did not let me give or remove { $role }. In Server Settings → Roles, check that I have *Manage Roles* and that my role is above it.
crown-given = First of the season
crown-taken = No longer first of the season
