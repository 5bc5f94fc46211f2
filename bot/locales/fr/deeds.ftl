### Les faits d’armes : ce que l’on accomplit dans une partie, et les saisons qui leur donnent des points.

## Les faits d’armes eux-mêmes

deeds-title = Faits d’armes
deeds-word = faits d’armes
deeds-intro = Battre quelqu’un, c’est causer sa défaite. Chaque fait d’armes compte une fois par joueur et par instant ; une saison peut leur donner des points.
deed-given = + { $deed } : { $player }
deed-taken = − { $deed } : { $player }
deed-first-blood = Premier sang
deed-first-blood-about = Tu bats un joueur en premier dans la partie.
deed-regicide = Régicide
deed-regicide-about = Tu bats un maître que servaient au moins deux joueurs.
deed-commanders-blow = Coup du commandant
deed-commanders-blow-about = Tu bats un joueur par des blessures de commandant.
deed-venom = Venin
deed-venom-about = Tu bats un joueur par le poison.
deed-mill = Meule
deed-mill-about = Tu bats un joueur dont la bibliothèque était vide.
deed-double = Doublé
deed-double-about = Tu bats au moins deux joueurs au même instant.
deed-revenge = Vengeance
deed-revenge-about = Tu bats un joueur qui t’avait battu.
deed-broke-the-chains = Chaînes brisées
deed-broke-the-chains-about = Tu bats ton propre maître.
deed-loyal = Fidélité
deed-loyal-about = Tu gagnes en servant, sans avoir servi plus d’un maître de toute la partie.

## Leurs points dans une saison

deeds-none = aucun
deeds-most = au plus
season-rule-deeds-most = au plus par partie : { $points }
deeds-preset-classic = Classique : pas de points pour les faits d’armes
deeds-preset-first-blood = Premier sang · { $deeds }
deeds-preset-hunters = Chasseurs · { $deeds }
leaderboard-deeds = 🎖️{ $points }
leaderboard-legend-deeds = 🎖️ points de faits d’armes
season-standing-deeds = { NUMBER($points) } pour les résultats, { NUMBER($deeds) } pour les faits d’armes
refusal-season-rule-deeds = Ce ne sont pas des points pour des faits d’armes. Écris chacun avec ses points (jamais plus de { $most }), et le maximum par partie, par exemple premier sang 1, régicide 2, au plus 3. Seul un fait d’armes propre au serveur peut coûter des points, par exemple Jeu trop lent −1.
option-deeds = faits-d-armes
option-deeds-about = Points par fait d’armes et maximum par partie : premier sang 1, régicide 2, au plus 3 ; aucun

## Dans les statistiques et le bilan de la semaine

deeds-of = 🎖️ Faits d’armes : { $player }
deeds-nothing = Aucun fait d’armes pour l’instant. `/règles` dit ce que c’est, sous « Faits d’armes ».
week-deed = { $before ->
    [0] 🎖️ Une première sur ce serveur : { $deed } ({ $players })
    [one] 🎖️ Vu ici { $before } seule fois auparavant : { $deed } ({ $players })
   *[other] 🎖️ Vu ici { NUMBER($before) } fois seulement auparavant : { $deed } ({ $players })
}

## Les faits d’armes que le serveur nomme lui-même

event-deed = { $player } revendique un fait d’armes : { $deed }
event-deed-voted = Vote des joueurs pour { $deed } : { $player }
event-deed-voted-nobody = Vote des joueurs pour { $deed } : personne ne l’obtient
event-deed-given = { $by } accorde un fait d’armes à { $player } : { $deed } (« { $reason } »)
claim-deed = un fait d’armes ({ $player }) : { $deed }
claim-deed-vote = le vote pour { $deed }
claim-deed-press = Un fait d’armes revendiqué reste tant que personne ne le conteste. Dans une saison avec la règle *cercles*, il ne rapporte des points que si un autre joueur le confirme.
button-deed = Fait d’armes
deed-ask = Lequel des faits d’armes du serveur as-tu accompli ? Toute la table peut le contester. Pour ceux marqués 🗳️, tu votes, et personne n’apprend pour qui.
deed-way-voted = les joueurs votent
deed-way-given = un organisateur l’accorde
deed-words-voted = vote, voté
deed-words-given = accordé
vote-ask = Qui mérite { $deed } ? Personne n’apprend qui tu choisis. Le vote se ferme quand tout le monde a choisi et que la partie est finie, au plus tard avant qu’elle ne compte.
vote-placeholder = Choisir un joueur…
vote-cast = 🗳️ Ton bulletin pour { $deed } : { $player }. Personne d’autre ne le sait. Tant que le vote est ouvert, tu peux changer d’avis.
vote-closed = 🗳️ Ton bulletin pour { $deed } : { $player }. C’était le dernier. { $result }
button-award = Accorder un fait d’armes
award-ask = Quel fait d’armes accordes-tu dans cette partie ? Il figure au journal des décisions, et toute la table peut le contester.
award-whom = Qui reçoit { $deed } ?
deed-placeholder = Choisir un fait d’armes…
refusal-deed-often = Tu as revendiqué ce fait d’armes autant de fois qu’une partie le permet ({ $most }). Annule d’abord une revendication.
refusal-deed-given-often = Ce joueur a déjà ce fait d’armes autant de fois qu’une partie le permet ({ $most }). Un modérateur peut en annuler un.
refusal-only-givers = Seuls les modérateurs et l’organisateur de la soirée accordent des faits d’armes. Demande à l’un d’eux.
refusal-give-own-table = Tu joues à cette table, ou ton invité y joue. Demande à un autre organisateur ou modérateur d’accorder le fait d’armes.
refusal-vote-yourself = On ne vote ni pour soi ni pour ses propres invités. Choisis quelqu’un d’autre.
refusal-vote-over = Le vote pour ce fait d’armes est clos. Tant que la partie ne compte pas, tu peux contester le résultat.
refusal-no-deeds = Ce serveur n’a plus de faits d’armes à lui. Demande à un modérateur d’en nommer avec `/réglages serveur`.
deed-unnamed = un fait d’armes du serveur
deed-times = { $times ->
    [one] une fois par partie
   *[other] jusqu’à { $times } fois par partie
}
setup-lines = Lignes…
setup-lines-label = Un par ligne : Fair-play ×2 · Beau coup = vote
setting-house_deeds = Faits d’armes du serveur
setting-house_deeds-about = Jusqu’à 100 faits d’armes que les joueurs revendiquent dans une partie par le ⋯ du tableau, un par ligne. ×2 : deux fois par partie. Avec = vote les joueurs votent, avec = accordé un organisateur l’accorde. `/saison règles` leur donne des points, même négatifs.
unset-house_deeds = Aucun
refusal-deed-line = Une ligne est trop longue ou demande trop de fois. Écris un nom plus court (au plus { $longest }), et ×2 à ×{ $most }, s’il peut être obtenu plus d’une fois par partie. Avec = vote, pas de ×.
refusal-deeds-many = C’est trop de faits d’armes. Le maximum d’un serveur : { $most }.
struck-deed = fait d’armes
