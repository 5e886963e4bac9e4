local errors = require "errors"
local settings = require "settings"

local M = {}

M.default_question = "Please describe what you see in this image."
M.not_configured = "AI analysis not configured on this server. Set the PEEKABOO_AI_PROVIDERS environment variable."

-- Names with a meaning in PEEKABOO_AI_PROVIDERS, in the order of the published schema.
M.recognised = { "ollama", "openai", "anthropic", "ocr" }

-- The modules behind the names. Each offers default_model, check(model) -> available, reason, remedy and
-- analyze({image}, question, {model, timeout}) -> text.
local modules = { ocr = "providers.ocr" }

local function fail(message, hint, details)
  errors.raise("AI_PROVIDER_ERROR", message, { hint = hint, details = details })
end

local function is_recognised(name)
  for _, known in ipairs(M.recognised) do
    if known == name then return true end
  end
  return false
end

-- The module of a provider, or nil with the reason and the remedy.
local function module_of(name)
  if modules[name] then return require(modules[name]) end
  if is_recognised(name) then
    return nil, ("This version of Peekaboo has no '%s' provider."):format(name), "Use 'ocr'."
  end
  return nil, ("Unknown provider: %s."):format(name), "Recognised are " .. table.concat(M.recognised, ", ") .. "."
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

-- Whether a provider can work now: true, or false with the reason and the remedy.
function M.check(provider, model)
  local module, reason, remedy = module_of(provider)
  if not module then return false, reason, remedy end
  local answer, why, what = try(module.check, model)
  if answer == nil and why then
    why = errors.normalise(why)
    return false, why.message, why.hint
  end
  return answer and true or false, why, what
end

local function chosen(provider, model)
  local module = module_of(provider)
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
  if not configured then fail(M.not_configured, "For example PEEKABOO_AI_PROVIDERS=ocr.", { reason = "unset" }) end
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
    causes[#causes + 1] = ("%s: %s%s"):format(entry.entry, reason or "not available", remedy and " " .. remedy or "")
  end
  return fail("No configured AI providers in PEEKABOO_AI_PROVIDERS are currently operational.", nil,
    { text = table.concat(causes, "\n"), causes = causes })
end

-- Asks the chosen provider about a picture ({image}). An empty question becomes the default one.
function M.ask(choice, picture, question)
  if not question or question:match("^%s*$") then question = M.default_question end
  return choice.module.analyze(picture, question, { model = choice.model, timeout = settings.ai_timeout() })
end

return M
