### Кто кого может атаковать и кто в радиусе: на табло и под `/стол табло`

board-attack = ⚔️ Кого можно атаковать
reach-nobody = никого
board-attack-more = … об остальных: `/стол табло`
status-title = 🪑 Стол
status-seats = Порядок ходов: { $seats }
status-attack = ⚔️ Кого можно атаковать: { $players }
status-reach = 🎯 В твоём радиусе: { $players }
status-no-limit = 🎯 Радиус не ограничен.
status-begun = ⏳ До следующего хода команды, места и радиус — как в начале этого.
status-phased = 💤 Ты вне фазы: ты никого не атакуешь, и никто не атакует тебя. Ты вернёшься в фазу, когда снова наступит твой ход.
status-out = 💀 Ты вне игры и никого не атакуешь.

## На картинке: слово-другое у каждого знака

picture-attack = можешь атаковать
picture-reach = в твоём радиусе
picture-beyond = вне твоего радиуса
picture-active = сейчас ходит
picture-table = Места по часовой стрелке, с первого.
picture-team = команда
picture-serves = служит
picture-master = мастер
picture-emperor = император
picture-thrall = невольник
picture-minion = миньон
picture-masterless = ничейный миньон
picture-out = вне игры
