local errors = require "errors"
local budget = require "capture.budget"
local image = require "image"

local M = {}

local media_types = { png = "image/png", jpeg = "image/jpeg", webp = "image/webp" }

-- Converts a provider's limits {side (pixels), bytes (of the file)}, any of which may be missing, to those of
-- capture.budget.
local function limits_of(limits)
  local side = { value = limits.side and math.floor(limits.side), name = "side" }
  return {
    max_width = side, max_height = side,
    max_bytes = { value = limits.bytes and math.floor(limits.bytes) // 3 * 4, name = "bytes" },
  }
end

local function limit_text(limits)
  local parts = {}
  if limits.side then parts[#parts + 1] = ("%d pixels a side"):format(limits.side // 1) end
  if limits.bytes then parts[#parts + 1] = ("%d bytes a picture"):format(limits.bytes // 1) end
  return table.concat(parts, " and ")
end

local function note_of(view, limits, name)
  local changes = {}
  if view.factor < 1 then
    changes[1] = ("scaled down from %d×%d to %d×%d")
      :format(view.full.width, view.full.height, view.map.width, view.map.height)
  end
  changes[#changes + 1] = view.recipe.words
  return ("Note: the picture was %s before it was sent, because %s takes at most %s.")
    :format(table.concat(changes, " and "), name, limit_text(limits))
end

-- Decodes the pixels of a picture {blob} again if its image is used after all.
local lazy = { __index = function(picture, member)
  if member ~= "image" then return nil end
  picture.image = image.decode(picture.blob)
  return picture.image
end }

local function without_pixels(picture)
  picture.image = nil
  setmetatable(picture, lazy)
end

-- Prepares a picture {image, blob?, own?} for a provider: {image, blob, media_type, width, height}, and a note when it
-- was changed. A file is sent unchanged if possible, with the type that its first bytes show. `own`: the image is not
-- needed elsewhere.
function M.prepare(picture, limits, name)
  local kind = picture.blob and image.sniff(picture.blob) or "png"
  local within = limits_of(limits)
  local view = budget.view(picture.image, within,
    { kind = kind == "png" and "png" or "jpg", changeable = true, blob = picture.blob, count = 1 })
  budget.share({ view }, within)
  if view.room then
    errors.raise("AI_PROVIDER_ERROR", ("picture (%d×%d) too large for %s, at any scale")
      :format(view.full.width, view.full.height, name), { hint = "Give a smaller picture, or a part of it." })
  end
  local changed = next(view.limited_by) ~= nil
  local media_type = changed and view.blob.media_type or media_types[kind]
  local sent = { image = picture.image, blob = view.blob:typed(media_type), media_type = media_type,
    width = view.map.width, height = view.map.height }
  if picture.own then
    -- A provider takes long; other work can use the memory of the pixels meanwhile.
    picture.image:release()
    without_pixels(picture)
    without_pixels(sent)
  end
  return sent, changed and note_of(view, limits, name) or nil
end

return M
