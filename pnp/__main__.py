"""The start of pnp as a process: an interrupt is answered even while pnp is being loaded."""

from pnp.interrupts import end_at_interrupts


def run() -> None:
    """Load the command line and run it."""
    end_at_interrupts(lambda: "nothing was written")
    from pnp.cli import main

    main()


if __name__ == "__main__":
    run()
