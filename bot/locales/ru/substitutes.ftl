### Замены: кто-то садится на чужое место в идущей игре.

option-substitute-about = Кто доиграет за тебя; назови того же ещё раз, чтобы передумать
button-substitute = Замена
button-seat = Занять место: { $player }
button-grant = Результат получает { $player }
seat-ask = Кто доиграет за тебя? { $who } Согласие даётся кнопкой 🔁 *{ $button }* на табло. Результат останется твоим, если все остальные игроки в игре не решат, что он принадлежит замене.
seat-who-new = Выбери того, кто ещё не сидел в этой игре.
seat-who-invited = Могут только: { $players }.
seat-placeholder = Кто тебя заменит
seat-call = 🔁 { $player } хочет отдать своё место в этой игре: { $to }. Если это тебе подходит, нажми кнопку.
done-seat-kept = Место остаётся за тобой.
substitutes-title = 🔁 Замены
substitutes-of = { $player } играет на месте игрока { $former }.
substitutes-owner = -# Результат получит { $owner }, если все остальные игроки в игре не нажмут 🔁.
substitutes-result = -# Результат получает { $owner }.
substitutes-agreed = -# За то, чтобы результат получила замена: { $have } из { $needed }
substitutes-offer = { $player } отдаёт своё место: { $to }.
event-seat-offered = 🔁 { $player } отдаёт своё место: { $to }.
event-seat-kept = 🔁 { $player } остаётся на своём месте.
event-result-granted = 🔁 { $by } считает, что результат теперь получает { $player }.
event-result-taken = 🔁 { $by } тоже так считает: результат теперь получает { $player }.
refusal-seat-not-offered = Это место тебе не предлагали или уже передумали. Попроси игрока нажать `⋯` 🔁 *{ button-substitute }*.
refusal-seat-bot = Этот участник не может доиграть. Выбери человека с этого сервера.
refusal-no-substitute = Передавать здесь уже нечего: замена вне игры или результат уже принадлежит ей.
refusal-others-grant = Это решают остальные игроки в игре: { $players }.
refusal-granted-already = Твой голос уже учтён. Результат получит { $player }, когда так решат все остальные.
