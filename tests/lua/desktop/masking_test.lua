local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}
local masking

function M.setUp()
  worlds.fresh()
  masking = require "desktop.masking"
end

local masked = { counts = { emails = 2, keys = 1 }, parts = {
  { kind = "emails", bounds = { x = 1, y = 2, width = 30, height = 4 } },
} }

function M.test_counts_have_a_member_for_every_kind()
  local report = masking.report(masked)
  luaunit.assertEquals({ report.emailsRedacted, report.keysRedacted, report.phonesRedacted }, { 2, 1, 0 })
  luaunit.assertEquals(report.regions[1].kind, "emails")
end

function M.test_rows_describe_every_member()
  local report, rows = masking.report(masked), masking.rows()
  for _, row in ipairs(rows) do luaunit.assertNotNil(report[row[1]], row[1]) end
end

function M.test_the_summary_counts_words()
  luaunit.assertEquals(masking.summary(masked), "2 e-mail addresses, 1 key")
  luaunit.assertEquals(masking.summary { counts = {}, parts = {} }, "nothing was found")
end

return M
