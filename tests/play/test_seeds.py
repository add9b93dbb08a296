"""Seeded streams: the check values of the format, and the properties people rely on."""

import pytest

from pnp.play.seeds import Stream, stream


def test_check_values_of_the_format():
    demo = stream("test", 1, "demo")
    assert demo.state == 0xF753A070D3DAFBCC
    assert [demo.next() for _ in range(3)] == [14073238771472972994, 15857824697891018556, 12934916968240049545]


def test_shuffle_check_value():
    assert stream("test", 1, "demo").shuffled(range(10)) == [7, 5, 0, 2, 9, 3, 8, 1, 6, 4]


def test_streams_do_not_disturb_each_other():
    first = stream("test", 1, "a")
    second = stream("test", 1, "b")
    alone = [stream("test", 1, "a").next() for _ in range(1)]
    second.next()
    assert [first.next()] == alone
    assert stream("test", 2, "a").next() != alone[0]
    assert stream("other", 1, "a").next() != alone[0]


def test_below_is_bounded_and_even():
    source = stream("test", 3, "below")
    counts = [0] * 6
    for _ in range(6000):
        counts[source.below(6)] += 1
    assert sum(counts) == 6000
    assert all(850 < count < 1150 for count in counts)


def test_below_refuses_nonsense():
    with pytest.raises(ValueError, match="positive"):
        Stream(1).below(0)


def test_shuffled_leaves_the_source_alone_and_uniform_stays_below_one():
    items = (1, 2, 3)
    assert sorted(Stream(5).shuffled(items)) == [1, 2, 3]
    source = Stream(6)
    assert all(0 <= source.uniform() < 1 for _ in range(1000))
