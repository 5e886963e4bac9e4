local arguments = require "lib.arguments"
local json = require "json"
local registry = require "ai.registry"
local status = require "tools.status"
local tool = require "tool"
local analysis = later "ai.analysis"
local list_text = later "desktop.list_text"

local M = {}

local types = { "auto", table.unpack(registry.recognised()) }

local function has(list, wanted)
  for _, item in ipairs(list) do
    if item == wanted then return true end
  end
  return false
end

-- A provider whose file came after the schema was published is as good as the others.
local function newcomer(kind)
  return not has(types, kind) and has(registry.recognised(), kind)
end

local function normalise(args)
  args = arguments.without_unset(args, { question = true })
  args.new_type = nil
  -- An alias that was taken is no unknown argument.
  if args.image_path == nil then args.image_path, args.path = args.path, nil end
  if type(args.provider_config) == "table" then
    local config = arguments.without_unset(args.provider_config)
    if type(config.type) == "string" then config.type = config.type:match("^%s*(.-)%s*$"):lower() end
    if newcomer(config.type) then args.new_type, config.type = config.type, nil end
    args.provider_config = config
  end
  return args
end

function M.run(args, call)
  if args.new_type then args.provider_config.type = args.new_type end
  if call then call:progress(0, 1, "Analyzing the picture") end
  local answer, err = try(analysis.of_file, args)
  if not answer then return tool.failed(err) end
  if call then call:progress(1, 1, "Answered by " .. answer.model) end
  local content = {
    tool.text(answer.text),
    tool.text(list_text.analyzed(1, answer.model, answer.seconds)),
  }
  local notes = { table.unpack(answer.notes) }
  notes[#notes + 1] = list_text.from_screen
  for _, note in ipairs(notes) do content[#content + 1] = tool.text(note) end
  local structured = {
    analysis_text = answer.text, model_used = answer.model, seconds = answer.seconds,
    messages = json.array(notes),
  }
  return { content = content, structured = structured, members = structured }
end

tool.register {
  name = "analyze",
  title = "Analyze an image file",
  description = "Analyzes an image file using a configured AI model (local Ollama, cloud OpenAI or Anthropic, "
    .. "the built-in `ocr`, which reads text, etc.) and returns a textual analysis/answer. Requires image path. "
    .. "AI provider selection and model defaults are governed by the server's `PEEKABOO_AI_PROVIDERS` environment "
    .. "variable and client overrides.\n" .. status.block(),
  read_only = true, idempotent = true, open_world = true,
  logged = { "image_path", "path", "provider_config.type", "provider_config.model" },
  params = {
    { "image_path", "string", "Required. Absolute path to image file (.png, .jpg, .webp) to be analyzed." },
    { "question", "string", "Required. Question for the AI about the image." },
    { "provider_config", {
      { "type", types, "AI provider. 'auto' uses server's PEEKABOO_AI_PROVIDERS ENV preference. A specific provider "
        .. "must be enabled in server's PEEKABOO_AI_PROVIDERS.", optional = true, default = "auto" },
      { "model", "string", "Optional. Model name (for 'ocr' a language such as 'eng'). If omitted, uses model from "
        .. "server's PEEKABOO_AI_PROVIDERS for chosen provider, or its default.", optional = true },
    }, "Optional. Explicit provider/model. Validated against server's PEEKABOO_AI_PROVIDERS.", optional = true },
  },
  result = {
    { "analysis_text", "string", "What the provider answered." },
    { "model_used", "string", "Who answered, as `provider/model`." },
    { "seconds", "number", "How long the provider took." },
    { "messages", { list = "string" }, "What else the reader must know." },
  },
  errors = {
    { "INVALID_ARGUMENT", "The file is no image of a kind that is supported." }, { "FILE_IO_ERROR" },
    { "AI_PROVIDER_ERROR", "No provider is configured or works, or it refused; the text says which." },
    { "TIMEOUT" },
  },
  examples = {
    { "A question about a picture",
      { { "image_path", "/tmp/shot.png" }, { "question", "What does the dialog say?" } } },
    { "The text in a picture", { { "image_path", "/tmp/shot.png" }, { "question", "What is written here?" },
      { "provider_config", json.object { { "type", "ocr" } } } } },
  },
  normalise = normalise,
  run = M.run,
}

M.normalise = normalise

return M
