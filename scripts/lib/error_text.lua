local errors = require "errors"

-- Formats failures for people; runtime/core/value/error_text.cpp does it for the program.
local M = {}

-- Returns one line: the text, and the remedy after an arrow if there is one.
function M.remedied(text, remedy)
  return remedy and remedy ~= "" and text .. " → " .. remedy or text
end

-- Returns the message, the facts, the remedy and the traceback, each on lines of its own. `prefix`: words before the
-- message, or nil. `failure`: message, hint?, details?, traceback?.
function M.lines(failure, prefix)
  local lines = { prefix and prefix .. ": " .. failure.message or failure.message }
  lines[#lines + 1] = errors.details_text(failure)
  lines[#lines + 1] = failure.hint
  lines[#lines + 1] = failure.traceback
  return table.concat(lines, "\n")
end

-- Returns the same for a script's failure, with its code. `what`: words before the message, or nil.
function M.text(failure, what)
  local message = (what and what .. ": " or "") .. failure.message
  if failure.code ~= "SCRIPT_ERROR" then message = ("%s (%s)"):format(message, failure.code) end
  local shown = { message = message, hint = failure.hint, traceback = failure.traceback }
  return M.lines(shown, "Error") .. "\n"
end

-- Remedies name functions, because scripts get them as they are. The tools that stand for a function:
local tools = {
  ["window.list"] = { "list_windows", "list" }, ["window.focus"] = { "focus_window", "window" },
  ["window.wait"] = { "wait_for" }, ["screen.list"] = { "list" },
  ["ui.tree"] = { "get_ui_elements" }, ["ui.find"] = { "see", "get_ui_elements" }, ["ui.wait"] = { "wait_for" },
  ["ui.press"] = { "click", "click_ui_element" }, ["ui.focus"] = { "click", "focus_ui_element" },
  ["ui.select"] = { "select", "click_ui_element" }, ["ui.set_value"] = { "set_value", "set_ui_element_value" },
  ["input.click"] = { "click", "left_click" }, ["input.press"] = { "press_key", "key" },
  ["input.type"] = { "type_text", "type" },
}

-- Tools that do what a remedy says, for clients that have them and not the one that it names: {that one, the words,
-- the other one, its words}.
local instead = {
  { "see", "`see` shows what is there", "get_ui_elements", "`get_ui_elements` shows what is there" },
  { "list", "`list` with item_type 'screens'", "get_display_info", "`get_display_info`" },
  { "list", "`list` with an app", "list_windows", "`list_windows`" },
  { "list", "`list` (`peekaboo list apps`)", "list_running_apps", "`list_running_apps`" },
}

local function with_others(hint, is_on)
  for _, row in ipairs(instead) do
    local name, words, other, others_words = table.unpack(row)
    local first, last = hint:find(words, 1, true)
    if first and not is_on(name) and is_on(other) then
      hint = hint:sub(1, first - 1) .. others_words .. hint:sub(last + 1)
    end
  end
  return hint
end

-- Returns a remedy, which may be nil, for a client that has tools alone: with these in the place of functions.
-- `is_on(name)` (optional): whether there is a tool of that name; those come first.
function M.for_tools(hint, is_on)
  hint = hint and is_on and with_others(hint, is_on) or hint
  local function tool_for(call)
    local names = tools[call]
    for _, name in ipairs(is_on and names or {}) do
      if is_on(name) then return name end
    end
    return names and names[1] or nil
  end
  return hint and (hint:gsub("(%l+%.[%l_]+)%(%)", tool_for):gsub("%l+%.[%l_]+", tool_for))
end

return M
