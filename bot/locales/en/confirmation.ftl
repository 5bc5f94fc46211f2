### Reports that have to be confirmed, and those that are disputed.

## The setting

setting-confirmation = Confirmation
setting-confirmation-about = Who has to confirm a reported defeat, win or draw before the game’s points count. The game itself never waits. If no one answers, a defeat is confirmed automatically: after the minutes you choose, otherwise after a day. A win or a draw always needs another player. Applies to new pods; open pods keep their setting.
confirmation-off = No confirmation needed
confirmation-loser = Loser confirms
confirmation-other = Another player confirms
confirmation-after-5 = Auto-confirmed after 5 minutes
confirmation-after-15 = Auto-confirmed after 15 minutes
confirmation-after-60 = Auto-confirmed after 60 minutes

## On the board

claim-title = ⏳ Waiting for confirmation
claim-defeat = { $count ->
    [one] { $losers }’s defeat
   *[other] the defeats of { $losers }
}
claim-win = { $player }’s win
claim-draw = the draw
claim-by-each = waiting for { $players } to confirm or dispute
claim-by-one = any one of these can confirm: { $players }
claim-by-others = anyone except { $player } can confirm
claim-later = Play on. Reports no one disputes are confirmed automatically, the first one { $due }.
claim-finished = Points count once this list is empty. Reports no one disputes are confirmed automatically, the first one { $due }.
button-confirm = Confirm
button-dispute = Dispute
dispute-title = ✋ Disputed: { $what }
dispute-parties = By { $by }, disputed by { $against }
dispute-stands-still = The game is paused until a moderator decides.
dispute-moderators = Moderators
dispute-call = { $moderators }: something is disputed. Please decide with the buttons below.
button-stands = Let it stand
button-takeback = Undo the report
button-restore = Restore the result
button-reopen = Let the game go on
button-responsible = Name someone else
button-why = Why?

## Answers

done-confirm = ☑️ Confirmed: { $what }.
done-dispute = ✋ You disputed { $what }. The game is paused, and the moderators can see it on the board. Changed your mind? Press ☑️ *{ button-stands }* there.
done-stands = ☑️ It stands: { $what }.
dispute-which = Which report is wrong?
dispute-responsible = Who is responsible?
dispute-reason = Reason (everyone will see it)
event-confirmed-players = { $count ->
    [one] A report was confirmed.
   *[other] { $count } reports were confirmed.
}
event-confirmed-time = { $count ->
    [one] No one disputed it in time, so what was recorded is confirmed.
   *[other] No one disputed { $count } reports in time, so they are confirmed.
}
event-confirmed-stands = What was disputed stands.
event-disputed = { $player } disputed what was recorded.
event-end-shown = ⏳ The board showed the end of the game late, so the time to dispute it began later.
event-dispute-begun = { $player } is about to dispute something.
audit-disputed = disputed { $what } in { $channel }
audit-stands = let stand what was disputed in { $channel }

## Refusals

refusal-disputed = Something is disputed, so the game is paused until a moderator decides on the board. Whoever recorded it can undo it with `/undo`, and as long as the game is not over, you can concede.
refusal-nothing-to-confirm = That report is already confirmed or undone. There is nothing left to do; the board shows how the game stands.
refusal-not-yours-to-confirm = It is up to { $players } to confirm this. If the report is wrong, press ✋ *{ button-dispute }*.
refusal-dispute-late = That report is already confirmed or undone. If it is still wrong, ask a moderator to correct it with `/override`.
refusal-dispute-settled = This dispute is already settled. Check the board; moderators can still correct any report with `/override`.
