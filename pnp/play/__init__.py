"""Playing what is printed: seeds, game states, scenario checks, bots and measurement."""
