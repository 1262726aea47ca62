"""Fair turns: nobody waits longer because somebody else asks much."""

from chancebox.server.thinking.queues import FairQueue


def test_everybody_is_served_in_turn() -> None:
    line: FairQueue[str] = FairQueue(100)
    for item in ("a1", "a2", "a3", "b1", "c1", "b2"):
        line.put(item[0], item)
    assert [line.take() for _turn in range(len(line))] == ["a1", "b1", "c1", "a2", "b2", "a3"]
    assert line.take() is None


def test_who_was_served_and_asks_again_waits_behind_the_others() -> None:
    line: FairQueue[str] = FairQueue(100)
    for item in ("a1", "b1", "c1"):
        line.put(item[0], item)
    assert line.take() == "a1"
    line.put("a", "a2")
    assert [line.take() for _turn in range(3)] == ["b1", "c1", "a2"]


def test_where_too_much_waits_the_last_of_who_has_most_goes() -> None:
    line: FairQueue[str] = FairQueue(3)
    for item in ("a1", "a2", "a3"):
        assert line.put(item[0], item) is None
    assert line.put("b", "b1") == "a3"
    assert line.put("c", "c1") == "a2"
    assert line.put("d", "d1") == "d1", "all have as much: who comes last goes"
    assert [line.take() for _turn in range(3)] == ["a1", "b1", "c1"]
    assert len(line) == 0
