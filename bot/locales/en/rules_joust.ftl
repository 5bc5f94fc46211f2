### Magicjoust as a player reads it: one text for each rule id. Each names the part of the original, version 0.0.1, that it comes from or completes.

## Magicjoust: parts

rule-mj-1 = Your quadrant has four zones: 1 top left, 2 top right, 3 bottom right, 4 bottom left. They form a ring, 1-2-3-4-1, so each zone has two neighbours and one opposite. (Magicjoust 0.0.1, introduction.)
rule-mj-2 = Singularities (quirks) belong to the families blue, red and yellow; cards may bring others. A card of the singularity deck carries one. It is stable when you place it, and unstable from the moment you activate it until the end of the turn. (Magicjoust 0.0.1, “The cards”.)
rule-mj-3 = The other deck is the crucible. A crucible card has a cost, which is a formula, and an action; perhaps the action has a formula of its own, or wear; perhaps the card is ephemeral. Its kind is knowledge, living, thing, event or plan, and the list is open (MJ-D14). Plans carry points. (Magicjoust 0.0.1, “The cards”.)
rule-mj-4 = You bring both decks, with twenty cards or more in each, and no more than three copies of a card in the crucible. (Magicjoust 0.0.1, “The cards” and “Setup”.)
rule-mj-5 = You begin with five crucible cards in hand and an empty quadrant. A six-sided die decides who starts (MJ-D5). (Magicjoust 0.0.1, “Setup”.)

## Magicjoust: a turn, in any order

rule-mj-6 = Draw one singularity card and place it immediately. If it cannot be placed, it is discarded; you never keep it. (Magicjoust 0.0.1, “The turn”.)
rule-mj-7 = Draw one crucible card. (Magicjoust 0.0.1, “The turn”.)
rule-mj-8 = Invoke as many cards from your hand as you can pay for. An invoked card lies face up before you. (Magicjoust 0.0.1, “The turn”.)
rule-mj-9 = Use the action of each of your invoked cards at most once a turn; you never have to. If the action has a formula, pay it like a cost. Turn a card that was used by 90°. (Magicjoust 0.0.1, “The cards” and “The turn”.)
rule-mj-10 = At the end of your turn, discard the ephemeral cards that you invoked, used or not, and discard from your hand down to seven cards. Your used cards and unstable singularities are then ready again. (Magicjoust 0.0.1, “The turn”.)
rule-mj-11 = If the text of a card contradicts these rules, the card prevails. (Magicjoust 0.0.1, “The turn”.)

## Magicjoust: paying a formula

rule-mj-12 = A formula is a list of steps, each of them a family, *any* or *skip*. Choose a zone to start in and a direction. The first step is in that zone, each following step in the next zone round, so the fifth is in the zone of the first; the direction stays the same for the whole formula. A family or *any* activates one stable singularity of its zone, *skip* activates none. Each singularity serves once. (Magicjoust 0.0.1, “The cards”.)
rule-mj-13 = A plan takes more: the singularities activated for its cost are not made unstable but destroyed, and go to the discard pile. (Magicjoust 0.0.1, “The cards”.)

## Magicjoust: conflict, wear, end

rule-mj-14 = Attack: both players roll a die and add their bonuses, which invoked cards may give. The attacker succeeds only with the higher total; a tie is a failure. (Magicjoust 0.0.1, “Attack and defence”.)
rule-mj-15 = Wear N: after each use of the card’s action, roll a die and add your bonuses. Below N the card is discarded, and on a natural 1 too, whatever the bonuses. (Magicjoust 0.0.1, “Wear”.)
rule-mj-16 = The game ends immediately when a player has invoked three plans. Each player counts the points of their own plans. The higher total wins, and the winner presents the great work to the audience. (Magicjoust 0.0.1, “The end”.)

## Magicjoust: decisions

rule-mj-d1 = Suzerain’s decision: with equal points the game is a draw. (On Magicjoust 0.0.1, “The end”.)
rule-mj-d2 = Suzerain’s decision: a zone holds any number of singularities, unless a card says otherwise. (On Magicjoust 0.0.1, “The cards”.)
rule-mj-d3 = Suzerain’s decision: if a deck is empty, nothing is drawn and the game goes on. That is for the players to see; the bot does not count decks. (On Magicjoust 0.0.1, “The turn”.)
rule-mj-d4 = Suzerain’s decision: for the season a win is worth 3 points, a draw 1, a loss 0. (On Magicjoust 0.0.1, “The end”.)
rule-mj-d5 = Suzerain’s decision: if the dice for the start are equal, both players roll again. The higher die begins. (On Magicjoust 0.0.1, “Setup”.)
rule-mj-d6 = Suzerain’s decision: only plans that still lie before a player count, for the three (MJ-16) and for the points. (On Magicjoust 0.0.1, “The end”.)
rule-mj-d7 = Suzerain’s decision: if you concede, you lose: 0 points for you, 3 for your opponent. (On Magicjoust 0.0.1, “The end”.)
rule-mj-d8 = Suzerain’s decision: only the cost of a plan destroys singularities (MJ-13). The formula of its action makes them unstable, as usual. (On Magicjoust 0.0.1, “The cards”.)
rule-mj-d9 = Suzerain’s decision: you draw at most one singularity and one crucible card a turn. The bot reminds you of a draw, but you don’t have to make it. (On Magicjoust 0.0.1, “The turn”.)
rule-mj-d10 = Suzerain’s decision: a singularity goes to the zone that its card names. If the card names none, you choose. (On Magicjoust 0.0.1, “The turn”.)
rule-mj-d11 = Suzerain’s decision: two ways to pay that spend the same singularities are the same. Where ways differ, you say which one you mean. (On Magicjoust 0.0.1, “The cards”.)
rule-mj-d12 = Suzerain’s decision: you may use the action of a card in the turn in which you invoke it. (On Magicjoust 0.0.1, “The turn”.)
rule-mj-d13 = Suzerain’s decision: the active player is the attacker, and both dice have six sides. No roll has a meaning of its own, except the 1 for wear (MJ-15). (On Magicjoust 0.0.1, “Attack and defence”.)
rule-mj-d14 = Suzerain’s decision: a card of a kind that is not on the list is *other*. A card may cost nothing. (On Magicjoust 0.0.1, “The cards”.)
