-- `left_click`: at coordinates of the picture, or where the pointer is.
local M = require("tools.computer.common.clicking").handler("click", "left", 1)

return M
