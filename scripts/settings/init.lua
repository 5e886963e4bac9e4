local env = require "env"
local host = require "host"
local log = require "log"
local trim = require("lib.blanks").trim

local M = {}

-- Every setting: variable, kind, default, text. `secret`: its value is never shown. `environment`: the configuration
-- file has no say, because it is read before the file, or belongs to the session. Reading, `config show`, the status,
-- the problems and docs/SETTINGS.md all come from these rows.
M.rows = {
  { "PEEKABOO_AI_PROVIDERS", "names", nil,
    "who answers questions about pictures, in this order: entries like `ollama/llava:latest`, separated by commas" },
  { "OPENAI_API_KEY", "text", nil, "the key for the provider `openai`", secret = true },
  { "OPENAI_BASE_URL", "url", "https://api.openai.com/v1", "where `openai` is; any compatible service will do" },
  { "ANTHROPIC_API_KEY", "text", nil, "the key for the provider `anthropic`", secret = true },
  { "ANTHROPIC_BASE_URL", "url", "https://api.anthropic.com", "where `anthropic` is" },
  { "PEEKABOO_OLLAMA_BASE_URL", "url", "http://localhost:11434", "where `ollama` is" },
  { "PEEKABOO_AI_TIMEOUT", "milliseconds", 120000, "milliseconds that a question may take" },
  { "PEEKABOO_CA_FILE", "text", nil, "a file with further certificate authorities (PEM) to trust" },
  { "PEEKABOO_DEFAULT_SAVE_PATH", "folder", nil, "where captures without a path are saved" },
  { "PEEKABOO_MAX_IMAGE_BYTES", "count", 1000000,
    "base64 bytes of all pictures in one answer; larger ones are scaled down; 0: no limit" },
  { "PEEKABOO_MAX_IMAGE_DIMENSION", "count", 1920,
    "longest side of a picture in an answer, in pixels, because hosts shrink larger ones without a word; 0: no limit" },
  { "PEEKABOO_CLI_PATH", "program", nil,
    "another Peekaboo command line; the server's `image` and `list` run it instead of working themselves" },
  { "PEEKABOO_CLI_TIMEOUT", "milliseconds", 30000, "milliseconds that a capture or a listing may take" },
  { "PEEKABOO_TOOLSETS", "names", "core",
    "the tools that AI clients get: toolsets, domains or single tools, separated by commas; `all`: every one; "
    .. "`-NAME`: not these. `script` goes by PEEKABOO_ENABLE_RUN_SCRIPT alone" },
  { "PEEKABOO_ENABLE_RUN_SCRIPT", "flag", false,
    "`true`: offer the tool `run_script`: an AI client runs Lua scripts of its own, each in a confined process" },
  { "PEEKABOO_RUN_SCRIPT_UNCONFINED", "flag", false,
    "`true`: run these scripts also where the build or the kernel has no filter for system calls (libseccomp)" },
  { "PEEKABOO_HTTP_TOKEN", "text", nil,
    "what clients of `peekaboo mcp --http` must present as bearer token; at least 16 characters", secret = true },
  { "PEEKABOO_LOG_FILE", "file", nil,
    "where the log is written, if not to `peekaboo-mcp.log` in the temporary directory" },
  { "PEEKABOO_LOG_LEVEL", "level", "info", "least level that is logged: trace, debug, info, warn, error or fatal" },
  { "PEEKABOO_CONSOLE_LOGGING", "flag", false, "`true`: log to standard error as well" },
  { "PEEKABOO_MCP_CONSOLE_LOGGING", "flag", false, "the same" },
  { "PEEKABOO_SCRIPTS", "text", nil, "a folder whose scripts replace the built-in ones, for development" },
  { "PEEKABOO_ALLOW_XWAYLAND", "flag", false,
    "`1`: in a Wayland session, work on XWayland's windows alone", environment = true },
  { "DISPLAY", "text", nil, "the X display to work on; found by itself when not set", environment = true },
  { "WAYLAND_DISPLAY", "text", nil, "the Wayland display of the session", environment = true },
  { "XAUTHORITY", "text", nil, "the X authority file; found by itself when not set", environment = true },
}

M.log_levels = { trace = true, debug = true, info = true, warn = true, error = true, fatal = true }

local flags = { ["true"] = true, ["1"] = true, ["false"] = false, ["0"] = false }

-- A text as the value of its kind, or nil and what was expected.
local kinds = {}

function kinds.text(text) return text end

kinds.names, kinds.program = kinds.text, kinds.text

function kinds.folder(text)
  if text:match("^/") or text == "~" or text:match("^~/") then return text end
  return nil, "no absolute path"
end

kinds.file = kinds.folder

function kinds.url(text)
  if text:match("^https?://[^%s]+$") then return text end
  return nil, "no URL that begins with http:// or https://"
end

function kinds.milliseconds(text)
  local value = tonumber(text)
  if value and value > 0 and value < math.huge then return value end
  return nil, "no number of milliseconds above 0"
end

function kinds.count(text)
  local value = tonumber(text)
  value = value and value >= 0 and value < math.huge and math.tointeger(value // 1)
  if value then return value end
  return nil, "no number of 0 or more"
end

function kinds.flag(text)
  local value = flags[text:lower()]
  if value ~= nil then return value end
  return nil, "neither true nor false"
end

function kinds.level(text)
  if M.log_levels[text:lower()] then return text:lower() end
  return nil, "no level"
end

-- A variable's key in the configuration file.
function M.key(variable)
  return (variable:gsub("^PEEKABOO_", ""):lower())
end

-- A value of the file as the text that the variable would hold; nil and the fault when it cannot be one.
local function as_text(value, kind)
  if type(value) == "string" then return value end
  if math.type(value) == "integer" then return tostring(value) end
  if type(value) == "number" then return ("%.14g"):format(value) end
  if type(value) == "boolean" then return tostring(value) end
  if kind ~= "names" or type(value) ~= "table" then return nil, "no text" end
  for position, item in pairs(value) do
    if math.type(position) ~= "integer" or type(item) ~= "string" then return nil, "no list of texts" end
  end
  return table.concat(value, ",")
end

-- Where a row's value stands: text, source ("environment" or "file") and the fault; all nil when nowhere.
local function written(row)
  local text = env.get(row[1])
  if text and text ~= "" then return text, "environment" end
  local value = host.configuration.values[M.key(row[1])]
  if row.environment or value == nil or value == "" then return nil end
  local fault
  text, fault = as_text(value, row[2])
  return text, "file", fault
end

local by_name = {}
for _, row in ipairs(M.rows) do by_name[row[1]] = row end

-- {name, value (of the row's kind), text (as written), source ("environment", "file" or "default"), fault?}. A value
-- that makes no sense is a fault, and the default counts. A name without a row is a text of somebody else's.
function M.read(name)
  local row = by_name[name] or { name, "text" }
  local text, source, fault = written(row)
  local value
  if text then value, fault = kinds[row[2]](text) end
  -- A wrong address is no reason to send keys and pictures to another one: the code that uses it reports what is wrong.
  if fault and text and row[2] == "url" then value = text end
  if value ~= nil then
    return { name = name, value = value, text = text, source = source, fault = fault, wrong = fault and text,
      wrong_source = fault and source }
  end
  return {
    name = name, value = row[3], source = "default", fault = fault, wrong = text, wrong_source = source,
  }
end

-- The effective value of a setting: text, number or boolean by its kind; nil when it is not set and has no default.
function M.get(name)
  return M.read(name).value
end

function M.default(name)
  return by_name[name][3]
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
