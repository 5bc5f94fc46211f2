### The leaderboard and its picture

leaderboard-line = { $rank } **{ $player }** · { NUMBER($points) } { $points ->
    [one] pt
   *[other] pts
} · { $kind ->
    [thrall] 👑{ $masters } ⛓️{ $servants }
   *[other] 👑{ $masters }
} 🎲{ $games }
leaderboard-rating = ⭐{ NUMBER($rating, useGrouping: 0) }
leaderboard-legend = { $kind ->
    [thrall] 👑 victoires comme maître · ⛓️ comme esclave
   *[other] 👑 victoires
} · 🎲 parties
leaderboard-legend-rating = ⭐ cote
leaderboard-days = { $days ->
    [one] Dernier jour
   *[other] { $days } derniers jours
} · depuis le { $since } (UTC)
leaderboard-empty-days = Aucune partie finie { $days ->
    [one] au cours du dernier jour
   *[other] ces { $days } derniers jours
}. Remonte plus loin, ou ouvres-en une avec `/table ouvrir` !
leaderboard-empty-season = Aucune partie finie dans cette saison pour l’instant. Lance-toi : `/table ouvrir` !
leaderboard-empty-kind = Aucune partie de ce type n’est encore terminée. Ouvres-en une avec `/table ouvrir` !
leaderboard-picker = Quelle période ?
leaderboard-last-days = { $days ->
    [one] Dernier jour
   *[other] { $days } derniers jours
}
chart-weeks = Les places, semaine après semaine
chart-days = Les places, jour après jour
chart-picture = { $title } : rang, nom et points, puis les places au { $weeks }.
