#!/usr/bin/python3
"""Speaks MCP with a server over its standard input and output, as an AI client would: lists the windows,
captures one into a file, and asks a question about it.

    ask.py --picture FILE.png [--app NAME] [--expect TEXT] [--question TEXT] -- SERVER [ARGUMENT...]

With --expect the answer must contain TEXT: an application that has just been started gets --wait seconds (20)
to show it.
"""
import argparse
import json
import subprocess
import sys
import time


class Server:
    """One `peekaboo mcp` process; a message is one line of JSON."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.next_id = 0

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.next_id:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']['message']}")
                return answer["result"]
        sys.exit(f"The server ended during {method}, status {self.process.wait()}")

    def tool(self, name, **arguments):
        result = self.request("tools/call", {"name": name, "arguments": arguments})
        text = "\n".join(block["text"] for block in result["content"] if block["type"] == "text")
        return result, text

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def greet(server):
    result = server.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                           "clientInfo": {"name": "ask.py", "version": "1"}})
    server.send({"method": "notifications/initialized"})
    info = result["serverInfo"]
    tools = server.request("tools/list", {})["tools"]
    print(f"Connected to {info['name']} {info['version']}; its tools: {', '.join(tool['name'] for tool in tools)}")


def choose(server, name, patience):
    """The application to look at: the named one, else the active one, else the first that shows a window."""
    end = time.monotonic() + patience
    while True:
        result, text = server.tool("list", item_type="running_applications")
        if result.get("isError"):
            sys.exit(text)
        shown = [app for app in result["application_list"] if app["window_count"] > 0]
        wanted = [app for app in shown if name is None or name.lower() in app["app_name"].lower()]
        if wanted:
            print("\n" + text)
            return sorted(wanted, key=lambda app: not app["is_active"])[0]
        if time.monotonic() > end:
            sys.exit(f"No window{' of ' + name if name else ''} within {patience:g} s")
        time.sleep(0.1)


def look(server, app, options):
    target = f"PID:{app['pid']}"
    _, windows = server.tool("list", item_type="application_windows", app=target, include_window_details=["ids", "bounds"])
    print("\n" + windows)
    # One window, so that the picture gets exactly the name that was asked for.
    end = time.monotonic() + options.wait
    while True:
        result, text = server.tool("image", app_target=f"{target}:WINDOW_INDEX:0", path=options.picture, format="png")
        if result.get("isError"):
            sys.exit(text)
        picture = result["saved_files"][0]["path"]
        answer, said = server.tool("analyze", image_path=picture, question=options.question)
        if not options.expect or options.expect in answer.get("analysis_text", ""):
            break
        if answer.get("isError") or time.monotonic() > end:
            sys.exit(f"The answer does not contain {options.expect!r}:\n{said}")
        time.sleep(0.1)
    if answer.get("isError"):
        sys.exit(said)
    print(f"\n{text}\n\nQuestion: {options.question}\nAnswer ({answer['model_used']}):\n")
    print("\n".join("    " + line for line in answer["analysis_text"].splitlines()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--picture", required=True)
    parser.add_argument("--app")
    parser.add_argument("--expect")
    parser.add_argument("--wait", type=float, default=20, help="seconds that an application gets to show itself")
    parser.add_argument("--question", default="What does the window say?")
    parser.add_argument("server", nargs="+")
    options = parser.parse_args()
    server = Server(options.server)
    greet(server)
    look(server, choose(server, options.app, options.wait), options)
    status = server.close()
    if status:
        sys.exit(f"The server ended with status {status}")


if __name__ == "__main__":
    main()
