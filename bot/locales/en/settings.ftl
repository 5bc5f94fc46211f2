### What a server sets, and the trail of who changed it.

## The wizard

setup-title = ⚙️ Server settings
setup-intro = Everything works without changing anything. These five matter first; the menu has the rest, group by group. A change takes effect immediately, and `/audit` shows who changed what.
setup-group-reports = Reports and disputes
setup-group-calls = Mentions, lists, results
setup-group-server = Log and data
setup-group-pods = New pods
setup-line = { $setting }: **{ $value }**
setup-menu = Change a setting…
setup-all = Overview
setup-next = Next: { $setting }
setup-test = Check the bot’s permissions
setup-now = Now: **{ $value }**
setup-saved = ✅ Saved.
setup-tested = Permission check
setup-tested-well = ✅ { $channel }: I can post boards
setup-tested-log = ✅ { $channel }: I can write the log
setup-tested-missing = ⚠️ { $channel }: please give me { $missing }
setup-tested-gone = ⚠️ { $channel }: it no longer exists, or I can’t see it
setup-tested-role = ⚠️ The moderator role no longer exists, so only members with *Manage Server* can moderate. Choose another role.

## Settings: what each is called, what it is about, and what holds while nothing is chosen

setting-language = Language
setting-language-about = The language of boards and other public messages. Private answers are always in the reader’s own Discord language.
setting-moderator_role = Moderators
setting-moderator_role-about = The role that can start, close and correct other people’s games and read `/audit`. Members with *Manage Server* always can.
setting-channels = Channels
setting-channels-about = Where the bot can be used: these channels and their threads. Elsewhere it tells people privately where to go.
setting-modules = Modules
setting-modules-about = Whole commands that only some servers need. Choose all that your members shall see in their list; games that are under way go on in any case.
unset-modules = None
module-series = Series: rounds until somebody has 10 points
module-joust = Magicjoust: duels of two wizards
setting-variant = Variant
setting-variant-about = What `/pod open` plays by default.
setting-table = Table
setting-table-about = The default table of `/pod open`: seats, range and who may attack whom.
setting-base = Format
setting-base-about = The default format of the decks in `/pod open`.
setting-scoring = Scoring
setting-scoring-about = How points are counted by default. A variant that this scoring does not fit keeps its own.
setting-log_channel = Log channel
setting-log_channel-about = A channel where I log who changed what, as in `/audit`. It pings no one.
unset-moderator_role = Members with Manage Messages
unset-channels = Every channel
unset-scoring = The variant’s own
unset-log_channel = No log

## Audit trail

audit-title = 📜 Audit trail
audit-empty = Nothing has been changed yet.
audit-setting = { $setting }: { $before } → { $after }
audit-unknown = something that this version of the bot does not know ({ $what })

## Refusals

refusal-not-here = I can’t be used in this channel. Go to { $channels }, or ask a server admin to allow this one with `/setup server`.
refusal-module-off = This command is off on this server. A member with *Manage Server* switches it on with `/setup server`: 🧩 *{ setting-modules }*.
refusal-only-administrators = Only members with *Manage Server* can do that. Ask one of them.
refusal-everyone-moderates = @everyone would make everyone a moderator. Choose a role that only some members have.

## Commands: names, then what they do

command-server = server
command-server-about = All settings: language, moderators, channels, defaults, log
command-audit = audit
command-audit-about = Who changed what on this server (moderators)
