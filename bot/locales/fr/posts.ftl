### Le bilan de la semaine et les finales de saison : quand, où, et ce qui n’a pas marché

## Dans le salon

post-week-button = Le classement actuel
post-season-button = Tout le classement
post-nobody = 😴 { $dates } : personne n’a fini de partie cette semaine-là, donc pas de bilan.

post-week-lacks = ⚠️ Le bilan de la semaine ne peut pas aller dans { $channel } : il m’y manque { $missing }. Je le garde en attendant.
post-week-trouble = ⚠️ Le bilan de la semaine ne peut pas aller dans { $channel } : Discord ne m’y laisse pas entrer, ou le salon n’existe plus. Choisis-en un autre avec `/réglages serveur` ; je garde le bilan en attendant.
post-season-lacks = ⚠️ Le classement final de la saison ne peut pas aller dans { $channel } : il m’y manque { $missing }. Je le garde en attendant.
post-season-trouble = ⚠️ Le classement final de la saison ne peut pas aller dans { $channel } : Discord ne m’y laisse pas entrer, ou le salon n’existe plus. `/classement` le montre à tout le monde.
post-notice-lacks = ⚠️ La fin de la saison ne peut pas être annoncée dans { $channel } : il m’y manque { $missing }. Je garde l’annonce en attendant.
post-notice-trouble = ⚠️ La fin de la saison ne peut pas être annoncée dans { $channel } : Discord ne m’y laisse pas entrer, ou le salon n’existe plus. `/saison terminer` la prévoit à nouveau, pour un autre salon.

season-ended = 🏁 **{ $name }** est terminée. Son classement final arrive dans ce salon, et reste juste si une partie est corrigée plus tard.

## Réglages

setup-group-seasons = Saisons
setup-tested-weekly = ✅ { $channel } : je peux y envoyer le bilan de la semaine
setup-next-post = 📅 Prochain bilan : { $due }

setting-weekly = Bilan de la semaine
setting-weekly-about = Un salon où je fais le point une fois par semaine : qui est monté, ce qui s’est joué, qui a surpris tout le monde. Je n’y mentionne personne, et je me tais si personne n’a joué.
unset-weekly = Pas de bilan
setting-weekday = Jour du bilan
setting-weekday-about = Le jour de la semaine où il arrive, dans le fuseau horaire du serveur.
weekday-monday = lundi
weekday-tuesday = mardi
weekday-wednesday = mercredi
weekday-thursday = jeudi
weekday-friday = vendredi
weekday-saturday = samedi
weekday-sunday = dimanche
setting-hour = Heure du bilan
setting-hour-about = L’heure à laquelle il arrive, dans le fuseau horaire du serveur.
setting-shows = Ce que montre le bilan
setting-shows-about = Choisis les parties que tu veux.
shows-table = le classement
shows-movement = qui est monté ou descendu
shows-results = les résultats de la semaine
shows-upsets = les surprises
shows-chart = la courbe de la saison
shows-newcomers = les nouveaux

permission-attach_files = Joindre des fichiers
permission-read_message_history = Voir les anciens messages

refusal-no-week = Il n’y a pas de bilan de cette semaine ici. Choisis-en un dans la liste qui apparaît pendant que tu écris.
refusal-week-alone = Un bilan s’affiche tel qu’il a été publié. Retire les autres options.

option-week = semaine
option-week-about = Le bilan d’une semaine passée
