"""The judge: what may become of damage, and whether a loyalty ability may be used now.

Pure: no I/O, clock or chance. `damage.answer_damage` and `loyalty.answer_loyalty` take a question
that was checked and return a typed answer; rules are cited by their ids (PW).
"""
