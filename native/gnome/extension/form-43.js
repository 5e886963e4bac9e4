// Peekaboo's extension of GNOME Shell 43 and 44: tells windows to programs of this user, and acts on them.
const { Gio, GLib, Meta, Shell } = imports.gi;
const Main = imports.ui.main;

class Peekaboo {
    enable() {
        this._windows = new Windows();
    }

    disable() {
        this._windows.destroy();
        this._windows = null;
    }
}

function init() {
    return new Peekaboo();
}
