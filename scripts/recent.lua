local capture = require "capture"
local json = require "json"
local limit = require "limit"
local screen = require "screen"
local target = require "target"
local time = require "time"

local M = {}

local kMost = 64
local kLife = 600 -- seconds; as long as the pictures themselves are kept

-- Ways of capturing that read the screen itself: what is not painted there has not changed in the picture either.
local from_screen = { root = true, window = true }

local known, order = {}, {} -- by id, and the oldest first: {id, key, mark, at, subjects = {{kind, id, place, area}}}

-- What decides which pixels are asked for, and how they come.
local function key_of(args)
  return json.encode(json.object {
    { "target", args.app_target or "" }, { "region", args.region or json.null }, { "scale", args.scale or 1 },
    { "limits", json.array { args.max_width or 0, args.max_height or 0, args.max_bytes or -1 } },
  })
end

local function place_of(subject)
  local bounds = subject.window and subject.window.bounds
  return bounds and ("%d,%d %dx%d"):format(bounds.x, bounds.y, bounds.width, bounds.height) or ""
end

local function forget_old()
  while #order > 0 and (#order > kMost or order[1].at < time.clock() - kLife) do
    local oldest = table.remove(order, 1)
    if known[oldest.id] == oldest then known[oldest.id] = nil end
  end
end

-- This moment, taken before a capture; nil where the desktop cannot tell what is painted.
function M.mark()
  return (try(screen.mark))
end

-- Remembers what a capture showed. Answers the id to ask with, or nil when nobody could tell whether it still holds.
function M.remember(mark, args, shots)
  local id = shots[1] and shots[1].kept and shots[1].kept.uri
  if not (mark and id) then return nil end
  local subjects = {}
  for i, shot in ipairs(shots) do
    if not from_screen[shot.method] then return nil end
    subjects[i] = { kind = shot.subject.kind, id = shot.subject.id, place = place_of(shot.subject), area = shot.area }
  end
  known[id] = { id = id, key = key_of(args), mark = mark, at = time.clock(), subjects = subjects }
  order[#order + 1] = known[id]
  forget_old()
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

local function holds(memory, args, deadline)
  local now = capture.subjects(target.parse(args.app_target),
    { focus = "background", deadline = deadline, debug = {}, region = args.region })
  if not are_same(memory.subjects, now) then return false end
  for _, subject in ipairs(memory.subjects) do
    if screen.changed(memory.mark, { region = subject.area }) then return false end
  end
  return true
end

-- Whether a capture with these arguments would show what the one with that id has shown. False when in doubt.
function M.is_unchanged(id, args)
  forget_old()
  local memory = known[id]
  if not memory or memory.key ~= key_of(args) then return false end
  if (args.capture_focus or "background") ~= "background" then return false end
  local same, err = try(limit.desktop, "The comparison", function(deadline) return holds(memory, args, deadline) end)
  if type(err) == "table" and err.code == "CANCELLED" then error(err, 0) end
  return same or false
end

return M
