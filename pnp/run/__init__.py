"""How work is carried out: several processes in order, signals that end all of them, memory that runs out."""
