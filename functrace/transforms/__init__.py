"""What users call: transforms of functions of pytrees."""
