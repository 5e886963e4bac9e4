local did_you_mean = require "lib.did_you_mean"
local errors = require "errors"
local formats = require "capture.formats"
local fs = require "fs"
local image = require "image"
local masking = require "desktop.masking"
local paths = require "lib.paths"
local picture_files = require "capture.picture_files"

-- `peekaboo mask`: a picture file without the personal data that can be read in it.
local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 4, text = "Fill personal data and secrets in an image file",
  options = {
    { "in", "a .png, .jpg or .webp file", takes = "file", required = true },
    { "out", "where the masked picture goes; its extension decides the format", takes = "file", required = true },
    { "--kinds", "only these, separated by commas: emails, phones, creditCards, ibans, nationalIds, keys, passwords, "
      .. "customPatterns", value = "LIST" },
    { "--force", "replace the picture that is there" },
  },
}

local known = { "emails", "phones", "creditCards", "ibans", "nationalIds", "keys", "passwords", "customPatterns" }

local function kinds_of(text)
  if not text then return nil end
  local kinds, is_known = {}, {}
  for _, kind in ipairs(known) do is_known[kind] = true end
  for kind in text:gmatch "[^,%s]+" do
    if not is_known[kind] then
      errors.raise("INVALID_ARGUMENT", ("--kinds: '%s' is not a known kind of personal data"):format(kind),
        { usage = true, hint = did_you_mean.sentence(kind, known) or "Known: " .. table.concat(known, ", ") .. "." })
    end
    kinds[#kinds + 1] = kind
  end
  if #kinds == 0 then errors.raise("INVALID_ARGUMENT", "--kinds names no kind", { usage = true }) end
  return kinds
end

-- Returns the place of the masked picture. Raises "FILE_IO_ERROR", before anything is read, when it may not go there.
local function place_of(options)
  local path = paths.resolve(options.out, fs.home(), fs.current_directory())
  local folder = (paths.split(path))
  if picture_files.kind(path) and not options.force then
    errors.raise("FILE_IO_ERROR", ("'%s' exists"):format(path),
      { hint = "Give another name, or --force to replace it.", details = { reason = "exists", path = path } })
  end
  if picture_files.kind(folder) ~= "directory" then
    errors.raise("FILE_IO_ERROR", ("there is no folder '%s'"):format(folder),
      { hint = "Make it first, or give another one.", details = { reason = "missing", path = folder } })
  end
  return { path = path, keep = not options.force }
end

local function kind_of(path)
  local _, extension = paths.extension(path)
  local kind = formats.kind(extension or "png")
  if kind then return kind end
  errors.raise("INVALID_ARGUMENT", ("a masked picture cannot be written as .%s"):format(extension),
    { hint = "Give a name that ends in .png, .jpg, .webp or .bmp." })
end

-- `options`: in, out, kinds, force.
function M.run(options)
  if not options["in"] or not options.out then
    errors.raise("INVALID_ARGUMENT", "`mask` needs a picture and a place for the masked one", { usage = true })
  end
  local kinds, place = kinds_of(options.kinds), place_of(options)
  local kind = kind_of(place.path)
  local picture = image.decode(fs.read(options["in"])):mask_pii { kinds = kinds }
  local path = picture_files.store(picture:encode { format = kind }, place)
  local masked = picture.masked
  return {
    data = { path = path, pii_masking = masking.report(masked) },
    text = ("%s\nPersonal data masked: %s.\n"):format(path, masking.summary(masked)),
  }
end

return M
