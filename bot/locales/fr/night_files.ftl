### Le fichier d’une soirée, et l’image de son classement.

plan-button-fair = Vérifier le tirage
night-sealed-about = Entre des tables aussi bonnes les unes que les autres, c’est un secret qui choisit, et personne ne le voit avant la fin de la soirée. L’engagement est l’empreinte SHA-256 des lignes ci-dessous. Note ses seize premiers caractères, qui restent sur le message : la soirée finie, ce bouton te donne le fichier qui prouve les tables.
night-sealed-still = Le fichier arrive { $when } : d’ici là, la fin de la soirée peut encore être annulée.
night-proof-about = Les tables viennent de ce que contient ce fichier ; son `commitment` était avant sur le message. Enregistre-le : `suzerain verify night.json` refait les tables. Pour le faire sans le bot : `docs/design/night-recipe.md`, à côté de son code source.
night-proof-hides = Sur ce serveur, des personnes en évitent d’autres. Pour que nul ne devine lesquelles, quels que soient les présents, le fichier tait le secret. Il prouve la taille des tables et qui a sauté une ronde. Les modérateurs qui n’ont ni joué ni mené la soirée l’obtiennent en entier par ce bouton.
night-proof-changed = Quelqu’un a changé depuis qui il évite : le fichier ne prouve plus les tables des rondes { $rounds }.
night-proof-pairs = Seuls les modérateurs ont ce fichier : il dit qui a été tenu à l’écart de qui. N’en parle à personne.
night-proof-forgotten = Quelqu’un de cette soirée a été oublié : le fichier prouve les tables, mais plus quel compte est derrière quelle ligne.
night-chart = Le classement, ronde après ronde
night-chart-picture = { $title } : place, nom et points, puis les places après les rondes { $weeks }.
