"""The keyboard as programs see it, read without our own code: Xlib by ctypes and python-xlib."""
import ctypes

from Xlib import display

CORE_KEYBOARD = 0x100


class State(ctypes.Structure):
    _fields_ = [("group", ctypes.c_ubyte), ("locked_group", ctypes.c_ubyte), ("base_group", ctypes.c_ushort),
                ("latched_group", ctypes.c_ushort), ("mods", ctypes.c_ubyte), ("base_mods", ctypes.c_ubyte),
                ("latched_mods", ctypes.c_ubyte), ("locked_mods", ctypes.c_ubyte), ("rest", ctypes.c_ubyte * 16)]


class KeyboardEye:
    """One connection of its own. Close it at the end."""

    def __init__(self):
        self.library = ctypes.CDLL("libX11.so.6")
        self.library.XOpenDisplay.restype = ctypes.c_void_p
        self.connection = ctypes.c_void_p(self.library.XOpenDisplay(None))
        self.display = display.Display()

    def close(self):
        self.display.close()
        self.library.XCloseDisplay(self.connection)

    def lock_group(self, group):
        self.library.XkbLockGroup(self.connection, CORE_KEYBOARD, group)
        self.library.XSync(self.connection, 0)

    def locks(self):
        """(locked modifiers, locked group)."""
        state = State()
        self.library.XkbGetState(self.connection, CORE_KEYBOARD, ctypes.byref(state))
        return state.locked_mods, state.locked_group

    def symbols(self):
        """The symbols of every key."""
        first, last = self.display.display.info.min_keycode, self.display.display.info.max_keycode
        rows = self.display.get_keyboard_mapping(first, last - first + 1)
        return [tuple(symbol for symbol in row if symbol) for row in rows]

    def keys_down(self):
        return [8 * i + bit for i, byte in enumerate(self.display.query_keymap()) for bit in range(8) if byte >> bit & 1]

    def buttons_down(self):
        return self.display.screen().root.query_pointer().mask >> 8 & 0x1F

    def record(self):
        """Whether the root window says that an act is under way."""
        atom = self.display.intern_atom("_PEEKABOO_HELD_INPUT")
        return self.display.screen().root.get_full_property(atom, 0) is not None

    def everything(self):
        return self.symbols(), self.locks(), self.keys_down(), self.buttons_down(), self.record()
