local M = {}

-- All failures: code, exit status, text, remedy. Each row is on one line, because the lints read this table as text.
M.rows = {
  { "UNKNOWN_ERROR", 1, "The operation failed for an unknown reason.", "The log file may tell more." },
  { "DISPLAY_NOT_FOUND", 10, "There is no such screen.", "`list` with item_type 'screens' (`peekaboo list screens`) shows the screens." },
  { "PERMISSION_ERROR_SCREEN_RECORDING", 11, "The desktop refuses screen capture.", "Allow screen capture for this session, then try again." },
  { "PERMISSION_ERROR_ACCESSIBILITY", 12, "The desktop refuses accessibility or input.", "Enable accessibility for this session, then try again." },
  { "DISPLAY_UNAVAILABLE", 13, "No display server can be reached.", "Log in to a desktop, set DISPLAY, or start Peekaboo with `--virtual 1280x800`." },
  { "CAPTURE_FAILED", 14, "The pixels could not be had.", "`list` with item_type 'server_status' (`peekaboo doctor`) shows what this desktop can capture." },
  { "WINDOW_NOT_FOUND", 15, "There is no such window.", "`list` with an app (`peekaboo list windows --app NAME`) shows its windows." },
  { "FILE_IO_ERROR", 17, "A file could not be read or written.", "Check the path, its permissions, and that the disk has space." },
  { "APP_NOT_FOUND", 18, "There is no such application.", "`list` (`peekaboo list apps`) shows the applications." },
  { "INVALID_ARGUMENT", 20, "An argument is not valid.", "" },
  { "AMBIGUOUS_APP_IDENTIFIER", 22, "Several applications fit equally well.", "Give the full name, the id, or PID:number." },
  { "TIMEOUT", 23, "The operation did not end in time.", "Try again, or allow more time: `timeout` in a script, else PEEKABOO_CLI_TIMEOUT (milliseconds)." },
  { "CANCELLED", 24, "The operation was cancelled.", "" },
  { "AI_PROVIDER_ERROR", 25, "The picture could not be analysed.", "Check PEEKABOO_AI_PROVIDERS; `ocr` works without network or key." },
  { "SCRIPT_ERROR", 26, "A script failed.", "The log file has the traceback." },
  { "POLICY_DENIED", 27, "The policy does not allow this.", "Ask the author of the policy." },
  { "RATE_LIMIT_EXCEEDED", 28, "Too many requests in too short a time.", "Wait a moment, then try again." },
  { "UNSUPPORTED", 29, "This desktop cannot do that.", "`list` with item_type 'server_status' (`peekaboo doctor`) shows what works here." },
  { "CONNECTION_REFUSED", 30, "The server refused the connection.", "Check the address, and that the server runs." },
  { "INVALID_PATH", 31, "Files may not be written there.", "Save into an allowed folder." },
  { "UNSUPPORTED_FORMAT", 32, "The picture cannot be in that format.", "Use png, which holds every picture." },
  { "ELEMENT_NOT_FOUND", 33, "There is no such element.", "Look again: `see` and `ui.tree` show what is there." },
  { "AMBIGUOUS_ELEMENT", 34, "Several elements fit.", "Give the path of one of them." },
  { "ELEMENT_STALE", 35, "The element is gone or has changed.", "Look again, and use what is there now." },
  { "FOCUS_REFUSED", 36, "Keys or the pointer would reach another window.", "Bring the window to the front first." },
  { "EFFECT_NOT_SEEN", 37, "What was asked for had no visible effect.", "Look at the window; it may not allow this." },
  { "INTERRUPTED", 38, "The act was interrupted.", "Look at what is there now before going on." },
  { "NOT_CONFIRMED", 39, "The person at the desktop did not agree.", "Ask them first." },
  { "PROVIDER_UNAVAILABLE", 40, "A service that this needs cannot be had.", "`list` with item_type 'server_status' (`peekaboo doctor`) shows the services." },
  { "INTERNAL_ERROR", 70, "Peekaboo itself failed.", "Please report this, with the log file." },
}

-- The exit status for an invalid command line (EX_USAGE of BSD's sysexits).
M.usage_status = 64

local by_code = {}
for _, row in ipairs(M.rows) do
  by_code[row[1]] = { code = row[1], status = row[2], text = row[3], remedy = row[4] }
end

local failure = {
  __name = "error",
  __tostring = function(err) return err.code .. ": " .. err.message end,
}

-- Returns the row of a code as {code, status, text, remedy}, or nil.
function M.row(code)
  return by_code[code]
end

-- Returns an error value. `options`: hint, details (a record of facts), usage = true for an invalid command line,
-- relayed = true for another program's message, which is complete without the table's remedy.
function M.make(code, message, options)
  options = options or {}
  local row = by_code[code] or by_code.UNKNOWN_ERROR
  return setmetatable({
    code = code,
    message = message or row.text,
    hint = options.hint,
    details = options.details,
    usage = options.usage,
    relayed = options.relayed,
  }, failure)
end

-- Returns whether an error reports that its call was cancelled.
function M.is_cancelled(err)
  return type(err) == "table" and err.code == "CANCELLED"
end

function M.raise(code, message, options)
  error(M.make(code, message, options), 0)
end

-- Converts any raised value to an error value with code, message and hint. A plain string becomes INTERNAL_ERROR,
-- because only a fault in our own scripts raises one.
function M.normalise(err)
  if type(err) ~= "table" or err.code == nil then
    return M.make("INTERNAL_ERROR", tostring(err), { hint = by_code.INTERNAL_ERROR.remedy })
  end
  local row = by_code[err.code] or by_code.UNKNOWN_ERROR
  local message, hint = err.message, err.hint
  if message == nil or message == "" then message = row.text end
  if (hint == nil or hint == "") and not err.relayed then hint = row.remedy end
  if hint == "" then hint = nil end
  return M.make(err.code, message, { hint = hint, details = err.details, usage = err.usage, relayed = err.relayed })
end

function M.status(err)
  if err.usage then return M.usage_status end
  return (by_code[err.code] or by_code.UNKNOWN_ERROR).status
end

local function list_text(value)
  local parts = {}
  for _, item in ipairs(value) do
    parts[#parts + 1] = type(item) == "table" and tostring(item.name or item.id or "?") or tostring(item)
  end
  return table.concat(parts, ", ")
end

-- Returns an error's details as text for people, for example the candidates, or nil. Leaves out plain facts such as a
-- path or place, because the message has them already.
function M.details_text(err)
  local details = err.details
  if type(details) ~= "table" then return details and tostring(details) or nil end
  if details.text then return details.text end
  local keys, parts = {}, {}
  for key, value in pairs(details) do
    if type(value) == "table" and #value > 0 then keys[#keys + 1] = tostring(key) end
  end
  table.sort(keys)
  for _, key in ipairs(keys) do parts[#parts + 1] = key .. ": " .. list_text(details[key]) end
  return #parts > 0 and table.concat(parts, "; ") or nil
end

return M
