-- `double_click`: at coordinates of the picture, or where the pointer is.
local M = require("tools.computer.common.clicking").handler("double-click", "left", 2)

return M
