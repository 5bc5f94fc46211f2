### Saisons, et classement par saison, jours, variante et table

## Saisons

season-usual = Saison { NUMBER($number, useGrouping: 0) }
season-started = ✅ **{ $name }** a commencé : toute partie qui se termine à partir de maintenant y compte. `/saison terminer` y met fin.
season-renamed = ✅ La saison s’appelle maintenant **{ $name }**.
season-end-sure = Terminer **{ $name }** ? Son classement final sera publié ici pour tout le monde.
season-end-first = 🥇 En tête pour l’instant : { $players }, avec { $points ->
    [one] { $points } point
   *[other] { $points } points
 }.
season-end-nobody = Personne n’y a de rang.
season-resume-sure = Aucune saison n’est en cours. La dernière était **{ $name }**. Si tu annules sa fin, elle continue, et ce qui s’est terminé depuis y compte.
season-resumed = ↩️ **{ $name }** continue comme si elle n’avait pas pris fin. Son classement final est retiré.
button-season-end = Terminer la saison
button-season-resume = Annuler la fin
audit-season-resume = a annulé la fin de la saison **{ $name }**
refusal-season-resume-late = La fin de cette saison ne peut plus être annulée : elle est déjà en cours, ou une autre a commencé.
season-over = 🏁 { $name }, c’est fini
season-list = 🗓️ Saisons de ce serveur
season-list-newer = Saisons plus récentes
season-list-older = Saisons plus anciennes
leaderboard-seasons = Toutes les saisons et leurs dates
season-none = Il n’y a pas encore eu de saison : `/saison commencer` ouvre la première.
season-line = **{ $name }** · { $dates }
season-since = depuis le { $start }
season-dates = du { $start } au { $end }

audit-season-start = a lancé la saison **{ $name }**
audit-season-end = a terminé la saison **{ $name }**
audit-season-rename = saison **{ $before }** → **{ $name }**

refusal-season-runs = Une saison est déjà en cours. Termine-la d’abord avec `/saison terminer`.
refusal-no-season-runs = Aucune saison n’est en cours. `/saison commencer` en ouvre une.
refusal-no-season = Cette saison n’existe pas ici. Choisis-en une dans la liste qui apparaît pendant que tu écris.
refusal-season-or-days = Un classement porte sur une saison ou sur les derniers jours. Retire l’une des deux options.

## Une fin prévue

button-season-plan = Prévoir la fin
button-season-move = Déplacer la fin
button-season-unplan = Pas de fin automatique
season-plan-title = La fin de la saison
season-plan-when = Quand finit-elle ?
season-plan-about = Date et heure, à l’horloge du serveur ({ $zone }), par exemple 31 décembre 20h
season-end-planned = 🗓️ Elle se termine d’elle-même le { $when }, { $relative }. Je le rappelle dans { $channel } une semaine et un jour avant, et j’y publie la fin.
season-plan-done = Pour déplacer ou retirer la fin : `/saison terminer`. Ce qui finit à temps compte, même confirmé plus tard.
season-unplanned = ✅ **{ $name }** continue jusqu’à ce que quelqu’un y mette fin.
audit-season-plan = a prévu la fin de la saison **{ $name }** : { $when }
audit-season-unplan = a retiré la fin prévue de la saison **{ $name }**
audit-season-end-planned = l’avait prévu : la saison **{ $name }** est terminée
refusal-no-season-plan = Cette saison n’a plus de fin prévue : elle continue jusqu’à ce que quelqu’un y mette fin.

ending-title = ⏳ { $season } : les dernières parties
ending-when = La saison se termine le { $when }, { $relative }. Ce qui finit avant compte, même confirmé plus tard.
ending-behind = { $chasers } { $count ->
    [1] suit
   *[other] suivent
} à { $behind ->
    [one] { $behind } point
   *[other] { NUMBER($behind) } points
}.
ending-open = Encore en jeu
ending-settled = Rien : toutes les parties terminées comptent.
ending-played = ▶️ { $games ->
    [one] { $games } partie en cours
   *[other] { NUMBER($games) } parties en cours
}
ending-to_confirm = ⏱️ { $games ->
    [one] { $games } résultat à confirmer
   *[other] { NUMBER($games) } résultats à confirmer
}
ending-to_decide = ⚖️ { $games ->
    [one] { $games } partie attend un modérateur
   *[other] { NUMBER($games) } parties attendent un modérateur
}
ending-planned = 📅 Prévu avant la fin : { $games ->
    [one] { $games } partie
   *[other] { NUMBER($games) } parties
} ({ $places })
ending-lacking = 📏 Pour être au classement, il manque { $games ->
    [one] { $games } partie
   *[other] { NUMBER($games) } parties
} à { $players }.
ending-moved = La fin est déplacée au { $when }, { $relative }.
ending-withdrawn = La saison ne se termine plus d’elle-même : elle continue.
ending-over = La saison s’est terminée le { $when }.

season-awards = 🏅 Palmarès
award-wins = 🏆 Le plus de victoires ({ NUMBER($number) }) : { $players }
award-master-wins = 👑 Le plus de victoires comme maître ({ NUMBER($number) }) : { $players }
award-thrall-wins = ⛓️ Le plus de victoires comme esclave ({ NUMBER($number) }) : { $players }
award-games = 🎲 Le plus de parties ({ NUMBER($number) }) : { $players }

## Classement

leaderboard-ever = Depuis toujours
leaderboard-page = Page { $page } sur { $pages }

## Fuseau horaire

setting-timezone = Fuseau horaire
setting-timezone-about = Pour les heures des parties prévues, les dates des saisons et le bilan de la semaine. Le menu a les fuseaux les plus courants ; `/réglages fuseau` trouve tous les autres.
unset-timezone = UTC
done-timezone = ✅ Le fuseau horaire de ce serveur est **{ $zone }**, où il est { $now }.
refusal-no-zone = Je ne connais pas de fuseau horaire « { $typed } ». Écris une grande ville près de chez toi, et choisis dans la liste qui apparaît.

## Commandes : noms, puis ce qu’elles font

command-season = saison
command-season-about = Les saisons de ce serveur
command-season-start = commencer
command-season-start-about = Commencer une saison : les parties qui finissent à partir de maintenant y comptent
command-season-end = terminer
command-season-end-about = Terminer la saison et montrer à tous son classement final
command-season-rename = renommer
command-season-rename-about = Donner un autre nom à une saison
command-season-list = liste
command-season-list-about = Toutes les saisons de ce serveur, et leurs dates
command-timezone = fuseau
command-timezone-about = Le fuseau horaire selon lequel ce serveur compte ses jours
option-season-name-about = Le nom de la saison ; par défaut, son numéro
option-rename-about = Le nouveau nom
option-season = saison
option-season-about = Une autre saison, ou toutes ; par défaut, celle en cours
option-renamed-about = Quelle saison ; par défaut, la dernière
option-days = jours
option-days-about = Seulement les derniers jours, 90 au plus
option-only-about = Seulement les parties de ce type
option-zone = fuseau
option-zone-about = Écris une ville, et choisis dans la liste
