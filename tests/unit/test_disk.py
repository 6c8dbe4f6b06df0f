"""Files of code: read only if they are whole and nobody else's; never a reason to fail."""

import os
import stat
import subprocess
import sys
import time
import tracemalloc

import pytest

from functrace.compiler.machine import disk
from tests._callers import at_once

DATA = bytes(range(256)) * 5
WINDOWS = sys.platform == "win32"
POSIX = pytest.mark.skipif(WINDOWS, reason="owners and modes are those of POSIX")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    folder = tmp_path / "some" / "cache"
    monkeypatch.setenv("FUNCTRACE_CACHE_DIR", str(folder))
    monkeypatch.delenv("FUNCTRACE_CACHE_SIZE", raising=False)
    return folder


def only_file(folder):
    (path,) = folder.iterdir()
    return path


def test_what_is_stored_is_loaded(folder):
    assert disk.load("key") is None
    disk.store("key", DATA)
    disk.store("empty", b"")
    assert disk.load("key") == DATA
    assert disk.load("empty") == b""
    disk.store("key", DATA[:7])
    assert disk.load("key") == DATA[:7]
    assert len(list(folder.iterdir())) == 2
    disk.clear()
    assert not list(folder.iterdir())
    assert disk.load("key") is None


def test_neither_storing_nor_loading_copies(folder):
    data = bytes(1 << 20)
    tracemalloc.start()
    disk.store("key", data)
    _, stored = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    assert disk.load("key") == data
    _, loaded = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert stored < len(data) // 2
    assert loaded < 3 * len(data) // 2


@POSIX
def test_others_can_neither_read_nor_write(folder):
    disk.store("key", DATA)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(only_file(folder).stat().st_mode) == 0o600


@pytest.mark.parametrize("size", [0, 5, 20, 40, 1000])
def test_a_truncated_file_is_none(folder, size):
    disk.store("key", DATA)
    path = only_file(folder)
    path.write_bytes(path.read_bytes()[:size])
    assert disk.load("key") is None
    assert not path.exists()


def test_every_byte_matters(folder):
    disk.store("key", DATA)
    path = only_file(folder)
    whole = path.read_bytes()
    for i in range(len(whole)):
        damaged = bytearray(whole)
        damaged[i] ^= 0x10
        path.write_bytes(damaged)
        path.chmod(0o600)
        assert disk.load("key") is None
    path.write_bytes(whole + b"\0")
    assert disk.load("key") is None


def test_a_file_under_another_name_is_none(folder):
    disk.store("key", DATA)
    path = only_file(folder)
    path.rename(path.with_name(path.name.replace("key", "other")))
    assert disk.load("other") is None


@POSIX
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_change_is_not_read(folder, mode):
    disk.store("key", DATA)
    only_file(folder).chmod(mode)
    assert disk.load("key") is None


@POSIX
@pytest.mark.parametrize("mode", [0o720, 0o702, 0o1777])
def test_a_directory_that_others_can_change_is_not_used(folder, mode):
    disk.store("key", DATA)
    folder.chmod(mode)
    assert disk.load("key") is None
    disk.store("other", DATA)
    assert len(list(folder.iterdir())) == 1
    disk.clear()
    assert len(list(folder.iterdir())) == 1


@POSIX
def test_files_of_another_user_are_not_read(folder, monkeypatch):
    disk.store("key", DATA)
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    assert disk.load("key") is None


@POSIX
def test_links_and_pipes_are_not_followed(folder, tmp_path):
    disk.store("key", DATA)
    path = only_file(folder)
    aside = tmp_path / "aside"
    path.rename(aside)
    path.symlink_to(aside)
    assert disk.load("key") is None
    path.unlink()
    os.mkfifo(path, 0o600)
    assert disk.load("key") is None
    path.unlink()
    path.mkdir(mode=0o700)
    assert disk.load("key") is None
    disk.store("key", DATA)
    assert disk.load("key") is None


def test_no_directory_no_cache(monkeypatch):
    monkeypatch.setenv("FUNCTRACE_CACHE_DIR", "")
    assert disk.directory() is None
    disk.store("key", DATA)
    assert disk.load("key") is None
    disk.clear()


def test_a_file_in_place_of_the_directory(folder):
    folder.parent.mkdir()
    folder.write_bytes(b"")
    disk.store("key", DATA)
    assert disk.load("key") is None
    disk.clear()
    assert folder.is_file()


def test_where_nothing_can_be_written(folder, monkeypatch):
    original = os.open

    def fails(path, flags, *mode):
        if flags & os.O_CREAT:
            raise OSError(28, "No space left on device")
        return original(path, flags, *mode)

    disk.store("key", DATA)
    monkeypatch.setattr(disk.os, "open", fails)
    disk.store("other", DATA)
    assert disk.load("other") is None
    assert disk.load("key") == DATA


FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
from functrace.compiler.machine import disk
disk.store("small", b"x" * 500)
disk.store("large", b"x" * 5000)
assert disk.load("small") == b"x" * 500
assert disk.load("large") is None
"""


@POSIX
@pytest.mark.slow
def test_a_disk_that_fills_up_while_writing(folder):
    subprocess.run([sys.executable, "-c", FULL], check=True)
    assert only_file(folder).name.startswith("small")


def test_the_oldest_files_make_room(folder, monkeypatch):
    monkeypatch.setenv("FUNCTRACE_CACHE_SIZE", "0.1")
    for number in range(60):
        disk.store(f"key{number}", bytes(5000))
        stored = [p for p in folder.iterdir() if p.name == f"key{number}.code"]
        for path in stored:
            os.utime(path, (number, number))
        total = sum(path.stat().st_size for path in folder.iterdir())
        assert total <= 0.1 * 2**20 * (1 + 1 / 16)
    assert disk.load("key0") is None
    assert disk.load("key59") == bytes(5000)


def test_reading_marks_a_file_as_used(folder):
    disk.store("key", DATA)
    path = only_file(folder)
    os.utime(path, (0, 0))
    assert disk.load("key") == DATA
    assert time.time() - path.stat().st_mtime < 60


def test_what_a_crash_left_goes(folder, monkeypatch):
    monkeypatch.setenv("FUNCTRACE_CACHE_SIZE", "0.01")
    folder.mkdir(parents=True, mode=0o700)
    old, new, other = (folder / name for name in ("a.part", "b.part", "mine.txt"))
    for path in (old, new, other):
        path.write_bytes(DATA)
    os.utime(old, (0, 0))
    disk.store("key", DATA)
    assert {p.name for p in folder.iterdir()} == {"b.part", "mine.txt", "key.code"}


@pytest.mark.parametrize(
    ("text", "size"), [("1", 2**20), ("none", 512 * 2**20), ("inf", 512 * 2**20)]
)
def test_limit(monkeypatch, text, size):
    monkeypatch.setenv("FUNCTRACE_CACHE_SIZE", text)
    assert disk.limit() == size


@pytest.mark.slow
def test_threads_write_and_clear_at_once(folder):
    seen = set()

    def work(number):
        for k in range(200):
            disk.store(f"key{k % 3}", bytes([number]) * 3000)
            found = disk.load(f"key{k % 3}")
            seen.add(None if found is None else bytes(set(found)))
            if k % 50 == 49:
                disk.clear()

    at_once(lambda k: work(k + 1), 4)
    assert seen <= {None, *(bytes([n]) for n in range(1, 5))}
    assert not list(folder.glob("*.part"))


MAKING = """
import sys, time
import numpy as np
from functrace.compiler.machine import artifact

def make():
    print("making", flush=True)
    time.sleep(1)
    return np.arange(3)

sys.stdin.readline()
assert artifact.recalled(make, "test", "alone")[2] == 2
"""


@POSIX
@pytest.mark.slow
def test_of_two_processes_one_makes_what_both_need(folder):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    command = [sys.executable, "-c", MAKING]
    both = [subprocess.Popen(command, **pipes) for _ in range(2)]
    for process in both:
        process.stdin.write("go\n")
        process.stdin.flush()
    found = [process.communicate()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sorted(found) == ["", "making\n"]
    assert {path.suffix for path in folder.iterdir()} == {".code"}


@POSIX
@pytest.mark.slow
def test_a_process_waits_for_itself_no_more_than_for_the_dead(folder, monkeypatch):
    monkeypatch.setattr(disk, "_PATIENCE", 0.1)
    with disk.alone("key"), disk.alone("key"):
        disk.store("key", DATA)
    code = (
        "import sys; from functrace.compiler.machine import disk\n"
        "with disk.alone('key'): print(flush=True); sys.stdin.read()"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as holder:
        holder.stdout.readline()
        with disk.alone("key"):  # which is another's still
            assert disk.load("key") == DATA
        holder.kill()
    with disk.alone("key"):
        pass
    assert only_file(folder).suffix == ".code"
