-- A provider of one's own: a llama.cpp server, or any other that speaks the chat completions of OpenAI.
-- Copy it to ~/.config/peekaboo/providers/local.lua and set PEEKABOO_AI_PROVIDERS=local/MODEL.
local env = require "env"
local http = require "http"

local base = env.get("LOCAL_AI_URL", "http://127.0.0.1:8080")
local headers = { authorization = "Bearer " .. env.get("LOCAL_AI_KEY", "none") }

local M = { default_model = "default", limits = { side = 2048, bytes = 8000000 } }

-- Answers whether it can be asked now; if not, why, and what helps.
function M.check()
  local reply, err = try(http.get, base .. "/v1/models", { headers = headers, timeout = 3 })
  if not reply then return false, err.message, "Start the server, or set LOCAL_AI_URL." end
  return reply.status == 200, "it answers " .. reply.status, "Look at its log.", reply.json and #reply.json.data
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
  if reply.status ~= 200 then error("the server answers " .. reply.status) end
  return reply.json.choices[1].message.content
end

return M
