local clients = require "lib.clients"
local guest = require "guest"

local M = {}

local kWhat = "Runs a Lua 5.4 script on the desktop; returns its value, what it printed and the pictures it returned. "
  .. "It runs in a process of its own without files, network and other processes. It has string, table, math, utf8, "
  .. "coroutine, the clocks of os, and (as globals; the methods of pictures are under `script`):"

-- Claude Code cuts a description at 2 kB: it lists the functions, and the argument's text lists the methods.
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

local point = { { "x", "number" }, { "y", "number" } }

local run_script = {
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
}

-- The tools, as in core/rows.lua.
M.tools = { run_script }

return M
