local errors = require "errors"

-- Kinds of text that name a thing. They hold no control characters, so that none reaches a program, a path or a log.
local M = {}

-- The longest, in characters.
local longest = { name = 255, path = 4096, element_path = 4096, menu_path = 2048 }

local kControls = "[%c\x7F]"
local kLateControls = "\xC2[\x80-\x9F]" -- U+0080 to U+009F

-- Returns whether a type of a row is such a kind.
function M.is_one(kind)
  return longest[kind] ~= nil
end

local function refuse(field, what, hint)
  errors.raise("INVALID_ARGUMENT", ("%s: %s"):format(field, what), { hint = hint, details = { field = field } })
end

local function check(field, kind, text)
  if text == "" then refuse(field, "empty", "Give a text.") end
  local length = utf8.len(text)
  if not length then refuse(field, "not valid UTF-8") end
  if length > longest[kind] then
    refuse(field, ("%d characters long"):format(length), ("Give at most %d characters."):format(longest[kind]))
  end
  if text:find(kControls) or text:find(kLateControls) then
    refuse(field, "has a control character", "Give a text of one line.")
  end
end

-- Raises INVALID_ARGUMENT for an argument that is not as the kind of its row says.
function M.check(rows, args)
  for _, row in ipairs(rows) do
    local text = longest[row[2]] and args[row[1]]
    if type(text) == "string" then check(row[1], row[2], text) end
  end
end

-- An empty text counts as an argument that is not given. A required one is called empty, because it is not missing.
local function check_required(rows, given, args)
  for _, row in ipairs(rows) do
    if not row.optional and given[row[1]] == "" and args[row[1]] == nil then refuse(row[1], "empty", "Give a text.") end
  end
end

-- Returns a function that prepares arguments as `normalise` does (nil: not at all), and then checks them.
function M.checked(rows, normalise)
  local any = normalise ~= nil
  for _, row in ipairs(rows) do any = any or longest[row[2]] ~= nil end
  if not any then return nil end
  return function(given)
    local args = normalise and normalise(given) or given
    if args ~= given then check_required(rows, given or {}, args) end
    M.check(rows, args)
    return args
  end
end

return M
