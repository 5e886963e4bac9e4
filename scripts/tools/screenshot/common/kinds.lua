local errors = require "errors"
local paths = require "lib.paths"
local trim = require("lib.blanks").trim

-- The formats of the screenshot tools.
local M = {}

M.names = { "png", "jpeg", "webp", "bmp" }

local known = { png = "png", jpeg = "jpeg", jpg = "jpeg", webp = "webp", bmp = "bmp" }

-- Pixels a side that a format ends at.
local longest = { jpeg = 65500, webp = 16383 }

-- Returns the format that a text names. Raises UNSUPPORTED_FORMAT.
function M.read(text)
  return known[trim(text):lower()] or errors.raise("UNSUPPORTED_FORMAT", ("unknown format '%s'"):format(text),
    { hint = "Formats: " .. table.concat(M.names, ", ") .. ".", details = { field = "format" } })
end

-- Returns the format that a path's extension names, or nil.
function M.of_path(path)
  local _, extension = paths.extension(path)
  return extension and known[extension]
end

function M.media_type(kind)
  return "image/" .. kind
end

-- Raises UNSUPPORTED_FORMAT for a picture that is too large for a format.
function M.check_size(kind, width, height)
  local most = longest[kind]
  if not most or math.max(width, height) <= most then return end
  errors.raise("UNSUPPORTED_FORMAT", ("a picture of %d×%d pixels cannot be %s, which ends at %d pixels a side")
    :format(width, height, kind, most), { hint = "Choose png.", details = { field = "format" } })
end

return M
