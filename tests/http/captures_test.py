#!/usr/bin/python3
"""Whose captures are, over HTTP: a session's alone, and without a session those who know the URI.

    captures_test.py PEEKABOO
"""
import json
import os
import subprocess
import sys
import unittest

from server import Server, begin_session, call, message, request, stateless, stop_cleanly

PEEKABOO = sys.argv.pop(1)
IMAGE = {"app_target": "screen:0", "format": "data"}


def setUpModule():
    global server, display
    ready, told = os.pipe()
    display = subprocess.Popen(["Xvfb", "-displayfd", str(told), "-screen", "0", "320x240x24", "-nolisten", "tcp"],
                               pass_fds=[told], stderr=subprocess.DEVNULL)
    os.close(told)
    with os.fdopen(ready, encoding="utf8") as line:
        number = line.readline().strip()
    server = Server(PEEKABOO, environment={"DISPLAY": ":" + number})


def tearDownModule():
    stop_cleanly(server)
    display.terminate()
    display.wait()


class Captures(unittest.TestCase):
    def ask(self, fields, method, params=None):
        """The answer's document, in a session when there are fields of one."""
        data = request(message(method, params), fields=fields) if fields else stateless(method, params)
        return self.document(server.ask(data))

    def document(self, answer):
        if answer.fields["content-type"] == "application/json":
            return answer.json
        rows = [line[6:] for line in answer.body.decode().split("\n") if line.startswith("data: {")]
        return json.loads(rows[-1])

    def image(self, fields, **more):
        params = {"name": "image", "arguments": {**IMAGE, **more}}
        return self.ask(fields, "tools/call", params)["result"]

    def uri(self, fields):
        links = [block["uri"] for block in self.image(fields)["content"] if block["type"] == "resource_link"]
        return next(uri for uri in links if uri.startswith("peekaboo://captures/"))

    def listed(self, fields):
        return [row["uri"] for row in self.ask(fields, "resources/list")["result"]["resources"]]

    def readable(self, fields, uri):
        return "result" in self.ask(fields, "resources/read", {"uri": uri})

    def known(self, fields, uri):
        """Whether `since` and `region.of` take it."""
        same = "Unchanged" in self.image(fields, since=uri)["content"][0]["text"]
        part = {"region": {"x": 0, "y": 0, "width": 9, "height": 9, "of": uri}, "app_target": None}
        self.assertEqual(not self.image(fields, **part).get("isError"), same)
        return same

    def test_a_sessions_capture_is_its_own(self):
        mine, other = begin_session(server), begin_session(server)
        uri = self.uri(mine)
        self.assertIn(uri, self.listed(mine))
        for each in (other, None):
            self.assertNotIn(uri, self.listed(each))
        for each, has in ((mine, True), (other, False), (None, False)):
            self.assertEqual((self.readable(each, uri), self.known(each, uri)), (has, has))
        subscribe = {"uri": uri}
        self.assertIn("result", self.ask(mine, "resources/subscribe", subscribe))
        for _ in range(10):
            self.image(other)
        self.assertTrue(self.readable(mine, uri), "others' captures do not push it out")

    def test_it_goes_with_the_session(self):
        mine = begin_session(server)
        uri = self.uri(mine)
        self.assertEqual(server.ask(request("", method="DELETE", fields=mine)).status, 204)
        for each in (begin_session(server), None):
            self.assertFalse(self.readable(each, uri))
            self.assertFalse(self.known(each, uri))

    def test_without_a_session_the_uri_is_enough(self):
        uri = self.uri(None)
        session = begin_session(server)
        for each in (None, session):
            self.assertNotIn(uri, self.listed(each))
            self.assertTrue(self.readable(each, uri))
            self.assertTrue(self.known(each, uri))

    def test_nobody_else_is_told(self):
        mine, other = begin_session(server), begin_session(server)
        streams = []
        for fields in (mine, other):
            streams.append(server.connect())
            streams[-1].send(request("", method="GET", fields=fields))
            streams[-1].head()
            self.assertEqual(streams[-1].event()["id"], "0-0")
        listener = server.connect()
        listener.send(stateless("subscriptions/listen", {"notifications": {
            "resourcesListChanged": True, "toolsListChanged": True}}, number="l"))
        listener.head()
        self.assertEqual(listener.message()["method"], "notifications/subscriptions/acknowledged")
        self.image(mine)
        self.image(None)
        server.ask(call("touch"))
        told = [peer.message()["method"].split("/")[1] for peer in (*streams, listener)]
        self.assertEqual(told, ["resources", "tools", "tools"])
        for peer in (*streams, listener):
            peer.close()


if __name__ == "__main__":
    unittest.main()
