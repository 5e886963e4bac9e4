local budget = require "capture.budget"
local errors = require "errors"
local list_text = require "desktop.list_text"
local log = require "log"
local paths = require "lib.paths"
local picture_files = require "capture.picture_files"
local plans = require "capture.plan"
local record = require "lib.record"
local take = require "capture.take"
local temporary_files = require "capture.temporary_files"

-- The third stage of a capture: shots are encoded, saved, kept and brought within the limits of the answer.
local M = {}

local new = record.type("capture result", {
  plan = true,
  region = true,      -- of the request
  shots = true,       -- those that succeeded, in order
  tried = true,       -- how many pictures were to be made
  saved_files = true, -- rows of the contract
  warnings = true,    -- sentences for the reader
  messages = true,    -- one for each picture that could not be made
  debug = true,       -- lines for the log
  notes = true,       -- sentences about the region of an earlier picture; set by the tool
  capture_id = true,  -- for `since`; set by the tool
})

-- Returns an empty result. Its plan follows, once there is one.
function M.result(request)
  return new { region = request.region, shots = {}, saved_files = {}, warnings = {}, messages = {}, debug = {} }
end

local function write(shot, several, guard)
  local plan = shot.plan
  local temporary = plan.keep == "temporary"
  local place = paths.place {
    base = plan.base, directory = plan.directory, several = several, subject = shot.subject.name,
    stamp = picture_files.stamp(), extension = plan.kind, prefix = temporary and temporary_files.prefix or nil,
    renamed = plan.renamed,
  }
  if not temporary then place.guard = guard end
  return picture_files.store(shot.blob, place, temporary)
end

local function save(result, request, shot)
  if shot.plan.keep == "nowhere" then return end
  local path, err = try(write, shot, result.tried > 1, request.guard)
  if not path then return plans.excuse(err, shot.plan, result.warnings) end
  shot.path = path
  result.saved_files[#result.saved_files + 1] = {
    path = path, item_label = shot.title or shot.label, window_title = shot.title,
    app_name = shot.app_name,
    window_id = shot.subject.window and shot.subject.id or nil,
    window_index = shot.subject.window_index, mime_type = shot.plan.media_type,
    width = shot.map.width, height = shot.map.height, origin = shot.map.origin, scale = shot.map.scale,
  }
end

-- Frees the pixels of a shot that nothing needs any more: the collector does not know how large they are.
local function release(shot, request)
  if request.question or not shot.picture then return end
  if shot.view and shot.view.source then return end
  shot.picture:release()
  shot.picture = nil
end

-- Returns the picture as it was captured, encoded.
local function original(shot)
  if shot.blob then return shot.blob end
  if shot.view and shot.view.factor == 1 then return shot.view.blob end
  return shot.picture:encode { format = shot.plan.kind }
end

-- Adds a shot that has its plan, and its blob and path if it is saved. Its picture stays for a question.
function M.add_saved(result, request, shot)
  local plan = shot.plan
  if plan.inline or request.limits_files then
    shot.view = budget.view(shot.picture, request.limits, { kind = plan.kind,
      changeable = plan.inline and plan.changeable, blob = shot.blob, full = shot.full, count = result.tried })
  end
  -- The picture of a question may be nothing else.
  local worth_keeping = shot.blob or plan.inline or request.question
  if request.keep and worth_keeping then shot.kept = request.keep(original(shot), shot) end
  shot.blob = nil
  release(shot, request)
  result.shots[#result.shots + 1] = shot
end

-- Saves a shot, unless its limits are still to be met, and adds it to the result.
function M.add(result, request, shot)
  shot.plan = plans.for_size(result.plan, shot.picture.width, shot.picture.height, result.warnings)
  if shot.plan.keep ~= "nowhere" and not request.limits_files then
    shot.blob = shot.picture:encode { format = shot.plan.kind }
    save(result, request, shot)
  end
  M.add_saved(result, request, shot)
end

-- Takes note that a picture could not be made: a window that closes meanwhile does not spoil the others. Returns the
-- error; raises one that ends the whole request.
function M.add_failure(result, err, subject)
  err = errors.normalise(err)
  if err.code == "CANCELLED" or err.code == "TIMEOUT" then error(err, 0) end
  log.warn("not captured: " .. err.message, { code = err.code, hint = err.hint, subject = subject.kind,
    id = subject.id, label = subject.label })
  result.messages[#result.messages + 1] = ("%s was not captured: %s")
    :format(take.title_of(subject) or subject.label, err.message)
  return err
end

-- The smallest picture that is possible goes out even if it exceeds the limit.
local function warn_of_large_ones(result, limits)
  local name, argument = limits.max_bytes.name, budget.argument(limits.max_bytes)
  for _, shot in ipairs(result.shots) do
    if shot.view.room then
      result.warnings[#result.warnings + 1] = "Peekaboo Warning: " .. list_text.too_large(shot, name, argument)
    end
  end
end

-- Brings the pictures of a result within the request's limits: those in the answer, or (on the command line) the files.
function M.finish(result, request)
  if not (result.plan.inline or request.limits_files) then return end
  local views = {}
  for i, shot in ipairs(result.shots) do views[i] = shot.view end
  budget.share(views, request.limits, budget.beside(result.shots, result.messages))
  for _, shot in ipairs(result.shots) do release(shot, request) end
  warn_of_large_ones(result, request.limits)
  if not request.limits_files then return end
  for _, shot in ipairs(result.shots) do
    shot.blob, shot.map = shot.view.blob, shot.view.map
    save(result, request, shot)
  end
end

-- Returns the size and place for a result: width, height, and origin and scale where the place is known. `map`: that of
-- the picture in the answer; default: that of the file.
function M.facts(shot, map)
  map = map or shot.map
  local placed = shot.area.x ~= nil
  return { width = map.width, height = map.height, origin = placed and map.origin or nil,
    scale = placed and map.scale or nil }
end

return M
