"""Measures a scenario: the damage if nobody acts, and what a team of bots makes of it."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from pnp.games.stormfury.content.compiled import GAME, StormfuryContent
from pnp.games.stormfury.play.bots import TeamBot, play_team
from pnp.games.stormfury.play.choices import Choices
from pnp.games.stormfury.play.deal import ClassName, Rating, StormCertificate, StormDeal, Witness
from pnp.games.stormfury.play.scenario import Options, new_game, recorded_storm
from pnp.games.stormfury.play.storm import Loss, StormTurn, undefended
from pnp.play.deal import Proof
from pnp.play.match import remembered
from pnp.play.seeds import stream
from pnp.play.state import enforces


class Trial(NamedTuple):
    """Damage of the team bot over several resource shuffles."""

    damages: list[int]

    @property
    def median(self) -> float:
        """Return the middle result, which serves as par."""
        return median(self.damages)


def undefended_damage(content: StormfuryContent, deal: StormDeal, storm: Sequence[StormTurn]) -> int:
    """Return the damage on the track when nobody acts."""
    return capped(content, undefended(content, storm, deal.people(content)))


def capped(content: StormfuryContent, losses: Sequence[Loss]) -> int:
    """Return the sum of damage as the track can show it."""
    return min(content.rules.overwhelmed_at, sum(loss.total for loss in losses))


def team_game(
    content: StormfuryContent,
    deal: StormDeal,
    resources: Sequence[str],
    name: str,
    watch: Callable[[Choices], object] | None = None,
) -> int:
    """Play a scenario once with the team bot and a given resource deck; return the damage."""
    game = new_game(content, deal, resources)
    bot = TeamBot(content, stream(GAME, deal.number, f"{name}/bot"))
    play_team(game, bot, stream(GAME, deal.number, f"{name}/table"), watch=watch)
    return game.table.damage


@remembered
@enforces("scenario.savable")
def try_out(content: StormfuryContent, deal: StormDeal) -> Trial:
    """Play the storm several times, each with a resource shuffle of its own."""
    damages = []
    for number in range(1, content.rules.fair_storm.trial_games + 1):
        name = f"trial/{number}"
        deck = stream(GAME, deal.number, f"{name}/resources").shuffled(content.full_deck())
        damages.append(team_game(content, deal, deck, name))
    return Trial(damages)


def witness(content: StormfuryContent, deal: StormDeal) -> Witness:
    """Play the scenario as printed once and keep the record."""
    actions: list[Choices] = []
    damage = team_game(content, deal, deal.resources, "witness", actions.append)
    return Witness(damage=damage, actions=tuple(actions))


@enforces("scenario.classes")
def storm_class(content: StormfuryContent, damage: int) -> ClassName | None:
    """Name the class of a storm by its undefended damage; None when it is too weak or too strong for any."""
    classes = content.rules.storm_classes
    named: tuple[ClassName, ...] = ("mild", "standard", "severe")
    return next((name for name in named if getattr(classes, name).holds(damage)), None)


def rating(content: StormfuryContent, deal: StormDeal) -> Rating:
    """Return the figures printed with a scenario."""
    damage = undefended_damage(content, deal, recorded_storm(content, deal))
    trial = try_out(content, deal)
    return Rating(
        undefended=damage,
        kind=storm_class(content, damage),
        bot_median=float(trial.median),
        bot_min=float(min(trial.damages)),
        bot_max=float(max(trial.damages)),
        saved=round(saved_share(damage, trial.median), 2),
        games=len(trial.damages),
    )


def saved_share(damage: int, par: float) -> float:
    """Return the share of the undefended damage that a team prevents."""
    return 1 - par / damage if damage else 0.0


def certify(content: StormfuryContent, deal: StormDeal, _options: object) -> StormCertificate:
    """Return rating, par and a witness: a recorded bot game on exactly this scenario."""
    figures = rating(content, deal)
    return StormCertificate(rating=figures, par=figures.bot_median, witness=witness(content, deal))


def proof(certificate: StormCertificate) -> Proof | None:
    """Return the recorded game that a certificate carries."""
    return None if certificate.witness is None else Proof(certificate.witness.actions)


def unsuited(_content: object, certificate: StormCertificate, options: Options) -> str | None:
    """Say why a certified scenario is not what was wished for: a storm of another class."""
    found = None if certificate.rating is None else certificate.rating.kind
    return None if options.rating in (None, found) else f"rating {found or 'off the scale'}"
