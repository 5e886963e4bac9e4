local labels = require "acting.confirmation.grave_labels"
local luaunit = require "luaunit"
local trim = require("lib.blanks").trim
local worlds = require "fakes.world"

local M = {}
local kMostFalseAlarms = 0.05 -- share of the harmless labels

local grave, world

function M.setUp()
  world = worlds.fresh()
  grave = require "acting.confirmation.grave"
end

function M.test_which_labels_ask()
  local harmless, alarms = 0, 0
  for _, row in ipairs(labels) do
    local label, asks, is_harmless = table.unpack(row)
    luaunit.assertEquals(grave.is(label), asks, label)
    if is_harmless or not asks then harmless = harmless + 1 end
    if is_harmless and asks then alarms = alarms + 1 end
  end
  luaunit.assertTrue(#labels >= 200)
  luaunit.assertTrue(alarms <= harmless * kMostFalseAlarms)
end

function M.test_built_in_words_are_written_as_names_are_compared()
  local languages = {}
  for _, row in ipairs(require "acting.confirmation.grave_words") do
    languages[#languages + 1] = row.language
    for _, list in ipairs { "is", "begins", "ends", "has", "except" } do
      for words in (row[list] or ""):gmatch "[^,]+" do
        luaunit.assertEquals(grave.plain(words), trim(words), row.language)
      end
    end
    luaunit.assertTrue(grave.is(row.begins and row.begins:match "^[^,]+" or row.ends:match "^[^,]+"), row.language)
  end
  luaunit.assertTrue(#languages >= 30)
end

function M.test_content_is_grave_by_its_whole_name_alone()
  luaunit.assertTrue(grave.is("Delete", true))
  luaunit.assertTrue(grave.is("Empty trash", true))
  luaunit.assertFalse(grave.is("Delete me.txt", true))
  luaunit.assertFalse(grave.is("Send report to Bob", true))
end

function M.test_the_setting_replaces_the_list()
  world.environment.PEEKABOO_CONFIRM_WORDS = "Launch, 送出"
  luaunit.assertTrue(grave.is "Auto launch!")
  luaunit.assertTrue(grave.is "送出表單")
  luaunit.assertFalse(grave.is "已送出")
  luaunit.assertFalse(grave.is "Delete")
  world.environment.PEEKABOO_CONFIRM_WORDS = "format"
  luaunit.assertTrue(grave.is "Format the SD card")
  luaunit.assertFalse(grave.is "Format Cells…")
end

return M
