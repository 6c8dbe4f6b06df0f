"""Functions in C of graphs."""
