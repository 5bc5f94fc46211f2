"""The rules of pods: pure functions without I/O, clock or chance.

`decide.decide(pod, command)` returns one event or raises a `Refusal`. `pod.evolve(pod, event)`
returns the pod after that event and decides nothing. `commands` holds everything that can be asked
of a pod, `events` everything that can have happened in one.
"""
