local errors = require "errors"
local host = require "host"
local log = require "log"
local user_files = require "ai.user_files"
local settings = require "settings"
local task = require "task"
local time = require "time"
local trim = require("lib.blanks").trim

local M = {}

M.default_question = "Please describe what you see in this image."
M.not_configured = "AI analysis not configured on this server. Set the PEEKABOO_AI_PROVIDERS environment variable."

local kCheckSeconds = 3
local kTooMany, kServerFault = 429, 500 -- statuses of HTTP
local kLongestSeconds = 86400 -- maximum time limit of a request

-- Positions that the published schema gives to some names; the others follow in alphabetical order.
local places = { ollama = 1, openai = 2, anthropic = 3, ocr = 4 }

local function comes_before(one, other)
  local first, second = places[one] or math.huge, places[other] or math.huge
  return first < second or (first == second and one < other)
end

-- The built-in names with a meaning in PEEKABOO_AI_PROVIDERS: one for each file in scripts/ai/providers/.
local built_in = host.scripts "ai.providers"
table.sort(built_in, comes_before)
local modules = {}
for _, name in ipairs(built_in) do modules[name] = "ai.providers." .. name end

-- A provider, built in or in a user's file, is a table of
--   default_model                the model when none is named (nil: the provider has no models)
--   check(model)                 available, reason?, remedy?, number of models?  (optional in a user's file)
--   analyze(picture, question, options)
--                                text (nil: there was none), note?; options are model, timeout (seconds),
--                                clock() (seconds), retries (maximum number, when set)
--   limits                       {side (pixels), bytes}: larger pictures are scaled down first
--   wants = "pixels"             picture.image is enough; else a picture is {image, blob, media_type, width, height}
-- Both functions may wait, and raise errors with codes.

local function fail(message, hint, details, code)
  errors.raise(code or "AI_PROVIDER_ERROR", message, { hint = hint, details = details })
end

-- Returns every name that PEEKABOO_AI_PROVIDERS may use: the built-in ones, then those of the user's files. Does not
-- wait.
function M.recognised()
  local names = { table.unpack(built_in) }
  for _, name in ipairs(user_files.names(modules)) do names[#names + 1] = name end
  return names
end

-- Returns problems of the user's provider files: rows of {problem, remedy}.
function M.problems()
  return user_files.problems(modules)
end

-- Returns the module of a provider, or nil with the reason and the remedy.
local function module_of(name)
  if modules[name] then return require(modules[name]) end
  local names = M.recognised()
  for _, known in ipairs(names) do
    if known == name then return user_files.load(name) end
  end
  return nil, ("Unknown provider: %s."):format(name), "Recognised are " .. table.concat(names, ", ") .. "."
end

-- Returns the entries of PEEKABOO_AI_PROVIDERS in order: {entry, provider, model}. The provider ends at the first "/".
function M.parse(text)
  local entries = {}
  for part in (text or ""):gmatch("[^,;]+") do
    local entry = trim(part)
    local provider, model = entry:match("^([^/]*)/(.*)$")
    provider = trim(provider or entry):lower()
    model = model and trim(model)
    if provider ~= "" then
      local module = module_of(provider)
      if model == "" then model = nil end
      entries[#entries + 1] = { entry = entry, provider = provider, model = model or (module and module.default_model) }
    end
  end
  return entries
end

-- Returns the entries as the status shows them.
function M.summary(text)
  local names = {}
  for part in (text or ""):gmatch("[^,;]+") do
    local entry = trim(part)
    if entry ~= "" then names[#names + 1] = entry end
  end
  if #names == 0 then return "None Configured. Set PEEKABOO_AI_PROVIDERS ENV." end
  return table.concat(names, ", ")
end

local function unwell(err)
  err = errors.normalise(err)
  if err.code == "CANCELLED" then error(err, 0) end
  if err.code == "TIMEOUT" then return false, ("no answer within %d s"):format(kCheckSeconds) end
  return false, err.message, err.hint, nil, err.code
end

-- Checks within three seconds whether a provider works now: true, or false with the reason and the remedy; then the
-- number of its models, if it reports that, and the code of the last error.
function M.check(provider, model)
  local module, reason, remedy = module_of(provider)
  if not module then return false, reason, remedy end
  local function ask() return table.pack(module.check(model or module.default_model)) end
  local answer, err = try(task.timeout, kCheckSeconds, ask)
  if not answer then return unwell(err) end
  return answer[1] and true or false, answer[2] and require("lib.unicode").line(answer[2]), answer[3], answer[4]
end

local function chosen(provider, model)
  local module, reason, remedy = module_of(provider)
  if not module then fail(reason, remedy) end
  model = model or module.default_model
  local name = model and provider .. "/" .. model or provider
  return { provider = provider, model = model, module = module, name = name }
end

local function explicit(entries, provider, model)
  for _, entry in ipairs(entries) do
    if entry.provider == provider then
      local wanted = model or entry.model
      local available, reason, remedy, _, code = M.check(provider, wanted)
      if not available then
        fail(("Provider '%s' is not operational: %s"):format(provider, reason or "no reason given"), remedy, nil,
          code == "CONNECTION_REFUSED" and code or nil)
      end
      return chosen(provider, wanted)
    end
  end
  return fail(("Provider '%s' is not enabled in server's PEEKABOO_AI_PROVIDERS configuration."):format(provider),
    "Configured: " .. M.summary(settings.ai_providers()) .. ".")
end

-- Chooses an available provider: {provider, model, name, module}. `wanted`: type ("auto" or a name), model. `after`: an
-- earlier choice; only later entries are considered. Raises "AI_PROVIDER_ERROR" with the causes, "CONNECTION_REFUSED"
-- when that is the cause of each.
function M.choose(wanted, after)
  wanted = wanted or {}
  local configured = settings.ai_providers()
  if not configured then
    local why = require("settings.report").why_missing "PEEKABOO_AI_PROVIDERS"
    fail(M.not_configured, why or "For example PEEKABOO_AI_PROVIDERS=ocr.", { reason = "unset" })
  end
  local entries = M.parse(configured)
  if #entries == 0 then
    fail("No valid AI providers found in PEEKABOO_AI_PROVIDERS configuration.",
      "For example PEEKABOO_AI_PROVIDERS=ocr.")
  end
  if wanted.type and wanted.type ~= "auto" then return explicit(entries, wanted.type, wanted.model) end
  local causes, refused = {}, "CONNECTION_REFUSED"
  for place = (after and after.place or 0) + 1, #entries do
    local entry = entries[place]
    local model = wanted.model or entry.model
    local available, reason, remedy, _, code = M.check(entry.provider, model)
    if available then
      local choice = chosen(entry.provider, model)
      choice.place, choice.wanted, choice.others = place, wanted, place < #entries
      return choice
    end
    if code ~= refused then refused = nil end
    local cause = ("%s: %s"):format(entry.entry, reason or "not available")
    causes[#causes + 1] = require("lib.error_text").remedied(cause, remedy)
  end
  return fail("No configured AI providers in PEEKABOO_AI_PROVIDERS are currently operational.", nil,
    { text = table.concat(causes, "\n"), causes = causes }, refused)
end

-- Asks the chosen provider about a picture {image, blob?, own?} (see attachment.prepare). Returns the answer and notes
-- about it. An empty question becomes the default one. `timeout`: seconds (default: PEEKABOO_AI_TIMEOUT).
function M.ask(choice, picture, question, timeout)
  if not question or question:match("^%s*$") then question = M.default_question end
  local notes, module, sent = {}, choice.module, picture
  if module.wants ~= "pixels" then
    sent, notes[1] = require("ai.attachment").prepare(picture, module.limits or {}, choice.provider)
  end
  require("safeguards").audit { operation = "analyze", provider = choice.name }
  local started = time.clock()
  local text, note = module.analyze(sent, question, { model = choice.model, clock = time.clock,
    timeout = math.min(timeout or settings.ai_timeout(), kLongestSeconds), retries = choice.others and 0 or nil })
  if type(text) ~= "string" or not text:find "%S" then
    fail(table.concat({ choice.name .. " gave no answer.", note }, " "), "Try again, or choose another model.",
      { reason = "empty" })
  end
  notes[#notes + 1] = note and require("lib.unicode").text(note)
  return require("lib.unicode").text(text), notes, time.clock() - started
end

-- Returns the provider to ask instead of one that is overloaded or gave no answer; nil when there is none, or the
-- caller wanted just this one.
local function next_after(choice, err)
  local details = type(err.details) == "table" and err.details or {}
  local status = details.status or 0
  local passes = status == kTooMany or status >= kServerFault or details.reason == "empty"
  if not choice.others or not passes then return nil end
  local following, why = try(M.choose, choice.wanted, choice)
  if errors.is_cancelled(why) then error(why, 0) end
  return following
end

-- Asks like M.ask, and then the next provider in order if the chosen one gets too many requests, fails by itself, or
-- answers without content. Also returns, as the last value, the provider that answered.
function M.ask_in_order(choice, picture, question, timeout)
  local left, passed = timeout or settings.ai_timeout(), {}
  local ends = time.clock() + left
  while true do
    local text, notes, seconds = try(M.ask, choice, picture, question, left)
    if text then
      table.move(passed, 1, #passed, #notes + 1, notes)
      return text, notes, seconds, choice
    end
    local err = errors.normalise(notes)
    local following = next_after(choice, err)
    log.debug("provider failed", { provider = choice.name, message = err.message, hint = err.hint,
      next = following and following.name })
    if not following then
      if #passed > 0 then err.message = table.concat({ err.message, table.unpack(passed) }, " ") end
      error(err, 0)
    end
    passed[#passed + 1] = ("Note: %s was asked before: %s"):format(choice.name, err.message)
    choice, left = following, math.max(ends - time.clock(), 0.001)
  end
end

return M
