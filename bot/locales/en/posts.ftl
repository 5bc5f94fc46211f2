### The weekly post and the finals of seasons: when, where, and what went wrong

## In the channel

post-week-button = Current standings
post-season-button = Full standings
post-nobody = 😴 { $dates }: no one finished a game that week, so there was no post.

post-week-lacks = ⚠️ I can’t send the weekly post to { $channel }. Please give me { $missing } there; I keep the post until then.
post-week-trouble = ⚠️ I can’t send the weekly post to { $channel }: I have no access, or the channel is gone. Choose another one with `/setup server`; I keep the post until then.
post-season-lacks = ⚠️ I can’t send the final standings of the season to { $channel }. Please give me { $missing } there; I keep them until then.
post-season-trouble = ⚠️ I can’t send the final standings of the season to { $channel }: I have no access, or the channel is gone. Anyone can see them with `/leaderboard`.
post-notice-lacks = ⚠️ I can’t announce the end of the season in { $channel }. Please give me { $missing } there; I keep it until then.
post-notice-trouble = ⚠️ I can’t announce the end of the season in { $channel }: I have no access, or the channel is gone. `/season end` plans it anew, for another channel.

season-ended = 🏁 **{ $name }** is over. The final standings appear in this channel, and update if a game is corrected later.

## Settings

setup-group-seasons = Seasons
setup-tested-weekly = ✅ { $channel }: I can send the weekly post
setup-next-post = 📅 Next weekly post: { $due }

setting-weekly = Weekly post
setting-weekly-about = The channel for a weekly summary: who moved up, what was played, who pulled off an upset. It pings no one, and weeks without a game get no post.
unset-weekly = No weekly post
setting-weekday = Day of the weekly post
setting-weekday-about = The day it is posted, in the server’s time zone.
weekday-monday = Monday
weekday-tuesday = Tuesday
weekday-wednesday = Wednesday
weekday-thursday = Thursday
weekday-friday = Friday
weekday-saturday = Saturday
weekday-sunday = Sunday
setting-hour = Hour of the weekly post
setting-hour-about = The time it is posted, in the server’s time zone.
setting-shows = What the weekly post shows
setting-shows-about = Choose one or more parts.
shows-table = standings
shows-movement = moves up and down
shows-results = results of the week
shows-upsets = upsets
shows-chart = season chart
shows-newcomers = newcomers

permission-attach_files = Attach Files
permission-read_message_history = Read Message History

refusal-no-week = There is no weekly post for that week. Pick one from the list that appears as you type.
refusal-week-alone = A weekly post is shown just as it was posted. Leave the other options empty.

option-week = week
option-week-about = Show the weekly post of a past week
