### A game’s setup in a private preview, before anything is posted

change-button-change = Change
change-button-write = Title, seats, life…
change-button-options = Range, attacks, turns…
change-button-back = Back
change-base = Format
change-scoring = Scoring
change-teams = Teams
change-bracket = Bracket
change-bracket-none = No bracket
change-switches = What is switched on
change-turns = Track turns on the board
change-life = Count life, poison and commander damage
change-choose_master = A loser no one is responsible for may choose a master
change-event = Show it among this server’s events
change-mention = Mention the role of those who look for games
change-form-title = Title
change-form-title-about = For the board, such as Friday night
change-form-size = Seats
change-form-size-about = Leave empty for as many as the table has
change-form-life = Starting life
change-form-life-about = Leave empty for the format’s; a number turns counting on

option-change = change
option-change-about = Look at the setup before anything is posted, and change what has no option here

open-read = 🪑 Nothing is posted yet. Change what you like below, then press *{ open-button }*.
open-button = Open it

lobby-setup-read = ✏️ Nothing is changed yet. Change what you like below, then press *{ lobby-setup-button }*. Everybody keeps their seat.
lobby-setup-button = Save for everybody
button-change = Change the pod
done-change = The pod is changed. Everybody sees on the board what is new.
event-setup-changed = ✏️ Changed: { $changes }
change-title-none = No title
change-on = yes
change-off = no
lobby-range = ℹ️ Fewest seats for a range of { $range }: { $fewest }. The host can choose a smaller one with `⋯` ✏️ *{ button-change }*.

refusal-setup-gone = This preview is out of date: it was used already, or I was restarted. Type the command again.
refusal-setup-seats = I can’t use that number of seats. Press ✏️ *{ change-button-write }* again, and write a number of 2 or more, or nothing.
refusal-setup-life = I can’t use that starting life. Press ✏️ *{ change-button-write }* again, and write a number from 1 to 999, or nothing.
refusal-lobby-setup-gone = This preview is out of date: it was used already, or I was restarted. Press `⋯` ✏️ *{ button-change }* on the board again.
refusal-setup-started = The game has begun, so what was agreed on stays. For something else, close it and open another pod.
refusal-setup-late = Somebody else has changed this pod in the meantime. Press `⋯` ✏️ *{ button-change }* on the board again.
refusal-setup-same = Nothing is changed yet. Choose something else below first.
refusal-setup-full = Seats taken or kept here: { $taken }, seats chosen: { $most }. Choose more seats, or ask somebody to leave first.
refusal-setup-teams = { $players } would lose the team they chose (teams then: { $most }). Let them choose another first.
refusal-setup-shared = In a series or a game night, scoring and the choice of a master are the same for all its games; in a night also range, attacks, turns, life and teams. Leave them as they are, and change the rest.
