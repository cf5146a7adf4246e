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


def test_seconds_that_are_known_before_anything_is_done_are_told_once(capsys):
    with terminal.show_progress("experiments") as progress:
        for done in (0, 0, 1):
            progress(done, 10, 3600.0)
    assert capsys.readouterr().err == "experiments: 0%, about 3600 s left\n"


def test_what_is_done_may_be_said_anew_each_time(capsys, monkeypatch):
    monkeypatch.setattr(terminal, "_PLAIN_PROGRESS_SECONDS", 0)
    words = iter(["match", "match, uniform +2.0 ± 1.0 mbb"])
    with terminal.show_progress(lambda: next(words)) as progress:
        progress(1, 10, 5.0)
        progress(2, 10, 4.0)
    first, second = capsys.readouterr().err.splitlines()
    assert first == "match: 10%, about 5 s left"
    assert second == "match, uniform +2.0 ± 1.0 mbb: 20%, about 4 s left"
