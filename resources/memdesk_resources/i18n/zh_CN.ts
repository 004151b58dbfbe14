<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>DocumentTabs</name>
        <message>
            <source>Open documents</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>{name}, changed by an agent. Close</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>{name}, changed outside. Close</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>{name}, unsaved. Close</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>{name}. Close</source>
            <translation type="unfinished"></translation>
        </message>
    </context>
    <context>
        <name>EditorArea</name>
        <message>
            <source>Choose a document on the left, or find one by its name.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Nothing open</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Place in the document</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Read</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Split</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>View of the document</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Write</source>
            <translation type="unfinished"></translation>
        </message>
    </context>
    <context>
        <name>NavigatorText</name>
        <message numerus="yes">
            <source>%n notes</source>
            <translation type="unfinished">
                <numerusform></numerusform>
            </translation>
        </message>
        <message>
            <source>Backups</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Compartments</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Daily notes</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Episodes</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Facts</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Long-term</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Other files</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Policy</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Profile</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Sessions</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Tiers</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Today</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Yesterday</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>changed outside</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>changed since you last looked</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>device</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>link</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>new since you last looked</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>new · {figure}</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>unreadable</source>
            <translation type="unfinished"></translation>
        </message>
    </context>
    <context>
        <name>RecentRow</name>
        <message>
            <source>Pin</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Unpin</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>{path} (not found)</source>
            <translation type="unfinished"></translation>
        </message>
    </context>
    <context>
        <name>StatusBar</name>
        <message>
            <source>Encoding and line ends</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Lock</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Position</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Size</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Watch state</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>lock free</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>read-only</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>{holder} is writing</source>
            <translation type="unfinished"></translation>
        </message>
    </context>
    <context>
        <name>Toast</name>
        <message>
            <source>Message</source>
            <translation type="unfinished"></translation>
        </message>
    </context>
    <context>
        <name>WelcomePage</name>
        <message>
            <source>Open the folder an agent keeps its memory in. You see every fact, note and entry, watch it change live, and correct it. Nothing is written until you save.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Recent</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>See what your agents remember</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Welcome</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>or drop a folder here</source>
            <translation type="unfinished"></translation>
        </message>
    </context>
    <context>
        <name>Wording</name>
        <message numerus="yes">
            <source>%n entries</source>
            <translation type="unfinished">
                <numerusform></numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n keys</source>
            <translation type="unfinished">
                <numerusform></numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages</source>
            <translation type="unfinished">
                <numerusform></numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n nodes</source>
            <translation type="unfinished">
                <numerusform></numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n rows</source>
            <translation type="unfinished">
                <numerusform></numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sections</source>
            <translation type="unfinished">
                <numerusform></numerusform>
            </translation>
        </message>
        <message>
            <source>A key appears twice</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>A number is not finite</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Backups</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Cold tier</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Compartments</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Configuration</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Daily notes</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Episodes</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>EvoClaw</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Facts</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Hot tier</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>It does not exist any more.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Long-term</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Nested too deeply</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>No agent family</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Not UTF-8; shown, but not editable</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Not text</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Not valid JSON</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Other files</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Pegasus</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>PicoClaw MemSkill</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>PicoClaw profile</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Policy</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Policy snapshots</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Profile</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Search databases</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Sessions</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Somebody else is writing to this workspace.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Something unexpected happened.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>That call is not possible.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>That did not work.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>The disk refused. The file is as it was.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>The file cannot be read</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>The file changed on disk since you opened it.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>The file is empty</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>The file is too large for this.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>The new content would not be valid for this kind of document.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>The path leads out of this workspace.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>The text holds characters that the file's encoding lacks.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>This is a link, a folder or a device; it is never opened.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>This may not be written.</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Too large to be parsed</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Tree index</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>Warm tier</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>agent</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>aigentic</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>changed</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>checking every few seconds</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>created</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>deleted</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>folder is gone</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>line {line}, column {column}</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>live</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>not watching</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>outside</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>starting</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>you</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>{n} h ago</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>{n} min ago</source>
            <translation type="unfinished"></translation>
        </message>
        <message>
            <source>{n} s ago</source>
            <translation type="unfinished"></translation>
        </message>
    </context>
</TS>
