"""Plans written down: nests, calls, sections, and the module that a program is."""
