local errors = require "errors"
local fs = require "fs"
local image = require "image"
local paths = require "lib.paths"
local policy = require "policy"
local registry = require "ai.registry"
local parallel = require "lib.parallel"
local time = require "time"

local M = {}

local kLargestFile = 128 * 1024 * 1024
local supported = { ".png", ".jpg", ".jpeg", ".webp" }

-- Number of pictures that a provider is asked about at the same time.
M.at_once = 4

M.skipped = "Analysis skipped: AI analysis not configured on this server (PEEKABOO_AI_PROVIDERS is not set or empty)."
M.failed = "Analysis failed: All configured AI providers failed or are unavailable"

local function label_of(shot, index, count)
  if shot.title then return '"' .. shot.title .. '"' end
  if count > 1 and shot.subject.kind == "window" then return ("%s (Window %d)"):format(shot.label, index) end
  return shot.label or "Unknown"
end

local function with_details(err)
  local details = errors.details_text(err)
  return details and err.message .. "\n" .. details or err.message
end

local function no_provider(err)
  err = errors.normalise(err)
  if err.code == "CANCELLED" then error(err, 0) end
  if type(err.details) == "table" and err.details.reason == "unset" then
    return { ok = false, text = M.skipped, error = M.skipped, hint = err.hint }
  end
  return { ok = false, text = M.failed .. ": " .. with_details(err), error = with_details(err), hint = err.hint,
    code = err.code }
end

-- Returns the code that reports a provider's failure.
function M.code_of(err)
  return err.code == "CONNECTION_REFUSED" and err.code or "AI_PROVIDER_ERROR"
end

local function answer(choice, shot, question)
  local text, notes, _, answered = try(registry.ask_in_order, choice, { image = shot.picture }, question)
  if text then return { text = table.concat({ text, table.unpack(notes) }, "\n\n"), model = answered.name } end
  local err = errors.normalise(notes)
  if err.code == "CANCELLED" then error(err, 0) end
  return { failure = err.message, hint = err.hint, code = M.code_of(err) }
end

-- Returns the causes of the failures of several pictures, each once.
local function causes_of(answers, member)
  local causes, told = {}, {}
  for _, one in ipairs(answers) do
    local cause = one[member]
    if cause and not told[cause] then causes[#causes + 1], told[cause] = cause, true end
  end
  return #causes > 0 and table.concat(causes, "; ") or nil
end

-- Asks one question about every shot. Does not raise for a provider's failure; returns {ok, text, model?, seconds? (for
-- all of them), error?, hint?, code?}. ok is true when any picture was answered. Calls `progress(done)`, if given,
-- after each.
function M.run(shots, question, progress)
  local choice, err = try(registry.choose)
  if not choice then return no_provider(err) end
  local done, began = 0, time.clock()
  local answers = parallel.map(shots, M.at_once, function(shot)
    local given = answer(choice, shot, question)
    done = done + 1
    if progress then progress(done) end
    return given
  end)
  local blocks, answered = {}, nil
  for i, shot in ipairs(shots) do
    local one = answers[i]
    answered = one.model or answered
    local text = one.text
      or require("lib.error_text").lines({ message = one.failure, hint = one.hint }, "Analysis failed")
    blocks[i] = #shots > 1 and ("Analysis for %s:\n%s"):format(label_of(shot, i, #shots), text) or text
  end
  if not answered then
    local causes = causes_of(answers, "failure")
    return { ok = false, text = ("Analysis failed: %s: %s"):format(choice.name, causes), error = causes,
      hint = causes_of(answers, "hint"), code = answers[1].code }
  end
  return { ok = true, text = table.concat(blocks, "\n\n"), model = answered,
    seconds = time.clock() - began }
end

local function check_extension(path)
  local _, extension = paths.extension(path)
  for _, known in ipairs(supported) do
    if extension and "." .. extension == known then return end
  end
  local what = extension and "." .. extension or ("'%s' has no extension"):format(path)
  errors.raise("INVALID_ARGUMENT", ("Unsupported image format: %s. Supported formats: %s")
    :format(what, table.concat(supported, ", ")))
end

local function check_readable(path)
  local stat = try(fs.stat, path)
  local fault, hint
  if stat and stat.type ~= "file" then
    fault = stat.type == "directory" and "is a directory" or "is not a regular file"
    hint = "Give the path of one image file."
  elseif stat and stat.size > kLargestFile then
    fault = ("has %d bytes; at most %d are read"):format(stat.size, kLargestFile)
    hint = "Give a smaller picture, for example scaled down or as JPEG."
  end
  if not fault then return end
  errors.raise("FILE_IO_ERROR", ("Failed to read image file: %s %s."):format(path, fault), { hint = hint })
end

local function read_picture(path)
  check_readable(path)
  local blob, err = try(fs.read, path, { limit = kLargestFile })
  if not blob then
    err = errors.normalise(err)
    errors.raise(err.code, "Failed to read image file: " .. err.message, { hint = err.hint, details = err.details })
  end
  local picture, fault = try(image.decode, blob)
  if picture and policy.masks_always() then
    local masked = picture:mask_pii()
    picture:release()
    return { image = masked, blob = masked:encode { format = "png" }, own = true }
  end
  if picture then return { image = picture, blob = blob, own = true } end
  fault = errors.normalise(fault)
  return errors.raise(fault.code, ("%s: %s"):format(path, fault.message), { hint = fault.hint })
end

-- Answers a question about an image file: {text, model, seconds, notes}. `args`: image_path, question, provider_config.
-- Refuses relative paths when `working_directory` is nil. Raises errors with codes.
function M.of_file(args, working_directory)
  check_extension(args.image_path)
  local choice = registry.choose(args.provider_config)
  local picture = read_picture(paths.resolve(args.image_path, fs.home(), working_directory))
  local text, notes, seconds, answered = try(registry.ask_in_order, choice, picture, args.question)
  local pixels = rawget(picture, "image")
  if pixels then pixels:release() end
  if not text then
    local err = errors.normalise(notes)
    if err.code == "CANCELLED" then error(err, 0) end
    errors.raise(M.code_of(err), "AI analysis failed: " .. err.message, { hint = err.hint, details = err.details })
  end
  return { text = text, model = answered.name, seconds = seconds, notes = notes }
end

return M
