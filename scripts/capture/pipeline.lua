local answer_limit = require "capture.answer_limit"
local capture = require "desktop.subjects"
local desktop = require "desktop"
local errors = require "errors"
local budget = require "capture.budget"
local formats = require "capture.formats"
local fs = require "fs"
local limit = require "lib.deadline"
local log = require "log"
local one_pass = require "capture.one_pass"
local paths = require "lib.paths"
local save = require "capture.files"
local settings = require "settings"
local parallel = require "lib.parallel"
local target = require "desktop.target"
local list_text = require "desktop.list_text"
local unicode = require "lib.unicode"

local M = {}

local kAtOnce = 4
local single = { screen = true, window = true, frontmost = true, same = true } -- targets of one picture

local function default_base()
  local path = settings.default_save_path()
  return path and paths.expand(path, fs.home())
end

-- Nobody looks for a folder that the call does not name in the call.
function M.explained(err, plan)
  err = errors.normalise(err)
  if plan.keep ~= "default" or err.code ~= "FILE_IO_ERROR" then return err end
  return errors.make(err.code, err.message .. " PEEKABOO_DEFAULT_SAVE_PATH names this place.", {
    hint = "Give a path, or set PEEKABOO_DEFAULT_SAVE_PATH to a folder that you may write to.", details = err.details,
  })
end

-- Refuses a file that must not be replaced; a picture that travels inline comes all the same, with a warning.
function M.check_place(request, plan, one)
  if not request.guard or (plan.keep ~= "path" and plan.keep ~= "default") then return end
  local replaced, err = try(require("capture.replacing").check_place, plan, request.guard.overwrite, one)
  plan.replaced = replaced
  if not err then return end
  err = M.explained(err, plan)
  if not plan.inline or err.code == "CANCELLED" then error(err, 0) end
  plan.warnings[#plan.warnings + 1] = "Peekaboo Warning: " .. table.concat({ err.message, err.hint }, " ")
  plan.keep = "nowhere"
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
    limited = request.limited, scaled = request.scale ~= nil, cut = request.region ~= nil,
    hidden = request.hides_pictures,
  }
  if plan.extension then place, plan.renamed = paths.with_extension(place, plan.extension), true end
  if request.never_inline then plan.inline = false end
  if plan.keep == "temporary" then place, directory = save.temporary_folder(), true end
  plan.base, plan.directory = place, directory
  M.check_place(request, plan, single[request.target.kind])
  return plan
end

local function title_of(subject)
  local title = subject.window and subject.window.title
  return title and title ~= "" and unicode.line(title) or nil
end

local function keep_file(shot, plan, several, guard)
  local place = paths.place {
    base = plan.base, directory = plan.directory, several = several, subject = shot.subject.name,
    stamp = save.stamp(), extension = plan.kind, prefix = plan.keep == "temporary" and save.temporary_prefix or nil,
    renamed = plan.renamed,
  }
  if plan.keep ~= "temporary" then place.guard = guard end
  return save.store(shot.blob, place, plan.keep == "temporary")
end

-- What limits made smaller while it arrived, as it would have been.
local function whole_of(picture, how)
  if not (how.max_width or how.max_height) then return nil end
  local area = picture.origin
  return { width = area.width, height = area.height, scale = 1, origin = { x = area.x, y = area.y } }
end

local function take_one(subject, request, plan, deadline)
  local how = one_pass.options(subject, request, plan)
  how.fingerprint = request.fingerprint and request.fingerprint(subject) or nil
  local picture = capture.picture(subject, deadline, request.region, how)
  log.debug("captured", { subject = subject.kind, id = subject.id, label = subject.label, title = title_of(subject),
    method = picture.method, width = picture.width, height = picture.height, x = picture.origin.x,
    y = picture.origin.y })
  return {
    subject = subject, label = subject.label, title = title_of(subject),
    app_name = subject.window and subject.label or nil, picture = picture, map = budget.map(picture),
    full = whole_of(picture, how), area = picture.origin, method = picture.method, fingerprint = picture.fingerprint,
    transparent = picture.transparent, menus = picture.menus,
  }
end

local function save_shot(shot, plan, several, result, guard)
  if plan.keep == "nowhere" then return end
  local path, err = try(keep_file, shot, plan, several, guard)
  if not path then
    err = M.explained(err, plan)
    -- A picture that travels inline is worth more than the file that failed.
    if not plan.inline or err.code == "CANCELLED" then error(err, 0) end
    result.warnings[#result.warnings + 1] = "Peekaboo Warning: " .. err.message
    return
  end
  shot.path = path
  result.saved_files[#result.saved_files + 1] = {
    path = path, item_label = shot.title or shot.label, window_title = shot.title,
    app_name = shot.app_name,
    window_id = shot.subject.window and shot.subject.id or nil,
    window_index = shot.subject.window_index, mime_type = plan.media_type,
    width = shot.map.width, height = shot.map.height, origin = shot.map.origin, scale = shot.map.scale,
  }
end

local function views_of(shots)
  local views = {}
  for _, shot in ipairs(shots) do views[#views + 1] = shot.view end
  return views
end

-- The smallest picture there is goes out all the same.
local function warn_of_large_ones(result, limits)
  local name, argument = limits.max_bytes.name, budget.argument(limits.max_bytes)
  for _, shot in ipairs(result.shots) do
    if shot.view.room then
      result.warnings[#result.warnings + 1] = "Peekaboo Warning: " .. list_text.too_large(shot, name, argument)
    end
  end
end

-- The collector does not know how large a picture is.
local function release(shot, request)
  if request.question or not shot.picture then return end
  if shot.view and shot.view.source then return end
  shot.picture:release()
  shot.picture = nil
end

-- Brings the pictures of one result within its limits: those in the answer, or (on the command line) the files.
function M.shape(request, plan, result, several)
  if not (plan.inline or request.limits_files) then return end
  budget.share(views_of(result.shots), request.limits, answer_limit.beside(result.shots, result.messages))
  for _, shot in ipairs(result.shots) do release(shot, request) end
  warn_of_large_ones(result, request.limits)
  if not request.limits_files then return end
  for _, shot in ipairs(result.shots) do
    shot.blob, shot.map = shot.view.blob, shot.view.map
    save_shot(shot, shot.plan or plan, several, result)
  end
end

-- The picture as it was captured, encoded.
local function original(shot, plan)
  if shot.blob then return shot.blob end
  if shot.view and shot.view.factor == 1 then return shot.view.blob end
  return shot.picture:encode { format = plan.kind }
end

-- Takes a shot with its picture, and its blob if it is encoded, into the result. Its picture stays for a question.
function M.show(shot, request, plan, count, result)
  if plan.inline or request.limits_files then
    shot.view = budget.view(shot.picture, request.limits,
      { kind = plan.kind, changeable = plan.inline and plan.changeable, blob = shot.blob, full = shot.full,
        count = count })
  end
  -- Of a question's picture there may be nothing else.
  local worth_it = shot.blob or plan.inline or request.question
  if request.keep and worth_it then shot.kept = request.keep(original(shot, plan), shot) end
  shot.blob = nil
  release(shot, request)
  result.shots[#result.shots + 1] = shot
end

local function keep_shot(shot, request, common, count, result)
  local plan = formats.for_size(common, shot.picture.width, shot.picture.height)
  shot.plan = plan
  local now = plan.keep ~= "nowhere" and not request.limits_files
  if now then
    shot.blob = shot.picture:encode { format = plan.kind }
    save_shot(shot, plan, count > 1, result, request.guard)
  end
  M.show(shot, request, plan, count, result)
end

-- One window that closes meanwhile does not spoil the others.
local function account_for_failure(err, subject, result)
  err = errors.normalise(err)
  if err.code == "CANCELLED" or err.code == "TIMEOUT" then error(err, 0) end
  log.warn("not captured: " .. err.message, { code = err.code, hint = err.hint, subject = subject.kind,
    id = subject.id, label = subject.label })
  result.messages[#result.messages + 1] = ("%s was not captured: %s")
    :format(title_of(subject) or subject.label, err.message)
  return err
end

local function shoot(request, plan, result, deadline)
  local subjects = capture.subjects(request.target,
    { focus = request.focus or "background", deadline = deadline, debug = result.debug, warnings = result.warnings,
      region = request.region })
  if not single[request.target.kind] then M.check_place(request, plan, #subjects == 1) end
  local first_error
  result.tried = #subjects
  local function take(subject) return try(take_one, subject, request, plan, deadline) end
  -- A covered window is mostly waited for.
  parallel.each(subjects, kAtOnce, take, function(shot, err, subject, i)
    if shot then
      keep_shot(shot, request, plan, #subjects, result)
    else
      err = account_for_failure(err, subject, result)
      first_error = first_error or err
    end
    if request.progress then request.progress(i, #subjects, subject.label) end
  end)
  if #result.shots == 0 then error(first_error, 0) end
  M.shape(request, plan, result, #subjects > 1)
end

-- Captures what `request` asks for: target (parsed), format, path (as written), working_directory (nil: a relative
-- path is refused), question (bool), focus, never_inline, progress, region (desktop pixels), scale, limits (see
-- fit.lua), limited (the call states some), limits_files (they are meant for the files), hides_pictures (the
-- client drops those in an answer), keep(blob, shot) -> anything
-- (is given each picture as it was captured; what it answers becomes shot.kept), fingerprint(subject) -> bool (whether
-- its shot is to have one), guard = {overwrite} (a client of the server asks; see replacing.lua). Answers {shots,
-- saved_files, warnings, messages, debug, plan, region, tried (how many pictures were to be made)}; a shot is {label,
-- title, map, area (the desktop pixels that it shows), path, view (inside limits, see fit.lua), picture when there is a
-- question, fingerprint, transparent (in places), menus (open ones of its application, in desktop pixels)}.
function M.take(request)
  local plan = M.prepare(request)
  local result = { shots = {}, saved_files = {}, warnings = plan.warnings, messages = {}, debug = {}, plan = plan,
    region = request.region }
  if plan.keep == "temporary" then save.remove_old_captures() end
  limit.desktop("The capture", function(deadline) shoot(request, plan, result, deadline) end)
  local guess = desktop.guess()
  if guess then table.insert(result.warnings, 1, "Peekaboo Warning: " .. guess .. ".") end
  return result
end

return M
