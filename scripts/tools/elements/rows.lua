local shared = require "acting.parameters"

-- The tools about elements by application and path.
local M = {}

local place = { { "x", "number" }, { "y", "number" } }
local node = {
  { "role", "string", "As AT-SPI names it: `button`, `check box`, `text`." },
  { "title", "string", "Its name.", optional = true },
  { "value", "string", "Not of password fields.", optional = true },
  { "position", place, "In desktop pixels." },
  { "size", { { "width", "number" }, { "height", "number" } }, "0 for what is not shown." },
  { "children", { list = "object" }, "The same, each.", optional = true },
  { "path", "string", "What `elementPath` takes." },
  { "states", { list = "string" }, "Such as `focused`, `checked`, `disabled`.", optional = true },
  { "omittedChildren", "number", "How many more it has; its path narrows the next call to it.", optional = true },
  { "leftOut", { list = "string" }, "What the program did not tell in time.", optional = true },
}

local get_ui_elements = {
  name = "get_ui_elements",
  description = "Gives the tree of an application's elements, or of one element. Nameless wrappers are left out.",
  read_only = true, effect = "none",
  logged = { "appName", "maxDepth", "limit" },
  params = {
    shared.app_name, { "maxDepth", "integer", optional = true, minimum = 1, maximum = 100, default = 3,
      meaning = "Levels; 1 is that of windows." },
    { "elementPath", "element_path", "Only this one.", optional = true }, shared.limit,
  },
  json_result = node,
  errors = shared.errors,
  examples = {
    { "An application", { { "appName", "Text Editor" } } },
    { "What a dialog holds",
      { { "appName", "Text Editor" }, { "elementPath", 'dialog "Save As"' }, { "maxDepth", 10 } } },
  },
}

-- Returns the row of a tool for one element.
local function of_element(row)
  row.params = { shared.app_name, shared.element_path, table.unpack(row.params or {}) }
  row.logged, row.errors = { "appName", "#value" }, shared.errors
  return row
end

local path = { "elementPath", 'frame "Notes"/button "Save"' }

local click_ui_element = of_element {
  name = "click_ui_element",
  description = "Clicks an element: by its own action, else by the pointer.",
  effect = "input",
  json_result = shared.answer,
  examples = { { "A button", { { "appName", "Text Editor" }, path } } },
}

local get_ui_element_value = of_element {
  name = "get_ui_element_value",
  description = "Reads an element's value; true or false for what can be checked, null for what has none.",
  read_only = true, effect = "none",
  json_result = { { "result", "any",
    "A text, true, false or null; it is the first text, too. From 15 000 characters on a text ends with …." } },
  examples = { { "A field", { { "appName", "Text Editor" }, { "elementPath", 'text "Name"' } } } },
}

local set_ui_element_value = of_element {
  name = "set_ui_element_value",
  description = "Sets an element's value as a person would, and reads it back; true or false for what can be checked.",
  effect = "reversible",
  params = { { "value", "string", meaning = "The new one." } },
  json_result = shared.answer,
  examples = { { "A field", { { "appName", "Text Editor" }, { "elementPath", 'text "Name"' }, { "value", "Ada" } } } },
}

local focus_ui_element = of_element {
  name = "focus_ui_element",
  description = "Gives an element the keyboard focus.",
  effect = "reversible",
  json_result = shared.answer,
  examples = { { "A field", { { "appName", "Text Editor" }, { "elementPath", 'text "Name"' } } } },
}

M.tools = { get_ui_elements, click_ui_element, get_ui_element_value, set_ui_element_value, focus_ui_element }

return M
