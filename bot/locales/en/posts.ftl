### The weekly post and the finals of seasons: when, where, and what went wrong

## In the channel

post-week-button = The table now
post-season-button = The whole table
post-nobody = 😴 { $dates }: nobody finished a game that week, so there was no post.

post-week-lacks = ⚠️ The weekly post cannot go to { $channel }: please allow me { $missing } there. I keep it until then.
post-week-trouble = ⚠️ The weekly post cannot go to { $channel }: Discord does not let me in, or the channel is gone. Choose another one with `/setup server`; I keep the post until then.
post-season-lacks = ⚠️ The final table of the season cannot go to { $channel }: please allow me { $missing } there. I keep it until then.
post-season-trouble = ⚠️ The final table of the season cannot go to { $channel }: Discord does not let me in, or the channel is gone. `/leaderboard` shows the table to everybody.

season-ended = 🏁 **{ $name }** is over. Its final table appears in this channel, and stays right if a game is corrected later.

## Settings

setup-group-seasons = Seasons
setup-tested-weekly = ✅ { $channel }: the weekly post can be sent
setup-next-post = 📅 Next weekly post: { $due }

setting-weekly = Weekly post
setting-weekly-about = A channel in which I tell once a week how things stand: who moved up, what was played, who surprised everybody. I ping nobody there, and stay silent when nobody played.
unset-weekly = No weekly post
setting-weekday = Day of the weekly post
setting-weekday-about = On which day of the week it comes, in the server’s time zone.
weekday-monday = Monday
weekday-tuesday = Tuesday
weekday-wednesday = Wednesday
weekday-thursday = Thursday
weekday-friday = Friday
weekday-saturday = Saturday
weekday-sunday = Sunday
setting-hour = Hour of the weekly post
setting-hour-about = At which hour it comes, in the server’s time zone.
setting-shows = What the weekly post shows
setting-shows-about = Choose any of its parts.
shows-table = the table
shows-movement = who moved up or down
shows-results = results of the week
shows-upsets = upsets
shows-chart = the chart of the season
shows-newcomers = newcomers

permission-attach_files = Attach Files
permission-read_message_history = Read Message History

refusal-no-week = There is no weekly post of that week here. Pick one from the list that appears while you type.
refusal-week-alone = A weekly post is shown as it was posted. Leave the other options out.

option-week = week
option-week-about = The weekly post of a past week
