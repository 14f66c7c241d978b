"""Analyses that prove properties of a program before a module is made from it."""
