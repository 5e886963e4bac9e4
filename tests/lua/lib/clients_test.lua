local calls = require "fakes.image_calls"
local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local function answer(client, args)
  local world = worlds.server { caller = "mcp", client = client and { name = client, version = "1" } }
  return world.call("image", args), world
end

function M.test_who_shows_pictures_gets_them()
  for _, client in ipairs { false, "claude-code", "codex-mcp-client", "copilot" } do
    local result, world = answer(client, { app_target = "Text Editor" })
    luaunit.assertStrContains(calls.kinds(result), "image")
    luaunit.assertEquals(world.files(), {})
  end
end

function M.test_who_shows_none_gets_a_file()
  for _, client in ipairs { "copilot-cli", "@cline/core", "continue-cli-client" } do
    local result, world = answer(client, { app_target = "Text Editor" })
    local path = result.structured.saved_files[1].path
    luaunit.assertStrContains(result.content[1].text, "Image saved to: " .. path)
    luaunit.assertStrContains(result.content[2].text, "shows no pictures")
    luaunit.assertNil(calls.kinds(result):find "image")
    luaunit.assertEquals(#world.files(), 1)
  end
end

function M.test_a_call_may_ask_for_both()
  local result, world = answer("copilot-cli", { app_target = "Text Editor", format = "data" })
  luaunit.assertStrContains(calls.kinds(result), "image")
  luaunit.assertEquals(#world.files(), 1)
end

function M.test_a_picture_asks_not_to_be_scaled_again()
  local result = answer("codex-mcp-client", { app_target = "Text Editor" })
  for _, block in ipairs(result.content) do
    if block.type == "image" then luaunit.assertEquals(block._meta, { ["codex/imageDetail"] = "original" }) end
  end
end

return M
