local errors = require "errors"
local fit = require "fit"
local guest = require "guest"
local guest_values = require "guest_values"
local json = require "json"
local status = require "status"
local tool = require "tool"

local M = {}

local kWhat = "Runs a Lua 5.4 script on the desktop and returns its value, what it printed, and the pictures it "
  .. "returned. The script runs in a process of its own that reaches no files, no network and no other process: it has "
  .. "Lua's string, table, math, utf8 and coroutine libraries, the clock functions of os, and these functions "
  .. "(globals, and what require gives):\n"

local function description()
  local lines = { kWhat }
  for _, row in ipairs(guest.rows) do lines[#lines + 1] = ("- `%s`: %s"):format(row[1], row[2]) end
  lines[#lines + 1] = ("\nA failing function raises {code, message, hint}; `try(f, …)` gives nil and the error "
    .. "instead. `arguments` is what the call gave. `return` hands back values and up to %d pictures. Limits: %d s of "
    .. "computing, %d MB of memory and %d MB of pictures, %d kB printed, %d calls."):format(guest.limits.images,
      guest.limits.computing, guest.limits.memory // (1024 * 1024), guest.limits.pictures // (1024 * 1024),
      guest.limits.output // 1024, guest.limits.calls)
  lines[#lines + 1] = status.block()
  return table.concat(lines, "\n")
end

-- The pictures as content and as rows of structured content, within the limits that hold for answers.
local function with_images(content, rows, images)
  local limits, views = fit.limits {}, {}
  for i, picture in ipairs(images) do
    views[i] = fit.view(picture, limits, { kind = "png", changeable = true, count = #images })
  end
  fit.share(views, limits)
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

-- The line stands in the message as a rule; a syntax error has it there alone.
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
  -- The table's remedies are for people at the machine.
  if not outcome.error.hint or outcome.error.hint == "" then err.hint = hints[err.code] end
  local is_told = err.message:find "^script:%d+:"
  local where = line and not is_told and ("Line %d of the script"):format(line) or "The script failed"
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

-- The tool result for an outcome of guest.run.
function M.compose(outcome)
  if outcome.error then return failed(outcome) end
  local fine, images, value = pcall(guest_values.split, outcome.returned, outcome.count)
  if not fine then
    outcome.error = images
    return failed(outcome)
  end
  if #images > guest.limits.images then
    outcome.error = errors.make("INVALID_ARGUMENT", ("The script returned %d pictures; at most %d are sent.")
      :format(#images, guest.limits.images))
    return failed(outcome)
  end
  for i, picture in ipairs(images) do
    if not picture.width then
      outcome.error = errors.make("INVALID_ARGUMENT", ("The script returned a picture (%d) that it had released.")
        :format(i))
      return failed(outcome)
    end
  end
  local content, rows = {}, {}
  if value ~= nil then content[1] = tool.text(value_text(value)) end
  add_output(content, outcome)
  with_images(content, rows, images)
  if #content == 0 then content[1] = tool.text "The script is done; it returned nothing." end
  local structured = structured_of(outcome)
  structured.value, structured.images = value, json.array(rows)
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

local point = { { "x", "number" }, { "y", "number" } }

tool.register {
  name = "run_script",
  title = "Run a Lua script",
  description = description(),
  params = {
    { "script", "string", "The script's text: Lua 5.4." },
    { "timeout", "number", "Seconds that the script may take; default 30.", optional = true, above = 0,
      maximum = guest.limits.most_seconds },
    { "arguments", "object", "What the script sees as the global `arguments`.", optional = true },
  },
  result = {
    { "value", "any", "What the script returned besides pictures: one value, or a list of several. Pictures inside of "
      .. "it are `{image = N}`. Numbers must be finite.", optional = true },
    { "output", "string", "What it printed." },
    { "output_truncated", "boolean", "When that is not all.", optional = true },
    { "images", { list = {
      { "width", "integer" }, { "height", "integer" },
      { "origin", point, "The desktop pixel at its upper left corner." },
      { "scale", "number", "Pixels of the picture to a pixel of the desktop." },
      { "mime_type", "string", "Missing when the picture was too large to send.", optional = true },
    } }, "The pictures of the content, in order." },
    { "call_count", "integer", "How many calls of module functions it made." },
    { "calls", { list = "string" }, "The last of them." },
    { "error", {
      { "code", "string" }, { "message", "string" }, { "line", "integer", "In the script.", optional = true },
      { "traceback", "string", "", optional = true },
    }, "When it failed.", optional = true },
  },
  errors = {
    { "SCRIPT_ERROR", "The script failed; the text says in which line, and what it had done." },
    { "TIMEOUT", "It took too long, or computed for too long." },
    { "RATE_LIMIT_EXCEEDED", "Too many scripts run at once." },
    { "INVALID_ARGUMENT" }, { "UNSUPPORTED", "`peekaboo-guest` is missing, or the system cannot hold it." },
  },
  examples = {
    { "The titles of all windows on the screen", { { "script",
      "local titles = {}\nfor i, w in ipairs(window.list { on_screen = true }) do titles[i] = w.title end\n"
      .. "return titles" } } },
    { "Two pictures, half a second apart", { { "script",
      "local before = screen.capture \"frontmost\"\ntask.sleep(0.5)\n"
      .. "return before, screen.capture \"frontmost\"" } } },
  },
  run = M.run,
}

return M
