local desktop = require "desktop"
local limit = require "lib.deadline"
local plans = require "capture.plan"
local policy_text = require "desktop.policy_text"
local present = require "capture.present"
local record = require "lib.record"
local subjects = require "desktop.subjects"
local take = require "capture.take"
local temporary_files = require "capture.temporary_files"

-- The way of a capture request: plan → take → present. Each of the three files declares the record that it makes.
local M = {}

-- Makes a request for pictures, whichever command or tool it comes from.
M.request = record.type("capture request", {
  target = true,            -- parsed: see desktop/target.lua
  region = true,            -- only this part, in desktop pixels
  scale = true,             -- above 0, at most 1
  mask_pii = true,          -- boolean: personal data is to be masked
  focus = true,             -- "background" (default), "foreground", "auto"
  question = true,          -- boolean: the pictures are for a question to a provider
  -- Where the pictures go
  format = true,            -- as written: "png", "jpg", "data" …
  path = true,              -- as written; nil: the default folder, or none
  working_directory = true, -- base of a relative path; nil: such a path is refused
  guard = true,             -- {overwrite}: what a client of the server may replace (see overwrite.lua)
  never_inline = true,      -- boolean: the answer holds no pictures
  hides_pictures = true,    -- boolean: the client drops pictures in an answer, so they are also files
  -- Limits (see budget.lua)
  limits = true,
  limited = true,           -- boolean: the call states limits, which brings pictures into the answer
  limits_files = true,      -- boolean: the limits are for the files
  external = true,          -- boolean: an external command line captures; set by external/init.lua
  -- Callbacks
  progress = true,          -- progress(done, total, label)
  keep = true,              -- keep(blob, shot) -> anything: takes each picture as captured; becomes shot.kept
  fingerprint = true,       -- fingerprint(subject) -> boolean: whether its picture gets a fingerprint
})

local function capture(request, result, deadline)
  local list = subjects.subjects(request.target,
    { focus = request.focus or "background", deadline = deadline, debug = result.debug, warnings = result.warnings,
      region = request.region })
  plans.check_place_of(#list, result.plan, request, result.warnings)
  result.tried = #list
  local first_error
  take.each(list, request, result.plan, deadline, function(shot, err, subject, i)
    if shot then
      present.add(result, request, shot)
    else
      err = present.add_failure(result, err, subject)
      first_error = first_error or err
    end
    if request.progress then request.progress(i, #list, subject.label) end
  end)
  if #result.shots == 0 then error(first_error, 0) end
  present.finish(result, request)
end

-- Returns what the reader of these pictures must know of the policy, as sentences.
local function policy_lines(shots)
  local notes, filled = {}, 0
  for _, shot in ipairs(shots) do
    notes[#notes + 1] = shot.note
    filled = math.max(filled, shot.excluded_windows or 0)
  end
  local lines = policy_text.notes(notes)
  if filled > 0 then lines[#lines + 1] = policy_text.filled(filled) end
  return lines
end

-- Captures what a request asks for. Returns a result.
function M.run(request)
  local result = present.result(request)
  result.plan = plans.make(request, result.warnings)
  if result.plan.keep == "temporary" then temporary_files.remove_old() end
  limit.desktop("capture", function(deadline) capture(request, result, deadline) end)
  local guess = desktop.guess()
  if guess then table.insert(result.warnings, 1, "Peekaboo Warning: " .. guess .. ".") end
  for i, line in ipairs(policy_lines(result.shots)) do
    table.insert(result.warnings, i, "Peekaboo Warning: " .. line)
  end
  return result
end

return M
