### Ce que dit le bilan de la semaine

week-title = 📅 Bilan de la semaine · { $dates }
week-late = ⏰ En retard : le bot était hors ligne à l’heure prévue.
week-games = { $games ->
    [one] { $games } partie
   *[other] { NUMBER($games) } parties
}
week-players = { $players ->
    [one] { $players } joueur
   *[other] { NUMBER($players) } joueurs
}
week-variant = { $variant } × { NUMBER($games) }
week-house = Variantes maison
week-others = { $count ->
    [one] { $count } autre
   *[other] { $count } autres
}

## Le titre : qui mène, et ce qui a changé

week-quiet = Personne à table : le trône a eu une semaine bien calme.
week-over = 🏁 { $season }, c’est fini : la couronne revient à { $leaders }. { $servants ->
    [none] Bravo !
   *[other] Tous les autres, à genoux !
}
week-over-nobody = 🏁 { $season }, c’est fini, et la couronne ne revient à personne.
week-waits = Le trône est encore vide : il attend, en tête du classement, quelqu’un qui ait { $games ->
    [one] { $games } partie
   *[other] { NUMBER($games) } parties
}.
week-opened = Un classement tout neuf, et { $count ->
    [1] { $leaders } s’assoit en premier sur le trône.
   *[other] déjà { $leaders } se serrent sur le trône.
}
week-taken = { $leaders } s’empare du trône : { $servants ->
    [none] que va répondre { $former } ?
   *[other] à genoux, { $former } !
}
week-shared = { $servants ->
    [none] Un trône, { $count } rivaux : { $leaders } sont à égalité.
   *[other] Un trône, { $count } maîtres : { $leaders } sont à égalité, et personne ne s’agenouille encore.
}
week-alone = { $leaders } sème { $former } et règne sans partage.
week-close = { $leaders } s’accroche au trône : { $chasers } { $count ->
    [1] n’est
   *[other] ne sont
} qu’à { $ahead ->
    [one] { $ahead } pt
   *[other] { NUMBER($ahead) } pts
}.
week-holds-more = { $leaders } creuse l’écart : { $ahead ->
    [one] { $ahead } pt
   *[other] { NUMBER($ahead) } pts
} d’avance, contre { NUMBER($before) } il y a une semaine.
week-holds-less = { $leaders } règne toujours, mais son avance fond : { $ahead ->
    [one] { $ahead } pt
   *[other] { NUMBER($ahead) } pts
}, contre { NUMBER($before) } il y a une semaine.
week-holds = { $leaders } règne toujours, avec { $ahead ->
    [one] { $ahead } pt
   *[other] { NUMBER($ahead) } pts
} d’avance. À quand la révolte ?

## Le classement

week-table = 🏆 { $name }
week-ever = Depuis toujours
week-line = { $rank } **{ $player }** · { $points ->
    [one] { NUMBER($points) } pt
   *[other] { NUMBER($points) } pts
}
week-unranked = Pas encore au classement : { $players ->
    [one] { $players } joueur
   *[other] { NUMBER($players) } joueurs
}. Il faut { $games ->
    [one] { $games } partie
   *[other] { NUMBER($games) } parties
}.
week-legend-moved = ▲▼ places depuis la semaine d’avant
week-legend-roles = { $servants ->
    [thrall] 👑 victoires comme maître · ⛓️ comme esclave
   *[other] 👑 victoires
}

## Ce qui s’est passé

week-results = ⚔️ Cette semaine
week-gain = { $rank } **{ $player }** +{ NUMBER($points) } · { $games ->
    [one] { $games } partie
   *[other] { NUMBER($games) } parties
}
week-climb = 📈 Plus belle remontée (▲{ $places }) : { $players }
week-deeds = 🏅 Hauts faits
week-reign = 👑 Le plus longtemps avec des { $servants ->
    [minion] serviteurs
   *[other] esclaves
} ({ $time }) : { $players }
week-caused = ⚔️ Le plus de défaites infligées ({ NUMBER($times) }) : { $players }
week-duel = 🎯 { $responsible } a vaincu { $loser } { NUMBER($times) } fois
week-record-thrall = ⛓️ Une première sur ce serveur : victoire comme esclave pour { $players }
week-record-points = 🏆 Record du serveur, points en une partie ({ NUMBER($number) }) : { $players }
week-record-caused = ⚔️ Record du serveur, défaites infligées en une partie ({ NUMBER($number) }) : { $players }
week-record-seats = 🪑 La plus grande table jusqu’ici : { NUMBER($number) } joueurs
week-record-game = 🎉 Ce serveur a joué sa partie n° { NUMBER($number) }
week-time = { $hours ->
    [0] { $minutes } min
   *[other] { NUMBER($hours) } h { $minutes } min
}
week-upsets = 🎲 Contre toute attente
week-upset = { $winners } : une victoire à une chance sur { NUMBER($times) }
week-newcomers = 👋 Nouvelles têtes
week-welcome = Bienvenue à la table, { $players } ! { $servants ->
    [none] Bonne chance pour la prochaine partie.
   *[other] { $count ->
        [1] Que tes maîtres soient cléments.
       *[other] Que vos maîtres soient cléments.
    }
}
