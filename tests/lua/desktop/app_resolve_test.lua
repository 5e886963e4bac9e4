local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function load(changes)
  local world = worlds.fresh(changes)
  return require "desktop.app_resolve", world
end

local function ids(windows)
  local list = {}
  for i, window in ipairs(windows) do list[i] = window.id end
  return list
end

function M.test_one_application()
  local found = load().find("firefox")
  luaunit.assertEquals(ids(found.windows), { 11, 12, 13 })
  luaunit.assertEquals(found.name, "Firefox")
end

function M.test_several_processes_front_most_first()
  local found = load().find("XTerm")
  luaunit.assertEquals(ids(found.windows), { 31, 30 })
  luaunit.assertEquals({ found.applications[1].pid, found.applications[2].pid }, { 301, 300 })
  luaunit.assertEquals(found.owners[30].pid, 300)
end

function M.test_the_desktop_background_is_no_window()
  local running, world = load()
  table.insert(world.windows, 1, worlds.window(99, 100, "Desktop", { type = "desktop" }))
  luaunit.assertEquals(ids(running.find("firefox").windows), { 11, 12, 13 })
end

function M.test_the_background_is_found_where_nothing_else_is_meant()
  local running = load {
    apps = { worlds.app("Desktop", "", 7, { owns = true, windows = { 1 }, names = { "Filer" } }),
      worlds.app("Files", "files", 7, { owns = true, windows = { 2 }, names = { "Filer" } }) },
    windows = { worlds.window(1, 7, "filer", { type = "desktop" }), worlds.window(2, 7, "home") },
  }
  luaunit.assertEquals(ids(running.find("desktop").windows), { 1 })
  local both = running.find("Filer")
  luaunit.assertEquals(ids(both.windows), { 2 })
  luaunit.assertEquals({ #both.applications, both.name }, { 1, "Files" })
end

function M.test_windows_of_one_process_belong_to_the_application_that_has_them()
  local running = load {
    apps = { worlds.app("Remote", "", 0, { owns = true, windows = { 2 } }),
      worlds.app("Other", "other-id", 0, { owns = true, windows = { 1 } }) },
    windows = {
      worlds.window(1, 0, "a", { app_class = "Other-ID" }), worlds.window(2, 0, "b", { app_class = "remote" }),
      worlds.window(3, 0, "c", { app_class = "" }),
    },
  }
  luaunit.assertEquals(ids(running.find("Remote").windows), { 2 })
  luaunit.assertEquals(ids(running.find("Other").windows), { 1 })
  luaunit.assertEquals(running.owner(worlds.window(1, 0, "a", { app_class = "Other-ID" })).name, "Other")
end

function M.test_an_owner_nobody_lists()
  local running = load()
  luaunit.assertEquals(running.owner(worlds.window(5, 999, "x", { app_class = "Thing" })).name, "Thing")
  luaunit.assertEquals(running.owner(worlds.window(5, 999, "x", { app_class = "", app_instance = "" })).name, "Unknown")
end

return M
