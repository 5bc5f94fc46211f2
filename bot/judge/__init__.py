"""The judge: the possible outcomes of damage, and whether a loyalty ability can be used now.

Pure: no I/O, clock or chance. `damage.answer_damage_question`, `loyalty.answer_loyalty_activation_question` and
`loyalty.answer_planeswalker_casting_question` take a validated question and return a typed answer, which cites rules by
their ids (PW).
"""
