"""The expression language: syntax, types, built-ins and the elaboration into typed core."""
