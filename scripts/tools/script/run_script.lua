local answer_limit = require "capture.answer_limit"
local clients = require "lib.clients"
local errors = require "errors"
local budget = require "capture.budget"
local guest = require "guest"
local guest_values = require "guest.values"
local json = require "json"
local list_text = require "desktop.list_text"
local tool = require "tool"

local M = {}

local kWhat = "Runs a Lua 5.4 script on the desktop; returns its value, what it printed and the pictures it returned. "
  .. "It runs in a process of its own without files, network and other processes. It has string, table, math, utf8, "
  .. "coroutine, the clocks of os, and (as globals; the methods of pictures are under `script`):"

-- Claude Code cuts a description at 2 kB: the functions stand here, the methods with the argument.
local function functions(is_method)
  local lines = {}
  for _, row in ipairs(guest.rows) do
    if (row[1]:find "^%a+:" ~= nil) == is_method then lines[#lines + 1] = ("- %s: %s"):format(row[1], row[2]) end
  end
  return table.concat(lines, "\n")
end

local function description()
  local limits = guest.limits
  return table.concat({ kWhat, functions(false), ("A failing function raises {code, message, hint}; `try(f, …)` gives "
    .. "nil and the error. `return` hands back values and up to %d pictures. Limits: %d s of computing, %d MB of "
    .. "memory, %d MB of pictures, %d kB printed, %d calls."):format(limits.images, limits.computing,
      limits.memory // (1024 * 1024), limits.pictures // (1024 * 1024), limits.output // 1024, limits.calls) }, "\n")
end

-- The pictures as content and as rows of the data, within the limits that hold for answers. `beside`: the bytes of the
-- rest.
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
  local structured = structured_of(outcome)
  structured.value = value
  if value ~= nil then content[1] = tool.text(value_text(value)) end
  add_output(content, outcome)
  local bytes = #json.encode(content) + #json.encode(structured)
  local most = #images > 0 and answer_limit.most_text or answer_limit.most_text_alone
  if bytes > most then
    outcome.error = errors.make("INVALID_ARGUMENT", ("The script's answer has %d bytes without pictures; at most %d "
      .. "are sent."):format(bytes, most), { hint = "Return less of it: a part, or what was found in it." })
    return failed(outcome)
  end
  with_images(content, rows, images, bytes + answer_limit.beside(images))
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

local point = { { "x", "number" }, { "y", "number" } }

tool.register {
  name = "run_script",
  title = "Run a Lua script",
  description = description(),
  pictures = true, meta = clients.tool_hints,
  params = {
    { "script", "string", "The script's text: Lua 5.4. `arguments` is what the call gave. A picture has "
      .. table.concat(guest.fields.image, ", ") .. " and:\n" .. functions(true) },
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
