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
    { "name", "with grant and revoke: screens (default) or input (keys and pointer)", one_of = { "screens", "input" } },
  },
  ends = [[
On GNOME, and where else screens come from the desktop portal, `grant` has the desktop
ask you. On KDE it writes a desktop file of yours for screens, which it shows, and
`revoke` removes it; for input the desktop asks you. sway and X11 ask nothing.

Exit statuses:
  0     done, or nothing needs to be allowed here
  11    the desktop or the person refuses screens (PERMISSION_ERROR_SCREEN_RECORDING)
  12    the desktop or the person refuses input (PERMISSION_ERROR_ACCESSIBILITY)
  23    the desktop does not answer (TIMEOUT)
  64    the command line makes no sense (INVALID_ARGUMENT)
]],
}

local kAnswerTime = 180 -- seconds that the person has

local fine = { given = true, ["not needed"] = true }

local function row_text(row, colour)
  local mark = fine[row.state] and table_of.paint("ok  ", "green", colour) or table_of.paint("no  ", "red", colour)
  local text = ("  %s%s: %s  %s"):format(mark, unicode.line(row.name), unicode.line(row.state),
    table_of.paint(unicode.line(row.detail), "dim", colour))
  if row.remedy then text = text .. "\n        do: " .. unicode.line(row.remedy) end
  return text
end

local function rows_text(rows, colour)
  local lines = {}
  for i, row in ipairs(rows) do lines[i] = row_text(row, colour) end
  return table.concat(lines, "\n") .. "\n"
end

-- What is said once it is granted, and once it is revoked.
local said = {
  screens = { "Peekaboo may now take pictures of your screens.", "Pictures are refused until you grant them again." },
  input = { "Peekaboo may now use keys and pointer.", "Keys and pointer are refused until you grant them again." },
}

local function rows_of(name)
  local rows = {}
  for _, row in ipairs(permissions.list()) do
    if row.name == name then rows[#rows + 1] = row end
  end
  return rows[1] and rows or { { name = name, state = "not needed", detail = "this desktop asks nobody" } }
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
    local rows = rows_of(name)
    return { data = { name = name, state = rows[1].state },
      text = "There is nothing to ask for:\n" .. rows_text(rows, options.colour) }
  end
  if not options.json_output then control.say(unicode.text(announcement) .. "\n") end
  permissions.grant(name, { timeout = kAnswerTime })
  return { data = { name = name, state = "given" },
    text = ("%s `peekaboo permissions revoke %s` ends that.\n"):format(said[name][1], name) }
end

function actions.revoke(options)
  local name = options.name or "screens"
  local had = permissions.revoke(name)
  return { data = { name = name, revoked = had },
    text = had and ("Revoked. %s\n"):format(said[name][2]) or "There was nothing to revoke.\n" }
end

function M.run(options)
  local what = options.what or "list"
  if what == "list" and options.name then
    errors.raise("INVALID_ARGUMENT", "list takes no name", { usage = true, hint = "Leave it out." })
  end
  return actions[what](options)
end

return M
