local env = require "env"
local log = require "log"

local M = {}

M.log_levels = { trace = true, debug = true, info = true, warn = true, error = true, fatal = true }

local function text(name)
  local value = env.get(name)
  if value == nil or value == "" then return nil end
  return value
end

-- Milliseconds from the environment as seconds.
local function seconds(name, default)
  local value = tonumber(text(name))
  if not value or value <= 0 or value ~= value or value == math.huge then return default / 1000 end
  return value / 1000
end

-- A whole number of at least 0 from the environment.
local function count(name, default)
  local value = tonumber(text(name))
  return value and value >= 0 and value < math.huge and math.tointeger(value // 1) or default
end

-- Base64 bytes that all pictures of one result may take; 0 = no limit.
function M.max_image_bytes()
  return count("PEEKABOO_MAX_IMAGE_BYTES", 1000000)
end

-- Pixels that a side of a picture in a result may have; 0 = no limit.
function M.max_image_dimension()
  return count("PEEKABOO_MAX_IMAGE_DIMENSION", 0)
end

-- The absolute limit of every desktop operation, in seconds.
function M.desktop_timeout()
  return seconds("PEEKABOO_CLI_TIMEOUT", 30000)
end

function M.ai_timeout()
  return seconds("PEEKABOO_AI_TIMEOUT", 120000)
end

function M.ai_providers()
  return text("PEEKABOO_AI_PROVIDERS")
end

-- Where captures without a path go, or nil; as written.
function M.default_save_path()
  return text("PEEKABOO_DEFAULT_SAVE_PATH")
end

-- Where the log is really written.
function M.log_file()
  return log.status().file
end

-- Rows of {name, value, note?} for people.
function M.environment()
  return {
    { "PEEKABOO_AI_PROVIDERS", text("PEEKABOO_AI_PROVIDERS") },
    { "PEEKABOO_DEFAULT_SAVE_PATH", text("PEEKABOO_DEFAULT_SAVE_PATH") },
    { "PEEKABOO_LOG_FILE", text("PEEKABOO_LOG_FILE") },
    { "PEEKABOO_LOG_LEVEL", text("PEEKABOO_LOG_LEVEL"), "info" },
    { "PEEKABOO_CONSOLE_LOGGING", text("PEEKABOO_CONSOLE_LOGGING") or text("PEEKABOO_MCP_CONSOLE_LOGGING"), "false" },
    { "PEEKABOO_CLI_TIMEOUT", text("PEEKABOO_CLI_TIMEOUT"), "30000" },
    { "PEEKABOO_AI_TIMEOUT", text("PEEKABOO_AI_TIMEOUT"), "120000" },
    { "PEEKABOO_MAX_IMAGE_BYTES", text("PEEKABOO_MAX_IMAGE_BYTES"), "1000000" },
    { "PEEKABOO_MAX_IMAGE_DIMENSION", text("PEEKABOO_MAX_IMAGE_DIMENSION"), "0, no limit" },
    { "DISPLAY", text("DISPLAY") },
    { "WAYLAND_DISPLAY", text("WAYLAND_DISPLAY") },
  }
end

local function bad_number(problems, name, default)
  local value = text(name)
  if value and not (tonumber(value) and tonumber(value) > 0) then
    problems[#problems + 1] = {
      problem = ("%s is '%s', which is no number of milliseconds; %d is used."):format(name, value, default),
      remedy = ("Set %s to a number above 0, or unset it."):format(name),
    }
  end
end

local function bad_count(problems, name, default)
  local value = text(name)
  if value and count(name) == nil then
    problems[#problems + 1] = {
      problem = ("%s is '%s', which is no number of 0 or more; %d is used."):format(name, value, default),
      remedy = ("Set %s to a whole number (0 = no limit), or unset it."):format(name),
    }
  end
end

-- What is wrong with the environment: rows of {problem, remedy}.
function M.problems()
  local problems = {}
  bad_number(problems, "PEEKABOO_CLI_TIMEOUT", 30000)
  bad_number(problems, "PEEKABOO_AI_TIMEOUT", 120000)
  bad_count(problems, "PEEKABOO_MAX_IMAGE_BYTES", 1000000)
  bad_count(problems, "PEEKABOO_MAX_IMAGE_DIMENSION", 0)
  local level = text("PEEKABOO_LOG_LEVEL")
  if level and not M.log_levels[level:lower()] then
    problems[#problems + 1] = {
      problem = ("PEEKABOO_LOG_LEVEL is '%s', which is no level; info is used."):format(level),
      remedy = "Use trace, debug, info, warn, error or fatal.",
    }
  end
  local problem = log.status().problem
  if problem and problem ~= "" then
    problems[#problems + 1] = { problem = problem, remedy = "Set PEEKABOO_LOG_FILE to a path that you may write to." }
  end
  local save = M.default_save_path()
  if save and not save:match("^[/~]") then
    problems[#problems + 1] = {
      problem = ("PEEKABOO_DEFAULT_SAVE_PATH is '%s', which is not absolute; it is ignored."):format(save),
      remedy = "Begin it with / or ~.",
    }
  end
  if text("PEEKABOO_CLI_PATH") then
    problems[#problems + 1] = {
      problem = "PEEKABOO_CLI_PATH is set, but this version always captures in its own process.",
      remedy = "Unset PEEKABOO_CLI_PATH.",
    }
  end
  return problems
end

return M
