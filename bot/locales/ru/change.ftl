### Настройки игры, которые видит только её автор, пока ничего не опубликовано

change-button-change = Изменить
change-button-write = Название, места, жизни…
change-button-options = Радиус, атаки, ходы…
change-button-back = Назад
change-base = Формат
change-scoring = Подсчёт очков
change-teams = Команд
change-bracket = Брекет
change-bracket-none = Без брекета
change-switches = Что включено
change-turns = Следить за ходами на табло
change-life = Считать жизни, яд и повреждения от командира
change-choose_master = Проигравший без ответственного может выбрать мастера
change-event = Показать игру среди событий сервера
change-mention = Упомянуть роль тех, кто ищет игру
change-form-title = Название
change-form-title-about = Для табло, например «Вечер пятницы»
change-form-size = Мест
change-form-size-about = Пусто — сколько позволяет рассадка
change-form-life = Жизней в начале
change-form-life-about = Пусто — как в формате; число включает счёт

option-change = изменить
option-change-about = Сначала увидеть настройки и изменить те, для которых здесь нет параметра

open-read = 🪑 Пока ничего не опубликовано. Измени ниже, что нужно, и нажми *{ open-button }*.
open-button = Открыть стол

lobby-setup-read = ✏️ Пока ничего не изменено. Измени ниже, что нужно, и нажми *{ lobby-setup-button }*. Места за всеми сохранятся.
lobby-setup-button = Сохранить для всех
button-change = Изменить стол
done-change = Стол изменён. Что нового, все видят на табло.
event-setup-changed = ✏️ Изменено: { $changes }
change-title-none = Без названия
change-on = да
change-off = нет
lobby-range = ℹ️ Для радиуса { $range } мест нужно не меньше чем { $fewest }. Организатор может выбрать меньший: `⋯` ✏️ *{ button-change }*.

refusal-setup-gone = Этот черновик устарел: он уже использован или был перезапуск. Введи команду ещё раз.
refusal-setup-seats = Такое число мест не подходит. Снова нажми ✏️ *{ change-button-write }* и укажи 2 или больше — или ничего.
refusal-setup-life = Столько жизней в начале быть не может. Снова нажми ✏️ *{ change-button-write }* и укажи число от 1 до 999 — или ничего.
refusal-lobby-setup-gone = Этот черновик устарел: он уже использован или был перезапуск. Снова нажми `⋯` ✏️ *{ button-change }* на табло.
refusal-setup-started = Игра началась, поэтому всё остаётся, как договорились. Для другой игры закрой эту и открой новый стол.
refusal-setup-late = Тем временем этот стол изменил кто-то другой. Снова нажми `⋯` ✏️ *{ button-change }* на табло.
refusal-setup-same = Пока ничего не изменено. Сначала выбери ниже что-то другое.
refusal-setup-full = Мест занято или оставлено: { $taken }, выбрано: { $most }. Выбери больше мест или сначала попроси кого-нибудь уйти.
refusal-setup-teams = Выбранной команды не станет ({ $players }; останется команд: { $most }). Сначала надо выбрать другую.
refusal-setup-shared = В серии и на игровом вечере подсчёт очков и выбор мастера одинаковы для всех игр, а на вечере — ещё и радиус, атаки, ходы, жизни и команды. Оставь их как есть и меняй остальное.
