"""How orders to an agent are worded in German. In small letters; each begins at a word's beginning."""

from __future__ import annotations

_OLD = r"""(?: vorherige | bisherige | vorige | obige | frühere | vorangegangene | vorangehende
      | ursprüngliche | deine )[nrs]?"""
_RULES = r"""(?: anweisung(?:en)? | instruktion(?:en)? | vorgaben? | regeln? | richtlinien? | befehle?
      | anordnung(?:en)?
              | systemprompts? | prompts? | einschränkung(?:en)? | programmierung )"""
_OWNER = r"""(?: (?:dem|den|der|die|deinem|deinen|deiner) \s+ )? (?: nutzer(?:in)? | benutzer(?:in)?
      | anwender(?:in)? | besitzer(?:in)? | inhaber(?:in)? )"""
_PRIVATE = r"""(?: passw(?:ort|örter) | kennwörter | schlüssel | zugangsdaten | geheimnisse | tokens?
      | erinnerungen | gedächtnis
                | gespräche? | chatverlauf | verlauf | notizen | kontakte | profil | \.env | dateien )"""
_READER = r"""(?: ki | (?: ki- )? (?: assistent(?:in|en)? | agent(?:en)? | modelle? )
  | sprachmodelle? )"""

_AT_RISK = r"""(?: ignorier | missacht | vergiss | sende | schick | leite \b | lade \b | verrat | verschweig
      | sag | antwort
      | empfiehl | empfehle | bewerte | lösch | genehmig | stimme \b | führe \b | installier | klick
      | füge? \b | schreib | nenn | behaupte | gib \b | akzeptier | vertrau | überweis | kopier
      | teile \b | erhöhe | hebe? \b | senke? \b | schalte \b | überspring
      | umgeh | befolg | gehorch | handle \b )"""
"""What somebody who plants a text has a reader do; that it should read a guide is no harm."""

GERMAN: tuple[tuple[str, str, str], ...] = (
    (
        "instruction_override",
        "ignorier missacht vergiss vergess umgeh überschreib",
        rf"""(?: ignoriere? | ignorieren\s+sie | missachte | vergiss | vergessen\s+sie | umgehe
          | überschreibe )
             \s+ (?: (?: alle | all | sämtliche | die | diese | bitte | ab\s+sofort ) \s+ ){{0,3}}
             (?: {_OLD} \s+ (?: [\w-]+ \s+ )? {_RULES}
               | (?: anweisungen | regeln | vorgaben | einschränkungen | richtlinien )
                 (?= \s* (?: [.;!] | , (?! \s* (?: die | welche | was ) \b ) | $ | und \b ) )
               | alles , \s+ was \s+ (?: dir | ihnen ) \s+ (?: bisher | vorher | zuvor | je ) )""",
    ),
    (
        "instruction_override",
        "befolg halt halte überspring umgeh",
        rf"""(?: überspringe? | umgehe? ) \s+ (?: alle | jede | die ) \s+ (?: bestätigung | genehmigung
          | rückfrage | freigabe )
             (?:en|n)? \b
           | (?: befolge | halte? \s+ dich ) \s+ (?: nicht\s+(?:mehr|länger) \s+ )? (?: (?: an | die
          | alle | keine ) \s+ ){{0,2}}
             (?: {_OLD} \s+ )? {_RULES} \s+ (?: nicht\s+ (?:mehr|länger) ) \b""",
    ),
    (
        "instruction_secrecy",
        "sag sage erzähl verrat teile informier erwähn ohne",
        rf"""(?: sage? | erzähle? | verrate? ) \s+ {_OWNER} \s+ (?: (?: davon | hiervon | darüber | das
          | es ) \s+ )?
             (?: nichts | nicht | kein\s+wort ) \b
           | (?: informiere | benachrichtige ) \s+ {_OWNER} \s+ nicht \b
           | erwähne \s+ (?: das | dies | es | diese[ns]? \s+ \w+ ) \s+ (?: gegenüber
             \s+ )? {_OWNER}? \s* (?: gegenüber
             \s+ )? (?: nicht | nie ) \b
           | ohne \s+ (?: dass \s+ {_OWNER} \s+ (?: es | davon | das ) \s+ (?: merkt | erfährt | weiß )
               | {_OWNER} \s+ (?: zu \s+ (?: informieren | benachrichtigen ) | davon \s+ zu
                 \s+ (?: erzählen | berichten ) )
               | wissen \s+ (?:des|der) \s+ (?: nutzers | benutzers | besitzers | inhabers | nutzerin
                 | besitzerin ) )""",
    ),
    (
        "instruction_role",
        "du von ab",
        r"""du \s+ bist \s+ (?: ab\s+(?:jetzt|sofort) | jetzt | nun | nicht\s+(?:mehr|länger) ) \s+
            (?: (?: ein | eine | der | die | im | an | keine? ) \s+ (?: [\w-]+ \s+ ){0,2}?
                (?: uneingeschränkte[rs]? | unbeschränkte[rs]? | entwicklermodus | hacker | administrator
                  | regeln | ki | assistent
                  | vorgaben ) \b | root | admin | frei\b | gebunden )
          | (?: von | ab ) \s+ (?: jetzt | nun | sofort ) (?: \s+ an )? \s+ bist \s+ du \s+
            (?: frei | root | admin | nicht\s+(?:mehr|länger) | ein | eine | uneingeschränkt ) \b
          | (?: von | ab ) \s+ (?: jetzt | nun | sofort ) (?: \s+ an )? \s+
            (?: musst | darfst | sollst | wirst | gehorchst | befolgst | antwortest ) \s+ du \b""",
    ),
    (
        "instruction_role",
        "neue geheime aktualisierte dringende hinweis nachricht anweisung wenn falls sobald <!--",
        rf"""(?: neue | geheime | aktualisierte | dringende ) \s+ (?: system )? (?: anweisung(?:en)?
          | instruktion(?:en)? ) \s*
             (?: für \s+ (?: (?: den | die | alle ) \s+ )? {_READER} \s* )? : (?= [ \t]{{0,4}} [^\s*] )
           | (?: hinweis | nachricht | anweisung ) \s+ (?: an | für ) \s+ (?: (?: den | die | alle )
             \s+ )? {_READER} \s* :
             (?= [ \t]{{0,4}} [^\s*] ) (?= [^\n]{{0,300}}? (?<! \w ) {_AT_RISK} )
           | (?: wenn | sobald ) \s+ du \s+ (?: das | dies | diese[ns]? \s+ (?: eintrag | text | hinweis
             | notiz | zeile ) )
             \s+ (?: liest | siehst ) \s* ,
           | (?: wenn | falls ) \s+ du \s+ (?: eine? | ein ) \s+ {_READER} \s+ bist
             (?= [^\n]{{0,200}}? (?<! \w ) {_AT_RISK} )
           | <!-- \s{{0,9}} (?: (?: hinweis | nachricht | anweisung ) \s+ (?: an | für ) \s+ )?
             (?: (?: alle | die ) \s+ )? {_READER} \s* [:,] (?= [^<]{{0,400}}? (?<! \w ) {_AT_RISK} )""",
    ),
    (
        "instruction_leak",
        "schick sende leite lade übermittle kopier zeig gib verrat nenne",
        rf"""(?: schicke? | sende | leite | lade | übermittle | kopiere ) \s+ (?: [\w'’,-]+
          \s+ ){{0,6}}? {_PRIVATE} \s+
             (?: [\w'’,-]+ \s+ ){{0,4}}? (?: an | nach | auf | zu ) \s+ <? `? (?: https?://
               | [\w.+-]{{1,60}} @ )
           | (?: zeige? | gib | verrate? | nenne ) \s+ (?: mir \s+ )? dein(?:en|e)?
             \s+ (?: vollständige[ns]? \s+ | ganze[ns]? \s+ )?
             (?: systemprompt | system-prompt | systemanweisung(?:en)? )""",
    ),
    (
        "instruction_leak",
        "lies lese sammle suche hole öffne",
        rf"""(?: lies | lese | sammle | suche? | hole? | öffne ) \s+ (?: [\w'’,-]+ \s+ ){{0,5}}? {_PRIVATE}
             \s* ,? \s+ und \s+ (?: füge? | schreibe? | nimm | setze? | nenne ) \s+ (?: sie | es | ihn | alles
             | (?: den | ihren | dessen ) \s+ inhalt ) \s+ (?: in | an | unter ) \s+
             (?: deine? | die | jede ) \s+
             (?: antwort(?:en)? | zusammenfassung(?:en)? | nachricht(?:en)? ) \b""",
    ),
    (
        "instruction_override",
        "diese dieser",
        rf"""diese[rs]? \s+ (?: nachricht | anweisung | notiz | hinweis | text | mitteilung ) \s+
             (?: hebt | setzt | ersetzt ) \s+ (?: (?: alle | sämtliche | die ) \s+ ){{0,2}} {_OLD} \s+
             {_RULES} \s* (?: , | und | sowie ) \s* (?: [\w-]+ ,? \s+ ){{0,3}}?
             (?: sicherheits | system ) (?: -? {_RULES} )""",
    ),
    (
        "instruction_order",
        "heimlich unbemerkt tu tue nimm behaupte",
        rf"""(?: heimlich | unbemerkt ) \s+ (?: [\w'’-]+ \s+ ){{0,4}}?
             (?: senden | schicken | löschen | ausführen | hochladen | weiterleiten | hinzufügen | ändern
               | kopieren ) \b
           | (?: tue? | handle ) \s+ so , \s+ als \s+ (?: hätte | habe ) \s+ {_OWNER} \s+
             (?: [\w]+ \s+ ){{0,3}}? (?: zugestimmt | erlaubt | genehmigt | bestätigt )""",
    ),
    (
        "instruction_order",
        "sende schick lösch führe lade leite kopier überweis",
        r"""(?: sende | schicke? | lösche | führe | lade | leite | kopiere | überweise ) \s+ (?: [\w'’,-]+
          \s+ ){0,5}?
            (?: heimlich | unbemerkt | stillschweigend ) \b""",
    ),
    (
        "instruction_order",
        "leitest sendest schickst lädst kopierst löschst überweist führst",
        r"""(?: leitest | sendest | schickst | lädst | kopierst | löschst | überweist | führst ) \s+ du \s+
            (?: [\w'’,@-]+ \s+ ){0,6}? (?: heimlich | unbemerkt | stillschweigend ) \b""",
    ),
)
"""What is told of it, the words with which it can begin, and the pattern."""
