### Les nouvelles d’une partie en clair : le titre de son tableau, et les réponses aux déclarations

news-falls = ⛓️ { $losers } { $count ->
    [one] tombe
   *[other] tombent
} face à { $winner }
news-with = { $news }, et { $players } avec
news-beat = ⚔️ { $winner } bat { $losers }
news-servant = ⛓️ { $players } { $count ->
    [one] change
   *[other] changent
} de maître
news-beaten = ⚔️ { $players } { $count ->
    [one] a perdu
   *[other] ont perdu
}
news-rejoins = ⚔️ { $players } { $count ->
    [one] a perdu et peut
   *[other] ont perdu et peuvent
} revenir en jeu
news-out = 💀 { $players } { $count ->
    [one] est
   *[other] sont
} hors jeu
news-masterless = 👻 { $players } { $count ->
    [one] se retrouve
   *[other] se retrouvent
} sans maître
news-serves = ⛓️ { $players } { $count ->
    [one] sert
   *[other] servent
} désormais { $master }
news-free = 👑 { $players } ne { $count ->
    [one] sert
   *[other] servent
} plus personne
news-heir = 👑 { $player } mène désormais l’équipe
news-leads = 👑 { $player } mène désormais { $team }
news-conceded = 🏳️ { $player } concède
news-kicked = 🚪 La partie continue sans { $player }
news-undone = ↩️ Annulé : { $what }
news-undone-step = ↩️ La dernière déclaration est annulée

## La ligne grise du tableau

board-turn = Tour { $number }
board-phased = 💤 hors phase
board-now = à jouer
board-next = ensuite
board-round = manche { $round }, premier à { $target } { $target ->
    [one] point
   *[other] points
}
board-draw-number = 🎲 nº { $number }
board-defeats = { $count ->
    [one] { $count } défaite
   *[other] { $count } défaites
}
board-defeats-in = { $defeats } en { $time }
board-lasted = { $hours ->
    [0] { $minutes } min
   *[other] { $hours } h { $minutes }
}
board-counts = comptera { $due }
board-votes = 🗳️ vote derrière ⋯ : { $deeds }
board-steps = 📋 { $players } : **{ $button }**
board-series = manche { $round } : { $player } { $points } sur { $target }
