local errors = require "errors"
local unicode = require "unicode"

local M = {}

local browsers = { chrome = true, safari = true, firefox = true, edge = true, brave = true, arc = true, opera = true }
local kLongest = 1024 -- bytes; no program's name is longer
local helper_words = { "helper", "renderer", "utility", "plugin", "service", "crashpad", "gpu", "background" }

local function levenshtein(a, b)
  local previous = {}
  for j = 0, #b do previous[j] = j end
  for i = 1, #a do
    local current = { [0] = i }
    for j = 1, #b do
      local cost = a[i] == b[j] and 0 or 1
      current[j] = math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost)
    end
    previous = current
  end
  return previous[#b]
end

-- 1 for equal texts, 0 for texts whose lengths differ by more than three characters.
function M.similarity(a, b)
  local left, right = unicode.characters(a), unicode.characters(b)
  local longest = math.max(#left, #right)
  if longest == 0 then return 1 end
  if math.abs(#left - #right) > 3 then return 0 end
  return 1 - levenshtein(left, right) / longest
end

local function contains(text, part)
  return text:find(part, 1, true) ~= nil
end

local function word_score(id, name)
  local position = 0
  for word in name:gmatch("[^ ]+") do
    position = position + 1
    local similarity = M.similarity(id, word)
    if similarity >= 0.65 then
      local score = similarity * (position == 1 and 0.85 or 0.75)
      if contains(name, "helper") then score = score * 0.8 end
      if contains(name, "service") or contains(name, "theme") then score = score * 0.7 end
      return score
    end
  end
  return 0
end

-- How well `app` fits the lower-case identifier, and whether the best fit is a fuzzy one.
local function score(id, app)
  local name, bundle = unicode.lower(app.name), unicode.lower(app.bundle_id or "")
  local length = unicode.length(id)
  local plain, fuzzy = 0, 0
  if name:sub(1, #id) == id then
    plain = length / unicode.length(name)
  elseif contains(name, id) then
    plain = 0.8 * length / unicode.length(name)
  end
  if contains(bundle, id) then plain = math.max(plain, 0.6 * length / unicode.length(bundle)) end
  local similarity = M.similarity(id, name)
  if similarity >= 0.7 then fuzzy = 0.9 * similarity end
  fuzzy = math.max(fuzzy, word_score(id, name))
  return math.max(plain, fuzzy), fuzzy > plain
end

local function without_helpers(id, candidates)
  if not browsers[id] then return candidates end
  local kept = {}
  for _, candidate in ipairs(candidates) do
    local name, helper = unicode.lower(candidate.app.name), false
    for _, word in ipairs(helper_words) do helper = helper or contains(name, word) end
    if not helper then kept[#kept + 1] = candidate end
  end
  return #kept > 0 and kept or candidates
end

local function select(apps, fits)
  local found = {}
  for _, app in ipairs(apps) do
    if fits(app) then found[#found + 1] = app end
  end
  return #found > 0 and found or nil
end

local function by_pid(identifier, number, apps)
  local pid = number:match("^%d+$") and math.tointeger(tonumber(number))
  if not pid or pid == 0 then
    errors.raise("APP_NOT_FOUND",
      ("Application with identifier '%s' not found or is not running. Invalid PID format: %s")
        :format(identifier, identifier),
      { hint = "Write PID: and a process number above 0, for example PID:663." })
  end
  return select(apps, function(app) return app.pid == pid end)
    or errors.raise("APP_NOT_FOUND",
      ("Application with identifier '%s' not found or is not running. No application found with PID: %d")
        :format(identifier, pid))
end

local function nearest(id, apps)
  local rows, seen = {}, {}
  for _, app in ipairs(apps) do
    local name = unicode.lower(app.name)
    local best = M.similarity(id, name)
    for word in name:gmatch("[^ ]+") do best = math.max(best, M.similarity(id, word)) end
    if best >= 0.5 and not seen[app.name] then
      seen[app.name] = true
      rows[#rows + 1] = { name = app.name, score = best }
    end
  end
  table.sort(rows, function(a, b)
    if a.score ~= b.score then return a.score > b.score end
    return a.name < b.name
  end)
  local names = {}
  for i = 1, math.min(3, #rows) do names[i] = rows[i].name end
  return names
end

local function names_of(apps)
  local names, seen = {}, {}
  for _, app in ipairs(apps) do
    if not seen[app.name] then
      seen[app.name] = true
      names[#names + 1] = app.name
    end
  end
  table.sort(names)
  return names
end

local function not_found(identifier, id, apps)
  local names, close = names_of(apps), nearest(id, apps)
  local message = browsers[id]
    and ("%s browser is not running or not found."):format(id:sub(1, 1):upper() .. id:sub(2))
    or ("Application with identifier '%s' not found or is not running."):format(identifier)
  local text = #names > 0 and "Available applications: " .. table.concat(names, ", ") or "No application has a window."
  errors.raise("APP_NOT_FOUND", message, {
    hint = #close > 0 and "Did you mean " .. table.concat(close, ", ") .. "?" or nil,
    details = { text = text, available = #names > 0 and names or nil, nearest = #close > 0 and close or nil },
  })
end

local function ambiguous(identifier, tied)
  local candidates, labels = {}, {}
  for i, candidate in ipairs(tied) do
    local app = candidate.app
    candidates[i] = { name = app.name, bundle_id = app.bundle_id, pid = app.pid }
    labels[i] = ("%s (PID %d)"):format(app.name, app.pid)
  end
  local text = "Candidates: " .. table.concat(labels, ", ")
  errors.raise("AMBIGUOUS_APP_IDENTIFIER", ("Ambiguous application identifier: '%s'."):format(identifier),
    { details = { text = text, candidates = candidates } })
end

-- The candidates that cannot be told apart from the best one.
local function best_of(candidates)
  table.sort(candidates, function(a, b)
    if a.score ~= b.score then return a.score > b.score end
    return a.app.pid < b.app.pid
  end)
  local top = candidates[1]
  local margin = top.fuzzy and 0.05 or 0.1
  local tied = {}
  for _, candidate in ipairs(candidates) do
    if top.score - candidate.score < margin then tied[#tied + 1] = candidate end
  end
  return tied
end

local function scored(identifier, id, apps)
  local candidates = {}
  for _, app in ipairs(apps) do
    local value, fuzzy = score(id, app)
    if value > 0 then candidates[#candidates + 1] = { app = app, score = value, fuzzy = fuzzy } end
  end
  if #candidates == 0 then return nil end
  local tied = best_of(without_helpers(id, candidates))
  local found = {}
  for i, candidate in ipairs(tied) do
    -- Several processes of one application are no ambiguity: the name means all of them.
    if unicode.lower(candidate.app.name) ~= unicode.lower(tied[1].app.name) then ambiguous(identifier, tied) end
    found[i] = candidate.app
  end
  return found
end

-- The applications that an identifier means: PID:n, exact id, exact name, best scored fit. Several when they share
-- the name. Raises "APP_NOT_FOUND" or "AMBIGUOUS_APP_IDENTIFIER".
function M.applications(identifier, apps)
  identifier = identifier:match("^%s*(.-)%s*$")
  if identifier == "" then errors.raise("INVALID_ARGUMENT", "An application name is needed.") end
  if #identifier > kLongest then
    errors.raise("INVALID_ARGUMENT", ("An application name of %d bytes is too long."):format(#identifier),
      { hint = ("Give at most %d bytes."):format(kLongest) })
  end
  local number = identifier:match("^[pP][iI][dD]%s*:%s*(.*)$")
  if number then return by_pid(identifier, number, apps) end
  local id = unicode.lower(identifier)
  return select(apps, function(app) return app.bundle_id == identifier end)
    or select(apps, function(app) return unicode.lower(app.name) == id end)
    or scored(identifier, id, apps)
    -- Programs without a desktop entry often carry a class name that nobody types.
    or select(apps, function(app) return unicode.lower(app.executable or "") == id end)
    or not_found(identifier, id, apps)
end

return M
