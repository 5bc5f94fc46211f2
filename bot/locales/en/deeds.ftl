### Deeds: what players do in a game, and the seasons that give points for it.

## The deeds themselves

deeds-title = Deeds
deeds-word = deeds
deeds-intro = Beating somebody means being responsible for their defeat. Each deed counts once for you at one moment; a season can give points for them.
deed-given = + { $deed }: { $player }
deed-taken = − { $deed }: { $player }
deed-first-blood = First blood
deed-first-blood-about = You beat a player first in the game.
deed-regicide = Regicide
deed-regicide-about = You beat a master whom two players or more served.
deed-commanders-blow = Commander’s blow
deed-commanders-blow-about = You beat a player by commander damage.
deed-venom = Venom
deed-venom-about = You beat a player by poison.
deed-mill = Mill
deed-mill-about = You beat a player whose library was empty.
deed-double = Double
deed-double-about = You beat two players or more in one moment.
deed-revenge = Revenge
deed-revenge-about = You beat a player who had beaten you.
deed-broke-the-chains = Broken chains
deed-broke-the-chains-about = You beat your own master.
deed-loyal = Loyalty
deed-loyal-about = You won in service, and served one master only in the whole game.

## Points for them in a season

deeds-none = none
deeds-most = at most
season-rule-deeds-most = at most { $points } a game
deeds-preset-classic = Classic: no points for deeds
deeds-preset-first-blood = First blood · { $deeds }
deeds-preset-hunters = Hunters · { $deeds }
leaderboard-deeds = 🎖️{ $points }
leaderboard-legend-deeds = 🎖️ points from deeds
season-standing-deeds = Points for results: { NUMBER($points) }, for deeds: { NUMBER($deeds) }
refusal-season-rule-deeds = These are not points for deeds. Write each deed with its points (at most { $most }), and the most of a game, such as first-blood 1, regicide 2, most 3. Only a deed of this server’s own can cost points, such as Slow play −1.
option-deeds = deeds
option-deeds-about = Points for each deed and the most of a game: first-blood 1, regicide 2, most 3; none: no points

## In statistics and in the weekly post

deeds-of = 🎖️ { $player }’s deeds
deeds-nothing = No deeds yet. `/rules` tells what they are, under “Deeds”.
week-deed = { $before ->
    [0] 🎖️ A first on this server: { $deed } ({ $players })
    [one] 🎖️ Seen here only once before: { $deed } ({ $players })
   *[other] 🎖️ Seen here only { NUMBER($before) } times before: { $deed } ({ $players })
}

## Deeds that a server names itself

event-deed = { $player } claims a deed: { $deed }
event-deed-voted = The players have voted on { $deed }: { $player }
event-deed-voted-nobody = The players have voted on { $deed }: nobody gets it
event-deed-given = { $by } gives { $player } a deed: { $deed } (“{ $reason }”)
claim-deed = a deed of { $player }: { $deed }
claim-deed-vote = the vote on { $deed }
claim-deed-press = A claimed deed stands unless someone disputes it. In a season with the rule *circles* it brings points only once another player confirms it.
button-deed = Claim a deed
deed-ask = Which of this server’s deeds did you do? Everybody at the table can dispute it. On a deed with 🗳️ you vote; nobody learns for whom.
deed-way-voted = the players vote
deed-way-given = an organiser gives it
deed-words-voted = voted, vote
deed-words-given = given
vote-ask = Who deserves { $deed }? Nobody learns whom you choose. The vote closes when everybody has chosen and the game is over, or before it counts.
vote-placeholder = Choose a player…
vote-cast = 🗳️ Your ballot on { $deed }: { $player }. Only you know. Until the vote closes you can choose again.
vote-closed = 🗳️ Your ballot on { $deed }: { $player }. It was the last one. { $result }
button-award = Give a deed
award-ask = Which deed do you give in this game? It stands in the audit trail, and everybody at the table can dispute it.
award-whom = Who gets { $deed }?
deed-placeholder = Choose a deed…
refusal-deed-often = You have claimed this deed as often as a game allows ({ $most }). Undo one claim first.
refusal-deed-given-often = This player has this deed as often as a game allows ({ $most }). A moderator can undo one of them.
refusal-only-givers = Only moderators, and the organiser of the night, give deeds. Ask one of them.
refusal-give-own-table = You play at this table, or brought somebody who does. Ask another organiser or moderator to give the deed.
refusal-vote-yourself = Nobody votes for themselves or for guests whom they brought. Choose another player.
refusal-vote-over = The vote on this deed is over. Until the game counts you can dispute its result.
refusal-no-deeds = This server has no deeds of its own any more. Ask a moderator to name some in `/setup server`.
deed-unnamed = this server’s own deed
deed-times = { $times ->
    [one] once a game
   *[other] up to { $times } times a game
}
setup-lines = Lines…
setup-lines-label = One a line: Concede a tie ×2 · Best play = voted
setting-house_deeds = House deeds
setting-house_deeds-about = Up to 100 deeds that players claim in a game by the board’s ⋯, one a line. ×2 lets a player claim it twice a game. With = voted the players vote, with = given an organiser gives it. `/season rules` gives it points, also negative ones.
unset-house_deeds = None
refusal-deed-line = A line is too long or says too many times. Write a shorter name (at most { $longest }), and ×2 to ×{ $most }, if it may be earned more than once a game. A deed with = voted goes without ×.
refusal-deeds-many = These are too many deeds. The most of a server: { $most }.
struck-deed = deed
