"""The events and states of a pod in sentences, which many features show."""
