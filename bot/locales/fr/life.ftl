### Points de vie, poison et blessures de commandant, là où une table les compte.

## Sur le tableau

option-counting = { $life ->
    [0] points de vie comptés
   *[other] points de vie comptés (départ : { $life })
}
button-life = Vie
life-report = Défaite : { $player } ({ $cause })

## Le panneau

life-title = Points de vie et marqueurs
life-shared = Un seul total de points de vie : { $players }
life-about = N’importe qui dans la partie peut modifier n’importe quel total. Un total perdant ne devient une défaite que si quelqu’un la déclare.
life-whose = Quel joueur ?
life-second = { $player } (deuxième commandant)
life-commander = Commandant de qui ?
life-type = Autre nombre…
life-amount = Points de vie gagnés ou perdus, ex. −7
life-back = Annuler

## Refus

refusal-no-counting = Cette table ne compte pas les points de vie. Ouvre la prochaine avec `/table ouvrir` et l’option `vie`.
refusal-count-amount = Donne un nombre entier de −{ $most } à { $most }, par exemple −3 ou 5, mais pas 0.
refusal-count-total = Cela irait trop loin : les totaux restent entre { $least } et { $most }. Regarde le tableau et donne un nombre plus petit.
refusal-count-late = Cela a changé entre-temps. Regarde le tableau et corrige le total avec `/vie`.
refusal-no-commanders = Les blessures de commandant ne comptent que dans les tables au format Commander. Pour d’autres blessures, modifie les points de vie.
refusal-whose-commander = Il manque le commandant qui a infligé les blessures. Indique dans `par` à qui il est.
refusal-not-losing = Avec les totaux actuels, ce n’est plus une défaite. Si c’en est une quand même, déclare-la avec `/défaite`.

## Commandes : noms, puis ce qu’elles font

command-life = vie
command-life-about = Modifier points de vie, poison ou blessures de commandant, ou ouvrir le panneau
option-life = vie
option-life-about = Compter points de vie, poison et blessures de commandant sur le tableau
option-amount = nombre
option-amount-about = Combien ajouter, ou retirer avec un signe moins ; laisse vide pour le panneau
option-counted-about = Quel joueur ; toi par défaut
option-kind = quoi
option-kind-about = Ce qui change ; les points de vie par défaut
option-which = lequel
option-which-about = Lequel de deux partenaires a infligé les blessures (par défaut : le premier)
which-first = Premier commandant
which-second = Deuxième commandant
option-by = par
option-by-about = À qui est le commandant, ou qui contrôlait la source
kind-life = Points de vie
kind-poison = Poison
kind-commander = Blessures de commandant
