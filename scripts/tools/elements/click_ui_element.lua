local act = require "acting.act"
local click = require "tools.mouse.click"
local element_at = require "acting.element_at"

-- `click_ui_element`: as `click`, by application and path.
local M = { perform = click.perform }

function M.plan(args)
  return click.plan_for(element_at.subject(args.appName, args.elementPath), {})
end

act.tool(M)

return M
