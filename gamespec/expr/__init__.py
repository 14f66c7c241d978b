"""The expression language: syntax, types, built-ins and elaboration into typed core."""
