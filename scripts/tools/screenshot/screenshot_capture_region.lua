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

function M.run(args, call)
  local region = visible {
    x = parameters.whole(args, "x", 0, kFar), y = parameters.whole(args, "y", 0, kFar),
    width = parameters.whole(args, "width", 1, kFar), height = parameters.whole(args, "height", 1, kFar),
  }
  return picture.take({ kind = "desktop" }, args, call, {
    region = region,
    shown = function(taken)
      local area = taken.origin
      return { "region", json.object { { "x", area.x }, { "y", area.y }, { "width", area.width },
        { "height", area.height } } }
    end,
  })
end

return M
