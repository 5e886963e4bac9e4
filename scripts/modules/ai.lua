local analysis = require "ai.analysis"
local check_options = require "check.options"
local errors = require "errors"
local registry = require "ai.registry"
local settings = require "settings"
local parallel = require "lib.parallel"
local task = require "task"
local time = require "time"

-- The module `ai` for scripts: asks AI providers about pictures.
local M = {}

local known = { provider = "string", model = "string", timeout = "number" }

local function is_picture(value)
  if type(value) ~= "userdata" and type(value) ~= "table" then return false end
  local _, encode = pcall(function() return value.encode end)
  return type(encode) == "function"
end

local function pictures_of(subject)
  if is_picture(subject) then return { subject } end
  local list = type(subject) == "table" and subject or {}
  for _, each in ipairs(list) do
    if not is_picture(each) then list = {} end
  end
  if #list == 0 then
    local wrong_argument = require "check.wrong_argument"
    wrong_argument.refuse_option("ai.ask", "subject", subject,
      "ai.ask: subject: expected an image, or a list of images",
      "screen.capture and image.decode give one.")
  end
  return list
end

local function checked(options)
  check_options.check("ai.ask", options, known)
  local timeout = options.timeout
  if timeout ~= nil and not (type(timeout) == "number" and timeout > 0) then
    errors.raise("INVALID_ARGUMENT", "ai.ask: timeout: expected a number of seconds above 0")
  end
  return options
end

local function ask_all(pictures, question, options)
  local choice = registry.choose { type = options.provider and options.provider:lower(), model = options.model }
  local notes, answered = {}, choice
  local texts = parallel.map(pictures, analysis.at_once, function(picture)
    local text, remarks, _, who = registry.ask_in_order(choice, { image = picture }, question, options.timeout)
    answered = who
    table.move(remarks, 1, #remarks, #notes + 1, notes)
    return text
  end)
  return { text = table.concat(texts, "\n\n"), texts = texts, provider = answered.provider, model = answered.model,
    notes = notes }
end

local function fail(err, model)
  err = errors.normalise(err)
  if err.code == "CANCELLED" or err.code == "TIMEOUT" or err.code == "INVALID_ARGUMENT" then error(err, 0) end
  local message = err.message
  if model and not message:find(model, 1, true) then
    message = ("%s (asked for the model '%s')"):format(message:match "^(.-)%.?$", model)
  end
  errors.raise(analysis.code_of(err), message, { hint = err.hint, details = err.details })
end

-- Asks a provider about an image, or about each image of a list. `options`: provider, model, timeout (seconds).
-- Returns {text, texts, provider, model, notes, seconds}.
function M.ask(subject, question, options)
  options = checked(options or {})
  if type(question) ~= "string" then
    require("check.wrong_argument").refuse_option("ai.ask", "question", question, "ai.ask: question: expected a text")
  end
  local pictures = pictures_of(subject)
  local started = time.clock()
  local answer, err = try(task.timeout, options.timeout or settings.ai_timeout(), ask_all, pictures, question, options)
  if not answer then return fail(err, options.model) end
  answer.seconds = time.clock() - started
  return answer
end

-- Returns the configured providers in their order, each as {name, model, available, reason?, remedy?}.
function M.providers()
  return parallel.map(registry.parse(settings.ai_providers()), analysis.at_once, function(entry)
    local available, reason, remedy = registry.check(entry.provider, entry.model)
    return { name = entry.provider, model = entry.model or "", available = available,
      reason = not available and reason or nil, remedy = not available and remedy or nil }
  end)
end

return M
