"""Which elements of inputs the elements of outputs depend on."""
