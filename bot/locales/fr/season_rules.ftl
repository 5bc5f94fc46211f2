### Règles d'une saison : ce qui compte, qui est classé, et qui est exclu

## Les règles, chacune en quelques mots

season-rule-none = toutes les parties comptent, pour tout le monde
season-rule-needed = { $games ->
    [one] classé dès { $games } partie
   *[other] classé à partir de { $games } parties
}
season-rule-best = { $best ->
    [one] seule la meilleure partie compte
   *[other] les { $best } meilleures parties comptent
}
season-rule-best-of = { $best ->
    [one] la meilleure
   *[other] les { $best } meilleures
} des { $of } premières parties
season-rule-weekly = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} par semaine au plus contre les mêmes personnes
season-rule-week-most = { $games ->
    [one] la meilleure partie de chaque semaine
   *[other] les { $games } meilleures parties de chaque semaine
}
season-rule-rounds-week = { $of ->
    [0] { $best ->
        [one] la meilleure semaine
       *[other] les { $best } meilleures semaines
    }
   *[other] { $best ->
        [one] la meilleure
       *[other] les { $best } meilleures
    } des { $of } premières semaines jouées
}
season-rule-rounds-night = { $of ->
    [0] { $best ->
        [one] la meilleure soirée
       *[other] les { $best } meilleures soirées
    }
   *[other] { $best ->
        [one] la meilleure
       *[other] les { $best } meilleures
    } des { $of } premières soirées jouées
}
season-rule-attendance-week = par semaine jouée : +{ NUMBER($points) }
season-rule-attendance-night = par soirée jouée : +{ NUMBER($points) }
season-rule-circles = un cercle fermé ne fait pas dépasser le milieu
season-rule-provisional = { $games ->
    [one] cote provisoire (?) avant { $games } partie
   *[other] cote provisoire (?) avant { $games } parties
}
season-rule-damped = la cote bouge moins entre les mêmes joueurs
season-rule-guests = les invités sont classés aussi
season-rule-cap = { $points ->
    [one] { NUMBER($points) } pt
   *[other] { NUMBER($points) } pts
} au plus par partie
leaderboard-rules = 📏 { $rules }
leaderboard-missing = { $games ->
    [one] encore { $games } partie
   *[other] encore { $games } parties
}
leaderboard-excluded = hors classement
leaderboard-provisional = ⭐{ $rating } ?

## Les changer

season-rules-now = 📏 **{ $name }** : { $rules }
season-presets = Commence par l’un de ces trois modèles. Tu vois ce qu’il changerait avant que rien ne compte ; les options de `/saison règles` changent une seule règle.
season-preset-line = **{ $preset }** : { $rules }
season-preset-fun = Pour le plaisir
season-preset-league = Ligue
season-preset-prize = Ligue avec un prix
season-preset-changed = { $preset } (modifié)
season-rules-title = 📏 De nouvelles règles pour { $name } ?
season-rules-change = Maintenant : { $before }
    Ensuite : { $after }

    Ci-dessous : qui monterait et qui descendrait. Rien n’a encore changé.
season-move = { $sign } **{ $player }** { $was } → { $becomes } · { $before } → { $after } pts
season-moves-none = Ni le rang ni les points de personne ne changeraient.
season-rules-set = Adopter ces règles
season-rules-keep = Ne rien changer
season-rules-kept = Les règles restent ce qu’elles sont.
season-excluded = 🚫 **{ $player }** n’a plus de rang dans **{ $name }**. Ce que les autres ont gagné contre cette personne leur reste. Pour revenir dessus : `/saison réintégrer`.
season-included = ✅ **{ $player }** est de nouveau au classement de **{ $name }**.

audit-season-rules = règles de **{ $name }** : { $before } → { $after }
audit-season-exclude = a exclu **{ $player }** du classement de **{ $name }** : « { $reason } »
audit-season-include = a réintégré **{ $player }** au classement de **{ $name }**

refusal-season-rule-number = Une règle de saison prend un nombre de 1 à { $most }. Avec 0, elle est désactivée.
refusal-season-rule-best = « Les meilleures parmi les premières » demande deux nombres, le second au moins égal au premier. Exemple : `meilleures:12 parmi:16`.
refusal-season-rules-over = Cette saison est terminée, et ses règles restent telles quelles. `/saison exclure` marche toujours.
refusal-season-rules-changed = Quelqu’un a changé les règles de cette saison entre-temps. Regarde-les avec `/saison règles`, puis recommence.
refusal-season-excluded = Cette personne est déjà exclue du classement de cette saison. `/saison réintégrer` la remet au classement.
refusal-season-not-excluded = Cette personne n’est pas exclue du classement de cette saison. C’est `/saison exclure` qui le fait.
refusal-season-not-played = Cette personne n’a aucune partie dans cette saison : il n’y a pas de rang à retirer. Réessaie quand elle aura joué.
refusal-no-season-yet = Il n’y a encore eu aucune saison. `/saison commencer` lance la première.

## Ce que cela veut dire pour quelqu'un

stats-season = 📏 Règles appliquées : { $name }
season-standing-ranked = Rang { $rank } · { $points ->
    [one] { NUMBER($points) } pt
   *[other] { NUMBER($points) } pts
} · { $games ->
    [one] { $games } partie sur { $played } compte
   *[other] { $games } parties sur { $played } comptent
}
season-standing-unranked = Pas encore au classement : { $missing ->
    [one] encore { $missing } partie
   *[other] encore { $missing } parties
} · { $points ->
    [one] { NUMBER($points) } pt
   *[other] { NUMBER($points) } pts
} · { $games ->
    [one] { $games } partie sur { $played } compte
   *[other] { $games } parties sur { $played } comptent
}
season-standing-excluded = Hors classement · { $points ->
    [one] { NUMBER($points) } pt
   *[other] { NUMBER($points) } pts
} · parties comptées : { $games } sur { $played }
season-standing-reason = Pourquoi : « { $reason } »
season-standing-held = { $points ->
    [one] { NUMBER($points) } pt ne compte pas
   *[other] { NUMBER($points) } pts ne comptent pas
} : cela vient de parties au sein d’un cercle fermé ({ $games }), qui ne font pas dépasser le milieu du classement, aujourd’hui à { $middle ->
    [one] { NUMBER($middle) } pt
   *[other] { NUMBER($middle) } pts
}.
season-standing-held-votes = { $points ->
    [one] { NUMBER($points) } pt ne compte pas
   *[other] { NUMBER($points) } pts ne comptent pas
} : cela vient de votes, qui ne font pas dépasser le milieu du classement, aujourd’hui à { $middle ->
    [one] { NUMBER($middle) } pt
   *[other] { NUMBER($middle) } pts
}.
season-standing-capped = { $points ->
    [one] { NUMBER($points) } pt ne compte pas
   *[other] { NUMBER($points) } pts ne comptent pas
} : une partie rapporte { $most ->
    [one] { NUMBER($most) } pt
   *[other] { NUMBER($most) } pts
} au plus.
season-left-game = { $date } ne compte pas : { $reason }
season-left-count = Non comptées × { $count } : { $reason }
season-left-more = { $count ->
    [one] … et { $count } autre
   *[other] … et { $count } autres
}
season-left-weekly = { $number ->
    [0] surtout contre des gens déjà rencontrés { $most } fois cette semaine-là
   *[other] partie n° { $number } contre à peu près les mêmes personnes cette semaine-là
}
season-left-later = { $number ->
    [0] seules les { $of } premières parties comptent
   *[other] c’était la partie n° { $number }, et seules les { $of } premières comptent
}
season-left-worse = { $best ->
    [one] la meilleure rapporte plus
   *[other] les { $best } meilleures rapportent plus
}

season-left-week-most = { $most ->
    [one] une autre partie de cette semaine est meilleure
   *[other] { $most } autres parties de cette semaine sont meilleures
}
season-left-later-round-week = { $number ->
    [0] seules les { $of } premières semaines comptent
   *[other] c’était ta semaine n° { $number }, et seules les { $of } premières comptent
}
season-left-later-round-night = { $number ->
    [0] seules les { $of } premières soirées comptent
   *[other] c’était ta soirée n° { $number }, et seules les { $of } premières comptent
}
season-left-worse-round-week = { $best ->
    [one] une autre semaine est meilleure
   *[other] { $best } autres semaines sont meilleures
}
season-left-worse-round-night = { $best ->
    [one] une autre soirée est meilleure
   *[other] { $best } autres soirées sont meilleures
}
season-standing-rounds-week = { $counted ->
    [one] { $counted } semaine sur { $played } compte
   *[other] { $counted } semaines sur { $played } comptent
}
season-standing-rounds-night = { $counted ->
    [one] { $counted } soirée sur { $played } compte
   *[other] { $counted } soirées sur { $played } comptent
}
season-standing-attendance = Points de présence : { NUMBER($points) }

## Semaines et soirées, telles qu’on les écrit

round-words-week = semaine, semaines
round-words-night = soirée, soirées
round-of = sur
round-a = par
round-none = aucune, aucun
refusal-season-rule-rounds = Ce n’est pas une règle de semaines ou de soirées. Écris combien comptent, sur combien, jamais plus de { $most } : `3 semaines`, ou `3 sur 5 soirées`. `aucune` retire la règle.
refusal-season-rule-attendance = Ce ne sont pas des points de présence. Écris les points, jamais plus de { $most }, et ce qui les rapporte : `1 par semaine`, ou `2 par soirée`. `aucune` retire la règle.

## Commandes : leurs noms, puis ce qu'elles font

command-season-rules = règles
command-season-rules-about = Les règles d’une saison ; avec des options, ce que changerait leur modification
command-season-exclude = exclure
command-season-exclude-about = Retirer à quelqu’un son rang dans une saison, avec un motif
command-season-include = réintégrer
command-season-include-about = Rendre à quelqu’un son rang dans une saison
option-needed = requises
option-needed-about = Nombre de parties pour être classé ; 0 : aucune
option-best = meilleures
option-best-about = Nombre de meilleures parties qui comptent pour chacun ; 0 : toutes
option-of = parmi
option-of-about = Parmi combien de premières parties ; 0 : toutes
option-weekly = semaine
option-weekly-same-about = Parties par semaine qui comptent contre les mêmes personnes ; 0 : toutes
option-circles = cercles
option-circles-about = Plafonner au milieu ce que rapportent les parties de ceux qui ne jouent qu’entre eux
option-provisional = provisoire
option-provisional-about = Nombre de parties avant lequel une cote est provisoire ; 0 : jamais
option-damped = amorti
option-damped-about = Faire bouger de moins en moins les cotes quand les mêmes jouent entre eux
option-guests = invités
option-guests-about = Classer aussi les invités en qui personne ne s’est encore reconnu
option-cap = plafond
option-cap-about = Points qu’une partie rapporte au plus à chacun ; 0 : sans plafond
option-per_week = par-semaine
option-spans = semaines-soirées
option-week-most-about = Nombre de meilleures parties d’une semaine qui comptent ; 0 : toutes
option-best-rounds-about = Les meilleures semaines ou soirées comptent, par exemple 3 sur 5 soirées ; aucune : toutes
option-attendance = présence
option-attendance-about = Points par semaine ou soirée jouée, par exemple 1 par soirée ; aucune : pas de points
option-excluded-about = Le joueur à exclure
option-included-about = Le joueur à réintégrer
