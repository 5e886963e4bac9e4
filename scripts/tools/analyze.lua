local analysis = require "analysis"
local arguments = require "arguments"
local providers = require "providers"
local status = require "status"
local tool = require "tool"

local M = {}

local function normalise(args)
  args = arguments.without_unset(args, { question = true })
  if args.image_path == nil then args.image_path = args.path end
  if type(args.provider_config) == "table" then
    args.provider_config = arguments.without_unset(args.provider_config)
  end
  return args
end

function M.run(args, call)
  if call then call:progress(0, 1, "Analyzing the picture") end
  local answer, err = try(analysis.of_file, args)
  if not answer then return tool.failed(err) end
  if call then call:progress(1, 1, "Answered by " .. answer.model) end
  local structured = { analysis_text = answer.text, model_used = answer.model }
  return {
    content = {
      tool.text(answer.text),
      tool.text(("👻 Peekaboo: Analyzed image with %s in %.2fs."):format(answer.model, answer.seconds)),
    },
    structured = structured, members = structured,
  }
end

local types = { "auto", table.unpack(providers.recognised) }

tool.register {
  name = "analyze",
  title = "Analyze an image file",
  description = "Analyzes an image file using a configured AI provider (built in: `ocr`, which reads text) "
    .. "and returns a textual analysis/answer. Requires image path. AI provider selection and model defaults are "
    .. "governed by the server's `PEEKABOO_AI_PROVIDERS` environment variable and client overrides.\n"
    .. status.block(),
  read_only = true, idempotent = true, open_world = true,
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
    { "analysis_text", "string" },
    { "model_used", "string" },
  },
  normalise = normalise,
  run = M.run,
}

M.normalise = normalise

return M
