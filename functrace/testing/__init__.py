"""Checking derivatives against differences."""
