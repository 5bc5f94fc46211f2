### The leaderboard and its picture

leaderboard-line = { $rank } **{ $player }** · { NUMBER($points) } pts · 👑{ $masters } ⛓️{ $servants } 🎲{ $games }
leaderboard-rating = ⭐{ NUMBER($rating, useGrouping: 0) }
leaderboard-legend = 👑 gagné en maître · ⛓️ gagné en esclave · 🎲 parties
leaderboard-legend-rating = ⭐ niveau
leaderboard-days = { $days ->
    [one] Dernier jour
   *[other] { $days } derniers jours
} · depuis le { $since } (UTC)
leaderboard-empty-days = Aucune partie finie ces { $days } derniers jours. Remonte plus loin, ou ouvres-en une avec `/table ouvrir` !
leaderboard-empty-season = Aucune partie finie dans cette saison pour l’instant. Lance-toi : `/table ouvrir` !
leaderboard-empty-kind = Aucune partie finie de ce genre pour l’instant. Ouvres-en une avec `/table ouvrir` !
leaderboard-picker = Quelle saison, ou depuis quand ?
leaderboard-last-days = { $days } derniers jours
chart-weeks = Les points, semaine après semaine
chart-days = Les points, jour après jour
