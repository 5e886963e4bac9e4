local arguments = require "lib.arguments"
local desktop = require "desktop"
local errors = require "errors"
local json = require "json"
local status = require "tools.status"
local tool = require "tool"
local choose = later "external.choose"
local clients = later "lib.clients"
local listing = later "desktop.lists"
local list_text = later "desktop.list_text"

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

-- Clients hand on the text or the structured content, so each says everything.
local function result(text, structured, count, messages)
  local content, told = { tool.text(text) }, { table.unpack(messages or {}) }
  if count and count > 0 then
    content[2] = tool.text(list_text.from_screen)
    told[#told + 1] = list_text.from_screen
  end
  structured.count, structured.messages = count, json.array(told)
  return { content = content, structured = structured, members = structured }
end

local function with_messages(text, messages)
  if not messages or #messages == 0 then return text end
  return ("%s\nMessages: %s"):format(text, table.concat(messages, "; "))
end

local lists = {}

function lists.running_applications(_, work)
  local rows, messages = work.applications()
  return result(with_messages(list_text.applications(rows), messages), { application_list = json.array(rows) },
    #rows, messages)
end

function lists.application_windows(args, work)
  local found = work.windows(args.app, listing.set(args.include_window_details))
  local text = list_text.windows(found.windows, found.applications, found.minimised, found.elsewhere)
  return result(with_messages(text, found.messages), {
    window_list = json.array(found.windows),
    target_application_info = found.applications[1],
    applications = json.array(found.applications), minimised_count = found.minimised,
  }, #found.windows, found.messages)
end

function lists.screens()
  local rows = listing.screens()
  return result(list_text.screens(rows), { screens = json.array(rows) }, #rows)
end

function lists.server_status()
  local report = status.collect()
  return result(status.render(report), { server_status = status.data(report) })
end

function M.run(args, call)
  local valid, fault = pcall(check, args)
  if not valid then return tool.failed(fault) end
  local answer, err = try(lists[args.item_type], args, choose.of(call))
  if not answer then return tool.failed(err, "List operation failed") end
  local guess = desktop.guess()
  if guess then
    table.insert(answer.content, 2, tool.text("Peekaboo Warning: " .. guess .. "."))
    answer.structured.display_guess = guess
  end
  return answer
end

local application = {
  { "app_name", "string", "Its name." },
  { "bundle_id", "string", "Its desktop entry's id.", optional = true },
  { "pid", "integer", "Its process." },
}
local running = {
  application[1], application[2], application[3],
  { "is_active", "boolean", "It has the focus.", optional = true },
  { "window_count", "integer", "Of those on the screen.", optional = true },
}
local bounds = { { "x", "integer" }, { "y", "integer" }, { "width", "integer" }, { "height", "integer" } }

tool.register {
  name = "list",
  title = "List applications, windows and screens",
  description = "Lists system items: running applications, all windows of a specific app, screens, or server status. "
    .. "An application is named in full or by its first words.\n" .. status.block(),
  read_only = true, idempotent = true,
  meta = clients.tool_hints,
  params = {
    { "item_type", { "running_applications", "application_windows", "server_status", "screens" },
      "Specifies the type of items to list. If omitted or empty, it defaults to 'application_windows' if 'app' is "
      .. "provided, otherwise 'running_applications'. Valid options are:\n"
      .. "- `running_applications`: Lists all currently running applications.\n"
      .. "- `application_windows`: Lists open windows for a specific application. Requires the `app` parameter.\n"
      .. "- `server_status`: Returns information about the Peekaboo MCP server.\n"
      .. "- `screens`: Lists the displays that `screen:INDEX` can name.", optional = true },
    { "app", "string", "Specifies the target application by name (e.g., \"Firefox\", \"Files\"), desktop entry ID, or "
      .. "PID:number. Required when `item_type` is explicitly 'application_windows'.",
      optional = true },
    { "include_window_details", { list = { "ids", "bounds", "off_screen" } }, "Optional, for 'application_windows' "
      .. "only. Specifies additional details for each window. If provided for other 'item_type' values, it will be "
      .. "ignored only if it is an empty array.", optional = true },
  },
  result = {
    { "application_list", { list = running }, "For `running_applications`.", optional = true },
    { "window_list", { list = {
      { "window_title", "string", "Its title." },
      { "window_id", "integer", "With `ids`.", optional = true },
      { "window_index", "integer", "What `WINDOW_INDEX` takes: 0 is the front-most.", optional = true },
      { "bounds", bounds, "With `bounds`: in desktop pixels, without frame.", optional = true },
      { "is_on_screen", "boolean", "With `off_screen`.", optional = true },
    } }, "For `application_windows`, front-most first.", optional = true },
    { "target_application_info", application, "Of several with one name the front-most.",
      optional = true },
    { "applications", { list = application }, "All that have the name.", optional = true },
    { "minimised_count", "integer", "For `application_windows`: minimised ones that are left out.",
      optional = true },
    { "screens", { list = {
      { "index", "integer", "What `screen:INDEX` takes." }, { "name", "string", "Its connector." },
      { "bounds", bounds, "In desktop pixels." },
      { "scale", "number", "How much larger than usual programs draw; no coordinate depends on it.", optional = true },
      { "primary", "boolean", "It is the main one.", optional = true },
    } }, "For `screens`.", optional = true },
    { "display_guess", "string", "Which display this is, when guessed among several.", optional = true },
    { "server_status", "object", "For `server_status`.", optional = true },
    { "count", "integer", "How many it lists.", optional = true },
    { "messages", { list = "string" }, "What else the reader must know." },
  },
  errors = {
    { "APP_NOT_FOUND" }, { "AMBIGUOUS_APP_IDENTIFIER" }, { "DISPLAY_UNAVAILABLE" }, { "INVALID_ARGUMENT" },
    { "TIMEOUT" }, { "UNSUPPORTED" },
  },
  examples = {
    { "Running applications", {} },
    { "The windows of one, with ids and places", { { "item_type", "application_windows" }, { "app", "Firefox" },
      { "include_window_details", json.array { "ids", "bounds" } } } },
    { "The screens", { { "item_type", "screens" } } },
    { "What works, and what is configured", { { "item_type", "server_status" } } },
  },
  normalise = normalise,
  run = M.run,
}

M.normalise = normalise

return M
