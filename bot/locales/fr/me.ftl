### What is kept about one person, and how they are forgotten

me-unknown = Je ne garde rien sur toi.
me-exported = 📦 Voici tout ce que je garde sur toi ; personne d’autre ne le voit. Les autres y figurent par des codes, sans leur nom, et ce qu’ils ont écrit n’y est pas.
me-forget = **Veux-tu que je t’oublie ?**
    • J’efface ton identité : les parties que tu as jouées restent, avec *{ $forgotten }* à ta place.
    • J’efface aussi tes noms actuels des titres, des noms de cartes et des motifs, sur tous les serveurs où tu as joué.
    • Tes points partent avec toi : si tu reviens, tu repars de zéro. Mais jusqu’à la fin de la saison en cours, je te reconnaîtrai si tu reviens : sans cela, on échapperait ainsi à une exclusion.
    • Si une partie déjà finie a été rouverte, tu y concèdes.
    Les messages que j’ai déjà publiés restent sur Discord. Avec `/moi exporter`, tu peux d’abord emporter ce que je garde.
me-sure = Oublie-moi
me-forget-again = ⚠️ **Vraiment ? Personne ne pourra revenir là-dessus : ni toi, ni la modération, ni la personne qui fait tourner le bot.**
me-keep = Tout garder
me-kept = Rien n’a changé.
me-forgotten = ✅ Je ne sais plus qui tu es.

own-games = **Voici ce à quoi tu participes sur ce serveur.** Tu quittes tout de suite ; là où cela finirait une partie, pour toi ou pour d’autres, je demande d’abord.
own-none = Tu ne participes à aucune partie, aucun projet de partie et aucune soirée sur ce serveur.
own-more = … et { $count } de plus. Quittes-en pour les voir.
own-leave = Quitter { $number }
own-leave-sure = Quitter
own-dispute = Contester { $number }
own-back = Retour
own-left = C’est fait : tu n’en fais plus partie.
own-disputed = C’est contesté : c’est maintenant à la modération de trancher.
own-seat = tu as une place à la table
own-kept = une place t’est gardée ; tu ne l’as pas prise
own-playing = tu joues
own-guest-seat = ton invité { $player } a une place
own-guest-playing = ton invité { $player } joue
own-guest-kept = une place est gardée pour ton invité { $player }
own-guest-added = d’autres y ont mis { $player } comme ton invité ; cela ne te bloque en rien
own-host = tu es l’hôte de la table
own-signed-up = tu y as une inscription
own-added = d’autres t’y ont mis ; cela ne te bloque en rien
own-answered = tu as répondu au sondage
own-organiser = tu l’organises
own-ended = c’est fini, sans compter encore ; tu peux contester la fin
own-sure-playing = Tu quittes une partie en cours : { $game }. C’est une concession.
own-sure-guest-playing = { $player } quitte une partie en cours : { $game }. C’est une concession.
own-sure-host = La table ferme pour tout le monde : { $game }.
own-sure-organiser = Tout s’arrête pour tout le monde : { $game }. Une soirée commencée est close ; le reste est annulé, avec toute sa série.
own-sure-ended = Tu contestes la fin de cette partie : { $game }. Elle ne compte pas tant que la modération n’a pas tranché.

retention-week = 7 jours
retention-month = 30 jours
retention-quarter = 90 jours
retention-year = 365 jours
retention-forever = Pour toujours
setting-retention = Données après mon départ
setting-retention-about = Si on me retire de ce serveur, je garde ses parties, ses points et ses réglages pendant cette durée, au cas où l’on me réinviterait. Ensuite je les efface, avec tous ceux qui n’ont joué nulle part ailleurs.

refusal-still-playing = Une partie a encore besoin de toi : { $channels }. `/moi parties` montre tout ce à quoi tu participes et te permet de le quitter ; pour un autre serveur, tape-le là-bas. Puis réessaie.
refusal-own-gone = Tu n’en fais plus partie. Regarde à nouveau avec `/moi parties`.
refusal-export-again = Tu viens de le demander. Tu pourras le redemander { $when }.

command-me = moi
command-me-about = Ce que je garde sur toi
command-me-games = parties
command-me-games-about = Voir tout ce à quoi tu participes sur ce serveur, et le quitter
command-me-export = exporter
command-me-export-about = Un fichier avec tout ce que je garde sur toi
command-me-forget = oublier
command-me-forget-about = Effacer ton identité, pour de bon (confirmation en deux fois)
