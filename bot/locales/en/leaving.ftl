### Going on without somebody who has vanished, and pods that nobody touches any more.

## On the board

board-vote = 🗳️ Go on without { $player }? { $have } of { $needed }
board-vote-opens = The vote opens at { $opens }. Whatever they do before it is decided ends it.
call-vote = 🙋 { $called }, are you still there? Others would go on without you. Press *I am here*, or do anything else in this game; otherwise the others can vote { $opens }.
board-gone = 🚪 { $player } has left the server
board-gone-about = Anybody in the game may go on without them. It counts as a concession.
board-idle = ⏰ Still playing?
board-idle-about = Last touched { $since }. Closes { $until } without a result, unless somebody plays on or presses *Still playing*.
board-forgotten = ⏰ Forgotten
board-forgotten-about = Nobody had touched this pod any more.
button-kick = Go on without { $player }
button-present = I am here
button-keep = Still playing

## Story

event-kicked = 🚪 { $player } had vanished, and the game goes on without them: { $by }.
event-unseated = 🚪 { $player } lost their seat: { $by }.
event-vote-called = 🙋 { $by } called { $player }: a vote to go on without them would open five minutes later.
event-present = 🙋 { $player } was there: no vote.
event-voted = 🗳️ { $by } would go on without { $player }.
event-voted-back = 🗳️ { $by } no longer wants to go on without { $player }.
event-warned = ⏰ Nobody had touched the pod for long. It was going to be closed.
event-kept = ⏰ They were still playing: the pod stays open.
event-closed-idle = ⏰ The pod was closed without a result: nobody had touched it any more.

## Answers

done-call = 🙋 I have called { $player }, and your vote is noted. The vote opens { $opens }, if they do nothing before.
done-present = ✅ Good to see you: there is no vote about you any more.
done-vote = 🗳️ Your vote to go on without { $player } counts: { $have } of { $needed }. Press the board’s button again to take it back.
done-vote-back = 🗳️ Your vote to go on without { $player } is taken back.
done-keep = ✅ The pod stays open. Have fun!
done-unseat = ✅ { $player }’s seat is free again.

## Refusals

refusal-kick-early = The vote has not opened yet: the board says when it does. Until then they can show that they are here.
refusal-kick-unreachable = I could not ping them in this channel, and without that there is no vote. Ask a moderator to use `/pod kick`.
refusal-kick-uncalled = There is no vote about them any more: they have done something since. `/pod kick` calls them again.
refusal-nobody-called = Nobody has called you: there is no vote about you. Play on!
refusal-kick-too-few = With only two players left one vote decides nothing. If { $player } has vanished, ask a moderator to use `/pod kick`.
refusal-kick-yourself = Nobody votes against themself. Use `/concede` to leave the game.
refusal-kept-already = This pod is not about to be closed: somebody has played on. Look at the newest board.

## Settings

setting-idle = Forgotten pods
setting-idle-about = After how long a pod that nobody touches is marked on its board. Untouched for as long again, it is closed without a result. Nobody is pinged.
idle-never = Never closed
idle-6h = 6 hours
idle-12h = 12 hours
idle-24h = 24 hours
idle-3d = 3 days
idle-7d = 7 days

## Commands: names, then what they do

command-kick = kick
command-kick-about = Go on without somebody who has vanished: by vote, or as a moderator
option-kick-about = Who has vanished
