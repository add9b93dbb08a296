"""Tempest: a solo storm puzzle with a poker deck, three growing days and a final day against a beast."""
