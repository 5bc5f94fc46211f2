### Planned games: `/pod plan`, the message of a plan, and what is refused

## Words that are read, each with its other forms

when-words-in = in
when-words-at = at on in the this
when-words-next = next
when-words-article = the
when-words-ordinal = st nd rd th
when-words-today = today tonight
when-words-evening = evening tonight night
when-words-morning = morning
when-words-afternoon = afternoon
when-words-noon = noon midday
when-words-midnight = midnight
when-words-tomorrow = tomorrow
when-words-after = overmorrow the-day-after-tomorrow day-after-tomorrow
when-words-yesterday = yesterday
when-words-before = ereyesterday the-day-before-yesterday day-before-yesterday
when-words-last = last
when-words-ago = ago
when-words-one = a an one
when-words-2 = two
when-words-3 = three
when-words-4 = four
when-words-5 = five
when-words-6 = six
when-words-7 = seven
when-words-8 = eight
when-words-9 = nine
when-words-10 = ten
when-words-and = and
when-words-minute = minute minutes min mins m
when-words-half = half
when-words-one-and-half = 1½
when-words-hour = hour hours hr hrs h
when-words-day = day days d
when-words-week = week weeks w

## The command

command-plan = plan
command-plan-about = Plan a game: people sign up now and check in when it is time
option-when = when
option-when-about = For example: fri 21:00, tomorrow 8 pm, in 2 h, 27 Nov 21:00
option-every = every
option-every-about = Repeat it at the same time, by this server’s clock
every-1 = every week
every-2 = every two weeks

moment-which = That can be read in several ways. Which moment do you mean?
plan-moment = { $moment } ({ $zone })
plan-read = { $kind ->
    [night] 📅 This plans a night for { $when }. Is that right? If not, type the command again.
   *[game] 📅 This plans a game for { $when }. Is that right? If not, type the command again.
}
plan-utc = I read times in UTC. Administrators can choose the server’s zone with `/setup timezone`.
plan-agreed = **{ $title }** · { $seats ->
    [one] { $seats } seat
   *[other] { $seats } seats
}
plan-form-when = New time
plan-made = { $kind ->
    [night] The night is planned for { $when }. Everyone can sign up on its message in this channel.
   *[game] The game is planned for { $when }. Everyone can sign up on its message in this channel.
}
plan-mentions = { $role } is mentioned once, on the message where people sign up.

## The message of a plan

plan-title = { $kind ->
    [night] Night
   *[game] Planned game
}
plan-sign-up = Sign up with 🪑 *{ button-join }*.
plan-planned = 30 minutes before, people check in here.
plan-checking = { $kind ->
    [night] Are you there? Press 🙋 *{ plan-button-come }*. At { $until } the night begins with those who have.
   *[game] Are you there? Press 🙋 *{ plan-button-come }*. At { $until } the seats of those who have not go to the waiting list.
}
plan-checked-in = Sign up with 🪑 *{ button-join }*: that checks you in, too.
plan-gathered = ▶️ The game has a table: { $channel }
plan-cancelled = { $kind ->
    [night] 🗑️ This night was cancelled.
   *[game] 🗑️ This plan was cancelled.
}
plan-lapsed = { $kind ->
    [night] 🗑️ This night did not take place.
   *[game] 🗑️ This plan is over: it did not come to a game.
}
plan-held-up = ⏳ Another game is still open in this channel. The plan waits until it is over.
plan-held-up-open = Until then you can still sign up or check in.
plan-cancelled-series = { $kind ->
    [night] 🗑️ This night was cancelled, and no more follow.
   *[game] 🗑️ This plan was cancelled, and no more follow.
}
plan-series-over = { $kind ->
    [night] 🔁 No more follow: the person who planned this has left the server, it can’t be played like this any more, or I can’t be used in this channel any more. Plan a new one with `/night open`.
   *[game] 🔁 No more follow: the person who planned this has left the server, it can’t be played like this any more, or I can’t be used in this channel any more. Plan a new one with `/pod plan`.
}
plan-listing = 📆 I’ll also show it among this server’s events.
plan-listing-permission = { $kind ->
    [night] I can’t show it among this server’s events: I lack the *Create Events* permission. Without that, the night can be planned all the same.
   *[game] I can’t show it among this server’s events: I lack the *Create Events* permission. Without that, the game can be planned all the same.
}
plan-listing-hidden = { $kind ->
    [night] I can’t show it among this server’s events: everyone would see it there, and not everyone sees this channel. The night can be planned all the same.
   *[game] I can’t show it among this server’s events: everyone would see it there, and not everyone sees this channel. The game can be planned all the same.
}
plan-listing-about = Sign up in the channel: { $place }
plan-listing-full = { $kind ->
    [night] 📆 This server has no room for another event. The night is planned all the same.
   *[game] 📆 This server has no room for another event. The game is planned all the same.
}
plan-listing-refused = { $kind ->
    [night] 📆 Discord didn’t let me show this among the server’s events. The night is planned all the same.
   *[game] 📆 Discord didn’t let me show this among the server’s events. The game is planned all the same.
}
plan-listing-gone = { $kind ->
    [night] 📆 The event of this night was deleted. The night is planned all the same.
   *[game] 📆 The event of this game was deleted. The game is planned all the same.
}
plan-every = { $kind ->
    [night] { $weeks ->
        [one] 🔁 Every week: the next night is announced here once this one begins.
       *[other] 🔁 Every { $weeks } weeks: the next night is announced here once this one begins.
    }
   *[game] { $weeks ->
        [one] 🔁 Every week: the next game is announced here once this one begins.
       *[other] 🔁 Every { $weeks } weeks: the next game is announced here once this one begins.
    }
}
plan-unreached = 🔕 No direct message reached { $players }.
plan-waiting = Waiting list
plan-host = Planned by
plan-looking = 📣 { $role }: players are wanted for { $when }. Sign up below.
plan-call = 🙋 { $players }: are you there? Check in below.
plan-moved-call = { $kind ->
    [night] 📅 { $players }: this night has moved to { $when }. You are still signed up.
   *[game] 📅 { $players }: this game has moved to { $when }. You are still signed up.
}
plan-cancelled-call = { $kind ->
    [night] 🗑️ { $players }: the night of { $when } is cancelled.
   *[game] 🗑️ { $players }: the game of { $when } is cancelled.
}
plan-reminder = { $kind ->
    [night] 🔔 The night begins { $when }. Check in here: { $place }
   *[game] 🔔 Your game begins { $when }. Check in here: { $place }
}

plan-button-make = Plan it
plan-button-come = I’m here
plan-button-remind = Remind me
plan-button-retime = Change time…
plan-button-move = Move it
plan-button-cancel = Cancel plan
plan-button-cancelling = Yes, cancel it
plan-button-skipping = Only this one
plan-button-ending = This and all that follow

plan-done-join = You have a seat.
plan-done-waits = All seats are taken. You are number { $place } on the waiting list and move up automatically.
plan-done-leave = You are no longer signed up.
plan-done-come = You are checked in.
plan-done-remind = I’ll remind you once by direct message, 30 minutes before. To take that back, press 🔔 *{ plan-button-remind }* again.
plan-done-unremind = I won’t remind you.
plan-done-cancel = { $kind ->
    [night] The night is cancelled.
   *[game] The plan is cancelled.
}
plan-move-read = { $kind ->
    [night] 📅 This moves the night to { $when }. Whoever signed up stays on the list and is told here. Is that right?
   *[game] 📅 This moves the game to { $when }. Whoever signed up stays on the list and is told here. Is that right?
}
plan-move-series = { $kind ->
    [night] 🔁 Only this night moves. Those that follow keep their day and hour.
   *[game] 🔁 Only this game moves. Those that follow keep their day and hour.
}
plan-done-move = { $kind ->
    [night] The night is moved to { $when }.
   *[game] The game is moved to { $when }.
}
plan-more-out = You have not signed up.
plan-done-skipping = This one is cancelled. The next one is announced here in a moment.
plan-done-ending = This one is cancelled, and no more follow.
plan-cancel-series = { $kind ->
    [night] 🔁 This night repeats. Do you mean only this one, or all that follow too?
   *[game] 🔁 This game repeats. Do you mean only this one, or all that follow too?
}
audit-unplanned = cancelled a plan in { $channel }
audit-unplanned-series = cancelled a plan and all that would have followed in { $channel }
audit-moved = moved a plan in { $channel }
plan-cancel = { $kind ->
    [night] { $count ->
        [0] No one has signed up for { $when }. Cancel the night?
        [one] One person has signed up for { $when }. Cancel the night?
       *[other] { $count } people have signed up for { $when }. Cancel the night?
    }
   *[game] { $count ->
        [0] No one has signed up for { $when }. Cancel the plan?
        [one] One person has signed up for { $when }. Cancel the plan?
       *[other] { $count } people have signed up for { $when }. Cancel the plan?
    }
}

## What is refused

refusal-when-unreadable = I can’t read that as a time. Write for example `fri 21:00`, `tomorrow 8 pm`, `27 Nov 21:00` or `in 2 h`.
refusal-when-impossible = There is no such day or hour. Check the numbers and type the command again.
refusal-when-skipped = On that day { $time } does not exist: clocks skip it. Choose an earlier or a later time.
refusal-when-weekday = { $day } is a { $weekday }, not a { $typed_weekday }. Correct one of the two.
refusal-when-two-days = That names two days: { $day } and { $other_day }. Write only one of them.
refusal-moment-gone = This question is out of date, because I was restarted. Type the command again.
refusal-when-past = That time is in the past. Choose a later one.
refusal-when-far = { $days ->
    [one] You can plan one day ahead at most. Choose an earlier time.
   *[other] You can plan { $days } days ahead at most. Choose an earlier time.
}
refusal-no-plan = There is no such plan here. See what is planned with `/pod find`.
refusal-plan-cancelled = This plan was cancelled. See what else is planned with `/pod find`.
refusal-plan-gathered = This plan has become a game already. Its message shows where.
refusal-plan-late = It is too late for that: the plan has gone on. See its message.
refusal-plan-early = Check-in opens at { $opens }. Come back then.
refusal-plan-already = You have already signed up. To give your place back, press 🚪 *{ button-leave }*.
refusal-plan-present = You are already checked in. There is nothing more to do until it begins.
refusal-plan-not-in = You have not signed up. Press 🪑 *{ button-join }* first.
refusal-plan-full = The list is full at { $most }. See what else is planned with `/pod find`.
refusal-plan-remind-late = It is too late for a reminder. Check in on the message of the plan.
refusal-plan-same-time = It is planned for that time already. Choose another one.
refusal-plan-many = You already have plans in { $channels }. Cancel one of them, or wait until one has begun.
refusal-plan-most = The most that can be planned on this server at a time: { $most }. Sign up for one of these plans, or wait until one has begun.
refusal-only-planner = Only { $by }, who made this plan, or a moderator can move or cancel it. Ask one of them.
