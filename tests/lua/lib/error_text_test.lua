local error_text = require "lib.error_text"
local luaunit = require "luaunit"

local M = {}

function M.test_functions_become_tools()
  for hint, expected in pairs {
    ["It may be closed; window.list() shows those that are there."] =
      "It may be closed; list_windows shows those that are there.",
    ["Bring the window to the front (window.focus), then try again."] =
      "Bring the window to the front (focus_window), then try again.",
    ["Look again: `see` and `ui.tree` show what is there."] =
      "Look again: `see` and `get_ui_elements` show what is there.",
    ["Focus it: ui.focus, input.press \"Ctrl+A\", input.type."] = "Focus it: click, press_key \"Ctrl+A\", type_text.",
    ["Read notes.txt, then org.gnome.Notes."] = "Read notes.txt, then org.gnome.Notes.",
  } do
    luaunit.assertEquals(error_text.for_tools(hint), expected)
  end
  luaunit.assertNil(error_text.for_tools(nil))
end

function M.test_a_tool_that_is_on_comes_first()
  local function is_on(name) return name == "window" or name == "left_click" end
  luaunit.assertEquals(error_text.for_tools("window.focus, input.click, ui.wait", is_on),
    "window, left_click, wait_for")
end

function M.test_a_tool_that_is_off_gives_way_to_one_that_does_the_same()
  local function automation(name) return name:find "^get_" ~= nil or name:find "^list_" ~= nil end
  local function everything() return true end
  for hint, expected in pairs {
    ["`see` shows what is there."] = "`get_ui_elements` shows what is there.",
    ["`list` with item_type 'screens' (`peekaboo list screens`) shows the screens."] =
      "`get_display_info` (`peekaboo list screens`) shows the screens.",
    ["`list` (`peekaboo list apps`) shows the applications."] = "`list_running_apps` shows the applications.",
    ["Call `see` again: its answer gives the marks."] = "Call `see` again: its answer gives the marks.",
  } do
    luaunit.assertEquals(error_text.for_tools(hint, automation), expected)
    luaunit.assertEquals(error_text.for_tools(hint, everything), hint)
  end
end

return M
