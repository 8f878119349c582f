"""Settings from the environment."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from ensi_core.config import Settings
from ensi_core.errors import UsageError

EVERYTHING = {
    "ENSI_HOME": "/srv/ensi",
    "ENSI_HOST": "0.0.0.0",
    "ENSI_PORT": "9000",
    "ENSI_SPACY_MODEL": "en_core_web_lg",
    "ENSI_MODEL_FOLDER": "/srv/model",
    "ENSI_THREADS": "3",
    "ENSI_IDLE_SECONDS": "0.5",
    "ENSI_BUSY_SECONDS": "12",
    "ENSI_READER_MEMORY_MB": "2048",
    "ENSI_READER_SECONDS": "30.5",
    "ENSI_MAX_FILE_MB": "50",
}


def test_nothing_set_gives_the_defaults() -> None:
    assert Settings.from_env({}) == Settings()


def test_every_setting_is_read() -> None:
    assert Settings.from_env(EVERYTHING) == Settings(
        home=Path("/srv/ensi"),
        host="0.0.0.0",
        port=9000,
        spacy_model="en_core_web_lg",
        model_folder=Path("/srv/model"),
        threads=3,
        idle_seconds=0.5,
        busy_seconds=12.0,
        reader_memory_mb=2048,
        reader_seconds=30.5,
        max_file_mb=50,
    )


def test_every_setting_has_a_variable_of_its_name() -> None:
    assert {f"ENSI_{field.name.upper()}" for field in fields(Settings)} == set(EVERYTHING)


@pytest.mark.parametrize("name", sorted(EVERYTHING))
def test_an_empty_variable_counts_as_unset(name: str) -> None:
    assert Settings.from_env({name: ""}) == Settings()


def test_other_variables_are_ignored() -> None:
    assert Settings.from_env({"PORT": "1", "ensi_port": "2"}) == Settings()


def test_a_tilde_is_the_users_folder() -> None:
    settings = Settings.from_env({"ENSI_HOME": "~/x", "ENSI_MODEL_FOLDER": "~/m"})
    assert settings == Settings(home=Path.home() / "x", model_folder=Path.home() / "m")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("ENSI_PORT", "http", "ENSI_PORT must be a number, not 'http'."),
        ("ENSI_THREADS", "-1", "ENSI_THREADS must not be negative, but is -1."),
        ("ENSI_IDLE_SECONDS", "2s", "ENSI_IDLE_SECONDS must be a number, not '2s'."),
        ("ENSI_MAX_FILE_MB", "nan", "ENSI_MAX_FILE_MB must be a number, not 'nan'."),
        ("ENSI_BUSY_SECONDS", "inf", "ENSI_BUSY_SECONDS must be a number, not 'inf'."),
        ("ENSI_PORT", "85.5", "ENSI_PORT must be a whole number, not '85.5'."),
    ],
)
def test_senseless_values_are_refused_by_name(name: str, value: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        Settings.from_env({name: value})
    assert str(refused.value) == message
