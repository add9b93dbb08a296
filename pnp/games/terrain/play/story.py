"""The round that the rulebook tells: what bots did in a turn of it, who took the Awards, and the score."""

from typing import NamedTuple, TypedDict

from pnp.games.terrain.content.compiled import Request, TerrainContent
from pnp.games.terrain.content.files import PlayedExample
from pnp.games.terrain.play.choices import Call, Choices, Claim, Place, Storm
from pnp.games.terrain.play.engine import TerrainState
from pnp.games.terrain.play.example import play_round
from pnp.games.terrain.play.scenario import Options, generate


class Step(NamedTuple):
    """What was chosen, and the state before it."""

    before: TerrainState
    choice: Choices


class Card(TypedDict):
    """An Island card as texts name it."""

    no: int
    tiles: list[str]


class Wanted(TypedDict):
    """A Request as texts name it."""

    id: str
    shape: str
    value: int


class Placed(TypedDict):
    """What a seat lays in the turn."""

    seat: int
    card: Card
    lifted: Card | None


class Claimed(TypedDict):
    """A Request that is taken."""

    seat: int
    request: Wanted


class Judged(TypedDict):
    """An Award at the end of the round."""

    title: str
    values: list[int]
    winner: int | None


class Score(TypedDict):
    """What a seat has."""

    seat: int
    requests: int
    request_points: int
    awards: int
    award_points: int
    score: int


class Round(TypedDict):
    """The round, and one turn of it."""

    seed: int
    players: int
    turn: int
    lead: int
    open: list[Wanted]
    seats: list[Placed]
    claims: list[Claimed]
    way: str
    next_lead: int | None
    awards: list[Judged]
    scores: list[Score]
    award_share: float


def round_table(content: TerrainContent, example: PlayedExample) -> Round:
    """Play the round and tell the first turn of it in which a Request is taken."""
    deal = generate(content, example.seed, Options(players=example.players, rounds=1))
    befores, steps = [TerrainState.of_deal(content, deal)], list[Step]()

    def watch(state: TerrainState, choice: Choices) -> None:
        steps.append(Step(befores[-1], choice))
        befores.append(state.copy())

    end = play_round(content, example, watch)
    claims = [step for step in steps if isinstance(step.choice, Claim | Call)]
    turn = claims[0].before.turn if claims else 1
    inside = [step for step in steps if step.before.turn == turn]
    start = inside[0].before
    after = next((step.before for step in steps if step.before.turn == turn + 1), None)
    scores = [_score(end, seat) for seat in range(example.players)]
    total = sum(score["score"] for score in scores)
    return {
        "seed": example.seed,
        "players": example.players,
        "turn": turn,
        "lead": start.lead + 1,
        "open": [_wanted(content.requests[request]) for request in start.open_requests],
        "seats": [_placed(content, step) for step in inside if isinstance(step.choice, Place | Storm)],
        "claims": [_claimed(content, step) for step in claims if step.before.turn == turn],
        "way": content.options.play.passing[0],
        "next_lead": after.lead + 1 if after is not None else None,
        "awards": [_judged(end, award) for award in befores[-2].open_awards],
        "scores": scores,
        "award_share": sum(score["award_points"] for score in scores) / total if total else 0.0,
    }


def _wanted(request: Request) -> Wanted:
    return {"id": request.id, "shape": request.shape, "value": request.value}


def _card(content: TerrainContent, number: int) -> Card:
    return {"no": number, "tiles": [content.names[terrain] for terrain in content.faces(number)]}


def _placed(content: TerrainContent, step: Step) -> Placed:
    choice = step.choice
    assert isinstance(choice, Place | Storm)
    lifted = _card(content, choice.lift) if isinstance(choice, Storm) else None
    return {"seat": step.before.to_act() + 1, "card": _card(content, choice.card), "lifted": lifted}


def _claimed(content: TerrainContent, step: Step) -> Claimed:
    choice = step.choice
    assert isinstance(choice, Claim | Call)
    seat = choice.seat if isinstance(choice, Call) else step.before.to_act()
    return {"seat": seat + 1, "request": _wanted(content.requests[choice.request])}


def _judged(end: TerrainState, award: str) -> Judged:
    winner = next((seat for seat, player in enumerate(end.players, 1) if award in player.awards), None)
    return {"title": end.content.awards[award].title, "values": end.award_values(award), "winner": winner}


def _score(end: TerrainState, seat: int) -> Score:
    player = end.players[seat]
    of_awards = end.content.options.play.award_points * len(player.awards)
    return {
        "seat": seat + 1,
        "requests": len(player.requests),
        "request_points": end.score(seat) - of_awards,
        "awards": len(player.awards),
        "award_points": of_awards,
        "score": end.score(seat),
    }
