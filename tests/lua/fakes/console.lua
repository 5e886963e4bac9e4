-- The host's module "console", and what the module "host" says of the native modules.
local M = {}

local function parameter(name, kind, option)
  return { name = name, type = kind, text = ("About %s."):format(name), option = option,
    optional = option }
end

-- A function's row as the host gives it; `parameters` and `options` are {name, type}.
local function row(call, text, result, parameters, options, errors)
  local list = {}
  for _, each in ipairs(parameters or {}) do list[#list + 1] = parameter(each[1], each[2], false) end
  for _, each in ipairs(options or {}) do list[#list + 1] = parameter(each[1], each[2], true) end
  return { call = call, text = text, parameters = list, results = { { type = result } }, errors = errors or {},
    waits = false, plain = false }
end

local shown = '"desktop"|"display"|"window"|"frontmost"'
local rows = {
  { module = "window", rows = {
    row("window.list", "The windows.", "window[]", nil, { { "pid", "integer" }, { "on_screen", "boolean" } },
      { "DISPLAY_UNAVAILABLE", "TIMEOUT" }),
    row("window.frontmost", "The front one.", "window?"),
  } },
  { module = "app", rows = { row("app.list", "The applications.", "app[]") } },
  { module = "screen", rows = {
    row("screen.capture", "A picture.", "image", { { "kind", shown } }, { { "id", "integer" },
      { "region", "rectangle" }, { "encode", '"png"' }, { "fingerprint", "boolean" }, { "timeout", "number" } }),
  } },
  { module = "json", rows = {}, constants = { "null" } },
  { module = "console", rows = {} },
}

function M.new(world)
  world.shown = {}
  return {
    preview = function() return "" end,
    answer = function(line, text) world.shown[line] = text end,
  }
end

function M.rows()
  for _, entry in ipairs(rows) do
    entry.methods, entry.constants = entry.methods or {}, entry.constants or {}
  end
  return rows
end

function M.methods(world, value)
  return type(value) == "userdata" and world.methods or nil
end

return M
