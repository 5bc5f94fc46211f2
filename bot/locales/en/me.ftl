### What is kept about one person, and how they are forgotten

me-unknown = I keep nothing about you.
me-exported = 📦 This is all that I keep about you; only you see it. Other people are in it as codes, without their names, and what they typed is left out.
me-forget = **Do you want me to forget you?**
    • I delete who you are: the games that you played stay, with *{ $forgotten }* in your place.
    • I strike your present names out of titles, card names and reasons, on every server where you played.
    • Your points go with you: if you come back, you are somebody new.
    Messages that I have already posted stay on Discord. With `/me export` you can first take along what I keep.
me-sure = Forget me
me-forget-again = ⚠️ **Really? Nobody can undo this, neither you, nor a moderator, nor whoever runs the bot.**
me-keep = Keep everything
me-kept = Nothing has changed.
me-forgotten = ✅ I no longer know who you are.

retention-week = 7 days
retention-month = 30 days
retention-quarter = 90 days
retention-year = 365 days
retention-forever = For ever
setting-retention = After I am removed
setting-retention-about = If I am removed from this server, I keep its games, points and settings for that long, in case I am invited back. Then I delete them, and everybody who played nowhere else.

refusal-still-playing = A game still needs you. First leave its lobby, concede, or wait for its end, and then come back: { $channels }
refusal-export-again = You have just asked for it. You can ask again { $when }.

command-me = me
command-me-about = What I keep about you
command-me-export = export
command-me-export-about = A file with all that I keep about you
command-me-forget = forget
command-me-forget-about = Delete who you are, for good (asks twice)
