### What the rules answer: verdicts and refusals.

## How the source of a defeat was found (first clause of an explanation)

found-protection = { $source } ended what had kept { $loser } in the game
found-forced = { $source } made { $loser } draw from an empty library
found-most = { $source } did the most
found-count = { $controller } had the most of the equal objects
found-team = all who had the most of the equal objects are on one team
found-left = of those who had the most of the equal objects, only { $responsible }’s team is still in the game
found-others = among equals, other players’ objects come before those of { $loser }’s side
found-thralls = among equals, what { $loser }’s thralls control comes before what { $loser } controls
found-chosen = { $loser } chose among equals
found-last = this was the last defeat
found-draw = nobody is left who could still win, which is a draw

## Who answers for it (the other clause)

answer-controller = { $responsible } controlled { $source } and is responsible
answer-controller-served = { $controller } controlled { $source } and serves { $responsible }, so { $responsible } is responsible
answer-leader = { $responsible } is responsible
answer-leader-served = { $controller } serves { $responsible }, so { $responsible } is responsible
answer-owner = { $source } is { $responsible }’s and { $controller } had no choice, so { $responsible } is responsible
answer-owner-served = { $source } is { $owner }’s and { $controller } had no choice; { $owner } serves { $responsible }, so { $responsible } is responsible
answer-kindslaver = { $responsible } controlled Kindslaver and is responsible
answer-kindslaver-served = { $controller } controlled Kindslaver and serves { $responsible }, so { $responsible } is responsible
answer-controlled = { $responsible } made the decisions on { $loser }’s side and is responsible
answer-controlled-served = { $controller } made the decisions on { $loser }’s side and serves { $responsible }, so { $responsible } is responsible
answer-voluntary = { $controller } directly took the losing decision, so nobody is responsible
answer-compelled-own = { $source } was { $owner }’s own, so nobody is responsible
answer-library = { $loser } drew from an empty library, so nobody is responsible
answer-own-servant = { $controller } serves { $loser }, so nobody is responsible
answer-gone = whoever would be responsible has left the game, so nobody is
answer-gone-too = { $controller } left the game at that very moment, so nobody is responsible
answer-circle = those responsible for each other form a circle, so nobody is responsible
answer-fellow-loser = { $controller } was beaten at the same moment and now serves { $responsible }, so { $responsible } is responsible
answer-fellow-nobody = { $controller } was beaten at the same moment with nobody responsible, so nobody is responsible here either
answer-chose-master = nobody is responsible, and { $loser } chose to serve { $responsible }
answer-tie = several players could be responsible, and it no longer matters which
answer-unknown = nobody knows what did it, so nobody is responsible
answer-tied = equal objects of different players did it, so nobody is responsible
answer-own-doing = it was { $loser }’s own doing, so nobody is responsible
answer-teammate = { $controller } is on { $loser }’s team, so nobody is responsible

unnamed-source = the source

## Refusals: what cannot be, and what to do instead

refusal-no-pod = There is no game here yet. Open one with `/pod open`.
refusal-already-open = A game is already open here. Finish or close it first, or open one in another channel.
refusal-lobby = The game has not started yet. The host starts it with `/pod start`.
refusal-finished = The game is over. If its last report was wrong, `/undo` takes it back until the game counts.
refusal-closed = The game was closed. Open a new one with `/pod open`.
refusal-waiting = The game is waiting for { $by } to choose. Once that is done, try again.
refusal-nothing-to-undo = There is nothing to take back. `/pod status` shows how the game stands.
refusal-scoring = The scoring does not go with { $variant }. Choose another: { $accepted }.
refusal-choose-master = Choosing one’s master needs a variant with thralls; { $variant } has none. Leave that option out, or choose another variant.
refusal-full = All { $most } seats are taken. Wait for somebody to leave, or for the next game.
refusal-twice = { $player } is named twice. Name each player once.
refusal-twice-team = { $player } would lose twice at the same moment: through the team’s life and personally. Report one of the two.
refusal-no-defeats = No defeat is reported. Name at least one.
refusal-too-late-to-join = The game has started; nobody can join any more. The next one is open to you.
refusal-too-late-to-leave = The game has started. Use `/concede` to leave it.
refusal-already-in = { $player } already has a seat. Wait: the host starts the game once everybody is here.
refusal-no-seat = You have no seat here. Take one with *Join*.
refusal-not-in = { $player } is not in this game. Choose one of its players: { $players }.
refusal-out = { $player } is out of the game. Choose somebody who is still in it: { $players }.
refusal-already-started = The game has already started. Report defeats with `/defeat`.
refusal-impossible = This cannot be played like that. { $reason }
refusal-never-full = This needs { $fewest } players or more, but the table seats only { $most }. Choose another table, or fewer teams.
refusal-no-teams = Nobody chooses a team at this table ({ $table }). Just wait for the start.
refusal-no-such-team = There is no such team. There are { $most }; choose one of them.
refusal-sides = { $player } chose another team. Let everyone choose again, or leave it to the draw.
refusal-table-size = { $table }: this table starts with { $sizes } players. Let some more sit down, or some get up.
refusal-cannot-win = { $player } cannot win: whoever serves, or serves nobody after a defeat, is not in the running ({ $rules }). Who can: { $players }.
refusal-size = This table seats { $sizes } players. Choose one of these sizes.
refusal-too-few = { $fewest } players are needed, and there are only { $have }. Let others press *Join* first.
refusal-seats = The seats must name each player once: { $players }.
refusal-first = Only somebody who plays can go first. Choose one of { $players }.
refusal-no-source = Name at least one source: what did it, and who controlled it. Only an empty library needs none.
refusal-no-amount = With several sources, each needs an amount: the life it took or the counters it placed, 1 or more.
refusal-forced-draw = Only an empty library can be a forced draw. Choose that cause, or leave the mark out.
refusal-already-conceding = { $player } is leaving already. Only the successor remains to be chosen: do that on the board.
refusal-nothing-to-choose = There is nothing to choose at the moment. Look at the newest board.
refusal-not-yours = This choice is { $by }’s. If they are away, the host or a moderator can make it.
refusal-must-choose = This choice cannot be declined. Choose one of { $players }.
refusal-not-an-option = { $player } is not an option. Choose one of { $players }.
refusal-goes-on = { $variant } goes on until the group stops: nobody wins or draws before. Close the pod when you are done, and the most points win (RSP-4).
refusal-not-in-variant = Restarts and subgames are kept track of only where a team is one side; in { $variant } just report how it ends.
refusal-subgame-nested = A subgame is already running, and the bot follows one at a time. Finish it first.

## Where a pod stands

state-lobby = The game has not started yet.
state-running = The game is on.
state-waiting = The game is waiting for a choice.
state-finished = The game is over.
state-closed = The game was closed without a result.
team-name = Team { $team }
team-masterless = { $player } serves nobody
team-served = { $master } ← { $servants }
team-out = Out: { $players }
question-responsible = { $by } must choose who is responsible: { $options }.
question-successor = { $by } leaves and must choose who leads the team: { $options }.
question-new-master = { $by } may choose a master to serve: { $options }; or leave the game.
