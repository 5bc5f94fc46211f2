### Magicjoust : les duels, les paiements et les pioches en mots, et ce qui ne se peut pas dans un duel.

## Ce qui est posé sur la table

step-blue = bleu
step-red = rouge
step-yellow = jaune
step-any = n’importe
step-skip = passe
singularity-unstable = { $family } (instable)
direction-clockwise = sens horaire ↻
direction-counterclockwise = sens antihoraire ↺
card-kind-knowledge = connaissance
card-kind-living = vivant
card-kind-thing = chose
card-kind-event = événement
card-kind-plan = plan
card-kind-other = autre
joust-duelist = { $player } : { $hand ->
    [one] { $hand } carte
   *[other] { $hand } cartes
} en main ; { $plans }
joust-plans = plans sur la table : { $plans } sur { $most } ({ $points ->
    [one] { $points } point
   *[other] { $points } points
})
joust-zone = zone { $zone } : { $singularities }
joust-several = { $count } × { $singularity }
joust-quadrant-empty = aucune singularité
joust-card = { $id }. { $card } ({ $traits })
card-used = a servi
card-ephemeral = éphémère
card-wear = usure { $wear }
card-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}

## L’image de ce qui est sur la table

joust-picture-won = a gagné
joust-picture-hand = cartes en main
joust-picture-unstable = instable
joust-picture-used = a servi
joust-picture-ephemeral = éphémère
joust-picture-wear = usure N
joust-picture-plan = plan et ses points
joust-picture-earlier = { $count ->
    [one] … et { $count } carte plus ancienne
   *[other] … et { $count } cartes plus anciennes
}

## Où en est le duel

joust-state-lobby = Le duel n’a pas encore commencé.
joust-state-running = Le duel est en cours.
joust-state-waiting = Le duel attend un jet d’usure.
joust-state-finished = Le duel est terminé.
joust-state-closed = Le duel a été fermé sans résultat.
joust-turn = Tour { $number } : { $player }
joust-wear = { $player } doit jeter le dé d’usure : { $card }.
joust-won = { $player } gagne.
joust-drawn = Partie nulle.
joust-points = { $player } : { $plans ->
    [one] { $plans } point
   *[other] { $plans } points
} de plans, { $season } pour la saison

## Ce qui s’est passé

joust-did-open = { $player } commence.
joust-did-singularity = { $player } place une singularité en zone { $zone } : { $family }.
joust-did-waste = { $player } ne peut pas placer une singularité et la défausse : { $family }.
joust-did-crucible = { $player } pioche une carte du creuset.
joust-did-invoke = { $player } invoque { $card }.
joust-did-use = { $player } déclenche l’action : { $card }.
joust-did-wear-kept = { $card } reste : le dé d’usure donne { $roll }, { $total } en tout.
joust-did-wear-gone = { $card } est hors d’usage : le dé d’usure donne { $roll }, { $total } en tout.
joust-did-attack-won = { $player } attaque { $opponent } et réussit : { $mine } contre { $theirs }.
joust-did-attack-lost = { $player } attaque { $opponent } et échoue : { $mine } contre { $theirs }.
joust-did-end = { $player } termine son tour.
joust-did-concede = { $player } concède.
joust-did-close = Le duel a été fermé.
joust-change-add = { $because } : { $player } reçoit une singularité en zone { $zone } : { $singularity }.
joust-change-remove = { $because } : { $player } défausse une singularité de la zone { $zone } : { $singularity }.
joust-change-move = { $because } : chez { $player }, une singularité passe de la zone { $zone } à la zone { $to } : { $singularity }.
joust-change-flip = { $because } : chez { $player }, une singularité de la zone { $zone } est retournée : { $singularity }.
joust-change-discard = { $because } : { $player } défausse { $card }.
joust-change-return = { $because } : { $player } reprend { $card } en main.
joust-change-ready = { $because } : { $player } peut de nouveau utiliser { $card }.
joust-change-more = { $because } : { $player } a { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} de plus en main.
joust-change-fewer = { $because } : { $player } a { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} de moins en main.

## Payer une formule

pay-ways = { $count ->
    [0] Impossible de payer { $formula }.
    [one] Il y a { $count } façon de payer { $formula }.
   *[other] Il y a { $count } façons de payer { $formula }.
}
pay-way = • Départ { $start }, { $direction } : { $steps }. Il reste : { $left }.
pay-best = Le mieux : départ { $start }, { $direction } : { $steps }. Il reste : { $left }.
pay-step = zone { $zone } { $use }
pay-still = Payables ensuite : { $count } sur { $of }.
pay-more = … et { $count } de plus.
pay-nearest = Au plus près : départ { $start }, { $direction }.
pay-lack = • Étape { $step } : il manque en zone { $zone } : { $needs }.

## Les pioches

deck-fits = { $deck } : tu peux jouer avec ces pioches.
deck-unfit = { $deck } : tu ne peux pas encore jouer avec ces pioches.
deck-few-singularities = La pioche de singularités doit compter au moins 20 cartes ; elle en a { $count }.
deck-few-crucible = Le creuset doit compter au moins 20 cartes ; il en a { $count }.
deck-copies = Le creuset contient { $count } exemplaires d’une même carte ({ $card }) ; 3 sont permis.
deck-few-plans = { $count ->
    [0] Le creuset ne contient aucun plan
    [one] Le creuset ne contient que { $count } plan
   *[other] Le creuset ne contient que { $count } plans
} ; il en faut 3 pour terminer un duel.
deck-singularities = Singularités : { $count } ({ $parts })
deck-crucible = Creuset : { $count } ({ $parts })

## Refus : ce qui ne se peut pas dans un duel, et que faire à la place

payment-start = la zone de départ
payment-direction = le sens
payment-any = les familles pour *n’importe*
refusal-no-duel = Il n’y a pas encore de duel ici. Ouvres-en d’abord un.
refusal-duel-open = Un duel est déjà ouvert ici. Termine-le ou ferme-le d’abord, ou va dans un autre salon.
refusal-pod-here = Une partie est en cours ici, et un salon n’en a qu’une à la fois. Termine-la ou ferme-la d’abord, ou va jouer dans un autre salon.
refusal-duel-here = Un duel est en cours ici, et un salon n’a qu’une partie à la fois. Pour le duel, sers-toi du tableau et de `/joute tableau`. Ou termine-le d’abord, ou joue dans un autre salon.
refusal-only-duelists = Seuls les deux joueurs de ce duel peuvent le faire. Tu pourras jouer le prochain.
refusal-not-your-turn = Ce n’est pas ton tour : c’est à { $by } de jouer. Tu peux saisir un changement, annuler ou concéder.
refusal-agree-first = Il faut que vous soyez d’accord tous les deux. Demande d’abord son accord à l’autre joueur.
refusal-duel-lobby = Le duel n’a pas commencé. Lance-le d’abord.
refusal-duel-started = Le duel a déjà commencé. Continue-le, ou ferme-le.
refusal-duel-finished = Le duel est terminé. Si la dernière étape était fausse, annule-la.
refusal-duel-closed = Le duel a été fermé. Annule la fermeture, ou ouvre un autre duel.
refusal-duel-waiting = { $by } doit d’abord jeter le dé d’usure d’une carte. D’ici là, on ne peut saisir que l’effet de cette carte : une attaque ou un changement.
refusal-duel-undo = Il n’y a rien à annuler. Le début d’un duel reste acquis.
refusal-duel-players = Il faut { $count } joueurs, et il y en a { $have }. Un duel se joue à { $count } exactement.
refusal-duel-first = On ne sait pas qui commence. Nomme le premier joueur, ou saisis les dés qui en décident.
refusal-opening-rolls = On ne rejette les dés que s’ils sont égaux. Toutes les paires sauf la dernière doivent être égales, et la dernière non.
refusal-die-rolled = Ce n’est pas le dé suivant. Le suivant a le numéro { $number }.
refusal-formula = Ce n’est pas une formule. Écris de 1 à { $most } étapes séparées par des espaces : bleu, rouge, jaune, n’importe, passe (ou b, r, y, *, -).
refusal-card-points = Un plan vaut des points. Dis combien : de 0 à 99.
refusal-card-no-points = Seuls les plans valent des points. Retire les points, ou fais de la carte un plan.
refusal-card-action = La carte n’a pas d’action, cela n’a donc pas de sens. Saisis aussi son action, ou retire cela.
refusal-deck-differs = Deux cartes portent le même nom, mais ceci diffère. Renomme l’une d’elles, ou rends-les identiques.
refusal-pay-nothing = Il n’y a rien à payer. Retire le paiement.
refusal-pay-any = Il faut une famille pour chaque *n’importe* de la formule : { $count } en tout, pas { $have }.
refusal-pay-which = On peut payer de plusieurs façons, qui dépensent des singularités différentes. Choisis-en une, en précisant : { $differs }.
refusal-pay-unfit = On peut payer, mais pas ainsi. Choisis une autre zone de départ, un autre sens ou d’autres familles.
refusal-unpayable = Impossible à payer. Au plus près, à partir de la zone { $start }, { $direction }, { $count ->
    [one] il manque une seule singularité
   *[other] il manque { $count } singularités
}, d’abord à l’étape { $step } en zone { $zone } : { $needs }.
refusal-hand-below = { $player } n’a que { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} en main. N’en retire pas davantage.
refusal-no-singularity = Rien de tel en zone { $zone } chez { $player }. Nomme une singularité comme elle est : stable, ou instable avec un !.
refusal-no-card = { $player } n’a pas de carte numéro { $card } sur la table. Choisis-en une qui s’y trouve.
refusal-drawn-singularity = Tu as déjà pioché une singularité ce tour-ci. La prochaine sera pour ton prochain tour (MJ-D9).
refusal-drawn-crucible = Tu as déjà pioché une carte du creuset ce tour-ci. La prochaine sera pour ton prochain tour (MJ-D9).
refusal-empty-hand = { $player } n’a pas de carte en main. Il faut d’abord en piocher une, ou saisir le changement qui en a donné une.
refusal-no-action = Cette carte n’a pas d’action. Choisis-en une autre.
refusal-card-used = Cette carte a déjà servi ce tour-ci. Elle sera de nouveau prête après le tour, ou par un changement.
refusal-no-wear = Il n’y a pas de dé d’usure à jeter. Déclenche d’abord l’action d’une carte qui s’use.
