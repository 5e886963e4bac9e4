local shared = require "acting.parameters"

-- The tools of menus.
local M = {}

local menu = {
  name = "menu",
  title = "Choose from a menu",
  description = "Chooses an item from the menus of a window: 'File > Save As...'.",
  logged = { "menuPath", "dry_run" },
  effect = "input",
  params = {
    { "menuPath", "string", "Names with > between.", min_length = 1 },
    shared.app_target, shared.verify, shared.dry_run,
  },
  json_result = shared.answer,
  errors = shared.errors,
  examples = { { "A dialog of a program", { { "menuPath", "File > Open..." }, { "app_target", "Text Editor" } } } },
}

M.tools = { menu }

return M
