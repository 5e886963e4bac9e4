-- What is said of pictures besides where they are: transparency, open menus.
local calls = require "fakes.image_calls"
local json = require "fakes.json"
local luaunit = require "luaunit"
local list_text = require "desktop.list_text"
local worlds = require "fakes.world"

local M = {}

local menu, submenu = { x = -3, y = 20, width = 100, height = 200 }, { x = 97, y = 60, width = 80, height = 90 }
local one_menu = "A menu is open: screen region [-3,20 100×200]. Capture the screen with that region to see it."

function M.test_texts()
  luaunit.assertEquals(list_text.remarks { { label = "A" }, { label = "B", menus = {} } }, {})
  luaunit.assertEquals(list_text.remarks { { label = "A", title = "T", transparent = true, menus = { menu } },
    { label = "B", menus = { menu } } }, {
    'Parts of "T" are transparent, because the window is not a rectangle or lets show what is behind it. In a JPEG '
      .. "they are white.", one_menu,
  })
  luaunit.assertEquals(list_text.open_menus { { menus = { menu, submenu } } },
    "2 menus are open: screen regions [-3,20 100×200] and [97,60 80×90]. Capture the screen with these regions to "
    .. "see them.")
end

function M.test_the_tool()
  local world = worlds.server()
  world.transparent, world.menus = true, { menu }
  local result = world.call("image", { app_target = "Text Editor" })
  luaunit.assertEquals(calls.kinds(result), "text text image")
  luaunit.assertStrContains(result.content[2].text, 'Parts of "notes.txt" are transparent')
  luaunit.assertStrContains(result.content[2].text, "\n" .. one_menu)
end

function M.test_the_command()
  local world = worlds.fresh()
  world.menus = { menu }
  local commands = require "boot.commands"
  local options = { app = "Text Editor", path = "/out/a.png" }
  luaunit.assertStrContains(commands.image(options).output, "\n" .. one_menu)
  options.json_output = true
  luaunit.assertEquals(json.decode(commands.image(options).output).messages, { one_menu })
end

return M
