local analysis = require "ai.analysis"
local errors = require "errors"
local fs = require "fs"

local M = {}

-- The command line's row; see runtime/app/cli/command_rows.hpp.
M.row = {
  order = 3, text = "Ask an AI provider about an image file",
  options = {
    { "file", "a .png, .jpg or .webp file", takes = "file", required = true, name = "image_path" },
    { "question", "what to ask", value = "TEXT" },
    { "--provider", "a provider from PEEKABOO_AI_PROVIDERS (default: the first that works)", value = "NAME" },
    { "--model", "its model", value = "NAME" },
  },
}

-- `options`: image_path, question, provider, model.
function M.run(options)
  if not options.image_path or options.image_path == "" then
    errors.raise("INVALID_ARGUMENT", "`analyze` needs the path of an image", { usage = true })
  end
  local answer = analysis.of_file({
    image_path = options.image_path, question = options.question,
    provider_config = { type = options.provider and options.provider:lower(), model = options.model },
  }, fs.current_directory())
  local notes = #answer.notes > 0 and table.concat(answer.notes, "\n") .. "\n" or ""
  return {
    messages = answer.notes,
    data = { analysis_text = answer.text, model_used = answer.model, seconds = answer.seconds },
    text = ("%s\n\nAnalyzed with %s in %.2fs.\n%s"):format(answer.text, answer.model, answer.seconds, notes),
  }
end

return M
