### What a server sets, and the trail of who changed it.

## The wizard

setup-title = ⚙️ Settings of this server
setup-intro = You need not set anything: the bot works as it is. Choose below what you would like to change. It counts at once, and `/audit` tells who changed what.
setup-group-server = This server
setup-group-pods = New pods
setup-line = { $setting }: **{ $value }**
setup-groups = Choose a group of settings…
setup-menu = Change a setting…
setup-all = Overview
setup-next = Next: { $setting }
setup-test = Test permissions
setup-now = Now: **{ $value }**
setup-saved = ✅ Saved.
setup-tested = What I may do
setup-tested-well = ✅ { $channel }: boards can be shown
setup-tested-log = ✅ { $channel }: the log can be kept
setup-tested-missing = ⚠️ { $channel }: please allow me { $missing }
setup-tested-gone = ⚠️ { $channel }: it no longer exists, or I cannot see it
setup-tested-role = ⚠️ The moderator role no longer exists: only those who may manage the server moderate. Choose another role.

## Settings: what each is called, what it is about, and what holds while nothing is chosen

setting-language = Language
setting-language-about = What boards speak. A private answer is always in the language of the reader’s own Discord.
setting-moderator_role = Moderators
setting-moderator_role-about = Who may start, close and correct other people’s games, and read `/audit`. Whoever may manage the server always can.
setting-channels = Channels
setting-channels-about = Where the bot may be used: in these channels and their threads. Anywhere else it says so, to the person who tried alone.
setting-variant = Variant
setting-variant-about = What `/pod open` plays if nobody chooses another variant.
setting-table = Table
setting-table-about = How `/pod open` arranges the seats if nobody chooses another table.
setting-base = Format
setting-base-about = The format of the decks in `/pod open` if nobody chooses another one.
setting-scoring = Scoring
setting-scoring-about = How points are counted if nobody chooses another scoring. A variant that it does not fit keeps its own.
setting-log_channel = Log channel
setting-log_channel-about = A channel in which I write down who changed what, as in `/audit`. I ping nobody there.
unset-moderator_role = Whoever may manage messages
unset-channels = Every channel
unset-scoring = The variant’s own
unset-log_channel = No log

## Audit trail

audit-title = 📜 Audit trail
audit-empty = Nothing has been changed yet.
audit-setting = { $setting }: { $before } → { $after }
audit-unknown = something that this version of the bot does not know ({ $what })

## Refusals

refusal-not-here = I may not be used here. Go to { $channels }. Whoever manages the server can change that with `/setup server`.
refusal-only-administrators = Only those who may manage the server can do that. Ask one of them.
refusal-everyone-moderates = With @everyone, everybody would moderate. Choose a role that only some members have.

## Commands: names, then what they do

command-server = server
command-server-about = All settings: language, moderators, channels, defaults, log
command-audit = audit
command-audit-about = Who changed what on this server (moderators)
