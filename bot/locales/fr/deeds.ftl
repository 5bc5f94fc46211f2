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
