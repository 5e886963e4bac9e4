-- `triple_click`: at coordinates of the picture, or where the pointer is.
local M = require("tools.computer.common.clicking").handler("triple-click", "left", 3)

return M
