"""Rules are content: clauses in; numbered rulebook, quick reference, pages and coverage out."""
