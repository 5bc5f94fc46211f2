### What a server sets, and the trail of who changed it.

## The wizard

setup-title = ⚙️ Настройки сервера
setup-intro = Настраивать ничего не обязательно: бот работает и так. Вот пять главных настроек; остальные — в меню, по разделам. Изменения действуют сразу, а `/аудит` покажет, кто что изменил.
setup-group-reports = Записи и споры
setup-group-calls = Упоминания, списки, результаты
setup-group-server = Журнал и данные
setup-group-pods = Новые столы
setup-line = { $setting }: **{ $value }**
setup-menu = Изменить настройку…
setup-all = Все настройки
setup-next = Дальше: { $setting }
setup-test = Проверить права бота
setup-now = Сейчас: **{ $value }**
setup-saved = ✅ Сохранено.
setup-tested = Что мне разрешено
setup-tested-well = ✅ { $channel }: табло будет видно
setup-tested-log = ✅ { $channel }: журнал вести можно
setup-tested-missing = ⚠️ { $channel }: разреши мне { $missing }
setup-tested-gone = ⚠️ { $channel }: канала больше нет, или я его не вижу
setup-tested-role = ⚠️ Роли модераторов больше нет: модерируют только участники с правом *Управлять сервером*. Выбери другую роль.

## Settings: what each is called, what it is about, and what holds while nothing is chosen

setting-language = Язык
setting-language-about = На каком языке табло и другие общие сообщения. Личный ответ всегда на языке Discord того, кто его читает.
setting-moderator_role = Модераторы
setting-moderator_role-about = Кто может начинать, закрывать и исправлять чужие игры и читать `/аудит`. Участники с правом *Управлять сервером* могут это всегда.
setting-channels = Каналы
setting-channels-about = Где можно пользоваться ботом: в этих каналах и их ветках. В других местах он так и ответит — лично тому, кто попробовал.
setting-modules = Модули
setting-modules-about = Целые команды, которые нужны не каждому серверу. Выбери все, которые участники увидят в своём списке; начатые игры продолжаются в любом случае.
unset-modules = Никаких
module-series = Серии: раунды, пока кто-то не наберёт 10 очков
module-joust = Magicjoust: дуэли волшебников
setting-variant = Вариант
setting-variant-about = Во что играют по команде `/стол открыть`, если не выбран другой вариант.
setting-table = Рассадка
setting-table-about = Как рассаживает `/стол открыть`, если не выбрано другое.
setting-base = Формат
setting-base-about = Формат колод для `/стол открыть`, если не выбран другой.
setting-scoring = Подсчёт очков
setting-scoring-about = Как считать очки, если не выбрано другое. Вариант, которому такой подсчёт не подходит, считает по-своему.
setting-log_channel = Канал журнала
setting-log_channel-about = Канал, в который я пишу, кто что изменил, — то же, что в `/аудит`. Я никого там не упоминаю.
unset-moderator_role = Все, кто может управлять сообщениями
unset-channels = Все каналы
unset-scoring = Как принято в варианте
unset-log_channel = Без журнала

## Audit trail

audit-title = 📜 Журнал аудита
audit-empty = Пока ничего не меняли.
audit-setting = { $setting }: { $before } → { $after }
audit-unknown = то, чего эта версия бота не знает ({ $what })

## Refusals

refusal-not-here = Здесь мной пользоваться нельзя. Приходи в { $channels }. Кто управляет сервером, может это изменить: `/настройки сервер`.
refusal-module-off = На этом сервере такая команда не включена. Её включает тот, кто может *Управлять сервером*: `/настройки сервер`, 🧩 *{ setting-modules }*.
refusal-only-administrators = Это могут сделать только участники с правом *Управлять сервером*. Обратись к ним.
refusal-everyone-moderates = С ролью @everyone модератором стал бы каждый. Выбери роль, которая есть только у некоторых.

## Commands: names, then what they do

command-server = сервер
command-server-about = Все настройки: язык, модераторы, каналы, значения по умолчанию, журнал
command-audit = аудит
command-audit-about = Кто что изменил на этом сервере (для модераторов)
