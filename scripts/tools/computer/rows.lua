-- The action set that models of Anthropic are trained on, one tool for each action.
local M = {}

local kErrors = {
  { "ELEMENT_STALE", "The window there has moved, is closed or covered, or no picture was taken." },
  { "INVALID_ARGUMENT", "`details.field` names the argument." }, { "FOCUS_REFUSED" }, { "INTERRUPTED" },
  { "NOT_CONFIRMED" }, { "POLICY_DENIED" }, { "RATE_LIMIT_EXCEEDED" }, { "DISPLAY_UNAVAILABLE" }, { "UNSUPPORTED" },
  { "TIMEOUT" },
}
local kPictureErrors = {
  { "ELEMENT_STALE", "No picture was taken." }, { "INVALID_ARGUMENT", "`details.field` names the argument." },
  { "PERMISSION_ERROR_SCREEN_RECORDING" }, { "POLICY_DENIED" }, { "CAPTURE_FAILED" },
  { "DISPLAY_UNAVAILABLE" }, { "TIMEOUT" },
}

local kPixel = { list = "integer" }
local kWhere = "[x, y], in pixels of the last screenshot."
local coordinate = { "coordinate", kPixel, min_items = 2, max_items = 2, meaning = kWhere }
local here = { "coordinate", kPixel, min_items = 2, max_items = 2, optional = true,
  meaning = kWhere .. " Default: where the pointer is." }
local modifiers = { "text", "string", optional = true, meaning = "Keys held down meanwhile, such as 'ctrl+shift'." }

local screenshot = {
  name = "screenshot",
  title = "Screenshot",
  description = "Shows the desktop. Coordinates are pixels of this picture.",
  effect = "none",
  read_only = true,
  errors = kPictureErrors,
  examples = { { "The desktop", {} } },
}

local zoom = {
  name = "zoom",
  title = "Zoom",
  description = "Shows a region of the last screenshot in full resolution. Coordinates stay those of the screenshot.",
  effect = "none",
  read_only = true,
  params = {
    { "region", kPixel, "[x0, y0, x1, y1]", min_items = 4, max_items = 4 },
  },
  errors = kPictureErrors,
  examples = { { "A corner", { { "region", { 0, 0, 200, 100 } } } } },
}

local left_click = {
  name = "left_click",
  title = "Click",
  description = "Clicks at coordinates, or where the pointer is.",
  effect = "input",
  logged = { "text" },
  params = {
    here,
    modifiers,
  },
  errors = kErrors,
  examples = { { "A button", { { "coordinate", { 640, 410 } } } } },
}

local right_click = {
  name = "right_click",
  title = "Right click",
  description = "Clicks with the right button.",
  effect = "input",
  logged = { "text" },
  params = {
    here,
    modifiers,
  },
  errors = kErrors,
  examples = { { "A button", { { "coordinate", { 640, 410 } } } } },
}

local middle_click = {
  name = "middle_click",
  title = "Middle click",
  description = "Clicks with the middle button.",
  effect = "input",
  logged = { "text" },
  params = {
    here,
    modifiers,
  },
  errors = kErrors,
  examples = { { "A button", { { "coordinate", { 640, 410 } } } } },
}

local double_click = {
  name = "double_click",
  title = "Double click",
  description = "Double-clicks.",
  effect = "input",
  logged = { "text" },
  params = {
    here,
    modifiers,
  },
  errors = kErrors,
  examples = { { "A button", { { "coordinate", { 640, 410 } } } } },
}

local triple_click = {
  name = "triple_click",
  title = "Triple click",
  description = "Triple-clicks.",
  effect = "input",
  logged = { "text" },
  params = {
    here,
    modifiers,
  },
  errors = kErrors,
  examples = { { "A button", { { "coordinate", { 640, 410 } } } } },
}

local left_click_drag = {
  name = "left_click_drag",
  title = "Drag",
  description = "Drags from start_coordinate to coordinate.",
  effect = "input",
  logged = { "text" },
  params = {
    { "start_coordinate", kPixel, min_items = 2, max_items = 2, meaning = kWhere },
    coordinate,
    modifiers,
  },
  errors = kErrors,
  examples = { { "A handle", { { "start_coordinate", { 200, 300 } }, { "coordinate", { 300, 300 } } } } },
}

local mouse_move = {
  name = "mouse_move",
  title = "Move the pointer",
  description = "Moves the pointer.",
  effect = "reversible",
  params = {
    coordinate,
  },
  errors = kErrors,
  examples = { { "Over a menu", { { "coordinate", { 40, 10 } } } } },
}

local left_mouse_down = {
  name = "left_mouse_down",
  title = "Press the button",
  description = "Presses the left button where the pointer is, until left_mouse_up.",
  effect = "input",
  errors = kErrors,
  examples = { { "Where the pointer is", {} } },
}

local left_mouse_up = {
  name = "left_mouse_up",
  title = "Release the button",
  description = "Releases the left button.",
  effect = "input",
  errors = kErrors,
  examples = { { "Where the pointer is", {} } },
}

local cursor_position = {
  name = "cursor_position",
  title = "Pointer",
  description = "Tells where the pointer is.",
  effect = "none",
  read_only = true,
  errors = kPictureErrors,
  examples = { { "In pixels of the last screenshot", {} } },
}

local type = {
  name = "type",
  title = "Type",
  description = "Types text where the focus is.",
  effect = "input",
  params = {
    { "text", "string", min_length = 1, meaning = "What to type, at most 1 MiB; a line end is Return." },
  },
  errors = kErrors,
  examples = { { "A line", { { "text", "Hello\\n" } } } },
}

local key = {
  name = "key",
  title = "Press a key",
  description = "Presses a key or chord: 'Return', 'ctrl+s', 'Page_Down'.",
  effect = "input",
  logged = { "text", "repeat" },
  params = {
    { "text", "string", min_length = 1, meaning = "The key, with + between." },
    { "repeat", "integer", optional = true, minimum = 1, maximum = 100, meaning = "How often. Default 1." },
  },
  errors = kErrors,
  examples = { { "Save", { { "text", "ctrl+s" } } } },
}

local hold_key = {
  name = "hold_key",
  title = "Hold a key",
  description = "Holds a key or chord down for seconds.",
  effect = "input",
  logged = { "text", "duration" },
  params = {
    { "text", "string", min_length = 1, meaning = "As of key." },
    { "duration", "number", above = 0, maximum = 60, meaning = "Seconds." },
  },
  errors = kErrors,
  examples = { { "To the right", { { "text", "Right" }, { "duration", 2 } } } },
}

local scroll = {
  name = "scroll",
  title = "Scroll",
  description = "Turns the wheel at coordinates, or where the pointer is.",
  effect = "reversible",
  logged = { "scroll_direction", "scroll_amount" },
  params = {
    { "scroll_direction", { "up", "down", "left", "right" }, meaning = "Whereto." },
    { "scroll_amount", "integer", minimum = 1, maximum = 100, meaning = "Turns of the wheel." },
    here,
    modifiers,
  },
  errors = kErrors,
  examples = {
    { "Further down", { { "scroll_direction", "down" }, { "scroll_amount", 5 }, { "coordinate", { 640, 410 } } } },
  },
}

local wait = {
  name = "wait",
  title = "Wait",
  description = "Waits for seconds.",
  effect = "none",
  read_only = true,
  logged = { "duration" },
  params = {
    { "duration", "number", minimum = 0, maximum = 300, meaning = "Seconds." },
  },
  errors = { { "INVALID_ARGUMENT", "`details.field` names the argument." } },
  examples = { { "A moment", { { "duration", 2 } } } },
}

M.tools = {
  screenshot, zoom, left_click, right_click, middle_click, double_click, triple_click, left_click_drag, mouse_move,
  left_mouse_down, left_mouse_up, cursor_position, type, key, hold_key, scroll, wait,
}

return M
