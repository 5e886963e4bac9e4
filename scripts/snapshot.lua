local capture = require "capture"
local errors = require "errors"
local formats = require "formats"
local fs = require "fs"
local limit = require "limit"
local paths = require "paths"
local save = require "save"
local settings = require "settings"
local target = require "target"
local time = require "time"
local unicode = require "unicode"

local M = {}

local function default_base()
  local path = settings.default_save_path()
  if not path then return nil end
  local full = paths.expand(path, fs.home())
  return paths.is_absolute(full) and full or nil
end

-- Decides about format and place before anything is captured, so that a senseless request costs nothing.
function M.prepare(request)
  local base = request.path and paths.resolve(request.path, fs.home(), request.working_directory)
  local default = not base and default_base() or nil
  local place = base or default
  local directory = place and paths.is_directory(place, save.kind(place))
  local extension
  if place and not directory then
    local _
    _, extension = paths.extension(place)
  end
  local plan = formats.plan {
    format = request.format, extension = extension, file = place ~= nil and not directory,
    has_path = base ~= nil, has_default = default ~= nil,
    screen = target.is_screen(request.target), question = request.question,
  }
  if plan.extension then place, plan.renamed = paths.with_extension(place, plan.extension), true end
  if request.never_inline then plan.inline = false end
  if plan.keep == "temporary" then place, directory = fs.temporary_directory(), true end
  plan.base, plan.directory = place, directory
  return plan
end

local function stamp()
  local now = time.now()
  return ("%s_%03d"):format(time.format("%Y%m%d_%H%M%S", now), math.floor(now * 1000) % 1000)
end

local function title_of(subject)
  local title = subject.window and subject.window.title
  return title and title ~= "" and unicode.line(title) or nil
end

local function keep_file(shot, plan, several)
  local place = paths.place {
    base = plan.base, directory = plan.directory, several = several, subject = shot.subject.name,
    stamp = stamp(), extension = plan.kind, prefix = plan.keep == "temporary" and save.temporary_prefix or nil,
    renamed = plan.renamed,
  }
  return save.store(shot.blob, place, plan.keep == "temporary")
end

local function make_shot(subject, picture, plan, request)
  local shot = { subject = subject, label = subject.label, title = title_of(subject), origin = picture.origin }
  if plan.inline or plan.keep ~= "nowhere" then shot.blob = picture:encode { format = plan.kind } end
  if request.question then shot.picture = picture end
  return shot
end

local function save_shot(shot, plan, several, result)
  if plan.keep == "nowhere" then return end
  local path, err = try(keep_file, shot, plan, several)
  if not path then
    err = errors.normalise(err)
    -- A picture that travels inline is worth more than the file that failed.
    if not plan.inline or err.code == "CANCELLED" then error(err, 0) end
    result.warnings[#result.warnings + 1] = "Peekaboo Warning: " .. err.message
    return
  end
  shot.path = path
  result.saved_files[#result.saved_files + 1] = {
    path = path, item_label = shot.label, window_title = shot.title,
    window_id = shot.subject.window and shot.subject.id or nil,
    window_index = shot.subject.window_index, mime_type = plan.media_type,
  }
end

-- One window that closes meanwhile does not spoil the others.
local function shoot(request, plan, result, deadline)
  local subjects = capture.subjects(request.target,
    { focus = request.focus or "background", deadline = deadline, debug = result.debug })
  local several, first_error = #subjects > 1, nil
  for i, subject in ipairs(subjects) do
    local picture, err = try(capture.picture, subject, deadline)
    if picture then
      local shot = make_shot(subject, picture, plan, request)
      save_shot(shot, plan, several, result)
      if not plan.inline then shot.blob = nil end
      result.shots[#result.shots + 1] = shot
    else
      err = errors.normalise(err)
      if err.code == "CANCELLED" or err.code == "TIMEOUT" then error(err, 0) end
      first_error = first_error or err
      result.messages[#result.messages + 1] = ("%s was not captured: %s")
        :format(title_of(subject) or subject.label, err.message)
    end
    if request.progress then request.progress(i, #subjects, subject.label) end
  end
  if #result.shots == 0 then error(first_error, 0) end
end

-- Captures what `request` asks for: target (parsed), format, path (as written), working_directory (nil: a relative
-- path is refused), question (bool), focus, never_inline, progress. Answers {shots, saved_files, warnings, messages,
-- debug, plan}; a shot is {label, title, path, blob when inline, picture when there is a question}.
function M.take(request)
  local plan = M.prepare(request)
  local result = { shots = {}, saved_files = {}, warnings = plan.warnings, messages = {}, debug = {}, plan = plan }
  if plan.keep == "temporary" then save.remove_old_captures() end
  limit.desktop("The capture", function(deadline) shoot(request, plan, result, deadline) end)
  return result
end

return M
