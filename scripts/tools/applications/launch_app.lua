local act = require "acting.act"
local applications = require "acting.applications"

-- `launch_app`; see acting/applications.lua.
local M = { seen_only = true }

function M.plan(args) return applications.launch(args.name) end

function M.perform(plan) return plan.action.run(plan) end

function M.seen(plan) return plan.action.seen(plan) end

act.tool(M)

return M
