local errors = require "errors"
local remote = require "ai.service"
local settings = require "settings"

-- https://github.com/ollama/ollama/blob/main/docs/api.md; it documents no limit for pictures.
local M = { name = "ollama", default_model = "llava:latest", limits = {} }

local function service()
  return {
    title = "Ollama", variable = "PEEKABOO_OLLAMA_BASE_URL", plain_errors = true,
    base = remote.base(settings.ollama_base_url()),
    start = "Start it with `ollama serve`, or set PEEKABOO_OLLAMA_BASE_URL.",
  }
end

-- Returns whether `model` means one of the installed names: the same, the name without tag, or another tag of it.
function M.is_installed(model, names)
  for _, name in ipairs(names) do
    local family = name:match("^[^:]*")
    if name == model or name:sub(1, #model + 1) == model .. ":"
      or (family ~= "" and model:sub(1, #family) == family) then
      return true
    end
  end
  return false
end

local function names_of(document)
  local names = {}
  for _, row in ipairs(type(document.models) == "table" and document.models or {}) do
    local name = type(row) == "table" and (row.name or row.model)
    if type(name) == "string" then names[#names + 1] = name end
  end
  return names
end

function M.check(model)
  local there = service()
  local names = names_of(remote.document(there, remote.look(there, "/api/tags")))
  if M.is_installed(model, names) then return true, nil, nil, #names end
  return false, ("the model '%s' is not installed"):format(model), ("Run `ollama pull %s`."):format(model), #names
end

function M.analyze(picture, question, options)
  local there = service()
  local reply = remote.send(there, "/api/generate",
    { model = options.model, prompt = question, images = { picture.blob }, stream = false }, options.timeout,
    options.retries)
  local document = remote.document(there, reply)
  if type(document.error) == "string" then
    errors.raise("AI_PROVIDER_ERROR", "Ollama API error: " .. remote.shown(document.error))
  end
  return type(document.response) == "string" and document.response or nil
end

return M
