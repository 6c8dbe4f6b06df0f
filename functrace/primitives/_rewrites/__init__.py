"""Rules of simplification, one file per family; see `functrace.engine.rewrite`."""
