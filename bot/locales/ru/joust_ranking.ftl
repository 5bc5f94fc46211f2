### Дуэли в таблицах лидеров, итогах и статистике

game-pod = Столы
game-magicjoust = Magicjoust

## Таблица лидеров

leaderboard-line-duels = { $rank } **{ $player }** · { NUMBER($points) } оч. · ✅{ $masters } 🎲{ $games }
leaderboard-legend-duels = ✅ выигранные дуэли · 🎲 дуэли
leaderboard-empty-duels = Законченных дуэлей, которые здесь считаются, пока нет.
duels-table = 🧙 Magicjoust
refusal-kind-of-pods = Варианты и рассадки бывают только у столов. Убери их или выбери столы.

## Статистика

stats-duels = 🧙 Magicjoust
rivals-none-duels = 🕊️ Дуэлей пока никто не проигрывал.

## Итоги недели

week-duels = 🧙 Magicjoust
week-duels-played = { NUMBER($games) } { $games ->
    [one] дуэль
    [few] дуэли
   *[other] дуэлей
}
week-duels-lead = В дуэлях { $count ->
    [1] впереди { $leaders }
   *[other] впереди вровень { $leaders }
}: { NUMBER($points) } { $points ->
    [one] очко
    [few] очка
   *[other] очков
}
week-duels-gain = { $rank } **{ $player }** +{ NUMBER($points) } · { NUMBER($games) } { $games ->
    [one] дуэль
    [few] дуэли
   *[other] дуэлей
}
week-only-duels = На этой неделе никто не садился за стол: всё внимание досталось магам.

## Параметры

option-game = игра
option-game-about = Какая игра; если не указать — столы
