"""A server on this machine that plays the AI services: it checks every request against the shape that the public
interfaces document, and answers as the test's scenes say."""
import base64
import contextlib
import http.server
import json
import os
import socket
import ssl
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig"))
import awake  # noqa: E402

PATIENCE = 30  # seconds until something that is waited for counts as missing
WORDS = "A red square."


def require(condition, what):
    if not condition:
        raise AssertionError(what)


def picture_of(text):
    data = base64.b64decode(text, validate=True)
    require(data, "the picture is empty")
    return data


def check_ollama(request):
    body = request.document
    require(set(body) == {"model", "prompt", "images", "stream"}, f"members of the body: {sorted(body)}")
    require(body["stream"] is False, "stream must be false")
    require(isinstance(body["images"], list) and len(body["images"]) == 1, "one picture is expected")
    request.model, request.question, request.kind = body["model"], body["prompt"], None
    request.picture = picture_of(body["images"][0])


def check_openai(request):
    body = request.document
    limits = {"max_tokens", "max_completion_tokens"} & set(body)
    require(set(body) - limits == {"model", "messages"} and len(limits) == 1, f"members of the body: {sorted(body)}")
    require(isinstance(body[limits.pop()], int), "the limit of tokens is no integer")
    (message,) = body["messages"]
    require(set(message) == {"role", "content"} and message["role"] == "user", f"the message: {sorted(message)}")
    text, picture = message["content"]
    require(set(text) == {"type", "text"} and text["type"] == "text", "the first part is no text")
    require(set(picture) == {"type", "image_url"} and picture["type"] == "image_url", "the second part is no picture")
    require(set(picture["image_url"]) == {"url"}, "the picture has other members than url")
    head, data = picture["image_url"]["url"].split(",", 1)
    require(head.startswith("data:image/") and head.endswith(";base64"), f"a data URL is expected: {head}")
    require(request.headers["Authorization"].startswith("Bearer "), "no bearer key")
    request.model, request.question, request.kind = body["model"], text["text"], head[5:-7]
    request.picture = picture_of(data)


def check_anthropic(request):
    body = request.document
    require(set(body) == {"model", "max_tokens", "messages"}, f"members of the body: {sorted(body)}")
    require(isinstance(body["max_tokens"], int) and body["max_tokens"] > 0, "max_tokens")
    (message,) = body["messages"]
    require(set(message) == {"role", "content"} and message["role"] == "user", f"the message: {sorted(message)}")
    picture, text = message["content"]
    require(set(text) == {"type", "text"} and text["type"] == "text", "the second part is no text")
    require(set(picture) == {"type", "source"} and picture["type"] == "image", "the first part is no picture")
    source = picture["source"]
    require(set(source) == {"type", "media_type", "data"} and source["type"] == "base64", f"source: {sorted(source)}")
    require(request.headers["anthropic-version"] == "2023-06-01", "anthropic-version")
    require(request.headers["x-api-key"], "no key")
    request.model, request.question, request.kind = body["model"], text["text"], source["media_type"]
    request.picture = picture_of(source["data"])


SHAPES = {"/api/generate": check_ollama, "/v1/chat/completions": check_openai, "/v1/messages": check_anthropic}


def answer_document(path, words):
    if path == "/api/generate":
        return {"model": "m", "response": words, "done": True}
    if path == "/v1/chat/completions":
        return {"choices": [{"index": 0, "message": {"role": "assistant", "content": words}, "finish_reason": "stop"}]}
    return {"type": "message", "role": "assistant", "content": [{"type": "text", "text": words}],
            "stop_reason": "end_turn"}


# A scene answers one request: scene(handler, request).

def says(words=WORDS):
    return lambda handler, request: handler.reply(200, answer_document(request.path, words))


def sends(status, document, **fields):
    return lambda handler, _: handler.reply(status, document, **fields)


def raw(text, kind="application/json", status=200):
    return lambda handler, _: handler.reply(status, text, content_type=kind)


def half_closed(handler, _):
    handler.start(200, "application/json", 1000)
    handler.wfile.write(b'{"response": "it beg')
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_WR)
    handler.wait_end()


def drips(handler, _):
    handler.start(200, "application/json", None)
    with contextlib.suppress(OSError):
        while not handler.server.owner.ending.wait(0.02):
            handler.wfile.write(b" ")
            handler.wfile.flush()


def floods(handler, _):
    handler.start(200, "application/json", None)
    with contextlib.suppress(OSError):
        while True:
            handler.wfile.write(b" " * 1000000)


def mute(handler, _):
    handler.wait_end()


def echoes_key(status, document_of):
    def scene(handler, request):
        key = request.headers.get("x-api-key") or request.headers["Authorization"].removeprefix("Bearer ")
        handler.reply(status, document_of(key))
    return scene


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.play("GET")

    def do_POST(self):
        self.play("POST")

    def play(self, method):
        owner = self.server.owner
        request = Request(method, self.path, self.headers)
        if method == "POST":
            request.document = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            owner.check(request)
        scene = owner.add(request)
        with contextlib.suppress(ConnectionError):
            scene(self, request)
        self.close_connection = True

    def start(self, status, kind, length, **fields):
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def reply(self, status, content, content_type="application/json", **fields):
        data = (content if isinstance(content, str) else json.dumps(content)).encode()
        self.start(status, content_type, len(data), **fields)
        self.wfile.write(data)

    def wait_end(self):
        """Returns when the client has closed."""
        with contextlib.suppress(OSError):
            while self.connection.recv(4096):
                pass
        self.server.owner.left.release()

    def log_message(self, *_):
        pass


class Request:
    def __init__(self, method, path, headers):
        self.method, self.path, self.headers = method, path, headers
        self.document = self.model = self.question = self.kind = self.picture = None


MODELS = {"models": [{"name": "llava:latest"}, {"name": "qwen2.5vl:7b"}, {"name": "ann/eyes/wide:q4"}],
          "data": [{"id": "gpt-4o"}, {"id": "other"}]}


class Service:
    """Every POST takes the next scene, the last scene stays. `looks` is the scene of every GET."""

    def __init__(self, *scenes, looks=None, certificate=None):
        self.scenes, self.looks = list(scenes) or [says()], looks or sends(200, MODELS)
        self.requests, self.faults = [], []
        self.lock = threading.Lock()
        self.arrived, self.left = threading.Semaphore(0), threading.Semaphore(0)
        self.ending = threading.Event()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads, self.server.owner = True, self
        self.server.handle_error = lambda *_: None  # a client that goes is a scene, too
        self.port = self.server.server_port
        self.url = f"{'https' if certificate else 'http'}://127.0.0.1:{self.port}"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ending.set()
        self.server.shutdown()
        self.server.server_close()
        if self.faults:
            raise AssertionError("; ".join(self.faults))

    def check(self, request):
        try:
            require(request.path in SHAPES, f"POST {request.path} is no known address")
            require(request.headers["Content-Type"] == "application/json", "the body is not declared as JSON")
            SHAPES[request.path](request)
        except (AssertionError, KeyError, ValueError, TypeError) as fault:
            self.faults.append(f"{request.path}: {fault!r}")

    def add(self, request):
        with self.lock:
            self.requests.append(request)
            if request.method == "GET":
                return self.looks
            self.arrived.release()
            return self.scenes.pop(0) if len(self.scenes) > 1 else self.scenes[0]

    def posts(self):
        with self.lock:
            return [request for request in self.requests if request.method == "POST"]

    def wait_for_post(self):
        require(self.arrived.acquire(timeout=PATIENCE), "no request arrived")

    def wait_for_leaving(self, seconds):
        began = awake.now()
        require(self.left.acquire(timeout=PATIENCE) and awake.now() - began < seconds,
                f"the connection was not closed within {seconds} s")
