### Le juge : ce que deviennent des blessures, et si l’on peut utiliser un planeswalker maintenant.

## Selon quelles règles, et lesquelles le disent

judge-era-2013 = Selon les règles de janvier 2013
judge-era-current = Selon les règles d’aujourd’hui
judge-otherwise = { $era }, la réponse serait différente.
judge-cited = { $told } ({ $rules })

## Blessures

judge-outcomes = { $era }, { $count ->
    [one] une seule issue est possible
   *[other] { $count } issues sont possibles
}
judge-more = … et { $count ->
    [one] une autre issue
   *[other] { $count } autres issues
}.
judge-forced = Dans toutes les issues : { $what }
judge-defeat-never = { $player } ne peut pas perdre la partie ainsi.
judge-defeat-always = { $player } perd la partie dans tous les cas.
judge-defeat-depends = Pour { $player }, perdre la partie ou non dépend des choix.
judge-forces = Peut imposer la défaite sans l’aide de personne : { $people }
judge-prevents = Peut empêcher la défaite sans l’aide de personne : { $people }
judge-impossible-hexproof = { $player } a la défense talismanique : { $controller } ne peut pas lancer { $object } en ciblant ce joueur.
judge-impossible-no-target = { $object } ne peut pas cibler { $to } : ce qui est ciblé, c’est le joueur, et les blessures peuvent ensuite être redirigées.
judge-impossible-must-attack-player = { $object } doit attaquer { $player } et ne peut donc pas attaquer { $to }.
judge-impossible-may-not-attack-player = { $object } ne peut pas attaquer { $player }, seulement des planeswalkers.

# Une issue : ses résultats, puis comment on y arrive.
judge-way = { $results } — { $way }
judge-then = { $before }, puis { $after }
judge-life = { $player } : { $life ->
    [one] { $life } point de vie
   *[other] { $life } points de vie
}
judge-poison = { $poison ->
    [one] { $poison } marqueur poison
   *[other] { $poison } marqueurs poison
}
judge-loyalty = { $name } : loyauté { $loyalty }
judge-gone = { $name } va au cimetière
judge-creature = { $name } subit { $amount ->
    [one] { $amount } blessure
   *[other] { $amount } blessures
}
judge-gained = { $player } gagne { $life ->
    [one] { $life } point de vie
   *[other] { $life } points de vie
}
judge-defeated-life = { $player } perd la partie : plus de points de vie
judge-defeated-poison = { $player } perd la partie : dix marqueurs poison
judge-step-assign =
    { $amount ->
        [0] { $by } n’attribue rien au-delà des bloqueurs
       *[other] { $by } attribue { $amount } au-delà des bloqueurs
    }
judge-step-self = { $object } remplace ses propres blessures ({ $amount })
judge-step-picked = { $by } choisit { $effect }
judge-step-alone = { $effect } s’applique
judge-step-redirected = { $by } redirige { $amount } sur { $to }
judge-step-declined = { $by } ne redirige pas
judge-step-of = nº { $part } : { $step }

## Loyauté

judge-may-activate = { $era }, { $by } peut activer cette capacité maintenant : { $name }
judge-may-not-activate = { $era }, { $by } ne peut pas activer cette capacité maintenant : { $name }
judge-may-cast = { $era }, { $by } peut lancer { $name } maintenant
judge-may-not-cast = { $era }, { $by } ne peut pas lancer { $name } maintenant
judge-activate-gone = { $name } a une loyauté de 0 et se retrouve au cimetière avant qu’on puisse l’utiliser.
judge-activate-counters = { $name } a moins de marqueurs loyauté que le coût n’en retire.
judge-activate-controller = { $by } ne contrôle pas { $name }.
judge-activate-turn = Ce n’est pas le tour de ce joueur : { $by }
judge-activate-phase = Ce n’est pas une phase principale.
judge-activate-priority = { $by } n’a pas la priorité.
judge-activate-stack = La pile n’est pas vide.
judge-activate-used = Ce tour-ci, une capacité de loyauté a déjà été activée : { $name }.
judge-cast-turn = Ce n’est pas le tour de ce joueur, et un planeswalker se lance comme un rituel : { $by }
judge-cast-phase = Ce n’est pas une phase principale, et un planeswalker se lance comme un rituel.
judge-cast-priority = { $by } n’a pas la priorité.
judge-cast-stack = La pile n’est pas vide, et un planeswalker se lance comme un rituel.
judge-left = { $name } a ensuite une loyauté de { $loyalty }.
judge-goes = { $name } va au cimetière ; sa capacité reste sur la pile.
judge-emblem = L’emblème est possédé et contrôlé par { $by }.
judge-enters = { $name } arrive avec une loyauté de { $loyalty }.
judge-stays-yes = { $name } reste sur le champ de bataille.
judge-stays-no = { $name } ne reste pas sur le champ de bataille.
judge-stays-choice = { $by } contrôle un autre permanent nommé { $name } et n’en garde qu’un.
judge-graveyard = Au cimetière : { $names }
judge-at-once = { $by } peut activer { $name } avant que quiconque puisse répondre.
judge-not-at-once = { $by } ne peut pas activer { $name } aussitôt.
