### Настройки игры, которые видит только её автор, пока ничего не опубликовано

change-button-change = Изменить
change-button-write = Название, места, жизни…
change-base = Формат
change-scoring = Подсчёт очков
change-teams = Команд
change-bracket-none = Без брекета
change-switches = Всё выключено
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

refusal-setup-gone = Этот черновик устарел: он уже использован или был перезапуск. Введи команду ещё раз.
refusal-setup-seats = Такое число мест не подходит. Снова нажми ✏️ *{ change-button-write }* и укажи 2 или больше — или ничего.
refusal-setup-life = Столько жизней в начале быть не может. Снова нажми ✏️ *{ change-button-write }* и укажи число от 1 до 999 — или ничего.
