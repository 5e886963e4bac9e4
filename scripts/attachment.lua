local errors = require "errors"
local image = require "image"

local M = {}

local kQuality = 85
local kMostTries = 12
local kMargin = 0.95

local media_types = { png = "image/png", jpeg = "image/jpeg", webp = "image/webp" }

-- The limits of a provider are {side (pixels), bytes (of the file)}; a missing one does not hold.
local function fits(blob, picture, limits)
  return blob.size <= (limits.bytes or math.huge)
    and math.max(picture.width, picture.height) <= (limits.side or math.huge)
end

-- PNG as long as it fits, because it keeps letters sharp, unless the picture was none before; then JPEG, then smaller
-- and smaller.
local function squeeze(original, limits, lossless, name)
  local side, scale = limits.side and math.floor(limits.side) or 0, 1
  for _ = 1, kMostTries do
    local picture = original:fit { max_width = side, max_height = side, scale = scale }
    if lossless and scale == 1 then
      local blob = picture:encode { format = "png" }
      if fits(blob, picture, limits) then return picture, blob end
    end
    local blob = picture:encode { format = "jpg", quality = kQuality }
    if fits(blob, picture, limits) then return picture, blob end
    scale = scale * math.min(kMargin, kMargin * math.sqrt((limits.bytes or blob.size) / blob.size))
  end
  return errors.raise("AI_PROVIDER_ERROR", ("The picture (%d×%d) cannot be made small enough for %s.")
    :format(original.width, original.height, name), { hint = "Give a smaller picture, or a part of it." })
end

local function size(picture)
  return ("%d×%d"):format(picture.width, picture.height)
end

local function limit_text(limits)
  local parts = {}
  if limits.side then parts[#parts + 1] = ("%d pixels a side"):format(limits.side) end
  if limits.bytes then parts[#parts + 1] = ("%d bytes a picture"):format(limits.bytes) end
  return table.concat(parts, " and ")
end

local function note_of(before, after, blob, limits, name)
  if before.width == after.width and before.height == after.height then
    return ("Note: the picture was sent as JPEG (%d bytes), because %s takes at most %s.")
      :format(blob.size, name, limit_text(limits))
  end
  return ("Note: the picture was scaled down from %s to %s before it was sent, because %s takes at most %s.")
    :format(size(before), size(after), name, limit_text(limits))
end

-- A picture {image, blob?} as a provider may have it: {image, blob, media_type}, and a note when it was changed.
-- The file is sent as it is when it can be, under the type that its first bytes tell.
function M.prepare(picture, limits, name)
  local pixels = picture.image
  local blob = picture.blob or pixels:encode { format = "png" }
  local after, note = pixels, nil
  if not fits(blob, pixels, limits) then
    after, blob = squeeze(pixels, limits, image.sniff(blob) == "png", name)
    note = note_of(pixels, after, blob, limits, name)
  end
  local media_type = media_types[image.sniff(blob)] or blob.media_type
  return { image = after, blob = blob:typed(media_type), media_type = media_type }, note
end

return M
