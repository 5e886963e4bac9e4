local shared = require "acting.parameters"

-- The tools of windows.
local M = {}

local window = {
  name = "window",
  title = "Control a window",
  description = "Controls a window, by default the one in front; launches or quits an application by `name`.",
  logged = { "action", "windowId", "name", "dry_run" },
  effect = "input",
  params = {
    { "action",
      { "focus", "move", "resize", "minimize", "maximize", "restore", "close", "workspace", "launch", "quit" },
      meaning = "What to do." },
    shared.any_window_id,
    { "app_target", "string", optional = true, meaning = "The application or window, as of `image`." },
    { "name", "name", "To launch or quit.", optional = true },
    { "x", "integer", optional = true }, { "y", "integer", optional = true },
    { "width", "integer", optional = true }, { "height", "integer", optional = true },
    { "workspace", "integer", "From 0.", optional = true, minimum = 0, maximum = 1000 },
    shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = {
    { "To the left upper corner", { { "action", "move" }, { "app_target", "Firefox" }, { "x", 0 }, { "y", 0 } } },
    { "Start a program", { { "action", "launch" }, { "name", "Text Editor" } } },
  },
}

local list_windows = {
  name = "list_windows",
  description = "Lists windows, the front-most first, with their frames' position and size in desktop pixels.",
  read_only = true, effect = "none",
  logged = { "appName", "limit" },
  params = {
    { "appName", "name", optional = true, meaning = "Only those of this application." }, shared.limit, shared.cursor,
  },
  json_result = shared.list {
    { "title", "string", "As it is." }, { "appName", "string", "Its application." },
    { "position", { { "x", "number" }, { "y", "number" } }, "Of its frame, in desktop pixels.", optional = true },
    { "size", { { "width", "number" }, { "height", "number" } }, "With its frame, without shadow.", optional = true },
    { "id", "number", "What `windowId` takes." },
    { "focused", "boolean", "It has the focus.", optional = true },
    { "minimized", "boolean", "It is not on the screen.", optional = true },
  },
  errors = shared.read_errors,
  examples = { { "All windows", {} }, { "Those of an application", { { "appName", "Firefox" } } } },
}

local focus_window = {
  name = "focus_window",
  description = "Brings a window to the front and gives it the focus.",
  logged = { "windowId" },
  effect = "reversible",
  params = { shared.window_id },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "A window of list_windows", { { "windowId", 41943043 } } } },
}

local move_window = {
  name = "move_window",
  description = "Moves a window: x and y are its frame's corner in desktop pixels.",
  logged = { "windowId", "x", "y" },
  effect = "reversible",
  params = { shared.window_id, shared.place_x, shared.place_y },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "To the corner", { { "windowId", 41943043 }, { "x", 0 }, { "y", 0 } } } },
}

local resize_window = {
  name = "resize_window",
  description = "Resizes a window, its frame included, to the nearest step of its size.",
  logged = { "windowId", "width", "height" },
  effect = "reversible",
  params = { shared.window_id, { "width", "number", meaning = "In desktop pixels." },
    { "height", "number", meaning = "In desktop pixels." } },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "Half of a screen", { { "windowId", 41943043 }, { "width", 960 }, { "height", 1080 } } } },
}

local minimize_window = {
  name = "minimize_window",
  description = "Minimizes a window.",
  logged = { "windowId" },
  effect = "reversible",
  params = { shared.window_id },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "A window of list_windows", { { "windowId", 41943043 } } } },
}

M.tools = { window, list_windows, focus_window, move_window, resize_window, minimize_window }

return M
