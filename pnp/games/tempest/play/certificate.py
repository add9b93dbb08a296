"""What a printed sheet can promise: par with a proof, a rating by counting players, a careless check."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from math import fsum
from typing import Any

from msgspec import convert

from pnp.games.tempest.content.compiled import GAME, TempestContent
from pnp.games.tempest.play.bots import CarelessBot, play_on
from pnp.games.tempest.play.campaign import CampaignState
from pnp.games.tempest.play.deal import CampaignCertificate
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.opening import new_game, open_day, open_final, replay
from pnp.games.tempest.play.policies import Greedy, Playout
from pnp.games.tempest.play.position import SAVED
from pnp.games.tempest.play.scenario import Options
from pnp.games.tempest.play.situation import sample_decks, situation_of
from pnp.games.tempest.play.solver import Actions, Solution, solve
from pnp.play.deal import Proof
from pnp.play.seeds import stream


def rate(content: TempestContent, state: DayState, seed: int) -> dict[str, Any]:
    """Rate a day by how the counting player fares on its set-up with freshly shuffled decks."""
    marks = content.rating
    shuffles = stream(GAME, seed, f"rating/{state.title}")
    situation = situation_of(state)
    playout = Playout(Greedy())
    people = len(state.stage.labels)
    rescued = won = 0
    for _ in range(marks.games):
        end = playout.play(situation, sample_decks(state.stage, situation.unseen, shuffles))
        saved = end.places.count(SAVED)
        rescued += saved
        won += saved >= state.stage.needed
    share = rescued / (marks.games * people)
    return {
        "rating": _class(content, share),
        "rescued_share": round(share, 3),
        "won_share": round(won / marks.games, 3),
        "games": marks.games,
    }


def _class(content: TempestContent, share: float) -> str:
    """Return the word for a share of citizens rescued."""
    marks = content.rating
    return "easy" if share >= marks.easy_from else "medium" if share >= marks.medium_from else "hard"


def careless_rescues(content: TempestContent, state: DayState, seed: int) -> int:
    """Return the most rescues of the careless player with the sealed decks."""
    most = 0
    for game in range(content.rating.careless_games):
        one = state.copy()
        play_on(one, CarelessBot(stream(GAME, seed, f"careless/{state.title}/{game}")))
        most = max(most, len(one.result()["rescued"]))
    return most


_SET_UP = ("seed", "play", "variant", "earlier", "powers", "days", "final")


def certificate(content: TempestContent, scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Return par, rating and witness of a valid scenario (worked out once for each, then from memory)."""
    found = _certificate(content, json.dumps({key: scenario[key] for key in _SET_UP if key in scenario}))
    return json.loads(found)  # type: ignore[no-any-return]


@lru_cache(maxsize=64)
def _certificate(content: TempestContent, text: str) -> str:
    scenario = json.loads(text)
    content = content.varied(scenario.get("variant", ""))
    powers = dict.fromkeys(scenario.get("powers", []), 0)
    states = [open_day(content, entry, powers) for entry in scenario.get("days", [])]
    if "final" in scenario:
        states.append(open_final(content, scenario["final"], powers))
    sheets: list[dict[str, Any]] = []
    solutions: dict[str, Solution] = {}
    for state in states:
        sheet, solutions[state.title] = certify_sheet(content, state, scenario.get("seed", 0))
        sheets.append(sheet)
    game = new_game(content, scenario)
    if isinstance(game, CampaignState):
        actions = certify_campaign(content, game, solutions)
    else:
        actions = solutions[states[0].title].witness
        replay(game, actions)
    share = fsum(sheet["rescued_share"] for sheet in sheets) / len(sheets)
    return json.dumps(
        {
            "rating": {"class": _class(content, share), "rescued_share": round(share, 3)},
            "par": sum(sheet["par"] for sheet in sheets),
            "sheets": sheets,
            "witness": {"won": bool(game.result()["won"]), "actions": actions},
        }
    )


def par(content: TempestContent, state: DayState) -> Solution:
    """Solve a day within the budget of the content."""
    return solve(state, content.rating.proof_budget)


def certify_sheet(content: TempestContent, state: DayState, seed: int) -> tuple[dict[str, Any], Solution]:
    """Return the certificate of one day's sheet, and the solution behind it."""
    solution = par(content, state)
    sheet = {
        "day": state.title,
        "par": solution.rescued,
        "exact": solution.exact,
        "careless": careless_rescues(content, state, seed),
        **rate(content, state, seed),
    }
    return sheet, solution


def certify_campaign(content: TempestContent, game: CampaignState, sheets: Mapping[str, Solution]) -> Actions:
    """Play the campaign with perfect knowledge, day by day with the powers earned; return the choices.

    The play ends early where a day cannot be won. A sheet's own solution serves where no power helps.
    """
    actions: Actions = []
    while not game.is_over:
        day = game.day
        solution = sheets.get(day.title) if not day.stage.held else None
        if solution is None:
            solution = par(content, day)
        if solution.rescued < day.stage.needed:
            break
        played = list(solution.witness)
        for action in played:
            game.apply(action)
        while game.day is day and not day.is_over:
            finish = _idle(day)
            game.apply(finish)
            played.append(finish)
        actions += played
    return actions


def _idle(day: DayState) -> dict[str, Any]:
    """Return the choice that lets the day run out."""
    if day.phase == "deck":
        return {"do": "storm", "from": "diamonds"}
    return {"do": "end"} if day.phase == "move" else dict(day.legal_actions()[0])


def certify(
    content: TempestContent, scenario: Mapping[str, Any], options: Options | None = None
) -> CampaignCertificate:
    """Prove and rate a valid scenario: par and rating of each sheet, and the best play that was found."""
    return convert(certificate(content, scenario), CampaignCertificate)


def proof(certificate: CampaignCertificate) -> Proof | None:
    """Return the recorded game that a certificate carries."""
    return None if certificate.witness is None else Proof(certificate.witness.actions, certificate.witness.won)


def unsuited(content: TempestContent, certificate: CampaignCertificate, options: Options) -> str | None:
    """Say why a certified scenario is not what was wished for."""
    found = None if certificate.rating is None else certificate.rating.kind
    return None if options.rating in (None, found) else f"rating {found}"
