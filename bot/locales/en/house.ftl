### A server’s own variants: what they mean, and the page on which they are made.

## In words

house-same = Same as { $variant }.
house-like = Like { $variant }, but:
house-points = Points: { $points }.
house-no-points = none

## The page of `/setup variant`

house-title = Variants of this server
house-intro = To make a variant, use `/setup variant` with a new name. To view, change or delete one, choose it below. Games that have started keep the rules they started with.
house-pick = Choose a variant…
house-start = Which variant is yours most like? You can change every rule afterwards; nothing is saved yet.
house-start-menu = Start from…
house-ask = Change a rule…
house-number = Another number…
house-scorings = Start from a scoring…
house-impossible = ⛔ These rules do not work together
house-saved = ✅ Saved. Play it with /pod open.
house-new = Not saved yet.
house-changed = Your changes are not saved yet.
house-save = Save
house-delete = Delete
house-close = Close
house-closed = Closed. Unsaved changes are gone; start again with `/setup variant`.
audit-variant-made = new variant “{ $variant }”: { $answers }
audit-variant-changed = variant “{ $variant }” changed: { $answers }
audit-variant-deleted = variant “{ $variant }” deleted

## Refusals

refusal-no-such-variant = There is no variant “{ $typed }” here. Choose one from the list.
refusal-house-most = This server already has { $most } variants of its own, the maximum. Delete one first.
refusal-house-long = The name has more than { $most } characters. Choose a shorter one.
refusal-house-taken = { $variant } is built in and can’t be changed. Give yours another name.
refusal-house-number = Write a whole number from { $low } to { $high }.
refusal-house-places = That can’t be read as points for places. Write at most { $most } whole numbers from { $low } to { $high }, best place first, such as 5 3 2 1.

## Commands: names, then what they do

command-variant = variant
command-variant-about = Make a variant of your own, change or delete it (moderators)
option-name = name
option-variant-name-about = A new name to create one, or an existing one; leave empty to list all
