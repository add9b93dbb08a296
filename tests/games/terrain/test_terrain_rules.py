"""What the rulebook of Terrain Storm holds beyond that of every game."""


def test_no_ruling_is_missing(rules):
    found = {clause.ruling for chapter in rules.chapters for clause in chapter.clauses}
    assert {f"R-T{i:02}" for i in range(1, 19)} <= found
