### What moderators strike out, and their desk

## Striking out a text

button-strike = Strike out a text
button-unstrike = Show it again
strike-which = Which text?
struck-title = Title
struck-variant = Variant’s name
struck-season = Season’s name
struck-guest = Guest’s name
struck-reason = Reason
struck-card = Card or effect
struck-text = Text
done-strike = Struck out: { $what }. This server now shows { $mark } in its place, wherever it was typed. No result changes. A mistake? Press the button, or use `/override unstrike`.
done-unstrike = The text is shown again.
audit-struck = struck out a text ({ $what })
audit-struck-in = struck out a text ({ $what }) in { $channel }
audit-unstruck = showed a struck-out text again ({ $what })
audit-unstruck-in = showed a struck-out text again ({ $what }) in { $channel }
refusal-no-text = There is no such text to strike out. Choose one from the list; another game is in the option `pod`.
refusal-not-struck = That is not struck out any more. Choose from the list of `/override unstrike`.

command-override-strike = strike
command-override-strike-about = Strike out a title, a card, a guest’s name or another text that people typed
command-override-unstrike = unstrike
command-override-unstrike-about = Show a text again that was struck out
option-text = text
option-text-about = Which text: of this game, a season or a variant; another game: option pod
option-struck = text
option-struck-about = Where the struck-out text was, newest first

## The desk

command-desk = desk
command-desk-about = What waits for moderators: disputes, unconfirmed results, games worth a look
desk-title = 🗂️ Moderators’ desk
desk-empty = Nothing is waiting for you.
desk-hidden = Nothing on this page is in a channel that you moderate. Turn the page.
desk-which = Which report?
desk-pick = Decide about a game
look-few = { $count ->
    [one] The same few people have played { $count } game in 28 days.
   *[other] The same few people have played { $count } games in 28 days.
}
look-quick = Over within a minute of its start.
look-won = Won by an effect or a combo.
button-correct = Correct a report
button-void = Declare void
button-dismiss = Dismiss
done-dismiss = Dismissed. This game does not come back to the desk.
audit-dismissed = dismissed from the desk: { $channel }
