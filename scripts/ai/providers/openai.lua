local errors = require "errors"
local remote = require "ai.service"
local settings = require "settings"

-- https://platform.openai.com/docs/guides/images-vision: the limit of a picture was 20 MB when it was last stated for
-- one picture, and compatible servers adopted it. Sides have no limit; the service scales them itself.
local M = { name = "openai", default_model = "gpt-4o", limits = { bytes = 20 * 1024 * 1024 } }

local kTokens = 1000
local kThinkingTokens = 8000 -- newer models count their thinking, too

-- Returns the base address; one that is only an origin gets the version path of the public service and compatible
-- servers.
local function base()
  local text = remote.base(settings.openai_base_url())
  return text:match("^%a+://[^/]+$") and text .. "/v1" or text
end

local function service()
  local key = settings.secret("OPENAI_API_KEY")
  return {
    title = "OpenAI", variable = "OPENAI_BASE_URL", key_variable = "OPENAI_API_KEY", key = key, base = base(),
    headers = { authorization = key and "Bearer " .. key },
  }
end

local function count(document)
  local list = type(document) == "table" and document.data
  return type(list) == "table" and #list or nil
end

-- A server that has no list of models counts as available, and so does one that is busy.
function M.check()
  local there = service()
  if not there.key then return false, "OPENAI_API_KEY is not set", "Set OPENAI_API_KEY." end
  local reply = remote.look(there, "/models")
  if reply.status >= 400 and not remote.is_missing(reply) and reply.status ~= 429 then remote.refuse(there, reply) end
  return true, nil, nil, remote.succeeded(reply) and count(reply.document) or nil
end

local function request(picture, question, model, limit)
  local body = {
    model = model,
    messages = { { role = "user", content = {
      { type = "text", text = question },
      { type = "image_url", image_url = { url = picture.blob:data_url() } },
    } } },
  }
  body[limit] = limit == "max_tokens" and kTokens or kThinkingTokens
  return body
end

local function wants_other_limit(reply)
  if reply.status ~= 400 then return false end
  local fault = type(reply.document) == "table" and reply.document.error
  return type(fault) == "table"
    and (fault.param == "max_tokens" or tostring(fault.message):find("max_completion_tokens", 1, true) ~= nil)
end

local function text_of(content)
  if type(content) ~= "table" then return type(content) == "string" and content or "" end
  local parts = {}
  for _, part in ipairs(content) do
    if type(part) == "table" and type(part.text) == "string" then parts[#parts + 1] = part.text end
  end
  return table.concat(parts)
end

local function answer_of(there, document)
  if type(document.error) == "table" and type(document.error.message) == "string" then
    errors.raise("AI_PROVIDER_ERROR", "OpenAI API error: " .. remote.shown(document.error.message, there.key))
  end
  if type(document.choices) ~= "table" then
    errors.raise("AI_PROVIDER_ERROR", "OpenAI's answer has no choices",
      { hint = "Check that OPENAI_BASE_URL is an OpenAI-compatible service.", details = { reason = "empty" } })
  end
  local choice = document.choices[1]
  local message = type(choice) == "table" and type(choice.message) == "table" and choice.message or {}
  local text = text_of(message.content)
  if not text:find("%S") and type(message.refusal) == "string" then text = message.refusal end
  return text, type(choice) == "table" and choice.finish_reason == "length"
end

function M.analyze(picture, question, options)
  local there = service()
  local started, path = options.clock(), "/chat/completions"
  local reply = remote.send(there, path, request(picture, question, options.model, "max_tokens"), options.timeout,
    options.retries)
  if wants_other_limit(reply) then
    reply = remote.send(there, path, request(picture, question, options.model, "max_completion_tokens"),
      math.max(0.001, options.timeout - (options.clock() - started)), options.retries)
  end
  local text, cut = answer_of(there, remote.document(there, reply))
  return remote.mask(text, there.key), cut and "Note: the model stopped at its limit of tokens." or nil
end

return M
