### The leaderboard and its picture

leaderboard-line = { $rank } **{ $player }** · { NUMBER($points) } оч. · 👑{ $masters } ⛓️{ $servants } 🎲{ $games }
leaderboard-rating = ⭐{ NUMBER($rating, useGrouping: 0) }
leaderboard-legend = 👑 победы в роли мастера · ⛓️ победы в роли невольника · 🎲 игры
leaderboard-legend-rating = ⭐ рейтинг
leaderboard-days = За { $days ->
    [1] последний день
    [one] последний { $days } день
    [few] последние { $days } дня
   *[other] последние { $days } дней
} · с { $since } (UTC)
leaderboard-empty-days = За последние дни ({ $days }) никто не доиграл. Выбери срок побольше или открой игру: `/стол открыть`!
leaderboard-empty-season = В этом сезоне ещё ни одной законченной игры. Начни первым: `/стол открыть`!
leaderboard-empty-kind = Таких законченных игр пока нет. Открой первую: `/стол открыть`!
leaderboard-picker = Какой сезон или за какое время?
leaderboard-last-days = Последние { $days } дней
chart-weeks = Очки неделя за неделей
chart-days = Очки день за днём
