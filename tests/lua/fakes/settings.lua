-- Some rows of runtime/core/value/settings.cpp, and a plain reading of them: whether values make sense is tested there.
local M = {}

local rows = {
  { "PEEKABOO_AI_PROVIDERS", "names" }, { "OPENAI_API_KEY", "text", secret = true },
  { "OPENAI_BASE_URL", "url", "https://api.openai.com/v1" }, { "ANTHROPIC_API_KEY", "text", secret = true },
  { "ANTHROPIC_BASE_URL", "url", "https://api.anthropic.com" },
  { "PEEKABOO_OLLAMA_BASE_URL", "url", "http://localhost:11434" },
  { "PEEKABOO_AI_TIMEOUT", "milliseconds", 120000 }, { "PEEKABOO_DEFAULT_SAVE_PATH", "folder" },
  { "PEEKABOO_MAX_IMAGE_BYTES", "count", 1000000 }, { "PEEKABOO_MAX_IMAGE_DIMENSION", "count", 1920 },
  { "PEEKABOO_CONFIRM_WORDS", "names" },
  { "PEEKABOO_COMPUTER_WIDTH", "count", 1280 }, { "PEEKABOO_COMPUTER_HEIGHT", "count", 800 },
  { "PEEKABOO_CLI_PATH", "program" }, { "PEEKABOO_CLI_TIMEOUT", "milliseconds", 30000 },
  { "PEEKABOO_TOOLSETS", "names", "core" }, { "PEEKABOO_ENABLE_RUN_SCRIPT", "flag", false },
  { "PEEKABOO_RUN_SCRIPT_UNCONFINED", "flag", false }, { "PEEKABOO_LOG_LEVEL", "level", "info" },
  { "PEEKABOO_CONSOLE_LOGGING", "flag", false }, { "DISPLAY", "text", environment = true },
}

local flags = { ["true"] = true, ["1"] = true, ["false"] = false, ["0"] = false }
local levels = { trace = true, debug = true, info = true, warn = true, error = true, fatal = true }

local kinds = { milliseconds = tonumber, count = math.tointeger }

function kinds.folder(text) return text:match "^/.*" or text == "~" and text or text:match "^~/.*" end

function kinds.flag(text) return flags[text] end

function kinds.level(text) return levels[text] and text end

local faults = { milliseconds = "not a number of milliseconds above 0", level = "not a level" }

local function parse(kind, text)
  if type(text) ~= "string" then return nil, "not a text" end
  if kind == "url" then return text, not text:find "^https?://" and "not a URL" or nil end
  if not kinds[kind] then return text end
  local value = kinds[kind](text)
  if value ~= nil and not (kind == "milliseconds" and value <= 0) then return value end
  return nil, faults[kind] or "not a " .. kind
end

local function key(row)
  return not row.environment and row[1]:gsub("^PEEKABOO_", ""):lower() or nil
end

local function row_of(name)
  for _, row in ipairs(rows) do
    if row[1] == name then return row end
  end
  return { name, "text" }
end

local function written(world, row)
  local text = world.environment[row[1]]
  if text and text ~= "" then return text, "environment" end
  text = world.configuration and world.configuration.values[key(row)]
  if text == nil then return nil, "default" end
  if type(text) ~= "table" then return tostring(text), "file" end
  return row[2] == "names" and #text > 0 and table.concat(text, ",") or text, "file"
end

function M.rows()
  local result = {}
  for i, row in ipairs(rows) do
    result[i] = { name = row[1], kind = row[2], text = "a setting", secret = row.secret or false, key = key(row),
      default = row[3] ~= nil and tostring(row[3]) or nil }
  end
  return result
end

function M.read(world, name)
  local row = row_of(name)
  local text, where = written(world, row)
  local value, fault
  if text ~= nil then value, fault = parse(row[2], text) end
  local result = { value = row[3], default = row[3], written_in = where, source = "default", fault = fault }
  if value ~= nil then result.value, result.source = value, where end
  if type(text) == "string" then result.text = text end
  return result
end

return M
