"""How orders to an agent are worded in more languages: to forget its instructions, to hide what it does.

In small letters. Only what is said to an agent and hardly ever to a person is here.
"""

from __future__ import annotations

_FRENCH = (
    (
        "instruction_override",
        "ignore oublie",
        r"""(?<! \b il \s ) (?<! \b elle \s ) (?<! \b qui \s ) (?<! \b on \s )
            (?: ignore[zs]? | oublie[zs]? ) \s+ (?: (?: complètement | totalement | désormais ) \s+ )?
            (?: (?: toutes? | tous ) \s+ )? (?: les | tes | vos | ces ) \s+
            (?: instructions? | consignes? | règles? | directives? | ordres? | prompts? ) \s+
            (?: pr[ée]c[ée]dente?s? | ant[ée]rieure?s?
              | ci-dessus | initiale?s? | d['’]origine | reçue?s? | système )
          | ignore[zs]? \s+ tout \s+ ce \s+ qui \s+ précède""",
    ),
    (
        "instruction_secrecy",
        "ne sans n'en n’en",
        r"""(?: ne \s+ (?: le \s+ )? (?: dis | dites | mentionne[zs]? | révèle[zs]? | signale[zs]? ) \s+
              (?: (?: pas | rien | jamais ) \s+ ) (?: (?: cela | ceci | ça ) \s+ )?
            | n['’]en \s+ parle[zs]? \s+ (?: pas | jamais ) \s+ ) à \s+ l['’]utilisat(?: eur | rice )
          | sans \s+ (?: en \s+ )? (?: informer | avertir | prévenir ) \s+ l['’]utilisat(?: eur | rice )""",
    ),
)
_SPANISH = (
    (
        "instruction_override",
        "ignora ignore olvida olvide descarta haz haga",
        r"""(?<! \b se \s ) (?<! \b que \s )
            (?: ignor(?: a | e | ad | en ) | olvid(?: a | e | ad | en ) | descart(?: a | e )
              | (?: haz | haga ) \s+ caso \s+ omiso \s+ (?: de | a ) ) \s+
            (?: (?: por \s+ completo | completamente ) \s+ )? (?: (?: todas? | todos ) \s+ )?
            (?: las | los | tus | sus | estas ) \s+
            (?: instrucciones | reglas | órdenes | directrices | indicaciones | normas | prompts? ) \s+
            (?: anteriores | previas | de \s+ arriba | recibidas | originales | iniciales
              | del \s+ sistema )""",
    ),
    (
        "instruction_secrecy",
        "no sin",
        r"""no \s+ (?: se \s+ lo | le | lo ) \s+ (?: digas | diga | cuentes | menciones | reveles | informes )
            \s+ (?: (?: nada | esto ) \s+ )? (?: de \s+ (?: esto | ello ) \s+ )? al? \s+
              (?: la \s+ )? usuari[oa]
          | sin \s+ (?: informar | avisar | decirle | decírselo ) \s+ (?: nada \s+ )? al? \s+ (?: la \s+ )?
            usuari[oa]""",
    ),
)
_PORTUGUESE = (
    (
        "instruction_override",
        "ignor esque descons",
        r"""(?<! \b ele \s ) (?<! \b que \s )
            (?: ignor[ae]m? | esqueça | esquece | desconsider[ae] ) \s+ (?: (?: todas | todos ) \s+ )?
            (?: as | os | suas | tuas ) \s+
            (?: instruções | regras | ordens | diretrizes | orientações | prompts? ) \s+
            (?: anteriores | prévias | acima | originais | iniciais | do \s+ sistema )
          | (?: esqueça | esquece ) \s+ tudo \s+ (?: o \s+ )? que \s+ (?: te | lhe ) \s+ disseram""",
    ),
    (
        "instruction_secrecy",
        "não sem",
        r"""não \s+ (?: cont[ea]s? | dig[ao]s? | mencion[ea]s? | revel[ea]s? | inform[ea]s? ) \s+
            (?: (?: nada | isto | isso ) \s+ )? (?: (?: sobre \s+ isso | disso ) \s+ )?
            (?: ao | à ) \s+ (?: usuári[oa] | utilizador )
          | sem \s+ (?: informar | avisar | contar ) \s+ (?: nada \s+ )? (?: ao? | à ) \s+
              (?: usuári[oa] | utilizador )""",
    ),
)
_ITALIAN = (
    (
        "instruction_override",
        "ignora ignori dimentica trascura",
        r"""(?<! \b che \s ) (?<! \b lo \s )
            (?: ignora(?:te)? | ignori | dimentica(?:te)? | trascura(?:te)? ) \s+ (?: (?: tutte
              | tutti ) \s+ )?
            (?: le | gli | i | tue | queste ) \s+
            (?: istruzioni | regole | indicazioni | direttive | ordini | prompt ) \s+
            (?: precedenti | anteriori | di \s+ cui \s+ sopra | ricevut[ei] | originali | iniziali
              | di \s+ sistema )""",
    ),
    (
        "instruction_secrecy",
        "non senza",
        r"""non \s+ (?: dir(?: lo | e ) | menzionarlo | rivelarlo ) \s+ (?: (?: niente | nulla ) \s+ )?
            all['’]utente | senza \s+ (?: informare | avvisare ) \s+ l['’]utente""",
    ),
)
_DUTCH = (
    (
        "instruction_override",
        "negeer vergeet",
        r"""(?: negeer | vergeet ) \s+ (?: (?: alle | al ) \s+ )? (?: (?: de | je | jouw | uw ) \s+ )?
            (?: eerdere | vorige | voorgaande | bovenstaande | oorspronkelijke ) \s+
            (?: instructies | regels | opdrachten | aanwijzingen | prompts? )""",
    ),
)
_POLISH = (
    (
        "instruction_override",
        "zignoruj ignoruj zapomnij pomiń",
        r"""(?: z?ignoruj(?:cie)? | zapomnij \s+ o | pomiń ) \s+ (?: (?: wszystkie | wszystkich ) \s+ )?
            (?: poprzedni(?: e | ch ) | wcześniejsz(?: e | ych ) | powyższ(?: e | ych ) ) \s+
            (?: instrukcj[ei] | polece(?: nia | ń ) | zasady? | reguły? )""",
    ),
)
_TURKISH = (
    (
        "instruction_override",
        "önceki yukarıdaki tüm bütün",
        r"""(?: (?: tüm | bütün ) \s+ )? (?: önceki | yukarıdaki ) \s+ (?: (?: tüm | bütün ) \s+ )?
            (?: talimat | komut | kural | yönerge ) l[ae]r\w{0,6} \s+
            (?: yok \s+ say | görmezden \s+ gel | unut ) (?! \w )""",
    ),
)
_RUSSIAN = (
    (
        "instruction_override",
        "игнорируй проигнорируй забудь не",
        r"""(?: (?: про )? игнорируй(?:те)? | забудь(?:те)? (?: \s+ (?: про | обо? ) )?
              | не \s+ обращай(?:те)? \s+ внимания \s+ на ) \s+ (?: (?: все | всё | всех
              | полностью ) \s+ ){0,2}
            (?: предыдущи[ех] | прошлы[ех] | прежни[ех] | вышеуказанны[ех] | исходны[ех] | системны[ех]
              | свои | ранее \s+ (?: данные | полученные ) ) \s+
            (?: инструкци[ий]\w? | указани[ея]\w? | команды? | правила? | промпты? | приказы? )""",
    ),
    (
        "instruction_secrecy",
        "не втайне без",
        r"""не \s+ (?: говори | сообщай | рассказывай | упоминай | показывай ) (?:те)? \s+
            (?: (?: об \s+ этом | этого | это | ничего ) \s+ ){0,2} пользовател[юя]
          | (?: втайне \s+ от | без \s+ ведома ) \s+ пользователя""",
    ),
)

SPACED: tuple[tuple[str, str, str], ...] = (
    *_FRENCH,
    *_SPANISH,
    *_PORTUGUESE,
    *_ITALIAN,
    *_DUTCH,
    *_POLISH,
    *_TURKISH,
    *_RUSSIAN,
)
"""Of languages that write spaces: what is told of it, the words with which it can begin, and the pattern."""

_KNOWN = "(?: 指示 | 命令 | 指令 | ルール | 規則 | プロンプト | 制約 | 設定 )"
UNSPACED: tuple[tuple[str, str, str], ...] = (
    (
        "instruction_override",
        "これまで 今まで 以前 上記 先ほど すべて 全て 前の",
        rf"""(?: これまで | 今まで | 以前 | 上記 | 先ほど | すべて | 全て | 前 ) の? (?: すべて
              | 全て | 全部 | あらゆる )?
             の? {_KNOWN} [をは] (?: すべて | 全て | 完全に | 一切 )?
             (?: 無視 (?: して (?! は | い[けまるた] | も ) | しろ | せよ | しなさい ) | 忘れ (?: て
              (?! は | い | も ) | ろ | なさい )
               | 破棄 (?: して (?! は | い | も ) | しろ | せよ ) )""",
    ),
    (
        "instruction_secrecy",
        "ユーザ 利用者 所有者",
        r"""(?: ユーザー? | 利用者 | 所有者 ) (?: さん )? (?: に | には | へ )
            (?: 知らせ | 言わ | 伝え | 教え | 話さ | 報告せ | 気づかれ )
            (?: ないで (?: ください | 下さい | ね | [。、!！\s] ) | るな | ずに )""",
    ),
    (
        "instruction_override",
        "이전 기존 앞선 지금까지 위의 모든",
        r"""(?: 이전 | 기존 | 앞선 | 지금까지 | 위 ) (?: 의 )? \s* (?: 모든 \s* )?
            (?: 지시 | 지침 | 명령 | 규칙 | 프롬프트 ) (?: 사항 )? (?: 들 )? [을를은는]? \s*
              (?: 모두 | 전부 | 완전히 )? \s*
            (?: 무시하 (?: 고 | 라 | 세요 | 십시오 | 시오 ) | 무시해 (?! \s* [서도] ) | 잊어
              (?! \s* [버서도] ) | 잊으 (?: 세요 | 라 ) )""",
    ),
    (
        "instruction_secrecy",
        "사용자 유저",
        r"""(?: 사용자 | 유저 ) (?: 에게 | 한테 ) [는도]? \s* (?: [가-힣]+ \s+ ){0,2}
            (?: 말하지 | 알리지 | 언급하지 | 보고하지 ) \s* (?: 마 | 말 (?: 고 | 라 | 아 | 것 ) )""",
    ),
)
"""The same of Japanese and Korean."""
