"""Derivatives of graphs. Reads ``node.primitive.<rule>``, names no primitive."""
