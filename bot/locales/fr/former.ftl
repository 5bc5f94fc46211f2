### Ce qui se trouve derrière `⋯` et demande d’abord quelque chose ; où sont les anciennes commandes

button-effects = Effets de cartes
button-end = Finir la partie
button-removal = Écarter un joueur
button-draws = Tous les tirages
effects-ask = 🌀 Quel effet ? Il s’applique dès que tu choisis.
effects-extra = Tour supplémentaire : à qui ?
effects-restart = Karn libéré : à qui ?
effects-subgame = Sous-partie : quelle carte ?
ending-ask = 🏁 Comment la partie finit-elle ? Je te demanderai confirmation.
ending-effect = Qui gagne grâce à un effet ?
ending-combo = Qui gagne avec une combo ?
ending-draw = Personne : partie nulle
removal-ask = 🥾 Qui manque ? Je l’appelle ; cinq minutes plus tard, { $who } peuvent voter aussi. La modération écarte tout de suite.
removal-ask-few = 🥾 Qui a quitté le serveur ? À si peu de joueurs, on ne vote pas : seule la modération écarte quelqu’un d’autre.
removal-ask-lobby = 🥾 Quelle place faut-il libérer ? Elle l’est tout de suite.
removal-ask-moderator = 🥾 Qui veux-tu écarter ? C’est immédiat.
removal-ask-seated = 🥾 Qui a quitté le serveur, ou lequel de tes invités ne vient pas ? Sa place est libre tout de suite. { $host } peut libérer toutes les places.
removal-placeholder = Le joueur à écarter
seat-placeholder-guest = Un remplaçant pour { $guest }

refusal-former-join = C’est maintenant un bouton : 🪑 *{ button-join }* sur le tableau, et dans `/table situation`.
refusal-former-leave = C’est maintenant un bouton : *{ button-leave }* sur le tableau, et dans `/table situation`.
refusal-former-start = C’est maintenant un bouton : *{ button-start }* sur le tableau, et dans `/table situation`.
refusal-former-turn = C’est maintenant un bouton : *{ button-turn }* sur le tableau, et dans `/table situation`. Tours supplémentaires : `⋯` 🌀 *{ button-effects }*.
refusal-former-effects = C’est maintenant derrière `⋯`, sur le tableau et dans `/table situation` : 🌀 *{ button-effects }*.
refusal-former-end = C’est maintenant derrière `⋯`, sur le tableau et dans `/table situation` : 🏁 *{ button-end }*.
refusal-former-log = C’est maintenant derrière `⋯`, sur le tableau et dans `/table situation` : 📜 *{ button-log }*.
refusal-former-draws = C’est maintenant derrière `⋯`, sur le tableau et dans `/table situation` : 🎲 *{ button-fair }*, puis *{ button-draws }*.
refusal-former-removal = C’est maintenant derrière `⋯`, sur le tableau et dans `/table situation` : 🥾 *{ button-removal }*.
refusal-former-substitute = C’est maintenant derrière `⋯`, sur le tableau et dans `/table situation` : 🔁 *{ button-substitute }*.
refusal-former-close = C’est maintenant derrière `⋯`, sur le tableau et dans `/table situation` : 🔒 *{ button-close }*.
refusal-former-change = Il n’y a plus d’option pour cela. Donne à la commande l’option `{ option-change }` : tu pourras alors le régler avant toute publication.
refusal-former-preview = Il n’y a plus d’option pour cela. Appuie sur *{ change-button-change }* sous ce que montre la commande.
refusal-former-players = Une seule option contient maintenant tous les joueurs. Nomme-les dans `{ option-players }` par des mentions, comme `@Ana @Bo`.
refusal-former-judge = Il n’y a plus qu’une commande. Tape `/juge` et choisis la question : un formulaire s’ouvre.
