local luaunit = require "luaunit"
local worlds = require "fakes.world"

local M = {}

local plans

function M.setUp()
  worlds.fresh()
  plans = require "capture.plan"
end

-- {plan, warnings, extension}
local function decide(request)
  local warnings = {}
  local plan, extension = plans.decide(request, warnings)
  return { plan = plan, warnings = warnings, extension = extension }
end

-- {what is asked, what is planned: kind, inline, keep, corrected extension or false, number of warnings}
local cases = {
  -- windows without a path travel inline
  { {}, "png", true, "nowhere", false, 0 },
  { { format = "png" }, "png", true, "nowhere", false, 0 },
  { { format = "JPEG" }, "jpg", true, "nowhere", false, 0 },
  { { format = "data" }, "png", true, "nowhere", false, 0 },
  { { format = "" }, "png", true, "nowhere", false, 0 },
  { { format = "bmp" }, "png", true, "nowhere", false, 1 },
  { { format = " WebP" }, "webp", true, "nowhere", false, 0 },
  { { has_default = true }, "png", true, "default", false, 0 },
  { { format = "jpg", has_default = true }, "jpg", true, "default", false, 0 },
  -- windows with a path
  { { has_path = true }, "png", false, "path", false, 0 },
  { { has_path = true, format = "data" }, "png", true, "path", false, 0 },
  { { has_path = true, file = true, extension = "jpg" }, "jpg", false, "path", false, 0 },
  { { has_path = true, file = true, extension = "jpeg" }, "jpg", false, "path", false, 0 },
  { { format = "webp", external = true }, "png", true, "nowhere", false, 1 },
  { { format = "jpg", external = true }, "jpg", true, "nowhere", false, 0 },
  { { has_path = true, file = true, extension = "webp", external = true }, "png", false, "path", "png", 2 },
  { { has_path = true, file = true, extension = "webp" }, "webp", false, "path", false, 0 },
  { { has_path = true, file = true, extension = "webp", format = "png" }, "png", false, "path", "png", 1 },
  { { has_path = true, file = true, extension = "png", format = "webp" }, "webp", false, "path", "webp", 1 },
  { { has_path = true, file = true, extension = "png", format = "jpg" }, "jpg", false, "path", "jpg", 1 },
  { { has_path = true, file = true, extension = "jpeg", format = "jpg" }, "jpg", false, "path", false, 0 },
  { { has_path = true, file = true, extension = "jpg", format = "data" }, "png", true, "path", "png", 1 },
  { { has_path = true, file = true, extension = "bmp" }, "png", false, "path", "png", 1 },
  { { has_path = true, file = true, extension = "bmp", format = "bmp" }, "png", false, "path", "png", 2 },
  { { has_path = true, file = true }, "png", false, "path", false, 0 },
  -- with limits stated, wherever else they go
  { { limited = true, has_path = true }, "png", true, "path", false, 0 },
  { { limited = true, screen = true }, "png", true, "temporary", false, 0 },
  { { limited = true, screen = true, has_path = true }, "png", true, "path", false, 0 },
  { { limited = true, screen = true, format = "data" }, "png", true, "temporary", false, 0 },
  { { limited = true, question = true }, "png", false, "nowhere", false, 0 },
  { { scaled = true, screen = true }, "png", true, "temporary", false, 0 },
  { { scaled = true, has_path = true }, "png", false, "path", false, 0 },
  { { cut = true, screen = true }, "png", false, "temporary", false, 0 },
  { { cut = true, screen = true, format = "data" }, "png", true, "temporary", false, 0 },
  -- else screens never travel inline
  { { screen = true }, "png", false, "temporary", false, 0 },
  { { screen = true, format = "data" }, "png", false, "temporary", false, 1 },
  { { screen = true, format = "data", has_path = true }, "png", false, "path", false, 1 },
  { { screen = true, format = "jpg" }, "jpg", false, "temporary", false, 0 },
  { { screen = true, has_default = true }, "png", false, "default", false, 0 },
  -- what the client would not show is a file, and in the answer as well only when the call asks for that
  { { hidden = true }, "png", false, "temporary", false, 1 },
  { { hidden = true, format = "jpg" }, "jpg", false, "temporary", false, 1 },
  { { hidden = true, format = "data" }, "png", true, "temporary", false, 1 },
  { { hidden = true, limited = true }, "png", true, "temporary", false, 1 },
  { { hidden = true, has_path = true }, "png", false, "path", false, 0 },
  { { hidden = true, has_default = true }, "png", false, "default", false, 1 },
  { { hidden = true, screen = true }, "png", false, "temporary", false, 0 },
  { { hidden = true, question = true }, "png", false, "nowhere", false, 0 },
  -- a question keeps pictures out of the answer
  { { question = true }, "png", false, "nowhere", false, 0 },
  { { question = true, format = "data" }, "png", false, "nowhere", false, 0 },
  { { question = true, screen = true }, "png", false, "nowhere", false, 0 },
  { { question = true, has_path = true }, "png", false, "path", false, 0 },
  { { question = true, has_default = true }, "png", false, "default", false, 0 },
}

function M.test_plans()
  for i, case in ipairs(cases) do
    local decided = decide(case[1])
    local plan = decided.plan
    luaunit.assertEquals({ plan.kind, plan.inline, plan.keep, decided.extension or false, #decided.warnings },
      { case[2], case[3], case[4], case[5], case[6] }, "case " .. i)
    luaunit.assertEquals(plan.media_type, case[2] == "jpg" and "image/jpeg" or "image/" .. case[2])
  end
end

function M.test_another_kind_will_do_when_nobody_chose_one()
  for _, request in ipairs { {}, { format = "" }, { has_path = true, file = true, extension = "bmp" } } do
    luaunit.assertTrue(decide(request).plan.changeable)
  end
  for _, request in ipairs { { format = "png" }, { format = "data" }, { format = "bmp" }, { format = "jpg" },
    { has_path = true, file = true, extension = "png" } } do
    luaunit.assertFalse(decide(request).plan.changeable)
  end
end

function M.test_nothing_is_called_saved_that_is_not()
  local decided = decide { screen = true, format = "data", question = true }
  luaunit.assertEquals({ #decided.warnings, decided.plan.keep, decided.plan.linked }, { 0, "nowhere", false })
end

function M.test_texts()
  luaunit.assertEquals(decide({ format = "bmp" }).warnings[1],
    "Invalid format 'bmp' was provided. Automatically using PNG format instead.")
  local corrected = decide { has_path = true, file = true, extension = "png", format = "jpg" }
  luaunit.assertStrContains(corrected.warnings[1], "Peekaboo Warning:")
end

function M.test_a_field_that_is_not_declared_is_refused()
  local plan = decide({}).plan
  luaunit.assertErrorMsgContains("a capture plan has no field 'kid'", function() return plan.kid end)
  luaunit.assertErrorMsgContains("a capture plan has no field 'kid'", function() plan.kid = 1 end)
  luaunit.assertNil(plan.base)
end

return M
