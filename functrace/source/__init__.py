"""Programs that people can read, of what functions and their derivatives compute."""
