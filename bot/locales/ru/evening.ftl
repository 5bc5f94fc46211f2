### О чём людям говорят один раз: что игра начинается и чем она кончилась.

## Игра начинается

board-full = 🪑 Все места заняты: { $players }
board-duel-full = 🧪 Дуэль может начаться: { $players }
board-begins = ⚔️ Игра начинается: { $players }
board-planned = ▶️ Назначенная игра открыта: { $players }. Нет места? Нажми 🪑 *{ button-join }*.
setting-start_call = Упоминание в начале
setting-start_call-about = Упоминать ли сидящих за столом один раз за игру: когда все места заняты или когда игра началась, смотря что раньше.
start_call-on = Упомянуть каждого один раз
start_call-off = Никого не упоминать

## Результаты

setting-results_channel = Канал результатов
setting-results_channel-about = Канал, куда я публикую и результат каждой игры, с картинкой, кто кого одолел. Никого не упоминаю.
unset-results_channel = Только на табло
result-board = [Табло]({ $board })
result-legend = кто кого одолел и сколько раз
result-picture = Кто кого одолел.
result-felled = Побеждённые игроком { $victor }: { $losers }.

## Стол

done-host = Организатор теперь { $host }.
done-rematch-joined = Реванш уже открыт, организатор — { $host }. Место за тобой.
done-rematch-there = Реванш уже открыт, и место за тобой.

## За кнопкой ⋯

button-more = ⋯
joust-button-more = ⋯
button-undo = Отменить
button-status = Положение
button-log = Хроника
button-close = Закрыть стол
more-nothing = Сейчас от тебя ничего не ждут.
more-confirm = Подтвердить или оспорить — за тобой: { $what }.
more-turn = Сейчас твой ход.
more-turn-of = Сейчас ходит { $player }: за гостя действуешь ты.
more-serves = Твой мастер — **{ $master }**.
more-steps = С чего начать, подскажет 📋 *{ button-checklist }*
