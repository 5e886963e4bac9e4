// Peekaboo's extension of GNOME Shell 45 and later: tells windows to programs of this user, and acts on them.
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Meta from 'gi://Meta';
import Shell from 'gi://Shell';
import { Extension } from 'resource:///org/gnome/shell/extensions/extension.js';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

export default class Peekaboo extends Extension {
    enable() {
        this._windows = new Windows();
    }

    disable() {
        this._windows.destroy();
        this._windows = null;
    }
}
