local arguments = require "lib.arguments"
local desktop = require "desktop"
local errors = require "errors"
local json = require "json"
local lists = require "desktop.lists"
local status = require "tools.status"
local table_of = require "lib.text_table"
local list_text = require "desktop.list_text"
local unicode = require "lib.unicode"

local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 2, text = "List applications, windows, screens or the server's status", desktop = true,
  options = {
    { "what", "apps (default), windows, screens or server_status",
      one_of = { "apps", "windows", "screens", "server_status" } },
    { "--app", "application, for windows", value = "NAME" },
    { "--include-details", "for windows: ids, bounds, off_screen (comma-separated)", value = "LIST",
      some_of = { "ids", "bounds", "off_screen" } },
  },
}

local known_details = { ids = true, bounds = true, off_screen = true }

local function usage(message, hint)
  errors.raise("INVALID_ARGUMENT", message, { usage = true, hint = hint })
end

local function apps(options)
  if options.app then usage("--app goes with `list windows` only") end
  local rows, cells = lists.applications(), {}
  for i, row in ipairs(rows) do
    cells[i] = { unicode.line(row.app_name), unicode.line(row.bundle_id), tostring(row.pid),
      tostring(row.window_count), row.is_active and "active" or "" }
  end
  local text = ("Running Applications (%d):\n\n"):format(#rows) .. table_of.render({
    { "NAME", shrink = true }, { "ID", shrink = true }, { "PID", right = true }, { "WINDOWS", right = true }, { "" },
  }, cells, {
    colour = options.colour, columns = options.columns,
    mark = function(r) return rows[r].is_active and "green" or nil end,
  })
  return { data = { applications = json.array(rows) }, text = text }
end

local function details_of(options)
  local details = lists.set(arguments.list(options.include_details))
  for word in pairs(details) do
    if not known_details[word] then usage(("unknown detail '%s'"):format(word), "Use ids, bounds, off_screen.") end
  end
  return details
end

local function windows(options)
  if not options.app or options.app == "" then
    usage("`list windows` needs --app", "Give it, for example --app Firefox.")
  end
  local details = details_of(options)
  local found = lists.windows(options.app, details)
  local columns, cells = { { "#", right = true }, { "TITLE", shrink = true } }, {}
  if details.ids then columns[#columns + 1] = { "ID", right = true } end
  if details.bounds then columns[#columns + 1] = { "BOUNDS" } end
  if details.off_screen then columns[#columns + 1] = { "" } end
  for i, row in ipairs(found.windows) do
    local cell = { tostring(row.window_index), row.window_title }
    if details.ids then cell[#cell + 1] = tostring(row.window_id) end
    if details.bounds then cell[#cell + 1] = list_text.rectangle(row.bounds):sub(2, -2) end
    if details.off_screen then cell[#cell + 1] = row.is_on_screen and "on screen" or "off screen" end
    cells[i] = cell
  end
  local lines = {}
  for i, application in ipairs(found.applications) do
    lines[i] = "Windows for " .. list_text.application(application)
  end
  local left_out = list_text.left_out(found.minimised, found.elsewhere)
  local text = table.concat(lines, "\n") .. ("\nTotal Windows: %d%s\n")
    :format(#found.windows, left_out and (" (%s)"):format(left_out) or "")
  if #cells > 0 then text = text .. "\n" .. table_of.render(columns, cells, options) end
  for _, message in ipairs(found.messages) do text = text .. message .. "\n" end
  return {
    messages = found.messages,
    data = {
      target_application_info = found.applications[1], applications = json.array(found.applications),
      windows = json.array(found.windows), minimised_count = found.minimised,
    },
    text = text,
  }
end

local function screens(options)
  local rows, cells = lists.screens(), {}
  for i, row in ipairs(rows) do
    local b = row.bounds
    local turned = (row.rotation or 0) ~= 0 and ("rotated %d°"):format(row.rotation) or ""
    cells[i] = { "screen:" .. row.index, unicode.line(row.name), ("%d×%d"):format(b.width, b.height),
      ("%d,%d"):format(b.x, b.y), ("%g"):format(row.scale or 1), row.primary and "primary" or "", turned }
  end
  local text = ("Screens (%d):\n\n"):format(#rows) .. table_of.render({
    { "TARGET" }, { "NAME", shrink = true }, { "SIZE" }, { "AT" }, { "SCALE", right = true }, { "" }, { "" },
  }, cells, options)
  return { data = { screens = json.array(rows) }, text = text }
end

local function server_status()
  local report = status.collect()
  return { data = status.data(report), text = status.render(report) .. "\n" }
end

local kinds = { apps = apps, windows = windows, screens = screens, server_status = server_status }

function M.run(options)
  local result = kinds[options.what or "apps"](options)
  local guess = desktop.guess()
  if guess then
    local warning = "Peekaboo Warning: " .. guess .. "."
    result.messages = { warning }
    result.text = ("%s\n%s\n"):format(result.text, warning)
  end
  return result
end

return M
