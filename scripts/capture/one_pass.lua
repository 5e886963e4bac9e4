local budget = require "capture.budget"

local M = {}

-- Returns the expected width and height of the subject's capture. The picture itself has the exact size.
local function expected_size(subject, request)
  local bounds, region, scale = subject.bounds, request.region, request.scale or 1
  local width, height = bounds.width, bounds.height
  if region then
    width = math.min(region.x + region.width, bounds.x + width) - math.max(region.x, bounds.x)
    height = math.min(region.y + region.height, bounds.y + height) - math.max(region.y, bounds.y)
  end
  return math.max(width * scale, 1), math.max(height * scale, 1)
end

-- Returns how to capture a subject for `request` and `plan` (see capture.pipeline), so that as much as possible is made
-- while the picture arrives: the options scale, max_width, max_height, fit and encode of screen.capture.
function M.options(subject, request, plan)
  local options = { scale = request.scale }
  if request.question then return options end
  local png = plan.kind == "png" and "png" or nil
  local limits = request.limits
  if not (plan.inline or request.limits_files) or not budget.limiting(limits) then
    options.encode = png
    return options
  end
  local sides = budget.sides(limits)
  if not request.limits_files then
    -- A picture that may have to shrink further needs its pixels, which take long to decode from a PNG.
    local enough = png and budget.likely_within(limits, expected_size(subject, request))
    options.encode, options.fit = enough and png or nil, enough and sides or nil
  elseif png and sides and not limits.max_bytes.value and not request.scale then
    -- The whole picture is not needed.
    options.encode, options.max_width, options.max_height = png, sides.max_width, sides.max_height
  end
  return options
end

return M
