### A server’s own variants: what they mean, and the page on which they are made.

## In words

house-same = As { $variant }.
house-like = Like { $variant }, but:
house-points = Points: { $points }.
house-no-points = none
house-combo-as-any = Won with a combo: as any other win
house-of = { $question }: { $answer }

## The page of `/setup variant`

house-title = Variants of this server
house-intro = `/setup variant` with a new name makes a variant. Below, choose one to look at, change or delete it. Games that have begun keep the answers they began with.
house-pick = Choose a variant…
house-start = Which variant is it most like? You can change every answer afterwards; nothing is saved yet.
house-start-menu = Start from…
house-ask = Change an answer…
house-number = Another number…
house-impossible = ⛔ These answers do not go together
house-saved = ✅ Saved: it can be played with /pod open.
house-new = Not saved yet.
house-changed = Your changes are not saved yet.
house-save = Save
house-delete = Delete
house-close = Close
house-closed = Closed. What was not saved is gone; `/setup variant` begins again.
audit-variant-made = new variant “{ $variant }”: { $answers }
audit-variant-changed = variant “{ $variant }” changed: { $answers }
audit-variant-deleted = variant “{ $variant }” deleted

## Refusals

refusal-no-such-variant = There is no variant “{ $typed }” here. Choose one from the list.
refusal-house-scoring = { $variant } has points of its own. Leave the scoring out.
refusal-house-most = A server has room for { $most } variants of its own. Delete one first.
refusal-house-long = The name has more than { $most } characters. Choose a shorter one.
refusal-house-taken = { $variant } comes with the bot and stays as it is. Give yours another name.
refusal-house-number = Write a whole number from { $low } to { $high }.

## Commands: names, then what they do

command-variant = variant
command-variant-about = Make a variant of your own, change or delete it (moderators)
option-name = name
option-name-about = A new name, or one of your variants; without it, all of them
