### La page du bac à sable, à côté de ce que montre le Discord simulé

sandbox-welcome = Bienvenue ! Tu es { $player }, sur un petit serveur où rien n’est vrai, sauf le bot. Tape { $command }, et joue aussi les autres ; ou ouvre une partie finie et regarde.
sandbox-try = Essayer
sandbox-season = Ouvrir une partie finie
sandbox-season-busy = Douze parties se jouent…
sandbox-skip = Avancer de 15 minutes
sandbox-skip-busy = On avance…
sandbox-others = Les autres : { $button }
sandbox-others-busy = Les autres répondent…
sandbox-look = Regarder comme
sandbox-places = Salons
sandbox-direct = @ messages privés
sandbox-see = Voir Discord en
sandbox-options = Les options des commandes gardent ici leur nom anglais. Discord les montre dans ta langue.
sandbox-moderates = modération
sandbox-menu = Menu ({ $player })
sandbox-failed = Cela n’a pas marché ici.
sandbox-silent = L’application ne répond plus.
sandbox-late = L’application n’a pas répondu à temps.
sandbox-stopped = Le bac à sable s’est arrêté. Relance-le et ouvre sa nouvelle adresse.
