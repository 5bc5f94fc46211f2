### Séries : plusieurs manches, jusqu’à ce que quelqu’un atteigne l’objectif.

## On the board

button-round = Manche suivante
series-round = 🏁 Manche { $round } · premier à { $target }
series-begins = Les points de toutes les manches s’additionnent. Le premier à atteindre l’objectif remporte la série à la fin de cette manche.
series-line = { $rank } **{ $player }** · { NUMBER($points) } pts
series-won = 🏆 **{ $count ->
    [one] Série remportée par { $winners }
   *[other] Série remportée ensemble par { $winners }
}**, { $points } à { $second }

## Answers

series-title = Série
series-rounds = Manches
series-played = **{ $round }.** { $result }
series-draw = 🤝 match nul
series-open = ▶️ en cours
series-unconfirmed = ⏳ ne compte pas encore : des signalements restent à confirmer
series-another = Pour commencer plutôt une autre série, utilise /série avec un objectif.

## Commands: names, then what they do

command-series = série
command-series-about = Jouer des manches jusqu’à dix points ; ou voir où en est ta série
option-target = objectif
option-target-about = Combien de points remportent la série ; 10 par défaut
