local errors = require "errors"
local paths = require "lib.paths"
local trim = require("lib.blanks").trim

-- The formats of the screenshot tools.
local M = {}

M.names = { "png", "jpeg", "webp", "bmp" }

local known = { png = "png", jpeg = "jpeg", jpg = "jpeg", webp = "webp", bmp = "bmp" }

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

return M
