"""Loops over long arrays, strip by strip.

What a loop does to each element of an array, and to it alone, is done to a strip of the
elements through all rounds, then to the next one: what is carried, and what reverse mode
keeps of the rounds, stays in the caches, and there is memory for one strip of it.
"""
