local errors = require "errors"
local trim = require("lib.blanks").trim

local M = {}

M.specifiers = { "WINDOW_TITLE", "WINDOW_INDEX" }

local function whole_number(text)
  local digits = trim(text):match("^%d+$")
  return digits and math.tointeger(tonumber(digits)) or nil
end

-- Returns the process that a name such as "PID:663" means; false when no number above 0 follows, nil for other names.
function M.process_id(name)
  local number = name:match "^%s*[pP][iI][dD]%s*:(.*)$"
  if not number then return nil end
  local pid = whole_number(number)
  return pid and pid > 0 and pid or false
end

local function refuse(message, hint)
  errors.raise("INVALID_ARGUMENT", message, { hint = hint })
end

-- Splits at the colon after the application. "PID:663" keeps its own colon.
local function divide(text)
  local head, rest = text:match("^([^:]*):(.*)$")
  if not head then return text, nil end
  if M.process_id(text) == nil then return head, rest end
  local number, after = rest:match("^([^:]*):(.*)$")
  if not number then return text, nil end
  return head .. ":" .. number, after
end

local function window_of(name, specifier, value)
  if specifier == "WINDOW_TITLE" then
    if value:match("^%s*$") then
      refuse("WINDOW_TITLE needs a title after it", "Give one, for example '" .. name .. ":WINDOW_TITLE:Inbox'.")
    end
    return { kind = "window", app = name, title = value }
  end
  local index = whole_number(value)
  if not index then
    refuse(("Invalid window index: '%s'."):format(value),
      "WINDOW_INDEX takes a whole number; 0 is the front-most window.")
  end
  return { kind = "window", app = name, index = index }
end

-- Parses an `app_target`. Returns one of
--   {kind="screens"}, {kind="screen", index=N | nil, text="as written"}, {kind="frontmost"},
--   {kind="app", app=NAME}, {kind="window", app=NAME, title=TEXT}, {kind="window", app=NAME, index=N}.
-- A screen without an index is malformed; it is reported where the displays are known.
function M.parse(text)
  text = trim(text or "")
  if text:match("^[:%s]*$") then return { kind = "screens" } end
  if text:lower() == "frontmost" then return { kind = "frontmost" } end
  local screen = text:match("^[sS][cC][rR][eE][eE][nN]%s*:(.*)$")
  if screen then return { kind = "screen", index = whole_number(screen), text = trim(screen) } end

  local head, rest = divide(text)
  local name = trim(head)
  if name == "" then
    refuse(("'%s' names no application before the colon"):format(text),
      "Put one there, for example 'Firefox:WINDOW_INDEX:0'.")
  end
  if not rest or rest:match("^[:%s]*$") then return { kind = "app", app = name } end

  local specifier, value = rest:match("^([^:]*):(.*)$")
  if not specifier then return { kind = "app", app = text } end
  specifier = trim(specifier):upper()
  for _, known in ipairs(M.specifiers) do
    if specifier == known then return window_of(name, specifier, value) end
  end
  return refuse(("unknown window specifier '%s' in '%s'"):format(specifier, text),
    "Use one of " .. table.concat(M.specifiers, ", ") .. ".")
end

-- Returns whether whole screens are meant; their pictures are too large for an answer.
function M.is_screen(target)
  return target.kind == "screens" or target.kind == "screen"
end

return M
