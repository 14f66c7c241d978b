"""The expression language: its syntax, its types, its built-ins, and the elaboration into typed core."""
