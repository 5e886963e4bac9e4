local trim = require("lib.blanks").trim

-- The formats that pictures are written in.
local M = {}

-- libjpeg ends at so many pixels a side.
M.longest_jpeg_side = 65500

local known = { png = "png", jpg = "jpg", jpeg = "jpg", data = "data" }
local media_types = { png = "image/png", jpg = "image/jpeg" }

-- "png", "jpg", "data", or nil when unset; a second value is the warning for an unknown one, which means PNG.
function M.read(format)
  if format == nil or format == "" then return nil end
  local name = known[trim(format:lower())]
  if name then return name end
  return "png", ("Invalid format '%s' was provided. Automatically using PNG format instead."):format(format)
end

function M.of_extension(extension)
  local name = extension and known[extension]
  return name ~= "data" and name or nil
end

function M.media_type(kind)
  return media_types[kind]
end

-- Whether a picture of that size can be a JPEG.
function M.fits_jpeg(width, height)
  return math.max(width, height) <= M.longest_jpeg_side
end

return M
