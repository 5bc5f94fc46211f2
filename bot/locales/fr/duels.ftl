### Les duels de Magicjoust sur Discord : salle d’attente, tableau, menus et formulaires.

## Commandes

command-joust = joute
command-joust-about = Magicjoust : un duel de deux magiciens, avec leurs propres cartes
command-joust-open = ouvrir
command-joust-open-about = Ouvrir un duel ici
command-joust-invoke = invoquer
command-joust-invoke-about = Invoquer une carte de ta main
command-joust-change = changer
command-joust-change-about = Saisir ce que le texte d’une carte change sur la table
command-joust-undo = annuler
command-joust-undo-about = Annuler la dernière étape du duel
command-joust-concede = concéder
command-joust-concede-about = Abandonner le duel
command-joust-close = fermer
command-joust-close-about = Fermer le duel sans résultat, si l’autre joueur est d’accord
command-joust-board = tableau
command-joust-board-about = Voir le tableau en privé
command-joust-pay = payer
command-joust-pay-about = Comment payer une formule sur ton quadrant
command-joust-deck = pioches
command-joust-deck-about = Tes pioches : les vérifier et les garder, les regarder ou les oublier
option-dice = dés
option-dice-about = Qui jette les dés ; par défaut, le bot
dice-bot = les dés du bot
dice-own = nos propres dés
option-joust_name-about = La carte ; si elle est dans tes pioches ou a déjà été invoquée, rien d’autre à remplir
option-card_kind = type
option-card_kind-about = Le type de la carte
option-cost = coût
option-cost-about = Son coût, par exemple : bleu * - rouge ; vide, elle est gratuite
option-plan_points-about = Les points d’un plan
option-wear = usure
option-wear-about = Usure N : le dé jeté après chaque usage de son action
option-action = action
option-action-about = Ce qu’elle fait, en bref
option-formula = formule
option-formula-about = Ce que coûte chaque usage de son action
option-ephemeral = éphémère
option-ephemeral-about = Si elle part à la fin du tour ; par défaut, non
option-what = quoi
option-change_what-about = ajouter bleu 2 · retirer bleu! 1 · déplacer bleu 1 3 · défausser Bouilloire · main +2
option-because = raison
option-change_because-about = La carte dont le texte le dit
option-change_player-about = Devant qui cela se passe
option-undo_reason-about = Pourquoi ; seul un modérateur doit le dire
option-pay_formula-about = Par exemple : bleu * - rouge
option-also = ensuite
option-pay_also-about = Jusqu’à quatre formules à pouvoir payer ensuite, séparées par des virgules
option-file = fichier
option-deck_file-about = Tes pioches en TOML ou en JSON, 64 Ko au plus
option-forget = oublier
option-deck_forget-about = Oublier les pioches que je garde pour toi

## Salle d’attente et tableau

joust-title = Magicjoust
joust-thread-name = Magicjoust · { $host }
joust-about = Un duel de Magicjoust : deux magiciens, chacun avec ses deux pioches. Le troisième plan devant un joueur y met fin ; les plans qui valent le plus gagnent.
joust-missing = ⏳ **Il manque un adversaire** : appuie sur 🪑 *{ button-join }*.
joust-ready = ✅ Vous êtes là tous les deux. Lancez le duel quand vous voulez.
joust-sealed = 🎲 Dés fixés d’avance :
joust-dice-bot = Magicjoust · les dés du bot
joust-dice-own = Magicjoust · dés des joueurs
joust-counts = ✋ { $hand } en main · plans : { $plans } sur { $most }{ $plans ->
    [0] {""}
   *[other] {" "}· { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
}
joust-gone = Défausse : { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
}, { $singularities ->
    [one] { $singularities } singularité
   *[other] { $singularities } singularités
}
joust-latest = Dernières étapes
joust-dice-numbers = { $shown } (dés { $numbers })
joust-may-singularity = On peut encore piocher et placer une singularité.
joust-may-crucible = On peut encore piocher une carte du creuset.
joust-may-use = Une action n’a pas encore servi.
joust-guide-singularity = 🔮 *{ joust-button-place }* : pioche une carte singularité, et dis où elle va.
joust-guide-crucible = 🃏 *{ joust-button-draw }* : prends une carte du creuset en main.
joust-guide-invoke = ✨ *{ joust-button-invoke }* : joue une carte de ta main, si tes singularités en paient le coût.
joust-guide-end = ⏭️ *{ joust-button-end }* quand tu as fini. La suite : { button-more } › ❔ *{ button-how }*
joust-how-title = Comment jouer à Magicjoust
joust-how-need = **Il te faut** deux pioches à toi, d’au moins 20 cartes : les singularités et le creuset. Tu commences avec cinq cartes du creuset en main. Ta main et tes pioches restent chez toi ; je tiens la table.
joust-how-turn = **Ton tour**, dans n’importe quel ordre :
    🔮 *{ joust-button-place }* : pioche une carte singularité ; dis sa famille et sa zone (↖️ 1, ↗️ 2, ↘️ 3, ↙️ 4).
    🃏 *{ joust-button-draw }* : prends une carte du creuset.
    ✨ *{ joust-button-invoke }* : joue des cartes de ta main, autant que tu peux en payer.
    ⚙️ *{ joust-button-use }* : l’action de chaque carte sur la table, une fois par tour.
    ⚔️ *{ joust-button-attack }* : chacun jette un dé ; le plus grand total gagne, et l’égalité échoue.
    ⏭️ *{ joust-button-end }* : tout ce qui a servi est de nouveau prêt.
joust-how-pay = **Pour payer un coût** comme *{ step-blue } { step-any }*, choisis une zone de départ et un sens. Chaque étape dépense une singularité stable dans la zone suivante : ici une bleue dans la première, et n’importe laquelle dans la deuxième. *{ step-skip }* n’en dépense aucune. Je cherche les façons de payer. Le coût d’un plan détruit ce qu’il dépense.
joust-how-end = **La fin** : le troisième plan devant un joueur termine le duel ; chacun compte les points de ses plans.
joust-proposal = 🤝 En attente d’un accord
joust-proposal-undo = { $player } veut annuler la dernière étape. Si tu es d’accord, appuie sur 🤝 *{ joust-button-agree }*.
joust-proposal-close = { $player } veut fermer le duel sans résultat. Si tu es d’accord, appuie sur 🤝 *{ joust-button-agree }*.
joust-call-undo = { $player }, es-tu d’accord pour annuler la dernière étape ?
joust-call-close = { $player }, es-tu d’accord pour fermer le duel sans résultat ?
joust-button-start = Lancer
joust-button-place = Placer
joust-button-draw = Piocher
joust-button-invoke = Invoquer
joust-button-use = Utiliser
joust-button-wear = Jet d’usure
joust-button-attack = Attaquer
joust-button-end = Fin du tour
joust-button-change = Changer
joust-button-undo = Annuler
joust-button-agree = D’accord
joust-button-concede = Concéder
joust-button-fair = Vérifier les dés
joust-button-log = Récit
joust-button-rematch = Revanche
joust-button-other = Décrire une carte
joust-button-really = Terminer quand même
joust-button-conceding = Oui, je concède

## Menus et réponses privées

joust-done-open = Ton duel est ouvert. L’autre joueur peut le rejoindre sur le tableau de ce salon.
joust-done-opened = Ton duel est ouvert.
joust-done-thread = Ton duel est ouvert : { $thread }
joust-done-asked = { $player } doit donner son accord : le tableau le demande.
joust-done-unasked = Demande retirée : { $player } n’a plus à répondre.
joust-first = Vous jetez vos propres dés : qui a fait plus, et commence ?
joust-first-placeholder = Qui commence ?
joust-place =
    🔮 Quelle singularité as-tu piochée, et où va-t-elle ?
    -# Zones : ↖️ 1, ↗️ 2, ↘️ 3, ↙️ 4. Si la carte n’en nomme pas, tu choisis.
joust-place-placeholder = Famille et zone…
joust-place-zone = { $family } → zone { $zone }
joust-place-discarded = { $family } → impossible à placer
joust-invoke =
    ✨ Quelle carte invoques-tu ?
    -# Je dis si tu peux la payer, et comment.
joust-invoke-unknown = ✨ Je ne connais pas encore tes cartes. Celle que tu invoques : ✏️ *{ joust-button-other }*. Ou garde tes pioches avec `/joute pioches`, et choisis dans une liste.
joust-invoke-placeholder = Tes cartes…
joust-card-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
joust-free = gratuite
joust-use = ⚙️ Quelle action utilises-tu ?
joust-use-placeholder = Tes actions…
joust-pay-which = On peut payer cela en dépensant des singularités différentes. Lesquelles ?
joust-pay-placeholder = Dépenser…
joust-pay-way = départ { $start }, { $direction } : { $steps }
joust-pay-left = Il reste { $left }
joust-pay-start = Départ en zone { $zone }
joust-pay-any = *n’importe* numéro { $number } : { $family }
joust-end-sure = ⏭️ Terminer le tour ? Rien de tout cela n’est obligatoire :
joust-concede-sure = 🏳️ Tu perds le duel, et l’autre joueur reçoit 3 points.
joust-fair-title = 🎲 Vérifier les dés
joust-fair-sealed = Les dés viennent d’un secret tiré à l’ouverture du duel. Jusqu’à la fin, tu n’en vois que l’empreinte SHA-256, qu’aucun autre secret n’a. Garde-la : après la fin, ce bouton montre le secret.
joust-fair-proof = Les dés venaient de ce secret ; son empreinte, `commitment`, était sur le tableau. Enregistre ces lignes sous `dice.json` : `suzerain verify dice.json` les jette de nouveau.
joust-deck-registered = ✅ Tes pioches sont gardées. Personne d’autre ne les voit.
joust-deck-kept = Voici les pioches que je garde pour toi. Personne d’autre ne les voit.
joust-deck-not-kept = ⚠️ On ne peut pas encore jouer avec ces pioches : je ne les ai pas gardées.
joust-deck-forgotten = Tes pioches sont oubliées.

## Formulaires

joust-form-card = Carte
joust-form-kind = Type
joust-form-cost = Coût
joust-form-cost-about = Par exemple : bleu * - rouge ; vide si elle est gratuite
joust-form-points = Points
joust-form-points-about = D’un plan, et seulement d’un plan
joust-form-action = Action
joust-form-action-about = Formule, usure et le reste : /joute invoquer, ou tes pioches
joust-form-whose = Devant qui
joust-form-whose-about = L’un des deux joueurs
joust-form-what = Ce qui se passe
joust-form-what-about = ajouter bleu 2 · retirer bleu! 1 · déplacer bleu 1 3 · retourner rouge 2 · main +2
joust-form-because = À cause de
joust-form-because-about = La carte dont le texte le dit
joust-bonus = Bonus
joust-bonus-about = Ajouté au dé, de −9 à 9
joust-die = Ton dé
joust-die-about = De 1 à 6
joust-mine = Ton bonus
joust-mine-about = Ajouté à ton dé, de −9 à 9
joust-theirs = Le bonus de l’autre joueur
joust-theirs-about = Ajouté à son dé, de −9 à 9
joust-my-die = Ton dé
joust-my-die-about = De 1 à 6
joust-their-die = Le dé de l’autre joueur
joust-their-die-about = De 1 à 6
change-word-add = ajouter
change-word-remove = retirer
change-word-move = déplacer
change-word-flip = retourner
change-word-discard = défausser
change-word-return = reprendre
change-word-ready = redresser
change-word-hand = main

## Refus

refusal-agree-yourself = C’est toi qui l’as demandé. C’est à l’autre joueur d’accepter.
refusal-nothing-proposed = Personne ne demande plus rien. Regarde le tableau le plus récent.
refusal-card-kind = Je ne connais pas ce type de carte. Choisis-en un dans la liste.
refusal-unknown-card = Je ne connais pas ta carte « { $typed } ». Dis son type et son coût, ou enregistre tes pioches avec `/joute pioches`.
refusal-no-actions = Aucune carte devant toi n’a plus d’action pour ce tour. Invoques-en une, ou termine le tour.
refusal-change-what = Je ne comprends pas ce changement. Écris par exemple : ajouter bleu 2, retirer bleu! 1, déplacer bleu 1 3, retourner rouge 2, défausser Bouilloire, reprendre Bouilloire, redresser Bouilloire, main +2.
refusal-change-card = Aucune carte de ce nom devant { $player }. Écris son nom comme sur le tableau, ou son numéro.
refusal-joust-number = Ce nombre ne convient pas. Écris un nombre entier de { $least } à { $most }.
refusal-no-dice-secret = Vous jetez vos propres dés dans ce duel : je n’ai pas de secret à montrer.
refusal-pay-also = C’est trop à la fois. Nomme au plus { $most } autres formules, séparées par des virgules.
refusal-no-deck = Je ne garde pas de pioches à toi. Envoie-les avec `/joute pioches` : un fichier en TOML ou en JSON.
refusal-file-large = Le fichier est trop gros : { $most } Ko au plus.
refusal-file-fetch = Je n’ai pas pu récupérer le fichier à temps chez Discord. Réessaie.
refusal-deck-unreadable = Je ne peux pas lire ces pioches : { $problem }

## The challenge, and the great work

option-opponent = adversaire
option-opponent-about = Qui tu défies ; n’importe qui peut rejoindre
joust-challenge = ⚔️ { $player } défie { $opponent } dans un duel de Magicjoust. Appuie sur 🪑 *{ button-join }* sur le tableau.
joust-button-present = Présenter l’œuvre
joust-work = 🎭 La grande œuvre
joust-work-about = Ce que tes plans sont devenus, pour le public
joust-done-present = Le public le voit sur le tableau.
refusal-only-winner = C’est au gagnant de présenter la grande œuvre. Attends que quelqu’un ait gagné.
refusal-duel-counts = Le résultat compte désormais. Seul un modérateur peut l’annuler, avec un motif : `/joute annuler`.
joust-pending = Le résultat comptera { $due }. D’ici là, vous pouvez l’annuler d’un commun accord, et le joueur qui n’a pas mis fin au duel peut appuyer sur ✋ *{ button-dispute }*.

## Contester la fin

joust-end = la fin du duel
joust-contested = Le résultat ne compte pas encore.
joust-disputed = { $player } conteste la fin du duel. Rien ne comptera tant que la modération n’aura pas tranché ci-dessous.
joust-call-dispute = { $moderators } : la fin d’un duel est contestée. À vous de trancher ci-dessous.
joust-done-dispute = ✋ Tu contestes la fin du duel. Elle n’est pas définitive pour l’instant, et la modération le voit sur le tableau. Tu as changé d’avis ? Appuie là-bas sur ☑️ *{ button-stands }*.
joust-unsettled = ↩️ { $by } demande à annuler la fin, sans réponse.
audit-upheld = a jugé valable la fin d’un duel dans { $channel }
refusal-duel-goes-on = Il n’y a rien à contester : le duel continue. Regarde le dernier tableau.
refusal-duel-disputed = C’est à la modération de dire si la fin est valable, ou au joueur qui la conteste. Attends, ou demande à la modération.
refusal-dispute-own = C’est toi qui as mis fin à ce duel : seul l’autre joueur peut le contester. Si c’était une erreur, appuie sur ↩️ *{ joust-button-undo }* ; l’autre joueur doit être d’accord.
