local budget = require "capture.budget"
local log = require "log"
local parallel = require "lib.parallel"
local record = require "lib.record"
local subjects = require "desktop.subjects"
local unicode = require "lib.unicode"

-- The second stage of a capture: subjects become shots. As much as can be is made while the pixels arrive.
local M = {}

local kAtOnce = 4

-- A captured picture and the facts about it.
local new = record.type("shot", {
  subject = true,     -- see desktop/subjects.lua
  label = true,       -- the application or the display
  title = true,       -- of the window; nil without one
  app_name = true,    -- of a window
  picture = true,     -- an image, until it is encoded or asked about
  map = true,         -- how the picture's pixels lie on the desktop: see budget.map
  full = true,        -- the map of the whole picture, when limits made it smaller while it arrived
  area = true,        -- the desktop pixels that it shows; without x and y when they are not known
  from_screen = true, -- boolean: while nothing is painted there, it stays the same
  fingerprint = true, -- for screen.matches
  transparent = true, -- boolean: in places
  menus = true,       -- open menus of its application, in desktop pixels
  masked = true,      -- what was masked in it: see image.masked
  excluded_windows = true, -- how many excluded windows were filled in it
  note = true,        -- why more was filled than excluded windows, or that its place is not known; or nil
  -- Filled in by present.lua
  plan = true,        -- the plan for a picture of this size
  blob = true,        -- the picture encoded, until it is saved and shown
  path = true,        -- the file
  view = true,        -- the picture within the limits of the answer: see budget.view
  kept = true,        -- what request.keep returned
})

-- Returns the title of a subject's window on one line; nil without one.
function M.title_of(subject)
  local title = subject.window and subject.window.title
  return title and title ~= "" and unicode.line(title) or nil
end

-- Returns the map that a picture would have without limits on its sides; nil when there were none.
local function whole_map(picture, options)
  if not (options.max_width or options.max_height) then return nil end
  local area = picture.origin
  return { width = area.width, height = area.height, scale = 1, origin = { x = area.x, y = area.y } }
end

-- Returns a picture's note if the reader must know it, or nil: others are for the log.
function M.note_of(picture)
  return (picture.excluded_windows or 0) > 0 and picture.note or nil
end

-- Returns a shot of this desktop. `options`: those of screen.capture.
local function shot_of(subject, picture, options)
  local area, note = picture.origin, M.note_of(picture)
  if not subjects.is_placed(picture, subject.window) then
    area, note = { width = area.width, height = area.height }, picture.note
  end
  return new {
    subject = subject, label = subject.label, title = M.title_of(subject),
    app_name = subject.window and subject.label or nil, picture = picture, map = budget.map(picture),
    full = whole_map(picture, options), area = area, from_screen = picture.from_screen,
    fingerprint = picture.fingerprint, transparent = picture.transparent, menus = picture.menus,
    masked = picture.masked,
    excluded_windows = picture.excluded_windows, note = note,
  }
end

-- Makes a shot of a picture that another program saved: `row` is its row of saved_files, `blob` the picture encoded,
-- `area` as in a shot.
function M.saved(row, plan, picture, blob, area)
  return new {
    subject = { kind = row.window_id and "window" or "display", id = row.window_id, window = row.window_id and row },
    label = row.app_name or row.item_label or "Unknown", app_name = row.app_name,
    title = row.window_title and unicode.line(row.window_title), path = row.path,
    plan = plan, picture = picture, blob = blob, map = budget.map(picture), area = area,
  }
end

-- Returns the likely width and height of a subject's picture; the picture brings the true ones.
local function expected_size(subject, request)
  local bounds, region, scale = subject.bounds, request.region, request.scale or 1
  if not bounds then return 1, 1 end
  local width, height = bounds.width, bounds.height
  if region then
    width = math.min(region.x + region.width, bounds.x + width) - math.max(region.x, bounds.x)
    height = math.min(region.y + region.height, bounds.y + height) - math.max(region.y, bounds.y)
  end
  return math.max(width * scale, 1), math.max(height * scale, 1)
end

-- Returns the options scale, max_width, max_height, fit and encode of screen.capture.
local function options_for(subject, request, plan)
  local options = { scale = request.scale, mask_pii = request.mask_pii }
  if request.question then return options end
  local png = plan.kind == "png" and "png" or nil
  local limits = request.limits
  if not (plan.inline or request.limits_files) or not budget.limiting(limits) then
    options.encode = png
    return options
  end
  local sides = budget.sides(limits)
  if not request.limits_files then
    -- A picture that has to shrink further needs its pixels, which a PNG gives back slowly.
    local enough = png and budget.likely_within(limits, expected_size(subject, request))
    options.encode, options.fit = enough and png or nil, enough and sides or nil
  elseif png and sides and not limits.max_bytes.value and not request.scale then
    -- The whole picture goes nowhere.
    options.encode, options.max_width, options.max_height = png, sides.max_width, sides.max_height
  end
  return options
end

local function take_one(subject, request, plan, deadline)
  local options = options_for(subject, request, plan)
  options.fingerprint = request.fingerprint and request.fingerprint(subject) or nil
  local picture = subjects.picture(subject, deadline, request.region, options)
  local shot = shot_of(subject, picture, options)
  log.debug("captured", { subject = subject.kind, id = subject.id, label = subject.label, title = shot.title,
    method = picture.method, width = picture.width, height = picture.height, x = picture.origin.x,
    y = picture.origin.y })
  return shot
end

-- Captures subjects, and calls use(shot, err, subject) for each in their order, as soon as it can.
function M.each(list, request, plan, deadline, use)
  -- A covered window is mostly waited for.
  parallel.each(list, kAtOnce, function(subject) return try(take_one, subject, request, plan, deadline) end, use)
end

return M
