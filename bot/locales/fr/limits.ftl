### Ce qui est de trop, et ce qui ne peut être pris.

refusal-too-fast = Cela fait beaucoup en peu de temps. Réessaie { $again }.
refusal-many-opened = Les parties que tu as ouvertes dans { $channels } sont encore en cours. Termine-les, ou fermes-en une là-bas avec `⋯` 🔒 *{ button-close }* ; ouvre ensuite celle-ci.
refusal-many-open = Il y a déjà { $most } parties ouvertes sur ce serveur. Rejoins-en une, ou attends que l’une d’elles se termine.
refusal-servers-only = Cela ne marche que sur un serveur où je suis, pas en message privé ni ailleurs. Va dans un salon d’un tel serveur et réessaie là-bas.
refusal-incomplete = Discord ne m’a pas transmis tout ce qu’il me faut ; rien n’a changé. Réessaie, ou essaie dans un autre salon.
refusal-too-long = C’est trop long. Écris-le en { $most } caractères au plus.
refusal-bad-option = Discord a envoyé une valeur que je ne propose pas. Choisis dans la liste et raccourcis ce qui est très long ; si cela ne suffit pas, redémarre Discord.
refusal-unreadable = Ton texte contient quelque chose d’illisible. Retape-le au lieu de le coller.
refusal-draft-full = Une déclaration contient au plus { $most } objets. Retires-en un pour en ajouter un autre, ou laisse de côté ceux qui ont eu le moins d’effet.
