local host = require "host"
local log = require "log"
local trim = require("lib.blanks").trim

local M = {}

-- The rows of all settings, and how values are read, are in runtime/core/value/settings.cpp, which the program itself
-- reads too.

-- The effective value of a setting: text, number or boolean by its kind; nil when it is not set and has no default.
function M.get(name)
  return host.setting(name).value
end

function M.default(name)
  return host.setting(name).default
end

-- The absolute limit of every desktop operation, in seconds.
function M.desktop_timeout()
  return M.get "PEEKABOO_CLI_TIMEOUT" / 1000
end

function M.ai_timeout()
  return M.get "PEEKABOO_AI_TIMEOUT" / 1000
end

function M.ai_providers()
  return M.get "PEEKABOO_AI_PROVIDERS"
end

-- Where the services behind the providers are.
function M.ollama_base_url()
  return M.get "PEEKABOO_OLLAMA_BASE_URL"
end

function M.openai_base_url()
  return M.get "OPENAI_BASE_URL"
end

function M.anthropic_base_url()
  return M.get "ANTHROPIC_BASE_URL"
end

-- A key, or nil. For nobody's eyes but the service's.
function M.secret(name)
  local value = M.get(name)
  value = value and trim(value)
  return value ~= "" and value or nil
end

-- Base64 bytes that all pictures of one result may take; 0 = no limit.
function M.max_image_bytes()
  return M.get "PEEKABOO_MAX_IMAGE_BYTES"
end

-- Pixels that a side of a picture in a result may have; 0 = no limit.
function M.max_image_dimension()
  return M.get "PEEKABOO_MAX_IMAGE_DIMENSION"
end

-- Where captures without a path go, or nil; as written, absolute or below ~.
function M.default_save_path()
  return M.get "PEEKABOO_DEFAULT_SAVE_PATH"
end

-- Where the log is really written.
function M.log_file()
  return log.status().file
end

return M
