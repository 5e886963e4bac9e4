#pragma once

#include "runtime/lua/bridge/bindings.hpp"

// Options with one meaning in several modules of the desktop.
namespace native {

inline constexpr runtime::Parameter kTimeout{
    "timeout", "number",
    "Seconds; past them TIMEOUT is raised. Default: PEEKABOO_CLI_TIMEOUT, or 30."};
inline constexpr runtime::Parameter kWaitTimeout{
    "timeout", "number", "Seconds, then TIMEOUT. Default 30; math.huge: for ever.",
    runtime::Parameter::kNotNegative};
inline constexpr runtime::Parameter kRegion{"region", "rectangle",
                                            "Only this part, in physical pixels of the desktop."};
inline constexpr runtime::Parameter kSelection{"selection", "\"clipboard\"|\"primary\"",
                                               "Which clipboard: \"primary\" is what is selected, "
                                               "for the middle button. Default \"clipboard\"."};
inline constexpr runtime::Parameter kLanguage{"language", "string",
                                              "A tesseract name. Default \"eng\"."};

}  // namespace native
