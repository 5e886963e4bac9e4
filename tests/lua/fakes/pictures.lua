-- Images of a world (see world.lua).
local M = {}

M.magic = { png = "\x89PNG\r\n\x1a\n", jpg = "\xFF\xD8\xFF\xE0", webp = "RIFF0000WEBP" }
local media = { png = "image/png", jpg = "image/jpeg" }

-- As large when encoded as `world.density` bytes for each pixel make it; less as JPEG and with more effort.
local function padded(world, made, options, text)
  local size = made.width * made.height * world.density
  if options.format == "jpg" then size = size * (options.quality or 90) / 200 end
  if options.small then size = size * 0.8 end
  return text .. ("."):rep(math.floor(size) - #text)
end

function M.make(world, name, area, scale)
  local made = { method = world.method or "fake", name = name, origin = area, scale = scale or 1 }
  made.width, made.height = math.ceil(area.width * made.scale - 1e-6), math.ceil(area.height * made.scale - 1e-6)
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
    world.log("encode", options.format)
    local start = M.magic[options.format]
    if world.encoded then return world.blob(start .. world.encoded(options.format, made), media[options.format]) end
    return world.blob(padded(world, made, options, start .. name), media[options.format])
  end
  function made.fit(_, options)
    check()
    world.options(options, { max_width = true, max_height = true, scale = true })
    local factor = options.scale or 1
    for side, limit in pairs { width = options.max_width or 0, height = options.max_height or 0 } do
      if limit > 0 then factor = math.min(factor, limit / made[side]) end
    end
    world.log("fit", factor)
    return M.make(world, name, area, made.scale * factor)
  end
  return made
end

return M
