### The other variants and tables, and what makes up a variant of one's own.

## Variants

variant-necromancer = Necromancer
variant-necromancer-about = Whoever loses rises as the victor’s minion. The last player who is nobody’s minion wins.
variant-respawn = Respawn
variant-respawn-about = Whoever loses may come back, and anybody may join. Most points wins when you stop.
scoring-necromancer = Necromancer
scoring-respawn = Respawn
how-necromancer =
    • Three players or more, each for themselves, as in Commander; its ban list counts.
    • If you lose, you are not gone: you rise as the minion of the player responsible. Your commander goes back to the command zone, all your other cards into your library, and you have 30 life and seven cards. I show the steps.
    • First you play three turns alone, phased out: nobody affects you, and you affect nobody. You come back with your fourth turn, when it is your turn at the table.
    • You may not attack your master or deal damage to them, and minions of one master leave each other alone. Your master may attack you.
    • If your master kills you, you are out. If somebody else does, you become their minion. If you make your master lose, you are free, you can win again, and they serve you.
    • Has somebody lost? Press “Report a defeat” or use `/defeat`: who lost, how, and who controlled the card. I say whose minion they become, and by which rule.
    • If you defeat yourself, or nobody can be named, you rise masterless: you serve nobody, and you cannot win.
    • The game ends when one player is left who is neither a minion nor out. That player wins alone: minions do not win with their master.
    • You may concede at any time with `/concede`: you are out for good, and your minions serve nobody.
    • Points: 3 for the winner, 0 for everyone else.
how-respawn =
    • Two players or more, each for themselves, and nobody serves anybody.
    • If you lose or concede, you may come back to the same seat, with another deck if you like: `/pod join`.
    • Anybody may join a game that has begun, as long as there is a seat: `/pod join`.
    • Whoever joins or comes back first takes three turns alone, in a bubble: they affect nobody, and nobody affects them.
    • Has somebody lost? Press “Report a defeat” or use `/defeat`: who lost, how, and who controlled the card. I say who gets the point.
    • Points: +1 for defeating an opponent, −1 for losing, −1 for conceding. If nobody can be named, nobody gets the point.
    • The game goes on until you stop: `/pod close` ends it. Most points wins, and equal points share the win; but whoever conceded and stayed away cannot win.

## Tables

table-melee = Melee
table-grand-melee = Grand melee
table-teams = Teams
table-two-headed-giant = Two-Headed Giant
table-emperor = Emperor
table-pentagon = Pentagon
table-free-for-all-about = Random seats, no limit of range, attack anyone. The last player wins.
table-melee-about = Six to ten players in random seats; range 2, and you attack only the player to your left. The last player wins.
table-grand-melee-about = Eleven players or more in random seats; range 1, and you attack only the player to your left, with several turns at the same time. The last player wins.
table-teams-about = Equal teams, seated in alternation (A1 B1 A2 B2 …); range 2, and you attack only opponents in the seats next to yours. The last team wins.
table-two-headed-giant-about = Two teams, each in a row with one life total; no limit of range, and you attack only the player across from you. The last team wins.
table-emperor-about = Two teams of three or five, each in a row with its emperor in the middle; range 2, attack opponents in range, deploy creatures. A team loses with its emperor.
table-pentagon-about = Five players in random seats; no limit of range, and you attack only the two players across from you. You win when both have lost.

## Checklists: what the beaten do in Necromancer (NEC-3, NEC-5, NEC-D7)

checklist-masterless = You serve nobody, and you cannot win. When you were beaten:
checklist-nec-3-1 = Put your commander back into the command zone.
checklist-nec-3-2 = Shuffle every card you own into your library.
checklist-nec-3-3 = All lasting effects end; poison, emblems and commander damage are gone too.
checklist-nec-3-4 = Other players’ permanents that you control: the effects that give you control end; what you still control then leaves the game.
checklist-nec-3-5 =
    { $life ->
        [format] Your life becomes what the format gives at the start.
       *[other] Your life becomes { $life }.
    }
checklist-nec-3-6 =
    { $cards ->
        [0] Draw no cards.
        [7] Draw seven cards; mulligans are allowed.
        [one] Draw { $cards } card; mulligans are allowed.
       *[other] Draw { $cards } cards; mulligans are allowed.
    }
checklist-nec-3-7 =
    { $turns ->
        [3] Play three turns in a row, alone and phased out. With your next turn in the order of the table you are back.
        [one] Play { $turns } turn alone and phased out. With your next turn in the order of the table you are back.
       *[other] Play { $turns } turns in a row, alone and phased out. With your next turn in the order of the table you are back.
    }

## Checklists: what whoever joins or comes back does in Respawn (RSP-1, RSP-2)

checklist-rejoins = You may come back whenever you like, to the same seat. When you do:
checklist-rsp-1 = Shuffle your whole deck, or another one if you like; nothing of yours stays on the table.
checklist-rsp-2 = Start as at the beginning of a game: { $life ->
        [format] starting life
       *[other] { $life } life
    }, { $cards ->
        [0] no cards in hand
        [7] a hand of seven cards with mulligans
        [one] a hand of { $cards } card
       *[other] a hand of { $cards } cards with mulligans
    }, your commander in the command zone.
checklist-rsp-3 =
    { $turns ->
        [3] Take three turns alone: you affect nobody, and nobody affects you.
        [one] Take { $turns } turn alone: you affect nobody, and nobody affects you.
       *[other] Take { $turns } turns alone: you affect nobody, and nobody affects you.
    }
checklist-rsp-4 = Then play on with everybody, from your next turn in the order of the table.

## Before conceding

concede-sure-out = 🏳️ You leave the game for good.
concede-sure-servant = 🏳️ You leave the game for good. Your minions, if you have any, will serve nobody.
concede-sure-rejoins =
    { $points ->
        [one] 🏳️ You lose a point. You may come back later with `/pod join`; if you stay away, you cannot win.
       *[other] 🏳️ You lose { $points } points. You may come back later with `/pod join`; if you stay away, you cannot win.
    }

## Who answers for a defeat (the other clause of an explanation)

answer-killed-by-master = { $responsible } controlled { $source } and is { $loser }’s own master, so { $loser } does not come back
answer-freed = { $responsible } controlled { $source } and has beaten { $loser }, their own master, so { $responsible } is free
answer-not-freed = { $responsible } controlled { $source } and served { $loser }, but was beaten at the same moment and is not freed
answer-still-serves = { $controller } serves { $loser } and gains nothing by it, so nobody is responsible

## Reminders on the board

board-reminders = ⚖️ Bear in mind
remind-nec-5 = 💤 Phased out until their next turn: { $players } (NEC-5).
remind-nec-6 = { $servant } may not attack { $master } (NEC-6).
remind-nec-8 = Minions of one master may not attack each other: { $servants } (NEC-8).

## A variant of one’s own: what each answer means

var-1-name = What becomes of the loser
var-1-servant = Whoever loses plays on and serves the player responsible.
var-1-rejoins = Whoever loses may come back, and anybody may join during the game.
var-1-out = Whoever loses is out.
var-2-name = Who is responsible
var-2-esclave = The rules of Esclave say who is responsible (ESC-20 to ESC-43).
var-2-simple = Whoever controlled what did the most is responsible; in a tie, nobody is (NEC-D1).
var-3-name = If nobody is responsible
var-3-out = If nobody is responsible, the loser is out.
var-3-masterless = If nobody is responsible, the loser plays on, serves nobody and cannot win.
var-3-loser_chooses = If nobody is responsible, the loser may choose a master, or is out.
var-4-name = Those who serve a beaten master
var-4-follow = Beat a master, and all who serve them come along.
var-4-stay = Those who serve a beaten master go on serving them.
var-5-name = If one’s own master kills
var-5-out = Whoever is killed by their own master is out.
var-5-again = Whoever is killed by their own master rises again and goes on serving.
var-6-name = Who beats their own master
var-6-freed = Whoever beats their own master is free and can win again, and the master serves them.
var-6-nothing = Beating one’s own master frees nobody.
var-7-name = One side
var-7-true = A master and all who serve them are one side: they take their turns together and share one life total.
var-7-false = Everybody plays their own turns with their own life, also those who serve.
var-8-name = When it ends
var-8-one_master = The game ends when one player is left who serves nobody and is not out.
var-8-closed = The game goes on until the group stops; most points wins.
var-8-table = The table says when the game ends: with the last player or the last team, in emperor when an emperor loses, in pentagon when both opponents of a player have lost.
var-9-name = Winning with one’s master
var-9-true = Those who serve win when their master wins.
var-9-false = Those who serve win nothing when their master wins.
var-10-name = Life of whoever plays on
var-10-number = Their life becomes { $life }.
var-10-team = They share the life total of the team that they join.
var-10-format = They begin with as much life as the format gives at the start.
var-11-name = Cards of whoever plays on
var-11-number =
    { $cards ->
        [0] They draw no cards.
        [one] They draw { $cards } card.
       *[other] They draw { $cards } cards.
    }
var-12-name = Turns alone
var-12-number =
    { $turns ->
        [0] They play on at once, with everybody.
        [one] They first take { $turns } turn alone, affecting nobody.
       *[other] They first take { $turns } turns alone, affecting nobody.
    }
var-13-name = Fewest players
var-13-number = It takes { $players } players or more.
var-14-name = Points
var-14-won_as_master = Won as a master: { $points }
var-14-won_as_servant = Won in service: { $points }
var-14-lost_as_master = Lost as a master: { $points }
var-14-lost_as_servant = Lost in service: { $points }
var-14-combo_win = Won with a combo, as a master: { $points }
var-14-per_defeat = For each defeat: +{ $points } for who brought it about, −{ $points } for who lost
var-14-draw = A draw: { $points }

## A variant of one’s own: answers that do not go together

impossible-servants-teams = A variant in which losers serve needs a table where everyone plays alone: free-for-all, melee or grand melee. This table accepts only variants in which losers are out, such as Elimination.
impossible-rejoins-teams = A variant in which losers come back needs a table without teams: free-for-all, melee, grand melee or pentagon. This table accepts only variants in which losers are out, such as Elimination.
impossible-esclave-grand-melee = Teams that take their turns together do not go with the several turn markers of a grand melee (ESC-D19). Choose another table.
impossible-esclave-sides = The rules of Esclave for who is responsible need teams that are one side (VAR-7). Make them one side, or choose the simple way.
impossible-side-simple = Where a team is one side (VAR-7), its master answers for everybody in it. That needs the rules of Esclave for who is responsible (VAR-2).
impossible-side-servants = A team that is one side (VAR-7) needs losers who serve (VAR-1). Without them everybody plays alone.
impossible-side-stay = Where a team is one side (VAR-7), those who serve a beaten master come along. Choose that for VAR-4.
impossible-side-masterless = Somebody masterless belongs to no team, so this does not go with teams that are one side (VAR-7). Let the loser be out, or choose a master (VAR-3).
impossible-side-life = A team that is one side (VAR-7) shares one life total, so whoever joins it has the team’s life. Choose that for VAR-10.
impossible-side-turns = A team that is one side (VAR-7) takes its turns together, so nobody takes turns alone. Choose 0 for VAR-12.
impossible-life-sides = Only a team that is one side (VAR-7) has a life total to share. Choose a number or the format’s life for VAR-10.
impossible-masterless-servants = Only where losers serve (VAR-1) can somebody be masterless. Choose another answer to VAR-3.
impossible-chooses-servants = Only where losers serve (VAR-1) can the loser choose a master. Choose another answer to VAR-3.
impossible-win-servants = Only where losers serve (VAR-1) can somebody win with a master. Choose “no” for VAR-9.
impossible-closed-points = A game that goes on until the group stops (VAR-8) is won by points, so each defeat needs some (VAR-14).
impossible-points-closed = Points for each defeat (VAR-14) go only with a game that goes on until the group stops (VAR-8).

## Playing: teams, turns, restarts

lobby-sizes = ⏳ This table starts with { $sizes } players.
team-drawn = Let the draw decide
team-placeholder = Choose your team
done-side = Your choice of team is noted.
option-teams = teams
option-teams-about = How many teams, at the Teams table
option-turns = turns
option-turns-about = Whether the board keeps track of turns
option-extra = extra
option-extra-about = Who takes an extra turn now
command-restart = restart
command-restart-about = Karn Liberated restarts the game
option-karn-about = Who controls Karn
command-subgame = subgame
command-subgame-about = A card starts a subgame
option-subgame-about = Which card it is
subgame-shahrazad = Shahrazad
subgame-enter-the-dungeon = Enter the Dungeon
subgame-countdown = The Countdown Is at One
button-balance = Balance the teams
done-balance = Everybody has a team now, by their skill ratings on this server. You can still change your own.
event-balanced = ⚖️ The teams were balanced.
refusal-sides-late = Somebody came or went meanwhile. Look at the lobby, and balance the teams again.
