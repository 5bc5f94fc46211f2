"""The judge: the possible outcomes of damage, and whether a loyalty ability can be used now.

Pure: no I/O, clock or chance. `damage.answer_damage`, `loyalty.answer_activation` and
`loyalty.answer_casting` take a checked question and return a typed answer, which cites rules by
their ids (PW).
"""
