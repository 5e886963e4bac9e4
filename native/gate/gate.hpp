#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/desktop/elements.hpp"
#include "native/desktop/menu_walk.hpp"
#include "native/desktop/notifications.hpp"
#include "native/desktop/providers/file_manager.hpp"
#include "native/gate/act_turn.hpp"
#include "native/gate/excluded_windows.hpp"
#include "native/gate/last_windows.hpp"
#include "native/gate/own_windows.hpp"
#include "native/gate/person_guard.hpp"
#include "native/gate/policy.hpp"
#include "native/gate/text_masks.hpp"

// Every operation on the desktop passes the gate, for every kind of caller.
namespace native {

// Whose elements are wanted: those of some windows, or of all windows of a process.
struct ElementsOf {
  std::int64_t pid = 0;
  std::vector<std::uint64_t> windows = {};  // of one process; empty: of `pid`
};

// How acts give way to other processes of the user and to a person.
struct ActingSettings {
  std::vector<std::string> folders = {};  // see ActTurn
  PersonSettings person = {PersonSettings::Mode::kIgnore};
  OwnWindows::Ancestors ancestors = {};               // see OwnWindows
  std::shared_ptr<Notifications> notifications = {};  // null: no person can be told or asked
  bool announces = false;      // tells the person of the first act after ActTurn::kQuiet
  std::string stop_keys = {};  // of `person`, as the person writes them
};

// Runs operations under one policy. Shared by all callers; thread safe.
class Gate {
 public:
  explicit Gate(std::unique_ptr<Policy> policy, ActingSettings acting = {});
  ~Gate();

  // Returns the rules of this moment.
  std::shared_ptr<const Rules> rules() { return policy_->rules(); }
  // Returns whether rules() and admit() read nothing now.
  bool is_ready() { return policy_->is_ready(); }

  // Makes ready for a capture that will probably come: reads the policy, and connects to what knows
  // whether the session is locked.
  void prepare(Caller::Kind kind) { policy_->prepare(kind); }

  // For operations other than captures. Throws the policy's error when it refuses.
  void admit(const Caller& caller, const Operation& operation) {
    policy_->admit(caller, operation, *policy_->rules());
  }

  // For answers from what was captured before, and about what was painted since. Throws the
  // policy's error when it refuses. Waits until it is known whether the session is locked.
  void admit_comparison(Desktop& desktop, const Caller& caller, Deadline deadline);

  // Runs Capture::capture() as far as the policy allows: fills what excluded windows show, refuses
  // an excluded target. Takes the picture again when the policy has changed meanwhile, so that it
  // obeys both. Throws its errors, and the policy's when it refuses.
  void capture(Desktop& desktop, const Caller& caller, const CaptureTarget& target, StripSink& sink,
               Deadline deadline);

  // Like capture(), for pixels that are worked on before anybody gets them: finish() follows,
  // unless this throws.
  int gather(Desktop& desktop, const Caller& caller, const CaptureTarget& target, StripSink& sink,
             Deadline deadline);
  // Delivers what gather() got: throws the policy's error if the caller may not have it any more.
  // `error`: why it gets nothing; null when it gets the picture.
  void finish(const Caller& caller, const CaptureTarget& target, int excluded_windows,
              const Error* error);

  // Runs one act of keys or pointer or on an element, when it is the turn of this process. Refuses
  // windows that are excluded, or the agent's own ("POLICY_DENIED"). Without a window, keys are for
  // the window of the caller's last act. `act.check` is to be called every few milliseconds; a stop
  // or a person then ends the act with "INTERRUPTED". Not recursive.
  using Work = std::function<void(Desktop&, const Act&)>;
  void act(Desktop& desktop, const Caller& caller, const ActRecord& record, Act act,
           const Work& work);
  // Returns the window that keys without one are for: that of the caller's last act, see
  // act_targets.hpp. Marked and without its title as those of windows().
  std::optional<Window> window_for_keys(Desktop& desktop, const Caller& caller, Deadline deadline);
  // Makes a window the one of the caller's last act, as when it was brought to the front. A window
  // that is not there: the caller has none any more.
  void keep_window_for_keys(Desktop& desktop, const Caller& caller, std::uint64_t window,
                            Deadline deadline);
  // Throws when nothing that `caller` has left down may stay down: a stop, a lock, or a person.
  void check_held(const Caller& caller);
  // Runs a change of a window by its manager, with the same refusals; it does not give way to a
  // person.
  void control(Desktop& desktop, const Caller& caller, const ActRecord& record, Act act,
               const std::function<void(Desktop&)>& work);

  // Raises and focuses a window. Refuses excluded ones and those whose level allows no acts; not
  // the latter for a picture of a window that must be in front, because nothing in it changes.
  enum class RaisedFor { kAct, kPicture };
  void activate(Desktop& desktop, const Caller& caller, std::uint64_t window, RaisedFor purpose,
                Deadline deadline);

  // Asks the person to allow an act. Meanwhile no process acts, so that none can give the answer.
  // `asked.check` is called every few milliseconds. Throws "NOT_CONFIRMED" unless the person
  // allows it, "INTERRUPTED" at a stop.
  void confirm(const Caller& caller, const Notification& question, const Act& asked);
  // Returns what would tell and ask the person.
  NotificationService notification_service(Deadline deadline);

  // Like those of the seam; excluded windows are marked (hidden_from) and have no title, and titles
  // are masked where the policy has everything masked.
  std::vector<Window> windows(Desktop& desktop, const Caller& caller, Deadline deadline);
  std::optional<Window> frontmost(Desktop& desktop, const Caller& caller, Deadline deadline);
  std::vector<App> applications(Desktop& desktop, const Caller& caller, Deadline deadline,
                                std::vector<Window>* windows = nullptr);

  // Like those of Elements, with paths: excluded windows have no elements, and names, values and
  // descriptions are masked where the policy has everything masked. Admits the operation by itself.
  ElementTree elements(Desktop& desktop, Elements& elements, const Caller& caller,
                       const ElementsOf& target, const ElementLimits& limits, Deadline deadline);
  Element element_again(Desktop& desktop, Elements& elements, const Caller& caller,
                        const ElementId& id, Deadline deadline);
  // Acts on an element, as act(). Its window is brought to the front before it gets the focus.
  ElementActed act_on_element(Desktop& desktop, Elements& elements, const Caller& caller,
                              const ElementId& id, const ElementAct& what, Act act);

  // Returns the menus of a window of `target`, the front-most that has some. Names are masked as
  // those of elements. Menus that must be opened to see their items are opened as an act, if that
  // is allowed; else they seem empty.
  MenuListing menus(Desktop& desktop, Elements& elements, const Caller& caller,
                    const ElementsOf& target, const MenuLimits& limits, const Act& act);
  // Follows a path in them.
  MenuSearch find_menu_item(Desktop& desktop, Elements& elements, const Caller& caller,
                            const ElementsOf& target, const std::vector<std::string>& names,
                            const Act& act);
  // Chooses the item at the end of a path, as act().
  MenuChoice choose_menu_item(Desktop& desktop, Elements& elements, const Caller& caller,
                              const ElementsOf& target, const std::vector<std::string>& names,
                              Act act);

  // Returns the icons of the tray that the caller may know of, those in windows of their own last.
  // "PROVIDER_UNAVAILABLE" when nothing here takes icons.
  std::vector<TrayItem> tray_items(Desktop& desktop, Tray& tray, const Caller& caller,
                                   Deadline deadline);
  // Clicks an icon, as act(); what the policy says of the windows of its program holds for it.
  Tray::Clicked click_tray_item(Desktop& desktop, Tray& tray, const Caller& caller,
                                const std::string& id, Act act);
  MenuListing tray_menu(Desktop& desktop, Tray& tray, const Caller& caller, const std::string& id,
                        const MenuLimits& limits, const Act& act);
  MenuSearch find_tray_menu_item(Desktop& desktop, Tray& tray, const Caller& caller,
                                 const std::string& id, const std::vector<std::string>& names,
                                 const Act& act);
  MenuChoice choose_tray_menu_item(Desktop& desktop, Tray& tray, const Caller& caller,
                                   const std::string& id, const std::vector<std::string>& names,
                                   Act act);

  // Reads the clipboard. What a password manager has marked is refused to AI clients
  // ("POLICY_DENIED"); text is masked where the policy has everything masked, pictures are not.
  ClipboardReading read_clipboard(Desktop& desktop, const Caller& caller, Selection selection,
                                  const ClipboardFormats& formats, Deadline deadline);
  // Returns the whole content, for nothing but write_clipboard(): it must not be shown.
  std::shared_ptr<const ClipboardContent> keep_clipboard(Desktop& desktop, const Caller& caller,
                                                         Selection selection, Deadline deadline);
  // Offers a content; null or an empty one clears the clipboard.
  void write_clipboard(Desktop& desktop, const Caller& caller, Selection selection,
                       std::shared_ptr<const ClipboardContent> content, Deadline deadline);

  // Runs an act of a service that has no window, such as a change of the volume, and logs it.
  void use_service(const Caller& caller, const ActRecord& record,
                   const std::function<void()>& work);
  // Shows the person a message, as Notifications::send(). "PROVIDER_UNAVAILABLE".
  SentNotification send(const Caller& caller, const SentMessage& message, Deadline deadline);
  // Takes a message away: of AI clients only what they have sent.
  void withdraw(const Caller& caller, std::uint32_t id, Deadline deadline);
  // Has the file manager show a file. Refuses managers whose windows are excluded, or may not be
  // acted on.
  FileManagerProgram show_file(Desktop& desktop, FileManagers& managers, const Caller& caller,
                               const std::string& path, Deadline deadline);

  // Returns the windows that are excluded for a kind of caller, and why; without titles.
  std::vector<ExcludedWindow> excluded_windows(Desktop& desktop, Caller::Kind kind,
                                               Deadline deadline);

  // Returns the rule that sets the level of a window for a kind of caller; nothing: none does, and
  // its level is kFull. "WINDOW_NOT_FOUND" when there is no such window.
  std::optional<LevelRule> level_of(Desktop& desktop, Caller::Kind kind, std::uint64_t window,
                                    Deadline deadline);

  // Throws "POLICY_DENIED" when the caller may not act on the windows of a program, which may thus
  // not be launched either.
  void refuse_launch(const Caller& caller, const WindowFacts& program) const;

  // Takes out of what was read in a picture what a policy has masked for the caller.
  void clean(std::vector<Word>& words, const Caller& caller);

  // Marks the window of an event for each kind of caller, for conceal(). Called on the thread of
  // the events, with a desktop of its own. Remembers where excluded windows were.
  void examine(Desktop& desktop, Event& event, Deadline deadline);
  // Returns the event as `caller` may see it.
  Event concealed(const Event& event, const Caller& caller);

 private:
  void clean_titles(std::vector<Window>& windows, const Caller& caller);
  void refuse_when_covered(Desktop& desktop, const Caller& caller, const Rules& rules,
                           Deadline deadline);
  ElementScope element_scope(Desktop& desktop, const Caller& caller, const ElementsOf& target,
                             const Rules& rules, Deadline deadline);
  void leave_excluded_out(ElementTree& tree, const ElementScope& scope, Desktop& desktop,
                          const Caller& caller, const Rules& rules);
  void clean(Element& element, const Caller& caller, const Rules& rules);
  MaskMenuItem menu_mask(const Caller& caller);
  // Returns whether there are menus.
  using MenuWork = std::function<bool(MenuSource&)>;
  void with_menus(Desktop& desktop, Elements& elements, const Caller& caller,
                  const ElementsOf& target, bool may_open, const Act& act, const MenuWork& work);
  void read_menus_of(Desktop& desktop, Elements& elements, const Caller& caller,
                     const ElementsOf& target, const Act& act, const MenuWork& work,
                     const std::function<bool()>& needs_opening);
  std::vector<std::int64_t> excluded_processes(Desktop& desktop, const Caller& caller,
                                               const Rules& rules, Deadline deadline);
  void refuse_icon(Desktop& desktop, const Caller& caller, const TrayItem& item, bool acts,
                   Deadline deadline);
  void clean(TrayItem& item, const Caller& caller, const Rules& rules);
  TrayItem embedded_item(Desktop& desktop, const std::string& id, Deadline deadline);
  TrayItem icon(Desktop& desktop, Tray& tray, const Caller& caller, const std::string& id,
                bool acts, Deadline deadline);
  void clean(ClipboardContent& content, const Caller& caller, const Rules& rules);
  ClipboardReading read_guarded(Desktop& desktop, const Caller& caller, const ClipboardWish& wish,
                                Deadline deadline);
  std::vector<Window> marked_windows(Desktop& desktop, const Caller& caller, Deadline deadline);
  // Returns the same for an act; empty where the desktop does not tell its windows, the act is for
  // a place of the screen, and no rule could forbid it whatever lies there.
  std::vector<Window> windows_for_act(Desktop& desktop, const Caller& caller,
                                      const ActRecord& record, Deadline deadline);
  void refuse_unknown(Desktop& desktop, const Caller& caller, Deadline deadline);
  std::function<void()> stoppable(const Caller& caller, Operation operation,
                                  std::function<void()> check);
  void announce(ActTurn& turn, const Caller& caller);
  void refuse_process(Desktop& desktop, const Caller& caller, std::int64_t pid, Deadline deadline);
  void refuse_targets(Desktop& desktop, const std::vector<Window>& windows, const ActRecord& record,
                      const Caller& caller);
  const LevelRule* least_level(const std::vector<Window>& windows, const Window& target,
                               const WindowRules& rules, Applications& applications);
  void audited(const Caller& caller, const ActRecord& record, const std::function<void()>& work);

  std::unique_ptr<Policy> policy_;
  RecentPlaces recent_;
  ProgramNames names_;
  TextMasks masks_;
  LastWindows last_windows_;
  OwnWindows own_windows_;
  const std::vector<std::string> folders_;
  const std::shared_ptr<Notifications> notifications_;
  const bool announces_;
  const std::string stop_keys_;
  PersonGuard person_;
};

}  // namespace native
