local capture = require "desktop.subjects"
local errors = require "errors"
local json = require "json"
local limit = require "lib.deadline"
local ttl_cache = require "lib.ttl_cache"
local screen = require "screen"
local target = require "desktop.target"
local unicode = require "lib.unicode"

-- `since`: whether a capture would show what an earlier one has shown.
local M = {}

local kLongest = 60 -- characters of an id in a message

-- By id: {key, mark?, subjects = {{kind, id, place, area, fingerprint}}}. A mark answers with one question whether
-- something was painted since; without one, or if something was, the fingerprints decide.
local known = ttl_cache.new()
local asked = false -- whether a call has used `since`

-- Identifies the pixels that a call asks for and their form.
local function key_of(args)
  return json.encode(json.object {
    { "target", args.target and args.target.text or args.app_target or "" },
    { "region", args.region or json.null }, { "scale", args.scale or 1 },
    { "limits", json.array { args.max_width or 0, args.max_height or 0, args.max_bytes or -1 } },
  })
end

local function place_of(subject)
  local bounds = subject.window and subject.window.bounds
  return bounds and ("%d,%d %dx%d"):format(bounds.x, bounds.y, bounds.width, bounds.height) or ""
end

-- Returns the present moment, to be taken before a capture; nil where the desktop does not report painting.
function M.mark()
  return (try(screen.mark))
end

-- Returns fingerprint(subject) for a request. A fingerprint costs a tenth of the capture: a screen gets one only
-- without a mark, or once `since` has been used; a window always, because marks do not cover hidden parts.
function M.fingerprints(mark)
  return function(subject) return subject.kind == "window" or not mark or asked end
end

-- Remembers a capture. Returns the id for `since`, or nil when changes could not be detected later.
function M.remember(mark, args, shots, session)
  local id = shots[1] and shots[1].kept and shots[1].kept.uri
  if not id then return nil end
  local subjects = {}
  for i, shot in ipairs(shots) do
    if not shot.from_screen then mark = nil end
    if not (mark or shot.fingerprint) then return nil end
    subjects[i] = { kind = shot.subject.kind, id = shot.subject.id, place = place_of(shot.subject), area = shot.area,
      fingerprint = shot.fingerprint }
  end
  known.put(id, { key = key_of(args), mark = mark, subjects = subjects }, session)
  return id
end

local function are_same(before, now)
  if #before ~= #now then return false end
  for i, subject in ipairs(now) do
    local old = before[i]
    if old.kind ~= subject.kind or old.id ~= subject.id or old.place ~= place_of(subject) then return false end
  end
  return true
end

local function is_unpainted(memory)
  if not memory.mark then return false end
  for _, subject in ipairs(memory.subjects) do
    if try(screen.changed, memory.mark, { region = subject.area }) ~= false then return false end
  end
  return true
end

-- Compares fingerprints: painting with the same colours is no change.
local function looks_same(memory, args, deadline)
  local mark = memory.mark and M.mark()
  for _, subject in ipairs(memory.subjects) do
    if not subject.fingerprint then return false end
    if not capture.matches(subject, deadline, args.region, subject.fingerprint) then return false end
  end
  memory.mark = mark
  return true
end

local function holds(memory, args, deadline)
  local now = capture.subjects(args.target or target.parse(args.app_target),
    { focus = "background", deadline = deadline, debug = {}, warnings = {}, region = args.region })
  return are_same(memory.subjects, now) and (is_unpainted(memory) or looks_same(memory, args, deadline))
end

-- Returns the reason why an id cannot be used, or nil.
local function fault_of(id, args, memory)
  if not memory then
    return ("there is no capture '%s' (any more): it names the `capture_id` of one of the last %d answers of this "
      .. "server, for %d minutes"):format(unicode.fit(unicode.line(id:sub(1, 4 * kLongest)), kLongest),
      ttl_cache.most, ttl_cache.seconds // 60)
  end
  if memory.key ~= key_of(args) then return "that capture was of another target or region, or with other limits" end
  if (args.capture_focus or "background") ~= "background" then
    return "with `capture_focus` other than \"background\" windows are moved first"
  end
  return nil
end

-- Returns whether a capture with these arguments would show the same as the one with that id. False when in doubt; the
-- second value is the reason when the two could not be compared.
function M.is_unchanged(id, args, session)
  asked = true
  local memory = known.get(id, session)
  local fault = fault_of(id, args, memory)
  if fault then return false, fault end
  local function compare(deadline) return holds(memory, args, deadline) end
  local same, err = try(limit.desktop, "comparison", compare)
  if errors.is_cancelled(err) then error(err, 0) end
  return same or false, err and (errors.normalise(err).message:gsub("%.$", ""))
end

return M
