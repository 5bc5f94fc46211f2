"""The entry point of Discord's events: the only package that imports every feature of the front."""
