### What is kept about one person, and how they are forgotten

me-unknown = Je ne garde rien sur toi.
me-exported = 📦 Voici tout ce que je garde sur toi ; personne d’autre ne le voit. Les autres y figurent par des codes, sans leur nom, et ce qu’ils ont écrit n’y est pas.
me-forget = **Veux-tu que je t’oublie ?**
    • J’efface ton identité : les parties que tu as jouées restent, avec *{ $forgotten }* à ta place.
    • J’efface aussi tes noms actuels des titres, des noms de cartes et des motifs, sur tous les serveurs où tu as joué.
    • Tes points partent avec toi : si tu reviens, tu repars de zéro. Mais jusqu’à la fin de la saison en cours, je te reconnaîtrai si tu reviens : sans cela, on échapperait ainsi à une exclusion.
    Les messages que j’ai déjà publiés restent sur Discord. Avec `/moi exporter`, tu peux d’abord emporter ce que je garde.
me-sure = Oublie-moi
me-forget-again = ⚠️ **Vraiment ? Personne ne pourra revenir là-dessus : ni toi, ni la modération, ni la personne qui fait tourner le bot.**
me-keep = Tout garder
me-kept = Rien n’a changé.
me-forgotten = ✅ Je ne sais plus qui tu es.

retention-week = 7 jours
retention-month = 30 jours
retention-quarter = 90 jours
retention-year = 365 jours
retention-forever = Pour toujours
setting-retention = Données après mon départ
setting-retention-about = Si on me retire de ce serveur, je garde ses parties, ses points et ses réglages pendant cette durée, au cas où l’on me réinviterait. Ensuite je les efface, avec tous ceux qui n’ont joué nulle part ailleurs.

refusal-still-playing = Une partie a encore besoin de toi. Quitte d’abord la table, concède, aussi pour tes invités, attends la fin, désiste-toi ou annule la partie que tu as prévue, puis reviens : { $channels }
refusal-export-again = Tu viens de le demander. Tu pourras le redemander { $when }.

command-me = moi
command-me-about = Ce que je garde sur toi
command-me-export = exporter
command-me-export-about = Un fichier avec tout ce que je garde sur toi
command-me-forget = oublier
command-me-forget-about = Effacer ton identité, pour de bon (confirmation en deux fois)
