### Ce qu’un joueur a fait sur un serveur, qui a vaincu qui, et les tables passées

## Stats

stats-title = 📊 { $player }
stats-points = 🏅 **{ NUMBER($points) } { $points ->
    [one] point
   *[other] points
}** · { $games ->
    [one] { NUMBER($games) } partie
   *[other] { NUMBER($games) } parties
}
stats-won = ✅ { NUMBER($count) } { $count ->
    [one] gagnée
   *[other] gagnées
} ({ $share } %)
stats-lost = ❌ { NUMBER($count) } { $count ->
    [one] perdue
   *[other] perdues
}
stats-drawn = 🤝 { NUMBER($count) } { $count ->
    [one] nulle
   *[other] nulles
}
stats-rating = Cote
stats-rated = **{ NUMBER($rating) }** · { $sign } { $change } sur { $games ->
    [one] la dernière partie
   *[other] les { $games } dernières parties
}
stats-rated-thrall = Une victoire comme esclave est classée après celle du maître : elle peut donc faire baisser une cote élevée.
stats-rated-once = **{ NUMBER($rating) }** après la première partie
stats-roles = Par rôle
stats-as-master = 👑 Comme maître : { $won ->
    [one] { NUMBER($won) } gagnée
   *[other] { NUMBER($won) } gagnées
} sur { NUMBER($games) }
stats-as-servant = ⛓️ Comme { $kind ->
    [minion] serviteur
   *[other] esclave
} : { $won ->
    [one] { NUMBER($won) } gagnée
   *[other] { NUMBER($won) } gagnées
} sur { NUMBER($games) }
stats-variants = Par variante
stats-variant = **{ $variant }** · { $won ->
    [one] { NUMBER($won) } gagnée
   *[other] { NUMBER($won) } gagnées
} sur { NUMBER($games) } · { NUMBER($points) } { $points ->
    [one] pt
   *[other] pts
}
stats-house = Variantes maison
stats-deeds = Faits d’armes
stats-caused = ⚔️ { $count ->
    [0] Aucune défaite infligée
    [one] Une défaite infligée
   *[other] { NUMBER($count) } défaites infligées
}
stats-served = 🧎 { $count ->
    [0] Jamais au service d’un maître
    [one] Une fois au service d’un maître
   *[other] { NUMBER($count) } fois au service d’un maître
}
stats-reign = ⏳ Plus long règne : { $time }
stats-streak = 🔥 { $count ->
    [0] Plus longue série de victoires : { $longest }
    [one] A gagné la dernière partie · plus longue série : { $longest }
   *[other] A gagné les { $count } dernières parties · plus longue série : { $longest }
}
stats-minutes = { $minutes } min
stats-hours = { NUMBER($hours) } h { $minutes } min
stats-victims = 🎯 Victimes préférées
stats-nemeses = 💀 Bêtes noires
stats-other = { $player } × { NUMBER($count) }
stats-none-own-ever = 🌱 Tu n’as pas encore fini de partie ici. Ouvre une table avec `/table ouvrir`, et ton histoire commence !
stats-none-own-season = 🌱 Tu n’as fini aucune partie pendant cette saison. `/stats` sans saison te montre toutes tes parties.
stats-none-ever = 🌱 { $player } n’a pas encore fini de partie ici. Et si tu l’invitais : `/table ouvrir` !
stats-none-season = 🌱 { $player } n’a fini aucune partie pendant cette saison.
refusal-stats-bot = Les bots ne jouent pas ici. Choisis quelqu’un d’autre.

## Rivaux

rivals-title = ⚔️ Les rivaux de ce serveur
rivals-pair = 🔥 **{ $one }** { $by_one } – { $by_other } **{ $other }**
rivals-legend = a vaincu, et combien de fois
rivals-none = 🕊️ Personne n’a encore vaincu personne : la paix règne, pour l’instant. `/table ouvrir` y met fin.

## Historique

history-title = 📜 Les parties passées de ce serveur
history-of = 📜 Les parties passées · { $player }
history-none = Aucune partie terminée que tu puisses voir pour l’instant. `/table ouvrir` en commence une.
history-none-of = Ce joueur n’a pas encore de partie terminée que tu puisses voir.
history-hidden = Rien que tu puisses voir sur cette page. Essaie *{ button-older }*.
history-gone = un salon disparu
history-closed = 🚪 Fermée sans résultat
history-draw = 🤝 Nulle
history-unscored = ⏳ Pas encore confirmée
history-open = Lire le récit de…
button-newer = Plus récentes
button-older = Plus anciennes
button-list = Retour à la liste
refusal-history-open = Cette partie n’est plus terminée, ou elle a disparu. `/historique` montre celles qu’il y a.
refusal-history-hidden = Tu ne peux pas voir le salon de cette partie. `/historique` montre celles que tu peux lire.

## Commandes : noms, puis ce qu’elles font

command-stats = stats
command-stats-about = Tes résultats sur ce serveur, ou ceux de quelqu’un d’autre
command-rivals = rivaux
command-rivals-about = Qui a vaincu qui sur ce serveur, en image
command-history = historique
command-history-about = Les parties passées de ce serveur, avec leur récit
menu-stats = Ses stats
option-stats-about = Quel joueur ; toi par défaut
option-stats-season-about = Une saison ; par défaut, toutes
option-history-about = Seulement les parties de ce joueur

## Games that do not count yet

settling-title = ⏳ Pas encore définitif
settling-line = { $points } · comptera { $due }
settling-first = Aucun résultat ne compte encore : le premier sera bientôt définitif.
