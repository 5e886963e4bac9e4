local errors = require "errors"
local budget = require "capture.budget"
local guest = require "guest"
local guest_values = require "guest.values"
local json = require "json"
local list_text = require "desktop.list_text"
local tool = require "tool"

local M = {}

-- Returns the pictures as content and as rows of the data, within the limits of answers. `beside`: the bytes of the
-- rest of the answer.
local function with_images(content, rows, images, beside)
  local limits, views = budget.limits {}, {}
  for i, picture in ipairs(images) do
    views[i] = budget.view(picture, limits, { kind = "png", changeable = true, count = #images })
  end
  budget.share(views, limits, beside)
  for i, view in ipairs(views) do
    local row = { width = view.map.width, height = view.map.height, origin = view.map.origin, scale = view.map.scale }
    if view.blob then
      content[#content + 1] = tool.image(view.blob, { width = row.width, height = row.height, origin = row.origin,
        scale = row.scale })
      row.mime_type = view.blob.media_type
    else
      content[#content + 1] = tool.text(("Picture %d cannot be made small enough for the answer; crop it."):format(i))
    end
    rows[i] = row
  end
end

local function done_text(outcome)
  if outcome.call_count == 0 then return "Done before: nothing; it had called no function." end
  local lines = { ("Done before: %d call%s"):format(outcome.call_count, outcome.call_count == 1 and "" or "s") }
  local left_out = outcome.call_count - #outcome.calls
  if left_out > 0 then lines[#lines + 1] = ("(%d before these)"):format(left_out) end
  for i, call in ipairs(outcome.calls) do lines[#lines + 1] = ("%d. %s"):format(left_out + i, call) end
  return table.concat(lines, "\n")
end

local function add_output(content, outcome)
  if outcome.printed == "" then return end
  local text = outcome.printed
  if not outcome.printed_all then text = text .. "\n(The rest of what it printed was dropped.)" end
  content[#content + 1] = tool.text("Printed:\n" .. text)
end

local function structured_of(outcome)
  return {
    output = outcome.printed, output_truncated = not outcome.printed_all or nil, call_count = outcome.call_count,
    calls = json.array(outcome.calls), images = json.array {},
  }
end

-- Returns the line of an error. Most messages contain it; for a syntax error the message is the only source.
local function line_of(err)
  local details = type(err.details) == "table" and err.details or {}
  return details.line or math.tointeger(tonumber(tostring(err.message):match "^script:(%d+):"))
end

local hints = {
  TIMEOUT = ("Do less in one script. It may wait for up to `timeout` (at most %d) seconds, and compute for %d of them.")
    :format(guest.limits.most_seconds, guest.limits.computing),
}

local function failed(outcome)
  local line = line_of(outcome.error)
  local err = errors.normalise(outcome.error)
  -- Remedies of the error table are for people at the machine, not for scripts of clients.
  if not outcome.error.hint or outcome.error.hint == "" then err.hint = hints[err.code] end
  local has_line = err.message:find "^script:%d+:"
  local where = line and not has_line and ("Line %d of the script"):format(line) or "The script failed"
  local result = tool.failure(errors.make(err.code, err.message, { hint = err.hint, relayed = true }), where)
  local trace = type(outcome.error.details) == "table" and outcome.error.details.traceback
  if trace then result.content[#result.content + 1] = tool.text(trace) end
  add_output(result.content, outcome)
  result.content[#result.content + 1] = tool.text(done_text(outcome))
  result.structured = structured_of(outcome)
  result.structured.error = { code = err.code, message = err.message, line = line, traceback = trace or nil }
  return result
end

local function value_text(value)
  if type(value) == "string" then return value end
  return json.encode(value, 2)
end

-- Makes the tool result from an outcome of guest.run.
function M.compose(outcome)
  if outcome.error then return failed(outcome) end
  local fine, images, value = pcall(guest_values.split, outcome.returned, outcome.count)
  if not fine then
    outcome.error = images
    return failed(outcome)
  end
  if #images > guest.limits.images then
    outcome.error = errors.make("INVALID_ARGUMENT", ("script returned %d pictures; at most %d are sent")
      :format(#images, guest.limits.images))
    return failed(outcome)
  end
  for i, picture in ipairs(images) do
    if not picture.width then
      outcome.error = errors.make("INVALID_ARGUMENT", ("script returned a picture (%d) that it had released")
        :format(i))
      return failed(outcome)
    end
  end
  local content, rows = {}, {}
  local structured = structured_of(outcome)
  structured.value = value
  if value ~= nil then content[1] = tool.text(value_text(value)) end
  add_output(content, outcome)
  local bytes = #json.encode(content) + #json.encode(structured)
  local most = #images > 0 and budget.most_text or budget.most_text_alone
  if bytes > most then
    outcome.error = errors.make("INVALID_ARGUMENT", ("script's answer too long: %d bytes without pictures, at most %d")
      :format(bytes, most), { hint = "Return less of it: a part, or what was found in it." })
    return failed(outcome)
  end
  with_images(content, rows, images, bytes + budget.beside(images))
  if #content == 0 then content[1] = tool.text "The script is done; it returned nothing." end
  if outcome.call_count > 0 then content[#content + 1] = tool.text(list_text.from_screen) end
  structured.images = json.array(rows)
  return { content = content, structured = structured }
end

local function run(args, call)
  return M.compose(guest.run({ script = args.script, arguments = args.arguments or {}, seconds = args.timeout },
    call and function(count, name) call:progress(count, nil, name) end))
end

function M.run(args, call)
  local result, err = try(run, args, call)
  if not result then return tool.failed(err, "The script was not run") end
  return result
end

return M
