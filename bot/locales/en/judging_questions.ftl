### The judge on Discord: loyalty, and what a defeat would lead to.

## Answers about loyalty and about a defeat

judge-planeswalker = the planeswalker
judge-title-loyalty = ⚖️ May this be done now?
judge-title-defeat = ⚖️ What would happen if …
judge-restated-loyalty = { $player }: { $what }
judge-assumed-owner = This assumes that { $owner } owns { $source }; if someone else does, add “{ judge-word-owner }” and their name.
judge-assumed = { $variant }, with three masters or more in the game.

## Words of such questions

judge-word-types = types
judge-word-no-planeswalker = not a planeswalker
judge-word-cast = cast
judge-word-emblem = emblem
judge-word-stack = stack
judge-word-flash = flash
judge-word-seasons = Doubling Seasons
judge-word-triggers = triggers
judge-word-turn = turn
judge-word-priority = priority
judge-word-happened = this turn
judge-word-untap = untap
judge-word-upkeep = upkeep
judge-word-draw = draw
judge-word-main = main phase
judge-word-end = end
judge-word-cleanup = cleanup
judge-word-activated = activated
judge-word-control-changed = control changed
judge-word-transformed = transformed
judge-word-returned = returned
judge-word-nobody = nobody
judge-word-life = life
judge-word-library = library
judge-word-effect = effect
judge-word-commander = commander
judge-word-owner = owner
judge-word-voluntary = voluntary
judge-word-forced-draw = forced draw
judge-word-ended = ended the protection
judge-word-controlled = controlled by
judge-word-kindslaver = Kindslaver of
## Forms

judge-form-permanent = Name and loyalty
judge-form-permanent-about = Jace 3, { judge-word-by } Bo · Jace 3, { judge-word-types } Jace · Gideon 4, { judge-word-no-planeswalker }
judge-form-cost = Cost, or that it is cast
judge-form-cost-about = -2 · +1, { judge-word-emblem } · -X 3 · { judge-word-cast } · +1, { judge-word-cast }
judge-form-moment = When
judge-form-moment-about = { judge-word-main }, { judge-word-turn } Bo + Cy, { judge-word-priority } Bo, { judge-word-stack } 1, { judge-word-happened } { judge-word-activated }
judge-form-others = Other planeswalkers
judge-form-others-about = If it is cast, one on each line: Jace Beleren, { judge-word-types } Jace, { judge-word-by } Cy
judge-form-loser = Who lost, and how
judge-form-loser-about = Bo, { judge-word-library }, { judge-word-controlled } Cy · { judge-word-life }, { judge-word-poison }, { judge-word-effect }, { judge-word-commander }
judge-form-objects = The cards that did it, one on each line
judge-form-objects-about = Bolt 3, { judge-word-by } Ana, { judge-word-owner } Cy · Pact, { judge-word-by } Bo, { judge-word-voluntary }
judge-form-teams = Who serves whom
judge-form-teams-about = Cy: Ana; Di: Ana
judge-form-variant = Variant

## Refusals

refusal-judge-permanent = Name and loyalty: “{ $typed }” does not fit. Write the name with its counters from 0 to 999 (of a card the printed loyalty, 99 at most), such as `Jace 3, { judge-word-by } Bo` or `Gideon 4, { judge-word-no-planeswalker }`; of a card that is cast also its types: `Jace 3, { judge-word-types } Jace`.
refusal-judge-cost = Cost: “{ $typed }” does not fit. Write `0`, `+1` to `+99`, `-1` to `-99`, or `-X` with the number behind it, such as `-X 3`. In the form also `{ judge-word-emblem }` behind it, or `{ judge-word-cast }` for a planeswalker that is cast, which makes no emblem.
refusal-judge-this-turn = This turn: “{ $typed }” does not fit. Write what happened to it in order: `{ judge-word-activated }`, `{ judge-word-control-changed }`, `{ judge-word-transformed }`, `{ judge-word-returned }`, such as `{ judge-word-activated } + { judge-word-returned }`.
refusal-judge-moment = The moment: “{ $typed }” does not fit. Write the phase first (`{ judge-word-untap }`, `{ judge-word-upkeep }`, `{ judge-word-draw }`, `{ judge-word-main }`, `{ judge-word-combat }`, `{ judge-word-end }`, `{ judge-word-cleanup }`), then what matters: `{ judge-word-turn } Bo`, `{ judge-word-priority } Cy` or `{ judge-word-priority } { judge-word-nobody }`, `{ judge-word-stack } 1`, `{ judge-word-flash }`, `{ judge-word-seasons } 2` (4 at most), with a card that is cast `{ judge-word-triggers } 1`, else `{ judge-word-happened } { judge-word-activated }`, which happens once unless it `{ judge-word-returned }` in between.
refusal-judge-others = Other planeswalkers: “{ $typed }” does not fit. Write up to twenty, one on each line, with types and controller, such as `Jace Beleren, { judge-word-types } Jace, { judge-word-by } Cy`; only where a planeswalker is cast.
refusal-judge-loser = Who lost: “{ $typed }” does not fit. Write the name, then how: `{ judge-word-life }`, `{ judge-word-poison }`, `{ judge-word-library }`, `{ judge-word-effect }` or `{ judge-word-commander }`; perhaps `{ judge-word-controlled } Cy` or `{ judge-word-kindslaver } Cy`.
refusal-judge-objects = The cards that did it: “{ $typed }” does not fit. Write up to twelve, one on each line, such as `Bolt 3, { judge-word-by } Ana`, with its controller, perhaps with an amount of 1 or more and `{ judge-word-owner } Cy`, `{ judge-word-voluntary }`, `{ judge-word-forced-draw }`, `{ judge-word-ended }` (one of them).
refusal-judge-teams = Who serves whom: “{ $typed }” does not fit. Write each with their master, such as `Cy: Ana; Di: Ana`: each once, in a variant in which players serve; nobody serves a player who serves them.
