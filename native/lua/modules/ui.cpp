#include "native/lua/bridge/parameters.hpp"
#include "native/lua/modules/modules.hpp"

namespace native {

using runtime::Function;
using runtime::Module;
using runtime::Parameter;

namespace {

constexpr Parameter kAppOfUi{"app", "string",
                             "As `app_target` of the image tool: a name or \"PID:663\"."};
constexpr Parameter kWindowOfUi{"window", "integer", "The id of a window."};
constexpr Parameter kTreeDepth{"depth", "integer",
                               "How deep, from 1 for windows alone. Default 100."};
constexpr Parameter kMaxElements{"max_elements", "integer",
                                 "How many at most, up to 4000. Default 2000."};

constexpr Parameter kElement{"element", "element", "As ui.tree or ui.find gave it."};

constexpr Function kUi[] = {
    {.call = "ui.tree",
     .text = "The elements of a window, or of all windows of an application: buttons, fields, "
             "menus, as the program describes them for accessibility. Without app and window: of "
             "the window that has the focus. Windows come first, each element before those in it. "
             "What is too much, or not answered within 2 seconds, is missing, and left_out says "
             "so. Windows that the policy excludes have no elements.",
     .options = {kAppOfUi, kWindowOfUi, kTreeDepth, kMaxElements, kTimeout},
     .results = {{"element_tree"}},
     .errors = {"WINDOW_NOT_FOUND", "APP_NOT_FOUND", "AMBIGUOUS_APP_IDENTIFIER", "POLICY_DENIED",
                "UNSUPPORTED", "PERMISSION_ERROR_ACCESSIBILITY", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"ui_elements"}},
    {.call = "ui.find",
     .text = "The one element that fits all that is given, with its actions, or nil. "
             "AMBIGUOUS_ELEMENT when several fit; details.candidates has their paths.",
     .options = {{"path", "string",
                  "Its path, such as frame \"Order Form\"/button \"Save\", or the part of it that "
                  "matters: what lies between may be left out."},
                 {"role", "string", "Such as \"button\"."},
                 {"name", "string",
                  "Exactly this name, else a part of it; with * or ? the whole of it; /RE2/. "
                  "Letter case makes no difference."},
                 kAppOfUi,
                 kWindowOfUi,
                 kTimeout},
     .results = {{"element?"}},
     .errors = {"INVALID_ARGUMENT", "AMBIGUOUS_ELEMENT", "WINDOW_NOT_FOUND", "APP_NOT_FOUND",
                "AMBIGUOUS_APP_IDENTIFIER", "POLICY_DENIED", "UNSUPPORTED",
                "PERMISSION_ERROR_ACCESSIBILITY", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"ui_elements"}},
    {.call = "ui.read",
     .text = "An element as it is now, with its value and actions. ELEMENT_STALE when it is gone, "
             "or its role or name is another one.",
     .parameters = {kElement},
     .options = {kTimeout},
     .results = {{"element"}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_STALE", "WINDOW_NOT_FOUND", "POLICY_DENIED",
                "PERMISSION_ERROR_ACCESSIBILITY", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"ui_elements"}},
    {.call = "ui.wait",
     .text = "Waits until one element fits all that is given, by the events of its program, and "
             "gives it; with gone until none fits, and gives true. Also waits for the "
             "application to open a window. TIMEOUT says what was seen last.",
     .options = {{"path", "string", "As for ui.find."},
                 {"role", "string", "Such as \"button\"."},
                 {"name", "string", "As for ui.find."},
                 {"state", "string", "A state that it must have, such as \"sensitive\"."},
                 {"value", "string|number", "Exactly the value that it must have."},
                 {"gone", "boolean", "Waits until no such element is there."},
                 kAppOfUi,
                 kWindowOfUi,
                 kTimeout},
     .results = {{"element|boolean"}},
     .errors = {"INVALID_ARGUMENT", "AMBIGUOUS_ELEMENT", "WINDOW_NOT_FOUND", "APP_NOT_FOUND",
                "AMBIGUOUS_APP_IDENTIFIER", "POLICY_DENIED", "UNSUPPORTED",
                "PERMISSION_ERROR_ACCESSIBILITY", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"ui_wait"}},
    {.call = "ui.press",
     .text = "Does what a click on the element does, by the action that its program offers for "
             "that; UNSUPPORTED when it offers none. An action that opens a dialog may not answer "
             "before the dialog is closed: it is not waited for. Gives the program's name of the "
             "action, and whether the program had answered.",
     .parameters = {kElement},
     .options = {kTimeout},
     .results = {{"string"}, {"boolean"}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_STALE", "INTERRUPTED", "POLICY_DENIED", "UNSUPPORTED",
                "WINDOW_NOT_FOUND", "PERMISSION_ERROR_ACCESSIBILITY", "DISPLAY_UNAVAILABLE",
                "TIMEOUT"},
     .work = Function::Scripted{"ui_acts"}},
    {.call = "ui.focus",
     .text = "Gives the keys to an element, and brings its window to the front. Gives the element "
             "as it is then.",
     .parameters = {kElement},
     .options = {kTimeout},
     .results = {{"element?"}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_STALE", "EFFECT_NOT_SEEN", "INTERRUPTED",
                "POLICY_DENIED", "UNSUPPORTED", "WINDOW_NOT_FOUND",
                "PERMISSION_ERROR_ACCESSIBILITY", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"ui_acts"}},
    {.call = "ui.scroll_to",
     .text = "Has the program bring an element into view. Gives the element as it is then.",
     .parameters = {kElement},
     .options = {kTimeout},
     .results = {{"element?"}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_STALE", "INTERRUPTED", "POLICY_DENIED", "UNSUPPORTED",
                "WINDOW_NOT_FOUND", "PERMISSION_ERROR_ACCESSIBILITY", "DISPLAY_UNAVAILABLE",
                "TIMEOUT"},
     .work = Function::Scripted{"ui_acts"}},
    {.call = "ui.select",
     .text = "Selects an item of a list, table or tree, a tab, or an item of a menu. Gives the "
             "element as it is then; nil for what is selected by its action, as in menus.",
     .parameters = {kElement},
     .options = {{"add", "boolean", "What is selected stays so. Default: nothing else does."},
                 kTimeout},
     .results = {{"element?"}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_STALE", "EFFECT_NOT_SEEN", "INTERRUPTED",
                "POLICY_DENIED", "UNSUPPORTED", "WINDOW_NOT_FOUND",
                "PERMISSION_ERROR_ACCESSIBILITY", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"ui_acts"}},
    {.call = "ui.set_value",
     .text = "Gives a text to a field, or a number to a spin button or slider, and reads it back; "
             "what a password field holds is never read. Gives the element as it is then, or nil "
             "when its name has changed with the value.",
     .parameters = {kElement, {"value", "string|number", "A number must be in the range."}},
     .options = {kTimeout},
     .results = {{"element?"}},
     .errors = {"INVALID_ARGUMENT", "ELEMENT_STALE", "EFFECT_NOT_SEEN", "INTERRUPTED",
                "POLICY_DENIED", "UNSUPPORTED", "WINDOW_NOT_FOUND",
                "PERMISSION_ERROR_ACCESSIBILITY", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"ui_acts"}},
};

}  // namespace

Module ui_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "ui",
                .functions = kUi,
                .self = std::move(host),
                .about = "What windows hold: buttons, fields, menus."};
}

}  // namespace native
