local errors = require "errors"
local files = require "capture.files"
local formats = require "capture.formats"
local fs = require "fs"
local image = require "image"
local masking = require "desktop.masking"
local paths = require "lib.paths"

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
  },
}

local function kinds_of(text)
  if not text then return nil end
  local kinds = {}
  for kind in text:gmatch "[^,%s]+" do kinds[#kinds + 1] = kind end
  return kinds
end

-- `options`: in, out, kinds.
function M.run(options)
  if not options["in"] or not options.out then
    errors.raise("INVALID_ARGUMENT", "`mask` needs a picture and a place for the masked one", { usage = true })
  end
  local picture = image.decode(fs.read(options["in"])):mask_pii { kinds = kinds_of(options.kinds) }
  local place = { path = paths.resolve(options.out, fs.home(), fs.current_directory()) }
  local kind = formats.of_extension(select(2, paths.extension(place.path))) or "png"
  local path = files.store(picture:encode { format = kind }, place)
  local masked = picture.masked
  return {
    data = { path = path, pii_masking = masking.report(masked) },
    text = ("%s\nPersonal data masked: %s.\n"):format(path, masking.summary(masked)),
  }
end

return M
