"""Jobs: order, progress, cancelling, failures, and what is found after a crash."""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ensi_core.errors import EnsiError, JobCancelled
from ensi_core.jobs import FINISHED, JobQueue, JobSnapshot, JobStatus
from ensi_core.tasks import TaskDesk, TaskStatus
from ensi_core.types import (
    DocumentReport,
    DocumentStatus,
    IndexReport,
    IndexSeconds,
    Progress,
    Stage,
)

REPORTS = (
    DocumentReport("a.txt", "a.txt", DocumentStatus.OK, passages=3, records=2),
    DocumentReport("b.pdf", "b.pdf", DocumentStatus.REFUSED, "encrypted", "Needs a password."),
)
REPORT = IndexReport("lease", REPORTS, 3, 2, 9, 0, IndexSeconds())


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "collections" / "lease").mkdir(parents=True)
    (tmp_path / "collections" / "deal").mkdir(parents=True)
    return tmp_path


@pytest.fixture
def queue(home: Path):
    queue = JobQueue(home)
    yield queue
    queue.close()


def finished(queue: JobQueue, job_id: str) -> JobSnapshot:
    return waited(lambda: (job := queue.job(job_id)) and job.status in FINISHED and job)


def waited(condition, seconds: float = 5.0):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.005)
    raise AssertionError("did not happen in time")


def stored(home: Path, job: JobSnapshot) -> dict:
    path = home / "collections" / job.slug / "jobs" / f"{job.id}.json"
    return json.loads(path.read_text())["snapshot"]


def test_done_job_keeps_reports_and_is_on_disk(queue: JobQueue, home: Path):
    def run(report_progress, cancelled):
        report_progress(Progress(Stage.READING, 1, 2, "a.txt"))
        return REPORT

    job = finished(queue, queue.submit("lease", "Import 2 files", run, [Path("/in/a.txt")]))
    assert (job.status, job.documents, job.error) == (JobStatus.DONE, REPORTS, None)
    assert job.progress == Progress(Stage.READING, 1, 2, "a.txt")
    assert job.paths == ("/in/a.txt",)
    assert job.submitted_at <= (job.started_at or "") <= (job.finished_at or "")
    assert stored(home, job)["documents"][1]["message"] == "Needs a password."


def test_one_job_at_a_time_in_order_of_submission(queue: JobQueue):
    running, most, order = [0], [0], []

    def run(name: str):
        def work(report_progress, cancelled):
            running[0] += 1
            most[0] = max(most[0], running[0])
            order.append(name)
            time.sleep(0.01)
            running[0] -= 1

        return work

    ids = [queue.submit("lease", str(n), run(str(n))) for n in range(6)]
    for job_id in ids:
        finished(queue, job_id)
    assert (most[0], order) == (1, ["0", "1", "2", "3", "4", "5"])
    assert [job.id for job in queue.jobs()] == ids[::-1]


def test_jobs_of_one_collection(queue: JobQueue):
    mine = queue.submit("lease", "mine", lambda p, c: None)
    queue.submit("deal", "other", lambda p, c: None)
    assert [job.id for job in queue.jobs("lease")] == [mine]


def test_progress_is_seen_while_running_and_cancel_stops(queue: JobQueue):
    def run(report_progress, cancelled):
        done = 0
        while not cancelled():
            report_progress(Progress(Stage.PASSAGES, done, 100, f"{done}.txt"))
            done += 1
            time.sleep(0.002)
        raise JobCancelled("stopped")

    job_id = queue.submit("lease", "long", run, [Path("/in")])
    waited(lambda: queue.job(job_id).progress.done > 3)
    assert queue.job(job_id).status is JobStatus.RUNNING
    queue.cancel(job_id)
    job = finished(queue, job_id)
    assert (job.status, job.error, job.resumable) == (JobStatus.CANCELLED, None, True)


def test_waiting_job_is_cancelled_at_once_and_never_runs(queue: JobQueue):
    gate, ran = threading.Event(), []
    first = queue.submit("lease", "first", lambda p, c: gate.wait(5) and None)
    second = queue.submit("lease", "second", lambda p, c: ran.append(1))
    queue.cancel(second)
    assert queue.job(second).status is JobStatus.CANCELLED
    gate.set()
    finished(queue, first)
    finished(queue, queue.submit("lease", "third", lambda p, c: None))
    assert ran == []


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        pytest.param(
            EnsiError("The disk is full. Free some space."), "The disk is full", id="ours"
        ),
        pytest.param(ZeroDivisionError("oops"), "ZeroDivisionError: oops", id="unexpected"),
    ],
)
def test_failure_is_told_and_the_worker_lives_on(queue: JobQueue, error, expected):
    def run(report_progress, cancelled):
        raise error

    job = finished(queue, queue.submit("lease", "bad", run))
    assert job.status is JobStatus.FAILED
    assert expected in (job.error or "")
    after = finished(queue, queue.submit("lease", "good", lambda p, c: REPORT))
    assert after.status is JobStatus.DONE


KILLED = """
import os, sys, time
from pathlib import Path
from ensi_core.jobs import JobQueue
from ensi_core.types import Progress, Stage
queue = JobQueue(Path(sys.argv[1]))
def run(report, cancelled):
    report(Progress(Stage.EMBEDDING, 7, 9, "x.txt"))
    print("running", flush=True)
    time.sleep(60)
queue.submit("lease", "Import x", run, [Path("/in/x.txt")])
queue.submit("deal", "waits", run)
time.sleep(60)
"""


@pytest.fixture
def other_process(home: Path):
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(home)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline().strip() == "running"
    yield process
    process.kill()
    process.wait()


def test_after_a_kill_jobs_are_interrupted_and_can_resume(home: Path, other_process):
    other_process.kill()
    other_process.wait()
    queue = JobQueue(home)
    waits, killed = queue.jobs()
    assert (killed.status, killed.title, killed.resumable) == (
        JobStatus.INTERRUPTED,
        "Import x",
        True,
    )
    assert killed.paths == ("/in/x.txt",)
    assert (waits.status, waits.resumable) == (JobStatus.INTERRUPTED, False)
    assert stored(home, killed)["status"] == "interrupted"


def test_a_job_of_a_live_process_runs_until_that_process_dies(home: Path, other_process):
    queue = JobQueue(home)
    assert queue.jobs("lease")[0].status is JobStatus.RUNNING
    other_process.kill()
    other_process.wait()
    assert queue.jobs("lease")[0].status is JobStatus.INTERRUPTED


def test_a_reused_process_id_does_not_keep_a_job_alive(home: Path):
    queue = JobQueue(home)
    job = finished(queue, queue.submit("lease", "old", lambda p, c: None))
    path = home / "collections" / "lease" / "jobs" / f"{job.id}.json"
    value = json.loads(path.read_text())
    value["snapshot"]["status"] = "running"
    value["process"] = {"pid": os.getppid(), "started": "1"}
    path.write_text(json.dumps(value))
    assert JobQueue(home).jobs()[0].status is JobStatus.INTERRUPTED


def test_unreadable_job_file_is_ignored(home: Path):
    folder = home / "collections" / "lease" / "jobs"
    folder.mkdir()
    (folder / "x.json").write_text('{"snapshot": ')
    assert JobQueue(home).jobs() == ()


def test_dismiss_forgets_finished_jobs_only(queue: JobQueue, home: Path):
    gate = threading.Event()
    running = queue.submit("lease", "runs", lambda p, c: gate.wait(5) and None)
    queue.dismiss(running)
    assert queue.job(running) is not None
    gate.set()
    finished(queue, running)
    queue.dismiss(running)
    assert (queue.jobs(), JobQueue(home).jobs()) == ((), ())


def test_job_of_a_deleted_collection_does_not_bring_its_folder_back(queue: JobQueue, home: Path):
    job = finished(queue, queue.submit("gone", "late", lambda p, c: REPORT))
    assert job.status is JobStatus.DONE
    assert not (home / "collections" / "gone").exists()


def test_task_results_and_errors_are_kept():
    desk: TaskDesk[int] = TaskDesk()

    def fails() -> int:
        raise EnsiError("The collection is in use by process 7.")

    good, bad = desk.start("lease", "q1", lambda: 42), desk.start("lease", "q2", fails)
    waited(lambda: all(t.status is not TaskStatus.RUNNING for t in desk.tasks("lease")))
    assert desk.task(good).result == 42
    assert desk.task(bad).error == "The collection is in use by process 7."
    desk.forget(bad)
    assert [t.id for t in desk.tasks()] == [good]
