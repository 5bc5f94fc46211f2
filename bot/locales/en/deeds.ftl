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
leaderboard-legend-deeds = 🎖️ points for deeds among them
season-standing-deeds = Points for results: { NUMBER($points) }, for deeds: { NUMBER($deeds) }
refusal-season-rule-deeds = These are not points for deeds. Write each deed with its points (at most { $most }), and the most of a game, such as first-blood 1, regicide 2, most 3.
option-deeds = deeds
option-deeds-about = Points for each deed and the most of a game: first-blood 1, regicide 2, most 3; none: no points

## In statistics and in the weekly post

deeds-of = 🎖️ { $player }’s deeds
deeds-nothing = No deeds yet. `/rules` tells what they are, under “Deeds”.
week-deed = 🎖️ Rarest deed: { $deed } ({ $players })
