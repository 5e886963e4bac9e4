local formats = require "capture.formats"
local settings = require "settings"

-- How large the pictures of an answer, and all of it, may be.
local M = {}

-- The least size at which text stays readable: half, or for a large picture this many pixels on its longer side. Only
-- scaling is used down to there; compression follows.
local kReadableFactor = 0.5
local kReadableSide = 1024
-- A picture shows nothing below this longer side.
local kMinSide = 16
local kMaxTries = 8
-- The bytes of a scaled picture are proportional to this power of the factor (measured): smaller pictures hold more
-- detail in each pixel.
local kPower = 1.85
-- Text gets grey edges when it is scaled for the first time, which take this many times the bytes.
local kEdges = 1.5
local kCaution = 0.98
-- Pictures without such edges may become smaller than necessary: below this part of the room one more try is made.
local kWasteful = 0.7
-- Base64 bytes for each pixel that a picture of a screen seldom exceeds.
local kLikelyBytes = 1
-- The part of the bytes that stronger compression seldom goes below.
local kStrongest = 0.5

-- The characters that hosts accept as one answer, and the part of them that text beside pictures may take.
local kWhole = 1000000
local kMaxBeside = 0.5

-- An upper bound for the JSON about one picture: bytes of facts, and how often its names and its path occur.
local kFacts, kNames, kPaths = 2000, 8, 4

local stronger = {
  png = { { format = "png", small = true, words = "compressed more strongly" } },
  jpg = {
    { format = "jpg", quality = 75, words = "compressed as JPEG of quality 75" },
    { format = "jpg", quality = 45, words = "compressed as JPEG of quality 45" },
  },
  webp = {
    { format = "webp", quality = 75, words = "compressed as WebP of quality 75" },
    { format = "webp", quality = 45, words = "compressed as WebP of quality 45" },
  },
}

-- Returns the bytes of a blob as Base64, in which pictures travel.
function M.base64_size(blob)
  return (blob.size + 2) // 3 * 4
end

-- Returns how a picture lies on the desktop: {width, height, origin = {x, y}, scale}. The point (u, v) of the picture,
-- in its pixels from the upper left corner, shows the desktop pixel (origin.x + u / scale, origin.y + v / scale).
function M.map(picture)
  return {
    width = picture.width, height = picture.height, scale = picture.scale,
    origin = { x = picture.origin.x, y = picture.origin.y },
  }
end

local function limit(stated, argument, default, variable)
  if stated ~= nil then return { value = stated > 0 and stated or nil, name = argument } end
  return { value = default > 0 and default or nil, name = variable, argument = argument }
end

-- Returns whether a call states limits of its own.
function M.is_limited(args)
  return args.max_width ~= nil or args.max_height ~= nil or args.max_bytes ~= nil
end

-- Returns the limits of the pictures in an answer: max_width, max_height, max_bytes as {value, name (where it comes
-- from), argument (what the caller can give, unless that is the name)}; without value there is none. The call's limits
-- take precedence over the environment's; if the call states one side, the environment's limit applies to neither.
function M.limits(args)
  local side, bytes = settings.max_image_dimension(), settings.max_image_bytes()
  if args.max_width or args.max_height then side = 0 end
  return {
    max_width = limit(args.max_width, "max_width", side, "PEEKABOO_MAX_IMAGE_DIMENSION"),
    max_height = limit(args.max_height, "max_height", side, "PEEKABOO_MAX_IMAGE_DIMENSION"),
    max_bytes = limit(args.max_bytes, "max_bytes", bytes, "PEEKABOO_MAX_IMAGE_BYTES"),
  }
end

-- Returns the limits of files: only those stated as options of the command line.
function M.file_limits(options)
  return {
    max_width = limit(options.max_width or 0, "--max-width"),
    max_height = limit(options.max_height or 0, "--max-height"),
    max_bytes = limit(options.max_bytes or 0, "--max-bytes"),
  }
end

-- The bytes of text in an answer with pictures, and in one without.
M.most_text = math.floor(kMaxBeside * kWhole)
M.most_text_alone = kWhole - 20000

-- Returns the Base64 bytes for all pictures of an answer that has `beside` other bytes; nil when there is no limit
-- (`limits`: those of M.limits). A limit that the call states, or one above a whole answer, is taken literally.
function M.room(limits, beside)
  local most = limits.max_bytes
  if not (most.value and most.argument) or most.value > kWhole then return most.value end
  return math.min(most.value, kWhole - math.min(beside, M.most_text))
end

-- Returns an upper bound for the bytes besides the pixels: about shots (see take.lua) or plain images, and of messages.
function M.beside(shots, messages)
  local bytes = kFacts
  for _, each in ipairs(shots) do
    local shot = type(each) == "table" and each or {}
    bytes = bytes + kFacts + kNames * (#(shot.label or "") + #(shot.title or "")) + kPaths * #(shot.path or "")
  end
  for _, message in ipairs(messages or {}) do bytes = bytes + 2 * #message end
  return bytes
end

local function drop_scaled(view)
  if view.scaled then view.scaled:release() end
  view.scaled, view.scaled_by = nil, nil
end

-- Returns the picture scaled by `factor`. It is kept, because it may be encoded in more than one way.
local function scaled(view, factor)
  if factor == 1 then return view.source end
  if view.scaled_by ~= factor then
    drop_scaled(view)
    view.scaled, view.scaled_by = view.source:fit { scale = factor }, factor
  end
  return view.scaled
end

-- Makes `view` the picture scaled by `factor` and encoded by `recipe`.
local function encode(view, factor, recipe)
  local picture = scaled(view, factor)
  if not formats.fits(recipe.format, picture.width, picture.height) then recipe = { format = "png" } end
  view.map, view.factor, view.recipe = M.map(picture), factor, recipe
  view.blob = picture:encode { format = recipe.format, quality = recipe.quality, small = recipe.small }
  view.bytes = M.base64_size(view.blob)
end

-- Returns whether there is any limit.
function M.limiting(limits)
  return (limits.max_width.value or limits.max_height.value or limits.max_bytes.value) ~= nil
end

-- Returns the limits of the sides as options of image:fit, nil when there are none.
function M.sides(limits)
  local width, height = limits.max_width.value, limits.max_height.value
  return (width or height) and { max_width = width, max_height = height } or nil
end

-- Returns the argument by which a caller can change a limit: a client may be unable to set the environment variable.
function M.argument(one)
  return one.argument or one.name
end

-- Returns the factor that keeps a picture within the limits of its sides, and the limit that decided it, as
-- view.limited_by.
local function factor_within(picture, limits)
  local factor, names = 1, {}
  for _, row in ipairs { { limits.max_width, picture.width }, { limits.max_height, picture.height } } do
    local most, side = row[1], row[2]
    if most.value and most.value / side < factor then
      factor, names = most.value / side, { [most.name] = M.argument(most) }
    end
  end
  return factor, names
end

-- Returns whether a picture of that size, within the limits of its sides, is likely to meet the limit of bytes as well.
function M.likely_within(limits, width, height)
  local most = limits.max_bytes.value
  local factor = factor_within({ width = width, height = height }, limits)
  return not most or width * height * factor * factor * kLikelyBytes <= most
end

-- One picture of the answer, within the limits of its sides: map, blob, bytes (as Base64), factor (by which the limits
-- scaled it), limited_by (the arguments of the limits that decided, by their names), recipe.words
-- (how it was recompressed, or nil).
-- `options`: kind (see plan.lua), changeable (another kind will do), blob (the picture encoded, when there is one),
-- count (how many pictures at most share the limit of bytes), full (the map of the whole picture, when this one is
-- within the limits already).
function M.view(picture, limits, options)
  local view = { source = picture, full = options.full or M.map(picture), changeable = options.changeable }
  local factor
  factor, view.limited_by = factor_within(view.full, limits)
  view.map, view.factor, view.recipe, view.blob = view.full, 1, { format = options.kind }, options.blob
  if options.full then
    encode(view, 1, view.recipe)
    view.factor = factor
  elseif factor < 1 or not view.blob then
    encode(view, factor, view.recipe)
    drop_scaled(view)
  else
    view.bytes = M.base64_size(view.blob)
  end
  -- Only a picture that may have to shrink further needs its pixels.
  local most = M.room(limits, math.huge)
  if not most or view.bytes <= most // options.count then view.source = nil end
  return view
end

-- Shares `total` among several sizes: small ones keep theirs, the others get equal parts of the rest.
function M.shares(sizes, total)
  local order, shares = {}, {}
  for i in ipairs(sizes) do order[i] = i end
  table.sort(order, function(a, b) return sizes[a] < sizes[b] end)
  for place, i in ipairs(order) do
    shares[i] = math.min(sizes[i], total // (#order - place + 1))
    total = total - shares[i]
  end
  return shares
end

-- Returns the factor at which a picture probably fills the room.
local function likely_factor(view, room, edges)
  return view.factor * (room / (view.bytes * edges)) ^ (1 / kPower) * kCaution
end

-- Encodes a larger version, unless it exceeds the room.
local function grow(view, factor, room)
  local before = { map = view.map, factor = view.factor, recipe = view.recipe, blob = view.blob, bytes = view.bytes }
  encode(view, factor, view.recipe)
  if view.bytes <= room then return end
  for key, value in pairs(before) do view[key] = value end
end

local function scale_down(view, least, room)
  if view.bytes <= room then return end
  local whole = view.factor == 1 and view.recipe.format == "png"
  for attempt = 1, kMaxTries do
    if view.bytes <= room or view.factor <= least then break end
    local factor = likely_factor(view, room, whole and attempt == 1 and kEdges or 1)
    if attempt == kMaxTries then factor = least end
    encode(view, math.max(least, math.min(factor, view.factor * kCaution)), view.recipe)
  end
  local factor = likely_factor(view, room, 1)
  if whole and view.bytes < room * kWasteful then grow(view, math.min(factor, kCaution), room) end
end

-- Encodes by another recipe if that takes fewer bytes: flat and tiny pictures may be larger as JPEG.
local function recompress(view, recipe)
  local before, blob, bytes = view.recipe, view.blob, view.bytes
  encode(view, view.factor, recipe)
  if view.bytes >= bytes then view.recipe, view.blob, view.bytes = before, blob, bytes end
end

local function recipes_of(view, room)
  if view.recipe.format ~= "png" then return stronger[view.recipe.format] end
  if not view.changeable then return stronger.png end
  if room < view.bytes * kStrongest then return stronger.jpg end
  return { stronger.png[1], stronger.jpg[1], stronger.jpg[2] }
end

-- Scales down while text stays readable, then compresses more strongly, then scales down further.
local function shrink(view, room)
  local longer = math.max(view.full.width, view.full.height)
  scale_down(view, math.min(1, kReadableFactor, kReadableSide / longer), room)
  for _, recipe in ipairs(recipes_of(view, room)) do
    if view.bytes > room then recompress(view, recipe) end
  end
  scale_down(view, math.min(1, kMinSide / longer), room)
  drop_scaled(view)
end

-- Brings the views of one result within the limit of bytes, which they share. A view that cannot meet its share is as
-- small as possible and gets `room`, its share. `beside`: the bytes of the answer besides the pictures.
function M.share(views, limits, beside)
  local most = limits.max_bytes
  local room = M.room(limits, beside or 0)
  local sizes = {}
  for i, view in ipairs(views) do sizes[i] = view.bytes end
  local shares = room and M.shares(sizes, room) or sizes
  for i, view in ipairs(views) do
    if view.bytes > shares[i] then
      view.limited_by[most.name] = M.argument(most)
      shrink(view, shares[i])
      if view.bytes > shares[i] then view.room = shares[i] end
    end
    view.source = nil
  end
end

return M
