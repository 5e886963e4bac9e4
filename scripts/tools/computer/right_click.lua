-- `right_click`: at coordinates of the picture, or where the pointer is.
local M = require("tools.computer.common.clicking").handler("click with the right button", "right", 1)

return M
