"""Plans, pure: an appointment for a pod, from its announcement until those who came sit down.

A plan stands beside the games of its channel: it is no game that is played, and several can stand
in one channel at a time.
"""
