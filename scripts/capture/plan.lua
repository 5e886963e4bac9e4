local errors = require "errors"
local formats = require "capture.formats"
local own_files = require "own_files"
local paths = require "lib.paths"
local picture_files = require "capture.picture_files"
local record = require "lib.record"
local settings = require "settings"
local target = require "desktop.target"
local temporary_files = require "capture.temporary_files"

-- The first stage of a capture: the decisions about format and place, made before anything is captured, so that a
-- request that cannot succeed costs nothing.
local M = {}

local new = record.type("capture plan", {
  kind = true,       -- "png", "jpg", "webp": how pictures are encoded
  media_type = true,
  changeable = true, -- boolean: the request names no format, so another one will do
  inline = true,     -- boolean: the pictures travel in the answer
  linked = true,     -- boolean: the answer links to the files
  keep = true,       -- where files go: "path" (of the request), "default" (of the settings), "temporary", "nowhere"
  base = true,       -- the path of the file or directory
  directory = true,  -- boolean: base is a directory
  renamed = true,    -- boolean: the extension was corrected
  replaced = true,   -- boolean: a file with that name was there
})

local single = { screen = true, window = true, frontmost = true, same = true } -- targets of one picture

local kScreenNote = "Note: a screen capture is too large for format 'data'. It was saved as a PNG file instead; "
  .. "open the file, or give 'max_width', 'max_bytes' or 'scale' to get it inline, scaled down."
local kHiddenNote = "Note: this client shows no pictures of an answer; open the saved file to see it."

-- Returns whether the pictures belong in the answer. A whole screen does only when the call says how to make it small.
local function is_inline(request, format)
  if request.limited then return true end
  if request.screen then return request.scaled or (request.cut and format == "data") or false end
  return format == "data" or not request.has_path
end

local function kept_in(request, in_file)
  if request.has_path then return "path" end
  if request.has_default then return "default" end
  return (request.screen and not request.question or in_file) and "temporary" or "nowhere"
end

-- Decides from facts about a request: format (as written), extension (of the file path; nil for a directory or no
-- path), file (boolean: the path is a file), has_path, has_default, screen, question, limited, scaled, cut (booleans:
-- the request states limits for the answer, a scale, a region), hidden (boolean: the client shows no pictures),
-- external (boolean: another program writes the file, which knows PNG and JPEG). Adds to `warnings`. Returns the plan,
-- without place, and the extension to correct the path to, or nil.
function M.decide(request, warnings)
  local format, warning = formats.read(request.format)
  warnings[#warnings + 1] = warning
  local by_extension = request.file and formats.of_extension(request.extension)
  local kind = format or by_extension or "png"
  if kind == "data" then kind = "png" end
  if request.external and kind ~= "png" and kind ~= "jpg" then
    warnings[#warnings + 1] = ("Peekaboo Warning: the external command line writes no %s; the picture is a PNG.")
      :format(kind:upper())
    kind = "png"
  end
  local inline = not request.question and is_inline(request, format)
  local in_file = request.hidden and inline
  if in_file then
    inline = format == "data" or request.limited or false
    warnings[#warnings + 1] = kHiddenNote
  end
  -- With a question the picture is in no answer, and without a path in no file.
  local linked = format == "data" and request.screen and not inline and not request.question
  if linked then warnings[#warnings + 1] = kScreenNote end
  local plan = new {
    kind = kind, media_type = formats.media_type(kind), changeable = format == nil and not by_extension,
    inline = inline, linked = linked, keep = kept_in(request, in_file),
  }
  if not (request.file and request.extension) or formats.of_extension(request.extension) == kind then return plan end
  warnings[#warnings + 1] = ("Peekaboo Warning: the picture is %s, so the file's extension was changed from .%s to "
    .. ".%s."):format(kind:upper(), request.extension, kind)
  return plan, kind
end

-- Returns an error about the place of the files. It names the setting when the call does not name the folder.
function M.explained(err, plan)
  err = errors.normalise(err)
  if plan.keep ~= "default" or err.code ~= "FILE_IO_ERROR" then return err end
  return errors.make(err.code, err.message .. " PEEKABOO_DEFAULT_SAVE_PATH names this place.", {
    hint = "Give a path, or set PEEKABOO_DEFAULT_SAVE_PATH to a folder that you may write to.", details = err.details,
  })
end

-- A picture in the answer is worth more than its file: an error about the file becomes a warning then, and is raised
-- otherwise.
function M.excuse(err, plan, warnings)
  err = M.explained(err, plan)
  if not plan.inline or err.code == "CANCELLED" then error(err, 0) end
  warnings[#warnings + 1] = "Peekaboo Warning: " .. table.concat({ err.message, err.hint }, " ")
end

-- Refuses a place where the caller may not save, and a file that must not be replaced. Returns true for a file that
-- will be. `one`: the request has one picture, which takes the path as its name.
local function check_file(plan, request, one)
  own_files.check_save(plan.directory and paths.join(plan.base, "picture") or plan.base)
  if not request.guard or plan.keep == "temporary" then return false end
  return require("capture.overwrite").check_place(plan, request.guard.overwrite, one)
end

-- Checks the place of the files before anything is captured.
local function check_place(plan, request, one, warnings)
  if plan.keep == "nowhere" then return end
  local replaced, err = try(check_file, plan, request, one)
  plan.replaced = replaced
  if not err then return end
  M.excuse(err, plan, warnings)
  plan.keep = "nowhere"
end

-- Checks the place of a request whose number of pictures was not known before.
function M.check_place_of(count, plan, request, warnings)
  if not single[request.target.kind] then check_place(plan, request, count == 1, warnings) end
end

local function default_path()
  local path = settings.default_save_path()
  return path and picture_files.resolve(path)
end

-- Returns the plan for a request. Adds to `warnings` what the caller would not expect. `count`: how many pictures there
-- will be, if the target does not say so but is not to be asked.
function M.make(request, warnings, count)
  local stated = request.path and picture_files.resolve(request.path, request.working_directory)
  local default = not stated and default_path() or nil
  local base = stated or default
  local directory = base and paths.is_directory(base, picture_files.kind(base))
  local extension
  if base and not directory then extension = select(2, paths.extension(base)) end
  local plan, corrected = M.decide({
    format = request.format, extension = extension, file = base ~= nil and not directory,
    has_path = stated ~= nil, has_default = default ~= nil,
    screen = target.is_screen(request.target), question = request.question,
    limited = request.limited, scaled = request.scale ~= nil, cut = request.region ~= nil,
    hidden = request.hides_pictures, external = request.external,
  }, warnings)
  if corrected then base, plan.renamed = paths.with_extension(base, corrected), true end
  if request.never_inline then plan.inline = false end
  if plan.keep == "temporary" then base, directory = temporary_files.folder(), true end
  plan.base, plan.directory = base, directory
  check_place(plan, request, count == 1 or single[request.target.kind], warnings)
  return plan
end

-- Returns the plan for a picture of that size: the same, or one for a PNG when it is too large for the format.
function M.for_size(plan, width, height, warnings)
  local fits, why = formats.fits(plan.kind, width, height)
  if fits then return plan end
  local own = {}
  for field, value in pairs(plan) do own[field] = value end
  own.kind, own.media_type = "png", formats.media_type "png"
  if plan.base and not plan.directory then own.base, own.renamed = paths.with_extension(plan.base, "png"), true end
  warnings[#warnings + 1] = ("Peekaboo Warning: the picture of %d×%d pixels is a PNG, because %s.")
    :format(width, height, why)
  return new(own)
end

return M
