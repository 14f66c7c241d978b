"""The environments of other libraries, on games of any specification."""
