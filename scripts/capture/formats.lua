local trim = require("lib.blanks").trim

-- The formats that pictures are written in.
local M = {}

local longest = { jpg = 65500, webp = 16383 } -- pixels a side; see native/image/codec/format.hpp
local names = { jpg = "JPEG", webp = "WebP" }
-- BMP is only for scripts and the screenshot tools: elsewhere it is an unknown format, as it always was.
local kinds = { png = "png", jpg = "jpg", jpeg = "jpg", webp = "webp", bmp = "bmp" }
local media_types = { png = "image/png", jpg = "image/jpeg", webp = "image/webp", bmp = "image/bmp" }

-- "png", "jpg", "webp", "data", or nil when unset; a second value is the warning for an unknown one, which means PNG.
function M.read(format)
  if format == nil or format == "" then return nil end
  local name = trim(format:lower())
  local kind = name == "data" and name or M.of_extension(name)
  if kind then return kind end
  return "png", ("Invalid format '%s' was provided. Automatically using PNG format instead."):format(format)
end

-- Returns the kind of a file's extension, of those that `image` writes.
function M.of_extension(extension)
  local kind = extension and kinds[extension]
  return kind ~= "bmp" and kind or nil
end

-- Returns the kind of a format or extension, of all that pictures can be written in.
function M.kind(name)
  return name and kinds[name]
end

function M.media_type(kind)
  return media_types[kind]
end

-- Returns whether a picture of that size can be of that kind. Otherwise a second value is the reason.
function M.fits(kind, width, height)
  local most = longest[kind]
  if not most or math.max(width, height) <= most then return true end
  return false, ("%s ends at %d pixels a side"):format(names[kind], most)
end

return M
