### Часы вечера: когда время тура вышло

event-time-up = ⏰ Время тура вышло.
time-up-call = ⏰ { $players }: время вышло! Доиграйте этот круг ходов.
time-up-lobby = ⏰ { $players }: время тура вышло, а эта игра ещё не началась.

## Что видит организатор о недоигранных столах

plan-button-unfinished = Кто ещё играет
plan-button-stopping-draw = Объявить ничью
plan-button-stopping-close = Закрыть
clock-unfinished = Столы, которые ещё не закончили:
clock-none = Все столы этого вечера закончили.
clock-choose = Закончить игру…
clock-ask-draw = Объявить ничью: { $pod } ({ $players })? Игроки смогут её оспорить, как любую запись.
clock-ask-close = Закрыть { $pod } ({ $players })? Если игра началась, очки остаются какие есть.
clock-done-draw = { $pod }: игра окончена. Игроки ещё могут это оспорить.
clock-done-close = { $pod }: стол закрыт.
refusal-night-pod-over = Эта игра уже закончилась. Посмотри список ещё раз.
