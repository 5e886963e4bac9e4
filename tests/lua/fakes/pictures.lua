-- Images of a world (see world.lua).
local M = {}

M.magic = { png = "\x89PNG\r\n\x1a\n", jpg = "\xFF\xD8\xFF\xE0", webp = "RIFF0000WEBP" }
local magic = setmetatable({ jpeg = M.magic.jpg, bmp = "BM" }, { __index = M.magic })
local media = { png = "image/png", jpg = "image/jpeg", jpeg = "image/jpeg", webp = "image/webp", bmp = "image/bmp" }

-- As large when encoded as `world.density` bytes for each pixel make it; less as JPEG and with more effort.
local function padded(world, made, options, text)
  local size = made.width * made.height * world.density
  if options.format == "jpg" then size = size * (options.quality or 90) / 200 end
  if options.small then size = size * 0.8 end
  return text .. ("."):rep(math.floor(size) - #text)
end

local function factor_of(world, made, options)
  world.options(options, { max_width = true, max_height = true, scale = true })
  local factor = options.scale or 1
  for side, limit in pairs { width = options.max_width or 0, height = options.max_height or 0 } do
    if limit > 0 then factor = math.min(factor, limit / made[side]) end
  end
  return factor
end

-- `early`: what was made while the picture arrived, {encode, fit}.
function M.make(world, name, area, scale, early)
  area = area or { x = 0, y = 0, width = 300, height = 200 } -- the place is not known
  local made = { method = "fake", name = name, origin = area, scale = scale or 1 }
  made.from_screen = world.from_screen or false
  made.transparent, made.menus = world.transparent or false, world.menus or {}
  made.excluded_windows, made.note = world.excluded_windows, world.picture_note
  made.width, made.height = math.ceil(area.width * made.scale - 1e-6), math.ceil(area.height * made.scale - 1e-6)
  early = early or {}
  local released = false
  local function check()
    if released then error(world.fail("INVALID_ARGUMENT", name .. " is released already"), 0) end
  end
  function made.release()
    released = true
  end
  function made.encode(_, options)
    check()
    world.options(options, { format = true, quality = true, small = true })
    local there = early.encode == options.format and not options.small
    world.log(there and "take" or "encode", options.format)
    if early.encode and not there then world.log("unpack", name) end
    local start = magic[options.format]
    if world.encoded then return world.blob(start .. world.encoded(options.format, made), media[options.format]) end
    return world.blob(padded(world, made, options, start .. name), media[options.format])
  end
  function made.mask_pii(_, options)
    check()
    world.options(options or {}, { kinds = true, patterns = true, timeout = true })
    world.log("mask", name)
    world.raise_if_failing("mask")
    local masked = M.make(world, "masked " .. name, area, made.scale)
    masked.masked = world.masked or { counts = {}, parts = {} }
    return masked
  end
  function made.outline(_, places, options)
    check()
    world.options(options, { color = true, width = true, numbers = true })
    world.log("outline", table.concat(options.numbers or {}, ","))
    world.outlined = places
    return M.make(world, "outlined " .. name, area, made.scale)
  end
  function made.text()
    check()
    world.log("read", name)
    return { lines = world.lines or {}, words = world.words, text = "" }
  end
  function made.fit(_, options)
    check()
    local factor = factor_of(world, made, options)
    local there = early.fit and factor_of(world, made, early.fit) == factor
    world.log(there and "take fit" or "fit", factor)
    if early.encode and not there then world.log("unpack", name) end
    return M.make(world, name, area, made.scale * factor, there and { encode = early.encode } or nil)
  end
  return made
end

-- A capture with the options of screen.capture.
function M.arrive(world, name, area, options)
  local size = { scale = options.scale, max_width = options.max_width, max_height = options.max_height }
  local factor = factor_of(world, area, size)
  if factor < 1 then world.log("arrives at", factor) end
  if options.fit then factor_of(world, area, options.fit) end
  return M.make(world, name, area, factor, { encode = options.encode, fit = options.fit })
end

return M
