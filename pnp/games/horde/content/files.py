"""What designers write: the types of the Horde's YAML files, source of schema and reference."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pnp.games.horde.content.moves import Directions
from pnp.games.horde.content.words import Words as Spoken
from pnp.model import Holds, Id, Strict, Template, Words

RoleLetter = Literal["T", "C", "W", "F"]
Rank = Literal["K", "Q", "J", "A"]
Suit = Literal["H", "D", "C", "S"]
ActionEffect = Literal["provocation", "attack", "help", "rest"]
EnemyEffect = Literal["wound", "drain", "devour", "none"]
Mode = Literal["solo", "competition"]

ROLES: tuple[RoleLetter, ...] = ("T", "C", "W", "F")
"""The order in which roles are listed; content may not invent others."""

Positive = Annotated[int, Meta(ge=1)]


# --- theme.yaml ---------------------------------------------------------------------------------


class WindName(Strict):
    """The name of the winds of some strengths."""

    low: Annotated[int, Meta(ge=0, description="Weakest wind of this name.")]
    high: Annotated[int, Meta(ge=0, description="Strongest wind of this name.")]
    name: Annotated[str, Meta(min_length=1, description="Name printed on the Breeze.")]


class Names(Strict):
    """All words of one theme."""

    title: Annotated[str, Meta(description="Title of the game.")]
    tagline: Annotated[str, Meta(description="One sentence for the cover.")]
    credit: Annotated[str, Meta(description="Line printed under the title.")]
    horde: Annotated[str, Meta(description="The player's people.")]
    wit: Annotated[str, Meta(description="Deck of characters.")]
    pack: Annotated[str, Meta(description="Deck of Power cards.")]
    aval: Annotated[str, Meta(description="Zone downstream of the field.")]
    counterwind: Annotated[str, Meta(description="Phase 5, where the wind is faced.")]
    roles: Annotated[dict[RoleLetter, str], Meta(description="Names of the roles by letter.")]
    enemies: Annotated[dict[Rank, str], Meta(description="Names of the enemies by rank.")]
    winds: Annotated[list[WindName], Meta(description="Names of the winds by strength.")]


class ThemeNames(Strict):
    """The words of every theme."""

    novel: Annotated[Names, Meta(description="Names of the novel.")]
    neutral: Annotated[Names, Meta(description="Names free of the novel.")]


class ThemeFile(Strict):
    """theme.yaml: whose words the game speaks."""

    theme: Annotated[Literal["novel", "neutral"], Meta(description="The theme to build.")]
    names: Annotated[ThemeNames, Meta(description="The words of each theme.")]


# --- field.yaml, decks.yaml ---------------------------------------------------------------------


class Field(Strict):
    """The grid the characters walk on."""

    columns: Annotated[str, Meta(min_length=2, max_length=9, description="Column letters, left to right.")]
    lines: Annotated[int, Meta(ge=2, le=9, description="Number of lines; line 1 is upstream.")]


class FieldFile(Strict):
    """field.yaml: the grid."""

    field: Annotated[Field, Meta(description="The grid.")]


class SuitInfo(Strict):
    """A suit of the poker decks."""

    name: Annotated[str, Meta(description="Name of the suit.")]
    icon: Annotated[str, Meta(description="Icon that shows it.")]


class Pips(Strict):
    """The numbered cards."""

    low: Annotated[int, Meta(ge=1, description="Lowest value.")]
    high: Annotated[int, Meta(ge=1, description="Highest value.")]


class DecksFile(Strict):
    """decks.yaml: the cards, in their order before shuffling."""

    suits: Annotated[dict[Suit, SuitInfo], Meta(description="Suits by letter, in deck order.")]
    pips: Annotated[Pips, Meta(description="Values of Pack and Breezes.")]
    courts: Annotated[dict[Rank, str], Meta(description="Names of the ranks of Wit and Encounters, in deck order.")]


# --- roles.yaml, enemies.yaml, formations.yaml --------------------------------------------------


class Move(Strict):
    """How a role moves."""

    steps: Annotated[int, Meta(ge=1, le=4, description="Squares it may walk at most.")]
    directions: Annotated[Directions, Meta(description="Directions it may walk in.")]
    straight: Annotated[bool, Meta(description="True: it may not turn during a move.")]
    through: Annotated[bool, Meta(description="True: it may cross occupied squares.")]


class RoleAction(Strict):
    """The action a role offers in step 3.3."""

    effect: Annotated[ActionEffect, Meta(description="What the action does.")]
    name: Annotated[str, Meta(description="Name of the action.")]
    cost: Annotated[int, Meta(ge=0, description="Power points it costs.")]


class Role(Strict):
    """A role of the Horde."""

    rank: Annotated[Rank, Meta(description="Rank of its cards; enemies of this rank spare it.")]
    resistance: Annotated[int, Meta(ge=0, description="Wind strength it stands without help.")]
    move: Annotated[Move, Meta(description="How it moves.")]
    action: Annotated[RoleAction, Meta(description="The action it offers.")]


class RolesFile(Strict):
    """roles.yaml: the four characters."""

    roles: Annotated[dict[RoleLetter, Role], Meta(description="Roles by letter.")]


class Enemy(Strict):
    """An enemy of the Encounters deck."""

    effect: Annotated[EnemyEffect, Meta(description="What it does to each character in its column.")]
    cards: Annotated[int, Meta(ge=0, description="Pack cards it drains per character.")] = 0


class EnemiesFile(Strict):
    """enemies.yaml: what Encounters do."""

    enemies: Annotated[dict[Rank, Enemy], Meta(description="Enemies by rank.")]
    role_table_immunity: Annotated[
        dict[RoleLetter, Rank],
        Meta(description="Immunities of the original's role table, a switch plays them."),
    ]


class Formation(Strict):
    """A formation that an Up-card's suit demands."""

    name: Annotated[str, Meta(description="Name of the formation.")]
    likeness: Annotated[Words, Meta(description="What its shape looks like.")]
    rows: Annotated[list[str], Meta(description="Lines from upstream, a role letter or a dot per column.")]


class FormationsFile(Strict):
    """formations.yaml: squares by suit."""

    squares_per_role: Annotated[int, Meta(ge=1, description="Squares that every role has in a formation.")]
    formations: Annotated[dict[Suit, Formation], Meta(description="Formations by suit.")]


# --- limits.yaml, competition.yaml --------------------------------------------------------------


class Limits(Strict):
    """The numbers of play."""

    hand: Annotated[int, Meta(ge=1, description="Cards in hand after drawing.")]
    aval: Annotated[int, Meta(ge=1, description="Characters in Aval after reinforcements and at the end of a turn.")]
    encounters_at_start: Annotated[int, Meta(ge=0, description="Encounters laid out before the first turn.")]
    breezes_at_start: Annotated[int, Meta(ge=0, description="Breezes laid out before the first turn.")]
    missed_formation: Annotated[int, Meta(ge=0, description="Pack cards lost for a missed formation.")]
    sweep_refill: Annotated[int, Meta(ge=0, description="Breezes laid out after a compliant formation.")]
    destroyed_from: Annotated[Positive | None, Meta(description="A wind stronger by this much destroys; null: never.")]
    support_from: Annotated[int, Meta(ge=1, description="A character stronger by this much brings Support.")]
    support_factor: Annotated[int, Meta(ge=1, description="How many times a supported card counts.")]
    help_looks_at: Annotated[int, Meta(ge=1, description="Pack cards that Help looks at.")]


class Switches(Strict):
    """Readings of unclear rules; the defaults are the rulings."""

    immunity: Annotated[Literal["same-rank", "role-table"], Meta(description="Whom an enemy spares.")] = "same-rank"
    second_wound: Annotated[
        Literal["destroys", "retreats"], Meta(description="A wounded character that fails against the wind.")
    ] = "destroys"
    entries_per_turn: Annotated[Literal["any", "one"], Meta(description="Characters that may enter in one turn.")] = (
        "any"
    )
    phase3_order: Annotated[
        Literal["strict", "free"], Meta(description="Whether entries, moves and actions may be mixed.")
    ] = "strict"
    forced_discard: Annotated[
        Literal["every-card", "at-least-one"], Meta(description="When a forced discard is a defeat.")
    ] = "every-card"
    empty_line: Annotated[Literal["skip", "calm"], Meta(description="A line without a Breeze: no test, or wind 0.")] = (
        "skip"
    )
    support_stacks: Annotated[bool, Meta(description="Whether several Supports wait for several cards.")] = False
    scenario_reshuffle: Annotated[
        Literal["flip", "shuffle"], Meta(description="How Encounter discards become a new deck.")
    ] = "flip"


class LimitsFile(Strict):
    """limits.yaml: numbers and switches."""

    limits: Annotated[Limits, Meta(description="The numbers of play.")]
    switches: Annotated[Switches, Meta(description="Readings of unclear rules.")]


class Competition(Strict):
    """What differs when two Hordes race."""

    players: Annotated[int, Meta(ge=2, le=2, description="Players.")]
    right_columns: Annotated[str, Meta(description="Column letters of the right player.")]
    encounters_at_start: Annotated[int, Meta(ge=0, description="Encounters laid out before the first turn.")]
    shifts_when_compliant: Annotated[int, Meta(ge=0, description="Breeze shifts for a compliant formation.")]


class CompetitionFile(Strict):
    """competition.yaml: two Hordes."""

    competition: Annotated[Competition, Meta(description="What differs for two.")]


# --- scenario.yaml, bots.yaml, balance.yaml, examples.yaml --------------------------------------


class Quality(Strict):
    """What a deal must offer to be printed."""

    early_up_cards: Annotated[list[Positive], Meta(description="Places of the early Up-cards in the Breezes.")]
    early_suits: Annotated[int, Meta(ge=1, le=4, description="Suits they show at least.")]
    first_winds: Annotated[int, Meta(ge=1, description="Number of first Breezes looked at.")]
    first_winds_sum: Annotated[int, Meta(ge=1, description="Their greatest sum.")]
    first_encounters: Annotated[int, Meta(ge=1, description="Number of first Encounters looked at.")]
    first_devourers: Annotated[int, Meta(ge=0, description="Devouring enemies among them at most.")]


class StarClass(Strict):
    """A class of difficulty."""

    stars: Annotated[int, Meta(ge=1, description="Stars printed.")]
    least: Annotated[float, Meta(ge=0, le=1, description="Smallest share of bot wins.")]


class Rating(Strict):
    """How bot games rate a deal."""

    bot: Annotated[str, Meta(description="The bot that plays.")]
    games: Annotated[int, Meta(ge=1, le=200, description="Games on the same deal.")]
    noise: Annotated[float, Meta(ge=0, description="Noise on the bot's plans.")]
    easiest: Annotated[float, Meta(ge=0, le=1, description="A greater share of wins is trivial.")]
    stars: Annotated[list[StarClass], Meta(description="Classes from easy to hard.")]


class ScenarioFile(Strict):
    """scenario.yaml: quality and rating of deals."""

    quality: Annotated[Quality, Meta(description="What a deal must offer.")]
    rating: Annotated[Rating, Meta(description="How a deal is rated.")]


class BotSettings(Strict):
    """How a planning bot weighs things, in power points."""

    card: Annotated[float, Meta(ge=0, description="A Power card spent or lost, whatever its value.")]
    point: Annotated[float, Meta(ge=0, description="Each point of value of a spent card on top of that.")]
    missed: Annotated[float, Meta(ge=0, description="A missed formation.")]
    broken: Annotated[float, Meta(ge=0, description="A plan that an enemy spoils, for each character.")]
    lost_character: Annotated[float, Meta(ge=0, description="A character of the field destroyed.")]
    lost_reserve: Annotated[float, Meta(ge=0, description="A character in Aval destroyed.")]
    wound: Annotated[float, Meta(ge=0, description="A wound.")]
    presence: Annotated[float, Meta(ge=0, description="A character entered although no formation is possible.")]
    ready: Annotated[float, Meta(ge=0, description="Each Power point that the next formation will cost.")]
    attack_gain: Annotated[float, Meta(ge=0, description="What an Attack must save to be considered.")]
    rests: Annotated[bool, Meta(description="Heals out of spare points.")] = False
    helps: Annotated[bool, Meta(description="Asks for Help, out of spare points or when short of power.")] = False
    help_gain: Annotated[int, Meta(ge=0, description="Points that Help is expected to bring.")] = 0


class BotsFile(Strict):
    """bots.yaml: the bots' weights."""

    bots: Annotated[dict[str, BotSettings], Meta(description="Planning bots by name.")]


class Variant(Strict):
    """A changed game for the balance report."""

    title: Annotated[Words, Meta(description="Name in the report.")]
    limits: Annotated[dict[str, int | None], Meta(description="Changed numbers of `limits`.")] = {}
    switches: Annotated[dict[str, str | bool], Meta(description="Changed `switches`.")] = {}
    mirrored: Annotated[bool, Meta(description="Swap the flanks of all formations.")] = False
    forbidden: Annotated[list[ActionEffect], Meta(description="Actions the bot may not use.")] = []
    blind: Annotated[bool, Meta(description="The bot ignores enemies.")] = False


class BalanceRun(Strict):
    """Variants that one bot plays in one mode."""

    bot: Annotated[str, Meta(description="The bot that plays.")]
    variants: Annotated[list[str], Meta(min_length=1, description="Variants, the one to compare with first.")]
    mode: Annotated[Mode, Meta(description="Solo or competition.")] = "solo"


class BalanceFile(Strict):
    """balance.yaml: variants to compare."""

    balance_runs: Annotated[list[BalanceRun], Meta(description="The runs of a full report.")]
    variants: Annotated[dict[str, Variant], Meta(description="Variants by name.")]


class MoveExample(Strict):
    """Where may this character go?"""

    title: Annotated[Words, Meta(description="Caption.")]
    role: Annotated[RoleLetter, Meta(description="Who moves.")]
    rows: Annotated[list[str], Meta(description="The field, line by line.")]


class FormationExample(Strict):
    """Does this formation comply?"""

    title: Annotated[Words, Meta(description="Caption.")]
    suit: Annotated[Suit, Meta(description="Suit of the Up-card.")]
    rows: Annotated[list[str], Meta(description="The field, line by line.")]


class MeetExample(Strict):
    """A phase 4 to be played by the engine."""

    title: Annotated[Words, Meta(description="Caption.")]
    rows: Annotated[list[str], Meta(description="The field, line by line.")]
    encounters: Annotated[list[str | None], Meta(description="Encounters in the slots, from the first column on.")]
    aval: Annotated[list[str], Meta(description="Characters in the zone downstream.")] = []


class FirstGame(Strict):
    """The turn that the rulebook tells of."""

    seed: Annotated[int, Meta(ge=0, description="Seed of the solo deal.")]
    bot: Annotated[str, Meta(description="A bot of bots.yaml, who plays the turn.")]


class WindLine(Strict):
    """What the player does on a line."""

    line: Annotated[int, Meta(ge=1, description="The line.")]
    play: Annotated[list[str], Meta(description="Cards played.")] = []
    power: Annotated[int, Meta(ge=0, description="Points spent on the line.")] = 0
    moves: Annotated[dict[RoleLetter, str], Meta(description="Moves of winners.")] = {}


class WindExample(Strict):
    """A phase 5 to be played by the engine."""

    title: Annotated[Words, Meta(description="Caption.")]
    rows: Annotated[list[str], Meta(description="The field, line by line.")]
    breezes: Annotated[list[str | None], Meta(description="Breezes in slots 1, 2 and so on.")]
    hand: Annotated[list[str], Meta(description="Cards in hand.")]
    lines: Annotated[list[WindLine], Meta(description="What the player does.")]


class ExamplesFile(Strict):
    """examples.yaml: situations of the rulebook."""

    move_examples: Annotated[dict[str, MoveExample], Meta(description="Movement examples by name.")]
    formation_examples: Annotated[dict[str, FormationExample], Meta(description="Formation examples by name.")]
    meet_examples: Annotated[dict[str, MeetExample], Meta(description="Examples of enemies by name.")]
    wind_examples: Annotated[dict[str, WindExample], Meta(description="Counterwind examples by name.")]
    first_game: Annotated[FirstGame, Meta(description="The turn that the rulebook tells of.")]


# --- print.yaml ---------------------------------------------------------------------------------

Measure = Annotated[float, Meta(ge=10, le=500)]


class AreaMeasures(Strict):
    """The cells of a play area on one paper, in mm."""

    column: Annotated[Measure, Meta(description="Width of a column of the field.")]
    line: Annotated[Measure, Meta(description="Height of a line of the field.")]
    edge_column: Annotated[
        Measure | None, Meta(description="Width of the column of Breezes, if the whole table is printed.")
    ] = None
    edge_row: Annotated[
        Measure | None, Meta(description="Height of the rows of Encounters and Aval, if the whole table is printed.")
    ] = None


class PlayArea(Strict):
    """The play area for one card size; with edge column and edge row it shows the whole table."""

    title: Annotated[str, Meta(min_length=1, description="What people call it.")]
    papers: Annotated[
        dict[str, AreaMeasures],
        Meta(min_length=1, description="Measures by paper; other papers take the first ones that fit."),
    ]


class AreaHolds(Strict):
    """Which deck's cards lie where on a play area; `seat` is 0, or 1 for the second player."""

    square: Annotated[Holds, Meta(description="On a square of the field.")]
    breeze: Annotated[Holds, Meta(description="On a slot of the Breezes.")]
    encounter: Annotated[Holds, Meta(description="On a slot of the Encounters.")]
    encounters_deck: Annotated[Holds, Meta(description="On the place of the Encounters deck.")]
    aval: Annotated[Holds, Meta(description="On a slot of the zone downstream.")]
    wit_discards: Annotated[Holds, Meta(description="On the place of destroyed characters.")]


class Look(Strict):
    """Icons of people, enemies and actions."""

    roles: Annotated[dict[RoleLetter, str], Meta(description="Icon of each role.")]
    enemies: Annotated[dict[Rank, str], Meta(description="Icon of each enemy.")]
    actions: Annotated[dict[ActionEffect, str], Meta(description="Icon of each action.")]


class PanelPicture(Strict):
    """A drawing on the reference sheet."""

    drawing: Annotated[str, Meta(description="Name of the drawing, such as movement-T.")]
    caption: Annotated[Template, Meta(description="What stands under it.")] = ""


class Panel(Strict):
    """A part of the reference sheet."""

    title: Annotated[Template, Meta(description="Its heading.")]
    text: Annotated[Template, Meta(description="Its text, with tables and lists as in the rules.")] = ""
    pictures: Annotated[list[PanelPicture], Meta(description="Drawings side by side.")] = []
    picture_height: Annotated[float, Meta(ge=5, le=200, description="Height of the drawings in mm.")] = 28.0
    share: Annotated[float, Meta(gt=0, le=10, description="Its part of the width beside other panels.")] = 1.0


class PrintFile(Strict):
    """print.yaml: what only paper needs."""

    look: Annotated[Look, Meta(description="Icons.")]
    seam_after: Annotated[int, Meta(ge=1, description="The last line on the upper sheet of the play area.")]
    margin_words: Annotated[float, Meta(ge=3, le=20, description="Room for words beside the grid in mm.")]
    play_areas: Annotated[dict[Id, PlayArea], Meta(description="Play areas by card size.")]
    area_holds: Annotated[AreaHolds, Meta(description="What lies where on the play area of the printed card size.")]
    reference: Annotated[
        list[list[Panel]], Meta(description="Rows of the reference sheet, each of panels side by side.")
    ]


class Files(Struct, frozen=True):
    """All files of content/horde, by stem."""

    theme: ThemeFile
    field: FieldFile
    decks: DecksFile
    roles: RolesFile
    enemies: EnemiesFile
    formations: FormationsFile
    limits: LimitsFile
    competition: CompetitionFile
    scenario: ScenarioFile
    bots: BotsFile
    balance: BalanceFile
    examples: ExamplesFile
    print: PrintFile
    words: Spoken
