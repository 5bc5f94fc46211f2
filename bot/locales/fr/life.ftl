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
life-amount = −7 ou +7 s’ajoute, =25 est le nouveau total
life-back = Annuler
life-unsigned = Un nombre sans signe s’ajoute. `={ $amount }` en ferait le nouveau total.
life-set = Fixer à { $total }

## Refus

refusal-no-counting = Cette table ne compte pas les points de vie. Ouvre la prochaine avec `/table ouvrir` et l’option `vie`.
refusal-count-amount = Donne un changement de −{ $most } à { $most }, par exemple −3 ou +5, mais pas 0, ou le nouveau total après un signe égal, par exemple =25.
refusal-count-total = Cela irait trop loin : les totaux restent entre { $least } et { $most }. Regarde le tableau et donne un nombre plus petit.
refusal-count-same = Le total est déjà de { $total }. Regarde le tableau ; rien n’a changé.
refusal-count-members = Trop de totaux pour { $players }. Donne un seul nombre, par exemple =25. Si un effet fixe le total de plusieurs membres d’une équipe qui partage sa vie, donne un nombre pour chacun d’eux, par exemple =12+3.
refusal-count-late = Cela a changé entre-temps. Regarde le tableau et corrige le total avec `/vie`.
refusal-no-commanders = Les blessures de commandant ne comptent que dans les tables au format Commander. Pour d’autres blessures, modifie les points de vie.
refusal-whose-commander = Il manque le commandant qui a infligé les blessures. Indique dans `par` à qui il est.
refusal-not-losing = Avec les totaux actuels, ce n’est plus une défaite. Si c’en est une quand même, déclare-la avec `/défaite`.

## Commandes : noms, puis ce qu’elles font

command-life = vie
command-life-about = Changer ou fixer la vie, le poison ou les blessures de commandant, ou ouvrir le panneau
option-life = vie
option-life-about = Compter points de vie, poison et blessures de commandant sur le tableau
option-amount = nombre
option-amount-about = +3 ou −3 change le total, =25 le fixe ; laisse vide pour le panneau
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
