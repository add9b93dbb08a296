"""Which pages there are: seeded days, the final day, blank days and final maps, each as a DayPage."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pnp.draw.faces import Painter
from pnp.draw.flow import Block
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.files import Day
from pnp.games.tempest.content.tables import FACE_ICONS
from pnp.games.tempest.play.deal import (
    FACE_ROLES,
    FINAL,
    TARGET_LABEL,
    DayEntry,
    FinalEntry,
    Scenario,
    SheetNote,
)
from pnp.games.tempest.play.setup import letter
from pnp.games.tempest.print import sheetwords as say
from pnp.games.tempest.print.daysheet import Cell, Corner, DayPage
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
        self.words = self.content.words
        cards: Sequence[Mapping[str, Any]] = game.names["face_cards"]
        self.icons = {(role, card["face"]): card[role]["icon"] for role in FACE_ROLES[1:] for card in cards}

    def pen(self, painter: Painter) -> Pen:
        """Return what the pages are drawn with."""
        return Pen(painter, self.words)

    # ------------------------------------------------------------- seeded

    def corner(self, scenario: Scenario, day: str) -> Corner:
        """Return seed, rating and par of one sheet."""
        note = scenario.certificate.notes.get(day)
        notes = () if note is None else (note,)
        return self._corner(scenario, note.rating if note else "", notes)

    def campaign_corner(self, scenario: Scenario) -> Corner:
        """Return seed, rating and par of all sheets together."""
        certificate = scenario.certificate
        return self._corner(scenario, certificate.rating.kind if certificate.rating else "", certificate.sheets)

    def _corner(self, scenario: Scenario, rating: str, notes: Collection[SheetNote]) -> Corner:
        words, seed = self.words.corner, scenario.seed
        cells = [Cell(words.seed, "–" if seed is None else str(seed))]
        rated = words.rated(rating) if rating else words.not_rated
        cells.append(Cell(words.rating, rated, say.BOLTS.get(rating, 0)))
        if notes:
            par = words.at_par(sum(note.par for note in notes), all(note.exact for note in notes))
            cells.append(Cell(words.par, par))
        return Corner(cells, self.small(scenario))

    def to_write(self, *labels: str) -> Corner:
        """Return a corner to be filled in by hand."""
        return Corner([Cell(label, "            ") for label in labels])

    def small(self, scenario: Scenario) -> str:
        """Return what else tells this sheet from others: format, content, variant."""
        parts = [self.words.corner.made(str(scenario.deal.format), scenario.seal.content or self.game.hash)]
        if self.content.variant:
            parts.append(say.variant_title(self.content))
        return " · ".join(parts)

    def day(self, scenario: Scenario, entry: DayEntry) -> DayPage:
        """Return the page of a seeded day."""
        content, number = self.content, entry.day
        day = content.day(number)
        ranks, words = len(entry.decks.hearts), self.words.panel

        def needed(pen: Pen) -> list[Block]:
            spare = say.healing(content, self._at_hand(scenario, number))
            blocks: list[Block] = [Title(pen, words.bring_home, say.goal(content, day), before=FIRST)]
            blocks += [
                Person(
                    pen,
                    citizen.letter,
                    citizen.name,
                    content.switches.health if citizen.health is None else citizen.health,
                    say.lends(content, citizen.name, number),
                    spare=spare,
                    before=1.0 if i == 0 else 2.6,
                )
                for i, citizen in enumerate(entry.citizens)
            ]
            return blocks + self._powers(pen, scenario, number)

        return DayPage(
            icon=self.game.game.cover.icon,
            title=self.words.titles.day(number),
            subtitle=" · ".join(self._extent(entry.size, ranks)),
            corner=self.corner(scenario, str(number)),
            view=view_of_day(entry),
            actions=self.actions(ranks),
            rounds=ranks,
            needed=needed,
            wished=self._reminders(final=False),
        )

    def final(self, scenario: Scenario, entry: FinalEntry) -> DayPage:
        """Return the page of a seeded final day."""
        content = self.content
        drawn = content.maps[entry.map]
        target, blessing = content.targets[entry.target], content.blessings[entry.blessing]
        beast = content.beasts[entry.beast]
        ranks, words = len(entry.decks.hearts), self.words.panel

        def needed(pen: Pen) -> list[Block]:
            blocks: list[Block] = [Title(pen, words.liege, words.bring(target.name), before=FIRST)]
            blocks.append(
                Person(
                    pen,
                    TARGET_LABEL,
                    target.name,
                    target.health,
                    words.beside(target.said(content.words)),
                    spare=say.healing(content, self._at_hand(scenario, content.days[-1].id + 1)),
                    before=1.0,
                )
            )
            blocks.append(Title(pen, words.beast, words.beast_note))
            blocks.append(
                Choice(
                    pen, beast.face, self.icons["beast", beast.face], beast.name, beast.said(content.words), chosen=True
                )
            )
            powers = self._powers(pen, scenario, content.days[-1].id + 1)
            blocks += powers or [Title(pen, words.powers, words.cross_off)]
            uses = getattr(blessing.power, "uses", 0)
            held = not scenario.deal.campaign
            blocks.append(
                PowerLine(pen, blessing.name, blessing.said(content.words), uses, held=held, mark="" if held else "✓")
            )
            return blocks

        return DayPage(
            icon=self.icons["beast", beast.face],
            title=self.words.titles.final_day,
            subtitle=" · ".join((drawn.name, *self._extent(content.final.size, ranks))),
            corner=self.corner(scenario, FINAL),
            view=view_of_final(drawn, ranks, self.icons["beast", beast.face]),
            legend=words.marks(target.name, f":{self.icons['beast', beast.face]}:", beast.name),
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

    def _at_hand(self, scenario: Scenario, today: int) -> list[str]:
        """Return whose powers can be at hand: of those saved earlier in a campaign, or as lent on a single day."""
        if not scenario.deal.campaign:
            return list(scenario.deal.powers)
        wait = self.content.switches.powers_after_days
        return [citizen.name for day, citizen in say.earlier_citizens(scenario.deal, today) if day + wait <= today]

    def _powers(self, pen: Pen, scenario: Scenario, today: int) -> list[Block]:
        """Return the powers at hand: to be ticked in a campaign, as lent on a single day."""
        content = self.content
        campaign = scenario.deal.campaign
        names = self._at_hand(scenario, today)
        known = [citizen for name in names if (citizen := content.citizen_named(name)) is not None]
        if not known:
            return []
        words = self.words.panel
        note = words.tick_saved if campaign else words.cross_off
        lines = [
            PowerLine(
                pen, citizen.name, citizen.said(content.words), getattr(citizen.power, "uses", 0), held=not campaign
            )
            for citizen in known
        ]
        return [Title(pen, words.powers, note), *lines]

    def _ranks_before(self, day: Day) -> int:
        """Return the highest card of the days whose rescued can help on a day."""
        last = day.id - self.content.switches.powers_after_days
        return max((earlier.ranks for earlier in self.content.days if earlier.id <= last), default=0)

    def _reminders(self, *, final: bool) -> PanelMaker:
        """Return what is added where there is room: the round in short, damage, how levels are drawn."""
        content, words = self.content, self.words.panel
        steps = say.round_steps(content, final=final)
        captions, damage = say.level_captions(content), say.damage_words(content, final=final)

        def wished(pen: Pen) -> list[Block]:
            levels = Levels(pen, captions, damage)
            return [
                Together([Title(pen, words.each_round), Steps(pen, steps)]),
                Together([Title(pen, words.levels, words.levels_note), levels]),
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
        content, words = self.content, self.words.panel
        earlier = [citizen.name for citizen in content.citizens.values() if citizen.rank <= self._ranks_before(day)]
        spare = say.healing(content, earlier)
        steps, goal = say.setup_steps(content, day), say.goal(content, day)

        def needed(pen: Pen) -> list[Block]:
            people = [
                Person(pen, letter(i), "", content.switches.health, spare=spare, before=1.6 if i == 0 else 3.0)
                for i in range(day.citizens)
            ]
            return [
                Title(pen, words.set_up, before=FIRST),
                Steps(pen, steps),
                Title(pen, words.bring_home, goal),
                *people,
            ]

        return DayPage(
            icon=self.game.game.cover.icon,
            title=self.words.titles.day(day.id),
            subtitle=" · ".join(self._extent(day.size, day.ranks)),
            corner=self.to_write(self.words.corner.date, self.words.corner.rescued),
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
        content, words = self.content, self.words.panel
        drawn, ranks = content.maps[face], content.final.ranks

        def needed(pen: Pen) -> list[Block]:
            blocks: list[Block] = [Title(pen, words.target, words.target_note, before=FIRST)]
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
            blocks.append(Title(pen, words.blessing))
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
            blocks.append(Title(pen, words.beast, words.beast_note))
            blocks += [
                Choice(pen, beast.face, self.icons["beast", beast.face], beast.name, beast.said(content.words))
                for beast in content.beasts.values()
            ]
            return blocks

        return DayPage(
            icon=FACE_ICONS[face],
            title=drawn.name,
            subtitle=f"{self.words.titles.final_map(self.words.cards.face(drawn.face))} · {say.cards(content, ranks)}"
            + (f" · {say.variant_title(content)}" if content.variant else ""),
            corner=self.to_write(self.words.corner.date, self.words.corner.saved),
            view=view_of_final(drawn, ranks),
            legend=words.marks(self.words.figures.target, "**B**", self.words.figures.beast),
            actions=self.actions(ranks),
            rounds=ranks,
            needed=needed,
            wished=self._reminders(final=True),
        )
