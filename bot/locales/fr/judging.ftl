### Le juge sur Discord : questions, réponses, formulaires.

## Le réglage du serveur

setting-rules_era = Règles du juge
setting-rules_era-about = Les règles que suit le juge si personne n’en choisit d’autres : celles d’aujourd’hui, ou celles de janvier 2013, quand on pouvait rediriger sur un planeswalker les blessures d’un joueur. La réponse dit toujours lesquelles.
rules-era-2013 = Janvier 2013
rules-era-current = Celles d’aujourd’hui
