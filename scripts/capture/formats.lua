local paths = require "lib.paths"
local trim = require("lib.blanks").trim

local M = {}

-- Maximum pixels per side in libjpeg.
M.longest_jpeg_side = 65500

M.screen_note = "Note: a screen capture is too large for format 'data'. It was saved as a PNG file instead; "
  .. "open the file, or give 'max_width', 'max_bytes' or 'scale' to get it inline, scaled down."

M.hidden_note = "Note: this client shows no pictures of an answer; open the saved file to see it."

local known = { png = "png", jpg = "jpg", jpeg = "jpg", data = "data" }
local media_types = { png = "image/png", jpg = "image/jpeg" }

-- Returns "png", "jpg", "data", or nil when unset; then a warning for an unknown format, which becomes PNG.
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

local function same_picture(extension, kind)
  return M.of_extension(extension) == kind
end

-- Returns whether a picture of that size can be a JPEG.
function M.fits_jpeg(width, height)
  return math.max(width, height) <= M.longest_jpeg_side
end

-- Returns the plan for one picture; a different one, for a PNG, when the picture is too large for the requested JPEG.
function M.for_size(plan, width, height)
  if plan.kind ~= "jpg" or M.fits_jpeg(width, height) then return plan end
  local own = { kind = "png", media_type = media_types.png }
  if plan.base and not plan.directory then
    own.base, own.renamed = paths.with_extension(plan.base, "png"), true
  end
  plan.warnings[#plan.warnings + 1] = ("Peekaboo Warning: the picture of %d×%d pixels is a PNG, because JPEG ends at "
    .. "%d pixels a side."):format(width, height, M.longest_jpeg_side)
  return setmetatable(own, { __index = plan })
end

-- Returns whether the pictures belong in the answer. A whole screen does only when the call says how to make it small.
local function is_inline(request, format)
  if request.limited then return true end
  if request.screen then return request.scaled or (request.cut and format == "data") or false end
  return format == "data" or not request.has_path
end

-- Decides the use of the pictures. `request`: format (as written), extension (of the file path; nil for a directory or
-- no path), file (bool: the path is a file), has_path, has_default, screen, question (bools), limited (the call states
-- limits for the picture in the answer), scaled, cut (bools: it states a scale, a region), hidden (the client does not
-- show pictures: they are saved as files, and included in the answer only when the call asks for that). Returns {kind =
-- "png"|"jpg", media_type, changeable (the kind was not requested), inline, linked (the client gets a link to the
-- file), keep = "path"|"default"|"temporary"|"nowhere", extension (to correct the path to, or nil), warnings}.
function M.plan(request)
  local format, warning = M.read(request.format)
  local plan = { warnings = { warning } }
  local kind = format or (request.file and M.of_extension(request.extension)) or "png"
  if kind == "data" then kind = "png" end
  plan.kind, plan.media_type = kind, media_types[kind]
  plan.changeable = format == nil and not (request.file and M.of_extension(request.extension))
  plan.inline = not request.question and is_inline(request, format)
  local in_file = request.hidden and plan.inline
  if in_file then
    plan.inline = format == "data" or request.limited or false
    plan.warnings[#plan.warnings + 1] = M.hidden_note
  end
  -- With a question the picture is not in the answer, and without a path it is not saved.
  if format == "data" and request.screen and not plan.inline and not request.question then
    plan.warnings[#plan.warnings + 1] = M.screen_note
    plan.linked = true
  end
  if request.has_path then
    plan.keep = "path"
  elseif request.has_default then
    plan.keep = "default"
  else
    plan.keep = (request.screen and not request.question or in_file) and "temporary" or "nowhere"
  end
  if request.file and request.extension and not same_picture(request.extension, kind) then
    plan.extension = kind
    plan.warnings[#plan.warnings + 1] = ("Peekaboo Warning: the picture is %s, so the file's extension was changed "
      .. "from .%s to .%s."):format(kind:upper(), request.extension, kind)
  end
  return plan
end

return M
