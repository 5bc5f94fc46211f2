### Séries : plusieurs manches, jusqu’à ce que quelqu’un atteigne l’objectif.

## On the board

button-round = Manche suivante
series-round = 🏁 Manche { $round } · premier à { $target } { $target ->
    [one] point
   *[other] points
}
series-begins = Les points de toutes les manches s’additionnent. Le premier à atteindre l’objectif remporte la série à la fin de cette manche.
series-line = { $rank } **{ $player }** · { NUMBER($points) } { $points ->
    [one] pt
   *[other] pts
}
series-points = { $points ->
    [one] { NUMBER($points) } pt
   *[other] { NUMBER($points) } pts
}
series-won = 🏆 **{ $count ->
    [one] Série remportée par { $winners }
   *[other] Série remportée ensemble par { $winners }
}**, { $points } à { $second }

## Answers

series-title = Série
series-rounds = Manches
series-played = **{ $round }.** { $result }
series-draw = 🤝 nulle
series-open = ▶️ en cours
series-unconfirmed = ⏳ ne compte pas encore : des déclarations restent à confirmer
series-another = Pour commencer plutôt une autre série, utilise /série avec un objectif.

## Commands: names, then what they do

command-series = série
command-series-about = Jouer des manches jusqu’à l’objectif, ou voir où en est ta série
option-target = objectif
option-target-about = Nombre de points pour remporter la série ; 10 par défaut
