local desktop = require "desktop"
local errors = require "errors"
local host = require "host"
local json = require "json"
local registry = require "ai.registry"
local safeguards = require "safeguards"
local settings = require "settings"
local task = require "task"
local user_files = require "tools.user_files"

local M = {}

-- Returns the block at the end of a tool's description.
function M.block()
  return table.concat({
    "--- Peekaboo MCP Server Status ---",
    "Name: PeekabooMCP",
    "Version: " .. host.version,
    "Configured AI Providers (from PEEKABOO_AI_PROVIDERS ENV): " .. registry.summary(settings.ai_providers()),
    "---",
  }, "\n")
end

local function probe(entry)
  local available, detail, remedy, models = registry.check(entry.provider, entry.model)
  return { entry = entry.entry, available = available, detail = detail, remedy = remedy, models = models }
end

-- Asks all configured providers concurrently. Returns rows {entry, available, detail, remedy, models}.
function M.providers()
  local rows, work = {}, {}
  for i, entry in ipairs(registry.parse(settings.ai_providers())) do
    work[i] = function() rows[i] = probe(entry) end
  end
  if #work > 0 then task.all(work) end
  return rows
end

local function find(capabilities, ...)
  for _, name in ipairs { ... } do
    for _, row in ipairs(capabilities) do
      if row.operation == name then return row end
    end
  end
  return nil
end

-- Derives the states of screen recording and accessibility from the capabilities of the desktop.
local function permissions_of(capabilities)
  local capture = find(capabilities, "capture.display", "capture.window", "capture")
  local access = find(capabilities, "elements", "activate")
  return {
    { name = "Screen Recording", key = "screen_recording", row = capture },
    { name = "Accessibility", key = "accessibility", row = access },
    { name = "Automation", key = "automation", row = require("tools.automation_status").row(), told = true },
  }
end

local lock_texts = { locked = "locked", unlocked = "not locked", unknown = "not known to be locked" }

-- Returns whether the person can be told and asked, as such a row.
local function notification_row(service)
  local row = { operation = "notifications", available = service.available and service.buttons, detail = service.detail,
    remedy = "Start a notification service that shows buttons, such as dunst." }
  if not service.available then
    row.detail = service.detail .. ": nobody is told who acts, and acts that must be confirmed are refused"
  elseif not service.buttons then
    row.detail = service.detail .. " shows no buttons: acts that must be confirmed are refused"
  end
  return row
end

-- Returns what may refuse captures or acts, as rows {operation, available, detail, remedy}.
function M.safeguard_rows(state)
  local lock = lock_texts[state.lock]
  return {
    { operation = "captures", available = not state.stopped, detail = state.stopped and "stopped" or "not stopped",
      remedy = "Let them go on: peekaboo resume" },
    { operation = "session", available = state.lock ~= "locked",
      detail = state.lock_reason and ("%s (%s)"):format(lock, state.lock_reason) or lock,
      remedy = "Unlock the session." },
    notification_row(state.notifications),
  }
end

-- Returns the state of the safeguards, and what shows notifications.
local function safeguards_state()
  local state = safeguards.status()
  state.notifications = safeguards.notifications()
  return state
end

local function problems_of(provider_rows, guest, helpers)
  local problems = require("settings.report").problems()
  problems[#problems + 1] = require("external.choose").problem()
  problems[#problems + 1] = require("tools").problem()
  for _, row in ipairs(registry.problems()) do problems[#problems + 1] = row end
  for _, row in ipairs(user_files.problems()) do problems[#problems + 1] = row end
  for _, row in ipairs(require("lib.user_file").refusals "automations") do problems[#problems + 1] = row end
  for _, row in ipairs(require("guest.status").problems(guest)) do problems[#problems + 1] = row end
  for _, row in ipairs(require("tools.helper_status").problems(helpers)) do problems[#problems + 1] = row end
  for _, row in ipairs(provider_rows) do
    if not row.available then
      problems[#problems + 1] = { problem = ("AI provider '%s': %s"):format(row.entry, row.detail or "not available"),
        remedy = row.remedy }
    end
  end
  if #provider_rows == 0 then
    problems[#problems + 1] = { problem = "No AI provider is configured; analysis is off.",
      remedy = "Set PEEKABOO_AI_PROVIDERS, for example to ocr." }
  end
  return problems
end

-- Collects the report: block, desktop, screens or screens_error, permissions, providers, environment, problems. Does
-- not raise when there is no desktop.
function M.collect()
  local seen, err = try(desktop.status)
  if not seen then
    err = errors.normalise(err)
    if err.code == "CANCELLED" then error(err, 0) end
    seen = { name = "none", description = err.message, capabilities = {} }
  end
  local screens, screens_error = try(require("desktop.lists").screens)
  local provider_rows = M.providers()
  local guest, helpers = require("guest.status").look(), require("tools.helper_status").look()
  return {
    block = M.block(), desktop = seen, screens = screens or {},
    screens_error = screens_error and errors.normalise(screens_error) or nil,
    without_elements = require("desktop.element_support").missing(),
    permissions = permissions_of(seen.capabilities), providers = provider_rows,
    services = require("tools.service_status").rows(),
    environment = require("settings.report").lines(), log_file = settings.log_file(),
    external_cli = require("external.choose").external_path(), problems = problems_of(provider_rows, guest, helpers),
    guest = guest, helpers = helpers, policy = require("policy").status(), safeguards = safeguards_state(),
    platform = host.platform or {},
  }
end

local function mark(available)
  return available and "✅" or "❌"
end

local function remedied(text, remedy)
  return require("lib.error_text").remedied(text, remedy)
end

local function capability_line(row)
  local text = ("- %s %s"):format(mark(row.available), row.operation)
  if row.detail and row.detail ~= "" then text = text .. ": " .. require("lib.unicode").line(row.detail) end
  if row.available or not row.remedy then return text end
  return remedied(text, require("lib.unicode").line(row.remedy))
end

-- Returns rows of capabilities for applications that offer no elements.
function M.element_rows(missing)
  local rows = {}
  for i, each in ipairs(missing) do
    rows[i] = { operation = ("elements of %s"):format(require("lib.unicode").line(each.name)), available = false,
      detail = ("process %d does not offer them"):format(each.pid), remedy = each.remedy }
  end
  return rows
end

local sections = {}

function sections.desktop(report, add)
  add("## Display Server")
  add(("- %s: %s"):format(report.desktop.name, require("lib.unicode").line(report.desktop.description or "")))
  for _, row in ipairs(report.desktop.capabilities) do add(capability_line(row)) end
  for _, row in ipairs(M.element_rows(report.without_elements)) do add(capability_line(row)) end
  for _, row in ipairs(report.services) do add(capability_line(row)) end
end

function sections.displays(report, add)
  add("## Displays")
  for _, display in ipairs(report.screens) do add("- " .. require("desktop.list_text").screen(display)) end
  local err = report.screens_error
  if err then add("- ❌ " .. remedied(err.message, err.hint)) end
end

function sections.permissions(report, add)
  add("## System Permissions")
  for _, permission in ipairs(report.permissions) do
    local row = permission.row
    if row then
      local text = ("- %s %s: %s"):format(mark(row.available), permission.name,
        row.available and "granted" or "not granted")
      if permission.told then text = remedied(("%s (%s)"):format(text, row.detail), row.remedy) end
      add(text)
    else
      add(("- ❔ %s: this desktop does not say"):format(permission.name))
    end
  end
end

function sections.safeguards(report, add)
  add("## Safeguards")
  for _, row in ipairs(M.safeguard_rows(report.safeguards)) do add(capability_line(row)) end
  add("- Audit log: " .. require("lib.unicode").line(report.safeguards.audit_path))
end

function sections.providers(report, add)
  add("## AI Provider Status")
  if #report.providers == 0 then add("- None configured. Set PEEKABOO_AI_PROVIDERS, for example to ocr.") end
  for _, row in ipairs(report.providers) do
    local models = row.models and ("%d model%s"):format(row.models, row.models == 1 and "" or "s")
    local detail = row.available and "ready" or row.detail
    add(capability_line { operation = row.entry, available = row.available, remedy = row.remedy,
      detail = models and ("%s (%s)"):format(detail, models) or detail })
  end
end

function sections.environment(report, add)
  add("## Environment Configuration")
  add("- Log file: " .. report.log_file)
  local file = host.configuration
  add(("- Configuration file: %s%s"):format(file.path, file.found and "" or " (there is none)"))
  if report.external_cli then
    add("- `image` and `list` of the server run: " .. require("lib.unicode").line(report.external_cli))
  end
  if report.guest.enabled then
    add(capability_line { operation = "run_script", available = report.guest.available, detail = report.guest.detail,
      remedy = report.guest.remedy })
  end
  for _, line in ipairs(report.environment) do add(line) end
end

function sections.policy(report, add)
  add("## Policy")
  local text = require "desktop.policy_text"
  local refusal = text.refusal(report.policy)
  add(refusal and "- ❌ " .. remedied(text.line(report.policy), refusal.hint) or "- " .. text.line(report.policy))
end

function sections.problems(report, add)
  add("## Configuration Issues")
  if #report.problems == 0 then add("- No configuration issues detected") end
  for _, row in ipairs(report.problems) do
    add("- ⚠️ " .. remedied(row.problem, row.remedy))
  end
end

function sections.system(report, add)
  local platform = report.platform
  add("## System Information")
  add(("- %s %s (%s), %s"):format(platform.system or "unknown", platform.release or "", platform.architecture or "",
    _VERSION))
end

M.section_order = { "desktop", "displays", "permissions", "safeguards", "providers", "environment", "policy",
  "problems", "system" }

-- Formats one section as lines, heading first.
function M.section(report, name)
  local lines = {}
  sections[name](report, function(line) lines[#lines + 1] = line end)
  return lines
end

function M.render(report)
  local parts = { report.block }
  for _, name in ipairs(M.section_order) do parts[#parts + 1] = table.concat(M.section(report, name), "\n") end
  return table.concat(parts, "\n\n")
end

-- Returns the report as data for programs.
function M.data(report)
  local permissions, issues = {}, {}
  for _, permission in ipairs(report.permissions) do
    permissions[permission.key] = permission.row ~= nil and permission.row.available and true or false
  end
  for i, row in ipairs(report.problems) do issues[i] = row end
  return {
    name = "PeekabooMCP", version = host.version, status = report.block,
    desktop = { name = report.desktop.name, description = report.desktop.description,
      capabilities = json.array(report.desktop.capabilities),
      without_elements = json.array(report.without_elements), services = json.array(report.services) },
    screens = json.array(report.screens), permissions = permissions,
    ai_providers = json.array(report.providers), configuration_issues = json.array(issues),
    screens_error = report.screens_error and { code = report.screens_error.code,
      message = report.screens_error.message, hint = report.screens_error.hint },
    environment = json.array(report.environment), log_file = report.log_file,
    policy = { files = json.array(report.policy.files),
      refusal = require("desktop.policy_text").refusal(report.policy) },
    run_script = report.guest, helpers = report.helpers, external_cli = report.external_cli,
    platform = report.platform, safeguards = report.safeguards,
  }
end

return M
