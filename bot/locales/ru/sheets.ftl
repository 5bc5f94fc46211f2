### Слова, которые читаются в таблицах лиги, с их формами через запятую

## Столбцы

sheet-column-game = игра, партия, номер
sheet-column-player = игрок, имя, ник
sheet-column-played = дата, день, сыграно
sheet-column-time = время, час
sheet-column-variant = вариант
sheet-column-table = рассадка
sheet-column-format = формат
sheet-column-scoring = подсчёт, подсчёт очков
sheet-column-won = победа, выиграл, результат, исход, в/п, в/н/п, п/н
sheet-column-winner = победитель, победители, кто выиграл
sheet-column-place = место
sheet-column-points = очки, баллы, счёт
sheet-column-master = мастер
sheet-column-deck = колода, колоды, название колоды
sheet-column-commander = командир, командиры, коммандер
sheet-column-partner = напарник, второй командир
sheet-column-seat = место за столом, номер места, порядок хода, очерёдность
sheet-column-bracket = брекет
sheet-column-colours = цвета, цвет, цветовая идентичность
sheet-column-defeated = выбил, выбила, выбиты, убийства, жертвы
sheet-column-out = ход выбывания, выбыл на ходу, ход вылета, ход смерти
sheet-column-players = игроки
sheet-column-how = как, причина
sheet-column-by = кем, от кого, кто победил, кем выбит, кем убит, кто выбил
sheet-column-card = карта

## Исходы

sheet-won-won = да, д, x, 1, +, истина, победа, победил, победила, победитель, выиграл, выиграла, в
sheet-won-lost = нет, 0, -, ложь, поражение, проиграл, проиграла, п
sheet-won-draw = ничья, н

## Способы проиграть

sheet-how-life = жизнь, жизни, урон
sheet-how-poison = яд
sheet-how-library = библиотека, колода
sheet-how-effect = эффект
sheet-how-commander = командир, урон от командира
sheet-how-concede = сдался, сдалась, сдача
sheet-how-choose = выбор, выбрал, выбрала
sheet-how-win = победа, победил, победила
sheet-how-draw = ничья
