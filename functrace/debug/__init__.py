"""Looking inside a run."""
