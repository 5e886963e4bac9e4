local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function put(world, path, lines)
  world.put(path, "[Desktop Entry]\nType=Application\n" .. lines)
end

local function found(world, name) return require("desktop.launchers").find(name), world end

function M.test_names_ids_and_translations()
  local world = worlds.fresh {}
  put(world, "/usr/share/applications/org.gnome.TextEditor.desktop",
    "Name=Text Editor\nName[de]=Texteditor\nExec=gnome-text-editor %U\n[Desktop Action new]\nName=New\nExec=wrong\n")
  for _, name in ipairs { "Text Editor", "text editor", "Texteditor", "org.gnome.TextEditor", "gnome-text-editor" } do
    luaunit.assertEquals(found(world, name).exec, "gnome-text-editor %U", name)
  end
end

local function with_thunar()
  local world = worlds.fresh {}
  for id, lines in pairs { ["thunar-bulk-rename"] = "Name=Bulk Rename\nExec=thunar --bulk-rename %F\n",
    thunar = "Name=Thunar File Manager\nExec=thunar %U\n",
    ["org.a.Notes"] = "Name=Notes A\nExec=notes a\n", ["org.b.Notes"] = "Name=Notes B\nExec=notes b\n",
    ["org.c.Paper"] = "Name=Notes C\nExec=notes c\n", ["org.d.Pen"] = "Name=Paper\nExec=pen\n" } do
    put(world, "/usr/share/applications/" .. id .. ".desktop", lines)
  end
  return world
end

function M.test_an_exact_id_its_last_part_and_an_exact_name_win()
  local world = with_thunar()
  for name, id in pairs { Thunar = "thunar", ["thunar.desktop"] = "thunar", [" Bulk rename "] = "thunar-bulk-rename",
    ["org.b.notes"] = "org.b.Notes", Paper = "org.c.Paper", ["notes c"] = "org.c.Paper" } do
    luaunit.assertEquals(found(world, name).bundle_id, id, name)
  end
end

function M.test_entries_are_told_apart_by_their_ids()
  local world = with_thunar()
  local _, err = try(found, world, "notes")
  luaunit.assertEquals(err.code, "AMBIGUOUS_APP_IDENTIFIER")
  luaunit.assertStrContains(err.details.text, "Notes A (org.a.Notes), Notes B (org.b.Notes)")
  luaunit.assertNil(err.details.candidates[1].pid)
  luaunit.assertStrContains(err.hint, "desktop id")
end

function M.test_the_users_own_entry_wins_and_hides()
  local world = worlds.fresh { environment = { XDG_DATA_HOME = "/home/ann/data" } }
  put(world, "/usr/share/applications/edit.desktop", "Name=Edit\nExec=old\n")
  put(world, "/home/ann/data/applications/edit.desktop", "Name=Edit\nExec=new\n")
  luaunit.assertEquals(found(world, "edit").exec, "new")
  put(world, "/home/ann/data/applications/edit.desktop", "Name=Edit\nExec=new\nHidden=true\n")
  local ok, err = pcall(found, world, "edit")
  luaunit.assertFalse(ok)
  luaunit.assertEquals(err.code, "APP_NOT_FOUND")
end

function M.test_a_program_for_the_terminal_gets_one()
  local launchers = (worlds.fresh {} and require "desktop.launchers")
  local entry = launchers.parse("top", "[Desktop Entry]\nType=Application\nName=Top\nExec=top -d 1\nTerminal=true\n")
  luaunit.assertEquals(launchers.command(entry), { "x-terminal-emulator", "-e", "top", "-d", "1" })
end

function M.test_what_is_no_application()
  local launchers = (worlds.fresh {} and require "desktop.launchers")
  for _, text in ipairs { "", "Name=x\nExec=y\nType=Application\n", "[Desktop Entry]\nType=Link\nName=x\nExec=y\n",
    "[Desktop Entry]\nType=Application\nName=x\n" } do
    luaunit.assertNil(launchers.parse("x", text))
  end
end

return M
