"""What a printed sheet can promise: par with a proof, a rating by counting players, a careless check."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum

from pnp.games.tempest.content.compiled import GAME, TempestContent
from pnp.games.tempest.play.bots import CarelessBot, play_on
from pnp.games.tempest.play.campaign import CampaignState
from pnp.games.tempest.play.choices import Choices, End, Storm
from pnp.games.tempest.play.deal import CampaignCertificate, Rating, SheetNote, TempestDeal, Witness
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.opening import new_game, openings, replay
from pnp.games.tempest.play.policies import Greedy, Playout
from pnp.games.tempest.play.position import SAVED
from pnp.games.tempest.play.scenario import Options
from pnp.games.tempest.play.situation import sample_decks, situation_of
from pnp.games.tempest.play.solver import Actions, Solution, solve
from pnp.play.deal import Proof
from pnp.play.match import remembered
from pnp.play.seeds import stream


def rate(content: TempestContent, state: DayState, seed: int) -> tuple[float, float]:
    """Return the shares of citizens rescued and of days won by the counting player, with freshly shuffled decks."""
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
    return rescued / (marks.games * people), won / marks.games


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
        most = max(most, len(one.outcome().rescued))
    return most


def par(content: TempestContent, state: DayState) -> Solution:
    """Solve a day within the budget of the content."""
    return solve(state, content.rating.proof_budget)


def certify_sheet(content: TempestContent, state: DayState, seed: int) -> tuple[SheetNote, Solution]:
    """Return the certificate of one day's sheet, and the solution behind it."""
    solution = par(content, state)
    rescued_share, won_share = rate(content, state, seed)
    note = SheetNote(
        day=state.title,
        par=solution.rescued,
        rating=_class(content, rescued_share),
        exact=solution.exact,
        careless=careless_rescues(content, state, seed),
        rescued_share=round(rescued_share, 3),
        won_share=round(won_share, 3),
        games=content.rating.games,
    )
    return note, solution


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


def _idle(day: DayState) -> Choices:
    """Return the choice that lets the day run out."""
    if day.phase == "deck":
        return Storm("diamonds")
    return End() if day.phase == "move" else day.legal_actions()[0]


@remembered
def prove_deal(content: TempestContent, deal: TempestDeal) -> CampaignCertificate:
    """Return par, rating and witness of a valid deal."""
    content = content.varied(deal.variant)
    powers = dict.fromkeys(deal.powers, 0)
    notes: list[SheetNote] = []
    solutions: dict[str, Solution] = {}
    for opening in openings(content, deal):
        state = opening(powers)
        note, solutions[state.title] = certify_sheet(content, state, deal.number)
        notes.append(note)
    game = new_game(content, deal)
    if isinstance(game, CampaignState):
        actions = certify_campaign(content, game, solutions)
    else:
        actions = solutions[game.title].witness
        replay(game, actions)
    share = fsum(note.rescued_share for note in notes) / len(notes)
    return CampaignCertificate(
        rating=Rating(kind=_class(content, share), rescued_share=round(share, 3)),
        par=sum(note.par for note in notes),
        sheets=tuple(notes),
        witness=Witness(actions=tuple(actions), won=bool(game.result()["won"])),
    )


def certify(content: TempestContent, deal: TempestDeal, options: Options | None = None) -> CampaignCertificate:
    """Prove and rate a valid deal: par and rating of each sheet, and the best play that was found."""
    return prove_deal(content, deal)


def proof(certificate: CampaignCertificate) -> Proof | None:
    """Return the recorded game that a certificate carries."""
    return None if certificate.witness is None else Proof(certificate.witness.actions, certificate.witness.won)


def unsuited(content: TempestContent, certificate: CampaignCertificate, options: Options) -> str | None:
    """Say why a certified scenario is not what was wished for."""
    found = None if certificate.rating is None else certificate.rating.kind
    return None if options.rating in (None, found) else f"rating {found}"
