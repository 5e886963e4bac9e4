"""Personal data and secrets of random content, which belong to nobody, with what usually stands around them."""
import base64
import dataclasses
import string

KINDS = ("emails", "phones", "creditCards", "ibans", "nationalIds", "keys", "passwords")
DOCUMENTED = KINDS[:3]  # those of the screenshot document
FIRST = "anna bob carla dilip elena farid greta hugo ines jonas kira liam maja nils olga paul rosa sven tara uwe vera".split()
LAST = "archer berg castillo dumont eriksen fischer grant huber ito jansen keller lopez meyer novak olsen parker ruiz".split()
DOMAINS = "example.com example.org mail.example.net uni-example.de company.io gmail.com web.de post.example.co.uk".split()
CAPITALS = string.ascii_uppercase
ALNUM = string.ascii_letters + string.digits


@dataclasses.dataclass(frozen=True)
class Secret:
    kind: str
    text: str
    label: str = ""  # what must stand before it
    end: str = ""  # what may stand after it


def digits(chance, count):
    return "".join(chance.choice(string.digits) for _ in range(count))


def some(chance, alphabet, count):
    return "".join(chance.choice(alphabet) for _ in range(count))


def email(chance):
    first, last = chance.choice(FIRST), chance.choice(LAST)
    name = chance.choice((f"{first}.{last}", f"{first[0]}{last}", f"{first}_{last}{chance.randint(1, 99)}",
                          f"{first}{chance.randint(1960, 2010)}", f"{first}+{last}", f"{first}-{last}"))
    return Secret("emails", f"{name}@{chance.choice(DOMAINS)}", chance.choice(("", "", "E-mail: ", "<", "From: ")))


def phone(chance):
    area, middle, last = str(chance.randint(201, 989)), str(chance.randint(200, 999)), digits(chance, 4)
    text = chance.choice((f"{area}-{middle}-{last}", f"{area}.{middle}.{last}", f"+1 {area} {middle} {last}", f"{area}{middle}{last}",
                          f"+49 30 {digits(chance, 6)}", f"+44 20 7{digits(chance, 3)} {last}",
                          f"+33 {chance.randint(1, 9)} {digits(chance, 2)} {digits(chance, 2)} {digits(chance, 2)} {digits(chance, 2)}",
                          f"+41 44 {middle} {digits(chance, 2)} {digits(chance, 2)}", f"+1-{area}-{middle}-{last}"))
    return Secret("phones", text, chance.choice(("", "", "Phone: ", "Tel. ")))


def luhn_digit(number):
    total = 0
    for at, digit in enumerate(reversed(number)):
        value = int(digit) * (2 if at % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


def card(chance):
    if chance.random() < 0.15:
        number = chance.choice(("34", "37")) + digits(chance, 12)
        number += luhn_digit(number)
        groups = (number[:4], number[4:10], number[10:])
    else:
        number = chance.choice(("4" + digits(chance, 5), f"{chance.randint(51, 55)}" + digits(chance, 4), "6011" + digits(chance, 2)))
        number += digits(chance, 9)
        number += luhn_digit(number)
        groups = (number[:4], number[4:8], number[8:12], number[12:])
    return Secret("creditCards", chance.choice((" ", "-", "")).join(groups), chance.choice(("", "", "Card: ", "Card number: ")))


def iban(chance):
    country, body = chance.choice((("DE", digits(chance, 18)), ("GB", some(chance, CAPITALS, 4) + digits(chance, 14)),
                                   ("NL", some(chance, CAPITALS, 4) + digits(chance, 10)), ("AT", digits(chance, 16)),
                                   ("FR", digits(chance, 23)), ("ES", digits(chance, 20))))
    number = "".join(str(int(character, 36)) for character in body + country + "00")
    whole = f"{country}{98 - int(number) % 97:02}{body}"
    grouped = " ".join(whole[at:at + 4] for at in range(0, len(whole), 4))
    return Secret("ibans", chance.choice((whole, grouped, grouped)), chance.choice(("", "IBAN: ", "IBAN ")))


def national_id(chance):
    area = chance.choice([*range(1, 666), *range(667, 900)])
    return Secret("nationalIds", f"{area:03}-{chance.randint(1, 99):02}-{chance.randint(1, 9999):04}", chance.choice(("", "SSN: ", "SSN ")))


def token(chance):
    part = base64.urlsafe_b64encode(chance.randbytes(36)).decode()
    return chance.choice(("AKIA" + some(chance, CAPITALS + "234567", 16), "ghp_" + some(chance, ALNUM, 36),
                          "glpat-" + some(chance, ALNUM + "-_", 20), "sk-proj-" + some(chance, ALNUM, 40),
                          f"xoxb-{digits(chance, 11)}-{digits(chance, 12)}-{some(chance, ALNUM, 24)}",
                          "AIza" + some(chance, ALNUM + "-_", 35), "sk_live_" + some(chance, ALNUM, 24),
                          "npm_" + some(chance, ALNUM, 36), f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx{part[:18]}.{part[:43]}"))


def key(chance):
    return Secret("keys", token(chance), chance.choice(("", "", "token=", "export API_KEY=", "Authorization: Bearer ", "key: ")))


def password(chance):
    word = chance.choice(LAST).capitalize()
    text = chance.choice((f"{word}{digits(chance, 4)}!", some(chance, ALNUM, 9) + digits(chance, 1) + chance.choice("!#$%&?@"),
                          f"{chance.choice(FIRST)}-{chance.choice(LAST)}-{digits(chance, 2)}", some(chance, ALNUM, 6) + "-" + digits(chance, 4)))
    return Secret("passwords", text, chance.choice(("Password: ", "password=", "Passwort: ", "db_password: ", "PASSWORD=", "passwd: ")))


MAKERS = dict(zip(KINDS, (email, phone, card, iban, national_id, key, password)))


def secret(chance, kinds=KINDS):
    return MAKERS[chance.choice(kinds)](chance)
