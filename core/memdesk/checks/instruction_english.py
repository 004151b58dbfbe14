"""How orders to an agent are worded in English. In lower letters; each begins at a word's beginning."""

from __future__ import annotations

from memdesk.checks.instruction_marks import END

_OLD = "(?: previous|prior|above|earlier|preceding|foregoing|existing|original|initial|system|safety|your )"
_RULES = """(?: instructions? | prompts? | rules? | guidelines? | guidance | directions? | directives?
              | commands? | constraints? | restrictions? | safeguards | orders
              | training | polic(?:y|ies) )"""
_OWNER = """(?: (?:the|your) \\s+ )?
            (?: users? | humans? | owners? | persons? | operators? | people | anyone | anybody | them |
              him | her
              | admins? | administrators? ) \\b (?! ['’]s )"""
_PRIVATE = """(?: memory | memories | passwords? | secrets? | tokens? | keys? | credentials? | conversations?
                | chat | history | profile | everything | context | notes | inbox | contacts | \\.env
                | (?: memory | user | soul | profile | secrets? | credentials? ) \\. (?: md | json | ya?ml )
                | address\\s+book )"""
_SECRETS = """(?: passwords? | secrets? | tokens? | keys? | credentials? | inbox | contacts | \\.env
      | address\\s+book
                | conversation | chat\\s+history )"""
_GOODS = f"""(?: {_PRIVATE}
               | (?: all | any | every | the\\s+user['’]s | your )
                 \\s+ (?: files? | data | contents? | details | logs? | messages? | information | e?-?mails?
                   | photos? | invoices? | letters? | documents? | records? | customers? | accounts? ) )"""
_HOME = r"""`? (?: ~ | \$home )? /? \. (?: ssh | aws | npmrc | netrc | gnupg | kube | env ) \b
      (?! [\w./-]* \.pub ) [\w./-]* `?"""
"""Where the keys of a person lie."""

_SINGLE = "(?: (?:the|your) \\s+ (?: user | owner | human | operator | person ) )"
_READER = """(?: ais? | ai\\s+(?:agents?|assistants?|models?)
             | assistants? | agents? | (?:language\\s+)?models? | llms? )"""

_DONE = """(?: are | were | have | had | read | saw | found | got | received | followed | changed | wrote
             | sent | ran )"""
"""What an agent did or does, of which it is not to tell."""

_REPLIES = "(?: answers? | replies | reply | responses? | summar(?:y|ies) | messages? | e-?mails? )"
_NO_TERM = r"""(?! (?: \s+ [\w'’()/-]+ ){0,8}? \s+
    (?: laws? | licen[cs]es? | licen[cs]ed | regulations? | statutes? | terms? | conditions | standards?
      | contracts? | scope | schemas? | specs? | specifications? | conventions?
      | copyrights? | robots\.txt | rate \s+ limits? | ordinances?
      | copies \s+ of \s+ (?: the | this | such | that )
        \s+ (?: software | program | work | documentation ) ) \b )"""
"""What is not behind a duty that a licence or the law lays upon everybody."""

_HABITS = f"""(?: (?: answer | respond | reply | say | speak | talk | act | behave | pose | obey | comply
                | ignore | disregard | refuse | trust | treat | pretend | serve | listen | send | forward
                | upload | hide | conceal | recommend | approve | accept | grant | tell | claim | lie | reveal
                | disclose | transfer | delete | skip | bypass | give
                | follow \\s+ (?: me | my | only | whatever | these | every | all )
                | be \\s+ (?: an? | the | my | called | known )
                | keep \\s+ [^.\\n]{{0,30}}? (?: secret | from ) ) \\b
              | (?: run | execute | do ) \\s+ (?: whatever | any | every | all ) \\b
              | (?: add | include | insert | append | end | begin | start | mention ) \\s+ [^.\\n]{{0,60}}?
                (?: every | each | all | your ) \\s+ {_REPLIES} )"""
"""What an agent is made to do for good; what a guide tells a person to do is none of it."""

_AT_RISK = """(?: must | shall | ignore | disregard | forget | obey | send | forward | post | upload | e-?mail
                | transfer | approve | delete | reply | respond | answer | say | tell | include | insert | add
                | recommend | rate | praise | hide | conceal | never | stop | run | execute | curl | fetch
                | download | install | reveal | print | output | repeat | grant | give | share | copy | put
                | accept | trust | refuse | mention | confess | call | visit | click | mark
                | treat | score | rank | change | set | write | move | pretend | act | consider | assume
                | claim | star | identify \\s+ yourself )"""
"""What somebody who plants a text has a reader do; that it should read a guide is no harm."""

_HARM = """(?: ignore | disregard | forget | obey | send | forward | post | upload | e-?mail | transfer
              | approve | delete | reply | respond | answer | say | tell | recommend | rate | rank | praise
              | hide | conceal | curl | fetch | download | reveal | grant | trust | refuse | confess | visit
              | click | mark | treat | score | pretend | share | accept | secretly | silently | raise | lift
              | lower | increase | unlock | disable | terminate )"""
"""What a note that is no guide has an agent do."""

_DOES = rf"(?<! \w ) (?<! not[ ] ) (?<! n't[ ] ) (?<! never[ ] ) (?<! without[ ] ) {_HARM} \b"
"""The same, where it is not what the agent is to leave alone."""

_TOLD_NOW = rf"""(?:system\s+)? (?: instructions? | prompt | directives? ) \s*
    (?: for \s+ (?: (?:the|all) \s+ )? {_READER} \s* )? [:：] (?= \*{{0,2}} [ \t]{{0,4}} [^\s*] )"""
"""What is new, or comes to light, and begins here."""

_BRINGS = rf"""(?: copy | paste | include | insert | put | add | print | output | read ) \s+
    (?: [\w'’,-]+ \s+ ){{0,6}}? (?: {_SECRETS} | {_REPLIES} ) \b"""
"""How something secret, or of somebody else, comes into what an agent says."""

ENGLISH: tuple[tuple[str, str, str], ...] = (
    (
        "instruction_role",
        "ai assistant agent language model llm",
        rf"""{_READER} \s+ (?: reading | processing | parsing
               | (?: who | that | which ) \s+ (?: reads? | process(?:es)? | parses? ) ) \s+
             (?: this | these ) (?: \s+ [a-z]+ ){{0,2}} \s* [:：,] \*{{0,2}} \s{{0,4}}
             (?: (?: please | you | must | should | shall | immediately | now | first | always ) ,?
               \s+ ){{0,3}}
             (?: upload | send | forward | ignore | disregard | forget | exfiltrate | transfer | e-?mail
               | curl | delete | hide | conceal | approve | reveal ) \b
             (?= [^.!?\n]{{0,80}}? (?: https?:// | [\w.+-]@ | ~/ | \.env \b
               | \b (?: passwords? | tokens | keys | credentials | secrets | system \s+ prompt
                 | {_RULES} | everything
                 | the \s+ (?: users? | owner | human ) (?:['’]s)? \s+ (?! to | asks? )
                 | from \s+ (?: the | your ) \s+ (?: user | owner | human ) ) \b ) )""",
    ),
    (
        "instruction_override",
        "ignore disregard forget override bypass discard do don't stop",
        rf"""(?: (?: ignore | disregard | forget | bypass | (?: do\s+not | don't | stop ) \s+ follow(?:ing)? )
             \s+ (?: (?: all | any | the | of | these | those | my | every | everything ) \s+ ){{0,3}} {_OLD}
           | (?: override | discard )
             \s+ (?: (?: all | any | the | of | these | those | my | every | everything ) \s+ ){{0,3}}
             (?! system | existing | original | initial ) {_OLD} )
             \s+ (?: [\w-]+ \s+ ){{0,2}}? {_RULES}""",
    ),
    (
        "instruction_override",
        "ignore disregard forget",
        rf"""(?: ignore | disregard | forget ) \s+ all \s+ (?: (?: the | your ) \s+ )? {_RULES}
             (?= \s* [,;] | \s+ (?: and | then ) \s+ (?! that | those | the ) | \s* [.!] \s+ [a-z] )
           | (?: ignore | disregard | forget ) \s+ (?: everything | all | anything ) \s+
            (?: you \s+ (?: were | have\s+been ) \s+ told
              | (?: written\s+ | said\s+ )? (?: above | before | so\s+far | previously )
              | you \s+ (?: know | (?:have\s+)?learn(?:ed|t) | were \s+ taught ) [ ,.]{{1,3}}
                (?: and | then | now )? \s*
                (?: act | behave | become | obey | pretend | comply | answer | you \s+ are ) \b )""",
    ),
    (
        "instruction_secrecy",
        "without",
        rf"""without \s+ (?:ever\s+)?
             (?: telling | informing | notifying | asking | alerting
               | mentioning \s+ (?: \w+ \s+ ){{0,3}}? to )
             \s+ {_OWNER}""",
    ),
    (
        "instruction_secrecy",
        "do don't never must",
        rf"""(?: do\s+not | don't | never | must\s+not ) \s+ (?:ever\s+)?
             (?: tell | inform | notify | alert
               | (?: mention | say | disclose | reveal ) \s+ (?: \w+ \s+ ){{0,3}}? to
               | (?: reveal | show | disclose ) \s+ (?:this|it|that|these|anything) \s+ (?: \w+
                 \s+ ){{0,2}}? to )
             \s+ {_OWNER}
             (?= [.;,!)"'”] | {END}
               | \s+ (?: about | of ) \s+
                 (?: this | it | that | these | any | what | the | errors? | failures? ) \b
                 (?! \s+ (?: function | tool ) )
               | \s+ (?: that | anything | why | who | what (?! \s+ to \b ) ) \b
               | \s+ (?: this | it ) \b (?= \s* (?: [.;,!)] | {END} | since \b | because \b ) )
               | \s+ you (?: ['’](?:re|ve) \b | \s+ {_DONE} \b ) )""",
    ),
    (
        "instruction_secrecy",
        "do don't never must you",
        rf"""(?: do\s+not | don['’]t | never | must\s+not | you \s+ (?: should | may | shall | must ) \s+ not
               | you \s+ (?: should | must ) n['’]t ) \s+ (?:ever\s+)?
             (?: (?: tell | inform | notify | alert ) \s+ {_OWNER} \s+
               | let \s+ {_OWNER} \s+ (?: know | notice | see | find\s+out | learn | realize ) \s+
               | (?: say | mention | admit | acknowledge | reveal | disclose | state ) \s+
                 (?: to \s+ {_OWNER} \s+ )? )
             (?: that \s+ )? you (?: ['’](?:re|ve) \s+ | \s+ {_DONE} \s+ )
             (?: (?: been | just | ever | already | currently ) \s+ )*
             (?: (?: reading | read | seen | given | following | told | using ) \s+ )?
             (?: from \s+ )? (?: this | these | it ) \b
           | (?: do\s+not | don['’]t | never | must\s+not ) \s+ (?:ever\s+)?
             let \s+ (?: {_SINGLE} | users ) \s+ (?: know | notice | find\s+out | learn | realize )
             (?= [.;,!)"'”] | {END} | \s+ (?: about | of ) \s+ (?: this | it | that | these | any ) \b
               | \s+ (?: that \s+ )? you \b )""",
    ),
    (
        "instruction_secrecy",
        "keep hide conceal",
        rf"""(?: keep | hide | conceal ) \s+ (?:this|it|that|these) \s+ (?: \w+ \s+ ){{0,3}}? from \s+
          {_SINGLE} \b""",
    ),
    (
        "instruction_role",
        "you",
        r"""you \s+ are \s+ (?: now | no\s+longer ) \s+
            (?: bound | dan\b
              | (?: in \s+ (?: an? \s+ )? (?: [\w-]+ \s+ )?? )?
                (?: developer | debug | god | dan | jailbreak ) \s+ mode
              | admin | root | jailbroken | unrestricted | free\b
              | (?: an? | the ) \s+ (?: [\w-]+ \s+ ){0,2}?
                (?: unrestricted | unfiltered | uncensored | jailbroken | evil | rogue | root
                  | admin(?:istrator)?
                  | dan | hacker | attacker | different | ai | assistant | chatbot
                    | (?:language\s+)?model ) \b )""",
    ),
    (
        "instruction_role",
        "developer god jailbreak dan unrestricted do pretend",
        r"""(?: developer | god | jailbreak | dan | unrestricted ) \s+ mode \s+ (?:is\s+)?
            (?: enabled | activated | unlocked )
          | do \s+ anything \s+ now \b
          | pretend \s+ (?:that\s+)? you \s+ (?: have\s+no | are\s+not\s+bound )""",
    ),
    (
        "instruction_role",
        "from",
        rf"""from \s+ now \s+ on ,? \s+ you \s+
            (?: are \s+ (?: now\s+ )??
                (?: not | no\s+longer | an? | the | my | in | bound | free | called | root | dan ) \b
              | (?: must | will | shall | have\s+to | only | always | never )
                (?: \s+ (?: not | only | always | never | just | also | \w+ly ) )* \s+ {_HABITS} )""",
    ),
    (
        "instruction_role",
        "system",
        rf"""system \s+ override \s* [:：] \*{{0,2}} \s{{0,4}} (?: please \s+ )?
             (?: you \s+ (?: are | must | will | shall ) | output | print | run | execute | {_HARM} ) \b""",
    ),
    (
        "instruction_role",
        "new updated revised real actual hidden secret urgent",
        rf"""(?: real | actual | hidden | secret ) \s+ {_TOLD_NOW} (?! \*{{0,2}} \s? (?: see | read ) \b )
           | (?: new | updated | revised | urgent ) \s+ {_TOLD_NOW}
             (?! \*{{0,2}} \s? (?: see | read ) \b )
             (?= [^\n]{{0,300}} (?: \n [^\n]{{1,200}} )? (?<! \w )
               (?: {_AT_RISK} | always | only | drop | wipe | erase | ship | pay | buy | you
                | do \s+ not ) \b )""",
    ),
    (
        "instruction_role",
        "attention note message notice instruction when if once after act behave respond operate",
        rf"""(?: attention | note | message | notice | instructions? ) \s+ (?:to|for) \s+ (?:
          (?:the|all|any) \s+ )?
             {_READER} \b (?: \s+ (?:reading|processing)
               \s+ this )? \s* [:：,] (?= \*{{0,2}} [ \t]{{0,4}} [^\s*] )
             (?= [^\n]{{0,300}} (?: \n [^\n]{{1,200}} )? (?<! \w ) {_HARM} \b )
           | (?: when(?:ever)? | if | once | after ) \s+ you \s+ (?: see \s+ this
               | (?: read | process | load ) \s+ this
                 (?: \s+ (?: note | message | memory | entry | line | text ) )? ) \s* ,
               (?! \s* (?: it | this | that | the | there | you | your ) \b )
           | (?: act | behave | respond | operate ) \s+ as \s+ an? \s+
             (?: unrestricted | unfiltered | uncensored | jailbroken | evil )
           | if \s+ you \s+ are \s+ an? \s+ {_READER}
             (?= (?: \s* , | \s+ (?: reading | processing | summari[sz]ing | that | who | and ) \b )
                 [^\n]{{0,300}} (?: \n [^\n]{{1,200}} )? (?<! \w ) {_AT_RISK} \b )""",
    ),
    (
        "instruction_leak",
        "send forward post upload exfiltrate transmit leak email e-mail copy submit",
        rf"""(?: send | forward | post | upload | exfiltrate | transmit | leak | e-?mail | copy | submit ) \s+
             (?: [\w'’,-]+ \s+ ){{0,6}}? {_GOODS} \s+ (?: [\w'’,-]+ \s+ ){{0,4}}? (?:to|at|via) \s+
             <? (?: https?:// | [\w.+-]{{1,60}} @ [\w-]{{1,60}} \. )
           | (?: send | forward | post | upload | exfiltrate | leak ) \s+
             (?: (?: the | all | contents? | files? | of | in | your ) \s+ ){{0,5}} {_HOME} \s+
             (?: and \s+ {_HOME} \s+ )? to \s+
             (?: <?https?:// | [\w.+-]{{1,60}} @ | pastebin | (?: an? | the ) \s+ (?: gist | attacker | form )
               | this \s+ (?: form | address | server ) | (?: an | the ) \s+ issue \s+ tracker ) """,
    ),
    (
        "instruction_leak",
        "reveal print repeat output disclose show leak",
        r"""(?: reveal | print | repeat | output | disclose | show | leak ) \s+ (?:me\s+)?
            (?: your \s+ (?: (?: full | entire | hidden | initial ) \s+ )?
              | the \s+ (?: full | entire | hidden | initial ) \s+ )
            (?: system \s+ (?: prompt | message | instructions ) | hidden\s+instructions |
              initial\s+prompt )""",
    ),
    (
        "instruction_order",
        "you",
        rf"""you \s+ (?: must | shall | should | have\s+to | are \s+ (?: required | instructed | ordered )
          \s+ to ) \s+
             (?: [\w'’-]+ \s+ ){{0,6}}?
             (?: silently | secretly
               | immediately \s+ (?: send | forward | upload | transfer | delete ) {_NO_TERM}
               | (?: obey | comply \s+ with \s+ (?: all | any | every | whatever ) ) {_NO_TERM} | exfiltrate
               | approve \s+ (?: all | every | any )
               | grant \s+ (?: [\w'’-]+ \s+ ){{0,4}}? (?: full | admin | root | unlimited | unrestricted ) \b
                 (?! \s+ consent )
               | disable \s+ (?: (?: the | all | any | every | your ) \s+ ){{0,2}}
                 (?: safety | security | logging | audits? | approvals? | confirmations? | safeguards?
                   | guard )
               | (?: send | forward | upload | transfer ) \s+ (?: [\w'’-]+ \s+ ){{0,3}}? {_GOODS} )""",
    ),
    (
        "instruction_order",
        "silently secretly covertly quietly",
        r"""(?: silently | secretly | covertly | quietly ) \s+
            (?: send | forward | upload | delete | run | execute | call | add | append | change | remove |
              post | copy
              | install | transfer | download | fetch ) \b""",
    ),
    (
        "instruction_override",
        "stop",
        rf"""stop \s+ following \s+ (?: (?: the | your | any | all | these | those ) \s+ (?: \w+ \s+ )?? )
             {_RULES} \b""",
    ),
    (
        "instruction_override",
        "skip bypass disable circumvent follow treat",
        r"""(?: skip | bypass | disable | circumvent ) \s+ (?: the | any | all | every | your ) \s+
             (?: \w+ \s+ )? (?: approvals? | confirmations? | permissions? | safety | safeguards? ) \b
           | follow \s+ (?:this|these) \s+ (?: note | message | memory | entry | line | rules? | orders? )
             \s+ instead \b
             (?! \s+ of )
           | treat \s+ (?: [\w-]+ \s+ ){1,6}? as \s+ (?:if|though) \s+
             (?:it|they|he|she) \s+ (?: came | were | was | had | is | are ) \s+
             (?: \w+ \s+ )?? (?: from | by | an? \s+ (?: order | command | instruction ) | orders
               | commands | trusted | signed | approved | confirmed | verified
               | the \s+ (?: owner | user | operator | system | developer | admin\w* ) ) \b""",
    ),
    (
        "instruction_secrecy",
        "the your",
        rf"""{_SINGLE} \s+ (?: (?: does\s+not | doesn['’]t | must\s+not | should\s+not | need\s+not ) \s+
             (?: (?: need | have ) \s+ to \s+ )? | never \s+ (?: needs? | has ) \s+ to \s+ | never \s+ )
             (?: knows? | notices? | learns? | finds?\s+out | be \s+ (?: told | asked | informed | warned ) )
             (?= \s* (?: [.;,!] | $ | (?: about | that | of | this | it | why | they\s+exist ) \b ) )""",
    ),
    (
        "instruction_role",
        "dear hey hello your <!-- [",
        rf"""\[ (?: new | updated | hidden | secret ) \s+ (?: system \s+ )? instructions? \] (?= \s* \w )
           | \[ {{1,2}} \s? (?: ai | llm | assistant | agent ) \s? : \s?
             (?= [^\]\n]{{0,200}}? (?: {_DOES} | (?<! \w ) (?: cancel | classify | mark | buy | book ) \b ) )
           | (?: dear | hey | hello ) \s+ {_READER} \s* [,:!]
           | your \s+ (?: (?: new | real | true | actual ) \s+ )+ (?: \w+ \s+ )?
             (?: goals? | objectives? | tasks? | mission | purpose | identity | name | prompt
               | instructions? )
             \s+ (?: is | are )
           | <!-- \s{{0,9}} (?: (?: note | message | instructions? | attention ) \s+ (?: to | for ) \s+ )?
             (?: all \s+ | any \s+ )? {_READER} \s* [:,]
             (?= [^<]{{0,400}}? (?: {_DOES} | {_BRINGS} ) )""",
    ),
    (
        "instruction_leak",
        "include insert embed append put add paste copy repeat",
        rf"""(?: include | insert | embed | append | put | add | paste | copy ) \s+
             (?: [\w'’,-]+ \s+ ){{0,6}}? {_SECRETS} \s+ (?: [\w'’,-]+ \s+ ){{0,3}}? (?: in | into | to ) \s+
             (?: the | your | every | each | any ) \s+ (?: \w+ \s+ )?
             (?: answers? | replies | reply | responses? | summar(?:y|ies) | links? | urls? | messages? ) \b
           | repeat \s+ (?: (?: all | the | every | everything | of ) \s+ ){{0,3}}
             (?: words? | text | lines? )
             \s+ above""",
    ),
    (
        "instruction_leak",
        "read collect gather find list get fetch open copy extract load",
        rf"""(?: read | collect | gather | find | list | get | fetch | open | copy | extract | load ) \s+
             (?: [\w'’,-]+ \s+ ){{0,5}}? {_SECRETS} (?: \s+ file )? \s* ,? \s+
             (?: and | then | and\s+then ) \s+
             (?: include | put | add | insert | append | paste | embed | write | quote | mention ) \s+
             (?: them | it | these | those | all | everything | (?: the | its | their ) \s+ contents? ) \s+
             (?: in | into | to | at\s+the\s+end\s+of ) \s+ (?: the | your | every | each | any ) \s+
             (?: \w+ \s+ )? {_REPLIES} \b""",
    ),
    (
        "instruction_override",
        "your my these all",
        rf"""(?: your | my | these ) \s+ new \s+ {_RULES} \s+
             (?: overrides? | supersedes? | replaces? | cancels? ) \s+ (?: all \s+ )? {_OLD} \s+
             (?: ones | {_RULES} ) \b (?! \s+ (?: for | in | of ) \b )
           | all \s+ (?: safety | content | ethical ) \s+ (?: filters | restrictions | guidelines ) \s+
             (?: are | have \s+ been | were ) \s+ (?: now \s+ )?
             (?: disabled | off | lifted | removed | suspended ) \b""",
    ),
    (
        "instruction_override",
        "this these",
        rf"""(?: this | these ) \s+ (?: \w+ \s+ )? (?: messages? | instructions? | directives? | notes?
               | orders? | notices? | texts? | updates? | prompts? ) \s+
             (?: overrides? | supersedes? | replaces? | cancels? ) \s+
             (?: (?: all | any | every | your | of | the ) \s+ ){{0,3}} {_OLD} \s+ (?: \w+ \s+ )?? {_RULES}
             \s* (?: , | and | or ) \s* (?: [\w-]+ ,? \s+ ){{0,5}}?
             (?: security | safety | system ) \s+ {_RULES} \b""",
    ),
    (
        "instruction_order",
        "before when whenever if every pretend assume act behave",
        rf"""before \s+ (?: you \s+ do | doing ) \s+ anything \s+ else \s* , \s+
             (?: send | forward | upload | post | transfer | delete | download | disable | approve
               | (?: call | invoke | run ) \s+ `? [a-z]+_\w+ )
           | (?: when(?:ever)? | if | every\s+time ) \s+ {_OWNER} \s+ asks? \s+ [^.;\n]{{1,60}}? , \s+
             (?: claim | pretend | insist )
           | (?: whenever | every\s+time ) \s+ {_OWNER} \s+ asks? \s+ [^.;\n]{{1,60}}? , \s+
             (?: (?: answer | reply | respond | say ) \s+ (?:that|it|they|yes|no) \b
               | tell \s+ (?: them | him | her | the\s+user ) \s+ that )
           | (?: pretend | assume | (?:act|behave) \s+ as \s+ (?:if|though) ) \s+ (?:that\s+)? {_OWNER} \s+
             (?: has | have | had | already ) \s+ (?:already\s+)?
             (?: agreed | approved | confirmed | consented | permitted | allowed | authori[sz]ed )""",
    ),
)
"""What is told of it, the words with which it can begin, and the pattern."""
