// It never captures: no picture of any window passes here.
const PATH = '/org/peekaboo/Windows';
// A row of List: id, title, class, instance and application id; process, kind (Meta.WindowType), X window (0: a program
// of Wayland) and the window whose dialog it is (0: none); workspace (-1: all); minimised, maximised, fullscreen,
// focused, showing, a pop-up; the frame, its client area and what the program paints. Then: how many workspaces there
// are, and whether windows are painted at other places than these. The windows come in their order, the lowest first.
const INTERFACE = `
<node>
  <interface name="org.peekaboo.Windows1">
    <method name="List">
      <arg type="a(tssssiuutibbbbbb(iiii)(iiii)(iiii))" direction="out" name="windows"/>
      <arg type="i" direction="out" name="workspaces"/>
      <arg type="b" direction="out" name="elsewhere"/>
    </method>
    <method name="Focus">
      <arg type="t" direction="in" name="id"/>
      <arg type="b" direction="out" name="found"/>
    </method>
    <method name="Close">
      <arg type="t" direction="in" name="id"/>
      <arg type="b" direction="out" name="found"/>
    </method>
    <method name="Minimise">
      <arg type="t" direction="in" name="id"/>
      <arg type="b" direction="out" name="found"/>
    </method>
    <method name="Unminimise">
      <arg type="t" direction="in" name="id"/>
      <arg type="b" direction="out" name="found"/>
    </method>
    <method name="Maximise">
      <arg type="t" direction="in" name="id"/>
      <arg type="b" direction="out" name="found"/>
    </method>
    <method name="Unmaximise">
      <arg type="t" direction="in" name="id"/>
      <arg type="b" direction="out" name="found"/>
    </method>
    <method name="Place">
      <arg type="t" direction="in" name="id"/>
      <arg type="i" direction="in" name="x"/>
      <arg type="i" direction="in" name="y"/>
      <arg type="i" direction="in" name="width"/>
      <arg type="i" direction="in" name="height"/>
      <arg type="b" direction="out" name="found"/>
    </method>
    <method name="MoveToWorkspace">
      <arg type="t" direction="in" name="id"/>
      <arg type="i" direction="in" name="workspace"/>
      <arg type="b" direction="out" name="found"/>
    </method>
    <signal name="Changed"/>
  </interface>
</node>`;

const ROW = '(tssssiuutibbbbbb(iiii)(iiii)(iiii))';
const MOST_WINDOWS = 5000;
const LONGEST_TEXT = 1000; // UTF-16 units
const REPORT_DELAY = 20; // ms, in which changes become one report
const SHELL = new Gio.Credentials().get_unix_pid();
const POP_UPS = [
    Meta.WindowType.DROPDOWN_MENU, Meta.WindowType.POPUP_MENU, Meta.WindowType.TOOLTIP, Meta.WindowType.COMBO,
    Meta.WindowType.DND, Meta.WindowType.OVERRIDE_OTHER,
];

// Titles of X programs may be no text, which the binding refuses.
function text(read) {
    try {
        return (read() ?? '').substring(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, '');
    } catch {
        return '';
    }
}

function sides(rect) {
    return [rect.x, rect.y, rect.width, rect.height];
}

// The Shell has a window of its own on the X display. What has no size yet has not been painted.
function actors() {
    return global.get_window_actors().filter(({ meta_window: window }) => {
        const frame = window.get_frame_rect();
        return frame.width > 0 && frame.height > 0 && window.get_pid() !== SHELL;
    });
}

function find(id) {
    return actors().map(actor => actor.meta_window).find(window => window.get_id() === id);
}

function isX(window) {
    return window.get_client_type() === Meta.WindowClientType.X11;
}

// The description of an X window begins with its number; a program has no say in that.
function xWindow(window) {
    const number = isX(window) && /^0x[0-9a-f]+/.exec(window.get_description());
    return number ? Number.parseInt(number[0], 16) : 0;
}

function clientArea(window, frame) {
    return isX(window) && window.frame_rect_to_client_rect ? window.frame_rect_to_client_rect(frame) : frame;
}

function isMaximised(window) {
    return window.is_maximized ? window.is_maximized() : window.get_maximized() === Meta.MaximizeFlags.BOTH;
}

function isShowing(window, frame, workspace) {
    if (!window.showing_on_its_workspace() || !window.located_on_workspace(workspace)) return false;
    return Main.layoutManager.monitors.some(monitor =>
        frame.x < monitor.x + monitor.width && monitor.x < frame.x + frame.width &&
        frame.y < monitor.y + monitor.height && monitor.y < frame.y + frame.height);
}

// Nothing for a window without a texture, as on GNOME 50 one is that has never shown: recording it would end the Shell.
function paintedArea(actor) {
    return actor.get_texture()?.get_texture() ? sides(actor.meta_window.get_buffer_rect()) : [0, 0, 0, 0];
}

function workspaceOf(window) {
    return window.is_on_all_workspaces() ? -1 : window.get_workspace()?.index() ?? -1;
}

// Each call into the Shell costs about a microsecond: what all rows share is asked once.
function row(actor, tracker, workspace) {
    const window = actor.meta_window, frame = window.get_frame_rect(), type = window.get_window_type();
    const app = text(() => tracker.get_window_app(window)?.get_id());
    return [
        window.get_id(), text(() => window.get_title()), text(() => window.get_wm_class()),
        text(() => window.get_wm_class_instance()), app.startsWith('window:') ? '' : app,
        window.get_pid(), type, xWindow(window), window.get_transient_for()?.get_id() ?? 0,
        workspaceOf(window), window.minimized, isMaximised(window), window.is_fullscreen(), window.has_focus(),
        isShowing(window, frame, workspace), window.is_override_redirect() || POP_UPS.includes(type),
        sides(frame), sides(clientArea(window, frame)), paintedArea(actor),
    ];
}

// In the overview, between two workspaces, in its own menus and while one grows or vanishes, the Shell paints windows
// where they are not.
function isElsewhere(shown) {
    if (!global.window_group.visible || Main.modalCount > 0 || Main.wm._workspaceAnimation?._switchData) return true;
    if (Main.wm._destroying?.size > 0) return true;
    return shown.some(actor => actor.visible &&
        (actor.scale_x !== 1 || actor.scale_y !== 1 || actor.translation_x !== 0 || actor.translation_y !== 0));
}

class Windows {
    constructor() {
        this._handlers = new Map();
        this._packed = new Map();
        this._object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
        this._object.export(Gio.DBus.session, PATH);
        const display = global.display;
        this._follow(display, ['notify::focus-window', 'restacked']);
        this._follow(global.workspace_manager, ['active-workspace-changed', 'workspace-added', 'workspace-removed']);
        this._handlers.get(display).push(display.connect('window-created', (_, window) => this._add(window)));
        global.get_window_actors().forEach(actor => this._add(actor.meta_window));
        this._changed();
    }

    destroy() {
        if (this._report) GLib.source_remove(this._report);
        for (const [object, handlers] of this._handlers) handlers.forEach(handler => object.disconnect(handler));
        this._handlers.clear();
        this._object.emit_signal('Changed', null);
        this._object.unexport();
    }

    _follow(object, signals) {
        this._handlers.set(object, signals.map(signal => object.connect(signal, () => this._changed())));
    }

    _add(window) {
        this._follow(window, [
            'position-changed', 'size-changed', 'workspace-changed', 'notify::title', 'notify::wm-class',
            'notify::minimized', 'notify::fullscreen', 'notify::maximized-horizontally', 'notify::maximized-vertically',
        ]);
        this._handlers.get(window).push(window.connect('unmanaged', () => {
            this._handlers.get(window)?.forEach(handler => window.disconnect(handler));
            this._handlers.delete(window);
            this._changed();
        }));
        this._changed();
    }

    _changed() {
        this._report ??= GLib.timeout_add(GLib.PRIORITY_DEFAULT, REPORT_DELAY, () => {
            this._report = null;
            this._object.emit_signal('Changed', null);
            return GLib.SOURCE_REMOVE;
        });
    }

    _act(id, act) {
        const window = find(id);
        if (window) act(window);
        return window !== undefined;
    }

    // Packing a row takes longer than everything else, and few change between two lists.
    _pack(rows) {
        const before = this._packed;
        this._packed = new Map();
        return rows.map(each => {
            const text = JSON.stringify(each), id = each[0];
            let known = before.get(id);
            if (known?.text !== text) {
                known = { text, variant: new GLib.Variant(ROW, each) };
                known.variant.get_data_as_bytes(); // from then on it is held as bytes, which are copied into answers
            }
            this._packed.set(id, known);
            return known.variant;
        });
    }

    _list() {
        const shown = actors().slice(-MOST_WINDOWS);
        const tracker = Shell.WindowTracker.get_default(), manager = global.workspace_manager;
        const workspace = manager.get_active_workspace();
        const rows = shown.map(actor => row(actor, tracker, workspace));
        return GLib.Variant.new_tuple([
            GLib.Variant.new_array(new GLib.VariantType(ROW), this._pack(rows)),
            GLib.Variant.new_int32(manager.get_n_workspaces()),
            GLib.Variant.new_boolean(isElsewhere(shown)),
        ]);
    }

    ListAsync(_parameters, invocation) {
        let answer;
        try {
            answer = this._list();
        } catch (error) {
            invocation.return_dbus_error('org.peekaboo.Windows1.Failed', `${error}`);
            throw error;
        }
        invocation.return_value(answer);
    }

    Focus(id) {
        return this._act(id, window => Main.activateWindow(window));
    }

    Close(id) {
        return this._act(id, window => window.delete(global.display.get_current_time_roundtrip()));
    }

    Minimise(id) {
        return this._act(id, window => window.minimize());
    }

    Unminimise(id) {
        return this._act(id, window => window.unminimize());
    }

    // From GNOME 49 on these take no flags, and ignore some.
    Maximise(id) {
        return this._act(id, window => window.maximize(Meta.MaximizeFlags.BOTH));
    }

    Unmaximise(id) {
        return this._act(id, window => {
            if (window.is_fullscreen()) window.unmake_fullscreen();
            window.unmaximize(Meta.MaximizeFlags.BOTH);
        });
    }

    Place(id, ...frame) {
        return this._act(id, window => window.move_resize_frame(true, ...frame));
    }

    MoveToWorkspace(id, workspace) {
        return this._act(id, window => window.change_workspace_by_index(workspace, false));
    }
}
