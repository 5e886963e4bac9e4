local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local toolset_names

local domains = { core = { "image", "list" }, audio = { "record", "play" }, script = { "run_script" } }
local sets = { core = { "core" }, media = { "audio", "image" } }

function M.setUp()
  worlds.fresh()
  toolset_names = require "tools.toolset_names"
end

local function chosen(text)
  local names = {}
  for name in pairs(toolset_names.chosen(text, "core", sets, domains)) do names[#names + 1] = name end
  table.sort(names)
  return table.concat(names, " ")
end

function M.test_in_a_toolset_a_name_of_both_means_the_tool()
  local both = { clipboard = { "clipboard", "get_clipboard" }, core = { "list" } }
  local function names(text)
    local list = {}
    for name in pairs(toolset_names.chosen(text, "core", { hands = { "clipboard" }, core = { "core" } }, both)) do
      list[#list + 1] = name
    end
    table.sort(list)
    return table.concat(list, " ")
  end
  luaunit.assertEquals({ names "hands", names "clipboard", names "core" },
    { "clipboard", "clipboard get_clipboard", "list" })
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

local function together(text)
  local names, alone = {}, { audio = { core = true } }
  for name in pairs(toolset_names.together(text, sets, domains, alone)) do names[#names + 1] = name end
  table.sort(names)
  return table.concat(names, " ")
end

function M.test_what_stands_alone_is_only_meant_by_its_name()
  for text, expected in pairs { all = "core script", core = "core script", [""] = "core script",
    audio = "audio core", ["core,audio,-play"] = "audio core", ["audio,-script"] = "audio core" } do
    luaunit.assertEquals(together(text), expected, text)
  end
  for _, other in ipairs { "all", "script", "run_script" } do
    local _, err = try(together, other .. ",audio")
    luaunit.assertEquals({ err.code, err.message },
      { "INVALID_ARGUMENT", ("the toolset 'audio' does not go with '%s'"):format(other) })
    luaunit.assertStrContains(err.hint, "Name audio alone, or with core.")
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
