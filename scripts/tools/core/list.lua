local arguments = require "lib.arguments"
local desktop = require "desktop"
local errors = require "errors"
local json = require "json"
local status = require "tools.status"
local tool = require "tool"

local M = {}

-- Returns the arguments in the form that the schema checks.
function M.normalise(args)
  args = arguments.without_unset(args)
  args.include_window_details = arguments.list(args.include_window_details)
  if args.item_type == nil then
    args.item_type = args.app ~= nil and "application_windows" or "running_applications"
  end
  return args
end

-- Checks rules between arguments that JSON Schema cannot express well. Raises one error for all faults.
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

-- Clients hand on either the text or the structured content, so each is complete alone.
local function result(text, structured, count, messages)
  local content, told = { tool.text(text) }, { table.unpack(messages or {}) }
  if count and count > 0 then
    content[2] = tool.text(require("desktop.list_text").from_screen)
    told[#told + 1] = require("desktop.list_text").from_screen
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
  local list_text = require "desktop.list_text"
  return result(with_messages(list_text.applications(rows), messages), { application_list = json.array(rows) },
    #rows, messages)
end

function lists.application_windows(args, work)
  local found = work.windows(args.app, require("desktop.lists").set(args.include_window_details))
  local text = require("desktop.list_text").windows(found.windows, found.applications, found.minimised, found.elsewhere)
  return result(with_messages(text, found.messages), {
    window_list = json.array(found.windows),
    target_application_info = found.applications[1],
    applications = json.array(found.applications), minimised_count = found.minimised,
  }, #found.windows, found.messages)
end

function lists.screens()
  local rows = require("desktop.lists").screens()
  return result(require("desktop.list_text").screens(rows), { screens = json.array(rows) }, #rows)
end

function lists.server_status()
  local report = status.collect()
  return result(status.render(report), { server_status = status.data(report) })
end

function M.run(args, call)
  local valid, fault = pcall(check, args)
  if not valid then return tool.failed(fault) end
  local answer, err = try(lists[args.item_type], args, require("external.choose").of(call))
  if not answer then return tool.failed(err, "List operation failed") end
  local guess = desktop.guess()
  if guess then
    table.insert(answer.content, 2, tool.text("Peekaboo Warning: " .. guess .. "."))
    answer.structured.display_guess = guess
  end
  return answer
end

return M
