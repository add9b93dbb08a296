"""What people type comes back in refusals: whole, on one line, and never as a command to the terminal."""

import json


def test_what_was_typed_never_steers_the_terminal(pnp):
    for line in ("schema '\u202ea4'", "list --limit '\u202e\u0007x'", "copy demo " + "9" * 5_000, "check --nope\u202e"):
        code, _, err = pnp(line)
        assert code == 2
        assert "Error: " in err
        assert not set(err) & {"\u202e", "\u0007"}
        assert max(map(len, err.split("\n"))) < 700
    code, out, _ = pnp("check '\u202ea4' --json")
    assert code == 1
    assert "\u202e" not in out
    assert "no game '\u202ea4'" in json.loads(out)[0]["message"]
