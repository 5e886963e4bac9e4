local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local toolsets

local domains = { core = { "image", "list" }, audio = { "record", "play" }, script = { "run_script" } }
local sets = { core = { "core" }, media = { "audio", "image" } }

function M.setUp()
  worlds.fresh()
  toolsets = require "tools.toolsets"
end

local function chosen(text)
  local names = {}
  for name in pairs(toolsets.chosen(text, "core", sets, domains)) do names[#names + 1] = name end
  table.sort(names)
  return table.concat(names, " ")
end

function M.test_names_of_sets_domains_and_tools()
  for text, expected in pairs {
    core = "image list", audio = "play record", media = "image play record", image = "image",
    ["list, play "] = "list play", all = "image list play record run_script",
    ["all,-audio"] = "image list run_script", ["all,-media"] = "list run_script",
    ["core,-list,play"] = "image play", ["-list"] = "image", ["-core"] = "", ["core,core"] = "image list", [","] = "",
    ["audio,-audio,play"] = "play",
  } do
    luaunit.assertEquals(chosen(text), expected, text)
  end
end

function M.test_an_unknown_name()
  local _, err = try(chosen, "core,audoi")
  luaunit.assertEquals({ err.code, err.message, err.hint },
    { "INVALID_ARGUMENT", "no toolset is called 'audoi'", "Did you mean 'audio'?" })
  _, err = try(chosen, "-zzzzzz")
  luaunit.assertEquals(err.hint, "Toolsets: all, audio, core, media, script.")
end

return M
