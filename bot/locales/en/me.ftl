### What is kept about one person, and how they are forgotten

me-unknown = I keep nothing about you.
me-exported = 📦 This is everything I keep about you. Only you can see it. Other people appear as codes, without names, and what they typed is left out.
me-forget = **Do you want me to forget you?**
    • I delete who you are. The games you played stay, with *{ $forgotten }* in your place.
    • I remove your current names from titles, card names and reasons, on every server where you played.
    • You lose your points: if you come back, you start from zero. Until the running season ends, though, I still know you again: otherwise people could slip out of an exclusion.
    • If a game that was over has been reopened, you concede there.
    Messages I have already posted stay on Discord. Want a copy of your data first? Use `/me export`.
me-sure = Forget me
me-forget-again = ⚠️ **Really? No one can undo this: not you, not a moderator, not the people who run the bot.**
me-keep = Keep everything
me-kept = Nothing has changed.
me-forgotten = ✅ I no longer know who you are.

own-games = **You are part of this on this server.** Leaving takes effect at once; where it would end a game for you or others, I ask first.
own-none = You are part of no game, plan or night on this server.
own-more = … { $count } more. Leave some of these to see them.
own-leave = Leave { $number }
own-leave-sure = Leave
own-dispute = Dispute { $number }
own-back = Back
own-left = You left.
own-disputed = You disputed it. It waits for a moderator now.
own-seat = you have a seat in the lobby
own-kept = a seat is kept for you; you have not taken it
own-playing = you play
own-guest-seat = your guest { $player } has a seat
own-guest-playing = your guest { $player } plays
own-guest-kept = a seat is kept for your guest { $player }
own-guest-added = others signed up { $player } as your guest; it keeps you from nothing
own-host = you host the lobby
own-signed-up = you signed up
own-added = others signed you up; it keeps you from nothing
own-answered = you answered the poll
own-organiser = you organise it
own-ended = it is over, and does not count yet; you can dispute the end
own-sure-playing = You leave a running game: { $game }. That is a concession.
own-sure-guest-playing = { $player } leaves a running game: { $game }. That is a concession.
own-sure-host = This closes the lobby for everybody: { $game }.
own-sure-organiser = This ends it for everybody: { $game }. A night that has begun is closed, anything else is cancelled with its whole series.
own-sure-ended = You dispute how this game ended: { $game }. It does not count until a moderator has decided.

retention-week = 7 days
retention-month = 30 days
retention-quarter = 90 days
retention-year = 365 days
retention-forever = Forever
setting-retention = Data after removal
setting-retention-about = If I am removed from this server, I keep its games, points and settings for this long, in case I am invited back. After that I delete them, along with everyone who played nowhere else.

refusal-still-playing = You are still in a game or a plan: { $channels }. `/me games` shows all that you are part of, and leaves it; for another server, type it there. Then try again.
refusal-own-gone = You are no longer part of that. Look again with `/me games`.
refusal-export-again = You made an export a moment ago. You can make another { $when }.

command-me = me
command-me-about = What I keep about you
command-me-games = games
command-me-games-about = See all that you are part of on this server, and leave it
command-me-export = export
command-me-export-about = Get a file with everything I keep about you
command-me-forget = forget
command-me-forget-about = Delete your data for good (asks twice)
