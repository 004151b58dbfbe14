"""Speech about an order is none: who warns of an attack, quotes one or tests for it, words it too."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from memdesk.checks.fences import Fences, is_fence
from memdesk.checks.fetching import fetches, is_installed, told_behind
from memdesk.text.chunked_search import found

_REACH = 400
"""Letters before and behind an order that are looked at, within its line."""

_END = re.compile(r"[!?。！？；;\n]|\.(?=[\s\"'”’)*]|$)|\\n")
_QUOTED = re.compile(
    r"(?<![A-Za-z0-9_\\])\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|„[^“”\"\n]{1,300}[“”\"]|«[^»\n]{1,300}»|「[^」\n]{1,300}」|"
    r"『[^』\n]{1,300}』|(?<![A-Za-z0-9_])'[^'\n]{1,300}'(?![A-Za-z0-9_])|‘[^’\n]{1,300}’|``?[^`\n]{1,300}``?|"
    r"\\\"[^\"\n]{1,300}\\\""
)
_FIELD = re.compile(
    r"[^\n]*[\"'][ \t]{0,3}:[ \t]{0,3}\\?|[ \t>*-]*[\w-]+[ \t]?:[ \t]*|[^\n]*[\[{][ \t]{0,3}\\?"
)
"""What stands before the value of a field, whose quotation marks quote nobody."""

_SPEAKER = re.compile(
    r"[ \t>*-]*(?:user|human|attacker|victim|nutzer|benutzer|angreifer|usuario|atacante|用户|攻击者)"
    r"[*_]{0,2}[ \t]?[:：][ \t*_]*"
)
"""Who says the rest of a line, in a conversation that code shows."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_TAG = re.compile(r"</?[a-z][^<>\n]{0,300}>|<!--[^<>\n]{0,300}-->")
"""What nobody sees who reads the text, so that its words (``display:none``) say nothing of an order."""

_ATTACK = re.compile(
    r"inject(?:ion|ed|s\b|ing)|jailbr[eo]ak|attack|malicious|adversar|exploit|phish|red[ -]?team|poison|"
    r"untrusted|"
    r"suspicious|hijack|social[ -]engineering|spoof|owasp|payload|vulnerab|manipulat|impersonat|"
    r"malici|ataque|atacante|inyecci|injeç|malveillant|attaqu|вредонос|атак|злоумышл|инъекц|взлом|攻撃|悪意|공격|악성|"
    r"注入|越狱|越獄|攻击|攻擊|恶意|惡意|可疑|劫持|angriff|angreifer|bösartig|schadhaft|verdächtig|ausbruch"
)
_SHOWN = re.compile(
    r"inject|exfiltrat|jailbr|attack|malicious|adversar|exploit|phish|red[ -]?team|poison|untrusted|"
    r"suspicious|"
    r"hijack|owasp|"
    r"payload|threat|vulnerab|manipulat|defen[cs]e|detect|flagged|blocked|rejected|red flag|"
    r"warning sign|security|guardrail|reproduc|reproduzier|复现|重现|"
    r"malici|ataque|atacante|inyecci|injeç|malveillant|attaqu|вредонос|атак|злоумышл|инъекц|взлом|攻撃|悪意|공격|악성|"
    r"注入|越狱|攻击|恶意|可疑|安全|防护|检测|angriff|abwehr|sicherheit|erkennung|warnzeichen"
)
"""What a heading says below which lists, tables, quotations and code show orders, and give none."""

_NEGATED = re.compile(
    r"(?:\b(?:never|not|cannot|can't|don't|won't|doesn't|mustn't|shouldn't|nothing|nobody|none|avoid|avoids|refuse[sd]?|"
    r"refuses|prevent[sd]?|decline[sd]?|instead\s+of|rather\s+than|without|no\s+[\w-]+(?:\s+[\w-]+)?\s+(?:can|may|must|should)|"
    r"nie|niemals|nicht|keinesfalls|kein\w{0,2})\b"
    r"(?!\s+(?:forget|fail|hesitate|only|vergessen|nur)\b)[^,;:\n]{0,60}|"
    r"(?:不要|不得|不能|不可|不应|不會|不会|绝不|絕不|禁止|严禁|嚴禁|切勿|避免|拒绝|拒絕|防止|勿|请勿|没有?|不是)[^，。；：\n]{0,12})$"
)
_FORBIDDEN = re.compile(r"[^。；\n]{0,12}?(?:不|禁止|勿|严禁|嚴禁)")
"""What is behind a condition in Chinese that forbids: without his consent, nothing is sent."""

_TO = re.compile(
    r"(?:\b(?:to|into|that|zu|dass)\s{1,4}(?:\w+\s{1,4}(?:or|and|oder|und)\s{1,4})?|[\u3400-\u9fff，,])$"
)
_TOLD = re.compile(
    r"\b(?:tr(?:y|ies|ying|ied)|attempt(?:s|ed|ing)?|trick(?:s|ed|ing)?|persuad\w{1,3}|convinc\w{1,3}|"
    r"lur\w{1,3}|versuch\w{0,3})\b[^.,;:\n]{0,30}?\b(?:to|into|zu)\s+(?:\w+\s+(?:or|and|oder|und)\s+)?$|"
    r"\b(?:that|which|who|whoever|anyone|anybody|someone|if|when|whenever|any|should|wer|wenn|falls|das|der|"
    r"die)\b[^.;:\n]{0,60}?\b(?:tell|ask|instruct|order|urge|want|request|demand|direct|command|say|claim|bitte|"
    r"auffordert|sagt|verlang)\w{0,3}\b(?:[^.,;:\n]{0,20}\s)?(?:to|that|dass)\s+$|"
    r"\b(?:instructions?|texts?|content|prompts?|comments?|messages?|lines?|inputs?)\s+(?:telling|asking|instructing|"
    r"ordering|urging|directing|that\s+(?:tell|ask|instruct|order|urge)s?)\b[^.,;:\n]{0,40}\bto\s+$|"
    r"(?:如果|若|当|凡是|任何|有人|试图|企图|诱导|诱使|要求|让你|叫你|声称)[^。；\n]{0,16}$"
)
_SAYS = re.compile(
    r"\b(?:says?|said|reads?|contains?|contained|tells)\b[^.:\n]{0,20}:?\s{0,6}(?:[*_]{1,2}[\"“]?|[\"“])"
    r"(?:(?=[^\s*_])[^*\n]{0,300})?$|\b(?:that|which|who|anyone|anything|any|if|when)\b[^.;:\n]{0,60}\b(?:tell|ask|"
    r"instruct|order|urge|direct|command)s?\s+(?:you|it|the\s+(?:agent|assistant|model|reader))\s+to\s+"
    r"[^.;:\n]{0,120},\s+(?:(?:or|and)\s+)?$"
)
"""What somebody or a text says, in slanted letters or quotation marks, up to an order in it."""

_ANYONE = re.compile(
    r"\b(?:if|when|whenever|any|anything|anyone|someone|content|text|messages?|requests?)\b[^\n]{0,60}\b(?:instruct|ask|tell|request|"
    r"direct|order|want)(?:s|ing)?\s+(?:you|it|the (?:agent|assistant|model))(?:\s+to)?\s*[:：]"
)
"""A line that leads to a list of what others may want of an agent."""

_SAMPLE = re.compile(
    r"\b(?:test |bad |sample |example )?(?:prompt|input|query|payload|attempt)\*{0,2}:\*{0,2}\s*$"
)
"""The name of a field that holds what a program is tried with."""

_STRING = re.compile(
    r"[ \t]*(?:[-*+>|•]|\d{1,3}[.)])?[ \t]*[\[({]?[ \t]*([\"'“「])[^\n]{1,300}[\"'”」][ \t]*[\])}]?,?[ \t]*"
    r"(?:(?:#|//)[^\n]{0,200})?"
)
"""A line of code that holds a quotation and nothing else."""

_NAMED_ATTACK = re.compile(
    r"^[ \t]*(?:[a-z]+[ \t]+){0,3}[\w.]{0,40}"
    r"(?:inject|payload|attack|malicious|poison|exploit|jailbreak|adversar)\w{0,40}"
    r"(?:[ \t]?:[ \t]?[\w\[\]]{1,20})?[ \t]?=[ \t]?[(\s]{0,12}[rbfu]?(?P<mark>\"\"\"|'{3}|[\"'`])",
    re.MULTILINE,
)
"""How a program begins a text that it calls an attack."""

_OPENS_LIST = re.compile(
    r"[ \t]*(?:[a-z]+[ \t]+){0,3}[\w.]{1,60}(?:[ \t]?:[ \t]?[\w\[\], .<>|]{1,60})?[ \t]?=[ \t]?"
    r"(?:\w{1,20}\()?[\[({][ \t]*|[ \t]*@?[\w.]{1,60}\([^\n]{1,120},[ \t]?\[[ \t]*|[ \t]*[\[(]{1,2}[ \t]*"
)
"""How a program begins a list."""

_PATTERN = re.compile(r"\(\?(?:[imsux-]{1,5})?[:)]|\\[sbwd][+*?]")
"""What an expression has that looks for words, and no order."""

_REMARK = re.compile(r"[ \t]*(?:#(?!#)|//|--)")
"""A comment between the texts of a list."""

_REFUSED = re.compile(
    r"\b(?:never|not|don't|nie|niemals|nicht|keine)\b[^\n]{0,80}\b(?:such\s+as|like|including|wie|etwa)[^\w\n]{0,4}$|"
    r"(?:不要|绝不|不得|禁止)[^\n]{0,30}(?:例如|比如|诸如|包括|以下)[^\n]{0,12}$"
)
"""A line that leads to a list of what is not to be done."""

_CITED = re.compile(r"[ \t]*>")
_SAID_BY = re.compile(
    r"[ \t]*(?P<bold>[*_]{2})?(?:user|attacker|prompt|input|message|nutzer|benutzer|angreifer|eingabe|"
    r"用户|攻击者|输入|提示)[^\n:：*_]{0,30}(?(bold)[:：]?[*_]{2}[:：]?|[:：])[ \t]*"
)
"""A line that says whose words the quotation below it holds."""

_BAD = re.compile(
    r"[ \t>*+|\d.)-]{0,12}(?:❌|✗|✘|🚫|\b(?:bad|wrong|incorrect|anti-?pattern|falsch|schlecht|"
    r"incorrecto|mauvais)\b|反例|错误示例|错误)[*_`]{0,3}(?:[ \t][^\n:：]{0,20})?[:：]"
)
"""How a line begins that shows what is not to be done."""

_OF_THIS = re.compile(
    r"[^.!?\n]{0,20}?\b(?:in|of|from|within|in|aus)\s(?:this|the same|diese[mr]|derselben|demselben)\s"
    r"(?:prompt|document|file|section|page|guide|readme|note|chapter|list|dokument|datei|abschnitt|seite|"
    r"anleitung|notiz|kapitel|liste)\b"
)
_CHINESE_OF_THIS = re.compile(
    "(?:本|此|这份|這份|同一)(?:文档|文檔|文件|提示词|提示詞|章|节|節|页|頁|清单|笔记)"
)
_HARMS = re.compile(
    r"https?://|@|~/|\b(?:send|forward|upload|post|reveal|print|output|repeat|curl|delete|transfer|approve|hide|secret|"
    r"secretly|silently|password|passwords|token|tokens|keys|credentials|obey|comply|only|"
    r"sende|schicke?|leite|lade|verrate?|gib|lösche|heimlich|passwort|passwörter|schlüssel)\b|"
    r"发送|發送|发给|上传|上傳|转发|轉發|输出|輸出|泄露|洩露|删除|刪除|执行|執行|密码|密碼|密钥|密鑰|令牌|服从|服從"
)
"""What nobody who mends a text of his own writes beside it."""

_NEAR = 160
"""Letters before an order in which somebody would be said to give it."""

_JUDGED = re.compile(
    r"[^.\n]{0,80}?(?:→|->|=>|[–—:|-]|\b(?:is|are|was|were|be|gets?|ist|sind|wird|werden)|应|被|会被|必须)\s{0,2}(?:always\s+|immer\s+)?"
    r"(?:block|refus|reject|flag|detect|ignor|report|declin|logged|sanitiz|stripp|filter|abgelehnt|blockiert|ignoriert|gemeldet|"
    r"拒绝|拦截|忽略|标记|上报|阻止)"
)
_OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]{0,30}`?[^.\n]{0,40}[:|–—-]\s{0,4}$")
"""An option of a program, and the mark before what it does."""

_SETTING = re.compile(r"`[a-z][\w.-]{5,40}`[^.\w\n]{0,6}[:|–—-]\s{0,4}$|\"description\"\s{0,3}:\s{0,3}\"$")
"""The name of a setting as code, or the field that describes one, before what it does."""

_PROMPTS = re.compile(r"\s(?:prompts?|dialogs?|checks?)\b(?:\s?\([^()\n]{0,60}\))?[.\"',|}\]\s]{0,6}$")
"""What is behind a description of a setting that skips questions: no more."""

_ROW = re.compile(r"\s*\|.*(?:\||—)\s*(?:\"?\w+\"? \()?")
"""Cells of a table before the one that says what a setting does."""

_BY_OPTION = re.compile(r"[^.\n]{0,40}?\b(?:with|using|by|via|mit|per)\s`?--?\w")
_BEGINS = re.compile(
    r"(?:^|[,;:|>)\]*_–—\-\"'“「.!?\n]|\b(?:and|then|must|should|shall|always|please|also|you|just|now|instead|or|agents?|"
    r"assistants?|claude|simply|first|next|und|dann|bitte|immer|sofort))\s{0,4}$"
)
"""What an order stands behind; behind a subject it is told of instead."""

_CHINESE_BEGINS = re.compile(
    r"(?:^|[^\u3400-\u9fff]|请|必须|务必|立即|马上|立刻|先|再|后|然后|并|并且|就|要|应|应当|需要|悄悄|偷偷|秘密|暗中|静默|直接|都|会|"
    r"你|助手|智能体|模型|請|必須|總是|总是|时|時|地)$"
)
"""What stands before an order in Chinese; behind another subject it is told of."""

_CHINESE_STARTS = re.compile(
    r"(?:^|[，。；：！？、,;:!?\n>*_\"“「（(—-]|请|請|你|助手|智能体|模型|必须|务必|要|应|(?<!不)再|然后|并|并且|就|先|之?后|之?前|时|時)\s{0,3}$"
)
"""What an order stands behind that is to be carried out in secret; behind a subject it is told of."""

_CHINESE_NO_MORE = re.compile(
    r"(?:^|[。！？\n>*_\"“-]|请|請|你[^。，\n]{0,4}|助手|智能体|模型|必须|從現在起|从现在(?:起|开始)|从此|今后)[，,]?\s{0,3}$"
)
"""What an order stands behind not to keep to something any more; others are told to have stopped."""

_UNASKED = re.compile(
    "未经|不经|未經|不用经过|(?:無需|无需|不必|不用|无须)(?:用户|用戶|使用者|主人|征|得到|取得|经过|等待|请示)"
)
_CHINESE_RISKY = re.compile(
    "转账|转帐|付款|支付|购买|下单|删除|清空|发送|转发|上传|外发|分享|发布|公开|(?<![已未])安装|下载|授权|批准|覆盖|禁用|轉帳|刪除|發送|上傳|"
    "(?:执行|运行|執行).{0,8}(?:命令|脚本|代码|程序|指令)|(?:命令|脚本|代码|指令).{0,24}(?:执行|运行|執行)"
)
"""What an agent must not do without being allowed to."""

_CLAUSE_REACH = 16
_CHINESE_OTHERS = re.compile("它|它们|攻击者|攻擊者|黑客|窃取|竊取|盗取|骗取|该技能|该脚本|该插件|该程序")
_IMPERATIVES = (
    "silently",
    "secretly",
    "covertly",
    "quietly",
    "skip",
    "bypass",
    "disable",
    "circumvent",
    "override",
)
_RISKY = re.compile(
    r"\b(?:approve|confirm|transfer|pay|buy|send|forward|share|publish|post|upload|delete|remove|erase|install|download|"
    r"execute|disable|grant|overwrite|accept|sign|book|order)\b"
)
_TARGET = re.compile(r"https?://|@")
_QUESTION = re.compile(r"[^.!\n]{0,200}\?")
_CLAUSE = re.compile(r"(?:[,;!?(|]|[:.](?=\s)|[–—]| - |\b(?:and|but|then|or|also|please))\s{0,3}(?=\S)")
_TELLS = re.compile(
    r"[\s>*_#-]*(?:the|an?|this|that|these|those|it|he|she|they|we|i|our|its|their|his|her|some|which|who|what|no|did|does|"
    r"do\s+i|was|were|is|are|has|had|(?!always|just|unless|access|process|pass|address|discuss|guess)[a-z]{3,}"
    r"(?:[^s]s|ed|ing))\b"
)
"""How a clause begins that tells what somebody or a program does, rather than what to do."""

_JOINED = re.compile(r"\b(?:and|or|then|also|just|now|simply)\s{0,4}$")
_OBLIGES = re.compile(
    r"(?<!you )(?<!agents )(?<!agent )(?<!assistant )(?<!claude )\b(?:must|should|shall)\s{0,4}$"
)
"""What somebody or something else has to do."""

_MAY = re.compile(r"\b(?:can|could|would|will|may|might|to)\b")
_ACTS = re.compile(
    r"[\s>*_#\d.)\]-]*(?:(?:always|please|just|silently|quietly|secretly|immediately|simply|now|automatically|then|also|never|so|"
    r"you|must|should|shall|may|can|to|go|ahead)\s+){0,4}"
    r"(?:approve|confirm|transfer|pay|buy|purchase|send|forward|share|publish|post|upload|delete|remove|erase|install|download|"
    r"execute|run|disable|enable|grant|overwrite|accept|sign|book|order|change|modify|edit|update|add|append|write|save|store|"
    r"copy|move|use|call|do|make|proceed|continue|act|keep|apply|submit|push|commit|merge|deploy|record|collect|replace|set|"
    r"create|cancel|reply|answer|respond|invite|subscribe|turn|switch|export|import|track|monitor|schedule|e-?mail|message|"
    r"contact|skip|bypass|ignore|give|hand|pass|recommend|include|insert|mention|open|read|report|charge|sell|trade|move|wire)\b"
)
"""How a clause begins that says what to do."""

_GERMAN_TELLS = re.compile(
    r"\b(?:er|sie|es|man|wir|wird|werden|wurden?|hat|haben|ist|sind|war|kann|können)\b"
)
_MARKS = " \t>*#-_"
_BOUND = re.compile(
    r"\b(?:sure|need|needs|have|remember|try|required|supposed|instructed|told|ordered|want you) to\s{0,4}$"
)
_WHO_DOES = re.compile(r"\b(?:we|they|i|it|that|which|who)\s{1,3}$")
_DENIALS = ("never ", "do not ", "don't ", "must not ")
_UNCHECKED = re.compile(
    r"\s+that\s+(?:they|he|she)\s+(?:definitely|certainly|surely|have|has|can|cannot|can't|should|must|need)\b|"
    r"\s+that\b[^.;!\n]{0,160}\b(?:without\s+\w+ing\b|until\s+(?:all|every|each)\b|(?:until|unless|before)\b[^.;!]{0,80}\b"
    r"(?:met|verif|check|test|pass|resolved|ran\b|run\b|confirmed\s+by\s+the\s+tests))"
)
"""What is to be done first, so that what is told is true."""

_TERM = re.compile(r"[\"“`][^\"”`\n]{1,60}[\"”`][ \t]{0,2}(?:→|->|=>|[:：])[ \t]{0,2}$")
"""A word, and the mark behind which stands how it is to be used."""

_OPENED = re.compile(r"\{[^{}\n]*$")
_ALTERNATIVES = re.compile(r"[^{}\n]*\|[^{}\n]*\}")
"""What is behind one of several things that may be said, in braces."""

_MANY = 3
"""Quotations in a line from which on it lists what is said."""

_PICTURE = re.compile(r"[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff\s]+$")
"""Signs without words before the first one of a sentence."""

_CONDITIONS = ("when you", "whenever you", "if you", "once you", "after you")
_ADDRESSES = ("note", "message", "notice", "attention", "instruction")
_HEADS = re.compile(
    r"(?:^|[,;:|>)\]*_–—\-\"'“.!?(\[#]|\b(?:an?|the|this|important|hidden|secret|internal|special|final|quick|urgent|system|"
    r"following|our|my))\s{0,4}$"
)
"""What stands before words that address somebody; another noun makes a name of them ("voice note")."""

_READER = re.compile(r"\b(?:you|agents?|assistants?|claude)\s+(?:must|should|shall|may|can|will|are|have)\b")
_MAIN = re.compile(
    r"(?:^|[,;:|>)\]*_–—\-\"'“.!?]|\b(?:and|so|so\s+that|sure|sure\s+that|ensures?|ensure\s+that|because|but|since|as|way))"
    r"\s{0,4}$"
)
"""What stands before a clause that says what the person need not know; behind a noun it tells of that."""

_BEGINNINGS = frozenset({"instruction_override", "instruction_role", "instruction_leak"})
_BEGINS_LINE = re.compile(r"[ \t]*(?:[-*+>|•#]|\d{1,3}[.)]|\[|```|~~~|$)", re.MULTILINE)
_NO_PARAGRAPH = re.compile(r"[ \t]*(?:[>|#]|```|~~~)")
_SHOWS = frozenset({"instruction_call", "instruction_marker"})
_LISTED = re.compile(r"[ \t]*(?:[-+>|•]|\*(?!\*)|\d{1,3}[.)]|\[)")
_HEADING = re.compile(r"^(#{1,6})[ \t]+([^\n]{1,200})", re.MULTILINE)
_FRONT = re.compile(r"\s*---\n(?:[^\n]{0,2000}\n){0,40}?---")
_JSON = re.compile(r"\s*(?:\{\s*[\"}]|(?:\[\s*){1,3}(?:[\"{\]]|-?\d[\d.]*\s*[,\]]|(?:true|false|null)\b))")
"""How a document of JSON begins, unlike one of Markdown that begins with a link, a box or a time."""

_TEMPLATE = re.compile(r"\"chat_template\"\s{0,2}:\s{0,2}\"[^\n\"]{0,200}\{[{%]")
"""What puts the messages of a conversation together for a model."""

_TRANSCRIPT = re.compile(r"\"(?:role|uuid|sessionid|parentuuid|tool_use_id)\"\s{0,3}:")
_NAMED = re.compile(
    r"`?\s(?:tags?|blocks?|elements?|markers?|marks?|tokens?|wrappers?|标签|标记)(?![A-Za-z])"
)
"""What is said of a mark where a sentence tells of it."""

_NAMES = re.compile(
    r"\b(?:tags?|tokens?|markers?|delimiters?|separators?)\b[^\n]{0,60}$|(?:标记|分隔符)[^\n]{0,40}$"
)
"""The same before it."""

_FEW = 2
"""Words that a sentence has at least which says something of what it quotes."""

_BEFORE_LIST = 1_500
_DEEPEST = 40


class Surroundings:
    """Tells what stands around places of one text, in small letters: headings, code, quotation marks."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._is_json = _JSON.match(text) is not None
        self._template = _template(text) if self._is_json else range(0)
        self._fences = Fences(text)
        # In code such a mark begins a comment.
        headings = [each for each in found(_HEADING, text) if self._fences.begin(each.start()) < 0]
        self._headings = [heading.start() for heading in headings]
        self._titles = [heading[2] for heading in headings]
        front = _FRONT.match(text)
        levels = [0, *(len(heading[1]) for heading in headings)]
        says = [front.group() if front else "", *self._titles]
        about = (bool(_SHOWN.search(each)) for each in says)
        self._about = _chains(zip(levels, about, strict=True))

    def is_spoken_of(self, start: int, end: int, code: str) -> bool:
        """Say whether an order is one that somebody tells of, warns of or forbids, rather than gives."""
        text = self._text
        first = max(text.rfind("\n", 0, start) + 1, start - _REACH)
        stop = text.find("\n", end, end + _REACH)
        last = stop if stop >= 0 else min(len(text), end + _REACH)
        before, after = (_TAG.sub(" ", part) for part in self._sentence(first, start, end, last))
        if code in _SHOWS:
            return self._is_shown(first, start, end, last)
        order = text[start:end]
        if code == "instruction_override" and _is_of_this(order, after, text[end:last]):
            return True
        if _is_forbidden(order, before, after) or _is_described(order, before, after):
            return True
        if _BAD.match(text, first, start) or self._is_cited(first) or self._is_value(first, start, end, last):
            return True
        if fetches(order) and not self._is_run(first, start, order, before, after):
            return True
        return (
            bool(_ATTACK.search(before) or _is_told(before[-_NEAR:]) or _JUDGED.match(after))
            or (
                not _TARGET.search(text, start, last)
                and bool(
                    _SAYS.search(before)
                    or (_OPENED.search(text[first:start]) and _ALTERNATIVES.match(text, end, last))
                )
            )
            or (len(_WORD.findall(before)) >= _FEW and bool(_ATTACK.search(after)))
            or self._is_quoted(first, start, end, last)
            or self._is_listed(first, start, end, last, code)
            or (bool(_LISTED.match(text, first)) and bool(_ANYONE.search(self._lead(first))))
            or bool(_SAMPLE.search(before) and not _TARGET.search(text, start, last))
        )

    def _is_cited(self, first: int) -> bool:
        """Say whether a line is a quotation below a line that tells of an attack, or whose it is."""
        if not _CITED.match(self._text, first):
            return False
        above = self._text[max(0, first - _REACH) : max(0, first - 1)].rstrip().rpartition("\n")[2]
        if _CITED.match(above):
            return False
        is_said = _SAID_BY.fullmatch(above) and _ATTACK.search(self._title(first))
        return bool(_ATTACK.search(above) or is_said)

    def _is_value(self, first: int, start: int, end: int, last: int) -> bool:
        """Say whether a program has the order in a list, names it an attack, or looks for it."""
        text, reached = self._text, max(0, start - _BEFORE_LIST)
        for named in _NAMED_ATTACK.finditer(text, reached, start):
            if text.find(named["mark"], named.end(), start) < 0 and text.find(named["mark"], end) >= 0:
                return True
        if "|" in (text[start - 1 : start], text[end : end + 1]) and _PATTERN.search(text, first, last):
            return True
        if self._is_json or not _STRING.fullmatch(text, first, last):
            return False
        *above, _ = text[reached:first].split("\n")
        for line in reversed(above):
            if not _STRING.fullmatch(line) and not _REMARK.match(line):
                return bool(_OPENS_LIST.fullmatch(line))
        return False

    def _sentence(self, first: int, start: int, end: int, last: int) -> tuple[str, str]:
        """Return what of its sentence, within its line, stands before a place and behind it."""
        before = self._text[self._wrapped(first, start) : start].replace("\n", " ")
        ends = [match.end() for match in _END.finditer(before)]
        behind = _END.search(self._text, end, last)
        return before[ends[-1] if ends else 0 :], self._text[end : behind.end() if behind else last]

    def _wrapped(self, first: int, start: int) -> int:
        """Return where a paragraph begins that goes on over several lines up to this one."""
        text = self._text
        while (
            first
            and text[first - 1] == "\n"
            and start - first < _REACH
            and not _BEGINS_LINE.match(text, first)
        ):
            above = text.rfind("\n", 0, first - 1) + 1
            if not text[above : first - 1].strip() or _NO_PARAGRAPH.match(text, above):
                break
            first = above
        return max(first, start - _REACH)

    def _quotation(self, first: int, start: int, end: int, last: int) -> tuple[int, int] | None:
        """Return the quotation marks around a place."""
        for quoted in _QUOTED.finditer(self._text, first, last):
            if quoted.start() < start and end < quoted.end():
                return quoted.span()
        return None

    def _is_quoted(self, first: int, start: int, end: int, last: int) -> bool:
        """Say whether a sentence quotes the order, and says something of its own."""
        span = self._quotation(first, start, end, last)
        if span is None:
            return self._is_quoted_over_lines(first, start, end)
        line = self._text
        if line[span[0]] == "`" and fetches(line[start:end]):
            # A command is written like that where it is told to be run, too.
            return self._is_quoted_over_lines(first, start, end)
        if self._fences.begin(start) >= 0 and _SPEAKER.fullmatch(line, first, span[0]):
            return True
        is_value = self._is_json and line[span[0]] == '"'
        is_field = is_value or (line[span[0]] in "\"'\\" and _FIELD.fullmatch(line, first, span[0]))
        if is_field and (self._is_json or not self._fences.is_code(start)):
            return bool(_ATTACK.search(line, max(0, start - _NEAR), start))
        around = _QUOTED.sub(" ", line[first : span[0]]) + " " + _QUOTED.sub(" ", line[span[1] : last])
        if _TARGET.search(line, start, end) and not (_ATTACK.search(around) or fetches(line[start:end])):
            return False
        said = len(_WORD.findall(around)) + sum("\u4e00" <= letter <= "\u9fff" for letter in around) // 2
        if said >= _FEW or self._fences.is_code(start):
            return True
        is_list = len(_QUOTED.findall(line[first:last])) >= _MANY
        return is_list or self._is_quoted_over_lines(first, start, end)

    def _is_quoted_over_lines(self, first: int, start: int, end: int) -> bool:
        """Say whether a paragraph quotes the order from one of its lines to another, and says more."""
        if self._is_json or self._fences.begin(start) >= 0:
            return False
        begin, text = self._wrapped(first, start), self._text
        stop = text.find("\n", end)
        while 0 <= stop < end + _REACH and not _BEGINS_LINE.match(text, stop + 1):
            stop = text.find("\n", stop + 1)
        said = text[begin : min(stop if stop >= 0 else len(text), end + _REACH)].replace("\n", " ")
        for quoted in _QUOTED.finditer(said):
            if said[quoted.start()] != "`" and quoted.start() < start - begin and end - begin < quoted.end():
                around = said[: quoted.start()] + said[quoted.end() :]
                told = not _TARGET.search(quoted.group()) or _ATTACK.search(around)
                return bool(told) and len(_WORD.findall(_QUOTED.sub(" ", around))) >= _FEW
        return False

    def _is_listed(self, first: int, start: int, end: int, last: int, code: str) -> bool:
        """Say whether the order stands in a list, a table or code that shows what attacks look like.

        Who gives an order can write a heading above it, too. So what is neither quoted nor code is
          shown only as
        far as it does nothing by itself: the phrase that an attack begins with, and no more.
        """
        fence = self._fences.begin(start)
        if fence < 0:
            is_quoted = self._quotation(first, start - 1, end + 1, last) or self._quotation(
                first, start, end, last
            )
            if not (_LISTED.match(self._text, first) or (is_quoted and self._lead(first))):
                return False
            if not is_quoted and not self._is_phrase(first, start, end, last, code):
                return False
        shown = self._text[max(fence, first - _BEFORE_LIST) : first] if fence >= 0 else ""
        if self._is_about(start) or _SHOWN.search(shown) or _SHOWN.search(self._parent(first)):
            return True
        begin = fence if fence >= 0 else first
        is_string = _STRING.fullmatch(self._text, first, last) is not None
        if fence >= 0 and self._tells_of_attacks(fence, _BEFORE_LIST if is_string else _NEAR):
            return True
        row = self._text[first:start]
        is_row = row.lstrip().startswith("|") and bool(_ATTACK.search(row))
        lead = self._lead(begin)
        return is_row or bool(_SHOWN.search(lead) or _REFUSED.search(lead))

    def _tells_of_attacks(self, fence: int, reach: int) -> bool:
        """Say whether the section above a block of code, so near to it, speaks of attacks outside of code."""
        number = bisect_right(self._headings, fence)
        begin = max(self._headings[number - 1] if number else 0, fence - reach)
        return any(
            self._fences.begin(found.start()) < 0 for found in _ATTACK.finditer(self._text, begin, fence)
        )

    def _is_phrase(self, first: int, start: int, end: int, last: int, code: str) -> bool:
        """Say whether an item of a list, or a cell, holds only what an attack begins with."""
        rest = self._text[first:start] + " " + self._text[end:last].partition("|")[0]
        is_short = len(_WORD.findall(rest.rpartition("|")[2])) <= _FEW
        return code in _BEGINNINGS and is_short and not _TARGET.search(self._text, start, last)

    def _is_run(self, first: int, start: int, order: str, before: str, after: str) -> bool:
        """Say whether somebody tells the reader to run a command, other than to install a program."""
        behind = told_behind(before, order, self._text[first:start])
        if behind is None or self._fences.begin(start) >= 0:
            return False
        if behind.strip() and behind[-1] < "\u2e80" and not _is_imperative(behind):
            return False
        title = self._title(start)
        above = self._text[max(0, first - _NEAR) : first].rstrip().rpartition("\n")[2]
        return not is_installed(order, (before, after, title, above, self._lead(first)))

    def _title(self, place: int) -> str:
        """Return the heading above a place; empty where there is none."""
        number = bisect_right(self._headings, place)
        return self._titles[number - 1] if number else ""

    def _parent(self, first: int) -> str:
        """Return the item of a list that the item of this line belongs to; empty where there is none."""
        depth = self._depth(first)
        for line in reversed(self._text[max(0, first - _BEFORE_LIST) : first].split("\n")):
            if line.strip() and not _LISTED.match(line):
                return ""
            if _LISTED.match(line) and len(line) - len(line.lstrip(" \t")) < depth:
                return line
        return ""

    def _depth(self, begin: int) -> int:
        """Return how far a line is indented."""
        line = self._text[begin : begin + _DEEPEST]
        return len(line) - len(line.lstrip(" \t"))

    def _lead(self, begin: int) -> str:
        """Return the line that leads to the list, table or code around a place; empty where none does."""
        depth = self._depth(begin)
        for line in reversed(self._text[max(0, begin - _BEFORE_LIST) : begin].split("\n")):
            leads = line.rstrip(" \t\r*_").endswith((":", "："))
            if _LISTED.match(line) and leads and len(line) - len(line.lstrip()) < depth:
                return line
            if line.strip() and not _LISTED.match(line) and not is_fence(line):
                return line if leads else ""
        return ""

    def _is_shown(self, first: int, start: int, end: int, last: int) -> bool:
        """Say whether marks of a conversation stand in code that is shown, or are those of a transcript."""
        if self._fences.begin(start) >= 0:
            return bool(self._text[: self._fences.first].strip())
        if self._is_value(first, start, end, last):
            return True
        if self._is_json and _TRANSCRIPT.search(self._text, first, last):
            return self._text[start - 1 : start] != "\\" and self._text[start] != "\\"
        if _NAMED.match(self._text, end, last) or _NAMES.search(self._text, first, start):
            return True
        if self._is_json and self._text[start - 1 : start] == '"' == self._text[end : end + 1]:
            # The name of a mark, with nothing said.
            return True
        if start in self._template:
            return True
        if _ATTACK.search(self._lead(first)):
            return True
        span = self._quotation(first, start, end, last) if self._text.rfind("`", first, start) >= 0 else None
        return span is not None and bool(
            _WORD.search(self._text[first : span[0]] + self._text[span[1] : last])
        )

    def _is_about(self, start: int) -> bool:
        """Say whether a heading above, or the one that it belongs to, speaks of attacks."""
        return self._about[bisect_right(self._headings, start)]


def _template(text: str) -> range:
    """Return where a file of settings has the line that puts messages together."""
    template = _TEMPLATE.search(text)
    if template is None:
        return range(0)
    stop = text.find("\n", template.end())
    return range(template.start(), stop if stop >= 0 else len(text))


def _chains(headings: Iterable[tuple[int, bool]]) -> list[bool]:
    """Return of each heading, given its level, whether it or one that it belongs to is about attacks."""
    above: list[tuple[int, bool]] = []
    found = []
    for level, about in headings:
        while above and above[-1][0] >= level:
            above.pop()
        above.append((level, about or (bool(above) and above[-1][1])))
        found.append(above[-1][1])
    return found


def _is_told(before: str) -> bool:
    """Say whether what stands before an order says that somebody gives it, or tries to."""
    return bool(_TO.search(before)) and bool(_TOLD.search(before))


def _is_described(order: str, before: str, after: str) -> bool:
    """Say whether what stands before an order makes it part of a report of what is done, or a question."""
    if order.startswith("without"):
        clause = _CLAUSE.split(before)[-1] if before.strip(_MARKS) else after.lstrip(" ,")
        is_order = bool(_ACTS.match(clause) or _READER.search(clause))
        return not is_order or bool(_QUESTION.match(after))
    if order.startswith("ohne"):
        return bool(_GERMAN_TELLS.search(before))
    if order.startswith(("the ", "your ")):
        return not _MAIN.search(before)
    if order.startswith(("hide", "conceal", "keep")):
        return not (_BEGINS.search(before) or _BOUND.search(before))
    if order.startswith(_CONDITIONS):
        return not _BEGINS.search(_PICTURE.sub("", before.rstrip("/# ")))
    if order.startswith("do") and _WHO_DOES.search(before):
        return True
    if order.startswith(_DENIALS) and (_UNCHECKED.match(after) or _TERM.search(before)):
        return True
    if order.startswith(_ADDRESSES):
        return not _HEADS.search(before)
    return _is_told_in_chinese(order, before)


def _is_told_in_chinese(order: str, before: str) -> bool:
    """Say the same of an order in Chinese, by who does it."""
    if order.startswith("不再"):
        return not _CHINESE_NO_MORE.search(before)
    if order[0] in "悄偷秘暗":
        return not _CHINESE_STARTS.search(before)
    return order[0] in "把将將" and (
        not _CHINESE_BEGINS.search(before) or bool(_CHINESE_OTHERS.search(before))
    )


def _is_imperative(before: str) -> bool:
    """Say whether what begins here is an order, and not what a program is told to do in the clause before."""
    if not _BEGINS.search(before) or _OBLIGES.search(before):
        return False
    joined = _JOINED.search(before)
    clause = _CLAUSE.split(before[: joined.start()])[-1] if joined else ""
    return not (_MAY.search(clause) or _TELLS.match(clause)) or bool(_READER.search(clause))


def _is_forbidden(order: str, before: str, after: str) -> bool:
    """Say whether an order is one not to do so, or none at all but what a program does."""
    # A comma parts what must not be done from that without which it must not.
    condition = before.replace(",", "") if order.startswith(("without", "ohne")) else before
    is_condition = order.startswith("如果你")
    if _NEGATED.search(condition) or (order[-1:] > "\u2e80" and not is_condition and _FORBIDDEN.match(after)):
        return True
    if order.startswith(_IMPERATIVES):
        is_setting = bool(_SETTING.search(before) and _PROMPTS.match(after))
        is_option = bool(_OPTION.search(before) or _ROW.match(before) or _BY_OPTION.match(after))
        return is_option or is_setting or not _is_imperative(before)
    if _UNASKED.match(order):
        return not _CHINESE_RISKY.search(before[-_CLAUSE_REACH:] + after[:_CLAUSE_REACH])
    if not (order.startswith("without") and "ask" in order):
        return False
    risk = _RISKY.search(before)
    return risk is None or after.startswith(" to ") or not _BEGINS.search(before[: risk.start()])


def _is_of_this(order: str, after: str, rest: str) -> bool:
    """Say whether a text takes back what it says itself, and asks for nothing that does harm."""
    is_own = _OF_THIS.match(after) or _CHINESE_OF_THIS.search(order)
    return bool(is_own) and not _HARMS.search(rest)
