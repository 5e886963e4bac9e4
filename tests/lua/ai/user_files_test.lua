local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, files
local folder = "/home/ann/.config/peekaboo/providers/"
local taken = { ocr = true }

function M.setUp()
  world = worlds.fresh()
  files = require "ai.user_files"
end

local function options()
  return { model = "m", timeout = 2.5, clock = function() return world.seconds end }
end

local function fault(text)
  world.put(folder .. "p.lua", text)
  local module, reason = files.load "p"
  luaunit.assertNil(module, text)
  return reason
end

function M.test_names()
  luaunit.assertEquals(files.names(taken), {})
  for _, name in ipairs { "eyes", "a-b_9", "ocr", "Big", "9a", "a b" } do world.put(folder .. name .. ".lua", "") end
  world.put(folder .. "other.txt", "")
  luaunit.assertEquals(files.names(taken), { "a-b_9", "eyes" })
  world.failing.user_scripts = world.fail("FILE_IO_ERROR", "denied")
  luaunit.assertEquals(files.names(taken), {})
  luaunit.assertStrContains(files.problems(taken)[1].problem, "denied")
end

function M.test_a_whole_provider()
  world.put(folder .. "p.lua", [[seen = 1
    return { default_model = "m", limits = { side = 5 }, wants = "pixels",
      analyze = function(picture, question, options) return picture .. question .. options.model .. seen, "note" end,
      check = function(model) return model == "m", "why", "what", 3 end }]])
  local module = files.load "p"
  luaunit.assertEquals({ module.default_model, module.limits.side, module.wants }, { "m", 5, "pixels" })
  luaunit.assertEquals({ module.check "m" }, { true, "why", "what", 3 })
  luaunit.assertEquals({ module.analyze("p", "q", options()) }, { "pqm1", "note" })
  luaunit.assertNil(rawget(_G, "seen"))
  luaunit.assertIs(files.load "p", module)
end

function M.test_a_small_provider()
  world.put(folder .. "p.lua", "return { analyze = function() return 'a', 5 end }")
  local module = files.load "p"
  luaunit.assertEquals({ module.default_model, module.limits, module.check() }, { "default", {}, true })
  luaunit.assertEquals({ module.analyze("p", "q", options()) }, { "a" })
end

function M.test_requests_stay_with_their_origin()
  world.answers = { {} }
  world.put(folder .. "p.lua", [[local http = require "http"
    return { analyze = function()
      http.get "http://a"
      http.post("http://b", { json = {} })
      http.open "http://c"
      http.request("PUT", "http://d", nil)
      http.get("http://e", { redirect = "any" })
      local ok = try(http.get, "http://f", 5)
      return tostring(ok)
    end }]])
  luaunit.assertEquals({ files.load("p").analyze("p", "q", options()) }, { "nil" })
  local asked = {}
  for _, each in ipairs(world.asked_http) do
    asked[#asked + 1] = ("%s %s %s"):format(each.method, each.url, each.options.redirect)
  end
  luaunit.assertEquals(asked, { "GET http://a origin", "POST http://b origin", "GET http://c origin",
    "PUT http://d origin", "GET http://e any" })
end

function M.test_one_that_others_can_write_is_not_read()
  world.put(folder .. "p.lua", "ran = true return { analyze = print }")
  world.refused[folder .. "p.lua"] = "is writable by every user"
  local module, reason, remedy = files.load "p"
  luaunit.assertNil(module)
  luaunit.assertEquals(reason, "The provider file " .. folder .. "p.lua is not read: it is writable by every user.")
  luaunit.assertEquals(remedy, "chmod go-w " .. folder .. "p.lua")
  luaunit.assertEquals(files.problems(taken), { { problem = reason, remedy = remedy } })
end

function M.test_faults()
  for text, words in pairs {
    ["return {"] = "unexpected symbol", ["return"] = "it returns no table", ["return 7"] = "it returns no table",
    ["return {}"] = "no function 'analyze'", ["error 'luck'"] = "luck", ["error({ message = 'ours' })"] = "ours",
    ["return { analyze = print, check = 1 }"] = "'check' is no function",
    ["return { analyze = print, default_model = 1 }"] = "'default_model' is no string",
    ["return { analyze = print, limits = { bytes = 0 } }"] = "'limits.bytes' is not a number above 0",
    ["\x1bLua"] = "binary",
  } do
    luaunit.assertStrContains(fault(text), words)
  end
  luaunit.assertStrContains(select(2, files.load "none"), "cannot be read")
end

function M.test_failures_while_it_runs()
  world.put(folder .. "p.lua", [[return { analyze = function(how) if how == "coded" then
    error({ code = "CANCELLED" }, 0) end return how end, check = function() return nil + 1 end }]])
  local module = files.load "p"
  local _, err = try(module.check)
  luaunit.assertEquals(err.code, "AI_PROVIDER_ERROR")
  luaunit.assertStrContains(err.message, "provider 'p' failed: providers/p.lua:2: ")
  luaunit.assertStrContains(err.hint, folder .. "p.lua")
  _, err = try(module.analyze, 5, "q", options())
  luaunit.assertStrContains(err.message, "no text but a number")
  _, err = try(module.analyze, "coded", "q", options())
  luaunit.assertEquals(err.code, "CANCELLED")
end

function M.test_a_file_that_waits_is_ended()
  world.put(folder .. "p.lua", "return { analyze = function(wait) wait() end }")
  local module = files.load "p"
  local function wait(seconds)
    return function()
      world.seconds = world.seconds + seconds
      error(world.fail("TIMEOUT", "not done"), 0)
    end
  end
  local _, err = try(module.analyze, wait(2.5), "q", options())
  luaunit.assertEquals({ err.code, err.message }, { "TIMEOUT", "provider 'p' did not answer within 2.5 s" })
  luaunit.assertStrContains(err.hint, "PEEKABOO_AI_TIMEOUT")
  luaunit.assertTrue(world.asked "timeout 2.5")
  luaunit.assertEquals(select(2, try(module.analyze, wait(1), "q", options())).message, "not done")
end

function M.test_problems()
  world.put(folder .. "fine.lua", "return { analyze = print }")
  for _, name in ipairs { "broken", "Big", "ocr" } do world.put(folder .. name .. ".lua", "?") end
  local text = ""
  for _, row in ipairs(files.problems(taken)) do text = text .. row.problem .. " → " .. row.remedy .. "\n" end
  luaunit.assertStrContains(text, "Big.lua is ignored: a provider's name begins with a small letter")
  luaunit.assertStrContains(text, "ocr.lua is ignored: the name is that of a built-in provider. → Give it another")
  luaunit.assertStrContains(text, "broken.lua is broken: ")
  luaunit.assertNil(text:find("fine.lua", 1, true))
end

return M
