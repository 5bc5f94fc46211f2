### La page du bac à sable, à côté de ce que montre le Discord simulé

sandbox-welcome = Bienvenue ! Tu es { $player }, sur un petit serveur où rien n’est vrai, sauf le bot. Tape { $command }, et joue aussi les autres ; ou ouvre une partie finie et regarde.
sandbox-try = Essayer
sandbox-season = Ouvrir une partie finie
sandbox-season-busy = Douze parties se jouent…
sandbox-season-game = Partie { $game } sur { $games }…
sandbox-skip = Avancer de 15 minutes
sandbox-skip-busy = On avance…
sandbox-week = Avancer à lundi
sandbox-deck = Prendre des pioches
sandbox-deck-busy = Vérification des pioches…
sandbox-others = Les autres : { $button }
sandbox-others-busy = Les autres répondent…
sandbox-look = Regarder comme
sandbox-places = Salons
sandbox-direct = @ messages privés
sandbox-see = Voir Discord en
sandbox-moderates = modération
sandbox-menu = Menu ({ $player })
sandbox-failed = Cela n’a pas marché ici.
sandbox-silent = L’application ne répond plus.
sandbox-late = L’application n’a pas répondu à temps.
sandbox-stopped = Le bac à sable s’est arrêté. Relance-le et ouvre sa nouvelle adresse.

## Ce que Discord dit lui-même

discord-submit = Envoyer
discord-cancel = Annuler
discord-form-warning = Ce formulaire sera envoyé à { $what }. N’y donne ni mot de passe ni information sensible.
discord-apply = Valider
discord-select = Fais un choix
discord-select-several = Fais un ou plusieurs choix
discord-message = Écrire dans { $what }
discord-no-messages = Aucun message dans ce salon.
discord-earlier = Voir les messages précédents
discord-newer = Nouveaux messages · aller aux derniers
discord-private = Personne d’autre ne voit ceci
discord-thinking = Réflexion…
discord-edited = (modifié)
discord-used = { $what } a utilisé
discord-optional = options : +{ $what }
discord-more-options = options : +{ $what }
discord-more = autres : +{ $what }
discord-options = OPTIONS
discord-matching = OPTIONS POUR { $what }
discord-members = MEMBRES
discord-roles = RÔLES
discord-channels = SALONS
discord-no-match = Rien de tel
discord-true = Vrai
discord-false = Faux
discord-required = Ce champ est obligatoire.
discord-wrong-length = Le texte est trop court ou trop long.
discord-wrong-range = Le nombre est trop petit ou trop grand.
discord-wrong-choice = Choisis dans la liste.
discord-wrong-value = Cette valeur ne convient pas.
