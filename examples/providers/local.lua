-- A provider of one's own: a llama.cpp server, or any other that speaks the chat completions of OpenAI.
-- Copy it to ~/.config/peekaboo/providers/local.lua and set PEEKABOO_AI_PROVIDERS=local/MODEL.
local env = require "env"
local http = require "http"

local base = env.get("LOCAL_AI_URL", "http://127.0.0.1:8080")
local headers = { authorization = "Bearer " .. env.get("LOCAL_AI_KEY", "none") }

local M = { default_model = "default", limits = { side = 2048, bytes = 8000000 } }

local function fail(message, hint)
  error({ code = "AI_PROVIDER_ERROR", message = message, hint = hint }, 0)
end

-- Answers whether it can be asked now; if not, why, and what helps. Last comes how many models it has, if it tells.
function M.check()
  local reply, err = try(http.get, base .. "/v1/models", { headers = headers, timeout = 3 })
  if not reply then return false, err.message, "Start the server, or set LOCAL_AI_URL." end
  local list = type(reply.json) == "table" and reply.json.data
  return reply.status == 200, "it answers " .. reply.status, "Look at its log.", type(list) == "table" and #list or nil
end

-- What the server's JSON says, or nil: a server may answer anything.
local function text_of(document)
  local choice = type(document) == "table" and type(document.choices) == "table" and document.choices[1]
  local message = type(choice) == "table" and choice.message
  return type(message) == "table" and type(message.content) == "string" and message.content or nil
end

-- Answers the question about the picture as text.
function M.analyze(picture, question, options)
  local reply = http.post(base .. "/v1/chat/completions", {
    headers = headers, timeout = options.timeout, retry = 2,
    json = {
      model = options.model, max_tokens = 1000,
      messages = { { role = "user", content = {
        { type = "text", text = question },
        { type = "image_url", image_url = { url = picture.blob:data_url() } },
      } } },
    },
  })
  if reply.status ~= 200 then
    fail(("%s answers %d: %s"):format(base, reply.status, reply.body:sub(1, 200)),
      "Check the model's name, and the server's log.")
  end
  return text_of(reply.json) or fail(base .. " answers without a text.", "Check LOCAL_AI_URL.")
end

return M
