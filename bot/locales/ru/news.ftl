### Новости игры простыми словами: заголовок табло и ответы на записи

news-falls = ⛓️ { $losers } { $count ->
    [1] теперь служит
   *[other] теперь служат
} игроку { $winner }
news-with = { $news }, и { $players } тоже
news-beat = ⚔️ { $losers }: поражение от игрока { $winner }
news-servant = ⛓️ У { $count ->
    [1] игрока { $players } новый мастер
   *[other] игроков { $players } новый мастер
}
news-beaten = ⚔️ { $count ->
    [1] { $players } терпит поражение
   *[other] { $players } терпят поражение
}
news-rejoins = ⚔️ { $players } { $count ->
    [1] терпит поражение и может
   *[other] терпят поражение и могут
} вернуться в игру
news-out = 💀 { $players } { $count ->
    [1] выбывает
   *[other] выбывают
} из игры
news-masterless = 👻 { $players } { $count ->
    [1] становится ничейным миньоном
   *[other] становятся ничейными миньонами
}
news-serves = ⛓️ { $players } теперь { $count ->
    [1] служит
   *[other] служат
} игроку { $master }
news-free = 👑 { $players } больше никому не { $count ->
    [1] служит
   *[other] служат
}
news-heir = 👑 { $player } теперь во главе команды
news-leads = 👑 { $player } теперь во главе команды: { $team }
news-conceded = 🏳️ { $player } сдаётся
news-kicked = 🚪 Игра продолжается без игрока { $player }
news-undone = ↩️ Отменено: { $what }
news-undone-step = ↩️ Последняя запись отменена

## Серая строка табло

board-turn = Ход { $number }
board-phased = 💤 вне фазы
board-now = ходит
board-next = следом
board-round = раунд { $round }, играем до { $target } { $target ->
    [one] очка
   *[other] очков
}
board-draw-number = 🎲 № { $number }
board-defeats = { $count ->
    [one] { $count } поражение
    [few] { $count } поражения
   *[many] { $count } поражений
}
board-defeats-in = { $defeats } за { $time }
board-lasted = { $hours ->
    [0] { $minutes } мин
   *[other] { $hours } ч { $minutes }
}
board-counts = засчитается { $due }
board-votes = 🗳️ голосование в ⋯: { $deeds }
board-steps = 📋 { $players }: **{ $button }**
board-series = раунд { $round }: { $player } { $points } из { $target }
