### Reports that have to be confirmed, and those that are disputed.

## The setting

setting-confirmation = Confirmation
setting-confirmation-about = Who confirms a report before a game’s points count. The game itself never waits: the board moves on at once. Where nobody answers, a defeat is confirmed by itself: after the minutes you choose, else after a day. A win or a draw always needs another player. New pods follow it; one that is open keeps what it began with.
confirmation-off = No confirmation needed
confirmation-loser = The loser confirms
confirmation-other = Another player confirms
confirmation-after-5 = Confirmed after 5 minutes
confirmation-after-15 = Confirmed after 15 minutes
confirmation-after-60 = Confirmed after 60 minutes

## On the board

claim-title = ⏳ To be confirmed
claim-defeat = { $count ->
    [one] { $losers }’s defeat
   *[other] the defeats of { $losers }
}
claim-win = { $player }’s win
claim-draw = the draw
claim-by-each = { $players } to confirm or dispute it
claim-by-one = one of { $players } confirms it
claim-by-others = anybody but { $player } confirms it
claim-later = The game goes on. What nobody answers is confirmed by itself, { $due } at the earliest.
claim-finished = The points count once nothing is left here. What nobody answers is confirmed by itself, { $due } at the earliest.
button-confirm = Confirm
button-dispute = Dispute
dispute-title = ✋ Disputed: { $what }
dispute-parties = Reported by { $by }, disputed by { $against }
dispute-stands-still = The game stands still until a moderator decides.
dispute-moderators = Moderators
dispute-call = { $moderators }: a report is disputed. Please decide below.
button-stands = It stands
button-takeback = Take it back
button-responsible = Somebody else
button-why = Why?

## Answers

done-confirm = ☑️ Confirmed: { $what }.
done-dispute = ✋ Disputed: { $what }. The game stands still, and the moderators see it on the board. Changed your mind? Press *It stands* there.
done-stands = ☑️ It stands: { $what }.
dispute-which = Which report is wrong?
dispute-responsible = Who is responsible?
dispute-reason = Why? Everybody sees it.
event-confirmed-players = { $count ->
    [one] A report was confirmed.
   *[other] { $count } reports were confirmed.
}
event-confirmed-time = { $count ->
    [one] Nobody objected to a report in time: it is confirmed.
   *[other] Nobody objected to { $count } reports in time: they are confirmed.
}
event-confirmed-stands = A moderator let the disputed report stand.
event-disputed = { $player } disputed a report.
audit-disputed = disputed { $what } in { $channel }
audit-stands = let a disputed report stand in { $channel }

## Refusals

refusal-disputed = A report is disputed: the game stands still until the moderators decide on the board. Wait for them. You can still concede, and whoever made the report can take it back with `/undo`.
refusal-nothing-to-confirm = That is confirmed or taken back already. Nothing is left to do; the board shows how the game stands.
refusal-not-yours-to-confirm = Confirming is up to { $players }. If the report is wrong, press *Dispute*.
refusal-dispute-late = That report is confirmed or taken back already. If it is still wrong, ask a moderator: they can correct it with `/override`.
refusal-dispute-settled = This dispute is settled. Look at the board; moderators can still correct any report with `/override`.
