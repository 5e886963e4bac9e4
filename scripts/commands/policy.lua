local errors = require "errors"
local fs = require "fs"
local image = require "image"
local json = require "json"
local paths = require "lib.paths"
local policy = require "policy"
local policy_text = require "desktop.policy_text"
local unicode = require "lib.unicode"

-- `peekaboo policy`: what the policy files come to, what is wrong with them, and which rule decides.
local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 14, text = "Show the policy in effect, check its files, and tell which rule decides",
  options = {
    { "what", "show (default), validate, explain or check", one_of = { "show", "validate", "explain", "check" } },
    { "subject", "with validate: a policy file; with explain: a path or a window's id; with check: a picture",
      takes = "file" },
    { "--caller", "for whom: mcp (default), guest, script, command_line or daemon", value = "CALLER",
      one_of = { "mcp", "guest", "script", "command_line", "daemon" } },
    { "--screen", "with check: this screen, counted from 0", value = "N" },
    { "--app", "with check: an application", value = "NAME" },
    { "--preview", "with check: save the picture as it would be given", value = "FILE", takes = "file" },
  },
  ends = [[
Exit statuses:
  0     done
  20    an argument is not valid (INVALID_ARGUMENT)
  27    a policy file cannot be used, or the policy refuses the picture (POLICY_DENIED)
  64    the command line makes no sense (INVALID_ARGUMENT)
]],
}

local kPatience = 30 -- seconds
local kCallers = { "mcp", "guest", "script", "command_line", "daemon" }

local function usage(message, hint)
  errors.raise("INVALID_ARGUMENT", message, { usage = true, hint = hint })
end

local function listed(list)
  local lines = {}
  for i, text in ipairs(list) do lines[i] = unicode.line(text) end
  return #lines > 0 and table.concat(lines, ", ") or "none"
end

local function window_rules(rules)
  local lines = {}
  for i, row in ipairs(rules.windows) do
    lines[i] = ("    %s  (%s)"):format(unicode.line(row.rule), unicode.line(row.source))
  end
  if rules.built_in_exclusions then
    lines[#lines + 1] = "    password managers, secret prompts, screen lockers  (built in)"
  end
  return #lines > 0 and "\n" .. table.concat(lines, "\n") or " none"
end

local function levels(rules)
  local lines = {}
  for i, row in ipairs(rules.levels) do
    lines[i] = ("    %s: %s  (%s)"):format(unicode.line(row.application), row.level, unicode.line(row.source))
  end
  return #lines > 0 and "\n" .. table.concat(lines, "\n") or " full for every application"
end

local function caller_lines(name, rules)
  local rate = rules.captures_per_minute
  local function row(key, text, value)
    local source = rules.sources[key] or rules.sources.strict and key == "masking" and rules.sources.strict
    return ("  %s: %s  (%s)"):format(text, value, source and unicode.line(source) or "default")
  end
  local bound = rules.paths.bound
  return table.concat({
    name,
    row("allowedDirectories", "saves to", bound and listed(rules.paths.allowed) or "any folder"),
    row("restrictedPaths", "but not to", bound and listed(rules.paths.restricted) or "none"),
    row("maxCapturesPerMinute", "captures a minute", rate > 0 and tostring(rate) or "no limit"),
    row("enableAuditLog", "audited", rules.audited and "yes" or "no"),
    row("whenLocked", "when locked", rules.denied_when_locked and "deny" or "allow"),
    row("masking", "masking", rules.always_masked and "always" or "asked"),
    row("ownWindows", "agent's own windows", rules.own_windows_denied and "deny" or "allow"),
    row("confirm", "person asked from", rules.confirmed_from or "as PEEKABOO_CONFIRM says"),
    "  levels:" .. levels(rules),
    "  excluded windows:" .. window_rules(rules),
  }, "\n")
end

local actions = {}

function actions.show(options)
  local status = policy.status()
  local places = ("System file: %s\nUser file:   %s\n"):format(unicode.line(status.system_file),
    unicode.line(status.user_file))
  local refusal = policy_text.refusal(status)
  if refusal then
    -- The rules of a policy that cannot be used say nothing.
    return { data = status, text = ("Problem: %s\n  do: %s\n\n%s"):format(unicode.line(refusal.message),
      unicode.line(refusal.hint), places) }
  end
  local lines = { places .. "In effect:   " .. policy_text.files(status) }
  local shown = options.caller and { options.caller } or kCallers
  local before
  for _, name in ipairs(shown) do
    local text = caller_lines(name, status.callers[name])
    local rest = text:gsub("^[^\n]*", "")
    lines[#lines + 1] = "\n" .. (rest == before and name .. "\n  the same" or text)
    before = rest
  end
  return { data = status, text = table.concat(lines, "\n") .. "\n" }
end

-- Checks one file, or those in effect.
function actions.validate(options)
  local status, files = policy.status(), {}
  if options.subject then
    files[1] = paths.resolve(options.subject, fs.home(), fs.current_directory())
  else
    files = { status.system_file, status.user_file }
  end
  local lines, rows = {}, {}
  for i, path in ipairs(files) do
    local missing = policy.validate(path)
    if missing and options.subject then
      errors.raise("FILE_IO_ERROR", ("policy file %s: %s"):format(path, missing), { hint = "Name another file." })
    end
    lines[i] = ("%s: %s"):format(unicode.line(path), missing or "valid")
    rows[i] = { file = path, found = missing == nil }
  end
  return { data = { files = json.array(rows) }, text = table.concat(lines, "\n") .. "\n" }
end

local function lies_in(path, folder)
  return folder == "/" or path == folder or path:sub(1, #folder + 1) == folder .. "/"
end

-- Returns whether the rules allow a path by its text alone, and which rule decides.
local function path_verdict(path, rules)
  if not rules.bound then return true, "this caller may save anywhere" end
  for _, folder in ipairs(rules.restricted) do
    if lies_in(path, folder) then return false, "restricted: " .. folder end
  end
  local found
  for _, folder in ipairs(rules.allowed) do
    if lies_in(path, folder) and (not found or #folder > #found) then found = folder end
  end
  if not found then return false, "outside of every allowed folder" end
  for _, folder in ipairs(rules.without_hidden) do
    if found == folder and path:sub(#folder + 2, #folder + 2) == "." then
      return false, ("hidden files and folders of %s are refused"):format(folder)
    end
  end
  return true, "allowed: " .. found
end

local function explain_window(id, caller)
  for _, row in ipairs(policy.excluded(caller)) do
    if row.id == id then
      local why = row.rule ~= "" and ("%s (%s)"):format(row.rule, row.source) or "it belongs to an excluded window"
      return { excluded = true, rule = why }
    end
  end
  local known, found = try(policy.level, caller, id)
  if known then return { excluded = false, level = known.level, rule = known.application, source = known.source } end
  if found.code ~= "WINDOW_NOT_FOUND" then error(found, 0) end
  return errors.raise("WINDOW_NOT_FOUND", ("window %d does not exist"):format(id),
    { hint = "`peekaboo list windows --app NAME --include-details ids` tells the ids." })
end

local level_texts = {
  view = "seen, not acted on", click = "seen and clicked, but not typed into", full = "seen and acted on",
}

local function window_text(id, caller, row)
  if row.excluded then return ("window %d is excluded for %s: %s\n"):format(id, caller, unicode.line(row.rule)) end
  local text = ("window %d may be %s by %s"):format(id, level_texts[row.level], caller)
  if not row.rule then return text .. "\n" end
  return ("%s: levels '%s' %s (%s)\n"):format(text, unicode.line(row.rule), row.level, unicode.line(row.source))
end

function actions.explain(options)
  local caller = options.caller or "mcp"
  if not options.subject then
    usage("nothing to explain", "Give a path, or a window's id of `peekaboo list windows`.")
  end
  local id = math.tointeger(tonumber(options.subject))
  if id then
    local row = explain_window(id, caller)
    return { data = row, text = window_text(id, caller, row) }
  end
  local path = require("capture.picture_files").resolve(options.subject, fs.current_directory())
  local rules = policy.status().callers[caller].paths
  local allowed, why = path_verdict(path, rules)
  local text = ("%s: %s may %ssave there (%s)\n"):format(unicode.line(path), caller, allowed and "" or "not ",
    unicode.line(why))
  if rules.bound then text = ("%s%s may save to: %s\n"):format(text, caller, listed(rules.allowed)) end
  return {
    data = { path = path, allowed = allowed, rule = why, allowed_folders = rules.bound and json.array(rules.allowed)
      or nil },
    text = text,
  }
end

-- Returns rows about the excluded windows on the screen, and the same as lines.
local function excluded_on_screen()
  local rows, lines = {}, {}
  for _, row in ipairs(policy.excluded "command_line") do
    local frame = row.frame
    if row.on_screen then
      rows[#rows + 1] = row
      lines[#lines + 1] = ("%d,%d %dx%d  window %d  %s"):format(frame.x, frame.y, frame.width, frame.height, row.id,
        row.rule ~= "" and ("%s (%s)"):format(unicode.line(row.rule), unicode.line(row.source))
          or "belongs to an excluded window")
    end
  end
  return rows, lines
end

local function picture_of(options)
  local index = options.screen and math.tointeger(tonumber(options.screen))
  if options.screen and (not index or index < 0) then
    usage(("'%s' is not a screen"):format(options.screen), "Give a number, counted from 0.")
  end
  local target = require("desktop.target").parse(options.app or "screen:" .. (index or 0))
  local subjects = require "desktop.subjects"
  local deadline = require("time").clock() + kPatience
  local subject = subjects.subjects(target,
    { focus = "background", deadline = deadline, debug = {}, warnings = {} })[1]
  return subjects.picture(subject, deadline, nil, { mask_pii = true })
end

-- Tells what would be filled in a picture, and by which rules.
function actions.check(options)
  local rows, lines, count = {}, {}, 0
  local picture
  if options.subject then
    picture = image.decode(fs.read(options.subject)):mask_pii()
  else
    rows, lines = excluded_on_screen()
    picture = picture_of(options)
    count = picture.excluded_windows
    table.insert(lines, 1, ("%d excluded window%s filled in the picture"):format(count, count == 1 and "" or "s"))
  end
  if options.preview then picture:save(options.preview) end
  local masking = require "desktop.masking"
  local masked = picture.masked
  lines[#lines + 1] = "personal data masked: " .. masking.summary(masked)
  for _, part in ipairs(masked.parts) do
    local bounds = part.bounds
    lines[#lines + 1] = ("  %s at %d,%d %d×%d"):format(part.kind, bounds.x, bounds.y, bounds.width, bounds.height)
  end
  return {
    data = { excluded_windows = count, windows = json.array(rows), preview = options.preview,
      pii_masking = masking.report(masked) },
    text = table.concat(lines, "\n") .. "\n",
  }
end

-- The options of each word.
local taken = {
  show = { caller = true }, validate = { subject = true }, explain = { subject = true, caller = true },
  check = { subject = true, screen = true, app = true, preview = true },
}

local function check_options(what, options)
  for _, name in ipairs { "subject", "caller", "screen", "app", "preview" } do
    if options[name] and not taken[what][name] then
      local word = name == "subject" and "a further word" or "--" .. name
      usage(("`policy %s` does not take %s"):format(what, word))
    end
  end
end

-- `options`: what, subject, caller, screen, app, preview.
function M.run(options)
  local what = options.what or "show"
  check_options(what, options)
  return actions[what](options)
end

return M
