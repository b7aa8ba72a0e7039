"""Who may ask the page, from where, how much; and what every answer says of itself."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from asked import OWN, Answer, Asker, guarded, house_of
from kibitz.web import static_files
from kibitz.web.entrance import Token
from kibitz.web.guard import TRUSTED
from kibitz.web.house import House
from kibitz.web.limits import Limits
from kibitz.web.pace import Pace

TOKEN = Token("a-token-of-letters-and-digits", 8127)
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house_of(["tic_tac_toe"], tmp_path_factory.mktemp("store") / "games.db") as made:
        yield made


def asked(app: Any, *requests: tuple[Any, ...], **more: Any) -> list[Answer]:
    """The answers to requests, one after the other."""

    async def all_of_them() -> list[Answer]:
        asker = Asker(app)
        return [await asker.ask(*request, **more) for request in requests]

    return asyncio.run(all_of_them())


def code(app: Any, method: str, address: str = "/", **headers: str) -> int:
    said = {name.replace("_", "-"): text for name, text in headers.items()}
    return asked(app, (method, address), headers={"host": "localhost"} | said)[0].code


def app_with(house: House, route: Callable[[Request], Awaitable[Response]], limits: Limits | None = None) -> Any:
    """The application with one more route, /test."""
    guard = guarded(replace(house, limits=limits or house.limits))
    inner: Any = guard.app
    inner.router.routes.insert(0, Route("/test", route, methods=["GET", "POST"]))
    return guard


@pytest.mark.parametrize("host", ["localhost", "localhost:8127", "LOCALHOST", "127.0.0.1:1", "[::1]", "[::1]:8127"])
def test_the_names_of_this_machine_are_answered(house: House, host: str) -> None:
    assert code(guarded(house), "GET", host=host) == 200


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "localhost.evil.example", "evil.example:8127", "127.0.0.1.evil.example", "localhost@evil.example",
     "[::1", "::1", "[::1]x", "localhost:", "localhost:123456", "localhost/", "local host", "192.168.1.5", "[::2]", "²", "\n"],
)  # fmt: skip
def test_no_other_name_is(house: House, host: str) -> None:
    assert code(guarded(house), "GET", host=host) == 421


def test_a_request_without_a_host_is_not_answered(house: House) -> None:
    assert asked(guarded(house), ("GET", "/"), headers={})[0].code == 421


def test_a_server_for_everybody_is_called_by_its_numbers(house: House) -> None:
    app = guarded(house, by_number=True)
    assert [code(app, "GET", host=host) for host in ("192.168.1.5:8127", "[fe80::1]", "evil.example")] == [200, 200, 421]


def test_what_changes_something_comes_from_a_page_of_this_server(house: House) -> None:
    app = guarded(house)
    foreign: list[dict[str, str]] = [
        {},
        FORM,
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": "http://localhost:1"},
        {"origin": "http://[::1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "sec-fetch-dest": "document"},
        {"sec-fetch-site": "cross-site", "origin": "http://localhost"},
        {"content-type": "text/plain; application/json"},
    ]
    assert [code(app, "POST", "/nowhere", **said) for said in foreign] == [403] * len(foreign)
    own: list[dict[str, str]] = [
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"origin": "http://localhost"},
        {"content-type": "application/json; charset=utf-8"},
    ]
    assert [code(app, "POST", "/nowhere", **said) for said in own] == [404] * len(own)


def test_a_program_that_does_not_say_json_is_told_to(house: House) -> None:
    app = guarded(house)
    for said in ({}, FORM, {"content-type": "text/plain"}):
        assert code(app, "POST", "/api/state", **said) == 415
        assert code(app, "POST", "/api/state", **said, origin="null") == 403
        assert code(app, "POST", "/api/state", **said, sec_fetch_site="cross-site") == 403
        assert code(app, "POST", "/g/nim/play", **said) == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "FROB"])
def test_nothing_is_changed_but_by_post(house: House, method: str) -> None:
    assert code(guarded(house), method, "/", sec_fetch_site="same-origin") == 405


def test_other_sites_may_link_here_and_nothing_else(house: House) -> None:
    app, foreign = guarded(house), {"sec-fetch-site": "cross-site"}
    assert code(app, "GET", **foreign, sec_fetch_dest="document", sec_fetch_mode="navigate") == 200
    for kind in ("image", "iframe", "script", "empty", "embed"):
        assert code(app, "GET", **foreign, sec_fetch_dest=kind) == 403
    assert code(app, "OPTIONS", **foreign) == 403  # a question of CORS: there is nothing for others


def test_the_token_is_asked_for(house: House) -> None:
    app = guarded(house, TOKEN)
    assert code(app, "GET") == 403
    assert code(app, "GET", "/?token=") == 403
    assert code(app, "GET", "/?token=a-token-of-letters-and-digit") == 403
    assert code(app, "GET", cookie=f"kibitz_token_8127={TOKEN.text}") == 200
    assert code(app, "GET", cookie=f'other={{"a": 1}}; kibitz_token_8127={TOKEN.text}; x') == 200
    assert code(app, "GET", cookie=f"kibitz_token_8128={TOKEN.text}") == 403  # of another server on this machine
    assert code(app, "GET", authorization=f"Bearer {TOKEN.text}") == 200
    assert code(app, "GET", authorization=f"Basic {TOKEN.text}") == 403
    assert code(app, "GET", static_files.address("kibitz.css")) == 403
    assert code(app, "GET", "/?token=%ff\xff") == 403


def test_the_link_works_once_and_leaves_a_cookie_that_no_script_reads(house: House) -> None:
    app, link = guarded(house, TOKEN), f"/x?a=%20b&token={TOKEN.text}&c="
    (answer,) = asked(app, ("GET", link), headers=OWN | {"sec-fetch-site": "none"})
    assert (answer.code, answer.headers["location"]) == (303, "/x?a=+b&c=")
    assert answer.headers["set-cookie"] == f"kibitz_token_8127={TOKEN.text}; Path=/; HttpOnly; SameSite=Strict"
    (answer,) = asked(app, ("GET", link), headers={"host": "localhost"})  # from anywhere: a redirection would lose the cookie
    assert (answer.code, answer.headers["refresh"]) == (200, "0; url=/x?a=+b&c=")
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert TOKEN.text not in answer.text
    assert TOKEN.text in answer.headers["set-cookie"]


@pytest.mark.parametrize("path", ["//evil.example/x", "/\\evil.example", "/x\r\nset-cookie: a=b", "/ü"])
def test_the_link_leads_nowhere_else(house: House, path: str) -> None:
    (answer,) = asked(guarded(house, TOKEN), ("GET", f"{path}?token={TOKEN.text}"), headers=OWN)
    place = answer.headers["location"]
    assert place.startswith("/")
    assert place.isascii()
    assert place[1:2] not in ("/", "\\")
    assert "\n" not in place


def test_a_foreign_cookie_does_not_hide_ours(house: House) -> None:
    assert code(guarded(house, TOKEN), "GET", cookie=f'a="x; b=é; kibitz_token_8127={TOKEN.text}') == 200


@pytest.mark.parametrize(
    "request_",
    [("GET", "/"), ("GET", "/nowhere"), ("POST", "/"), ("HEAD", "/"), ("GET", "/static/0/kibitz.css"), ("TRACE", "/"),
     ("GET", "/api/nowhere"), ("GET", "/test"), ("GET", f"/{'x' * 2000}"), ("GET", f"/?{'x' * 20_000}"), ("OPTIONS", "/")],
    ids=lambda said: " ".join(said)[:20],
)  # fmt: skip
def test_every_answer_says_what_keeps_it_in_its_place(
    house: House, request_: tuple[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(request: Request) -> Response:
        raise ZeroDivisionError("inside")

    (answer,) = asked(app_with(house, broken), request_)
    for name, text in TRUSTED.items():
        assert answer.headers[name] == text
    assert "Traceback" not in answer.text
    assert "inside" not in answer.text
    assert answer.code in (200, 404, 405, 414, 500)


def test_browsers_are_told_what_they_take_at_the_address(house: House) -> None:
    app = guarded(house, by_number=True)
    for host, is_safe in (("127.0.0.1:8127", True), ("[::1]", True), ("localhost", True), ("192.0.2.7:8127", False)):
        (answer,) = asked(app, ("GET", "/"), headers=OWN | {"host": host})
        assert ("cross-origin-opener-policy" in answer.headers) is is_safe
        assert answer.headers["referrer-policy"] == "same-origin"


def test_a_mistake_of_ours_is_in_the_log_without_the_query(house: House, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(request: Request) -> Response:
        raise ZeroDivisionError("inside")

    (answer,) = asked(app_with(house, broken), ("GET", "/test?token=secret"))
    assert (answer.code, "<h1>" in answer.text) == (500, True)
    assert "ZeroDivisionError: inside" in caplog.text
    assert "secret" not in caplog.text


def test_a_mistake_in_a_stream_cuts_it(house: House, caplog: pytest.LogCaptureFixture) -> None:
    async def events() -> Any:
        yield "data: 1\n\n"
        raise ZeroDivisionError("inside")

    async def stream(request: Request) -> Response:
        return StreamingResponse(events(), media_type="text/event-stream")

    (answer,) = asked(app_with(house, stream), ("GET", "/test"))
    assert (answer.code, answer.body) == (200, b"data: 1\n\n")
    assert "inside" in caplog.text


def test_head_of_a_stream_ends(house: House, caplog: pytest.LogCaptureFixture) -> None:
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
def test_a_body_is_bounded_whatever_it_says_of_itself(house: House, chunks: int) -> None:
    app = app_with(house, _reads, replace(house.limits, body=1000))
    for length, expected in ((1000, 200), (1010, 413)):
        body = iter([b"x" * (length // chunks)] * chunks)
        assert asked(app, ("POST", "/test", body), headers=OWN)[0].code == expected
    for said, expected in (("1000", 200), ("1001", 413), ("9" * 5000, 413), ("²", 200), ("-1", 200)):
        assert asked(app, ("POST", "/test", b""), headers=OWN | {"content-length": said})[0].code == expected
    assert asked(app, ("POST", "/test", b""), headers=OWN | {"x": "x" * 40_000})[0].code == 431


def test_a_body_where_there_should_be_none_ends_a_stream(house: House, caplog: pytest.LogCaptureFixture) -> None:
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


def test_a_body_that_never_comes_is_not_waited_for(house: House) -> None:
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


def test_too_many_at_once_are_told_when_to_come_again(house: House) -> None:
    async def slow(request: Request) -> Response:
        await asyncio.sleep(0.1)
        return Response("")

    app = app_with(house, slow, replace(house.limits, concurrent=3))

    async def crowd() -> list[Answer]:
        return await asyncio.gather(*(Asker(app).ask("GET", "/test") for _ in range(5)))

    answers = asyncio.run(crowd())
    assert sorted(answer.code for answer in answers) == [200, 200, 200, 503, 503]
    assert all("retry-after" in answer.headers for answer in answers if answer.code == 503)
    assert asked(app, ("GET", "/test"))[0].code == 200


def test_one_address_may_not_ask_too_often_where_others_can_come(house: House) -> None:
    slow = replace(house, limits=replace(house.limits, requests=2.0))
    codes = [answer.code for answer in asked(guarded(slow, TOKEN), *[("GET", "/nowhere")] * 20)]
    assert codes == [403] * 16 + [429] * 4
    assert {answer.code for answer in asked(guarded(slow), *[("GET", "/nowhere")] * 20)} == {404}


def test_a_pace_forgives_with_time_and_forgets_the_oldest() -> None:
    pace = Pace(rate=2.0, burst=3.0, most=2)
    assert [pace.allows("a", 0.0) for _ in range(5)] == [True, True, True, False, False]
    assert [pace.allows("a", 0.5), pace.allows("a", 0.5)] == [True, False]
    assert [pace.allows("b", 0.5), pace.allows("c", 0.5), pace.allows("a", 0.5)] == [True] * 3


@pytest.mark.parametrize(
    "path",
    ["/static/../guard.py", "/static/x/..%2fguard.py", "/static//etc/passwd", "/static/x/../../x", "/static/x/\0", "/static"],
)
def test_nothing_but_its_own_files_comes_out_of_the_static_folder(house: House, path: str) -> None:
    assert asked(guarded(house), ("GET", path))[0].code == 404


def test_static_files_are_kept_by_browsers_and_what_is_not_there_is_not(house: House) -> None:
    there, gone = asked(guarded(house), ("GET", static_files.address("kibitz.js")), ("GET", "/static/000000000000/kibitz.js"))
    assert (there.code, "immutable" in there.headers["cache-control"]) == (200, True)
    assert (gone.code, gone.headers["cache-control"]) == (404, "no-store")
