local answer = require "tools.screenshot.common.answer"
local budget = require "capture.budget"
local clients = require "lib.clients"
local deadline = require "lib.deadline"
local json = require "json"
local kinds = require "tools.screenshot.common.kinds"
local list_text = require "desktop.list_text"
local parameters = require "tools.screenshot.common.parameters"
local policy_text = require "desktop.policy_text"
local save_path = require "tools.screenshot.common.save_path"
local settings = require "settings"
local subjects = require "desktop.subjects"
local take = require "capture.take"
local time = require "time"

-- One picture for one of the screenshot tools: captured, encoded, and saved or put into the answer. It is never scaled.
local M = {}

-- Returns the moment as ISO 8601: "2026-06-09T12:13:20.250+02:00".
local function timestamp()
  local now = time.now()
  local zone = time.format("%z", now):gsub("(%d%d)$", ":%1")
  return ("%s.%03d%s"):format(time.format("%Y-%m-%dT%H:%M:%S", now), math.floor(now % 1 * 1000), zone)
end

-- Returns the decisions about format and place, made before anything is captured. Raises UNSUPPORTED_FORMAT,
-- INVALID_ARGUMENT, and the errors of save_path.place.
local function plan_of(args, call)
  local place = args.savePath and save_path.place(args.savePath, call)
  local named = place and kinds.of_path(place.path)
  local kind = args.format or named or "png"
  local messages = {}
  if named and named ~= kind then
    messages[1] = ("The file is %s, although its name ends like %s."):format(kind, named)
  end
  return { kind = kind, quality = parameters.whole(args, "quality", 1, 100), place = place, messages = messages }
end

-- Returns the picture; with `file`, one without pixels, because they are in the file.
local function capture(subject, args, how, encoding, file)
  encoding.frame, encoding.mask_pii = how.frame or nil, args.enablePIIMasking or nil
  return deadline.desktop("capture", function(limit)
    return subjects.picture(subject, limit, how.region, encoding, file)
  end)
end

-- Each of these three returns the picture, its size in bytes and, as the case may be, its path or its bytes.

-- The file is written while the picture arrives.
local function stream(subject, args, plan, how)
  local file = save_path.begin(plan.place)
  local picture = capture(subject, args, how, { format = plan.kind, quality = plan.quality }, file)
  local path = save_path.complete(file, plan.place)
  return picture, file.size, path
end

local function encode(subject, args, plan, how)
  local picture = capture(subject, args, how, { encode = plan.kind == "png" and "png" or nil })
  local blob = picture:encode { format = plan.kind, quality = plan.quality }
  return picture, blob.size, blob
end

-- The library of WebP takes whole pictures only.
local function save(subject, args, plan, how)
  local picture, size, blob = encode(subject, args, plan, how)
  return picture, size, save_path.write(blob, plan.place)
end

-- Adds warnings about a picture that is above the limit, because it is sent whole, or that the client does not show.
local function warn(messages, blob, call)
  local most, bytes = settings.max_image_bytes(), budget.base64_size(blob)
  if most > 0 and bytes > most then
    messages[#messages + 1] = ("The picture takes %d bytes of Base64, more than the %d of PEEKABOO_MAX_IMAGE_BYTES; "
      .. "the tool `image` scales pictures to fit."):format(bytes, most)
  end
  if not clients.shows_pictures(call) then
    messages[#messages + 1] = "This client shows no pictures of an answer; give 'savePath' and open the file."
  end
end

local function metadata_of(picture, plan, bytes, shown)
  local members = {
    { "width", picture.width }, { "height", picture.height }, { "format", plan.kind }, { "fileSize", bytes },
    { "timestamp", timestamp() }, shown, { "excludedWindows", picture.excluded_windows or 0 },
  }
  local masked = picture.masked
  if masked then members[#members + 1] = { "piiMasking", require("desktop.masking").report(masked) } end
  return json.object(members)
end

-- Captures a subject (see desktop/subjects.lua) for a tool's call and returns the result. `how`: region (in desktop
-- pixels), frame (boolean: with the window manager's frame), shown(picture) -> {name, value}: the member of the
-- metadata that describes the subject.
function M.take(subject, args, call, how)
  local plan = plan_of(args, call)
  local make = not plan.place and encode or plan.kind == "webp" and save or stream
  local picture, size, made = make(subject, args, plan, how)
  local metadata = metadata_of(picture, plan, size, how.shown(picture))
  local note = take.note_of(picture)
  picture:release()
  local members = { { "mimeType", kinds.media_type(plan.kind) }, { "metadata", metadata } }
  for _, line in ipairs(policy_text.notes { note }) do plan.messages[#plan.messages + 1] = line end
  plan.messages[#plan.messages + 1] = list_text.from_screen
  if plan.place then
    table.insert(members, 1, { "filePath", made })
    return answer.success(members, plan.messages)
  end
  warn(plan.messages, made, call)
  return answer.success(members, plan.messages, made)
end

return M
