### A game’s setup in a private preview, before anything is posted

change-button-change = Change
change-button-write = Title, seats, life…
change-base = Format
change-scoring = Scoring
change-teams = Teams
change-bracket-none = No bracket
change-switches = Everything is switched off
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

refusal-setup-gone = This preview is out of date: it was used already, or I was restarted. Type the command again.
refusal-setup-seats = I can’t use that number of seats. Press ✏️ *{ change-button-write }* again, and write a number of 2 or more, or nothing.
refusal-setup-life = I can’t use that starting life. Press ✏️ *{ change-button-write }* again, and write a number from 1 to 999, or nothing.
