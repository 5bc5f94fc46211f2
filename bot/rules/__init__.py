"""The rules of pods: pure functions without I/O, clock or randomness.

`decide.create_pod_event(pod, command)` returns one event or raises a `Refusal`. `pod.apply_pod_event(pod,
event)` returns the pod after an event and decides nothing. `pod_registry` lists all commands and events of pods.
"""
