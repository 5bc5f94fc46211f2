### Guests: people without an account, who play by name.

guest = guest
refusal-guest-name = That can’t be a guest’s name: it takes something that can be read, of at most { $most } characters, and doesn’t begin with { $sign }.
refusal-bring-seat = Take a seat yourself first: whoever brings a guest plays at the same table.
refusal-bring-late = With { $player } the game that is on wouldn’t count in the standings any more. Let another member sit down first, or bring them to the next one.

## Bringing one

command-guest = guest
command-guest-about = Bring somebody without an account here, and act for them
option-guest-about = Their name: on this server the same name always means the same person
done-guest = { $guest } has a seat. You act for them: report, choose and concede for them as for yourself.
guests-title = 🎟️ Guests
guests-of = { $by } brought { $guests } and acts for { $count ->
    [one] them
   *[other] them all
}.
guests-few-members = With these players, this game won’t count in the standings: it takes three members who sat down themselves.
guests-many-guests = With these players, this game won’t count in the standings: guests have to be fewer than half of the table.
stats-few-members = fewer than three members sat down themselves
stats-many-guests = guests were half of the table or more
button-guest-leaves = { $guest } concedes
event-brought = { $by } brought { $guest }.
refusal-guest-claimed = That guest is { $player }, who has an account here. They can take the seat themselves.
refusal-only-bringer = Only whoever brought this guest acts for them. A moderator can use `/override`.
refusal-host-guest = { $player } is a guest and can’t host: they have no account to press anything with. Choose a member.

## Claiming one

command-me-claim = claim
command-me-claim-about = Say that a guest of this server was you; a moderator confirms it
option-claim-about = The guest who was you
done-claim = A moderator will find your claim on `/desk` for a week. If they agree, what { $guest } has played and won will be yours.
button-claims = Guest claims: { $count }
claims-title = 🎟️ Guest claims
claims-none = No guest claims are waiting.
claim-line = **{ $number }.** { $player } says that they are { $guest } · { $at } · games that count: { $games }
button-claim-confirm = That’s them
button-claim-decline = No
done-claim-confirm = What the guest has won is theirs. Nobody else’s results have changed.
claim-agreed = 🎟️ A moderator of { $server } agreed: what { $guest } has played and won is yours now. `/stats` shows it.
done-claim-decline = The guest stays a guest.
command-override-unclaim = unclaim
command-override-unclaim-about = Make a guest of somebody again who had claimed them
option-guest = guest
option-claimed-about = The guest, and who has claimed them
done-unclaim = { $guest } is a guest again, with everything they had won.
audit-claim-made = 🎟️ says that they are { $guest }
audit-claimed = 🎟️ confirmed that { $guest } is { $player }
audit-unclaimed = 🎟️ took back that { $guest } is { $player }: { $reason }
audit-claim-declined = 🎟️ did not confirm that { $guest } is { $player }
refusal-claim-unknown = There is no guest of that name here. Pick one from the list.
refusal-claim-other = Somebody else says that they are this guest. Ask a moderator, who decides about that first.
refusal-claim-playing = This guest has a seat in a game that is not over: { $channels }. Once it is over or closed, try again.
refusal-claim-together = This guest and the member who claims them played in the same game, so they are two people. If that game is wrong, a moderator can correct it with `/override`.
refusal-claim-gone = That is settled already. Open `/desk` again.
refusal-claim-left = This member is not on the server any more, so nobody can confirm their claim. Decline it.
refusal-claim-own = That is your own claim. Leave it to another moderator.
refusal-claim-many = That would be more than { $most } games for one person. Ask a member with *Manage Server* to confirm it.
refusal-unclaim-many = That person has claimed more than { $most } games, which took a member with *Manage Server*. Ask one to take it back.
refusal-claim-none = Nobody has claimed that guest. Pick one from the list.
