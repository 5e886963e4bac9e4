local errors = require "errors"
local formats = require "capture.formats"
local paths = require "lib.paths"
local trim = require("lib.blanks").trim

-- The formats of the screenshot tools, by the names of their document.
local M = {}

M.names = { "png", "jpeg", "webp", "bmp" }

local function name_of(word)
  local kind = formats.kind(word)
  return kind == "jpg" and "jpeg" or kind
end

-- Returns the format that a text names. Raises UNSUPPORTED_FORMAT.
function M.read(text)
  return name_of(trim(text):lower()) or errors.raise("UNSUPPORTED_FORMAT", ("unknown format '%s'"):format(text),
    { hint = "Formats: " .. table.concat(M.names, ", ") .. ".", details = { field = "format" } })
end

-- Returns the format that a path's extension names, or nil.
function M.of_path(path)
  return name_of((select(2, paths.extension(path))))
end

function M.media_type(name)
  return formats.media_type(formats.kind(name))
end

return M
