"""How orders to an agent are worded in English. In lower letters; each begins at a word's beginning."""

from __future__ import annotations

_OLD = "(?: previous|prior|above|earlier|preceding|foregoing|existing|original|initial|system|safety|your )"
_RULES = """(?: instructions? | prompts? | rules? | guidelines? | guidance | directions? | directives?
              | commands? | constraints? | restrictions? | safeguards | orders
              | training | polic(?:y|ies) )"""
_OWNER = """(?: (?:the|your) \\s+ )?
            (?: users? | humans? | owners? | persons? | operators? | people | anyone | anybody | them |
              him | her
              | admins? | administrators? ) \\b (?! ['’]s )"""
_PRIVATE = """(?: memory | memories | passwords? | secrets? | tokens? | keys? | credentials? | conversations?
                | chat | history | profile | everything | context )"""
_GOODS = f"""(?: {_PRIVATE}
               | (?: all | any | every | the\\s+user['’]s | your )
                 \\s+ (?: files? | data | contents? | details | logs? | messages? | information ) )"""
_READER = "(?: ais? | assistants? | agents? | (?:language\\s+)?models? | llms? )"

ENGLISH: tuple[tuple[str, str], ...] = (
    (
        "instruction_override",
        rf"""(?: ignore | disregard | forget | override | bypass | discard | (?: do\s+not | don't | stop )
          \s+ follow(?:ing)? )
             \s+ (?: (?: all | any | the | of | these | those | my | every | everything ) \s+ ){{0,3}} {_OLD}
             \s+ (?: [\w-]+ \s+ ){{0,2}}? {_RULES}""",
    ),
    (
        "instruction_override",
        r"""(?: ignore | disregard | forget ) \s+ (?: everything | all | anything ) \s+
            (?: you \s+ (?: were | have\s+been ) \s+ told
              | (?: written\s+ | said\s+ )? (?: above | before | so\s+far | previously ) )""",
    ),
    (
        "instruction_secrecy",
        rf"""without \s+ (?:ever\s+)?
             (?: telling | informing | notifying | asking | alerting
               | mentioning \s+ (?: \w+ \s+ ){{0,3}}? to )
             \s+ {_OWNER}""",
    ),
    (
        "instruction_secrecy",
        rf"""(?: do\s+not | don't | never | must\s+not ) \s+ (?:ever\s+)?
             (?: tell | inform | notify | alert | (?: mention | reveal | show ) \s+ (?:this|it|that) \s+
               (?: \w+ \s+ ){{0,2}}? to )
             \s+ {_OWNER}""",
    ),
    (
        "instruction_secrecy",
        rf"""(?: keep | hide | conceal ) \s+ (?:this|it|that|these) \s+ (?: \w+ \s+ ){{0,3}}? from \s+
          {_OWNER}""",
    ),
    (
        "instruction_role",
        r"""you \s+ are \s+ (?: now | no\s+longer ) \s+ (?:in\s+)?
            (?: an?\s+ | the\s+ | bound | dan\b | developer | admin | root | jailbroken | unrestricted |
              free )""",
    ),
    (
        "instruction_role",
        r"""(?: developer | god | jailbreak | dan | unrestricted | debug ) \s+ mode \s+ (?:is\s+)?
            (?: enabled | activated | unlocked )
          | do \s+ anything \s+ now \b
          | pretend \s+ (?:that\s+)? you \s+ (?: have\s+no | are\s+not\s+bound )""",
    ),
    (
        "instruction_role",
        r"""from \s+ now \s+ on ,? \s+ you \s+
            (?: must | will | shall | are | should | have\s+to | only | always | never ) \b""",
    ),
    (
        "instruction_role",
        rf"""(?: new | updated | revised | real | actual | hidden | secret | urgent | important ) \s+
          (?:system\s+)?
             (?: instructions? | prompt | directives? ) \s*
             (?: for \s+ (?: (?:the|all) \s+ )? {_READER} \s* )? [:：]""",
    ),
    (
        "instruction_role",
        rf"""(?: attention | note | message | notice | instructions? ) \s+ (?:to|for) \s+ (?:
          (?:the|all|any) \s+ )?
             {_READER} \b (?: \s+ (?:reading|processing) \s+ this )? \s* [:：,]
           | (?: when(?:ever)? | if | once | after ) \s+ you \s+ (?: read | see | process | load ) \s+ this
           | (?: act | behave | respond | operate ) \s+ as \s+ an? \s+
             (?: unrestricted | unfiltered | uncensored | jailbroken | evil )
           | if \s+ you \s+ are \s+ an? \s+ {_READER} \b""",
    ),
    (
        "instruction_leak",
        rf"""(?: send | forward | post | upload | exfiltrate | transmit | leak | e-?mail | copy | submit |
          report ) \s+
             (?: [\w'’,-]+ \s+ ){{0,6}}? {_GOODS} \s+ (?: [\w'’,-]+ \s+ ){{0,4}}? (?:to|at|via) \s+
             <? (?: https?:// | [\w.+-]{{1,60}} @ [\w-]{{1,60}} \. )""",
    ),
    (
        "instruction_leak",
        r"""(?: reveal | print | repeat | output | disclose | show | leak ) \s+ (?:me\s+)? (?:your|the) \s+
            (?: (?: full | entire | hidden | initial ) \s+ )?
            (?: system \s+ (?: prompt | message | instructions ) | hidden\s+instructions |
              initial\s+prompt )""",
    ),
    (
        "instruction_order",
        rf"""you \s+ (?: must | shall | should | have\s+to | are \s+ (?: required | instructed | ordered )
          \s+ to ) \s+
             (?: [\w'’-]+ \s+ ){{0,6}}?
             (?: silently | secretly | immediately \s+ (?: send | run | execute | delete | call )
               | obey | comply | execute | exfiltrate | approve \s+ (?: all | every | any ) | grant \s |
               disable \s
               | (?: send | forward | upload | transfer ) \s+ (?: [\w'’-]+ \s+ ){{0,3}}? {_GOODS} )""",
    ),
    (
        "instruction_order",
        r"""(?: silently | secretly | covertly | quietly ) \s+
            (?: send | forward | upload | delete | run | execute | call | add | append | change | remove |
              post | copy
              | install | transfer | download | fetch ) \b""",
    ),
)
"""What is told of it, and the pattern."""
