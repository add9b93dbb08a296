"""Project Stormfury in play."""
