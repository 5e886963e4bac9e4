local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local world, remote
local service = { title = "OpenAI", variable = "OPENAI_BASE_URL", key_variable = "OPENAI_API_KEY",
  key = "sk-0123456789abcdef/x", base = "http://h/v1", headers = {} }

local function load(answers)
  world = worlds.fresh { answers = answers }
  remote = require "ai.service"
end

local function failure(answer, code)
  load { answer }
  local document, err = try(function() return remote.document(service, remote.send(service, "/p", {}, 9)) end)
  luaunit.assertNil(document)
  luaunit.assertEquals(err.code, code or "AI_PROVIDER_ERROR")
  return err
end

function M.setUp()
  load {}
end

function M.test_mask()
  for _, case in ipairs {
    { "a sk-1234567 b sk-1234567", "sk-1234567", "a *** b ***" }, { "sk-1%2F2%2B3", "sk-1/2+3", "***" },
    { "text", nil, "text" }, { "the ollama is out", "ollama", "the ollama is out" }, { "x1", "x1", "x1" },
    { "100%", "100%..", "100%" },
  } do
    luaunit.assertEquals(remote.mask(case[1], case[2]), case[3])
  end
end

function M.test_what_is_shown()
  local key = service.key
  luaunit.assertEquals(remote.shown("  one\ntwo  ", key), "one two")
  luaunit.assertNil(remote.shown("begin " .. key:sub(1, 15) .. " end", key):find(key:sub(1, 12), 1, true))
  luaunit.assertEquals(remote.shown("none such", "none"), "*** such")
  local long = remote.shown(("ü"):rep(1000), key)
  luaunit.assertTrue(#long <= 503 and utf8.len(long) ~= nil)
  luaunit.assertNil(remote.shown(("y"):rep(495) .. key, key):find("sk-0", 1, true))
end

function M.test_base()
  for _, text in ipairs { "http://h:1", "http://h:1/", "http://h:1///", "  http://h:1/ " } do
    luaunit.assertEquals(remote.base(text), "http://h:1")
  end
end

function M.test_refusals()
  for _, case in ipairs {
    { { status = 401, document = { error = { message = "no" } } }, "OpenAI API error: 401 - no",
      "Check OPENAI_API_KEY." },
    { { status = 404, document = { error = "gone" } }, "OpenAI API error: 404 - gone",
      "Check the model's name and OPENAI_BASE_URL." },
    { { status = 429, body = "busy", wait = "7" }, "OpenAI API error: 429 - busy", "It asks to wait: Retry-After 7." },
    { { status = 413, body = " " }, "OpenAI API error: 413 - no explanation", "Give a smaller picture." },
    { { status = 503, document = { 1 }, body = "[1]" }, "OpenAI API error: 503 - [1]", "Try again later." },
  } do
    local err = failure(case[1])
    luaunit.assertEquals({ err.message, err.hint }, { case[2], case[3] })
  end
end

function M.test_failures_on_the_way()
  local fail = worlds.fresh().fail
  for _, case in ipairs {
    { fail("TIMEOUT", "late"), "OpenAI did not answer within 9 s: late" },
    { fail("TIMEOUT", "h fell silent", { reason = "silence" }), "OpenAI: h fell silent" },
    { fail("INVALID_ARGUMENT", "bad address"), "OpenAI cannot be asked: bad address" },
    { fail("UNKNOWN_ERROR", "refused", { reason = "connect" }), "OpenAI cannot be reached: refused" },
    { fail("CONNECTION_REFUSED", "refused", { reason = "connect" }), "OpenAI cannot be reached: refused",
      "CONNECTION_REFUSED" },
    { fail("UNKNOWN_ERROR", "away", { reason = "redirect" }), "OpenAI cannot be asked: away" },
    { fail("UNKNOWN_ERROR", "no trust", { reason = "tls" }), "OpenAI: no trust" },
  } do
    luaunit.assertEquals(failure(case[1], case[3]).message, case[2])
  end
  load { fail("CANCELLED", "cancelled") }
  local _, err = try(remote.send, service, "/p", {}, 9)
  luaunit.assertEquals(err.code, "CANCELLED")
end

function M.test_documents()
  load { { body = '{"a":1}', type = "" } }
  luaunit.assertEquals(remote.document(service, remote.send(service, "/p", {}, 9)), { a = 1 })
  luaunit.assertEquals(world.asked_http[1].url, "http://h/v1/p")
  luaunit.assertEquals(world.asked_http[1].options.redirect, "origin")
  luaunit.assertStrContains(failure({ body = "<p>", type = "text/html" }).message, "no JSON document (text/html): <p>")
  luaunit.assertStrContains(failure({ body = '{"a"' }).message, "no JSON document (application/json)")
  luaunit.assertStrContains(failure({ body = "7", document = 7 }).message, "no JSON document")
end

return M
