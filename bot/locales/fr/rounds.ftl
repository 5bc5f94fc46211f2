### Les soirées : ce qui arrête une soirée, ses rondes et qui l’organise.

## Sur le message

night-pod = Ronde { $round }, table { $number }

## Ce qui est refusé

refusal-night-rounds = Nombre maximal de rondes d’une soirée : { $most }. Choisis-en moins, et au moins une.
refusal-night-minutes = Durée maximale d’une ronde, en minutes : { $most }. Choisis-en moins, et au moins une.
refusal-night-sizes = Une table de cette taille ne peut pas jouer à cela. Choisis parmi { $sizes }.
refusal-night-channels = Nombre maximal de salons pour les tables : { $most }. Nommes-en moins.
refusal-no-night = Il n’y a pas de soirée ici. Va dans le salon de la soirée et réessaie.
refusal-night-over = Cette soirée est terminée. Son message dit comment elle a fini.
refusal-night-begun = Cette soirée a commencé : elle ne peut plus être déplacée ni annulée. Termine-la plutôt.
refusal-night-early = Cette soirée n’a pas commencé. Attends que les présences se confirment.
refusal-night-not-in = { $player } ne participe pas à cette soirée. Vérifie le nom.
refusal-night-paused = Le chronomètre est arrêté. Relance-le d’abord.
refusal-night-all-rounds = Toutes les rondes ont été placées : { $rounds }. Termine la soirée, ou ouvres-en une autre.
refusal-night-changed = Quelque chose a changé entre-temps : des gens sont arrivés ou partis. Regarde à nouveau le placement.
refusal-night-few = Personnes présentes : { $there }. Une table en demande { $sizes } : attends du monde.
refusal-night-unfinished = Tables encore en jeu : { $pods }. Attends leurs résultats, ou déclare une partie nulle.
refusal-night-already = { $player } est déjà là. Il n’y a rien à faire.
refusal-night-no-round = Aucune ronde n’a encore été placée. Places-en une d’abord.
refusal-night-not-seated = { $player } ne participe pas à cette ronde. Vérifie le nom.
refusal-night-same-pod = { $player } et { $other } sont à la même table. Nomme deux personnes de tables différentes.
refusal-night-reported = Cette ronde a déjà une déclaration : ses places ne changent plus. Attends la prochaine ronde.
refusal-night-nothing-done = Il n’y a rien à annuler. Continue la soirée.
refusal-night-act-late = Autre chose s’est fait depuis. Annule-le d’abord.
refusal-only-organiser = Seule la personne qui a ouvert cette soirée ({ $by }) ou la modération peut faire cela. Demande-leur.
