"""Progress on stderr."""

from pokerlab.cli import terminal


def test_seconds_that_are_known_to_be_left_are_told_instead_of_guessed(monkeypatch, capsys):
    monkeypatch.setattr(terminal, "_PLAIN_PROGRESS_SECONDS", 0.0)
    with terminal.show_progress("solving flops") as progress:
        progress(1, 10, 4242.0)
        progress(9, 10)
    first, second = capsys.readouterr().err.splitlines()
    assert first == "solving flops: 10%, about 4242 s left"
    assert second.startswith("solving flops: 90%, about ")
