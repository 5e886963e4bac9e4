local errors = require "errors"
local host = require "host"
local policy_text = require "desktop.policy_text"
local registry = require "ai.registry"
local status = require "tools.status"
local table_of = require "lib.text_table"
local list_text = require "desktop.list_text"
local unicode = require "lib.unicode"

local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 5, text = "Say what works on this desktop, what does not, and what to do",
}

local function row_text(available, name, detail, remedy, colour)
  local mark = available and table_of.paint("ok  ", "green", colour) or table_of.paint("no  ", "red", colour)
  local text = "  " .. mark .. name
  if detail and detail ~= "" then text = text .. table_of.paint("  " .. unicode.line(detail), "dim", colour) end
  if not available and remedy and remedy ~= "" then text = text .. "\n        do: " .. unicode.line(remedy) end
  return text
end

local function padded(rows, key)
  local width = 0
  for _, row in ipairs(rows) do width = math.max(width, unicode.width(row[key])) end
  return function(text) return text .. (" "):rep(width - unicode.width(text)) end
end

local function heading(lines, text, colour)
  lines[#lines + 1] = ""
  lines[#lines + 1] = table_of.paint(text, "bold", colour)
end

-- Returns the single reason why nothing works (no display server, say), or nil.
local function shared_failure(rows)
  for _, row in ipairs(rows) do
    if row.available or row.detail ~= rows[1].detail then return nil end
  end
  return rows[1]
end

local function services_part(lines, report, colour)
  if #report.services == 0 then return end
  heading(lines, "Services", colour)
  for _, row in ipairs(report.services) do
    lines[#lines + 1] = row_text(row.available, row.operation, row.detail, row.remedy, colour)
  end
end

local function desktop_part(lines, report, colour)
  heading(lines, "Desktop", colour)
  local rows = report.desktop.capabilities
  local shared = shared_failure(rows)
  if shared then
    lines[#lines + 1] = row_text(false, "nothing works here", shared.detail, shared.remedy, colour)
    return
  end
  lines[#lines + 1] = ("  %s: %s"):format(report.desktop.name, unicode.line(report.desktop.description or ""))
  local pad = padded(rows, "operation")
  for _, row in ipairs(rows) do
    lines[#lines + 1] = row_text(row.available, pad(row.operation), row.detail, row.remedy, colour)
    if row.consent then lines[#lines + 1] = "        consent: " .. unicode.line(row.consent) end
  end
  for _, row in ipairs(status.element_rows(report.without_elements)) do
    lines[#lines + 1] = row_text(false, row.operation, row.detail, row.remedy, colour)
  end
  services_part(lines, report, colour)
  heading(lines, "Screens", colour)
  for _, display in ipairs(report.screens) do lines[#lines + 1] = "  " .. list_text.screen(display) end
  local err = report.screens_error
  if err then lines[#lines + 1] = row_text(false, err.message, nil, err.hint, colour) end
end

local function permissions_part(lines, report, colour)
  heading(lines, "Permissions", colour)
  for _, permission in ipairs(report.permissions) do
    local row = permission.row
    if row then lines[#lines + 1] = row_text(row.available, permission.name, row.detail, row.remedy, colour) end
  end
end

local function safeguards_part(lines, report, colour)
  heading(lines, "Safeguards", colour)
  for _, row in ipairs(status.safeguard_rows(report.safeguards)) do
    lines[#lines + 1] = row_text(row.available, row.operation, row.detail, row.remedy, colour)
  end
  lines[#lines + 1] = "  audit log: " .. unicode.line(report.safeguards.audit_path)
end

local function analysis_part(lines, report, ocr, colour)
  heading(lines, "Analysis", colour)
  lines[#lines + 1] = row_text(ocr.available, "text recognition (ocr)", ocr.detail, ocr.remedy, colour)
  local helpers = report.helpers
  lines[#lines + 1] = row_text(helpers.available, "pictures of AI clients", helpers.detail, helpers.remedy, colour)
  if #report.providers == 0 then
    lines[#lines + 1] = "  no provider is configured\n        do: export PEEKABOO_AI_PROVIDERS=ocr"
  end
  for _, row in ipairs(report.providers) do
    lines[#lines + 1] = row_text(row.available, "provider " .. unicode.line(row.entry), row.detail, row.remedy, colour)
  end
end

local function guest_part(lines, report, colour)
  local guest = report.guest
  if not guest.enabled then return end
  heading(lines, "Scripts of AI clients", colour)
  lines[#lines + 1] = row_text(guest.available, "run_script", guest.detail, guest.remedy, colour)
end

local function policy_part(lines, report, colour)
  heading(lines, "Policy", colour)
  local refusal = policy_text.refusal(report.policy)
  local line = policy_text.line(report.policy)
  lines[#lines + 1] = row_text(refusal == nil, refusal and line or "policy", not refusal and line or nil,
    refusal and refusal.hint, colour)
end

local function problems_part(lines, report, colour)
  local found = {}
  for _, row in ipairs(report.problems) do
    if not row.problem:find("^AI provider") and not row.problem:find("^No AI provider") then found[#found + 1] = row end
  end
  if #found == 0 then return end
  heading(lines, "Configuration", colour)
  for _, row in ipairs(found) do lines[#lines + 1] = row_text(false, row.problem, nil, row.remedy, colour) end
end

function M.run(options)
  local report = status.collect()
  local available, detail, remedy = registry.check("ocr", nil)
  local ocr = { available = available, detail = detail, remedy = remedy }
  local lines = { table_of.paint("Peekaboo " .. host.version, "bold", options.colour) }
  desktop_part(lines, report, options.colour)
  permissions_part(lines, report, options.colour)
  safeguards_part(lines, report, options.colour)
  analysis_part(lines, report, ocr, options.colour)
  guest_part(lines, report, options.colour)
  policy_part(lines, report, options.colour)
  problems_part(lines, report, options.colour)
  heading(lines, "Log", options.colour)
  lines[#lines + 1] = "  " .. report.log_file
  local data = status.data(report)
  data.ocr = ocr
  local failure = report.screens_error
  if failure then failure = errors.normalise(failure) end
  return { data = data, text = table.concat(lines, "\n") .. "\n", failure = failure, told = true }
end

return M
