from pathlib import Path

import msgspec
import pytest
import yaml

from pnp.games.tempest.content import FILES, compile_content

CONTENT = Path(__file__).resolve().parents[3] / "content" / "tempest"


def load_parts():
    parts = {}
    for stem, kind in FILES.items():
        raw = yaml.load((CONTENT / f"{stem}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
        parts[stem] = msgspec.convert(raw, kind, strict=True)
    return parts


@pytest.fixture(scope="session")
def parts():
    return load_parts()


@pytest.fixture(scope="session")
def content(parts):
    return compile_content(parts)


@pytest.fixture(scope="session")
def rules():
    return yaml.load((CONTENT / "rules.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
