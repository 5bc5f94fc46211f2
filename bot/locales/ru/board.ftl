### The leaderboard and its picture

leaderboard-line = { $rank } **{ $player }** · { NUMBER($points) } оч. · { $kind ->
    [thrall] 👑{ $masters } ⛓️{ $servants }
   *[other] 👑{ $masters }
} 🎲{ $games }
leaderboard-rating = ⭐{ NUMBER($rating, useGrouping: 0) }
leaderboard-legend = { $kind ->
    [thrall] 👑 победы в роли мастера · ⛓️ в роли невольника
   *[other] 👑 победы
} · 🎲 игры
leaderboard-legend-rating = ⭐ рейтинг
leaderboard-days = За { $days ->
    [1] последний день
    [one] последний { $days } день
    [few] последние { $days } дня
   *[other] последние { $days } дней
} · с { $since } (UTC)
leaderboard-empty-days = За { $days ->
    [1] последний день
    [one] последний { $days } день
    [few] последние { $days } дня
   *[other] последние { $days } дней
} никто не доиграл ни одной игры. Выбери срок побольше или открой стол: `/стол открыть`!
leaderboard-empty-season = В этом сезоне ещё ни одной законченной игры. Открой первую: `/стол открыть`!
leaderboard-empty-kind = Таких законченных игр пока нет. Открой первую: `/стол открыть`!
leaderboard-picker = Сезон или последние дни?
leaderboard-last-days = { $days ->
    [1] Последний день
    [one] Последний { $days } день
    [few] Последние { $days } дня
   *[other] Последние { $days } дней
}
chart-weeks = Места по неделям
chart-days = Места по дням
chart-picture = { $title }: место, имя и очки, затем места на даты: { $weeks }.
