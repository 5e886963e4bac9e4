"""What is told of the menu that is open in a menu_form.py."""
import json


def open_items(test, pid):
    """The elements of the menu File by name; None when it is not open."""
    said = test.peekaboo("run", "-e", f'print(require("json").encode(require("ui").tree({{ app = "PID:{pid}" }}).elements))')
    elements = json.loads(said.stdout) if said.status == 0 else []
    names = ("New", "Save As…", "Recent", "Quit")
    items = {each["name"]: each for each in elements if each["name"] in names and "showing" in each["states"]}
    return items or None
