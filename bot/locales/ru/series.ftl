### Серии: несколько раундов, пока кто-нибудь не наберёт нужные очки.

## On the board

button-round = Следующий раунд
series-round = 🏁 Раунд { $round } · играем до { $target } { $target ->
    [one] очка
   *[other] очков
}
series-begins = Очки всех раундов складываются. Кто первым наберёт нужное число, тот в конце этого раунда выигрывает серию.
series-line = { $rank } **{ $player }** · очки: { NUMBER($points) }
series-points = очки: { NUMBER($points) }
series-won = 🏆 **{ $count ->
    [1] Победа в серии: { $winners }
   *[other] Общая победа в серии: { $winners }
}**, { $points } : { $second }

## Answers

series-title = Серия
series-rounds = Раунды
series-played = **{ $round }.** { $result }
series-draw = 🤝 ничья
series-open = ▶️ идёт
series-unconfirmed = ⏳ пока не засчитан: не все записи подтверждены
series-another = Чтобы начать другую серию, введи /серия и укажи цель.

## Commands: names, then what they do

command-series = серия
command-series-about = Играть раунды, пока кто-то не достигнет цели, или узнать счёт серии
option-target = цель
option-target-about = Сколько очков нужно для победы в серии; по умолчанию 10
