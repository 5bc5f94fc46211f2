### Le lien vers la table : où ses joueurs se retrouvent sur le web.

button-link = Ajouter un lien
button-link-change = Changer le lien
link-title = Lien vers la table
link-label = Où vous vous retrouvez sur le web
link-about = Une adresse https, derrière ⋯ pour ceux qui sont assis. Je ne l’ouvre jamais. Vide, je l’enlève.
link-line = 🔗 La table : { $link }
done-link = Ceux qui sont assis ici trouvent le lien derrière `⋯` :
done-link-gone = Le lien est enlevé.
event-link = 🔗 Un lien vers la table a été donné à ceux qui y sont assis.
event-link-gone = 🔗 Le lien vers la table a été enlevé.
option-table-link-about = Où vous vous retrouvez sur le web : une adresse https, visible des seuls joueurs assis
