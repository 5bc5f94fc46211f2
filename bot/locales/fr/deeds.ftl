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
leaderboard-legend-deeds = 🎖️ dont pour faits d’armes
season-standing-deeds = { NUMBER($points) } pour les résultats, { NUMBER($deeds) } pour les faits d’armes
refusal-season-rule-deeds = Ce ne sont pas des points pour des faits d’armes. Écris chacun avec ses points (jamais plus de { $most }), et le maximum par partie, par exemple premier sang 1, régicide 2, au plus 3.
option-deeds = faits-d-armes
option-deeds-about = Points par fait d’armes et maximum par partie : premier sang 1, régicide 2, au plus 3 ; aucun

## Dans les statistiques et le bilan de la semaine

deeds-of = 🎖️ Faits d’armes de { $player }
deeds-nothing = Aucun fait d’armes pour l’instant. `/règles` dit ce que c’est, sous « Faits d’armes ».
week-deed = 🎖️ Le fait d’armes le plus rare : { $deed } ({ $players })

## Les faits d’armes que le serveur nomme lui-même

event-deed = { $player } revendique un fait d’armes : { $deed }
claim-deed = un fait d’armes de { $player } : { $deed }
button-deed = Fait d’armes
deed-ask = Lequel des faits d’armes du serveur as-tu accompli ? Toute la table peut le contester.
deed-placeholder = Choisir un fait d’armes…
refusal-deed-often = Tu as revendiqué ce fait d’armes autant de fois qu’une partie le permet ({ $most }). Annule d’abord une revendication.
refusal-no-deeds = Ce serveur n’a plus de faits d’armes à lui. Demande à un modérateur d’en nommer avec `/réglages serveur`.
deed-unnamed = un fait d’armes du serveur
deed-times = { $times ->
    [one] une fois par partie
   *[other] jusqu’à { $times } fois par partie
}
setup-lines = Lignes…
setup-lines-label = Un par ligne, par exemple : Beau joueur ×2
setting-house_deeds = Faits d’armes du serveur
setting-house_deeds-about = Jusqu’à 25 faits d’armes que les joueurs revendiquent dans une partie par le ⋯ du tableau, un par ligne ; ×2 permet de le revendiquer deux fois par partie. Une saison leur donne des points par `/saison règles`.
unset-house_deeds = Aucun
refusal-deed-line = Une ligne est trop longue ou demande trop de fois. Écris un nom plus court (au plus { $longest }), et ×2 à ×{ $most }, s’il peut être revendiqué plus d’une fois par partie.
refusal-deeds-many = C’est trop de faits d’armes. Le maximum d’un serveur : { $most }.
struck-deed = fait d’armes
