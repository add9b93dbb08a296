"""What the rulebook of Tempest of Knowledge holds beyond that of every game."""


def test_no_ruling_is_missing(rules):
    found = {clause.ruling for chapter in rules.chapters for clause in chapter.clauses}
    assert {f"R-K{i:02}" for i in range(1, 18)} <= found
