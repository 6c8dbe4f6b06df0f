"""Where elements are: indices as affine maps, views and indexing as maps of indices.

With functrace this is imported, and so takes NumPy only.
"""
