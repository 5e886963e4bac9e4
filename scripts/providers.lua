local attachment = require "attachment"
local errors = require "errors"
local provider_files = require "provider_files"
local settings = require "settings"
local settings_report = require "settings_report"
local task = require "task"
local time = require "time"

local M = {}

M.default_question = "Please describe what you see in this image."
M.not_configured = "AI analysis not configured on this server. Set the PEEKABOO_AI_PROVIDERS environment variable."

local kCheckSeconds = 3
local kLongestSeconds = 86400 -- what requests take as a time limit

-- The built-in names with a meaning in PEEKABOO_AI_PROVIDERS, in the order of the published schema.
local built_in = { "ollama", "openai", "anthropic", "ocr" }
local modules = {}
for _, name in ipairs(built_in) do modules[name] = "providers." .. name end

-- A provider, built in or in a user's file, is a table of
--   default_model                the model when none is named
--   check(model)                 available, reason?, remedy?, number of models?  (optional in a user's file)
--   analyze(picture, question, options)
--                                text, note?; options are model, timeout (seconds) and clock() (seconds)
--   limits                       {side (pixels), bytes}: larger pictures are scaled down first
--   wants = "pixels"             picture.image is enough; else a picture is {image, blob, media_type, width, height}
-- Both functions may wait, and raise coded errors.

local function fail(message, hint, details)
  errors.raise("AI_PROVIDER_ERROR", message, { hint = hint, details = details })
end

-- Every name that PEEKABOO_AI_PROVIDERS may use: the built-in ones, then those of the user's files. Does not wait.
function M.recognised()
  local names = { table.unpack(built_in) }
  for _, name in ipairs(provider_files.names(modules)) do names[#names + 1] = name end
  return names
end

-- What is wrong with the user's provider files: rows of {problem, remedy}.
function M.problems()
  return provider_files.problems(modules)
end

-- The module of a provider, or nil with the reason and the remedy.
local function module_of(name)
  if modules[name] then return require(modules[name]) end
  local names = M.recognised()
  for _, known in ipairs(names) do
    if known == name then return provider_files.load(name) end
  end
  return nil, ("Unknown provider: %s."):format(name), "Recognised are " .. table.concat(names, ", ") .. "."
end

-- The entries of PEEKABOO_AI_PROVIDERS in order: {entry, provider, model}. The provider ends at the first "/".
function M.parse(text)
  local entries = {}
  for part in (text or ""):gmatch("[^,;]+") do
    local entry = part:match("^%s*(.-)%s*$")
    local provider, model = entry:match("^([^/]*)/(.*)$")
    provider = (provider or entry):match("^%s*(.-)%s*$"):lower()
    model = model and model:match("^%s*(.-)%s*$")
    if provider ~= "" then
      local module = module_of(provider)
      if model == "" then model = nil end
      entries[#entries + 1] = { entry = entry, provider = provider, model = model or (module and module.default_model) }
    end
  end
  return entries
end

-- The entries as the status shows them.
function M.summary(text)
  local names = {}
  for part in (text or ""):gmatch("[^,;]+") do
    local entry = part:match("^%s*(.-)%s*$")
    if entry ~= "" then names[#names + 1] = entry end
  end
  if #names == 0 then return "None Configured. Set PEEKABOO_AI_PROVIDERS ENV." end
  return table.concat(names, ", ")
end

local function unwell(err)
  err = errors.normalise(err)
  if err.code == "CANCELLED" then error(err, 0) end
  if err.code == "TIMEOUT" then return false, ("no answer within %d s"):format(kCheckSeconds) end
  return false, err.message, err.hint
end

-- Whether a provider can work now, found out within three seconds: true, or false with the reason and the remedy. The
-- number of its models comes last, where it tells.
function M.check(provider, model)
  local module, reason, remedy = module_of(provider)
  if not module then return false, reason, remedy end
  local function ask() return table.pack(module.check(model or module.default_model)) end
  local answer, err = try(task.timeout, kCheckSeconds, ask)
  if not answer then return unwell(err) end
  return answer[1] and true or false, answer[2], answer[3], answer[4]
end

local function chosen(provider, model)
  local module, reason, remedy = module_of(provider)
  if not module then fail(reason, remedy) end
  model = model or module.default_model
  return { provider = provider, model = model, module = module, name = provider .. "/" .. model }
end

local function explicit(entries, provider, model)
  for _, entry in ipairs(entries) do
    if entry.provider == provider then
      local wanted = model or entry.model
      local available, reason, remedy = M.check(provider, wanted)
      if not available then
        fail(("Provider '%s' is not operational: %s"):format(provider, reason or "no reason given"), remedy)
      end
      return chosen(provider, wanted)
    end
  end
  return fail(("Provider '%s' is not enabled in server's PEEKABOO_AI_PROVIDERS configuration."):format(provider),
    "Configured: " .. M.summary(settings.ai_providers()) .. ".")
end

-- Chooses who answers, by availability: {provider, model, name, module}. `wanted`: type ("auto" or a name), model.
-- Raises "AI_PROVIDER_ERROR" with the causes.
function M.choose(wanted)
  wanted = wanted or {}
  local configured = settings.ai_providers()
  if not configured then
    local why = settings_report.why_missing "PEEKABOO_AI_PROVIDERS"
    fail(M.not_configured, why or "For example PEEKABOO_AI_PROVIDERS=ocr.", { reason = "unset" })
  end
  local entries = M.parse(configured)
  if #entries == 0 then
    fail("No valid AI providers found in PEEKABOO_AI_PROVIDERS configuration.",
      "For example PEEKABOO_AI_PROVIDERS=ocr.")
  end
  if wanted.type and wanted.type ~= "auto" then return explicit(entries, wanted.type, wanted.model) end
  local causes = {}
  for _, entry in ipairs(entries) do
    local model = wanted.model or entry.model
    local available, reason, remedy = M.check(entry.provider, model)
    if available then return chosen(entry.provider, model) end
    causes[#causes + 1] = ("%s: %s%s"):format(entry.entry, reason or "not available", remedy and " → " .. remedy or "")
  end
  return fail("No configured AI providers in PEEKABOO_AI_PROVIDERS are currently operational.", nil,
    { text = table.concat(causes, "\n"), causes = causes })
end

-- Asks the chosen provider about a picture {image, blob?}: the answer and notes about how it came to be. An empty
-- question becomes the default one. `timeout`: seconds (default: PEEKABOO_AI_TIMEOUT).
function M.ask(choice, picture, question, timeout)
  if not question or question:match("^%s*$") then question = M.default_question end
  local notes, module, sent = {}, choice.module, picture
  if module.wants ~= "pixels" then
    sent, notes[1] = attachment.prepare(picture, module.limits or {}, choice.provider)
  end
  local started = time.clock()
  local text, note = module.analyze(sent, question,
    { model = choice.model, timeout = math.min(timeout or settings.ai_timeout(), kLongestSeconds), clock = time.clock })
  notes[#notes + 1] = note
  return text, notes, time.clock() - started
end

return M
