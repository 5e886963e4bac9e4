local arguments = require "arguments"
local backend = require "backend"
local errors = require "errors"
local json = require "json"
local listing = require "listing"
local status = require "status"
local texts = require "texts"
local tool = require "tool"

local M = {}

local function normalise(args)
  args = arguments.without_unset(args)
  args.include_window_details = arguments.list(args.include_window_details)
  if args.item_type == nil then
    args.item_type = args.app ~= nil and "application_windows" or "running_applications"
  end
  return args
end

-- Rules between arguments, which JSON Schema cannot say well; all faults at once.
local function check(args)
  local faults = {}
  local windows = args.item_type == "application_windows"
  if windows and (not args.app or args.app:match("^%s*$")) then
    faults[#faults + 1] = "'app' identifier is required when 'item_type' is 'application_windows'."
  end
  if not windows and args.include_window_details and #args.include_window_details > 0 then
    faults[#faults + 1] = "'include_window_details' is only applicable when 'item_type' is 'application_windows'."
  end
  if args.item_type == "server_status" and args.app then
    faults[#faults + 1] = "'app' is not applicable when 'item_type' is 'server_status'."
  end
  if #faults > 0 then errors.raise("INVALID_ARGUMENT", "Invalid arguments: " .. table.concat(faults, ", ")) end
end

local function result(text, structured)
  return { content = { tool.text(text) }, structured = structured, members = structured }
end

local lists = {}

function lists.running_applications(_, work)
  local rows = work.applications()
  return result(texts.applications(rows), { application_list = json.array(rows) })
end

function lists.application_windows(args, work)
  local found = work.windows(args.app, listing.set(args.include_window_details))
  return result(texts.windows(found.windows, found.applications), {
    window_list = json.array(found.windows),
    target_application_info = found.applications[1],
    applications = json.array(found.applications),
  })
end

function lists.screens()
  local rows = listing.screens()
  return result(texts.screens(rows), { screens = json.array(rows) })
end

function lists.server_status()
  local report = status.collect()
  return result(status.render(report), { server_status = status.data(report) })
end

function M.run(args, call)
  local valid, fault = pcall(check, args)
  if not valid then return tool.failed(fault) end
  local answer, err = try(lists[args.item_type], args, backend.of(call))
  if not answer then return tool.failed(err, "List operation failed") end
  return answer
end

local application = {
  { "app_name", "string" },
  { "bundle_id", "string", nil, optional = true },
  { "pid", "integer" },
  { "is_active", "boolean", nil, optional = true },
  { "window_count", "integer", nil, optional = true },
}
local bounds = { { "x", "integer" }, { "y", "integer" }, { "width", "integer" }, { "height", "integer" } }

tool.register {
  name = "list",
  title = "List applications, windows and screens",
  description = "Lists system items: running applications, all windows of a specific app, screens, or server status. "
    .. "App ID uses fuzzy matching.\n" .. status.block(),
  read_only = true, idempotent = true,
  params = {
    { "item_type", { "running_applications", "application_windows", "server_status", "screens" },
      "Specifies the type of items to list. If omitted or empty, it defaults to 'application_windows' if 'app' is "
      .. "provided, otherwise 'running_applications'. Valid options are:\n"
      .. "- `running_applications`: Lists all currently running applications.\n"
      .. "- `application_windows`: Lists open windows for a specific application. Requires the `app` parameter.\n"
      .. "- `server_status`: Returns information about the Peekaboo MCP server.\n"
      .. "- `screens`: Lists the displays that `screen:INDEX` can name.", optional = true },
    { "app", "string", "Specifies the target application by name (e.g., \"Firefox\", \"Files\"), desktop entry ID, or "
      .. "PID:number. Required when `item_type` is explicitly 'application_windows'. Fuzzy matching is used.",
      optional = true },
    { "include_window_details", { list = { "ids", "bounds", "off_screen" } }, "Optional, for 'application_windows' "
      .. "only. Specifies additional details for each window. If provided for other 'item_type' values, it will be "
      .. "ignored only if it is an empty array.", optional = true },
  },
  result = {
    { "application_list", { list = application }, nil, optional = true },
    { "window_list", { list = {
      { "window_title", "string" },
      { "window_id", "integer", nil, optional = true },
      { "window_index", "integer", nil, optional = true },
      { "bounds", bounds, nil, optional = true },
      { "is_on_screen", "boolean", nil, optional = true },
    } }, nil, optional = true },
    { "target_application_info", application, nil, optional = true },
    { "applications", { list = application }, nil, optional = true },
    { "screens", { list = {
      { "index", "integer" }, { "name", "string" }, { "bounds", bounds },
      { "scale", "number", nil, optional = true }, { "primary", "boolean", nil, optional = true },
    } }, nil, optional = true },
    { "server_status", "object", nil, optional = true },
  },
  normalise = normalise,
  run = M.run,
}

M.normalise = normalise

return M
