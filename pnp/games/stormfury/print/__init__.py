"""Project Stormfury on paper."""
