"""What every answer of the page says of itself, whatever went wrong; and how much may be asked at once."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from asked import OWN, Answer, Asker, asked, guarded, house_of
from kibitz.web import static_files
from kibitz.web.app import AppState
from kibitz.web.guard import TRUSTED
from kibitz.web.limits import Limits


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppState]:
    with house_of(["tic_tac_toe"], tmp_path_factory.mktemp("store") / "games.db") as made:
        yield made


def app_with(house: AppState, route: Callable[[Request], Awaitable[Response]], limits: Limits | None = None) -> Any:
    """The application with one more route, /test."""
    guard = guarded(replace(house, limits=limits or house.limits))
    inner: Any = guard.app
    inner.router.routes.insert(0, Route("/test", route, methods=["GET", "POST"]))
    return guard


@pytest.mark.parametrize(
    "request_",
    [("GET", "/"), ("GET", "/nowhere"), ("POST", "/"), ("HEAD", "/"), ("GET", "/static/0/kibitz.css"), ("TRACE", "/"),
     ("GET", "/api/nowhere"), ("GET", "/test"), ("GET", f"/{'x' * 2000}"), ("GET", f"/?{'x' * 20_000}"), ("OPTIONS", "/")],
    ids=lambda said: " ".join(said)[:20],
)  # fmt: skip
def test_every_answer_says_what_keeps_it_in_its_place(
    house: AppState, request_: tuple[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(request: Request) -> Response:
        raise ZeroDivisionError("inside")

    (answer,) = asked(app_with(house, broken), request_)
    for name, text in TRUSTED.items():
        assert answer.headers[name] == text
    assert "Traceback" not in answer.text
    assert "inside" not in answer.text
    assert answer.code in (200, 404, 405, 414, 500)


def test_browsers_are_told_what_they_take_at_the_address(house: AppState) -> None:
    app = guarded(house, by_number=True)
    for host, is_safe in (("127.0.0.1:8127", True), ("[::1]", True), ("localhost", True), ("192.0.2.7:8127", False)):
        (answer,) = asked(app, ("GET", "/"), headers=OWN | {"host": host})
        assert ("cross-origin-opener-policy" in answer.headers) is is_safe
        assert answer.headers["referrer-policy"] == "same-origin"


def test_a_mistake_of_ours_is_in_the_log_without_the_query(house: AppState, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(request: Request) -> Response:
        raise ZeroDivisionError("inside")

    (answer,) = asked(app_with(house, broken), ("GET", "/test?token=secret"))
    assert (answer.code, "<h1>" in answer.text) == (500, True)
    assert "ZeroDivisionError: inside" in caplog.text
    assert "secret" not in caplog.text


def test_a_mistake_in_a_stream_cuts_it(house: AppState, caplog: pytest.LogCaptureFixture) -> None:
    async def events() -> Any:
        yield "data: 1\n\n"
        raise ZeroDivisionError("inside")

    async def stream(request: Request) -> Response:
        return StreamingResponse(events(), media_type="text/event-stream")

    (answer,) = asked(app_with(house, stream), ("GET", "/test"))
    assert (answer.code, answer.body) == (200, b"data: 1\n\n")
    assert "inside" in caplog.text


def test_head_of_a_stream_ends(house: AppState, caplog: pytest.LogCaptureFixture) -> None:
    async def events() -> Any:
        while True:
            yield "data: 1\n\n"
            await asyncio.sleep(0)

    async def stream(request: Request) -> Response:
        return StreamingResponse(events(), media_type="text/event-stream")

    (answer,) = asked(app_with(house, stream), ("HEAD", "/test"))
    assert (answer.code, answer.body) == (200, b"")
    assert caplog.text == ""


async def _reads(request: Request) -> Response:
    return Response(str(len(await request.body())))


@pytest.mark.parametrize("chunks", [1, 10])
def test_a_body_is_bounded_whatever_it_says_of_itself(house: AppState, chunks: int) -> None:
    app = app_with(house, _reads, replace(house.limits, body=1000))
    for length, expected in ((1000, 200), (1010, 413)):
        body = iter([b"x" * (length // chunks)] * chunks)
        assert asked(app, ("POST", "/test", body), headers=OWN)[0].code == expected
    for said, expected in (("1000", 200), ("1001", 413), ("9" * 5000, 413), ("²", 200), ("-1", 200)):
        assert asked(app, ("POST", "/test", b""), headers=OWN | {"content-length": said})[0].code == expected
    assert asked(app, ("POST", "/test", b""), headers=OWN | {"x": "x" * 40_000})[0].code == 431


def test_a_body_where_there_should_be_none_ends_a_stream(house: AppState, caplog: pytest.LogCaptureFixture) -> None:
    async def stream(request: Request) -> Response:
        return StreamingResponse(_forever(), media_type="text/event-stream")

    app = app_with(house, stream, replace(house.limits, body=1000))
    (answer,) = asked(app, ("GET", "/test", iter([b"x" * 600] * 3)))
    assert answer.code == 200
    assert caplog.text == ""


async def _forever() -> Any:
    while True:
        yield "data: 1\n\n"
        await asyncio.sleep(0.01)


def test_a_body_that_never_comes_is_not_waited_for(house: AppState) -> None:
    app = app_with(house, _reads, replace(house.limits, patience=0.05))

    async def silent() -> int:
        sent: list[Any] = []

        async def receive() -> Any:
            await asyncio.sleep(60)

        async def send(message: Any) -> None:
            sent.append(message)

        said = [(name.encode(), text.encode()) for name, text in OWN.items()]
        scope = {"type": "http", "method": "POST", "path": "/test", "query_string": b"", "headers": said}
        await asyncio.wait_for(app(scope, receive, send), 5)
        return int(sent[0]["status"])

    assert asyncio.run(silent()) == 408


def test_too_many_at_once_are_told_when_to_come_again(house: AppState) -> None:
    gate = asyncio.Event()

    async def slow(request: Request) -> Response:
        await gate.wait()
        return Response("")

    app = app_with(house, slow, replace(house.limits, concurrent=3))

    async def crowd() -> list[Answer]:
        asking = [asyncio.create_task(Asker(app).ask("GET", "/test")) for _ in range(5)]
        while sum(one.done() for one in asking) < 2:
            await asyncio.sleep(0.01)
        gate.set()
        return await asyncio.gather(*asking)

    answers = asyncio.run(asyncio.wait_for(crowd(), 20))
    assert sorted(answer.code for answer in answers) == [200, 200, 200, 503, 503]
    assert all("retry-after" in answer.headers for answer in answers if answer.code == 503)
    assert asked(app, ("GET", "/test"))[0].code == 200


@pytest.mark.parametrize(
    "path",
    ["/static/../guard.py", "/static/x/..%2fguard.py", "/static//etc/passwd", "/static/x/../../x", "/static/x/\0", "/static"],
)
def test_nothing_but_its_own_files_comes_out_of_the_static_folder(house: AppState, path: str) -> None:
    assert asked(guarded(house), ("GET", path))[0].code == 404


def test_static_files_are_kept_by_browsers_and_what_is_not_there_is_not(house: AppState) -> None:
    there, gone = asked(guarded(house), ("GET", static_files.address("kibitz.js")), ("GET", "/static/000000000000/kibitz.js"))
    assert (there.code, "immutable" in there.headers["cache-control"]) == (200, True)
    assert (gone.code, gone.headers["cache-control"]) == (404, "no-store")
