local control = require "control"
local errors = require "errors"
local permissions = require "permissions"
local table_of = require "lib.text_table"
local unicode = require "lib.unicode"

-- `peekaboo permissions`: the only way to a dialog of the desktop. Servers and scripts never open one.
local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 13, text = "Show, grant or revoke what this desktop allows only when you have agreed",
  options = {
    { "what", "list (default), grant or revoke", one_of = { "list", "grant", "revoke" } },
    { "name", "with grant and revoke: screens (default), windows, input", one_of = { "screens", "windows", "input" } },
  },
  ends = [[
On GNOME, and where else screens come from the desktop portal, `grant screens` has the
desktop ask you; so does `grant input`, for keys and pointer, on KDE too. For screens on
KDE it writes a desktop file of yours, which it shows. `grant windows` matters on GNOME
alone: it shows and writes an extension of GNOME Shell, which tells windows and arranges
them, and runs after your next log-in. `revoke` removes what was written. sway and X11
ask nothing.

Exit statuses:
  0     done, or nothing needs to be allowed here
  11    the desktop or the person refuses screens (PERMISSION_ERROR_SCREEN_RECORDING)
  12    the desktop or the person refuses input (PERMISSION_ERROR_ACCESSIBILITY)
  23    the desktop does not answer (TIMEOUT)
  64    the command line makes no sense (INVALID_ARGUMENT)
]],
}

local kAnswerTime = 180 -- seconds that the person has
local kStateTime = 30 -- seconds that the desktop has afterwards, whatever the person took

local fine = { given = true, ["not needed"] = true }

local function row_text(row, colour)
  local mark = fine[row.state] and table_of.paint("ok  ", "green", colour) or table_of.paint("no  ", "red", colour)
  local text = ("  %s%s: %s  %s"):format(mark, unicode.line(row.name), unicode.line(row.state),
    table_of.paint(unicode.line(row.detail), "dim", colour))
  if row.remedy then text = text .. "\n        do: " .. unicode.line(row.remedy) end
  return text
end

local function row_of(rows, name)
  for _, row in ipairs(rows) do
    if row.name == name then return row end
  end
  return { name = name, state = "not needed", detail = "this desktop asks nobody" }
end

local granted = {
  screens = "Peekaboo may now take pictures of your screens.",
  windows = "Peekaboo now knows your windows, and may arrange them and take their pictures.",
  input = "Peekaboo may now use keys and pointer.",
}
local revoked = {
  screens = "Revoked. Pictures are refused until you grant them again.\n",
  windows = "Revoked. The extension is switched off and removed.\n",
  input = "Revoked. Keys and pointer are refused until you grant them again.\n",
}

local function granted_text(row)
  local ending = (" `peekaboo permissions revoke %s` ends that.\n"):format(row.name)
  if row.state ~= "needs log-in" then return granted[row.name] .. ending end
  return "Written. GNOME Shell runs it after your next log-in: log out and in again." .. ending
end

local function rows_text(rows, colour)
  local lines = {}
  for i, row in ipairs(rows) do lines[i] = row_text(row, colour) end
  return table.concat(lines, "\n") .. "\n"
end

local actions = {}

function actions.list(options)
  local rows = permissions.list()
  return { data = { permissions = rows }, text = rows_text(rows, options.colour) }
end

function actions.grant(options)
  local name = options.name or "screens"
  local announcement = permissions.announcement(name)
  if announcement == "" then
    local rows = permissions.list()
    local row = row_of(rows, name)
    return { data = { name = name, state = row.state },
      text = "There is nothing to ask for:\n" .. rows_text({ row }, options.colour) }
  end
  if not options.json_output then control.say(unicode.text(announcement) .. "\n") end
  permissions.grant(name, { timeout = kAnswerTime })
  local row = row_of(permissions.list { timeout = kStateTime }, name)
  return { data = { name = name, state = row.state }, text = granted_text(row) }
end

function actions.revoke(options)
  local name = options.name or "screens"
  local had = permissions.revoke(name)
  return { data = { name = name, revoked = had },
    text = had and revoked[name] or "There was nothing to revoke.\n" }
end

function M.run(options)
  local what = options.what or "list"
  if what == "list" and options.name then
    errors.raise("INVALID_ARGUMENT", "list takes no name", { usage = true, hint = "Leave it out." })
  end
  return actions[what](options)
end

return M
