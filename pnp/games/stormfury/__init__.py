"""Project Stormfury: a team of experts prepares a coast for a hurricane."""
