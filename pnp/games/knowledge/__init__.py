"""Tempest of Knowledge: memory and double guessing between scattered libraries."""
