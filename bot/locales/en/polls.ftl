### Polls: `/night ask`, which evening suits most people

command-night = night
command-night-about = An evening of many pods
command-ask = ask
command-ask-about = Ask who can come when, and see how many pods that would make
option-mention = mention
option-mention-about = Mention the role of those who look for games, if the server has one (default: yes)
module-night = Nights: many pods in one evening

poll-title = Which evening?
poll-form-moments = When could it be?
poll-form-moments-about = One time on each line, ten at most: fri 21:00
poll-read = 🗳️ This asks who can come at which of these times. Is that right?
poll-made = The poll is open. Everyone can answer on its message in this channel.

## The message of a poll

poll-asking = Press the number of each time when you can come. Press it again to take that back.
poll-lapsed = 🗑️ This poll is over: no time was chosen.
poll-cancelled = 🗑️ This poll was cancelled.
poll-host = Asked by
poll-people = { $people ->
    [0] no one yet
    [one] { $people } person
   *[other] { $people } people
}
poll-pods = { $pods ->
    [0] not enough for a pod
    [one] { $pods } pod: { $sizes }
   *[other] { $pods } pods: { $sizes }
}
poll-out = { $people ->
    [one] { $people } sits out
   *[other] { $people } sit out
}
poll-and-more = { $players } and { $count ->
    [one] { $count } more
   *[other] { $count } more
}
poll-choose = Choose one of the times…
poll-picked = You can come: { $moments }.
poll-picked-none = You can come at none of these times.
poll-looking = 📣 { $role }: when can you come? Answer below.
poll-chosen-call = 📅 { $players }: it will be { $when }. You can come then, so you are signed up.
poll-cancelled-call = 🗑️ { $players }: the poll about the next evening is cancelled.
poll-cancel = { $people ->
    [0] No one has answered. Cancel the poll?
    [one] One person has answered. Cancel the poll?
   *[other] { $people } people have answered. Cancel the poll?
}
poll-done-cancel = The poll is cancelled.
poll-button-make = Ask
poll-button-change = Change
poll-button-cancel = Cancel poll
poll-button-cancelling = Yes, cancel it
audit-settled = chose the time of a poll in { $channel }

## What is refused

refusal-poll-gone = This question is out of date, because I was restarted. Type `/night ask` again.
refusal-poll-open = The time is not chosen yet. Press the number of each time when you can come.
refusal-poll-over = The time is chosen: { $when }. Sign up on the newest message about it.
refusal-poll-moment = This poll has no such time. Press one of the numbers below its message.
refusal-poll-full = This poll takes no more answers than { $most }. Tell whoever made it that you can come.
refusal-poll-count = A poll asks about two to ten times. Write each of them on a line of its own.
refusal-poll-unreadable = “{ $typed }”: I can’t read that as a time of the next weeks. Write for example `fri 21:00` or `27 Nov 21:00`.
