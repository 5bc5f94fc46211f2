### What concerns people is said to them once: that they begin, and how a game ended.

## The game begins

board-full = 🪑 The pod is full: { $players }
board-duel-full = 🧪 The duel can begin: { $players }
board-begins = ⚔️ The game begins: { $players }
board-planned = ▶️ Your planned game is open: { $players }. If you have no seat, press 🪑 *{ button-join }*.
setting-start_call = Call at the start
setting-start_call-about = Whether I mention the players when their pod is full or the game starts, whichever is first: each player once a game.
start_call-on = Mention all players once
start_call-off = Mention no one

## Results

setting-results_channel = Results channel
setting-results_channel-about = A channel where I also post the result of every game, with a picture of who defeated whom. It pings no one.
unset-results_channel = On its board only
result-board = [The board]({ $board })
result-legend = has defeated, and how often
result-picture = Who defeated whom.
result-felled = { $victor } defeated { $losers }.

## The lobby

done-host = { $host } is now the host.
done-rematch-joined = { $host } has already opened it. You have your seat.
done-rematch-there = It is already open, and you have a seat.

## Behind ⋯

button-more = ⋯
joust-button-more = ⋯
button-undo = Undo
button-status = Status
button-log = Story
button-close = Close the pod
more-nothing = Nothing is wanted of you now.
more-confirm = { $what } is yours to confirm or dispute.
more-turn = It is your turn.
more-turn-of = It is { $player }’s turn: you act for them.
more-serves = You serve **{ $master }**.
more-steps = 📋 *{ button-checklist }* tells you what to do first.
