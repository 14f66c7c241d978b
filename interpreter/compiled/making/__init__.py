"""Modules made of programs, instantiated, kept between runs, checked, and counted by place."""
