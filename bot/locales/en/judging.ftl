### The judge on Discord: questions, answers, forms.

## The server's setting

setting-rules_era = Rules of the judge
setting-rules_era-about = Which rules the judge uses by default: today’s, or those of January 2013, when damage to a player could be redirected to a planeswalker. Every answer says which it used.
rules-era-2013 = January 2013
rules-era-current = Today’s

## What nobody named

judge-opponent = an opponent
judge-teammate = a teammate
judge-source = the source

## Answers

judge-title-damage = ⚖️ Outcomes
judge-restated = { $player } (life: { $you }) · { $what }
judge-otherwise-unknown = I can’t tell whether the other rules would answer differently: the question is too large to search.
judge-verdict-unknown = Who is responsible depends on whose source it is: name them with *✏️ More*.
judge-which = Which outcome was it?
button-judge-more = More…
button-judge-show = Show everyone
button-judge-happened = It happened

## The words of a question, as people type them in a form

judge-word-by = by
judge-word-to = to
judge-word-instead = instead
judge-word-blockers = blockers
judge-word-loss = loss
judge-word-unblocked = as though unblocked
judge-word-must-player = must attack me
judge-word-only-planeswalkers = planeswalkers only
judge-word-targeted = targeted
judge-word-lifelink = lifelink
judge-word-infect = infect
judge-word-wither = wither
judge-word-combat = combat
judge-word-trample = trample
judge-word-removed = removed
judge-word-next = next
judge-word-all = all
judge-word-half = half
judge-word-double = double
judge-word-redirect = redirect to
judge-word-on = on
judge-word-from = from
judge-word-once = once
judge-word-poison = poison
judge-word-hexproof = hexproof
judge-word-teammates = teammates
judge-word-up = up
judge-word-down = down
judge-word-me = me
## Forms: what each field is called, and an example

judge-form-sources = Sources, one on each line
judge-form-sources-about = Blast 2, { judge-word-by } Bo, { judge-word-instead } 4 · Bear 3, { judge-word-combat }, { judge-word-blockers } 2 + 1, { judge-word-trample }
judge-form-you = Life of the player, and more
judge-form-you-about = 20, { judge-word-poison } 3, { judge-word-hexproof }
judge-form-planeswalkers = Planeswalkers and loyalty
judge-form-planeswalkers-about = Jace 2, Garruk 3
judge-form-effects = Prevention and replacement
judge-form-effects-about = Salve: { judge-word-next } 3 · Sphere: { judge-word-half }, { judge-word-once } · Pariah: { judge-word-redirect } Bear
judge-form-era = By which rules?

## Refusals

refusal-judge-planeswalkers = Planeswalkers: “{ $typed }” does not fit. Write each name with its loyalty from 1 to 99, such as `Jace 2, Garruk 3`: four at most, each name once.
refusal-judge-you = Life: “{ $typed }” does not fit. Write the life from 1 to 9999 first, then what else is known: `20, { judge-word-poison } 3, { judge-word-hexproof }, { judge-word-teammates } Cy + Di`, with poison from 0 to 9.
refusal-judge-sources = Sources: “{ $typed }” does not fit. Write up to four, one on each line, with damage from 1 to 99: `Galvanic Blast 2, { judge-word-by } Bo, { judge-word-instead } 4` or `Bear 3, { judge-word-combat }, { judge-word-blockers } 2 + 1, { judge-word-trample }, { judge-word-to } Jace`. Also `{ judge-word-targeted }`, `{ judge-word-lifelink }`, `{ judge-word-infect }`, `{ judge-word-wither }`, `{ judge-word-loss }`; with `{ judge-word-combat }` alone `{ judge-word-unblocked }`, `{ judge-word-removed }`, `{ judge-word-must-player }`, `{ judge-word-only-planeswalkers }`, and never `{ judge-word-targeted }` or `{ judge-word-instead }`. In combat there may be { $most } ways to assign the damage at most.
refusal-judge-effects = Effects: “{ $typed }” does not fit. Write up to six, such as `{ judge-word-next } 3; { judge-word-half } { judge-word-up }; { judge-word-double }; { judge-word-all }; Pariah: { judge-word-redirect } Bear`, with a name of its own before the colon if you like. Then, after commas: `{ judge-word-on } Jace + { judge-word-me }` (or `{ judge-word-on } { judge-word-all }`), `{ judge-word-from } Blast`, `{ judge-word-once }` (not with `{ judge-word-next }`). Effects times sources: { $most } at most.
refusal-judge-large = This question is too large to search. Leave out what does not matter: an effect, a source or a planeswalker.
refusal-judge-busy = I am searching many questions already. Ask again in a minute.
refusal-judge-replaced = You have asked something newer since. Only that is answered.
refusal-judge-failed = The judge could not finish. Ask again; if it happens again, tell the people who run the bot.
refusal-judge-gone = This answer is too old to continue from. Ask again with `/judge`.
refusal-judge-other = Someone else asked this, or you did in another channel. Ask your own question with `/judge`.

## Commands: names, then what they do

command-judge = judge
command-judge-about = Ask what would happen: a defeat, damage, a loyalty ability
option-question = question
option-judge-question-about = What you want to know; a form opens for the rest
judge-question-defeat = who answers for a defeat
judge-question-damage = what becomes of damage
judge-question-loyalty = may loyalty be activated now
option-judge-player-about = Whom it is about (default: you)
option-judge-card-about = A card that it is about; the form begins with it
