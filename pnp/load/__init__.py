"""From YAML files to checked content: places, types, references. Only this package reads content."""
