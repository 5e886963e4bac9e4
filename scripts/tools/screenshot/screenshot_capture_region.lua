local answer = require "tools.screenshot.common.answer"
local displays = require "tools.screenshot.common.displays"
local errors = require "errors"
local json = require "json"
local list_text = require "desktop.list_text"
local parameters = require "tools.screenshot.common.parameters"
local picture = require "tools.screenshot.common.picture"
local rectangle = require "lib.rectangle"

local M = { normalise = parameters.normalise, failure = answer.failure }

local kFar = 1000000 -- pixels, as far as regions of the desktop go

-- Returns the smallest rectangle with all of a region that displays show. Raises INVALID_ARGUMENT when none shows any.
local function visible(region)
  local shown = {}
  for _, display in ipairs(displays.all()) do shown[#shown + 1] = rectangle.common(display.bounds, region) end
  if #shown > 0 then return rectangle.around(shown) end
  return errors.raise("INVALID_ARGUMENT", ("x, y: the region %s lies outside every display")
    :format(list_text.rectangle(region)), {
    hint = "screenshot_list_displays gives the place and size of each.", details = { field = "x" },
  })
end

-- Returns the first pixel and the number of pixels that a region has a part of, on one axis.
local function outward(args, from, length)
  local first = parameters.number(args, from, 0, kFar)
  local last = first + parameters.number(args, length, 1, kFar)
  return math.floor(first), math.ceil(last) - math.floor(first)
end

function M.run(args, call)
  local x, width = outward(args, "x", "width")
  local y, height = outward(args, "y", "height")
  return picture.take({ kind = "desktop" }, args, call, {
    region = visible { x = x, y = y, width = width, height = height },
    shown = function(taken)
      local area = taken.origin
      return { "region", json.object { { "x", area.x }, { "y", area.y }, { "width", area.width },
        { "height", area.height } } }
    end,
  })
end

return M
