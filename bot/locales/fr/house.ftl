### Les variantes maison d’un serveur : ce qu’elles veulent dire, et la page où on les fait.

## En clair

house-same = Comme { $variant }.
house-like = Comme { $variant }, sauf :
house-points = Points : { $points }.
house-no-points = aucun

## La page de `/réglages variante`

house-title = Variantes de ce serveur
house-intro = `/réglages variante` avec un nouveau nom crée une variante. Choisis-en une ci-dessous pour la voir, la changer ou la supprimer. Les parties commencées gardent leurs règles du début.
house-pick = Choisis une variante…
house-start = À quelle variante ressemble-t-elle le plus ? Tu pourras ensuite changer chaque règle ; rien n’est encore enregistré.
house-start-menu = Partir de…
house-ask = Changer une règle…
house-number = Un autre nombre…
house-scorings = Partir d’un barème…
house-impossible = ⛔ Ces règles ne vont pas ensemble
house-saved = ✅ Enregistrée : on peut la jouer avec /table ouvrir.
house-new = Pas encore enregistrée.
house-changed = Tes changements ne sont pas encore enregistrés.
house-save = Enregistrer
house-delete = Supprimer
house-close = Fermer
house-closed = Fermé. Ce qui n’était pas enregistré est perdu ; `/réglages variante` recommence.
audit-variant-made = nouvelle variante « { $variant } » : { $answers }
audit-variant-changed = variante « { $variant } » changée : { $answers }
audit-variant-deleted = variante « { $variant } » supprimée

## Refus

refusal-no-such-variant = La variante « { $typed } » n’existe pas ici. Choisis-en une dans la liste.
refusal-house-most = Un serveur peut avoir { $most } variantes maison au plus. Supprimes-en une d’abord.
refusal-house-long = Le nom a plus de { $most } caractères. Choisis-en un plus court.
refusal-house-taken = { $variant } est fournie avec le bot et reste telle quelle. Donne un autre nom à la tienne.
refusal-house-number = Écris un nombre entier de { $low } à { $high }.
refusal-house-places = Cela ne se lit pas comme des points par place. Écris au plus { $most } nombres entiers de { $low } à { $high }, la meilleure place d’abord, par exemple 5 3 2 1.

## Commandes : noms, puis ce qu’elles font

command-variant = variante
command-variant-about = Créer une variante maison, la changer ou la supprimer (modérateurs)
option-name = nom
option-variant-name-about = Un nouveau nom, ou celui d’une de tes variantes ; par défaut, toutes
