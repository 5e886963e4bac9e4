"""The dialogs of GNOME's desktop portal on a screen of 800x600: their titles, and where a person presses."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Dialogs:
    screens: str  # the title of the one that asks for screens
    control: str  # the title of the one that asks for keys and pointer
    cancel: tuple
    share: tuple
    screen: tuple  # the only screen, where it is not chosen from the start
    switch: tuple  # what allows keys and pointer; a spot that is blue when it is on


GNOME_43 = Dialogs("Screen Share", "Remote desktop", (190, 189), (613, 189), (400, 342), (582, 388))
GNOME_50 = Dialogs("Share Screen", "Remote Desktop", (120, 89), (682, 89), None, (640, 223))


def dialogs(shell_version):
    return GNOME_43 if shell_version < 45 else GNOME_50
