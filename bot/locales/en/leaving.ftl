### Going on without somebody who has vanished, and pods that nobody touches any more.

## On the board

board-vote = 🗳️ Go on without { $player }? { $have } of { $needed }
board-vote-opens = The vote opens at { $opens }. Whatever they do before it is decided ends it; it lapses at { $lapses }.
call-vote = 🙋 { $called }, are you still there? Others would go on without you. Press 🙋 *{ button-present }*, or do anything else in this game; otherwise the others can vote { $opens }.
board-gone = 🚪 { $player } has left the server
board-gone-about = Any player in the game can press the button below to go on without them. It counts as their concession.
board-idle = ⏰ Still playing?
board-idle-about = Last activity { $since }. Closes without a result { $until }, unless someone plays on or presses ▶️ *{ button-keep }*.
board-forgotten = ⏰ Inactive
board-forgotten-about = This pod was closed because no one used it.
button-kick = Go on without { $player }
button-present = I am here
button-keep = Still playing

## Story

event-kicked = 🚪 { $by } went on without { $player }, who had gone missing.
event-unseated = 🚪 { $by } took back { $player }’s seat.
event-vote-called = 🙋 { $by } called { $player }: a vote to go on without them would open five minutes later.
event-present = 🙋 { $player } was there: no vote.
event-voted = 🗳️ { $by } voted to go on without { $player }.
event-voted-back = 🗳️ { $by } took back their vote to go on without { $player }.
event-warned = ⏰ The pod had been inactive for long, so it was marked for closing.
event-kept = ⏰ Someone was still playing: the pod stays open.
event-closed-idle = ⏰ The pod was closed without a result because no one used it.

## Answers

done-call = 🙋 I have called { $player }, and your vote is noted. The vote opens { $opens }, if they do nothing before.
done-present = ✅ Good to see you: there is no vote about you any more.
done-vote = 🗳️ You voted to go on without { $player }: { $have } of { $needed }. To take your vote back, press the button on the board again.
done-vote-back = 🗳️ You took back your vote to go on without { $player }.
done-keep = ✅ The pod stays open. Have fun!
done-unseat = ✅ { $player }’s seat is free again.

## Refusals

refusal-kick-early = The vote has not opened yet: the board says when it does. Until then they can show that they are here.
refusal-kick-unreachable = I could not ping them in this channel, and without that there is no vote. Ask a moderator to use `⋯` 🥾 *{ button-removal }*.
refusal-kick-uncalled = There is no vote about them any more: they have done something since, or it has lapsed. `⋯` 🥾 *{ button-removal }* calls them again.
refusal-nobody-called = Nobody has called you: there is no vote about you. Play on!
refusal-kick-too-few = With only two players left there is nothing to vote on. If { $player } has gone missing, ask a moderator to use `⋯` 🥾 *{ button-removal }*.
refusal-kick-yourself = You can’t vote against yourself. Use `/concede` to leave the game.
refusal-kept-already = This pod is no longer about to be closed: someone has played on. Look at the newest board.

## Settings

setting-idle = Inactive pods
setting-idle-about = How long a pod can go unused before its board is marked. If it stays unused for as long again, it is closed without a result. No one is pinged.
idle-never = Never closed
idle-6h = 6 hours
idle-12h = 12 hours
idle-24h = 24 hours
idle-3d = 3 days
idle-7d = 7 days

## Commands: names, then what they do

