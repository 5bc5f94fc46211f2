"""The rules of a pod: pure, without I/O, clock or chance.

Commands go in (`commands`), `decide` answers with an event (`events`) or refuses
(`refusals`), and `pod.evolve` folds events into the state.
"""
