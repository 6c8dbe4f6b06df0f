"""From text to machine code: object files, linkers, symbols, and what is kept on disk."""
