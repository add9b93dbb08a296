"""From drawings to sheets of paper: imposition, backs, tiling, marks and labels."""
