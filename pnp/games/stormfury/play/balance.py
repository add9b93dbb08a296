"""Balance: one simulated game as a record, and what many records say."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from pnp.diagnostics import pick
from pnp.games.stormfury.content.compiled import GAME, StormfuryContent
from pnp.games.stormfury.play.bots import RandomBot, TeamBot, play_team
from pnp.games.stormfury.play.certificate import capped
from pnp.games.stormfury.play.choices import Choices, Reshuffle
from pnp.games.stormfury.play.engine import Game
from pnp.games.stormfury.play.scenario import drawn_roles, populations, set_up, start_hex
from pnp.games.stormfury.play.storm import StormTurn, landfall, storm_turns, undefended
from pnp.model import Strict
from pnp.play import stats
from pnp.play.match import drive
from pnp.play.seeds import stream
from pnp.play.stats import Record

SOURCES = ("infrastructure", "people", "roads")


class Options(Strict):
    """What is simulated."""

    experts: Annotated[int, Meta(description="size of the team", ge=1)] = 4
    bot: Annotated[
        Literal["team", "random", "nobody"], Meta(description="who plays; nobody: the storm is not fought")
    ] = "team"
    level: Annotated[Literal["easy", "normal", "hard"], Meta(description="level of difficulty")] = "normal"
    footprint: Annotated[Literal["level", "final", "swath"], Meta(description="where the storm does damage")] = "level"
    profile: Annotated[Literal["even", "census"], Meta(description="people in the cities")] = "even"
    roles: Annotated[
        tuple[str, ...] | None, Meta(description="role ids in seat order; drawn by the seed when left out")
    ] = None
    role_games: Annotated[
        bool, Meta(description="also play each storm without one of the roles, and with one alone, by turns")
    ] = False


def play_one(content: StormfuryContent, seed: int, options: Options) -> Record:
    """Play the storm of a seed once and return the record of the game."""
    level = content.level(options.level)
    swath = (level.footprint if options.footprint == "level" else options.footprint) == "swath"
    start = start_hex(content, seed)
    people = list(populations(content, seed, options.profile).values())
    storm = list(storm_turns(content, seed, content.board.starts[start], level.start_category, swath=swath))
    by_turn = undefended(content, storm, people)
    record: Record = {
        "seed": seed,
        "bot": options.bot,
        "start": start,
        "undefended": capped(content, by_turn),
        **_storm_figures(content, level.start_category, storm),
    }
    if options.bot == "nobody":
        struck = 0
        for turn in storm:
            struck |= turn.struck
        figures = {source: sum(getattr(loss, source) for loss in by_turn) for source in SOURCES}
        return record | {
            "experts": 0,
            "damage": record["undefended"],
            **figures,
            "damage_by_turn": [loss.total for loss in by_turn],
            **_names(content, struck),
        }
    roles = list(options.roles or drawn_roles(content, seed, options.experts))
    for role in roles:
        pick(role, content.resources.roles, "role")
    setting = (level.start_category, people, storm, swath, start)
    record |= _team_record(content, seed, options.bot, roles, setting)
    if options.role_games:
        record["role_games"] = _role_games(content, seed, options.bot, roles, setting)
    return record


_Setting = tuple[int, list[int], list[StormTurn], bool, str]


def _storm_figures(content: StormfuryContent, category: int, storm: Sequence[StormTurn]) -> Record:
    """Return what can be said of a storm alone."""
    ashore = landfall(content, storm)
    return {
        "turns": len(storm),
        "landfall": ashore,
        "top_category": max(category, *(turn.category for turn in storm)),
        "skipped_steps": sum(turn.skipped for turn in storm),
        "back_to_sea": ashore is not None and any(content.board.ocean[turn.centre] for turn in storm[ashore:]),
    }


def _names(content: StormfuryContent, struck: int) -> Record:
    """Name a set of targets."""
    board = content.board
    spaces = len(board.spaces)
    return {
        "lost": [board.spaces[i].id for i in board.targets(struck & ((1 << spaces) - 1))],
        "flooded": [board.roads[i].id for i in board.targets(struck >> spaces)],
    }


def _play(
    content: StormfuryContent, seed: int, bot: str, roles: Sequence[str], setting: _Setting
) -> tuple[Game, dict[str, int]]:
    """Play a storm with a team and count what it uses."""
    category, people, storm, swath, start = setting
    game = set_up(
        content,
        start=content.board.starts[start],
        category=category,
        people=people,
        roles=roles,
        resources=stream(GAME, seed, "resources").shuffled(content.full_deck()),
        storm=storm,
        swath=swath,
    )
    used = {"reshuffles": 0, "forts": 0, "dams": 0}
    chits = content.rules.chits

    def watch(choice: Choices) -> None:
        used["reshuffles"] += isinstance(choice, Reshuffle)
        used["forts"] = max(used["forts"], chits.fortification - game.table.fort_supply)
        used["dams"] = max(used["dams"], chits.dam - game.table.dam_supply)

    luck = stream(GAME, seed, "table")
    if bot == "team":
        play_team(game, TeamBot(content, stream(GAME, seed, "bot")), luck, watch=watch)
    else:
        chooser = RandomBot(stream(GAME, seed, "bot"))
        drive(game, lambda _: chooser.choose(None, game.legal_actions()), luck, watch=watch)
    return game, used


def _team_record(content: StormfuryContent, seed: int, bot: str, roles: Sequence[str], setting: _Setting) -> Record:
    """Play a storm with a team and describe the game."""
    game, used = _play(content, seed, bot, roles, setting)
    result = game.result()
    table = game.table
    return {
        "experts": len(roles),
        "roles": list(roles),
        "damage": table.damage,
        **{source: result[source] for source in SOURCES},
        "over": result["over"],
        "verdict": result["verdict"],
        "evacuated": table.evacuated,
        "damage_by_turn": [sum(hit.damage for hit in gust.hits) for gust in game.gusts],
        **_names(content, table.lost | table.flooded << len(content.board.spaces)),
        **used,
    }


def _role_games(content: StormfuryContent, seed: int, bot: str, roles: Sequence[str], setting: _Setting) -> Record:
    """Play the same storm without one role, and with one role alone; seeds take turns among the roles."""
    chosen = roles[seed % len(roles)]
    games: Record = {"role": chosen}
    if len(roles) > 1:
        rest = [role for role in roles if role != chosen]
        games["without"] = _play(content, seed, bot, rest, setting)[0].table.damage
    games["alone"] = _play(content, seed, bot, [chosen], setting)[0].table.damage
    return games


def summarise(records: Sequence[Record]) -> Record:
    """Return the figures of many games, with 95 % intervals for means and rates."""
    number = len(records)
    if not number:
        raise ValueError("no games to summarise")
    saved = [1 - one["damage"] / one["undefended"] for one in records if one["undefended"]]
    ashore = [one["landfall"] for one in records if one["landfall"] is not None]
    summary: Record = {
        "games": number,
        "damage": stats.distribution([one["damage"] for one in records]),
        "undefended": stats.distribution([one["undefended"] for one in records]),
        "saved": stats.mean(saved) if saved else None,
        "sources": {source: stats.mean([one[source] for one in records]) for source in SOURCES},
        "spaces_lost": _shares([one["lost"] for one in records], number),
        "roads_flooded": _shares([one["flooded"] for one in records], number),
        "storm": {
            "turns": stats.distribution([one["turns"] for one in records]),
            "landfall": stats.distribution(ashore) if ashore else None,
            "no_landfall": stats.rate(number - len(ashore), number),
            "top_category": _tally([one["top_category"] for one in records]),
            "back_to_sea": stats.rate(sum(one["back_to_sea"] for one in records), number),
            "edge": stats.rate(sum(one["skipped_steps"] > 0 for one in records), number),
        },
        "damage_by_turn": _by_turn([one["damage_by_turn"] for one in records]),
    }
    played = [one for one in records if "verdict" in one]
    if played:
        summary["verdicts"] = _tally([one["verdict"] for one in played])
        summary["overwhelmed"] = stats.rate(sum(one["over"] == "overwhelmed" for one in played), len(played))
        for key in ("reshuffles", "forts", "dams", "evacuated"):
            summary[key] = stats.distribution([one[key] for one in played])
    role_games = [one for one in records if "role_games" in one]
    if role_games:
        summary["roles"] = _role_values(role_games)
    return summary


def _shares(found: Sequence[Sequence[str]], number: int) -> Record:
    """Return the share of games in which each place was lost."""
    return stats.rates(found, sorted({name for one in found for name in one}), number)


def _tally(values: Sequence[int | str]) -> Record:
    """Return the share of each value."""
    counts = Counter(values)
    return {str(value): stats.rate(counts[value], len(values)) for value in sorted(counts)}


def _by_turn(games: Sequence[Sequence[int]]) -> list[Record]:
    """Return the mean damage of each turn, over all games (0 once a storm is over)."""
    longest = max(map(len, games))
    return [stats.mean([game[turn] if turn < len(game) else 0 for game in games]) for turn in range(longest)]


def _role_values(records: Sequence[Record]) -> Record:
    """Return for each role what a team loses without it, on the same storms, and how it fares alone."""
    values: Record = {}
    for role in sorted({one["role_games"]["role"] for one in records}):
        own = [one for one in records if one["role_games"]["role"] == role]
        values[role] = {"alone": stats.mean([one["role_games"]["alone"] for one in own])}
        without = [one for one in own if "without" in one["role_games"]]
        if without:
            values[role]["without"] = stats.mean([one["role_games"]["without"] for one in without])
            worth = [one["role_games"]["without"] - one["damage"] for one in without]
            values[role]["worth"] = stats.mean(worth)
    return values
