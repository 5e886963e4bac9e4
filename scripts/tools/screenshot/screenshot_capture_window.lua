local answer = require "tools.screenshot.common.answer"
local errors = require "errors"
local json = require "json"
local parameters = require "tools.screenshot.common.parameters"
local picture = require "tools.screenshot.common.picture"
local windows = require "tools.screenshot.common.windows"

local M = { normalise = parameters.normalise, failure = answer.failure }

local function window_of(args)
  if (args.windowId == nil) == (args.windowTitle == nil) then
    errors.raise("INVALID_ARGUMENT", args.windowId and "both windowId and windowTitle given"
      or "neither windowId nor windowTitle given", { hint = "Give one of them.", details = { field = "windowId" } })
  end
  return args.windowId and windows.by_id(args.windowId) or windows.by_title(args.windowTitle)
end

function M.run(args, call)
  local found = window_of(args)
  -- The gate refuses an excluded window, whatever its state is.
  if found.minimised and not found.excluded then
    errors.raise("CAPTURE_FAILED", ("window %d is minimised"):format(found.id),
      { hint = "Restore the window, then try again.", details = { reason = "minimised" } })
  end
  return picture.take({ kind = "window", id = found.id, window = found }, args, call, {
    frame = args.includeFrame,
    shown = function(taken)
      return { "window", json.object(windows.told(found, windows.with_processes(), taken.origin)) }
    end,
  })
end

return M
