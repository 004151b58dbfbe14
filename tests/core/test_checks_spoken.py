"""Passwords in sentences of many languages and in forms of files; and what only looks like one."""

from __future__ import annotations

from datetime import date

import pytest

from helpers.check_cases import filled
from memdesk.checks import Check, check_text

DAY = date(2026, 3, 1)
PASSWORD = filled("Kw{digits9:2}!blau")
UUID = "{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}"

SAID = [
    "Le mot de passe du routeur est {}.",
    "La contraseña del router es {}.",
    "A senha do roteador é {}.",
    "La password del router è {}.",
    "Het wachtwoord van de router is {}.",
    "Lösenordet till routern är {}.",
    "Adgangskoden til routeren er {}.",
    "Reitittimen salasana on {}.",
    "Hasło do routera to {}.",
    "Heslo k routeru je {}.",
    "Parola este {}.",
    "A jelszó: {}",
    "Ο κωδικός είναι {}.",
    "Пароль от роутера — {}",
    "Пароль до роутера: {}",
    "Router şifresi {}",
    "Mật khẩu wifi là {}.",
    "Kata sandi router adalah {}.",
    "كلمة المرور هي {}",
    "הסיסמה היא {}",
    "पासवर्ड: {}",
    "รหัสผ่าน: {}",
    "- **NAS password** — `{}`",
    "Use {} as the password for the router.",
    "machine nas.lan\n  login robin\n  password {}",
    "NAS credentials: robin:{}",
    "db:\n  password: |\n    {}\n",
    "### Password\n\n{}\n",
    "Password\n: {}\n",
    '{{"name":"password","value":"{}"}}',
    "<key>password</key><string>{}</string>",
    'psk="{}"',
]
TOKENS = [
    "tskey-auth-{alnum:12}CNTRL-{alnum:32}",
    "phx_{alnum:43}",
    "napi_{lower:64}",
    "wandb_v1_{alnum:77}",
    "lin_oauth_{hex:64}",
    f"pat-eu1-{UUID}",
    f"access-production-{UUID}",
    "ops_eyJ{alnum:200}",
    "1//0g{alnum:60}",
    "sq0csp-{alnum:43}",
    "-----BEGIN X-----".replace("-----BEGIN X-----", "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----")
    + "\n{b64:64}\n{b64:64}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----",
]
NONE = [
    "Le mot de passe est dans le coffre.",
    "Mot de passe : demander à Paul.",
    "La contraseña está en el gestor.",
    "A senha está no cofre.",
    "La password è nel cassetto.",
    "Het wachtwoord is gewijzigd op 12-03-2026.",
    "Hasło to słowo.",
    "Пароль у Ивана — спросить 12.03.2026",
    "Password manager - Bitwarden since v2024.1",
    "### Password\n\nAsk Marta.\n",
    "### Password reset\n\nv2.3.1\n",
    "Login: robin@corp.example",
    "credentials: see https://vault.example:8443/a1",
    "password: |\n  ${VAULT_PASSWORD_1}\n",
    "Use base64 as the encoding.",
    "phc_{alnum:43}",
    "access-production-readonly and pat-eu1-runner",
]
SEED = [
    "witch",
    "collapse",
    "practice",
    "feed",
    "shame",
    "open",
    "despair",
    "creek",
    "road",
    "again",
    "ice",
    "least",
]


def told(text):
    return [found for found in check_text(text, today=DAY) if found.check is Check.SECRET]


@pytest.mark.parametrize("text", SAID)
def test_a_password_is_told_where_a_sentence_or_a_field_calls_it_one(text):
    [found] = told(text.format(PASSWORD))
    assert found.code == "secret_password"


@pytest.mark.parametrize("form", TOKENS)
def test_a_token_is_told_by_its_form(form):
    assert len(told(f"deploy: {filled(form)}")) == 1


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_password_is_not_told(text):
    assert told(filled(text) if "alnum" in text else text) == []


def test_the_words_of_a_wallet_are_told_as_a_list():
    listed = "\n".join(f"{number}. {word}" for number, word in enumerate(SEED, 1))
    assert len(told(f"Recovery phrase:\n\n{listed}\n")) == 1
    assert told(f"Steps of the recovery:\n\n{listed}\n") == []
