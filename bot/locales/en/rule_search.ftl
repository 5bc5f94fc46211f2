### What `/rules` searches by: endings that are removed from words, and words that people ask for a rule with.

search-endings = s es e ed ing er ers y ies ied

words-esc-3 = becoming a thrall, lose, beaten, defeated
words-esc-4 = emblem, token, counters, hand, lands, graveyard, new thrall
words-esc-5 = team, shared life, shared turn
words-esc-7 = when may a thrall act, may I play as a new thrall, cast spells, next turn
words-esc-22 = who chooses, tie, tied
words-esc-d17 = who chooses, waiting for a choice
words-tab-1 = draw step, first turn, first player, play first
words-tab-8 = give up, scoop, resign
words-tab-11 = who chooses first, order of choices, triggers, simultaneous
words-tab-14 = blocking for a neighbour, block for another player, blockers, combat
words-tab-16 = tokens, leaving, quit, owner
words-tab-28 = extra turn, additional turn
words-tab-34 = priority, passing, pass, respond, stack, step, phase
words-tab-35 = who chooses, an opponent chooses
words-tab-36 = who chooses, choices at the same time, simultaneous
words-tab-37 = who chooses, two replacement effects, prevention
words-tab-38 = control, controller, owner, steal
words-nec-5 = tokens, phasing, when may a minion act
words-pw-16 = emblem
