local arguments = require "arguments"
local errors = require "errors"
local fs = require "fs"
local image = require "image"
local paths = require "paths"
local providers = require "providers"
local status = require "status"
local time = require "time"
local tool = require "tool"

local M = {}

local kLargestFile = 128 * 1024 * 1024
local supported = { ".png", ".jpg", ".jpeg", ".webp" }

local function normalise(args)
  args = arguments.without_unset(args, { question = true })
  if args.image_path == nil then args.image_path = args.path end
  if type(args.provider_config) == "table" then
    args.provider_config = arguments.without_unset(args.provider_config)
  end
  return args
end

local function check_extension(path)
  local _, extension = paths.extension(path)
  for _, known in ipairs(supported) do
    if extension and "." .. extension == known then return end
  end
  errors.raise("INVALID_ARGUMENT", ("Unsupported image format: %s. Supported formats: %s")
    :format(extension and "." .. extension or "none", table.concat(supported, ", ")))
end

local function read_picture(path)
  local blob, err = try(fs.read, path, { limit = kLargestFile })
  if not blob then
    err = errors.normalise(err)
    errors.raise(err.code, "Failed to read image file: " .. err.message, { hint = err.hint, details = err.details })
  end
  return { image = image.decode(blob), blob = blob }
end

-- Answers a question about an image file: {text, model, seconds}. `working_directory` nil refuses relative paths.
-- Raises coded errors; what went wrong while asking has `asking = true` in its details.
function M.answer(args, working_directory)
  check_extension(args.image_path)
  local choice = providers.choose(args.provider_config)
  local picture = read_picture(paths.resolve(args.image_path, fs.home(), working_directory))
  local started = time.clock()
  local text, err = try(providers.ask, choice, picture, args.question)
  if not text then
    err = errors.normalise(err)
    if err.code == "CANCELLED" then error(err, 0) end
    errors.raise("AI_PROVIDER_ERROR", "AI analysis failed: " .. err.message, { hint = err.hint, details = err.details })
  end
  return { text = text, model = choice.name, seconds = time.clock() - started }
end

function M.run(args)
  local answer, err = try(M.answer, args)
  if not answer then return tool.failure(err) end
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
  description = "Analyzes an image file using a configured AI model (local Ollama, cloud OpenAI, built-in OCR, etc.) "
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
