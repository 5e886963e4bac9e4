local arguments = require "lib.arguments"
local json = require "json"
local registry = require "ai.registry"
local rows = require "tools.core.rows"
local tool = require "tool"
local trim = require("lib.blanks").trim

local M = {}

local function has(list, wanted)
  for _, item in ipairs(list) do
    if item == wanted then return true end
  end
  return false
end

-- Accepts a provider whose file was added after the schema was published.
local function newcomer(kind)
  return not has(rows.provider_types, kind) and has(registry.recognised(), kind)
end

-- Returns the arguments in the form that the schema checks.
function M.normalise(args)
  args = arguments.without_unset(args, { question = true })
  args.new_type = nil
  -- An accepted alias must not be reported as an unknown argument.
  if args.image_path == nil then args.image_path, args.path = args.path, nil end
  if type(args.provider_config) == "table" then
    local config = arguments.without_unset(args.provider_config)
    if type(config.type) == "string" then config.type = trim(config.type):lower() end
    if newcomer(config.type) then args.new_type, config.type = config.type, nil end
    args.provider_config = config
  end
  return args
end

function M.run(args, call)
  if args.new_type then args.provider_config.type = args.new_type end
  if call then call:progress(0, 1, "Analyzing the picture") end
  local answer, err = try(require("ai.analysis").of_file, args)
  if not answer then return tool.failed(err) end
  if call then call:progress(1, 1, "Answered by " .. answer.model) end
  local content = {
    tool.text(answer.text),
    tool.text(require("desktop.list_text").analyzed(1, answer.model, answer.seconds)),
  }
  local notes = { table.unpack(answer.notes) }
  notes[#notes + 1] = require("desktop.list_text").from_screen
  for _, note in ipairs(notes) do content[#content + 1] = tool.text(note) end
  local structured = {
    analysis_text = answer.text, model_used = answer.model, seconds = answer.seconds,
    messages = json.array(notes),
  }
  return { content = content, structured = structured, members = structured }
end

return M
