### The rules as a player reads them: one text for each rule id, the checklists, and the names of what can be chosen.

## Esclave: start and titles

rule-esc-1 = Esclave is for four players or more; four to six is ideal. Fewer than four is refused, more than six is allowed with a remark. The game starts just as its own format says: free-for-all in Standard, Modern, Commander, and so on.
rule-esc-2 = Everyone starts as a master. Nothing changes until someone loses.

## Esclave: what losing means

rule-esc-3 = If you lose as a master while three masters or more are in the game, you included, you stop being a master and become the thrall of the responsible player. With only two masters left, ESC-9 applies instead. (The original says “more than three”, then ends the game at two: three or more is the reading that fits both.)
rule-esc-4 = When you become a thrall, in this order: shuffle into your library every nonland permanent you own, your hand, your graveyard and your exile; your lands stay on the battlefield; draw three cards; lose all your emblems and counters (poison, energy, …), and commander damage is forgotten. Then the effects that give you control of other players’ nonland permanents end, and those you still control leave the game, as if you had left. Last, Auras attached to you that another player controls go to their owners’ graveyards.
rule-esc-5 = A master and their thrall play as a Two-Headed Giant team, with three heads or more if there are more thralls. The team takes its turn together, shares one life total, and counts as one side for everything except “each player”.
rule-esc-6 = With unlimited range of influence, a thrall may sit next to the master. With limited range, everyone keeps their seat and the team shares its range (ESC-D13).
rule-esc-7 = A new thrall may act from the beginning of the next turn, whoever’s turn it is. (The magazine’s short version allowed no spells until your own next turn; the detailed version prevails.) The bot does not enforce this.
rule-esc-8 = When a master with thralls loses, the whole team comes along: the responsible player becomes the master of that master and of each of those thralls.

## Esclave: the end, and points

rule-esc-9 = When two masters are left and one of them loses, the game is over: that master and their thralls lose, the other master and theirs win. Nobody changes team in that last defeat.
rule-esc-10 = When an effect says that a player wins, the game ends: that player’s team wins and everyone else loses. Each wins or loses as what they are: even if the effect is a thrall’s, the thrall wins as a thrall and the master as a master.
rule-esc-11 = Points: won as a master +3, won as a thrall +1, lost as a master 0, lost as a thrall −1. The “Lotus Noir” scoring is the magazine’s: the same, except that winning with a combo is worth 2 (ESC-D14).
rule-esc-12 = You play several rounds, and the first player to ten points wins the series. The target can be changed.

## Esclave: who is responsible

rule-esc-20 = The responsible player is the controller of the source, unless that is the loser. The source is the object whose effect led to the defeat; if several objects had a part in it, ESC-21 to ESC-25 say which one counts.
rule-esc-21 = Life: the source is the object that took you from above 0 life to 0 or less. For damage, that is the source of the damage.
rule-esc-22 = Several objects took your life at the same time: the source is the one that took the most. If they are tied, the responsible player is the one who controls the most of the tied objects; if that is tied too, you, the loser, choose among those players. Objects are counted for the players who control them, before ESC-40 replaces thralls by their masters; the names you choose from are the masters’.
rule-esc-23 = Poison (ten counters or more): the source is the object that placed the last counter.
rule-esc-24 = Several objects gave you poison counters at the same time: the source is the one that gave the most. If they are tied, it goes as in ESC-22: the player who controls the most of the tied objects, and then the loser chooses.
rule-esc-25 = An effect says that you lose: that effect is the source. If there are several at the same time, the responsible player is the one who controls the most of them; if that is tied, you, the loser, choose.
rule-esc-30 = A defeat is “voluntary” if you directly made the choice that lost you the game immediately, with nothing else in between: Lightning Bolt on yourself, the losing mode of Demonic Pact while you could choose others, paying all your life to Toxic Deluge. Every other defeat is “compelled”: Demonic Pact with only that mode left, the end of turn after Glorious End, Midnight Reaper’s trigger at 1 life, Dark Confidant.
rule-esc-31 = If you concede as a master, you lose immediately, as a master, and nobody is responsible. (For thralls see ESC-44, for masters with thralls ESC-45.)
rule-esc-32 = A source you control takes the last of your life. If that was voluntary, or if you own the source, you lose as a master. If it was compelled and another player owns the source, that owner is responsible.
rule-esc-33 = If you draw from an empty library, you lose as a master. (For a draw that an opponent’s effect forced, see ESC-D4.)
rule-esc-34 = Poison from a source you control is judged like life (ESC-32): if it was voluntary, or if you own the source, you lose as a master; if it was compelled and another player owns the source, that owner is responsible.
rule-esc-35 = An effect you control says that you lose: it is judged like life (ESC-32). If it was voluntary, or if you own the source, you lose as a master; if it was compelled and another player owns the source, that owner is responsible.
rule-esc-36 = If the loser controls the source (an internal defeat), the source is found in the same way as in an external one (ESC-21 to ESC-25). If sources are tied, those that other players control come before those that the loser controls.
rule-esc-40 = If a thrall would be responsible, their master is responsible instead.
rule-esc-41 = If you lose to a source you control while another player controls you (Mindslaver), that player is responsible.
rule-esc-42 = If you lose to a source you control under Kindslaver, Kindslaver’s controller is responsible. If that is you, the defeat is judged as if Kindslaver were not there. This is looked at before ESC-41.
rule-esc-43 = If an effect that kept you from losing ends, and you lose at the very next check of state-based actions, the source is the action or effect that ended it.
rule-esc-44 = A thrall may concede at any time: they leave, having lost as a thrall.
rule-esc-45 = A master with thralls may concede at any time: they leave, having lost as a master, and their thralls stay together under the one who has served longest. If several arrived together because their team was defeated, that is the one who was the team’s master. If several arrived together for another reason, the leaving master chooses among them.

## Esclave: cards that restart or nest the game

rule-esc-50 = Karn Liberated restarts the game. Masters start again as usual; thralls stay with their master and start again with three cards instead of seven. Karn’s controller gets the exiled permanents as the card says, and takes the first turn (ESC-D21). Emblems and counters are gone, and life totals are reset.
rule-esc-51 = Shahrazad: the subgame starts as usual, teams stay teams, and thralls draw three cards. A team wins the subgame if its master does.
rule-esc-52 = Enter the Dungeon: as Shahrazad (ESC-51), with each team at 5 life. Each player of the winning team searches their library for two cards.
rule-esc-53 = The Countdown Is at One: as Shahrazad (ESC-51), with each team at 1 life.
rule-esc-60 = Optional rule, off by default: if you would lose as a master, you may become the thrall of a master of your choice instead. This does not apply if you conceded or if the game is over.

## Esclave: decisions

rule-esc-d1 = Suzerain’s decision: to lose as a master (ESC-31 to ESC-35) means that you are out, with 0 points. If you had thralls and it was the team’s shared life that ran out, the whole team is out, the thralls having lost as thralls (−1). Otherwise your thralls stay and follow ESC-45.
rule-esc-d2 = Suzerain’s decision: ESC-45 comes before ESC-9. If two masters are left and one who has thralls concedes, the game goes on under their successor. Any other way in which one of the last two masters loses ends the game (ESC-9), even if nobody is responsible. No one is asked to choose anything in that last defeat.
rule-esc-d3 =
    Suzerain’s decision. A team has one life total, so running out of life defeats the master, whichever member lost the life. The source counts as the loser’s if any member controls it, and as owned by the loser if any member owns it. If several members run out of life at one moment, that is one defeat.
    Poison, an empty library, an effect or commander damage defeats one player only. For a master, ESC-8 or ESC-9 applies, and ESC-D1 if nobody is responsible. A thrall becomes the thrall of the responsible player and follows ESC-4 again, even if that is the master they already have; if nobody is responsible, they are out and lose as a thrall (−1). A thrall’s defeat never ends the game.
    If a thrall’s source defeats their own master, ESC-40 leads back to the loser, so nobody is responsible. If the thrall directly chose it (voluntary), they leave with the master and lose as a thrall: betrayal does not pay.
rule-esc-d4 = Suzerain’s decision: if an opponent’s effect forces you to draw from an empty library, the defeat is external: ESC-20 applies to that effect, which is judged like any effect (ESC-25). Having been milled is not enough: if you draw for the turn from a library that an opponent emptied, ESC-33 applies, whatever sources the report names.
rule-esc-d5 = Suzerain’s decision: ESC-41 (Mindslaver) and ESC-42 (Kindslaver) never apply to a concession. Nobody can be made to concede.
rule-esc-d6 =
    Suzerain’s decision: players who lose at the same moment are judged together, on the teams as they stood before. Concessions are never part of it.
    If at most one master is not among the losers, the game is over and nobody changes team: the losers lose as what they were, their thralls as thralls, and the remaining master wins with the whole team. If no master remains, it is a draw with 0 points each (TAB-6).
    Otherwise, losers whose responsible players form a loop among them lose as masters, with nobody responsible. Then, if your responsible player became a thrall at that moment, you serve that thrall’s master, who is named as responsible; if your responsible player left the game, nobody is responsible.
    A thrall who is defeated individually together with their master goes to their own responsible player; the others follow the master.
rule-esc-d7 = Suzerain’s decision: thralls who arrive together because their team was defeated keep their order of service: first the defeated master, then the thralls in the order in which they had served.
rule-esc-d8 = Suzerain’s decision: with commander damage (21 combat damage from one commander) the source is that commander. If the loser controls it, it is judged as in ESC-32.
rule-esc-d9 = Suzerain’s decision: if you choose a master under ESC-60, your whole team moves with you, as in ESC-8. You are asked once ESC-D6 has settled the rest, and may decline even when only one option is left; if you accept, no thrall leaves for betrayal (ESC-D21).
rule-esc-d10 = Suzerain’s decision: a player who has left keeps the points of how they left, whatever their team does later.
rule-esc-d11 = Suzerain’s decision: if ESC-36 leaves only tied sources that the loser controls, a compelled one that another player owns comes first. If several players own such sources, the one who owns the most of them is responsible, and if that is tied the loser chooses. Otherwise a compelled source comes before a voluntary one.
rule-esc-d12 = Suzerain’s decision: the first player to reach the target wins the series when that round ends. If several do in the same round, the highest total wins; if they are tied, you play one more round.
rule-esc-d13 = Suzerain’s decision: the team’s range is the ranges of all its members put together. Each member attacks from their own seat. No one attacks a teammate or, until the next turn, anyone who was a teammate when the turn began. A team takes its turn in the master’s place in turn order, and its thralls’ places are skipped; if a successor takes over, the successor’s place becomes the team’s. If you are defeated during your own turn, that turn goes on to its end without an active player.
rule-esc-d14 = Suzerain’s decision: a combo is what the report says is one, a loop or an alternative way to win. The 2 points are the master’s; thralls have 1 as ever.
rule-esc-d15 = Suzerain’s decision: joining a team changes no life total. The team keeps its master’s, and a successor keeps the team’s. Only the defeated player follows ESC-4; those who follow a defeated master (ESC-8) keep everything they have.
rule-esc-d16 = Suzerain’s decision: in ESC-4 your own spells on the stack are shuffled in too, and your commander may go to the command zone instead.
rule-esc-d17 = Suzerain’s decision: while the pod waits for a choice, players may still concede. If the player who was to choose concedes, they are out by ESC-44 or ESC-45 and no choice is made. If a player who could be chosen concedes, they can no longer be chosen (if they were a master, their successor may become an option instead), and if only one option is left, it is taken. The host or a moderator may choose for a player who does not answer, but not in their own favour; if no one does, the sealed draw chooses.
rule-esc-d18 = Suzerain’s decision: a subgame is played under the pod’s own variant. Conceding or losing in it has no effect on the main game, and its verdicts are separate. The board goes on showing the main game. There are no subgames within a subgame.
rule-esc-d19 = Suzerain’s decision: Esclave cannot be played at a grand melee table, because teams that take their turns together do not work with several turn markers.
rule-esc-d20 = Suzerain’s decision: a report names at least one source, whatever the cause, except for an empty library. A player appears once in a report, but a team’s life entries are put together (ESC-D21). Closing a pod before its end gives no points and no result.
rule-esc-d21 =
    Suzerain’s decision, the small print. Teammates are always in range of each other. New thralls are active from the next turn on, and teams and ranges change then.
    If the active player concedes, their successor takes over the turn; without one, no one is active until the next turn.
    Thralls of the winning master who were defeated at the same moment (ESC-D6) still win.
    If effects are tied (ESC-36), another player’s come first only if the loser controls no more of them; another player’s come before those of the loser’s thrall.
    Mindslaver or Kindslaver counts as not there if the loser controls it, or the thrall of a master who loses.
    A thrall who starts again under the same master is last in order of service. If several defeated teams arrive together, only their former masters can be chosen (ESC-45).
    While the pod waits for a choice, nothing that depends on it has happened yet; after a concession the defeat is judged again.
    A player who is out cannot be named as owner or controller.
rule-esc-d22 = Suzerain’s decision: online nobody changes seats, though ESC-6 lets a thrall sit next to the master. It would only matter for the place of a successor’s turn, which stays the successor’s own seat.
rule-esc-d23 = Suzerain’s decision: “more than ten” poison counters of the source text means ten or more, as in Magic; “the most objects” means the most of the tied objects. A team is one side, but the objects of a master and a thrall are not added up (ESC-22).

## Tables: winning, losing, drawing

rule-tab-1 = With more than two players, the first player does not skip the draw. Turns go clockwise.
rule-tab-2 = You win if you are still in the game when all your opponents have lost.
rule-tab-3 = When an effect says that you win, all your opponents lose.
rule-tab-4 = You lose at 0 life or less, if you draw from an empty library, with ten poison counters, or when an opponent wins.
rule-tab-5 = If you would win and lose at the same time, you lose.
rule-tab-6 = If all remaining players lose at the same time, the game is a draw.
rule-tab-7 = A loop that nobody can stop makes the game a draw. A loop with an optional action never does.
rule-tab-8 = You may concede at any time: you leave the game immediately, and you lose.
rule-tab-9 = A player who loses leaves the game, and a player who leaves loses. A variant may change what happens to those who lose, never to those who leave.
rule-tab-10 = A team loses when all its members have lost, and wins when every other team has lost. If all remaining teams lose at the same time, the game is a draw.
rule-tab-11 = When several players choose at the same time, the active player chooses first, then the others clockwise (APNAP). Abilities that trigger together are put on the stack in that order, so they resolve in the opposite order.

## Tables: options

rule-tab-12 =
    Range of influence N covers the players at most N seats away from you, to the left and to the right, and what they control. With range 1 that is your two neighbours; with range 2, two players on each side.
    Your attacks, targets, effects, information, Auras and Equipment reach only that far. An effect skips what it cannot reach, and the rest of it happens: with six players and range 1, Earthquake damages only you and your neighbours. An Aura attached to something out of your range is put into its owner’s graveyard; an Equipment becomes unattached.
    If you choose players or objects, you choose among those in range; if you choose for someone else’s ability, among those in range of you both. Other choices, such as modes, are free. If no one in range can make a choice, the nearest suitable player to your left makes it.
    A replacement effect changes what it can reach, even if what it puts in its place then cannot happen. To prevent the damage from a source, your effect must reach the source; to prevent the damage to someone or something, it must reach them. Each effect names one of the two.
rule-tab-13 = Who is in whose range is fixed at the beginning of each turn. When a player leaves, ranges do not change before the next turn: with range 1, if the player between you and Bo leaves, Bo comes into your range only then.
rule-tab-14 =
    Without an attack option, the active player chooses one opponent as combat begins, and only that opponent can be attacked.
    With “attack multiple players”, every opponent is a defending player, and each attacker is assigned to one of them as it is declared. If an ability of a creature says “defending player”, it means the player whom this creature attacks. What limits or forces attacks looks at all attackers together.
    Blockers are declared in turn order, all of one defending player before the next. A creature blocks only what attacks its own controller, and what limits or forces blocks looks at that alone. Combat damage is assigned in turn order, beginning with the active player, and dealt all at once.
rule-tab-15 = Deploy creatures: at sorcery speed, tap an untapped creature that you have controlled since the turn began: target teammate gains control of it.

## Tables: leaving

rule-tab-16 = When a player leaves, this happens immediately, not as a state-based action: every object they own leaves the game, every effect that gives them control of something ends, and whatever they still control then leaves the game too.
rule-tab-17 = If an object of a player who has left would later enter any zone, it leaves the game instead.
rule-tab-18 = If a player who has left would have to make a choice, the controller of the object picks another player to make it. If the choice was an opponent’s to make, that must be another opponent, if possible.

## Tables: formats

rule-tab-19 = Attack left, attack right: you may attack only the player in the next seat on that side. If that is not an opponent, you cannot attack anyone that way.
rule-tab-20 = Free-for-all: everyone plays alone. Seats are random, range is usually unlimited, you may usually attack anyone (TAB-33), and the game ends when one player is left. It is meant for three to six players; two, and seven to ten, are accepted with a remark.
rule-tab-21 = Melee: six to ten players, each alone. Seats are random, the range is usually 2, and you usually attack left (TAB-33): only the player in the next seat to your left. The game ends when one player is left.
rule-tab-22 = Grand melee: eleven players or more (up to 25), each alone. Seats are random, the range is usually 1, and you usually attack left (TAB-33): only the player in the next seat to your left. Several turns are played at the same time (TAB-28). The game ends when one player is left.
rule-tab-23 = Teams: two or more teams of equal size. Teams sit in alternating seats: A1, B1, C1, A2, B2, C2, and so on. The range is usually 2 (TAB-33), and you may attack only opponents in the seats next to yours. The last team wins.
rule-tab-24 = Two-Headed Giant: two equal teams of two players or more; with three players each it is Three-Headed Giant, and so on. Each team sits in a row: A1, A2, …, B1, B2, … Range is unlimited. You may attack only the player across from you (TAB-30). A team shares one life total of 20 per player. The last team wins.
rule-tab-25 = Emperor: two teams of three or five players. Each team sits in a row with its emperor in the middle: A2 and B2, or A3 and B3. The range is usually 2 (TAB-33), and you may attack only opponents in range. Everyone may deploy creatures (TAB-15). A team loses when its emperor loses.
rule-tab-26 = Pentagon: exactly five players in random seats, with usually unlimited range (TAB-33). Your opponents are the two players across from you, and you can attack only them. Your two neighbours are your allies, but not your team. You win when both your opponents have lost.
rule-tab-27 = The first player is random. In Two-Headed Giant it is the second player of a random team (A2 or B2), also with three heads or more, or that whole team if turns are the team’s (TAB-D6); in emperor it is the emperor of a random team.
rule-tab-28 =
    Turns in a grand melee: an extra turn that you gain while it is not your turn comes before your next turn. (At other tables an extra turn follows the current one.)
    There is one turn marker for every four players, rounded down, so two for eleven players and three for twelve. The first marker goes to the first player, the next to the player four seats to the left, and so on. Everyone with a marker takes their turn at the same time.
    A marker waits as long as one of the three players to the left of its next holder has a marker.
    If players leave and fewer markers are needed, the marker nearest to the right of the player who left is removed. If several players leave at the same time and more than one marker could be meant, the one with the lowest number goes first.
rule-tab-29 = Life in Two-Headed Giant: damage and loss of life happen to each player and are applied to the team’s total. If an effect sets the totals of several members, as Biorhythm does, the team’s total becomes the sum; if it sets one member’s, the team’s total becomes that number. What keeps one member from losing, such as Transcendence, keeps the whole team in the game. At 0 the whole team loses.
rule-tab-30 = Who sits across in Two-Headed Giant: the seats of the two teams face each other in mirror order. With two heads, A1 faces B2 and A2 faces B1; with three, A1 faces B3, A2 faces B2 and A3 faces B1. If the seat across is empty, you face the nearest player of the other side: with two heads the one who is left, with three heads one or both.
rule-tab-31 = Emperor: a team whose emperor loses has lost. The last team wins; if all remaining teams lose at the same time, the game is a draw.
rule-tab-32 = Pentagon: the two players across from you are your opponents, and you win when both have lost. Two players can win at the same time; that is not a draw, both win.
rule-tab-33 =
    Options belong to the pod. Before the game starts, its players can agree on others than those that are usual at the table:
    • Range: unlimited, or 1, 2, … up to half of the seats. In Two-Headed Giant it is always unlimited, in emperor always limited.
    • Attack: one opponent in each combat, multiple players, left or right. In teams, emperor and pentagon only the first two, and only against those whom the table’s own rule names. Two-Headed Giant has no such option.
    • Deploy creatures: yes or no at every table with teams; in emperor always yes.
    • Turns: each player’s own or the team’s, only in Two-Headed Giant (TAB-D6).
    Any variant that the number of players allows can be played with them. For example, four people can play Esclave with range 1: a thrall keeps their seat, and the team shares its range (ESC-6).

## Tables: priority, choices, control

rule-tab-34 =
    Priority: in most steps and phases the active player receives it first; nobody has it while permanents untap. If you have priority, you play something and receive it again, or you pass it to the next player clockwise. When all players have passed one after the other, the object on top of the stack resolves and the active player receives priority. If the stack is empty, the step or phase ends.
    Example: it is Ana’s turn, and Ana, Bo and Cy play. Ana plays a creature and passes, Bo passes, Cy plays a counterspell and passes. Before the counterspell resolves, Ana and Bo have to pass again.
rule-tab-35 =
    Some spells and abilities let an opponent make a choice in their controller’s place while they are played, such as the mode. That opponent makes the choice. If both players have to do something at that moment, the controller does it first, whoever’s turn it is: the exception to TAB-11.
    Example: on Bo’s turn Ana plays a spell. Ana chooses its target and Bo its mode; Ana chooses first, although Bo is the active player.
rule-tab-36 =
    Players who choose at the same time announce their choices one after the other (TAB-11), and everyone knows the choices made before. Then it all happens at once. A player with several choices makes them in the order given, or in any order if none is given. What consists of several steps does this for each step, and carries the step out before the next begins.
    Example: on Ana’s turn each player sacrifices a creature and then discards a card. Ana names a creature, then Bo and Cy, who know Ana’s choice; the creatures leave together. Only then do they choose the cards.
rule-tab-37 =
    Several replacement or prevention effects would change the same event: the controller of the affected object chooses which one applies first, or its owner if nobody controls it; if a player is affected, that player chooses. Self-replacement effects come before all others. Then the rest apply in the same way, as far as they still can. If several players have to choose at the same time, see TAB-11.
    Example: a source would deal 3 damage to Bo; one effect doubles it, another prevents 1. Bo chooses: 4 damage if the prevention comes first, 5 if the doubling does.
rule-tab-38 =
    The controller of a permanent is the player who put it onto the battlefield, unless the effect that did so says otherwise. Later effects can change who controls it, never who owns it.
    Example: Ana returns a creature card from Bo’s graveyard to the battlefield. Ana controls the creature, Bo owns it. If Cy gains control of it until end of turn, it is Ana’s again afterwards.

## Tables: decisions

rule-tab-d1 = Suzerain’s decision: you start at 20 life, in Commander at 40, in Two-Headed Giant at 20 a head. All of these can be set for a pod.
rule-tab-d2 = Suzerain’s decision: one line of the 2004 rules sends a grand melee of ten players or fewer to free-for-all, another says that free-for-all takes three to six. So three to six is the recommendation; two, and seven to ten, are accepted with a remark if the variant allows that number.
rule-tab-d3 = Suzerain’s decision: the seat of a player who has left closes up when the next turn begins, both for attacks (left, right, next seat) and for range (TAB-13).
rule-tab-d4 = Suzerain’s decision: in Elimination each winner gets +3 and everyone else 0. The last loser is out like the others.
rule-tab-d5 = Suzerain’s decision: a pentagon ends as soon as both opponents of one player, or of two players at the same time, have lost.
rule-tab-d6 = Suzerain’s decision: on a table of teams the seats are exactly the row that the table shows, beginning with A1. In Two-Headed Giant a new pod has the team’s turn, unless it agrees on each player’s own: a random team starts, all its members are active, and the next turn is the other team’s. There, a team’s defeats by life at one moment are one defeat, a teammate’s source that takes the team’s life is one’s own doing, and a player across who has left is replaced (TAB-30) from the next turn on.
rule-tab-d7 = Suzerain’s decision: members of a winning team who had lost before win with it. `⋯` 🏁 *{ button-end }* puts every opponent of the winner out. In a grand melee, *{ button-turn }* moves all markers together; a marker that waits or was removed has no active player.

## Necromancer

rule-nec-1 = Necromancer begins as an ordinary game of Commander: 40 life, or as the pod’s own format says. The ban list is Commander’s.
rule-nec-2 = If you lose, you become the minion of the player responsible: the one who dealt the lethal damage, milled the last card of your library, and so on. That player is now your master.
rule-nec-3 = When you are defeated, in this order: your commander goes back to the command zone; shuffle every card you own into your library; all lasting effects end; your life becomes 30; draw seven cards, with mulligans; then play three turns alone (NEC-5). You do not change your deck during the game.
rule-nec-4 = A minion cannot win the game, not even when their master does.
rule-nec-5 = Then you play three turns in a row, apart from the game. You and everything you have are phased out: you affect nobody, nobody affects you, and your tokens survive. Another player’s Stasis or Mana Flare does nothing to you during these turns, and yours nothing to them. When your next turn comes around in turn order, you phase in, and that is your fourth turn.
rule-nec-6 = Back in the game, you may not attack your master or deal damage to them, and effects of yours that say “opponent” do not reach them. But you may target your master, their spells and their permanents, and you may damage their permanents. Effects that deal no damage to players affect everyone as usual, your master too.
rule-nec-7 = A master may attack their minion and deal damage to them in any way, but may not choose them where an effect asks for an opponent.
rule-nec-8 = Minions of one master may not attack each other, deal damage to each other or count each other as opponents.
rule-nec-9 = A minion who is killed by their own master does not come back: they are out.
rule-nec-10 = A minion who is killed by another player rises again as that player’s minion.
rule-nec-11 = A minion who makes their own master lose is free: they are no longer a minion, they can win again, and the defeated master becomes their minion. For example, they make the master draw from an empty library, or aim Door to Nothingness at them.
rule-nec-12 = If you lose by your own doing (your library is empty, say), or if nobody can be named, you may rise as a masterless minion: you serve nobody, and you cannot win. The bot lets you rise; if you would rather not, concede.
rule-nec-13 = The game ends when only one player is left who is neither a minion nor out, and that player wins. (The original says “who has not died”; but a player freed by NEC-11 can win again, so what counts is being free.)
rule-nec-14 = You may concede at any time: you are out for good.

## Necromancer: decisions (the first one also counts in Elimination and Respawn)

rule-nec-d1 = Suzerain’s decision: the responsible player controls the source of the lethal damage, the last counters, the mill or the effect that made you lose. If there were several sources at the same time, the one with the greatest amount counts; if different players’ sources are tied, no one can be named. If you control the source, it is your own doing.
rule-nec-d2 = Suzerain’s decision: service is a bond between two players. It begins with NEC-2, NEC-10 or NEC-11, and it ends only with one of them, with NEC-9 or NEC-12, or when one of the two leaves. So a defeated master’s own minions go on serving them: there can be chains, where a minion has minions, and in time even rings.
rule-nec-d3 = Suzerain’s decision: when a master leaves the game (NEC-9, NEC-14), their minions become masterless.
rule-nec-d4 = Suzerain’s decision: players who lose at the same moment are judged together, on the bonds as they stood before. Players whose new bonds would form a loop among themselves all rise masterless: two who kill each other, three in a ring. If a master and their minion kill each other at the same time, the minion is out (NEC-9) and the master rises masterless.
rule-nec-d5 = Suzerain’s decision: if nobody is left who is not a minion, the game is a draw.
rule-nec-d6 = Suzerain’s decision: NEC-9 takes a minion out whatever their master killed them with. NEC-12 applies to a minion as to anyone else.
rule-nec-d7 = Suzerain’s decision: NEC-3 also clears poison, emblems and commander damage. For other players’ permanents that you control, the effects that give you control end, and those you still control then leave the game, as in TAB-16.
rule-nec-d8 = Suzerain’s decision: if a minion’s effect says that they win, they win nothing, and `⋯` 🏁 *{ button-end }* is refused for a minion (NEC-4). A report may name no source at all when nobody knows what it was (NEC-12).
rule-nec-d9 = Suzerain’s decision: the bot does not enforce NEC-5 to NEC-8 but reminds you of them, and when it says whom you may attack, it leaves out those whom NEC-6 and NEC-8 forbid. From their defeat until they phase in, phased-out players (NEC-5, RSP-2) attack nobody, are attacked by nobody and are in nobody’s range. Their seat still counts for distance, so if you could attack only a phased-out neighbour, you can attack nobody. A pod that does not track turns counts nobody as phased out. If you are defeated during your own turn, you stay the active player until the next turn. A minion who is defeated at the same moment as their master is not freed.

## Respawn

rule-rsp-1 = Anyone may join at any time. If you lost or conceded, you may rejoin in the same seat, with another deck if you like.
rule-rsp-2 = Players who join or rejoin first take three turns alone, in a bubble: they affect nobody, and nobody affects them.
rule-rsp-3 = Points: +1 for defeating an opponent, −1 for losing, −1 for conceding. When a player concedes, the last player who dealt damage to them may get +1.
rule-rsp-4 = The game goes on until the group stops: closing the pod ends it, with a result. Of the players who are still there, the one with the most points wins; tied players share the win.
rule-rsp-d1 = Suzerain’s decision: the responsible player is found as in NEC-D1, and nobody becomes a minion. Players who join take the last seat, up to the table’s number of players. A player who conceded and stays away cannot win. `⋯` 🏁 *{ button-end }* is refused.

## Variants: the questions that each one answers

rule-var-1 = What becomes of the loser? They serve the responsible player (Esclave, Necromancer), may rejoin (Respawn), or are out (Elimination). A variant in which losers serve needs a table where everyone starts alone: free-for-all, melee or grand melee. A table of teams accepts only Elimination.
rule-var-2 = How is the responsible player found? By the rules of Esclave (ESC-20 to ESC-43), or in the simple way: the controller of the source that did the most (NEC-D1), as in Necromancer, Respawn and Elimination.
rule-var-3 = What if nobody is responsible? The loser is out (Esclave, Elimination), plays on masterless (Necromancer), or chooses a master (ESC-60 in Esclave, if the pod allows it). In Respawn they rejoin as usual.
rule-var-4 = What happens to those who serve a master who is defeated? They follow the defeated master to the new one (Esclave), or they go on serving the defeated master (Necromancer).
rule-var-5 = What if a player who serves is killed by their own master? They are out (Necromancer), or they rise again. The question does not arise where a team is one side, as in Esclave.
rule-var-6 = What if a player who serves defeats their own master? They are free, and the master serves them (Necromancer), or nothing changes. The question does not arise where a team is one side, as in Esclave.
rule-var-7 = Are a master and those who serve them one side, sharing turns and life? Yes in Esclave, no in Necromancer.
rule-var-8 = When does the game end? When one master is left (Esclave, Necromancer), when the group stops (Respawn), or as the table says: with the last player or the last team (Elimination).
rule-var-9 = Do those who serve win with their master? Yes in Esclave, no in Necromancer.
rule-var-10 = How much life does a loser who plays on have? The team’s (Esclave), a number (30 in Necromancer), or as much as the format gives at the start (Respawn).
rule-var-11 = How many cards does a loser who plays on draw? Three in Esclave, seven in Necromancer and Respawn.
rule-var-12 = How many turns does a loser who plays on take alone, before they are back in the game? None in Esclave, three in Necromancer and Respawn.
rule-var-13 = What is the smallest number of players? Four in Esclave, three in Necromancer, two in Respawn and Elimination.
rule-var-14 =
    How many points for what?
    • Won as a master: 3 in Esclave, Necromancer and Elimination.
    • Won in service: 1 in Esclave.
    • Lost as a master: 0 in Esclave, Necromancer and Elimination.
    • Lost in service: −1 in Esclave, 0 in Necromancer.
    • Won with a combo: the same as any win, unless the scoring says otherwise (2 in “Lotus Noir”).
    • For each defeat, in Respawn: +1 for who brought it about, −1 for who lost.
    • A draw: 0 in Esclave, Necromancer and Elimination.
    • For each player beaten, at the end: 1 in “Classic”. Each player counts once, however often you beat them.
    • For a place: 5, 3, 2, 1 in “Places 5-3-2-1”, for the first four. No points for a place in a draw; who shares a place gets its points in full.
    • A game can be limited to so many points at most.

## Checklists: what the new thrall does (ESC-4, ESC-D16)

checklist-esc-4-1 = Shuffle into your library: your hand, graveyard and exile, your spells on the stack, and every nonland permanent you own. Your commander may go to the command zone instead.
checklist-esc-4-2 = Your lands stay.
checklist-esc-4-3 =
    { $cards ->
        [0] Draw no cards.
        [3] Draw three cards.
        [one] Draw { $cards } card.
       *[other] Draw { $cards } cards.
    }
checklist-esc-4-4 = Lose your emblems and counters (poison, energy, …); forget commander damage.
checklist-esc-4-5 = Give back other players’ nonland permanents; what you cannot give back leaves the game.
checklist-esc-4-6 = Other players’ Auras on you go to their owners’ graveyards.

## Checklists: what the table does when a player leaves (TAB-16 to TAB-18)

checklist-tab-16-1 = Immediately: every object the player owns leaves the game.
checklist-tab-16-2 = Every effect that gives the player control of something ends.
checklist-tab-16-3 = Whatever the player still controls leaves the game too.
checklist-tab-17 = Later: if one of their objects would enter any zone, it leaves the game instead.
checklist-tab-18 = A choice they would have to make: the controller of the object picks another player to make it (another opponent, if possible, where an opponent had to choose).

## Checklists: restart and subgames (ESC-50 to ESC-53)

checklist-esc-50-1 = If you are a master: start again as usual, with seven cards.
checklist-esc-50-2 = If you are a thrall: stay with your master and start again with three cards.
checklist-esc-50-3 = If you control Karn: take the exiled permanents as the card says, and take the first turn.
checklist-esc-50-4 = Everyone: emblems and counters are gone, and life totals are reset.
checklist-esc-51 = Start the subgame as usual: teams stay teams, and thralls draw three cards. A team wins it if its master does.
checklist-esc-52 = Start the subgame as usual, with each team at 5 life: teams stay teams, and thralls draw three cards. A team wins it if its master does; then each player of that team searches their library for two cards.
checklist-esc-53 = Start the subgame as usual, with each team at 1 life: teams stay teams, and thralls draw three cards. A team wins it if its master does.

## How this works

how-esclave =
    • Four players or more; everyone starts as a master. If you lose while three masters or more are left, you are usually not out: you become the thrall of the player responsible for your defeat, join their team and play on.
    • A new thrall keeps their lands, shuffles nearly everything else into their library and draws three cards. 📋 *{ button-checklist }* shows you the steps.
    • A master and their thralls are one team: they take their turns together and share one life total. If a master is defeated, their thralls change sides with them.
    • Did someone lose? Press *{ button-report }* or use `/defeat`: say who lost, how, and who controlled the card. I tell you who is responsible, and by which rule; in a tie, the loser chooses.
    • If you defeat yourself, draw from an empty library or concede, usually nobody is responsible and you are out.
    • When two masters are left and one of them loses, the other wins with their thralls. Points: 3 for winning as a master, 1 as a thrall, −1 for losing as a thrall.
how-elimination =
    • Ordinary Magic: if you lose, you are out, and there are no thralls.
    • Did someone lose? Press *{ button-report }* or use `/defeat`: say who lost, how, and who controlled the card.
    • I record who is responsible: the controller of the card that did it or, if there were several, of the one that did the most. In a tie no one is named, and no one has to choose.
    • You may concede at any time with `/concede`: you are out immediately.
    • If all remaining players lose at the same time, the game is a draw.
    • Points: 3 for each winner, 0 for everyone else.

## Names of what can be chosen

variant-esclave = Esclave
variant-esclave-about = Losers play on as thralls of whoever defeated them. The last master’s team wins.
variant-elimination = Elimination
variant-elimination-about = Losers are out. The last player or team wins.
table-free-for-all = Free-for-all
base-commander = Commander
base-brawl = Brawl
base-standard = Standard
base-modern = Modern
base-pioneer = Pioneer
base-legacy = Legacy
base-vintage = Vintage
base-pauper = Pauper
base-limited = Limited
base-other = Another format
scoring-esclave = Esclave
scoring-lotus = Lotus Noir
scoring-elimination = Last one standing
scorings-title = Scoring: points for what
scorings-intro = A game is worth what it was agreed on when its lobby opened. “Beaten” players are those for whose defeat you were responsible; each counts once.
