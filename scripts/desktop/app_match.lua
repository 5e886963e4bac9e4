local edit_distance = require "edit_distance"
local errors = require "errors"
local names = require "desktop.app_names"
local target = require "desktop.target"
local unicode = require "lib.unicode"
local trim = require("lib.blanks").trim

local M = {}

local browsers = { chrome = true, safari = true, firefox = true, edge = true, brave = true, arc = true, opera = true }
local kLongest = 1024 -- bytes; no program has a longer name
local kNear, kMaxNear = 0.6, 3 -- minimum similarity; number of names to suggest
local kSameWord, kMinWord = 0.6, 3 -- similarity of names that share a word; minimum letters of such a word
local helper_words = { "helper", "renderer", "utility", "plugin", "service", "crashpad", "gpu", "background" }

-- Returns 1 for equal texts, 0 for texts whose lengths differ by more than three characters.
function M.similarity(a, b)
  local left, right = unicode.length(a), unicode.length(b)
  local longest = math.max(left, right)
  if longest == 0 then return 1 end
  if math.abs(left - right) > 3 then return 0 end
  return 1 - edit_distance.between(a, b) / longest
end

local function contains(text, part)
  return text:find(part, 1, true) ~= nil
end

local function without_helpers(id, candidates)
  if not browsers[id] then return candidates end
  local kept = {}
  for _, candidate in ipairs(candidates) do
    local name, helper = unicode.lower(candidate.name), false
    for _, word in ipairs(helper_words) do helper = helper or contains(name, word) end
    if not helper then kept[#kept + 1] = candidate end
  end
  return #kept > 0 and kept or candidates
end

local function by_pid(identifier, pid, apps)
  if not pid then
    errors.raise("APP_NOT_FOUND",
      ("Application with identifier '%s' not found or is not running. Invalid PID format: %s")
        :format(identifier, identifier),
      { hint = "Write PID: and a process number above 0, for example PID:663." })
  end
  local found = {}
  for _, app in ipairs(apps) do
    if app.pid == pid then found[#found + 1] = app end
  end
  if #found > 0 then return found end
  return errors.raise("APP_NOT_FOUND",
    ("Application with identifier '%s' not found or is not running. No application found with PID: %d")
      :format(identifier, pid))
end

-- Returns how similar a name is to another: it shares a word, or is a spelling mistake away.
local function nearness(id, name)
  local best = M.similarity(id, name)
  for word in name:gmatch("[^ ]+") do
    best = math.max(best, M.similarity(id, word))
    for given in id:gmatch("[^ ]+") do
      if #given >= kMinWord and given == word then best = math.max(best, kSameWord) end
    end
  end
  if #id >= kMinWord and contains(name, id) then best = math.max(best, kSameWord) end
  return best
end

-- Returns the names of the most similar applications, best first.
local function nearest(id, apps)
  local rows, row_of = {}, {}
  for _, app in ipairs(apps) do
    local best = nearness(id, unicode.lower(app.name))
    for _, list in ipairs { app.names or {}, app.generic_names or {} } do
      for _, name in ipairs(list) do best = math.max(best, nearness(id, unicode.lower(name))) end
    end
    local row = row_of[app.name]
    if row then
      row.score = math.max(row.score, best)
    elseif best >= kNear then
      row = { name = app.name, score = best }
      rows[#rows + 1], row_of[app.name] = row, row
    end
  end
  table.sort(rows, function(a, b)
    if a.score ~= b.score then return a.score > b.score end
    return a.name < b.name
  end)
  local near = {}
  for i = 1, math.min(kMaxNear, #rows) do near[i] = rows[i].name end
  return near
end

local function names_of(apps)
  local list, seen = {}, {}
  for _, app in ipairs(apps) do
    if not seen[app.name] then
      seen[app.name] = true
      list[#list + 1] = app.name
    end
  end
  table.sort(list)
  return list
end

-- Returns how to name the window whose title contains the identifier, the front-most first; nil when there is none.
local function by_title(identifier, id, apps, windows)
  for _, window in ipairs(windows) do
    if contains(unicode.lower(window.title or ""), id) then
      for _, app in ipairs(apps) do
        for _, owned in ipairs(app.windows or {}) do
          if owned == window.id then
            local name = app.name:find(":", 1, true) and "PID:" .. app.pid or app.name
            return ("A window of '%s' has that in its title: use '%s:WINDOW_TITLE:%s'.")
              :format(unicode.line(app.name), unicode.line(name), identifier)
          end
        end
      end
    end
  end
  return nil
end

local function not_found(identifier, id, apps, windows)
  local there, close = names_of(apps), nearest(id, apps)
  local message = browsers[id]
    and ("%s browser is not running or not found."):format(id:sub(1, 1):upper() .. id:sub(2))
    or ("Application with identifier '%s' not found or is not running."):format(identifier)
  local text = #there > 0 and "Available applications: " .. table.concat(there, ", ") or "No application has a window."
  local hints = { by_title(identifier, id, apps, windows) }
  if #close > 0 then hints[#hints + 1] = "Did you mean " .. table.concat(close, ", ") .. "?" end
  errors.raise("APP_NOT_FOUND", message, {
    hint = #hints > 0 and table.concat(hints, " ") or nil,
    details = { text = text, available = #there > 0 and there or nil, nearest = #close > 0 and close or nil },
  })
end

local function ambiguous(identifier, tied)
  local candidates, labels = {}, {}
  for i, app in ipairs(tied) do
    candidates[i] = { name = app.name, bundle_id = app.bundle_id, pid = app.pid }
    labels[i] = ("%s (PID %d)"):format(app.name, app.pid)
  end
  local text = "Candidates: " .. table.concat(labels, ", ")
  errors.raise("AMBIGUOUS_APP_IDENTIFIER", ("Ambiguous application identifier: '%s'."):format(identifier), {
    hint = "Give more of the name, or PID: and the process number.",
    details = { text = text, candidates = candidates },
  })
end

-- Returns whether a name that means these is not ambiguous: several processes of one name, or the parts of one process,
-- are all meant.
function M.is_one(apps)
  for i = 2, #apps do
    local same = false
    for k = 1, i - 1 do
      same = same or unicode.lower(apps[i].name) == unicode.lower(apps[k].name)
        or (apps[i].pid == apps[k].pid and apps[i].pid ~= 0)
    end
    if not same then return false end
  end
  return true
end

local function note_of(identifier, app, why)
  local name = unicode.line(app.name)
  if why == "instead" then return ("'%s' is not running; '%s' was taken instead."):format(identifier, name) end
  if why == "kind" then return ("No application is named '%s'; '%s' is of that kind."):format(identifier, name) end
  return nil
end

-- Returns an identifier without surrounding blanks. Raises "INVALID_ARGUMENT" when it cannot be a name.
function M.check(identifier)
  identifier = trim(identifier)
  if identifier == "" then errors.raise("INVALID_ARGUMENT", "application name empty") end
  if #identifier > kLongest then
    errors.raise("INVALID_ARGUMENT", ("application name too long (%d bytes)"):format(#identifier),
      { hint = ("Give at most %d bytes."):format(kLongest) })
  end
  return identifier
end

-- Returns the applications that match a name best, or an empty list; then "instead" or "kind" if they do not match by
-- name, and the rule that matched.
function M.fitting(identifier, apps)
  local typed = names.typed(M.check(identifier))
  local found, why, rule = names.fitting(typed, apps)
  table.sort(found, function(a, b) return a.pid < b.pid end)
  return without_helpers(typed.text, found), why, rule
end

-- Raises "AMBIGUOUS_APP_IDENTIFIER" when these are several applications.
function M.check_one(identifier, apps)
  if not M.is_one(apps) then ambiguous(identifier, apps) end
end

-- Returns the applications of app.list {names = true} that an identifier means, by PID:n, an exact name, whole words or
-- the beginning of a word; several when they share the name. Also returns a sentence for the reader when they have
-- another name, and the rule that matched. `windows` are searched for a title that was given as a name. Raises
-- "APP_NOT_FOUND", "AMBIGUOUS_APP_IDENTIFIER".
function M.applications(identifier, apps, windows)
  identifier = M.check(identifier)
  local pid = target.process_id(identifier)
  if pid ~= nil then return by_pid(identifier, pid, apps), nil, "process number" end
  local found, why, rule = M.fitting(identifier, apps)
  if #found == 0 then not_found(identifier, unicode.lower(identifier), apps, windows or {}) end
  M.check_one(identifier, found)
  return found, note_of(identifier, found[1], why), rule
end

return M
