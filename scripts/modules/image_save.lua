local check_options = require "check.options"
local errors = require "errors"
local formats = require "capture.formats"
local fs = require "fs"
local paths = require "lib.paths"
local picture_files = require "capture.picture_files"

local M = {}

local function wrong(message, hint)
  errors.raise("INVALID_ARGUMENT", "image:save: " .. message, { hint = hint })
end

local types = { format = "string", quality = "number", small = "boolean", overwrite = "boolean" }

local function check(path, options)
  if type(path) ~= "string" or path == "" then
    local wrong_argument = require "check.wrong_argument"
    wrong_argument.refuse_option("image:save", "path", path, "image:save: path: expected one that is not empty",
      "Give a file such as \"shot.png\".")
  end
  check_options.check("image:save", options, types)
end

local function unknown(message, hint)
  errors.raise("UNSUPPORTED_FORMAT", "image:save: " .. message, { hint = hint })
end

local function kind_of(path, directory, wanted)
  local format = wanted and formats.kind(wanted:lower())
  if wanted and not format then unknown(("unknown format '%s'"):format(wanted), "Give png, jpg, webp or bmp.") end
  if directory then return format or "png" end
  local _, extension = paths.extension(path)
  local named = formats.kind(extension)
  if not named then
    unknown(("'.%s' is not an extension of pictures"):format(extension), "Use .png, .jpg, .jpeg, .webp or .bmp.")
  end
  if format and format ~= named then
    wrong(("the format is %s, but the file's extension is .%s"):format(format, extension), "Make them agree.")
  end
  return named
end

-- Implements image:save; its documentation row is beside the rows of the other methods.
function M.save(picture, path, options)
  options = options or {}
  check(path, options)
  local full = picture_files.resolve(path, fs.current_directory())
  local directory = paths.is_directory(full, picture_files.kind(full))
  local kind = kind_of(full, directory, options.format)
  local blob = picture:encode { format = kind, quality = options.quality, small = options.small }
  local place = paths.place {
    base = full, directory = directory, subject = { kind = "picture" }, stamp = picture_files.stamp(), extension = kind,
  }
  place.keep = options.overwrite == false
  return picture_files.store(blob, place)
end

return M
