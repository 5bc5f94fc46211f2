### What is kept about one person, and how they are forgotten

me-unknown = I keep nothing about you.
me-exported = 📦 This is everything I keep about you. Only you can see it. Other people appear as codes, without names, and what they typed is left out.
me-forget = **Do you want me to forget you?**
    • I delete who you are. The games you played stay, with *{ $forgotten }* in your place.
    • I remove your current names from titles, card names and reasons, on every server where you played.
    • You lose your points: if you come back, you start from zero. Until the running season ends, though, I still know you again: otherwise people could slip out of an exclusion.
    Messages I have already posted stay on Discord. Want a copy of your data first? Use `/me export`.
me-sure = Forget me
me-forget-again = ⚠️ **Really? No one can undo this: not you, not a moderator, not the people who run the bot.**
me-keep = Keep everything
me-kept = Nothing has changed.
me-forgotten = ✅ I no longer know who you are.

retention-week = 7 days
retention-month = 30 days
retention-quarter = 90 days
retention-year = 365 days
retention-forever = Forever
setting-retention = Data after removal
setting-retention-about = If I am removed from this server, I keep its games, points and settings for this long, in case I am invited back. After that I delete them, along with everyone who played nowhere else.

refusal-still-playing = You are still in a game or a plan: { $channels }. Leave its lobby, concede, also for your guests, finish it, sign off or cancel your plan, and then try again.
refusal-export-again = You made an export a moment ago. You can make another { $when }.

command-me = me
command-me-about = What I keep about you
command-me-export = export
command-me-export-about = Get a file with everything I keep about you
command-me-forget = forget
command-me-forget-about = Delete your data for good (asks twice)
