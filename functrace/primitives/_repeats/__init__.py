"""What repeats in arrays is computed once.

Of an array whose elements are picked by constant positions it is known which rows are
equal. What is done to each row is done to one of each (`rows.py`, `batchwise.py`), before
a graph is differentiated, if it is worth it (`merged.py`).
"""
