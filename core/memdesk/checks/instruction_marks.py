"""What imitates the machinery of a conversation: calls of tools, their answers, marks between messages."""

from __future__ import annotations

_TAGS = """(?: tool_calls? | function_calls? | tool_use | tool_result | function_results? | tool_response
  | invoke
             | tool_code | execute_command | system-reminder | system_prompt | system_message | parameter )"""
_TOKENS = """(?: im_start | im_end | im_sep | system | user | assistant | endoftext | start_header_id |
  end_header_id
               | eot_id | begin_of_text | tool | channel | message )"""
_NAMES = '\\\\?"(?: name | tool | tool_name | function | recipient_name )\\\\?"'
_VALUES = '\\\\?"(?: arguments | args | parameters | input | tool_input | params )\\\\?"'

END = r"(?: \s* \Z | [ \t]* \r?\n [ \t]* (?: \r?\n | [-*+|>\#`] | \d{1,3}[.)] ) )"
"""The end of a paragraph or of an item; where a line ends, a sentence may go on."""

MARKS: tuple[tuple[str, str, str], ...] = (
    (
        "instruction_call",
        "< [ ```tool_",
        rf"""</? (?:antml:)? {_TAGS} \b [^>\n]{{0,200}} >?
           | <function= \w
           | \[ /? tool_(?:calls|results) \]
           | ```tool_(?:code|call)""",
    ),
    (
        "instruction_call",
        "{",
        rf"""\{{ \s{{0,20}} {_NAMES} \s{{0,9}} : \s{{0,9}} \\?" [\w.:-]{{1,80}} \\?" \s{{0,9}} ,
          \s{{0,20}} {_VALUES} \s{{0,9}} : (?! \s{{0,9}} \[ )""",
    ),
    (
        "instruction_call",
        '"function_call "tool_calls "type',
        r"""\\?"(?: function_call | tool_calls )\\?" \s{0,9} : \s{0,9} [\[{]
            (?! \s{0,20} \\?"(?: type\\?" \s{0,9} : \s{0,9} \\?"(?: integer | number | string | boolean
              | array | object | null ) | \$ref ) \\?" )
          | \\?"type\\?" \s{0,9} : \s{0,9} \\?"(?: tool_use | tool_result | function_call )\\?" """,
    ),
    (
        "instruction_marker",
        "<| [ <",
        rf"""<\| {_TOKENS} \|>
           | \[ /? inst \]
           | < /? <?sys>>
           | < (?:start|end) _of_turn>
           | </ (?: system | developer ) >
           | < (?: system | developer ) > (?! [ ] | \W )""",
    ),
)
"""What is told of it, the words with which it can begin, and the pattern."""

_ORDERS = r"""(?: (?: please \s+ )? (?: ignore | disregard | forget | override | obey | from\s+now | new\b )
  | (?: always | never ) \s+ (?: obey | comply | approve | send | tell | refuse | ask | reveal | mention )
  | you \s+ (?: are \s+ (?: now | free | no\s+longer | root | admin | unrestricted | bound )
      | have \s+ (?: been | no | full | root )
      | (?: must | will | shall | may | can ) \s+ (?: now | obey | comply | ignore | never | always | send
        | approve )
      | obey )
  | (?: the | this ) \s+ (?: user | owner ) \s+ (?: has | is | agreed )
  | (?: safety | approvals? | confirmations? | all ) \b [^.\n]{0,40} \b (?: off | disabled | lifted
    | granted )
  | 你 (?! 是一[个名位] | 的 ) | (?: 请 )? (?: 忽略 | 无视 | 跳过 | 发送 | 批准 ) | 从现在 | 必须 | 用户已
    | 所有 )"""
"""What an imitated message of the system says, unlike a label, or what an agent is told at its beginning."""

LINES: tuple[tuple[str, str, str], ...] = (
    (
        "instruction_call",
        "action",
        r"""^ action \s{0,4} : [ \t]{0,4} [\w.-]{1,60} [ \t]{0,9} \r?\n{1,3} action [ \t] input \s{0,4} :""",
    ),
    (
        "instruction_marker",
        "system developer ### [system [developer 系统 系統",
        rf"""^ [ \t>*\#-]{{0,8}}
            (?: (?: system (?: [ \t]{{1,4}} (?: prompt | message | override | notice | instruction ) )?
              | developer
                | \#\#\# [ \t]{{0,4}} (?: instruction | system | assistant ) | 系统 | 系統
                | 系统提示词? | 系统消息 | 系统指令 | 系統提示 | 系統訊息 ) [ \t]{{0,4}} \*{{0,2}} [:：]
              | \[ (?: system | developer | system[ ]message ) \] [:：]? )
            \*{{0,2}} \s{{0,4}} ["“「]? (?= {_ORDERS} )""",
    ),
)
"""The same for what begins a line, behind marks of lists, quotations and headings."""
