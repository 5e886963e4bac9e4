local errors = require "errors"
local remote = require "ai.service"
local settings = require "settings"

-- https://docs.anthropic.com/en/docs/build-with-claude/vision: at most 8000 pixels per side, and 5 MB per picture,
-- counted in base64, which leaves three quarters of that for the file.
local M = {
  name = "anthropic", default_model = "claude-sonnet-5-5", limits = { side = 8000, bytes = 5 * 1024 * 1024 // 4 * 3 },
}

local kTokens = 8000 -- includes the model's thinking
local kVersion = "2023-06-01"

local function service()
  local key = settings.secret("ANTHROPIC_API_KEY")
  return {
    title = "Anthropic", variable = "ANTHROPIC_BASE_URL", key_variable = "ANTHROPIC_API_KEY", key = key,
    base = remote.base((remote.base(settings.anthropic_base_url()):gsub("/v1$", ""))),
    headers = { ["x-api-key"] = key, ["anthropic-version"] = kVersion },
  }
end

function M.check()
  local there = service()
  if not there.key then return false, "ANTHROPIC_API_KEY is not set", "Set ANTHROPIC_API_KEY." end
  local reply = remote.look(there, "/v1/models")
  if reply.status >= 400 and not remote.is_missing(reply) and reply.status ~= 429 then remote.refuse(there, reply) end
  local list = remote.succeeded(reply) and type(reply.document) == "table" and reply.document.data
  return true, nil, nil, type(list) == "table" and #list or nil
end

local function text_of(document)
  if type(document.content) ~= "table" then
    errors.raise("AI_PROVIDER_ERROR", "Anthropic's answer has no content",
      { hint = "Check that ANTHROPIC_BASE_URL is the address of such a service.", details = { reason = "empty" } })
  end
  local parts = {}
  for _, block in ipairs(document.content) do
    if type(block) == "table" and block.type == "text" and type(block.text) == "string" then
      parts[#parts + 1] = block.text
    end
  end
  return table.concat(parts)
end

function M.analyze(picture, question, options)
  local there = service()
  local reply = remote.send(there, "/v1/messages", {
    model = options.model, max_tokens = kTokens,
    messages = { { role = "user", content = {
      { type = "image", source = { type = "base64", media_type = picture.media_type, data = picture.blob } },
      { type = "text", text = question },
    } } },
  }, options.timeout, options.retries)
  local document = remote.document(there, reply)
  return remote.mask(text_of(document), there.key),
    document.stop_reason == "max_tokens" and "Note: the model stopped at its limit of tokens." or nil
end

return M
