"""The translator of kernels to functions of a module (`kernels`)."""
