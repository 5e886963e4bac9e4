local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local kinds, triggers

function M.setUp()
  worlds.fresh()
  package.loaded.event = {}
  kinds, triggers = require "event_kinds", require "reference.triggers"
end

function M.test_every_kind_tells_what_the_reference_needs()
  luaunit.assertTrue(#kinds.names > 10)
  for _, name in ipairs(kinds.names) do
    local row = kinds.rows[name]
    luaunit.assertTrue(#row.subject > 3 and #row.told > 10, name)
    for option in pairs(row.options) do luaunit.assertTrue(#row.options[option][2] > 10, option) end
    luaunit.assertTrue(row.required == nil or row.options[row.required] ~= nil, name)
  end
end

function M.test_the_function_has_the_options_of_all_kinds()
  local row = { call = "event.on", text = "Runs.", parameters = {}, results = { { type = "trigger" } }, options = {
    { name = "kind", type = "string", optional = true }, { name = "run", type = "fun(subject: any)" } } }
  triggers.complete(row)
  local text = require("reference.signature").text(row)
  luaunit.assertStrMatches(text, "event%.on%({kind%?, run, app%?, at%?, .*title%?.*}%) %-> trigger")
  local every
  for _, option in ipairs(row.options) do every = option.name == "every" and option or every end
  luaunit.assertEquals(every,
    { name = "every", type = "number", text = "Of \"timer\": seconds.", optional = true, option = true })
  luaunit.assertStrContains(row.options[1].type, '"hotkey"|"screen.changed"')
  luaunit.assertEquals(row.options[2].type, "fun(subject: any)")
  luaunit.assertStrContains(row.text,
    'Runs. Kinds, their options, and the subject: "clipboard.changed" with selection (which clipboard); ')
  luaunit.assertStrContains(row.text, '"window.moved" with app, title (the window); ')
end

function M.test_a_kind_has_the_row_of_its_own_options()
  kinds.rows.drawn = { options = { every = { "text", "Of \"drawn\": which." } }, subject = "x", told = "y" }
  kinds.names[#kinds.names + 1] = "drawn"
  local row = { call = "event.on", text = "Runs.", options = { { name = "kind", type = "string" },
    { name = "run", type = "fun(subject: any)" }, { name = "when_running", type = "string" } } }
  triggers.complete(row)
  local all
  for _, option in ipairs(row.options) do all = option.name == "every" and option or all end
  luaunit.assertEquals({ all.type, all.text }, { "number|string", "Of \"timer\": seconds. Of \"drawn\": which." })
  local drawn = triggers.of_kind(row, "drawn")
  luaunit.assertEquals(drawn.call, "event.on")
  local names = {}
  for i, option in ipairs(drawn.options) do names[i] = option.name end
  luaunit.assertEquals(table.concat(names, " "), "kind run when_running every")
  luaunit.assertEquals(drawn.options[4].type, "string")
end

return M
