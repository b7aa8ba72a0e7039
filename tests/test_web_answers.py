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
from kibitz.web.app import AppState
from kibitz.web.guard import TRUSTED
from kibitz.web.static_files import static_address


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppState]:
    with house_of(["tic_tac_toe"], tmp_path_factory.mktemp("store") / "games.db") as made:
        yield made


def app_with(house: AppState, route: Callable[[Request], Awaitable[Response]], **limits: Any) -> Any:
    """The application with one more route, /test."""
    guard = guarded(replace(house, limits=replace(house.limits, **limits)))
    inner: Any = guard.app
    inner.router.routes.insert(0, Route("/test", route, methods=["GET", "POST"]))
    return guard


async def broken(request: Request) -> Response:
    raise ZeroDivisionError("inside")


async def reads(request: Request) -> Response:
    return Response(str(len(await request.body())))


async def endless(request: Request) -> Response:
    async def events() -> Any:
        while True:
            yield "data: 1\n\n"
            await asyncio.sleep(0.001)

    return StreamingResponse(events(), media_type="text/event-stream")


def test_every_answer_says_what_keeps_it_in_its_place(house: AppState, caplog: pytest.LogCaptureFixture) -> None:
    requests = [
        *(("GET", "/"), ("GET", "/nowhere"), ("POST", "/"), ("HEAD", "/"), ("GET", "/static/0/kibitz.css"), ("TRACE", "/")),
        *(("GET", "/api/nowhere"), ("GET", f"/{'x' * 2000}"), ("GET", f"/?{'x' * 20_000}"), ("OPTIONS", "/")),
        ("GET", "/test?token=secret"),
    ]
    answers = asked(app_with(house, broken), *requests)
    for answer in answers:
        assert {name: answer.headers[name] for name in TRUSTED} == TRUSTED
        assert "Traceback" not in answer.text
        assert "inside" not in answer.text
        assert answer.code in (200, 404, 405, 414, 500)
    assert (answers[-1].code, "<h1>" in answers[-1].text) == (500, True)
    assert "ZeroDivisionError: inside" in caplog.text, "a mistake of ours is in the log, without the query"
    assert "secret" not in caplog.text


def test_browsers_are_told_what_they_take_at_the_address(house: AppState) -> None:
    app = guarded(house, by_number=True)
    for host, is_safe in (("127.0.0.1:8127", True), ("[::1]", True), ("localhost", True), ("192.0.2.7:8127", False)):
        (answer,) = asked(app, ("GET", "/"), headers=OWN | {"host": host})
        assert ("cross-origin-opener-policy" in answer.headers) is is_safe
        assert answer.headers["referrer-policy"] == "same-origin"


def test_a_mistake_in_a_stream_cuts_it(house: AppState, caplog: pytest.LogCaptureFixture) -> None:
    async def events() -> Any:
        yield "data: 1\n\n"
        raise ZeroDivisionError("inside")

    async def stream(request: Request) -> Response:
        return StreamingResponse(events(), media_type="text/event-stream")

    (answer,) = asked(app_with(house, stream), ("GET", "/test"))
    assert (answer.code, answer.body) == (200, b"data: 1\n\n")
    assert "inside" in caplog.text


def test_a_stream_ends_for_head_and_for_a_body_where_there_should_be_none(
    house: AppState, caplog: pytest.LogCaptureFixture
) -> None:
    app = app_with(house, endless, body=1000)
    head, got = asked(app, ("HEAD", "/test"), ("GET", "/test", iter([b"x" * 600] * 3)))
    assert (head.code, head.body, got.code, caplog.text) == (200, b"", 200, "")


@pytest.mark.parametrize("chunks", [1, 10])
def test_a_body_is_bounded_whatever_it_says_of_itself(house: AppState, chunks: int) -> None:
    app = app_with(house, reads, body=1000)
    for length, expected in ((1000, 200), (1010, 413)):
        body = iter([b"x" * (length // chunks)] * chunks)
        assert asked(app, ("POST", "/test", body), headers=OWN)[0].code == expected
    for said, expected in (("1000", 200), ("1001", 413), ("9" * 5000, 413), ("²", 200), ("-1", 200)):
        assert asked(app, ("POST", "/test", b""), headers=OWN | {"content-length": said})[0].code == expected
    assert asked(app, ("POST", "/test", b""), headers=OWN | {"x": "x" * 40_000})[0].code == 431


def test_a_body_that_never_comes_is_not_waited_for(house: AppState) -> None:
    app, sent = app_with(house, reads, patience=0.05), list[Any]()

    async def receive() -> Any:
        await asyncio.sleep(60)

    async def send(message: Any) -> None:
        sent.append(message)

    said = [(name.encode(), text.encode()) for name, text in OWN.items()]
    scope = {"type": "http", "method": "POST", "path": "/test", "query_string": b"", "headers": said}
    asyncio.run(asyncio.wait_for(app(scope, receive, send), 5))
    assert sent[0]["status"] == 408


def test_too_many_at_once_are_told_when_to_come_again(house: AppState) -> None:
    gate = asyncio.Event()

    async def slow(request: Request) -> Response:
        await gate.wait()
        return Response("")

    app = app_with(house, slow, concurrent=3)

    async def crowd() -> list[Answer]:
        asking = [asyncio.create_task(Asker(app).ask("GET", "/test")) for _ in range(5)]
        while sum(one.done() for one in asking) < 2:
            await asyncio.sleep(0.01)
        gate.set()
        return await asyncio.gather(*asking)

    answers = asyncio.run(asyncio.wait_for(crowd(), 20))
    assert (
        sorted((answer.code, "retry-after" in answer.headers) for answer in answers) == [(200, False)] * 3 + [(503, True)] * 2
    )
    assert asked(app, ("GET", "/test"))[0].code == 200


def test_static_files_are_kept_by_browsers_and_what_is_not_there_is_not(house: AppState) -> None:
    there, gone = asked(guarded(house), ("GET", static_address("kibitz.js")), ("GET", "/static/000000000000/kibitz.js"))
    assert (there.code, "immutable" in there.headers["cache-control"]) == (200, True)
    assert (gone.code, gone.headers["cache-control"]) == (404, "no-store")
