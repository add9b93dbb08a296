"""The start of pnp as a process: an interrupt is answered even while pnp is being loaded."""

from pnp.run.interrupts import end_at_interrupts


def run() -> None:
    """Load the command line and run it."""
    end_at_interrupts(lambda: "nothing was written")
    from pnp.run.memory import end_without_memory, is_short_of_memory

    try:
        from pnp.cli.main import main
    except Exception as error:
        if not is_short_of_memory(error):
            raise
        end_without_memory("to start pnp", "nothing was written")
    main()


if __name__ == "__main__":
    run()
