### Страница песочницы — то, что стоит рядом с имитацией Discord

sandbox-welcome = Привет! Здесь тебя зовут { $player }, и на этом маленьком сервере настоящий только бот. Набери { $command } и сыграй за всех по очереди — или открой сыгранную игру и осмотрись.
sandbox-try = Попробовать
sandbox-season = Открыть сыгранную игру
sandbox-season-busy = Идут двенадцать игр…
sandbox-season-game = Игра { $game } из { $games }…
sandbox-skip = Перемотать 15 минут
sandbox-skip-busy = Перематываем…
sandbox-week = Перемотать до понедельника
sandbox-deck = Взять колоду
sandbox-deck-busy = Колода проверяется…
sandbox-others = Остальные: { $button }
sandbox-others-busy = Остальные отвечают…
sandbox-look = Смотреть как
sandbox-places = Каналы
sandbox-direct = @ личные сообщения
sandbox-see = Язык Discord
sandbox-moderates = модератор
sandbox-menu = Меню игрока { $player }
sandbox-failed = Здесь это не вышло.
sandbox-silent = Приложение не отвечает.
sandbox-late = Приложение не ответило вовремя.
sandbox-stopped = Песочница остановлена. Запусти её снова и открой новый адрес.

## Что говорит сам Discord

discord-submit = Отправить
discord-cancel = Отмена
discord-form-warning = Эту форму получит { $what }. Не указывай в ней пароли и другие личные данные.
discord-apply = Применить
discord-select = Выбери вариант
discord-select-several = Выбери один или несколько вариантов
discord-message = Написать в { $what }
discord-no-messages = В этом канале ещё нет сообщений.
discord-earlier = Показать прежние сообщения
discord-newer = Новые сообщения · перейти к последним
discord-private = Это видишь только ты
discord-thinking = Думаю…
discord-edited = (изменено)
discord-used = { $what } вызывает
discord-optional = параметры: +{ $what }
discord-more-options = параметры: +{ $what }
discord-more = ещё: +{ $what }
discord-options = ВАРИАНТЫ
discord-matching = ВАРИАНТЫ: { $what }
discord-members = УЧАСТНИКИ
discord-roles = РОЛИ
discord-channels = КАНАЛЫ
discord-no-match = Ничего не нашлось
discord-true = Да
discord-false = Нет
discord-required = Это поле нужно заполнить.
discord-wrong-length = Текст слишком короткий или слишком длинный.
discord-wrong-range = Число слишком маленькое или слишком большое.
discord-wrong-choice = Выбери из списка.
discord-wrong-value = Такое значение не подходит.
