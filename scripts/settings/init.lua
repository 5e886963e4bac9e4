local host = require "host"
local log = require "log"
local trim = require("lib.blanks").trim

local M = {}

-- The rows of all settings and the code that reads their values are in runtime/core/value/settings.cpp, because the C++
-- side uses them too.

-- Returns the effective value of a setting: a text, number or boolean by its kind; nil if it is unset and has no
-- default.
function M.get(name)
  return host.setting(name).value
end

function M.default(name)
  return host.setting(name).default
end

-- Returns the absolute limit of every desktop operation, in seconds.
function M.desktop_timeout()
  return M.get "PEEKABOO_CLI_TIMEOUT" / 1000
end

function M.ai_timeout()
  return M.get "PEEKABOO_AI_TIMEOUT" / 1000
end

function M.ai_providers()
  return M.get "PEEKABOO_AI_PROVIDERS"
end

-- Returns the base URLs of the services behind the providers.
function M.ollama_base_url()
  return M.get "PEEKABOO_OLLAMA_BASE_URL"
end

function M.openai_base_url()
  return M.get "OPENAI_BASE_URL"
end

function M.anthropic_base_url()
  return M.get "ANTHROPIC_BASE_URL"
end

-- Returns a key, or nil. Send it only to its service; never show it.
function M.secret(name)
  local value = M.get(name)
  value = value and trim(value)
  return value ~= "" and value or nil
end

-- Returns the number of Base64 bytes that all pictures of one result may take; 0 = no limit.
function M.max_image_bytes()
  return M.get "PEEKABOO_MAX_IMAGE_BYTES"
end

-- Returns the number of pixels that a side of a picture in a result may have; 0 = no limit.
function M.max_image_dimension()
  return M.get "PEEKABOO_MAX_IMAGE_DIMENSION"
end

-- Returns the path for captures without a path, or nil; as written, absolute or below ~.
function M.default_save_path()
  return M.get "PEEKABOO_DEFAULT_SAVE_PATH"
end

-- Returns the path of the log file in use, which may not be the configured one.
function M.log_file()
  return log.status().file
end

return M
