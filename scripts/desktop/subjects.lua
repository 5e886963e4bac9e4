local errors = require "errors"
local screen = require "screen"
local list_text = require "desktop.list_text"
local picture_files = require "picture_files"
local rectangle = require "lib.rectangle"
local time = require "time"
local unicode = require "lib.unicode"
local window = require "window"

local M = {}

-- Seconds. A window manager that has not confirmed by then ignores such requests (dwm), or the window refuses the
-- focus.
local kFocusPatience = 2

local function describe(displays)
  local parts = {}
  for i, display in ipairs(displays) do
    local bounds = display.bounds
    local place = (bounds.x ~= 0 or bounds.y ~= 0) and (" at %d,%d"):format(bounds.x, bounds.y) or ""
    parts[i] = ("%d (%s, %d×%d%s)"):format(display.id, unicode.line(display.name), bounds.width, bounds.height, place)
  end
  return "Available screens: " .. table.concat(parts, ", ")
end

-- Numbered from 1 for people, but by its index in `screen:N`.
local function display_subject(display, number)
  return { kind = "display", id = display.id, bounds = display.bounds,
    label = ("Display %d (screen:%d)"):format(number, display.id),
    name = { kind = "display", index = display.id } }
end

-- Returns all screens; with a region, those that show part of it.
local function all_screens(region)
  local displays = screen.displays()
  if #displays == 0 then errors.raise("DISPLAY_NOT_FOUND", "no screen on this desktop") end
  local subjects = {}
  for i, display in ipairs(displays) do
    if not region or rectangle.common(display.bounds, region) then
      subjects[#subjects + 1] = display_subject(display, i)
    end
  end
  if #subjects > 0 then return subjects end
  local place = list_text.rectangle(region)
  return errors.raise("INVALID_ARGUMENT", ("region %s outside every screen"):format(place),
    { hint = "Give the region in desktop pixels, as the lists of screens and windows do.",
      details = { text = describe(displays), field = "region" } })
end

local function one_screen(target)
  local displays = screen.displays()
  local details = { text = describe(displays), screen_count = #displays }
  if not target.index then
    errors.raise("INVALID_ARGUMENT", ("invalid screen '%s': 'screen:' takes a whole number"):format(target.text),
      { details = details })
  end
  for i, display in ipairs(displays) do
    if display.id == target.index then
      return { display_subject(display, i) }
    end
  end
  return errors.raise("DISPLAY_NOT_FOUND", ("no screen with index %d"):format(target.index),
    { details = details })
end

local function window_subject(found, index, app_name, naming)
  return {
    kind = "window", id = found.id, label = unicode.line(app_name), bounds = found.bounds, window = found,
    window_index = index,
    name = { kind = naming, app = app_name, index = index, title = require("desktop.window_select").title(found) },
  }
end

local function frontmost()
  local found = window.frontmost()
  if not found then
    errors.raise("WINDOW_NOT_FOUND", "no window has the focus",
      { hint = "Name an application, or capture 'screen:0'.", details = { reason = "no active window" } })
  end
  return { window_subject(found, nil, require("desktop.app_resolve").owner(found).name, "frontmost") }
end

-- Raises a window when `focus` asks for it. The answer warns when the window refuses; it is then captured where it is.
local function raise(found, active, options)
  if options.focus == "background" or (options.focus == "auto" and active) then return false end
  local patience = math.min(kFocusPatience, M.remaining(options.deadline))
  local raised, err = pcall(require("safeguards").raise_for_picture, found.id, patience)
  if raised then return true end
  err = errors.normalise(err)
  if err.code == "CANCELLED" then error(err, 0) end
  local text = list_text.not_raised(require("desktop.window_select").title(found), found.id, err.message)
  options.debug[#options.debug + 1] = text
  options.warnings[#options.warnings + 1] = "Peekaboo Warning: " .. text
  return false
end

local function any_active(windows)
  for _, candidate in ipairs(windows) do
    if candidate.active then return true end
  end
  return false
end

-- Returns the application and windows that a name means. The answer says so when they have another name.
local function selected(target, options)
  local selection = require("desktop.app_resolve").find(target.app)
  if selection.note then options.warnings[#options.warnings + 1] = "Peekaboo Warning: " .. selection.note end
  return selection
end

local function whole_application(target, options)
  local selection = selected(target, options)
  local front = selection.windows[1]
  if front and raise(front, any_active(selection.windows), options) then
    selection = require("desktop.app_resolve").find(target.app)
  end
  local subjects = {}
  for i, shown in ipairs(require("desktop.window_select").visible(selection.windows, selection.name)) do
    local owner = selection.owners[shown.window.id]
    subjects[i] = window_subject(shown.window, shown.index, owner.name, "window")
  end
  return subjects
end

local function one_window(target, options)
  local selection = selected(target, options)
  local found, index, note
  if target.title then
    found, index, note = require("desktop.window_select").by_title(selection.windows, target.title, selection.name)
  else
    found, index = require("desktop.window_select").by_index(selection.windows, target.index, selection.name)
  end
  if note then options.warnings[#options.warnings + 1] = "Peekaboo Warning: " .. note end
  raise(found, found.active, options)
  local naming = target.title and "title" or "window"
  return { window_subject(found, index, selection.owners[found.id].name, naming) }
end

-- Returns the window of an earlier subject. Its id alone could now belong to another program's window.
local function same_window(was, options)
  for _, found in ipairs(window.list()) do
    if found.id == was.id and found.pid == was.window.pid then
      raise(found, found.active, options)
      local subject = window_subject(found, was.name.index, was.name.app, was.name.kind)
      subject.window_index = nil -- the index at that time
      return { subject }
    end
  end
  return errors.raise("WINDOW_NOT_FOUND",
    ("window \"%s\" (%d) of that picture closed"):format(was.name.title, was.id),
    { hint = "Capture again, or list the windows.", details = { reason = "gone", window = tostring(was.id) } })
end

-- Returns the seconds until `deadline` (of time.clock), at least a millisecond.
function M.remaining(deadline)
  return math.max(deadline - time.clock(), 0.001)
end

-- Returns the current subjects of a parsed target, or of {kind = "same", was = SUBJECT} for an earlier window: a list
-- of {kind, id, label, bounds, name, window?, window_index?}. `options`: focus ("background", "foreground", "auto"),
-- deadline, debug and warnings (lists to which notes are added), region (in desktop pixels, or nil).
function M.subjects(target, options)
  if target.kind == "screens" then return all_screens(options.region) end
  if target.kind == "screen" then return one_screen(target) end
  if target.kind == "frontmost" then return frontmost() end
  if target.kind == "same" then return same_window(target.was, options) end
  if target.kind == "app" then return whole_application(target, options) end
  return one_window(target, options)
end

-- Captures the subject, or `region` of it (in desktop pixels). `how`: other options of screen.capture, which this
-- completes.
function M.picture(subject, deadline, region, how, file)
  how.id, how.region, how.timeout = subject.id, region, M.remaining(deadline)
  local picture, err
  if file then
    picture, err = try(picture_files.capture, subject.kind, file, how)
  else
    picture, err = try(screen.capture, subject.kind, how)
  end
  if picture then return picture end
  if not subject.window then error(err, 0) end
  err = errors.normalise(err)
  err.message = list_text.with_title(err.message, subject.window)
  return error(err, 0)
end

-- Returns whether it is known where a picture of a window (nil: of a screen) lies on the desktop: it begins at 0,0
-- where it is not, and then is no part of the window's place.
function M.is_placed(picture, shown)
  if not shown then return true end
  local origin, bounds = picture.origin, shown.bounds
  if not bounds then return false end
  return origin.x ~= 0 or origin.y ~= 0 or rectangle.holds(bounds, origin)
end

-- Returns whether the subject looks the same as when the fingerprint was taken.
function M.matches(subject, deadline, region, fingerprint)
  return screen.matches(subject.kind,
    { id = subject.id, region = region, fingerprint = fingerprint, timeout = M.remaining(deadline) })
end

return M
