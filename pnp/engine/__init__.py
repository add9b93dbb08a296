"""Games that run from data: play.yaml compiled to the State that shipped games offer (docs/rules-that-run.md)."""
