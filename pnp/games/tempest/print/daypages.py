"""Which pages there are: seeded days, the final day, blank days and final maps, each as a DayPage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.draw.flow import Block
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.files import Day
from pnp.games.tempest.content.tables import FACE_ICONS
from pnp.games.tempest.play.certified import overall_rating, sheet_notes
from pnp.games.tempest.play.deal import CAMPAIGN, FACE_ROLES, FINAL, TARGET_LABEL, SheetNote
from pnp.games.tempest.play.setup import letter
from pnp.games.tempest.print import sheetwords as say
from pnp.games.tempest.print.daysheet import Corner, DayPage
from pnp.games.tempest.print.graphpaper import MapView, view_of_day, view_of_final
from pnp.games.tempest.print.sheetblocks import (
    Choice,
    Levels,
    PanelMaker,
    Pen,
    Person,
    PowerLine,
    Steps,
    Title,
    Together,
)
from pnp.games.tempest.print.sheettables import SetupCards, StormLine
from pnp.load.game import GameContent

FIRST = 0.0
"""A panel begins at the top of the map, without room above it."""


class PageMaker:
    """Makes the pages of one game, perhaps under a variant."""

    def __init__(self, game: GameContent, variant: str = "") -> None:
        self.game = game
        self.content: TempestContent = game.compiled.varied(variant)
        cards: Sequence[Mapping[str, Any]] = game.names["face_cards"]
        self.icons = {(role, card["face"]): card[role]["icon"] for role in FACE_ROLES[1:] for card in cards}

    # ------------------------------------------------------------- seeded

    def corner(self, scenario: Mapping[str, Any], day: str) -> Corner:
        """Return seed, rating and par of one sheet."""
        note = sheet_notes(scenario).get(day)
        if note is None:
            return Corner([_seed(scenario), ("rating", "not rated")], self.small(scenario))
        cells = [_seed(scenario), ("rating", note.rating), ("par", note.par_words)]
        return Corner(cells, self.small(scenario), say.BOLTS.get(note.rating, 0))

    def campaign_corner(self, scenario: Mapping[str, Any]) -> Corner:
        """Return seed, rating and par of all sheets together."""
        rating, notes = overall_rating(scenario), sheet_notes(scenario).values()
        cells = [_seed(scenario), ("rating", rating or "not rated")]
        if notes:
            whole = SheetNote("", sum(note.par for note in notes), rating, all(note.exact for note in notes))
            cells.append(("par", whole.par_words))
        return Corner(cells, self.small(scenario), say.BOLTS.get(rating, 0))

    def small(self, scenario: Mapping[str, Any]) -> str:
        """Return what else tells this sheet from others: format, content, variant."""
        parts = [f"format {scenario.get('format')}", f"content {scenario.get('content', self.game.hash)}"]
        if self.content.variant:
            parts.append(say.variant_title(self.content))
        return " · ".join(parts)

    def day(self, scenario: Mapping[str, Any], entry: Mapping[str, Any]) -> DayPage:
        """Return the page of a seeded day."""
        content, number = self.content, entry["day"]
        day = content.day(number)
        ranks = len(entry["decks"]["hearts"])

        def needed(pen: Pen) -> list[Block]:
            spare = say.healing(content, self._at_hand(scenario, number))
            blocks: list[Block] = [Title(pen, "Bring them home", say.goal(content, day), before=FIRST)]
            blocks += [
                Person(
                    pen,
                    citizen["letter"],
                    citizen["name"],
                    citizen.get("health", content.switches.health),
                    say.lends(content, citizen["name"], number),
                    spare=spare,
                    before=1.0 if i == 0 else 2.6,
                )
                for i, citizen in enumerate(entry["citizens"])
            ]
            return blocks + self._powers(pen, scenario, number)

        return DayPage(
            icon=self.game.game.cover.icon,
            title=f"Day {number}",
            subtitle=" · ".join(self._extent(entry["size"], ranks)),
            corner=self.corner(scenario, str(number)),
            view=view_of_day(entry),
            actions=self.actions(ranks),
            rounds=ranks,
            needed=needed,
            wished=self._reminders(final=False),
        )

    def final(self, scenario: Mapping[str, Any]) -> DayPage:
        """Return the page of a seeded final day."""
        content, entry = self.content, scenario["final"]
        drawn = content.maps[entry["map"]]
        target, blessing = content.targets[entry["target"]], content.blessings[entry["blessing"]]
        beast = content.beasts[entry["beast"]]
        ranks = len(entry["decks"]["hearts"])

        def needed(pen: Pen) -> list[Block]:
            blocks: list[Block] = [Title(pen, "Your liege", f"bring {target.name} to E", before=FIRST)]
            blocks.append(
                Person(
                    pen,
                    TARGET_LABEL,
                    target.name,
                    target.health,
                    f"*With you:* {target.said(content.words)}",
                    spare=say.healing(content, self._at_hand(scenario, content.days[-1].id + 1)),
                    before=1.0,
                )
            )
            blocks.append(Title(pen, "The beast", "acts after the storm"))
            blocks.append(
                Choice(
                    pen, beast.face, self.icons["beast", beast.face], beast.name, beast.said(content.words), chosen=True
                )
            )
            powers = self._powers(pen, scenario, content.days[-1].id + 1)
            blocks += powers or [Title(pen, "Powers at hand", "cross off each use")]
            uses = getattr(blessing.power, "uses", 0)
            held = scenario.get("play") != CAMPAIGN
            blocks.append(
                PowerLine(pen, blessing.name, blessing.said(content.words), uses, held=held, mark="" if held else "✓")
            )
            return blocks

        return DayPage(
            icon=self.icons["beast", beast.face],
            title="The final day",
            subtitle=" · ".join((drawn.name, *self._extent(content.final.size, ranks))),
            corner=self.corner(scenario, FINAL),
            view=view_of_final(drawn, ranks, self.icons["beast", beast.face]),
            actions=self.actions(ranks),
            rounds=ranks,
            needed=needed,
            wished=self._reminders(final=True),
        )

    def _extent(self, size: int, ranks: int) -> Iterator[str]:
        """Yield the size of a day: its map, its cards and its rounds."""
        yield say.square_map(self.content, size)
        yield say.cards(self.content, ranks)
        yield self.content.words.day.rounds(ranks)

    def _at_hand(self, scenario: Mapping[str, Any], today: int) -> list[str]:
        """Return whose powers can be at hand: of those saved earlier in a campaign, or as lent on a single day."""
        if scenario.get("play", CAMPAIGN) != CAMPAIGN:
            return list(scenario.get("powers", []))
        wait = self.content.switches.powers_after_days
        return [citizen["name"] for day, citizen in say.earlier_citizens(scenario, today) if day + wait <= today]

    def _powers(self, pen: Pen, scenario: Mapping[str, Any], today: int) -> list[Block]:
        """Return the powers at hand: to be ticked in a campaign, as lent on a single day."""
        content = self.content
        campaign = scenario.get("play", CAMPAIGN) == CAMPAIGN
        names = self._at_hand(scenario, today)
        known = [citizen for name in names if (citizen := content.citizen_named(name)) is not None]
        if not known:
            return []
        note = "tick those you saved; cross off uses" if campaign else "cross off each use"
        lines = [
            PowerLine(
                pen, citizen.name, citizen.said(content.words), getattr(citizen.power, "uses", 0), held=not campaign
            )
            for citizen in known
        ]
        return [Title(pen, "Powers at hand", note), *lines]

    def _ranks_before(self, day: Day) -> int:
        """Return the highest card of the days whose rescued can help on a day."""
        last = day.id - self.content.switches.powers_after_days
        return max((earlier.ranks for earlier in self.content.days if earlier.id <= last), default=0)

    def _reminders(self, *, final: bool) -> PanelMaker:
        """Return what is added where there is room: the round in short, damage, how levels are drawn."""
        content = self.content

        def wished(pen: Pen) -> list[Block]:
            levels = Levels(pen, say.level_captions(content), say.damage_words(content, final=final))
            return [
                Together([Title(pen, "Each round"), Steps(pen, say.round_steps(content, final=final))]),
                Together([Title(pen, "Storm levels", "pencil them in"), levels]),
            ]

        return wished

    def actions(self, ranks: int) -> list[StormLine]:
        """Return the storm actions of a deck with their words."""
        words = self.content.words
        actions = [action for rank, action in sorted(self.content.storm.items()) if rank <= ranks]
        return [StormLine(action, action.said(words)) for action in actions]

    # -------------------------------------------------------------- blank

    def blank_day(self, day: Day) -> DayPage:
        """Return a sheet to set up by hand."""
        content = self.content
        earlier = [citizen.name for citizen in content.citizens.values() if citizen.rank <= self._ranks_before(day)]
        spare = say.healing(content, earlier)

        def needed(pen: Pen) -> list[Block]:
            people = [
                Person(pen, letter(i), "", content.switches.health, spare=spare, before=1.6 if i == 0 else 3.0)
                for i in range(day.citizens)
            ]
            steps = Steps(pen, say.setup_steps(content, day))
            return [
                Title(pen, "Set up", before=FIRST),
                steps,
                Title(pen, "Bring them home", say.goal(content, day)),
                *people,
            ]

        return DayPage(
            icon=self.game.game.cover.icon,
            title=f"Day {day.id}",
            subtitle=" · ".join(self._extent(day.size, day.ranks)),
            corner=_to_write("date", "rescued"),
            view=MapView(day.size, ranks=day.ranks),
            actions=self.actions(day.ranks),
            rounds=day.ranks,
            needed=needed,
            wished=self._reminders(final=False),
            foot=lambda pen: SetupCards(pen, day.ranks, self._names(day), content.shapes),
        )

    def _names(self, day: Day) -> dict[int, str]:
        """Return the names that a day's diamonds can give."""
        return {rank: citizen.name for rank, citizen in self.content.citizens.items() if rank <= day.ranks}

    def final_map(self, face: str) -> DayPage:
        """Return a final map with everything that the other three face cards can choose."""
        content = self.content
        drawn, ranks = content.maps[face], content.final.ranks

        def needed(pen: Pen) -> list[Block]:
            blocks: list[Block] = [Title(pen, "Your target", "tick what your face cards chose", before=FIRST)]
            blocks += [
                Choice(
                    pen,
                    target.face,
                    self.icons["target", target.face],
                    target.name,
                    target.said(content.words),
                    health=target.health,
                )
                for target in content.targets.values()
            ]
            blocks.append(Title(pen, "Your blessing"))
            blocks += [
                Choice(
                    pen,
                    entry.face,
                    self.icons["blessing", entry.face],
                    entry.name,
                    entry.said(content.words),
                    uses=getattr(entry.power, "uses", 0),
                )
                for entry in content.blessings.values()
            ]
            blocks.append(Title(pen, "The beast", "acts after the storm"))
            blocks += [
                Choice(pen, beast.face, self.icons["beast", beast.face], beast.name, beast.said(content.words))
                for beast in content.beasts.values()
            ]
            return blocks

        return DayPage(
            icon=FACE_ICONS[face],
            title=drawn.name,
            subtitle=f"The final day, map of the {content.words.cards.face(drawn.face)} · {say.cards(content, ranks)}"
            + (f" · {say.variant_title(content)}" if content.variant else ""),
            corner=_to_write("date", "saved"),
            view=view_of_final(drawn, ranks),
            actions=self.actions(ranks),
            rounds=ranks,
            needed=needed,
            wished=self._reminders(final=True),
        )


def _seed(scenario: Mapping[str, Any]) -> tuple[str, str]:
    seed = scenario.get("seed")
    return "seed", "–" if seed is None else str(seed)


def _to_write(*labels: str) -> Corner:
    """Return a corner to be filled in by hand."""
    return Corner([(label, "            ") for label in labels])
