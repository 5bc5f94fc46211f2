### Free seats: `/pod find`, and what is refused

command-find = find
command-find-about = Lobbies and planned games with free seats that you can join

find-title = 🔎 Free seats
find-host = Host: { $host }
find-join = Take a seat in …
find-none = No one has a free seat right now. Open a pod with `/pod open`, or plan a game for later with `/pod plan`.
find-none-such = No one has a free seat in a game like that. `/pod find` without options shows all; `/pod open` opens one of your own.

## The message that always shows them

find-all = Show all, privately
find-more = { $count ->
    [one] … and one more: 🔎 *{ find-all }*
   *[other] … and { $count } more: 🔎 *{ find-all }*
}
find-ended = 🔎 Someone deleted the list of free seats in { $channel }. It stays deleted; choose the channel again in `/setup server` to bring it back.
setting-seat_lists = Lists of free seats
setting-seat_lists-about = Channels where I keep one message that always shows which lobbies and planned games have free seats. Players take a seat right there. It pings no one, and tells of a channel only if everyone who reads the list can see it.
unset-seat_lists = None
setup-tested-list = ✅ { $channel }: I can keep the list of free seats

## The role of those who look for games

setting-players_role = Role for players looking for games
setting-players_role-about = It is mentioned once for each planned game, on its message, unless whoever plans it wants no mention. Choose a role that members give themselves.
unset-players_role = None: no role is mentioned
setup-tested-mention = ✅ { $role }: planned games can mention it
setup-mention-gone = ⚠️ The role of those who look for games no longer exists. Choose another one.
setup-mention-silent = ⚠️ { $role } would not be notified: allow everyone to mention it (in the role’s settings), or give me the permission to mention all roles.

## What is refused

refusal-find-gone = That game is not open any more, or you can’t see its channel. Look again with `/pod find`.
refusal-everyone-players = @everyone would disturb the whole server for each planned game. Choose a role that members give themselves.
