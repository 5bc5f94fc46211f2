### What the rules answer: verdicts and refusals.

## How the source of a defeat was found (first clause of an explanation)

found-protection = { $source } ended the effect that kept { $loser } from losing
found-forced = { $source } made { $loser } draw from an empty library
found-most = { $source } did the most
found-count = { $controller } controlled the most of the tied sources
found-team = everyone who controlled the most of the tied sources is on one team
found-left = of the players who controlled the most of the tied sources, only { $responsible }’s team is still in the game
found-others = sources were tied, and other players’ come before those of { $loser }’s side
found-thralls = sources were tied, and those of { $loser }’s thralls come before { $loser }’s own
found-chosen = sources were tied, and { $loser } chose
found-chosen-for = sources were tied, and { $by } chose for { $loser }
found-chosen-draw = sources were tied, { $loser } did not choose, and the draw did
choice-moderator = { $player } (moderator)
found-draw = no one is left who could still win, which is a draw

## Who answers for it (the other clause)

answer-controller = { $responsible } controlled { $source } and is responsible
answer-controller-served = { $controller } controlled { $source } and serves { $responsible }, so { $responsible } is responsible
answer-leader = { $responsible } is responsible
answer-leader-served = { $controller } serves { $responsible }, so { $responsible } is responsible
answer-owner = { $responsible } owns { $source } and { $controller } had no choice, so { $responsible } is responsible
answer-owner-served = { $owner } owns { $source }, { $controller } had no choice, and { $owner } serves { $responsible }, so { $responsible } is responsible
answer-kindslaver = { $responsible } controlled Kindslaver and is responsible
answer-kindslaver-served = { $controller } controlled Kindslaver and serves { $responsible }, so { $responsible } is responsible
answer-controlled = { $responsible } made the decisions on { $loser }’s side and is responsible
answer-controlled-served = { $controller } made the decisions on { $loser }’s side and serves { $responsible }, so { $responsible } is responsible
answer-voluntary = { $controller } directly chose what lost the game, so nobody is responsible
answer-compelled-own = { $owner } owned { $source }, so nobody is responsible
answer-compelled-side = { $owner } owned { $source } and is on { $loser }’s side, so nobody is responsible
answer-library = { $loser } drew from an empty library, so nobody is responsible
answer-own-servant = { $controller } serves { $loser }, so nobody is responsible
answer-gone = the player who would be responsible has left the game, so nobody is
answer-gone-too = { $controller } left the game at the same moment, so nobody is responsible
answer-circle = the losers defeated one another in a circle, so nobody is responsible
answer-fellow-loser = { $controller } was defeated at the same moment and now serves { $responsible }, so { $responsible } is responsible
answer-fellow-nobody = { $controller } was defeated at the same moment with nobody responsible, so nobody is responsible here either
answer-chose-master = nobody is responsible, and { $loser } chose to serve { $responsible }
answer-chose-master-for = nobody is responsible, and { $by } chose for { $loser } to serve { $responsible }
answer-chose-master-draw = nobody is responsible, { $loser } did not choose, and the draw chose for them to serve { $responsible }
answer-declined-for = { $by } chose for { $loser } to leave
answer-circle-last = the losers defeated one another in a circle, and it no longer matters who is responsible
answer-moot = it no longer matters who is responsible
answer-tie = several players could be responsible, and it no longer matters which
answer-unknown = no source is known, so nobody is responsible
answer-tied = different players’ sources were tied, so nobody is responsible
answer-own-doing = it was { $loser }’s own doing, so nobody is responsible
answer-teammate = { $controller } is on { $loser }’s team, so nobody is responsible

unnamed-source = the source
clauses = { $first }; { $second }
labelled = { $label }: { $value }

## Refusals: what cannot be, and what to do instead

refusal-no-pod = There is no game here yet. Open one with `/pod open`.
refusal-already-open = A game is already open here. Its host ({ $by }) or a moderator can close it with `⋯` 🔒 *{ button-close }*; or open yours in another channel.
refusal-rematch-waits = [Another game]({ $board }) is open here, and a channel has one at a time. Once it is over or closed, press this again.
refusal-lobby = The game has not started yet. The host starts it with *{ button-start }*.
refusal-finished = The game is over. If its last report was wrong, undo it with `/undo` before the game counts.
refusal-closed = The game was closed. Open a new one with `/pod open`.
refusal-waiting = The game is waiting for { $by } to choose. Try again after that.
refusal-nothing-to-undo = There is nothing to undo. `/pod status` shows how the game stands.
refusal-scoring = That scoring does not work with { $variant }. Choose one of these: { $accepted }.
refusal-choose-master = Losers can only choose a master in a variant with thralls, and { $variant } has none. Leave that option out, or choose another variant.
refusal-full = All { $most } seats are taken. Wait for someone to leave, or for the next game.
refusal-twice = { $player } is named twice. Name each player once.
refusal-twice-team = { $player } would lose twice at the same moment: through the team’s life and individually. Report only one of the two.
refusal-no-defeats = This report names no loser. Name at least one.
refusal-too-late-to-join = The game has started, so it is too late to join. You can join the next one.
refusal-too-late-to-leave = The game has started. Use `/concede` to leave it.
refusal-already-in = { $player } already has a seat. Wait for the host to start the game.
refusal-no-seat = You have no seat here. If one is free, take it with 🪑 *{ button-join }*.
refusal-played-here = { $player } plays in this game, or has played in it. Only someone who never had a seat in it can take one over.
refusal-seat-given = You gave your seat in this game to { $player }, so you can’t come back. Ask for a seat in the next game.
refusal-not-in = { $player } is not in this game. Choose one of its players: { $players }.
refusal-out = { $player } is out of the game. Choose someone who is still in it: { $players }.
refusal-already-started = The game has already started. Report defeats with `/defeat`.
refusal-impossible = This can’t be played like that. { $reason }
refusal-never-full = This needs { $fewest } players or more, but the table seats only { $most }. Choose another table, or fewer teams.
refusal-no-teams = There are no teams to choose at this table ({ $table }). Just wait for the start.
refusal-no-such-team = There is no such team. Choose one of the { $most } teams.
refusal-sides = These seats put { $player } in a team they did not choose. Let everyone choose again, or leave the teams to the draw.
refusal-table-size = { $table } starts with { $sizes } players. Wait for more to join, or ask some to leave.
refusal-cannot-win = { $player } can’t win: minions and masterless players are out of the running ({ $rules }). Players who can: { $players }.
refusal-table-option = { $table } can’t be played like that. { $pod_option } there: { $option_values }. Choose one of these.
refusal-table-no-option = There is nothing to choose here at this table ({ $table }): { $pod_option }. Leave it out.
refusal-size = This table seats { $sizes } players. Choose one of these sizes.
refusal-too-few = { $because ->
    [table] { $table }
    [range] A range of { $range }
   *[variant] { $variant }
}: { $fewest } players are needed, and { $have ->
    [one] there is only { $have }
   *[other] there are only { $have }
}. Let others press 🪑 *{ button-join }* first.
refusal-seats = The seats must name each player once: { $players }.
refusal-first = Only a player in this pod can go first. Choose one of { $players }.
refusal-no-source = Name at least one source: the card that did it, and who controlled it. Only an empty library needs none.
refusal-no-amount = With several sources, each needs an amount: the life it took or the counters it placed, 1 or more.
refusal-forced-draw = A forced draw goes only with an empty library. Choose that cause, or clear the forced draw.
refusal-already-conceding = { $player } is already conceding. Only the new leader of the team is still to be chosen: do that on the board.
refusal-nothing-to-choose = There is nothing to choose right now. Look at the newest board.
refusal-not-yours = This choice is up to { $by }. If they are away, the host or a moderator can make it.
refusal-must-choose = This choice can’t be declined. Choose one of { $players }.
refusal-not-an-option = { $player } is not an option. Choose one of { $players }.
refusal-goes-on = { $variant } has no win or draw: it goes on until the group stops. Close the pod when you are done, and the player with the most points wins (RSP-4).
refusal-not-in-variant = I don’t track restarts or subgames in { $variant }. Play on, and report how it ends.
refusal-subgame-nested = A subgame is already being played, and I can follow only one at a time. Finish it first.

## Where a pod stands

state-lobby = The game has not started yet.
state-running = The game is on.
state-waiting = The game is waiting for a choice.
state-finished = The game is over.
state-closed = The game was closed without a result.
team-name = Team { $team }
team-masterless = { $player } is masterless
team-served = { $master } ← { $servants }
team-out = Out: { $players }
question-responsible = { $by } must choose who is responsible: { $options }.
question-successor = { $by } is leaving and must choose who leads the team next: { $options }.
question-new-master = { $by } may choose a master to serve ({ $options }) or leave the game.
