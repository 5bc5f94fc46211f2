### The other variants and tables, and what makes up a variant of one's own.

## Variants

variant-necromancer = Necromancer
variant-necromancer-about = Losers rise as minions of whoever defeated them. The last player who serves nobody wins.
variant-respawn = Respawn
variant-respawn-about = Losers may come back, and anyone may join. The most points wins when you stop.
scoring-necromancer = Necromancer
scoring-respawn = Respawn
scoring-classic = Classic
scoring-places = Places 5-3-2-1
how-necromancer =
    • Three players or more, as in Commander, with its ban list. A loser is not out: they rise as the minion of the player responsible, with 30 life and seven cards in hand; their other cards go into the library. 📋 *{ button-checklist }* shows the steps.
    • First you take three turns alone, phased out: nobody affects you, and you affect nobody. With your fourth turn you are back.
    • You may not attack your master or deal damage to them, and minions of the same master can’t harm each other. Your master may attack you.
    • If your master kills you, you are out; if another player does, you are their minion. If you make your master lose, you are free, can win again, and they serve you. If no one can be named, you are masterless and cannot win.
    • Did someone lose? Press *{ button-report }* or use `/defeat`: I tell you whose minion they become, and by which rule.
    • The last player who is neither a minion nor out wins alone, with 3 points. After `/concede` you are out for good.
how-respawn =
    • Two players or more, and nobody serves anybody. If you lose or concede, you may come back to the same seat, with another deck if you like: 🪑 *{ button-join }*.
    • Anyone may join a game that has started, as long as there is a seat: 🪑 *{ button-join }*.
    • Players who join or come back first take three turns alone: they affect nobody, and nobody affects them.
    • Did someone lose? Press *{ button-report }* or use `/defeat`: say who lost, how, and who controlled the card. I tell you who gets the point.
    • Points: +1 for defeating an opponent, −1 for losing, −1 for conceding. If no one can be named, no one gets the point.
    • The game goes on until you stop it with `⋯` 🔒 *{ button-close }*. The player with the most points wins, and tied players share the win. A player who conceded and stayed away cannot win.

## Tables

table-melee = Melee
table-grand-melee = Grand melee
table-teams = Teams
table-two-headed-giant = Two-Headed Giant
table-emperor = Emperor
table-pentagon = Pentagon
table-free-for-all-about = Random seats. Usually unlimited range, and you attack anyone. The last player wins.
table-melee-about = Six to ten players in random seats. Usually range 2, and you attack only the player to your left. The last player wins.
table-grand-melee-about = Eleven players or more in random seats. Usually range 1, and you attack only the player to your left. Several players take their turns at the same time. The last player wins.
table-teams-about = Equal teams in alternating seats (A1 B1 A2 B2 …). Usually range 2; you attack only opponents in the seats next to yours. The last team wins.
table-two-headed-giant-about = Two teams, each in a row and with one life total; usually each team takes its turn together. Unlimited range; you attack only the player across from you. The last team wins.
table-emperor-about = Two teams of three or five, each in a row with its emperor in the middle. Usually range 2; you attack opponents in range, and may deploy creatures. A team loses when its emperor loses.
table-pentagon-about = Five players in random seats. Usually unlimited range; you attack only the two players across from you. You win when both have lost.

## Options of a pod

pod-option-range = Range of influence
pod-option-attack = Attack
pod-option-deploy = Deploying creatures
pod-option-turn_of = Turns
option-value-range = range { $seats }
option-value-range-none = unlimited range
option-value-attack-one = attack one opponent
option-value-attack-several = attack multiple players
option-value-attack-left = attack left
option-value-attack-right = attack right
option-value-deploy-yes = deploy creatures
option-value-deploy-no = no deploying of creatures
option-value-turn_of-player = each player takes their own turn
option-value-turn_of-team = each team takes its turn together

## How to play: the table

how-seats-alone = Seats are random, and everyone begins alone.
how-seats-alternate = The seats of the teams alternate: A1, B1, A2, B2, and so on.
how-seats-rows = Each team sits in a row.
how-seats-neighbours = Seats are random; your two neighbours are your allies, but not your team.
how-one-life = A team shares one life total.
how-turns-team = A team takes its turn together.
how-turns-player = Everyone takes a turn of their own, teammates too.
how-markers = Several players take their turns at the same time (TAB-28).
how-end-player = The last player wins.
how-end-team = The last team wins.
how-end-emperor = A team loses when its emperor, in the middle, loses.
how-end-pentagon = You win when both your opponents have lost.
how-attack-one = At the beginning of combat you choose one opponent, whoever you like, and attack only that player.
how-attack-several = You may attack several opponents in one combat: each attacker attacks whom you choose.
how-attack-left = You attack only the player in the next seat to your left.
how-attack-right = You attack only the player in the next seat to your right.
how-attack-beside = You attack only opponents in the seats next to yours.
how-attack-across = You attack only the player across from you.
how-attack-two-across = You attack only the two players across from you.
how-attack-each = Each of your attackers may attack another of them.
how-deploy = You may give a creature to a teammate (TAB-15).
how-range =
    { $seats ->
        [0] Your range is unlimited.
        [one] Attacks and effects reach { $seats } seat to each side: your neighbours, and nobody else (TAB-12).
       *[other] Attacks and effects reach { $seats } seats to each side, no farther (TAB-12).
    }

## Checklists: what the beaten do in Necromancer (NEC-3, NEC-5, NEC-D7)

checklist-masterless = You are masterless: you serve nobody, and you cannot win. You were defeated, so do this in order:
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
        [3] Take three turns in a row, alone and phased out. When your next turn comes around, you are back in the game.
        [one] Take { $turns } turn alone and phased out. When your next turn comes around, you are back in the game.
       *[other] Take { $turns } turns in a row, alone and phased out. When your next turn comes around, you are back in the game.
    }

## Checklists: what whoever joins or comes back does in Respawn (RSP-1, RSP-2)

checklist-rejoins = You may come back whenever you like, to the same seat. When you do:
checklist-rsp-1 = Shuffle your whole deck, or another one; none of your cards stay in play.
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
checklist-rsp-4 = Then you are back in the game with everyone, from your next turn on.

## Before conceding

concede-sure-out = 🏳️ You leave the game for good.
concede-sure-servant = 🏳️ You leave the game for good. If you have minions, they become masterless.
concede-sure-rejoins =
    { $points ->
        [one] 🏳️ You lose a point. You may come back later with 🪑 *{ button-join }*; if you stay away, you cannot win.
       *[other] 🏳️ You lose { $points } points. You may come back later with 🪑 *{ button-join }*; if you stay away, you cannot win.
    }

## Who answers for a defeat (the other clause of an explanation)

answer-killed-by-master = { $responsible } controlled { $source } and is { $loser }’s own master, so { $loser } is out
answer-freed = { $responsible } controlled { $source } and defeated their own master, { $loser }, so { $responsible } is free
answer-not-freed = { $responsible } controlled { $source } and served { $loser }, but was defeated at the same moment and is not freed
answer-still-serves = { $controller } serves { $loser } and gains nothing by it, so nobody is responsible

## Reminders on the board

board-reminders = ⚖️ Reminders
remind-nec-5 = 💤 Phased out until their next turn: { $players } (NEC-5).
remind-nec-6 = { $servant } may not attack { $master } (NEC-6).
remind-nec-8 = Minions of the same master may not attack each other: { $servants } (NEC-8).

## A variant of one’s own: what each answer means

var-1-name = What happens to the loser
var-1-servant = Players who lose play on and serve the responsible player.
var-1-rejoins = Players who lose may come back, and anyone may join during the game.
var-1-out = Players who lose are out.
var-2-name = Who is responsible
var-2-esclave = The rules of Esclave say who is responsible (ESC-20 to ESC-43).
var-2-simple = The controller of the source that did the most is responsible; in a tie, nobody is (NEC-D1).
var-3-name = If nobody is responsible
var-3-out = If nobody is responsible, the loser is out.
var-3-masterless = If nobody is responsible, the loser plays on, serves nobody and cannot win.
var-3-loser_chooses = If nobody is responsible, the loser may choose a master, or is out.
var-4-name = Those who serve a defeated master
var-4-follow = Those who serve a defeated master follow them to the new master.
var-4-stay = Those who serve a defeated master go on serving them.
var-5-name = Killed by their own master
var-5-out = A player killed by their own master is out.
var-5-again = A player killed by their own master rises again and goes on serving.
var-6-name = Defeating their own master
var-6-freed = A player who defeats their own master is free and can win again, and the master serves them.
var-6-nothing = A player who defeats their own master is not freed.
var-7-name = Shared turns and life
var-7-true = A master and all who serve them are one side: they take their turns together and share one life total.
var-7-false = Everyone takes their own turns with their own life total, even those who serve.
var-8-name = When the game ends
var-8-one_master = The game ends when only one player is left who serves nobody and is not out.
var-8-closed = The game goes on until the group stops; the player with the most points wins.
var-8-table = The table says when the game ends: with the last player or the last team, in emperor when an emperor loses, in pentagon when both opponents of a player have lost.
var-9-name = Winning with their master
var-9-true = Those who serve win when their master wins.
var-9-false = Those who serve do not win when their master wins.
var-10-name = Life after a defeat
var-10-number = Their life becomes { $life }.
var-10-team = They share the life total of the team that they join.
var-10-format = They start with the format’s starting life total.
var-11-name = Hand after a defeat
var-11-number =
    { $cards ->
        [0] They draw no cards.
        [one] They draw { $cards } card.
       *[other] They draw { $cards } cards.
    }
var-12-name = Turns alone after a defeat
var-12-number =
    { $turns ->
        [0] They play on immediately, with everyone.
        [one] They first take { $turns } turn alone, affecting no one.
       *[other] They first take { $turns } turns alone, affecting no one.
    }
var-13-name = Fewest players
var-13-number = At least { $players } players.
var-14-name = Points
var-14-won_as_master = Won as a master: { $points }
var-14-won_as_servant = Won as a thrall or minion: { $points }
var-14-lost_as_master = Lost as a master: { $points }
var-14-lost_as_servant = Lost as a thrall or minion: { $points }
var-14-combo_win = Won with a combo, as a master: { $points }
var-14-combo_win-none = Won with a combo: same as any win
var-14-per_defeat = Each defeat: +{ $points } responsible, −{ $points } loser
var-14-draw = A draw: { $points }
var-14-per_beat = Each player beaten: { $points }
var-14-places = By place: { $points }
var-14-places-none = By place: nothing
var-14-at_most = At most in a game: { $points }
var-14-at_most-none = At most in a game: no limit

## A variant of one’s own: answers that do not go together

impossible-servants-teams = A variant in which losers serve needs a table where everyone plays alone: free-for-all, melee or grand melee. This table accepts only variants in which losers are out, such as Elimination.
impossible-rejoins-teams = A variant in which losers come back needs a table without teams: free-for-all, melee, grand melee or pentagon. This table accepts only variants in which losers are out, such as Elimination.
impossible-esclave-grand-melee = Teams that take their turns together do not go with the several turn markers of a grand melee (ESC-D19). Choose another table.
impossible-esclave-sides = Esclave’s rules for who is responsible need teams with shared turns and life (VAR-7). Turn that on, or choose the simple way.
impossible-side-simple = Where a team shares turns and life (VAR-7), its master is responsible for everyone in it. That needs Esclave’s rules for who is responsible (VAR-2).
impossible-side-servants = A team that shares turns and life (VAR-7) needs losers who serve (VAR-1). Without them, everyone plays alone.
impossible-side-stay = Where a team shares turns and life (VAR-7), its members follow a defeated master. Choose that for VAR-4.
impossible-side-masterless = A masterless player belongs to no team, so this does not go with shared turns and life (VAR-7). Make the loser be out or choose a master (VAR-3).
impossible-side-life = A team that shares turns and life (VAR-7) has one life total, so players who join it have the team’s life. Choose that for VAR-10.
impossible-side-turns = A team that shares turns and life (VAR-7) takes its turns together, so no one takes turns alone. Choose 0 for VAR-12.
impossible-life-sides = Only a team that shares turns and life (VAR-7) has a life total to join. Choose a number or the format’s life for VAR-10.
impossible-masterless-servants = Only where losers serve (VAR-1) can a player be masterless. Choose something else for VAR-3.
impossible-chooses-servants = Only where losers serve (VAR-1) can the loser choose a master. Choose something else for VAR-3.
impossible-win-servants = Only where losers serve (VAR-1) can someone win with a master. Choose “no” for VAR-9.
impossible-closed-points = A game that goes on until the group stops (VAR-8) is won on points, so a defeat must be worth some (VAR-14).
impossible-points-closed = Points for each defeat (VAR-14) go only with a game that goes on until the group stops (VAR-8).
impossible-places-rise = A better place must not bring fewer points than a worse one (VAR-14).

## Playing: teams, turns, restarts

lobby-sizes = ⏳ This table needs { $sizes } players to start.
team-drawn = Let the draw decide
team-placeholder = Choose your team
done-side = Your team choice is saved.
subgame-shahrazad = Shahrazad
subgame-enter-the-dungeon = Enter the Dungeon
subgame-countdown = The Countdown Is at One
button-balance = Balance the teams
done-balance = The teams are balanced by skill rating on this server. You can still change your own team.
event-balanced = ⚖️ The teams were balanced.
event-variant-changed = 🔀 The pod is { $variant } from here on: its variant before wanted more players.
refusal-sides-late = Someone joined or left in the meantime. Check the lobby, then balance the teams again.
