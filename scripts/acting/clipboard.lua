local clipboard = require "clipboard"
local errors = require "errors"

-- Changing what can be pasted, for the tools of the clipboard.
local M = {}

local kPatience = 1 -- seconds for the program that copied what is replaced
local kMostUndone = 4000 -- bytes of a text that an answer gives back for undoing

-- Returns what can be pasted now as {text} or {} (nothing); nil when that is not known, or more than an answer can
-- hold.
local function before()
  local content = try(clipboard.read, { timeout = kPatience })
  if not content then return nil end
  if #content.formats == 0 then return {} end
  local only_text = #content.formats == 1 and content.text and #content.text <= kMostUndone
  return only_text and { text = content.text } or nil
end

-- Calls write(), and raises EFFECT_NOT_SEEN unless the same format (nil: nothing) can be pasted then. Its words are not
-- compared, because the policy may mask them for this caller. Returns what could be pasted before, see before().
function M.replace(format, write)
  local was = before()
  write()
  local formats = clipboard.read({ formats = {} }).formats
  local has = {}
  for _, name in ipairs(formats) do has[name] = true end
  if format and has[format] or not format and #formats == 0 then return was end
  return errors.raise("EFFECT_NOT_SEEN", "another program has changed the clipboard at once",
    { hint = "Read it again.", details = { dispatched = true } })
end

return M
