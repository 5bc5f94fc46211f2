### Ce qui est de trop, et ce qui ne peut être pris.

refusal-too-fast = Cela fait beaucoup en peu de temps. Réessaie { $again }.
refusal-many-opened = Les parties que tu as ouvertes dans { $channels } sont encore en cours. Termine-les, ou fermes-en une sur place avec `/table fermer` ; ouvre ensuite celle-ci.
refusal-many-open = Il y a déjà { $most } parties ouvertes sur ce serveur. Rejoins-en une, ou attends que l’une d’elles se termine.
refusal-servers-only = On joue sur un serveur. Va dans un salon de l’un des tiens et réessaie là-bas.
refusal-too-long = C’est trop long. Écris-le en { $most } caractères au plus.
refusal-bad-option = Discord a envoyé une valeur que je ne propose pas. Choisis dans la liste et raccourcis ce qui est très long ; si cela ne suffit pas, redémarre Discord.
refusal-unreadable = Il y a là quelque chose qui n’est pas un caractère. Retape le texte au lieu de le coller.
refusal-draft-full = Un signalement contient au plus { $most } objets. Retires-en un pour en ajouter un autre, ou laisse de côté ce qui a le moins compté.
