"""The files of the tree that the lints read."""
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SKIPPED = {"node_modules", "__pycache__", ".git"}


def files(folders, endings):
    """Paths relative to the root, sorted."""
    found = []
    for folder in folders:
        for place, folders_below, names in os.walk(os.path.join(ROOT, folder)):
            folders_below[:] = [name for name in folders_below if name not in SKIPPED]
            found += [os.path.relpath(os.path.join(place, name), ROOT) for name in names
                      if name.endswith(tuple(endings))]
    return sorted(found)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def line_of(text, position):
    return text.count("\n", 0, position) + 1
