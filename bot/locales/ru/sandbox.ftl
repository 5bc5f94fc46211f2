### Страница песочницы — то, что стоит рядом с имитацией Discord

sandbox-welcome = Привет! Здесь тебя зовут { $player }, и на этом маленьком сервере настоящий только бот. Набери { $command } и сыграй за всех по очереди — или открой сыгранную игру и осмотрись.
sandbox-try = Попробовать
sandbox-season = Открыть сыгранную игру
sandbox-season-busy = Идут двенадцать игр…
sandbox-skip = Перемотать 15 минут
sandbox-skip-busy = Перематываем…
sandbox-others = Остальные: { $button }
sandbox-others-busy = Остальные отвечают…
sandbox-look = Смотреть как
sandbox-places = Каналы
sandbox-direct = @ личные сообщения
sandbox-see = Язык Discord
sandbox-options = Параметры команд здесь остаются английскими. Discord показывает их на твоём языке.
sandbox-moderates = модератор
sandbox-menu = Меню игрока { $player }
sandbox-failed = Здесь это не вышло.
sandbox-silent = Приложение не отвечает.
sandbox-late = Приложение не ответило вовремя.
sandbox-stopped = Песочница остановлена. Запусти её снова и открой новый адрес.
