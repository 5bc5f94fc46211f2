### Les duels dans les classements, les bilans et les statistiques

game-pod = Tables
game-magicjoust = Magicjoust

## Classement

leaderboard-line-duels = { $rank } **{ $player }** · { NUMBER($points) } { $points ->
    [one] pt
   *[other] pts
} · ✅{ $masters } 🎲{ $games }
leaderboard-legend-duels = ✅ duels gagnés · 🎲 duels
leaderboard-empty-duels = Aucun duel qui compte ici n’est encore terminé.
duels-table = 🧙 Magicjoust
refusal-kind-of-pods = Les variantes et les dispositions ne valent que pour les tables. Laisse ces options vides, ou choisis les tables.

## Statistiques

stats-duels = 🧙 Magicjoust
rivals-none-duels = 🕊️ Personne n’a encore perdu de duel.

## Le bilan de la semaine

week-duels = 🧙 Magicjoust
week-duels-played = { $games ->
    [one] { NUMBER($games) } duel
   *[other] { NUMBER($games) } duels
}
week-duels-lead = { $leaders } { $count ->
    [1] mène
   *[other] mènent
} les duels avec { $points ->
    [one] { NUMBER($points) } pt
   *[other] { NUMBER($points) } pts
}
week-duels-gain = { $rank } **{ $player }** +{ NUMBER($points) } · { $games ->
    [one] { NUMBER($games) } duel
   *[other] { NUMBER($games) } duels
}
week-only-duels = Aucune table cette semaine : les magiciens ont eu la scène pour eux seuls.

## Options

option-game = jeu
option-game-about = De quel jeu ; par défaut, les tables
