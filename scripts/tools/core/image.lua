local arguments = require "lib.arguments"
local resources = require "tools.core.resources.captures"
local clients = require "lib.clients"
local json = require "json"
local log = require "log"
local tool = require "tool"

local M = {}

-- Removes unset members of a region. Leaves a list as it is, so that the schema refuses it as a list.
local function normalised_region(region)
  if type(region) ~= "table" or region == json.null or region.of == nil then return region end
  return arguments.without_unset(region)
end

-- Returns the arguments in the form that the schema checks.
function M.normalise(args)
  args = arguments.without_unset(args)
  args.region = normalised_region(args.region)
  args.unknown_format = nil
  -- Some clients send the word "null" for no value.
  if args.path == "null" then args.path = nil end
  if type(args.format) == "string" then
    local kind, warning = require("capture.formats").read(args.format)
    -- The schema would refuse the format; the answer warns about it instead.
    if warning then args.unknown_format = args.format end
    args.format = kind
  end
  return args
end

local function with_images(content, images, result)
  for _, shot in ipairs(result.shots) do
    local view = shot.view
    if view and view.blob then
      local facts = require("capture.present").facts(shot, view.map)
      facts.item_label, facts.window_title, facts.app_name = shot.title or shot.label, shot.title, shot.app_name
      facts.window_id = shot.subject.window and shot.subject.id or nil
      local row = { mime_type = view.blob.media_type }
      for key, value in pairs(facts) do row[key] = value end
      images[#images + 1] = row
      facts.source_path = shot.path
      content[#content + 1] = tool.image(view.blob, facts)
    elseif result.plan.linked and shot.path then
      content[#content + 1] = tool.link(shot.path, shot.label, shot.plan.media_type)
    end
  end
end

-- Adds one text about the region, and about the pictures that differ from the screen.
local function add_maps(content, result)
  local lines = { table.unpack(result.notes or {}) }
  local numbered = result.plan.inline and #result.shots > 1
  for i, shot in ipairs(result.shots) do
    local shown = require("desktop.list_text").shown(shot, result.region)
    if numbered then
      local place = shown or (shot.area.x and require("desktop.list_text").map(shot.map))
      lines[#lines + 1] = table.concat({ require("desktop.list_text").numbered(i, shot), place or nil }, " ")
    else
      lines[#lines + 1] = shown
    end
  end
  table.move(require("desktop.list_text").remarks(result.shots), 1, #result.shots + 1, #lines + 1, lines)
  if #lines > 0 then content[#content + 1] = tool.text(table.concat(lines, "\n")) end
end

-- nil unless masking was asked for.
local function maskings_of(shots)
  local reports
  for _, shot in ipairs(shots) do
    if shot.masked then
      reports = reports or {}
      reports[#reports + 1] = require("desktop.masking").report(shot.masked)
    end
  end
  return reports and json.array(reports)
end

-- Makes the tool result from a capture result and, if a question was asked, its answer.
function M.compose(result, answer)
  local hide = answer ~= nil and result.plan.keep == "nowhere"
  local content = { tool.text(require("desktop.list_text").captured {
    shots = result.shots, files = result.saved_files, hide_files = hide,
    analysis = answer and (answer.ok and "succeeded" or "failed/skipped") or nil,
  } .. "\n" .. require("desktop.list_text").from_screen) }
  for _, warning in ipairs(result.warnings) do content[#content + 1] = tool.text(warning) end
  add_maps(content, result)
  if answer then
    content[#content + 1] = tool.text(table.concat({ "Analysis Result: " .. answer.text, answer.hint }, "\n"))
    if answer.ok then
      local list_text = require "desktop.list_text"
      content[#content + 1] = tool.text(list_text.analyzed(#result.shots, answer.model, answer.seconds))
    end
  end
  local images = {}
  with_images(content, images, result)
  for _, shot in ipairs(result.shots) do
    if shot.kept then content[#content + 1] = tool.resource_link(shot.kept) end
  end
  if #result.messages > 0 then
    content[#content + 1] = tool.text("Capture Messages: " .. table.concat(result.messages, "; "))
  end
  local structured = {
    saved_files = json.array(result.saved_files), images = json.array(images), capture_id = result.capture_id,
    pii_masking = maskings_of(result.shots),
  }
  local meta
  if answer then
    structured.analysis_text, structured.model_used = answer.text, answer.model
    if not answer.ok then
      meta = { backend_error_code = answer.code or "AI_PROVIDER_ERROR", analysis_error = answer.error }
    end
  end
  return {
    content = content, structured = structured, meta = meta, is_error = answer ~= nil and not answer.ok or nil,
    failure = answer and not answer.ok and { message = answer.error, hint = answer.hint } or nil,
  }
end

local function capture(args, call)
  -- With a question, captures are the first half of the progress.
  local share = args.question and 2 or 1
  local kept = call and call.caller == "mcp"
  local session = call and call.session
  local mark = kept and require("capture.since").mark() or nil
  local result = require("external.choose").of(call).capture(require("capture.pipeline").request {
    target = args.target or require("desktop.target").parse(args.app_target),
    format = args.unknown_format or args.format,
    path = args.path, question = args.question ~= nil, focus = args.capture_focus,
    region = args.region, scale = args.scale, mask_pii = args.mask_pii,
    hides_pictures = not clients.shows_pictures(call), guard = kept and { overwrite = args.overwrite } or nil,
    limits = require("capture.budget").limits(args), limited = require("capture.budget").is_limited(args),
    progress = call and function(done, total, label) call:progress(done, share * total, label) end or nil,
    -- Only a client of the server can ask for it later.
    keep = kept and function(blob, shot) return resources.keep(blob, shot.label, shot.title, session) end or nil,
    fingerprint = kept and require("capture.since").fingerprints(mark) or nil,
  })
  result.notes = args.notes
  result.capture_id = require("capture.since").remember(mark, args, result.shots, session)
  if kept then require("capture.region_of_picture").remember(result.shots, args, session) end
  for _, note in ipairs(result.debug) do log.debug(note) end
  for _, message in ipairs(call and result.messages or {}) do call:log("warning", message) end
  return result
end

local function ask(args, result, call)
  local count, tried = #result.shots, result.tried
  return require("ai.analysis").run(result.shots, args.question, call and function(done)
    -- A picture that was not captured counts as answered.
    call:progress(tried + (tried - count) + done, 2 * tried, ("%d of %d answered"):format(done, count))
  end)
end

local function unchanged(id)
  local structured = { saved_files = json.array {}, images = json.array {}, capture_id = id, unchanged = true }
  return {
    content = { tool.text(("Unchanged: it looks as it did in %s."):format(id)) },
    structured = structured,
  }
end

function M.run(args, call)
  local session = call and call.session
  local at, fault = args, nil
  if args.region and args.region.of then
    at, fault = try(require("capture.region_of_picture").resolved, args, session)
  end
  if not at then return tool.failed(fault, "Image capture failed") end
  local same, why
  if at.since then same, why = require("capture.since").is_unchanged(at.since, at, session) end
  if same then return unchanged(at.since) end
  local result, err = try(capture, at, call)
  if not result then return tool.failed(err, "Image capture failed") end
  if why then
    table.insert(result.warnings, 1,
      ("Peekaboo Warning: `since` could not be used, and all was captured anew: %s."):format(why))
  end
  local answer = at.question and ask(at, result, call) or nil
  return M.compose(result, answer)
end

return M
