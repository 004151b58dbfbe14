<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>AboutDialog</name>
        <message>
            <source>About memdesk</source>
            <translation>关于 memdesk</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>MIT licence</source>
            <translation>MIT 许可证</translation>
        </message>
        <message>
            <source>See, review, correct and restore what AI agents remember.</source>
            <translation>查看、审阅、更正并恢复 AI 智能体的记忆。</translation>
        </message>
    </context>
    <context>
        <name>Activity</name>
        <message numerus="yes">
            <source>%n times</source>
            <translation>
                <numerusform>%n 次</numerusform>
            </translation>
        </message>
        <message>
            <source>a record of memdesk is damaged</source>
            <translation>memdesk 的一个记录已损坏</translation>
        </message>
        <message>
            <source>another program</source>
            <translation>外部程序</translation>
        </message>
        <message>
            <source>kept a copy first</source>
            <translation>先保留了副本</translation>
        </message>
        <message>
            <source>refused</source>
            <translation>被拒绝</translation>
        </message>
        <message>
            <source>saved</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>the document is append only</source>
            <translation>文档只可追加</translation>
        </message>
        <message>
            <source>the document is locked</source>
            <translation>文档已锁定</translation>
        </message>
        <message>
            <source>too much waits for approval already</source>
            <translation>等待批准的内容已太多</translation>
        </message>
        <message>
            <source>“{part}” is append only</source>
            <translation>“{part}”只可追加</translation>
        </message>
        <message>
            <source>“{part}” is locked</source>
            <translation>“{part}”已锁定</translation>
        </message>
    </context>
    <context>
        <name>ActivityPane</name>
        <message numerus="yes">
            <source>%n new</source>
            <translation>
                <numerusform>%n 条新更改</numerusform>
            </translation>
        </message>
        <message>
            <source>Activity</source>
            <translation>动态</translation>
        </message>
        <message>
            <source>Activity filter</source>
            <translation>筛选动态</translation>
        </message>
        <message>
            <source>Changes appear here as they happen.</source>
            <translation>发生更改后会立即显示在这里。</translation>
        </message>
        <message>
            <source>Filter</source>
            <translation>筛选</translation>
        </message>
        <message>
            <source>Filter by author</source>
            <translation>显示谁的更改</translation>
        </message>
        <message numerus="yes">
            <source>Go to %n new changes</source>
            <translation>
                <numerusform>转到 %n 条新更改</numerusform>
            </translation>
        </message>
        <message>
            <source>Nothing has happened yet</source>
            <translation>还没有任何更改</translation>
        </message>
        <message>
            <source>Nothing matches</source>
            <translation>没有匹配项</translation>
        </message>
        <message>
            <source>Open document</source>
            <translation>打开文档</translation>
        </message>
        <message>
            <source>Open locks…</source>
            <translation>打开锁定设置…</translation>
        </message>
        <message>
            <source>Reading the history…</source>
            <translation>正在读取历史…</translation>
        </message>
        <message>
            <source>Show difference</source>
            <translation>查看差异</translation>
        </message>
        <message>
            <source>agents</source>
            <translation>智能体</translation>
        </message>
        <message>
            <source>all authors</source>
            <translation>所有写入者</translation>
        </message>
        <message>
            <source>diff</source>
            <translation>差异</translation>
        </message>
        <message>
            <source>other programs</source>
            <translation>外部程序</translation>
        </message>
        <message>
            <source>you</source>
            <translation>你</translation>
        </message>
    </context>
    <context>
        <name>AgentCommands</name>
        <message>
            <source>&amp;Agents on this computer…</source>
            <translation>这台电脑上的智能体(&amp;A)…</translation>
        </message>
        <message>
            <source>Copied. Paste it into the agent’s MCP settings, and start the agent anew.</source>
            <translation>已复制。粘贴到智能体的 MCP 设置中，然后重新启动它。</translation>
        </message>
        <message>
            <source>Copy the MC&amp;P settings for an agent</source>
            <translation>复制智能体的 MCP 设置(&amp;P)</translation>
        </message>
        <message>
            <source>connect mcp server tools configuration json</source>
            <translation>connect mcp server 连接 服务 工具 配置 json</translation>
        </message>
        <message>
            <source>find detect picoclaw pegasus evoclaw claude codex openclaw hermes</source>
            <translation>find detect 查找 发现 picoclaw pegasus evoclaw claude codex openclaw hermes</translation>
        </message>
    </context>
    <context>
        <name>AgentsDialog</name>
        <message>
            <source>Agents on this computer</source>
            <translation>这台电脑上的智能体</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Looking…</source>
            <translation>正在查找…</translation>
        </message>
        <message>
            <source>No agent was found in the places that memdesk knows. Open its folder with Ctrl+O.</source>
            <translation>在 memdesk 已知的位置没有找到智能体。请按 Ctrl+O 打开它的文件夹。</translation>
        </message>
        <message>
            <source>Only names of folders were read. A click opens one.</source>
            <translation>只读取了文件夹的名称。单击即可打开。</translation>
        </message>
        <message>
            <source>Open another folder…</source>
            <translation>打开其他文件夹…</translation>
        </message>
    </context>
    <context>
        <name>ApplyBar</name>
        <message>
            <source>Apply</source>
            <translation>应用</translation>
        </message>
        <message>
            <source>Changes the configuration itself instead of overriding it</source>
            <translation>直接修改配置文件，而不是设置覆盖值</translation>
        </message>
        <message>
            <source>Discard all</source>
            <translation>全部放弃</translation>
        </message>
        <message>
            <source>Reason (not shown to agents)</source>
            <translation>原因（智能体看不到）</translation>
        </message>
        <message>
            <source>Takes a snapshot, then writes the overrides</source>
            <translation>先保存快照，再写入覆盖值</translation>
        </message>
        <message>
            <source>Values that are not applied yet</source>
            <translation>尚未应用的值</translation>
        </message>
        <message>
            <source>What would change</source>
            <translation>预览影响</translation>
        </message>
        <message>
            <source>Why</source>
            <translation>原因</translation>
        </message>
        <message>
            <source>Write to config.json</source>
            <translation>写入 config.json</translation>
        </message>
    </context>
    <context>
        <name>ApprovalDialog</name>
        <message>
            <source>Add a rule</source>
            <translation>添加规则</translation>
        </message>
        <message>
            <source>Also reviewing, unlocking, changing rules and restoring from quarantine, not only approving.</source>
            <translation>不只是批准：审阅、解除锁定、更改规则和从隔离区恢复也需要。</translation>
        </message>
        <message>
            <source>Approval of agents’ writes</source>
            <translation>智能体写入的审批</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Code for the command line</source>
            <translation>命令行验证码</translation>
        </message>
        <message>
            <source>Every decision on the command line needs the code</source>
            <translation>命令行中的每个决定都需要验证码</translation>
        </message>
        <message>
            <source>No rules: every agent write is saved at once.</source>
            <translation>没有规则：智能体的所有写入立即生效。</translation>
        </message>
        <message>
            <source>On the command line, approving needs this code: {code}</source>
            <translation>在命令行中批准需要此验证码：{code}</translation>
        </message>
        <message>
            <source>On the command line, every decision needs this code: {code}</source>
            <translation>在命令行中，每个决定都需要此验证码：{code}</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>These rules would have held {held} of the last {count} writes for approval.</source>
            <translation>最近 {count} 次写入中，有 {held} 次会被这些规则拦下。</translation>
        </message>
        <message>
            <source>Writes that match a rule wait for your approval, and the agent is told so. Use * to match anything. Without rules, every write is saved at once.</source>
            <translation>符合规则的写入会先保留，等你批准后才生效，并会告知该智能体。* 表示任意内容。没有规则时，所有写入立即生效。</translation>
        </message>
        <message>
            <source>Writes these rules would have held</source>
            <translation>会被这些规则拦下的写入</translation>
        </message>
    </context>
    <context>
        <name>AskCommands</name>
        <message>
            <source>&amp;Ask the agent</source>
            <translation>询问智能体(&amp;A)</translation>
        </message>
    </context>
    <context>
        <name>AskPage</name>
        <message>
            <source>Agent</source>
            <translation>智能体</translation>
        </message>
        <message>
            <source>Ask</source>
            <translation>询问</translation>
        </message>
        <message>
            <source>Ask the agent</source>
            <translation>询问智能体</translation>
        </message>
        <message>
            <source>Choose one in the settings, under “Language model”. A local one sends nothing.</source>
            <translation>在设置的“语言模型”中选择一个。本地模型不会向外发送任何内容。</translation>
        </message>
        <message>
            <source>Memory supplied</source>
            <translation>所提供的记忆</translation>
        </message>
        <message>
            <source>Memory supplied: about {count} tokens</source>
            <translation>所提供的记忆：约 {count} 个词元</translation>
        </message>
        <message>
            <source>New talk</source>
            <translation>新的交谈</translation>
        </message>
        <message>
            <source>No agent’s memory was found in this folder.</source>
            <translation>在此文件夹中没有找到智能体的记忆。</translation>
        </message>
        <message>
            <source>No answer</source>
            <translation>没有回答</translation>
        </message>
        <message>
            <source>No model is chosen</source>
            <translation>未选择模型</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>说明</translation>
        </message>
        <message>
            <source>Progress of the answer</source>
            <translation>回答的进度</translation>
        </message>
        <message>
            <source>Questions and answers appear here. Nothing is written.</source>
            <translation>问题和回答显示在这里。不写入任何内容。</translation>
        </message>
        <message>
            <source>Reading the folder…</source>
            <translation>正在读取文件夹…</translation>
        </message>
        <message>
            <source>Talk</source>
            <translation>交谈</translation>
        </message>
        <message>
            <source>The answer is cut off: the model ran out of tokens.</source>
            <translation>回答在此中断：模型的词元用完了。</translation>
        </message>
        <message>
            <source>The model does not take all of this talk: its older messages were left out.</source>
            <translation>模型接受不了整个交谈：较早的消息没有带上。</translation>
        </message>
        <message>
            <source>The model is at work…</source>
            <translation>模型正在工作…</translation>
        </message>
        <message>
            <source>There is no memory to ask</source>
            <translation>没有可以询问的记忆</translation>
        </message>
        <message>
            <source>Tool</source>
            <translation>工具</translation>
        </message>
        <message>
            <source>What do you want to know?</source>
            <translation>你想知道什么？</translation>
        </message>
        <message>
            <source>What the model is given for a question appears here.</source>
            <translation>为回答问题提供给模型的内容显示在这里。</translation>
        </message>
        <message>
            <source>Whose memory is asked</source>
            <translation>询问谁的记忆</translation>
        </message>
        <message>
            <source>You</source>
            <translation>你</translation>
        </message>
    </context>
    <context>
        <name>BackupCommands</name>
        <message>
            <source>&amp;Backups</source>
            <translation>备份(&amp;B)</translation>
        </message>
        <message>
            <source>&amp;Delete old agent copies…</source>
            <translation>删除旧的智能体副本(&amp;T)…</translation>
        </message>
        <message>
            <source>&amp;Quarantine</source>
            <translation>隔离区(&amp;Q)</translation>
        </message>
        <message numerus="yes">
            <source>Delete %n copies</source>
            <translation>
                <numerusform>删除 %n 份副本</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Deleted %n agent copies. The history keeps them as long as any old version.</source>
            <translation>
                <numerusform>已删除 %n 份智能体副本。历史会像旧版本一样保留它们。</numerusform>
            </translation>
        </message>
        <message>
            <source>Restore from this &amp;backup</source>
            <translation>从此备份恢复(&amp;B)</translation>
        </message>
        <message>
            <source>restore copies recover snapshots</source>
            <translation>restore copies recover snapshots 恢复 副本 快照 找回</translation>
        </message>
    </context>
    <context>
        <name>BackupDesk</name>
        <message>
            <source>Added the missing parts to {name}.</source>
            <translation>已将缺少的内容补回 {name}。</translation>
        </message>
        <message>
            <source>Deleted from quarantine: {name}.</source>
            <translation>已从隔离区删除：{name}。</translation>
        </message>
        <message>
            <source>It is unclear which document this copy belongs to. Restore it as a new document.</source>
            <translation>无法确定这是哪个文档的副本。可以把它恢复为新文档。</translation>
        </message>
        <message>
            <source>Restore {name}</source>
            <translation>恢复 {name}</translation>
        </message>
        <message numerus="yes">
            <source>Restored %n sections of {name}.</source>
            <translation>
                <numerusform>已恢复 {name} 的 %n 个小节。</numerusform>
            </translation>
        </message>
        <message>
            <source>Restored as new document {name}.</source>
            <translation>已恢复为新文档 {name}。</translation>
        </message>
        <message>
            <source>Restored one change in {name}.</source>
            <translation>已恢复 {name} 中的一处。</translation>
        </message>
        <message>
            <source>Restored {name} to its version from {time}.</source>
            <translation>已将 {name} 恢复到 {time} 的版本。</translation>
        </message>
        <message>
            <source>This backup is not text. It can be restored as a new document.</source>
            <translation>此备份不是文本，可以恢复为新文档。</translation>
        </message>
    </context>
    <context>
        <name>BackupView</name>
        <message numerus="yes">
            <source>%n other sections are unchanged.</source>
            <translation>
                <numerusform>其他 %n 个小节没有变化。</numerusform>
            </translation>
        </message>
        <message>
            <source>A pinned backup is kept until you unpin it.</source>
            <translation>固定的备份会一直保留，直到你取消固定。</translation>
        </message>
        <message>
            <source>Add missing parts</source>
            <translation>补回缺少的</translation>
        </message>
        <message>
            <source>Add missing parts to {name}</source>
            <translation>把缺少的内容补回 {name}</translation>
        </message>
        <message numerus="yes">
            <source>All %n sections of the backup are present and unchanged.</source>
            <translation>
                <numerusform>备份的全部 %n 个小节都还在，没有变化。</numerusform>
            </translation>
        </message>
        <message>
            <source>Delete from quarantine…</source>
            <translation>从隔离区删除…</translation>
        </message>
        <message>
            <source>Next backup</source>
            <translation>下一个备份</translation>
        </message>
        <message>
            <source>Pin</source>
            <translation>固定</translation>
        </message>
        <message>
            <source>Pinned</source>
            <translation>已固定</translation>
        </message>
        <message>
            <source>Replace</source>
            <translation>替换</translation>
        </message>
        <message>
            <source>Replace {name} with this backup</source>
            <translation>用此备份替换 {name}</translation>
        </message>
        <message numerus="yes">
            <source>Restore %n sections into {name}</source>
            <translation>
                <numerusform>把 %n 个小节恢复到 {name}</numerusform>
            </translation>
        </message>
        <message>
            <source>Restore into {name}</source>
            <translation>恢复到 {name}</translation>
        </message>
        <message>
            <source>Restore method</source>
            <translation>恢复方式</translation>
        </message>
        <message>
            <source>Restore only change {number} of {count}</source>
            <translation>只恢复第 {number} 处（共 {count} 处）</translation>
        </message>
        <message>
            <source>Sections</source>
            <translation>小节</translation>
        </message>
        <message>
            <source>Sections to restore</source>
            <translation>要恢复的小节</translation>
        </message>
        <message>
            <source>There are no separate sections to restore.</source>
            <translation>没有可以单独恢复的小节。</translation>
        </message>
        <message>
            <source>after restoring</source>
            <translation>恢复之后</translation>
        </message>
        <message>
            <source>this backup</source>
            <translation>此备份</translation>
        </message>
        <message>
            <source>{name} now</source>
            <translation>现在的 {name}</translation>
        </message>
    </context>
    <context>
        <name>Backups</name>
        <message>
            <source>(beginning)</source>
            <translation>（开头）</translation>
        </message>
        <message>
            <source>agent copy before a change</source>
            <translation>更改前的副本</translation>
        </message>
        <message>
            <source>as it is now</source>
            <translation>与现在相同</translation>
        </message>
        <message>
            <source>before {what}</source>
            <translation>{what} 之前</translation>
        </message>
        <message>
            <source>changed since</source>
            <translation>之后有更改</translation>
        </message>
        <message>
            <source>deleted</source>
            <translation>已删除</translation>
        </message>
        <message>
            <source>in quarantine</source>
            <translation>在隔离区</translation>
        </message>
        <message>
            <source>missing now</source>
            <translation>现在缺少</translation>
        </message>
        <message>
            <source>named like a copy; never was this document</source>
            <translation>名字像副本；从来不是此文档</translation>
        </message>
        <message>
            <source>pinned</source>
            <translation>已固定</translation>
        </message>
        <message>
            <source>policy snapshot</source>
            <translation>策略快照</translation>
        </message>
        <message>
            <source>version</source>
            <translation>版本</translation>
        </message>
        <message>
            <source>was imported</source>
            <translation>内容已导入</translation>
        </message>
        <message>
            <source>was unreadable</source>
            <translation>曾无法读取</translation>
        </message>
    </context>
    <context>
        <name>BackupsPage</name>
        <message>
            <source>All</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>Backups</source>
            <translation>备份</translation>
        </message>
        <message>
            <source>Backups cannot be read</source>
            <translation>无法读取备份</translation>
        </message>
        <message>
            <source>Copies</source>
            <translation>副本</translation>
        </message>
        <message>
            <source>Copies that agents keep, earlier versions and deleted documents are listed here.</source>
            <translation>智能体保留的副本、较早的版本和已删除的文档会列在这里。</translation>
        </message>
        <message>
            <source>Delete old copies…</source>
            <translation>删除旧副本…</translation>
        </message>
        <message>
            <source>Deleted</source>
            <translation>已删除</translation>
        </message>
        <message>
            <source>No backups here</source>
            <translation>这里没有备份</translation>
        </message>
        <message>
            <source>Nothing is in quarantine</source>
            <translation>隔离区中没有内容</translation>
        </message>
        <message>
            <source>Older backups</source>
            <translation>更早的备份</translation>
        </message>
        <message>
            <source>Only {name}</source>
            <translation>仅 {name}</translation>
        </message>
        <message>
            <source>Pinned</source>
            <translation>已固定</translation>
        </message>
        <message>
            <source>Quarantine</source>
            <translation>隔离区</translation>
        </message>
        <message>
            <source>Reading the backups…</source>
            <translation>正在读取备份…</translation>
        </message>
        <message>
            <source>Timeline of backups</source>
            <translation>备份时间线</translation>
        </message>
        <message>
            <source>Versions</source>
            <translation>版本</translation>
        </message>
        <message>
            <source>What is moved out of the agents' sight is listed here, and can be restored.</source>
            <translation>移出智能体视野的内容列在这里，可以恢复。</translation>
        </message>
        <message>
            <source>Which backups are listed</source>
            <translation>列出哪些备份</translation>
        </message>
    </context>
    <context>
        <name>Banner</name>
        <message>
            <source>Dismiss</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Notice</source>
            <translation>提示</translation>
        </message>
    </context>
    <context>
        <name>BlameCard</name>
        <message>
            <source>Show change</source>
            <translation>查看更改</translation>
        </message>
    </context>
    <context>
        <name>BlameCommands</name>
        <message>
            <source>&amp;Who wrote this?</source>
            <translation>这里是谁写的？(&amp;W)</translation>
        </message>
        <message>
            <source>Find an unre&amp;viewed document…</source>
            <translation>查找未审阅的文档(&amp;U)…</translation>
        </message>
        <message>
            <source>Ne&amp;xt unseen change</source>
            <translation>下一处未读更改(&amp;Z)</translation>
        </message>
        <message>
            <source>Previous unseen change</source>
            <translation>上一处未读更改</translation>
        </message>
    </context>
    <context>
        <name>BoardButton</name>
        <message>
            <source>All tiers side by side</source>
            <translation>并排显示所有层</translation>
        </message>
        <message>
            <source>Board</source>
            <translation>看板</translation>
        </message>
    </context>
    <context>
        <name>ChangeDialog</name>
        <message>
            <source>After</source>
            <translation>更改后</translation>
        </message>
        <message>
            <source>Before</source>
            <translation>更改前</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Explain</source>
            <translation>解释</translation>
        </message>
    </context>
    <context>
        <name>ChangePane</name>
        <message numerus="yes">
            <source>%n changes</source>
            <translation>
                <numerusform>%n 处更改</numerusform>
            </translation>
        </message>
        <message>
            <source>About this change</source>
            <translation>关于这处更改</translation>
        </message>
        <message>
            <source>Also waiting in this document</source>
            <translation>同一文档中还在等待的</translation>
        </message>
        <message>
            <source>Also written in this session</source>
            <translation>同一会话还写入了</translation>
        </message>
        <message>
            <source>These changes</source>
            <translation>这些更改</translation>
        </message>
        <message>
            <source>This change</source>
            <translation>这处更改</translation>
        </message>
        <message>
            <source>What was found</source>
            <translation>检查结果</translation>
        </message>
        <message>
            <source>accepted</source>
            <translation>已接受</translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>等另外 %n 个</numerusform>
            </translation>
        </message>
        <message>
            <source>corrected</source>
            <translation>已更正</translation>
        </message>
        <message>
            <source>reverted</source>
            <translation>已还原</translation>
        </message>
        <message>
            <source>reviewed in part</source>
            <translation>已部分审阅</translation>
        </message>
        <message>
            <source>session {id}</source>
            <translation>会话 {id}</translation>
        </message>
        <message>
            <source>snoozed</source>
            <translation>已推迟</translation>
        </message>
    </context>
    <context>
        <name>ChangesModel</name>
        <message>
            <source>By</source>
            <translation>更改者</translation>
        </message>
        <message>
            <source>Changed</source>
            <translation>参数</translation>
        </message>
        <message>
            <source>From</source>
            <translation>原值</translation>
        </message>
        <message>
            <source>To</source>
            <translation>新值</translation>
        </message>
        <message>
            <source>When</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>cannot be read</source>
            <translation>无法读取</translation>
        </message>
        <message>
            <source>nothing</source>
            <translation>没有变化</translation>
        </message>
    </context>
    <context>
        <name>Chooser</name>
        <message>
            <source>Nothing matches</source>
            <translation>没有匹配项</translation>
        </message>
    </context>
    <context>
        <name>ChunkMarks</name>
        <message>
            <source>Chunk {number}: lines {first} to {last}, {size}, about {tokens} tokens</source>
            <translation>第 {number} 段：第 {first} 至 {last} 行，{size}，约 {tokens} 个词元</translation>
        </message>
    </context>
    <context>
        <name>CommandPalette</name>
        <message>
            <source>Agents</source>
            <translation>智能体</translation>
        </message>
        <message>
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Find a command</source>
            <translation>查找命令</translation>
        </message>
        <message>
            <source>Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <source>Go</source>
            <translation>转到</translation>
        </message>
        <message>
            <source>Help</source>
            <translation>帮助</translation>
        </message>
        <message>
            <source>History</source>
            <translation>历史</translation>
        </message>
        <message>
            <source>Off</source>
            <translation>关</translation>
        </message>
        <message>
            <source>On</source>
            <translation>开</translation>
        </message>
        <message>
            <source>Other</source>
            <translation>其他</translation>
        </message>
        <message>
            <source>Review</source>
            <translation>审阅</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Used last</source>
            <translation>最近使用</translation>
        </message>
        <message>
            <source>View</source>
            <translation>视图</translation>
        </message>
    </context>
    <context>
        <name>ComparePage</name>
        <message>
            <source>Back to the text</source>
            <translation>返回正文</translation>
        </message>
        <message>
            <source>Document</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Mine</source>
            <translation>我的版本</translation>
        </message>
        <message>
            <source>On disk</source>
            <translation>磁盘上的版本</translation>
        </message>
        <message>
            <source>Recovered draft compared with the document</source>
            <translation>找回的内容与文档的对比</translation>
        </message>
        <message>
            <source>Recovered drafts</source>
            <translation>找回的内容</translation>
        </message>
        <message>
            <source>Your text compared with the file on disk</source>
            <translation>你的文本与磁盘文件的对比</translation>
        </message>
    </context>
    <context>
        <name>ContextColumn</name>
        <message>
            <source>The text in the prompt</source>
            <translation>提示词中的文本</translation>
        </message>
        <message>
            <source>What could not be read</source>
            <translation>无法读取的内容</translation>
        </message>
        <message>
            <source>Where it comes from</source>
            <translation>来源</translation>
        </message>
    </context>
    <context>
        <name>ContextCommands</name>
        <message>
            <source>Why the agent recalls &amp;what it recalls</source>
            <translation>智能体为何想起这些(&amp;W)</translation>
        </message>
    </context>
    <context>
        <name>ContextPane</name>
        <message numerus="yes">
            <source>%n in both</source>
            <translation>
                <numerusform>两边都有 %n 条</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n left out</source>
            <translation>
                <numerusform>省略 %n 条</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n memories</source>
            <translation>
                <numerusform>%n 条记忆</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n only left</source>
            <translation>
                <numerusform>仅左边 %n 条</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n only right</source>
            <translation>
                <numerusform>仅右边 %n 条</numerusform>
            </translation>
        </message>
        <message>
            <source>Beside it:</source>
            <translation>并排显示：</translation>
        </message>
        <message>
            <source>Budget</source>
            <translation>预算</translation>
        </message>
        <message>
            <source>Close this page</source>
            <translation>关闭此页面</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation>比较</translation>
        </message>
        <message>
            <source>Here the agent's own limit ends</source>
            <translation>智能体自身的限制到此为止</translation>
        </message>
        <message>
            <source>Here the budget ends</source>
            <translation>预算到此为止</translation>
        </message>
        <message>
            <source>Here the budget ends: {number} tokens</source>
            <translation>预算到此为止：{number} 个词元</translation>
        </message>
        <message>
            <source>Here the limit ends: {setting} = {number}</source>
            <translation>限制到此为止：{setting} = {number}</translation>
        </message>
        <message>
            <source>Its other value</source>
            <translation>它的另一个值</translation>
        </message>
        <message>
            <source>Left out, since it cannot be read:</source>
            <translation>无法读取，因此略去：</translation>
        </message>
        <message>
            <source>No agent's memory here</source>
            <translation>这里没有智能体的记忆</translation>
        </message>
        <message>
            <source>No limit</source>
            <translation>不限</translation>
        </message>
        <message>
            <source>Nothing in it matches the message</source>
            <translation>与消息没有相符之处</translation>
        </message>
        <message>
            <source>Open as page</source>
            <translation>作为页面打开</translation>
        </message>
        <message>
            <source>Open the folder of a known agent to see the memory text its prompt receives.</source>
            <translation>打开已知智能体的文件夹，即可查看其提示词得到的记忆内容。</translation>
        </message>
        <message>
            <source>Putting the context together…</source>
            <translation>正在组合上下文…</translation>
        </message>
        <message>
            <source>Read by a tool, never in the prompt</source>
            <translation>由工具读取，从不放入提示词</translation>
        </message>
        <message>
            <source>Reading the folder…</source>
            <translation>正在读取文件夹…</translation>
        </message>
        <message>
            <source>The same agent</source>
            <translation>同一智能体</translation>
        </message>
        <message>
            <source>The same settings</source>
            <translation>相同的设置</translation>
        </message>
        <message>
            <source>Token budget</source>
            <translation>词元预算</translation>
        </message>
        <message>
            <source>Too old for the prompt</source>
            <translation>太旧，不放入提示词</translation>
        </message>
        <message>
            <source>User message</source>
            <translation>用户消息</translation>
        </message>
        <message>
            <source>What the agent sees</source>
            <translation>智能体看到的内容</translation>
        </message>
        <message>
            <source>Which setting is another</source>
            <translation>哪项设置不同</translation>
        </message>
        <message>
            <source>Whose context is shown</source>
            <translation>显示谁的上下文</translation>
        </message>
        <message>
            <source>Whose context is shown beside it</source>
            <translation>并排显示谁的上下文</translation>
        </message>
        <message>
            <source>about {number} tokens</source>
            <translation>约 {number} 词元</translation>
        </message>
        <message>
            <source>all of it: there is no message; the newest stays longest</source>
            <translation>全部：没有消息；最新的保留最久</translation>
        </message>
        <message>
            <source>core memory</source>
            <translation>核心记忆</translation>
        </message>
        <message>
            <source>every entry of run memory is there</source>
            <translation>run 记忆的每个条目都在其中</translation>
        </message>
        <message>
            <source>every key is there</source>
            <translation>所有键都在其中</translation>
        </message>
        <message>
            <source>facts are there in full</source>
            <translation>事实全文都在其中</translation>
        </message>
        <message>
            <source>found by meaning</source>
            <translation>按含义找到</translation>
        </message>
        <message>
            <source>found by {0}</source>
            <translation>按 {0} 找到</translation>
        </message>
        <message>
            <source>has {0}</source>
            <translation>含有 {0}</translation>
        </message>
        <message>
            <source>holds nothing of the message</source>
            <translation>与消息毫无相符</translation>
        </message>
        <message>
            <source>holds the whole message</source>
            <translation>含有整条消息</translation>
        </message>
        <message>
            <source>how often it was read</source>
            <translation>读取次数</translation>
        </message>
        <message>
            <source>importance</source>
            <translation>重要性</translation>
        </message>
        <message>
            <source>index of topics</source>
            <translation>主题索引</translation>
        </message>
        <message>
            <source>meaning</source>
            <translation>含义</translation>
        </message>
        <message>
            <source>not selected</source>
            <translation>未选中</translation>
        </message>
        <message>
            <source>of episodes the summary is there</source>
            <translation>经历只有摘要在其中</translation>
        </message>
        <message>
            <source>older</source>
            <translation>较早</translation>
        </message>
        <message>
            <source>one of the last {0} days</source>
            <translation>最近 {0} 天之一</translation>
        </message>
        <message>
            <source>only here</source>
            <translation>仅此处有</translation>
        </message>
        <message>
            <source>priority</source>
            <translation>优先级</translation>
        </message>
        <message>
            <source>read by {0}</source>
            <translation>由 {0} 读取</translation>
        </message>
        <message>
            <source>recency</source>
            <translation>新近程度</translation>
        </message>
        <message>
            <source>recent or often read</source>
            <translation>较新或常被读取</translation>
        </message>
        <message>
            <source>score {number}</source>
            <translation>得分 {number}</translation>
        </message>
        <message>
            <source>sent as the first user message</source>
            <translation>作为首条用户消息发送</translation>
        </message>
        <message>
            <source>the index of the memory is the first message</source>
            <translation>记忆的索引是第一条消息</translation>
        </message>
        <message>
            <source>the newest episodes, as far as there is room</source>
            <translation>最新的经历，放得下为止</translation>
        </message>
        <message>
            <source>today's note</source>
            <translation>今天的笔记</translation>
        </message>
        <message>
            <source>topic</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>topic: {0}</source>
            <translation>主题：{0}</translation>
        </message>
        <message>
            <source>whole message</source>
            <translation>整句消息</translation>
        </message>
        <message>
            <source>words</source>
            <translation>词语</translation>
        </message>
        <message>
            <source>words: {0}</source>
            <translation>词：{0}</translation>
        </message>
        <message>
            <source>{0} of {1} pairs of letters: {2}</source>
            <translation>{1} 个相邻字对中的 {0} 个：{2}</translation>
        </message>
        <message>
            <source>{0} of {1} terms: {2}</source>
            <translation>{1} 个词中的 {0} 个：{2}</translation>
        </message>
        <message>
            <source>{0} of {1} words: {2}</source>
            <translation>{1} 个词中的 {0} 个：{2}</translation>
        </message>
    </context>
    <context>
        <name>Conversation</name>
        <message>
            <source>Agent</source>
            <translation>智能体</translation>
        </message>
        <message>
            <source>Messages</source>
            <translation>消息</translation>
        </message>
        <message>
            <source>Person</source>
            <translation>用户</translation>
        </message>
        <message>
            <source>Summary of earlier messages</source>
            <translation>先前内容摘要</translation>
        </message>
        <message>
            <source>System</source>
            <translation>系统</translation>
        </message>
        <message>
            <source>Tool</source>
            <translation>工具</translation>
        </message>
        <message>
            <source>calls {tool}</source>
            <translation>调用 {tool}</translation>
        </message>
    </context>
    <context>
        <name>CopyNotice</name>
        <message>
            <source>Merge into {name}…</source>
            <translation>合并到 {name}…</translation>
        </message>
        <message>
            <source>Rename to {name}</source>
            <translation>重命名为 {name}</translation>
        </message>
        <message>
            <source>Save this document first, then merge.</source>
            <translation>请先保存此文档，然后合并。</translation>
        </message>
        <message>
            <source>This is a conflict copy of {name}, which no longer exists.</source>
            <translation>这是 {name} 的冲突副本，而 {name} 已不存在。</translation>
        </message>
        <message>
            <source>Two computers changed {name}. A sync app kept this conflict copy.</source>
            <translation>两台电脑都更改了 {name}；同步应用留下了这个冲突副本。</translation>
        </message>
    </context>
    <context>
        <name>CopySides</name>
        <message>
            <source>Conflict copy</source>
            <translation>冲突副本</translation>
        </message>
        <message>
            <source>Merge and save</source>
            <translation>合并并保存</translation>
        </message>
        <message>
            <source>One of the two changed again. Your text, and your choices where nothing changed, are kept.</source>
            <translation>其中一份又有更改。你写的内容，以及未受影响处的选择都已保留。</translation>
        </message>
        <message>
            <source>Put what is in the copy into the result</source>
            <translation>把副本中的内容放入结果</translation>
        </message>
        <message>
            <source>Put what is in {name} into the result</source>
            <translation>把 {name} 中的内容放入结果</translation>
        </message>
        <message>
            <source>Save the result in {name} and delete the copy; one undo brings both back</source>
            <translation>把结果保存到 {name} 并删除副本；撤销一次即可恢复两者</translation>
        </message>
    </context>
    <context>
        <name>CoverPage</name>
        <message>
            <source>Close this page</source>
            <translation>关闭此页</translation>
        </message>
    </context>
    <context>
        <name>CrashDialog</name>
        <message>
            <source>Continue</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Copy report</source>
            <translation>复制报告</translation>
        </message>
        <message>
            <source>Open log</source>
            <translation>打开日志</translation>
        </message>
        <message>
            <source>Report</source>
            <translation>报告</translation>
        </message>
        <message>
            <source>Something went wrong</source>
            <translation>出错了</translation>
        </message>
        <message>
            <source>Your open documents are unchanged, and nothing was written. You can keep working. If this happens again, report it with the text below. Check it for private paths first.</source>
            <translation>已打开的文档不受影响，没有写入任何内容，你可以继续工作。如果再次出现，请附上下面的文本反馈问题；发送前请检查其中是否有隐私路径。</translation>
        </message>
        <message>
            <source>memdesk ran into an unexpected error</source>
            <translation>memdesk 遇到了意外错误</translation>
        </message>
    </context>
    <context>
        <name>DatabaseEditor</name>
        <message>
            <source>Read-only: the agent may have this database open, and two programs that write could damage it.</source>
            <translation>只读：智能体可能正在使用此数据库，多个程序同时写入可能损坏它。</translation>
        </message>
        <message>
            <source>Rows</source>
            <translation>行</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表</translation>
        </message>
    </context>
    <context>
        <name>DeedRefusals</name>
        <message>
            <source>Press → to open the group, then select a change.</source>
            <translation>按 → 展开此组，然后选择一处更改。</translation>
        </message>
        <message>
            <source>Select only one change.</source>
            <translation>请只选择一处更改。</translation>
        </message>
        <message>
            <source>The document is deleted, so there is nothing to edit.</source>
            <translation>文档已删除，没有可编辑的内容。</translation>
        </message>
        <message>
            <source>The workspace folder cannot be found. Decide when it is back.</source>
            <translation>找不到工作区文件夹。等它恢复后再决定。</translation>
        </message>
        <message>
            <source>This change is a single passage. Use Accept or Revert.</source>
            <translation>此更改只有一段，请使用“接受”或“还原”。</translation>
        </message>
        <message>
            <source>This passage is reviewed already. Go to the next one.</source>
            <translation>此段已审阅，请转到下一段。</translation>
        </message>
        <message>
            <source>This workspace is open read-only: nothing can be reverted or edited.</source>
            <translation>此工作区以只读方式打开，无法还原或编辑。</translation>
        </message>
        <message>
            <source>This write waits for approval as a whole. Approve or reject it.</source>
            <translation>此写入需整体批准，请批准或拒绝。</translation>
        </message>
        <message>
            <source>You can edit one change at a time.</source>
            <translation>一次只能编辑一处更改。</translation>
        </message>
        <message>
            <source>You can review the passages of one change at a time.</source>
            <translation>一次只能审阅一处更改的段落。</translation>
        </message>
    </context>
    <context>
        <name>DiffText</name>
        <message numerus="yes">
            <source>%n more characters</source>
            <translation>
                <numerusform>另有 %n 个字符</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DiffView</name>
        <message numerus="yes">
            <source>%n further rows are left out</source>
            <translation>
                <numerusform>还有 %n 行未显示</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n unchanged lines</source>
            <translation>
                <numerusform>%n 行未变</numerusform>
            </translation>
        </message>
        <message>
            <source>After</source>
            <translation>更改后</translation>
        </message>
        <message>
            <source>Before</source>
            <translation>更改前</translation>
        </message>
        <message>
            <source>Changes</source>
            <translation>更改</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Layout of the comparison</source>
            <translation>对比布局</translation>
        </message>
        <message>
            <source>Next change</source>
            <translation>下一处更改</translation>
        </message>
        <message>
            <source>No differences.</source>
            <translation>两者相同。</translation>
        </message>
        <message>
            <source>Previous change</source>
            <translation>上一处更改</translation>
        </message>
        <message>
            <source>Side by side</source>
            <translation>并排</translation>
        </message>
        <message>
            <source>Unified</source>
            <translation>单栏</translation>
        </message>
        <message>
            <source>⟦no newline at end⟧</source>
            <translation>⟦末尾没有换行符⟧</translation>
        </message>
    </context>
    <context>
        <name>DiskSides</name>
        <message>
            <source>Deleted on disk</source>
            <translation>已从磁盘删除</translation>
        </message>
        <message>
            <source>Make the result your text; it is not saved yet</source>
            <translation>把结果作为你的文字；尚不保存</translation>
        </message>
        <message>
            <source>Mine</source>
            <translation>我的版本</translation>
        </message>
        <message>
            <source>On disk</source>
            <translation>磁盘上的版本</translation>
        </message>
        <message>
            <source>Put what is on disk into the result</source>
            <translation>把磁盘上的内容放入结果</translation>
        </message>
        <message>
            <source>Put your side into the result</source>
            <translation>把你的内容放入结果</translation>
        </message>
        <message>
            <source>The file changed again. Your text, and your choices where nothing changed, are kept.</source>
            <translation>文件又有更改。你写的内容，以及未受影响处的选择都已保留。</translation>
        </message>
        <message>
            <source>Use result</source>
            <translation>使用结果</translation>
        </message>
    </context>
    <context>
        <name>DismissalDialog</name>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Dismiss</source>
            <translation>关闭</translation>
        </message>
        <message numerus="yes">
            <source>Dismiss %n findings</source>
            <translation>
                <numerusform>忽略 %n 条检查结果</numerusform>
            </translation>
        </message>
        <message>
            <source>Reason for dismissing</source>
            <translation>忽略的理由</translation>
        </message>
        <message>
            <source>The document stays as it is. You can have them shown again with Undo.</source>
            <translation>文档保持不变。用“撤销”可以让它们重新显示。</translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>另有 %n 处</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>DocumentCommands</name>
        <message>
            <source>&amp;Close tab</source>
            <translation>关闭标签页(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Copy</source>
            <translation>复制(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Find…</source>
            <translation>查找(&amp;F)…</translation>
        </message>
        <message>
            <source>&amp;Open folder…</source>
            <translation>打开文件夹(&amp;O)…</translation>
        </message>
        <message>
            <source>&amp;Paste</source>
            <translation>粘贴(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>退出(&amp;Q)</translation>
        </message>
        <message>
            <source>&amp;Redo</source>
            <translation>重做(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Reload from disk</source>
            <translation>重新加载磁盘上的内容(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Save</source>
            <translation>保存(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Undo</source>
            <translation>撤销(&amp;U)</translation>
        </message>
        <message>
            <source>Close &amp;folder</source>
            <translation>关闭文件夹(&amp;F)</translation>
        </message>
        <message>
            <source>Cu&amp;t</source>
            <translation>剪切(&amp;T)</translation>
        </message>
        <message>
            <source>New &amp;window</source>
            <translation>新建窗口(&amp;W)</translation>
        </message>
        <message>
            <source>Not saved: a merge is open. Choose Use result or close the merge, then save.</source>
            <translation>未保存：合并尚未完成。请先使用合并结果或退出合并，再保存。</translation>
        </message>
        <message>
            <source>Not saved: the file also changed on disk. Choose Merge, Keep mine or Reload above the text.</source>
            <translation>未保存：磁盘上的文件也有更改。请在正文上方选择“合并”“保留我的版本”或“重新加载”。</translation>
        </message>
        <message>
            <source>Nothing to redo here.</source>
            <translation>此处没有可重做的内容。</translation>
        </message>
        <message>
            <source>Nothing to undo here.</source>
            <translation>此处没有可撤销的内容。</translation>
        </message>
        <message>
            <source>Open the &amp;demo</source>
            <translation>打开演示(&amp;D)</translation>
        </message>
        <message>
            <source>R&amp;eplace…</source>
            <translation>替换(&amp;E)…</translation>
        </message>
        <message>
            <source>Redo {what}</source>
            <translation>重做：{what}</translation>
        </message>
        <message>
            <source>Save &amp;all</source>
            <translation>全部保存(&amp;A)</translation>
        </message>
        <message>
            <source>Select &amp;all</source>
            <translation>全选(&amp;A)</translation>
        </message>
        <message>
            <source>Undo {what}</source>
            <translation>撤销：{what}</translation>
        </message>
        <message>
            <source>Update su&amp;mmary</source>
            <translation>更新摘要(&amp;M)</translation>
        </message>
        <message>
            <source>Your unsaved text cannot be backed up right now. Save soon, so that a crash cannot lose it.</source>
            <translation>未保存的内容目前无法另行留存。请尽快保存，以免崩溃时丢失。</translation>
        </message>
        <message>
            <source>Your unsaved text is under Go › Recovered drafts.</source>
            <translation>未保存的内容在“转到 › 找回的内容”中。</translation>
        </message>
        <message>
            <source>edit in {name}</source>
            <translation>对 {name} 的编辑</translation>
        </message>
        <message>
            <source>merge step</source>
            <translation>合并步骤</translation>
        </message>
        <message>
            <source>typing</source>
            <translation>输入</translation>
        </message>
    </context>
    <context>
        <name>DocumentTabs</name>
        <message>
            <source>Open documents</source>
            <translation>已打开的文档</translation>
        </message>
        <message>
            <source>locked against agents</source>
            <translation>已对智能体锁定</translation>
        </message>
        <message>
            <source>{name}, changed by an agent. Close</source>
            <translation>{name}，已被智能体更改。关闭</translation>
        </message>
        <message>
            <source>{name}, changed by another program. Close</source>
            <translation>{name}，已被外部程序更改。关闭</translation>
        </message>
        <message>
            <source>{name}, unsaved. Close</source>
            <translation>{name}，未保存。关闭</translation>
        </message>
        <message>
            <source>{name}. Close</source>
            <translation>{name}。关闭</translation>
        </message>
    </context>
    <context>
        <name>DraftView</name>
        <message>
            <source>As it was typed</source>
            <translation>当时输入的内容</translation>
        </message>
        <message>
            <source>Compared with the document</source>
            <translation>与文档比较</translation>
        </message>
        <message>
            <source>Discard</source>
            <translation>丢弃</translation>
        </message>
        <message>
            <source>Restore</source>
            <translation>恢复</translation>
        </message>
        <message>
            <source>Show the draft</source>
            <translation>草稿的显示方式</translation>
        </message>
        <message>
            <source>The text of the draft</source>
            <translation>草稿的文字</translation>
        </message>
        <message>
            <source>Undo discard</source>
            <translation>撤销丢弃</translation>
        </message>
        <message>
            <source>on disk</source>
            <translation>磁盘上</translation>
        </message>
        <message>
            <source>recovered</source>
            <translation>找回的</translation>
        </message>
    </context>
    <context>
        <name>EditorArea</name>
        <message>
            <source>Choose a document on the left, or find one by its name.</source>
            <translation>在左侧选择文档，或按名称查找。</translation>
        </message>
        <message>
            <source>Entries</source>
            <translation>条目</translation>
        </message>
        <message>
            <source>Nothing open</source>
            <translation>没有打开的文档</translation>
        </message>
        <message>
            <source>Place in the document</source>
            <translation>文档中的位置</translation>
        </message>
        <message>
            <source>Read</source>
            <translation>阅读</translation>
        </message>
        <message>
            <source>Reading the folder…</source>
            <translation>正在读取文件夹…</translation>
        </message>
        <message>
            <source>Source</source>
            <translation>源码</translation>
        </message>
        <message>
            <source>Split</source>
            <translation>分栏</translation>
        </message>
        <message>
            <source>View of the document</source>
            <translation>文档视图</translation>
        </message>
        <message>
            <source>Write</source>
            <translation>编辑</translation>
        </message>
    </context>
    <context>
        <name>EntriesEditor</name>
        <message>
            <source>Add entry</source>
            <translation>添加条目</translation>
        </message>
        <message>
            <source>Another program also writes this file. A running agent may overwrite your edits: restart it after you save.</source>
            <translation>另有程序也在写入此文件。正在运行的智能体可能覆盖你的更改：请保存后重启该智能体。</translation>
        </message>
        <message>
            <source>Caution</source>
            <translation>注意</translation>
        </message>
        <message>
            <source>Compartments</source>
            <translation>分区</translation>
        </message>
        <message>
            <source>Filter entries</source>
            <translation>筛选条目</translation>
        </message>
        <message>
            <source>New entry</source>
            <translation>新条目</translation>
        </message>
        <message>
            <source>Size of the compartment</source>
            <translation>分区大小</translation>
        </message>
    </context>
    <context>
        <name>EntriesModel</name>
        <message>
            <source>Category</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>Content</source>
            <translation>内容</translation>
        </message>
        <message>
            <source>Priority</source>
            <translation>优先级</translation>
        </message>
        <message>
            <source>Tags</source>
            <translation>标签</translation>
        </message>
        <message>
            <source>Updated</source>
            <translation>更新时间</translation>
        </message>
    </context>
    <context>
        <name>EntryCommands</name>
        <message>
            <source>Move entry &amp;down</source>
            <translation>条目下移(&amp;D)</translation>
        </message>
        <message>
            <source>Move entry &amp;up</source>
            <translation>条目上移(&amp;U)</translation>
        </message>
        <message>
            <source>Move entry to another m&amp;onth…</source>
            <translation>将条目移到另一个月(&amp;O)…</translation>
        </message>
        <message>
            <source>Save the document first.</source>
            <translation>请先保存文档。</translation>
        </message>
        <message>
            <source>Split this month by &amp;week…</source>
            <translation>将本月按周拆分(&amp;W)…</translation>
        </message>
    </context>
    <context>
        <name>EntryForm</name>
        <message>
            <source>Add metadata</source>
            <translation>添加元数据</translation>
        </message>
        <message>
            <source>Category</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>Content</source>
            <translation>内容</translation>
        </message>
        <message>
            <source>Delete entry</source>
            <translation>删除条目</translation>
        </message>
        <message>
            <source>Metadata</source>
            <translation>元数据</translation>
        </message>
        <message>
            <source>Priority</source>
            <translation>优先级</translation>
        </message>
        <message>
            <source>Remove metadata</source>
            <translation>移除元数据</translation>
        </message>
        <message>
            <source>Tags</source>
            <translation>标签</translation>
        </message>
        <message>
            <source>created {created} · updated {updated}</source>
            <translation>创建于 {created} · 更新于 {updated}</translation>
        </message>
        <message numerus="yes">
            <source>read %n times</source>
            <translation>
                <numerusform>读取过 %n 次</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>EntryTextEditor</name>
        <message>
            <source>Entries are shown of documents up to {size}. Split this one to edit it by entry.</source>
            <translation>只有不超过 {size} 的文档才能按条目显示。请拆分此文档，再按条目编辑。</translation>
        </message>
    </context>
    <context>
        <name>ExplainCommands</name>
        <message>
            <source>E&amp;xplain this change</source>
            <translation>解释此更改(&amp;X)</translation>
        </message>
    </context>
    <context>
        <name>ExplanationRow</name>
        <message>
            <source>Cancelling…</source>
            <translation>正在取消…</translation>
        </message>
        <message>
            <source>Explanation of the change</source>
            <translation>对更改的解释</translation>
        </message>
        <message>
            <source>No model is chosen. Choose one in the settings first.</source>
            <translation>未选择模型。请先在设置中选择一个。</translation>
        </message>
        <message>
            <source>Progress of the explanation</source>
            <translation>解释的进度</translation>
        </message>
        <message>
            <source>The model is at work…</source>
            <translation>模型正在工作…</translation>
        </message>
    </context>
    <context>
        <name>FileCommands</name>
        <message>
            <source>&amp;New document…</source>
            <translation>新建文档(&amp;N)…</translation>
        </message>
        <message>
            <source>Choose a document first.</source>
            <translation>请先选择一个文档。</translation>
        </message>
        <message>
            <source>D&amp;uplicate</source>
            <translation>创建副本(&amp;U)</translation>
        </message>
        <message>
            <source>Dele&amp;te</source>
            <translation>删除(&amp;T)</translation>
        </message>
        <message>
            <source>No action to redo.</source>
            <translation>没有可以重做的操作。</translation>
        </message>
        <message>
            <source>No action to undo.</source>
            <translation>没有可以撤销的操作。</translation>
        </message>
        <message>
            <source>No folder is open.</source>
            <translation>没有打开的文件夹。</translation>
        </message>
        <message>
            <source>Redo</source>
            <translation>重做</translation>
        </message>
        <message>
            <source>Redo last action</source>
            <translation>重做上一项操作</translation>
        </message>
        <message>
            <source>Redo {what}</source>
            <translation>重做：{what}</translation>
        </message>
        <message>
            <source>Rena&amp;me or move…</source>
            <translation>重命名或移动(&amp;M)…</translation>
        </message>
        <message>
            <source>The workspace folder cannot be found.</source>
            <translation>找不到工作区文件夹。</translation>
        </message>
        <message>
            <source>This cannot be done with links, folders and devices.</source>
            <translation>不能对链接、文件夹和设备执行此操作。</translation>
        </message>
        <message>
            <source>This workspace is open read-only.</source>
            <translation>此工作区以只读方式打开。</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Undo last action</source>
            <translation>撤销上一项操作</translation>
        </message>
        <message>
            <source>Undo {what}</source>
            <translation>撤销：{what}</translation>
        </message>
    </context>
    <context>
        <name>Files</name>
        <message>
            <source>A folder cannot be moved into itself.</source>
            <translation>文件夹不能移到它自己里面。</translation>
        </message>
        <message>
            <source>Copy to {name}</source>
            <translation>复制为 {name}</translation>
        </message>
        <message>
            <source>Could not redo: {what}.</source>
            <translation>未能重做：{what}。</translation>
        </message>
        <message>
            <source>Could not undo: {what}.</source>
            <translation>未能撤销：{what}。</translation>
        </message>
        <message>
            <source>Created {name}.</source>
            <translation>已新建 {name}。</translation>
        </message>
        <message>
            <source>Delete {name}</source>
            <translation>删除 {name}</translation>
        </message>
        <message>
            <source>Deleted {name}. You can restore it from Go › Deleted documents.</source>
            <translation>已删除 {name}。可从“转到 › 已删除的文档”恢复。</translation>
        </message>
        <message>
            <source>Duplicated as {name}.</source>
            <translation>已创建副本 {name}。</translation>
        </message>
        <message>
            <source>Enter a name.</source>
            <translation>请输入名称。</translation>
        </message>
        <message>
            <source>Enter a path inside the workspace, without “.”, “..” or empty parts.</source>
            <translation>请输入工作区内的路径，不能有“.”、“..”或空的部分。</translation>
        </message>
        <message>
            <source>Merge a conflict copy into {name}</source>
            <translation>将冲突副本合并到 {name}</translation>
        </message>
        <message>
            <source>Merged the conflict copy into {name} and deleted the copy.</source>
            <translation>已将冲突副本合并到 {name}，并删除该副本。</translation>
        </message>
        <message>
            <source>Names cannot contain {part}.</source>
            <translation>名称不能包含 {part}。</translation>
        </message>
        <message>
            <source>Names cannot end with a dot or a space.</source>
            <translation>名称不能以句点或空格结尾。</translation>
        </message>
        <message>
            <source>Names that start with “{part}” are reserved for memdesk.</source>
            <translation>以“{part}”开头的名称由 memdesk 保留。</translation>
        </message>
        <message>
            <source>New {name}</source>
            <translation>新建 {name}</translation>
        </message>
        <message>
            <source>Redone: {what}</source>
            <translation>已重做：{what}</translation>
        </message>
        <message>
            <source>Rename {name} to {new}</source>
            <translation>将 {name} 重命名为 {new}</translation>
        </message>
        <message>
            <source>Renamed {name} to {new}.</source>
            <translation>已将 {name} 重命名为 {new}。</translation>
        </message>
        <message>
            <source>Restore {name}</source>
            <translation>恢复 {name}</translation>
        </message>
        <message>
            <source>Restored {name}.</source>
            <translation>已恢复 {name}。</translation>
        </message>
        <message>
            <source>The folder “{part}” already exists.</source>
            <translation>文件夹“{part}”已存在。</translation>
        </message>
        <message>
            <source>The name is longer than 240 bytes.</source>
            <translation>名称超过 240 字节。</translation>
        </message>
        <message>
            <source>Undone: {what}</source>
            <translation>已撤销：{what}</translation>
        </message>
        <message>
            <source>{name} has changed since then, so it was left as it is. Its history has every version.</source>
            <translation>{name} 后来又有更改，因此未做处理。每个版本都在它的历史里。</translation>
        </message>
        <message>
            <source>“{part}” already exists.</source>
            <translation>“{part}”已存在。</translation>
        </message>
        <message>
            <source>“{part}” belongs to version control or a sync app.</source>
            <translation>“{part}”属于版本控制或同步应用。</translation>
        </message>
        <message>
            <source>“{part}” is a document, not a folder.</source>
            <translation>“{part}”是文档，不是文件夹。</translation>
        </message>
        <message>
            <source>“{part}” is a reserved name on Windows.</source>
            <translation>“{part}”是 Windows 的保留名称。</translation>
        </message>
    </context>
    <context>
        <name>FilterRow</name>
        <message>
            <source>Remove filter {name}</source>
            <translation>移除筛选条件“{name}”</translation>
        </message>
    </context>
    <context>
        <name>FindBar</name>
        <message numerus="yes">
            <source>%n matches</source>
            <translation>
                <numerusform>%n 处匹配</numerusform>
            </translation>
        </message>
        <message>
            <source>Close find</source>
            <translation>关闭查找</translation>
        </message>
        <message>
            <source>Find</source>
            <translation>查找</translation>
        </message>
        <message>
            <source>Match case</source>
            <translation>区分大小写</translation>
        </message>
        <message>
            <source>Next match</source>
            <translation>下一处匹配</translation>
        </message>
        <message>
            <source>No match</source>
            <translation>无匹配</translation>
        </message>
        <message>
            <source>Previous match</source>
            <translation>上一处匹配</translation>
        </message>
        <message>
            <source>Replace</source>
            <translation>替换</translation>
        </message>
        <message>
            <source>Replace all</source>
            <translation>全部替换</translation>
        </message>
        <message>
            <source>Replace with</source>
            <translation>替换为</translation>
        </message>
        <message>
            <source>Whole words</source>
            <translation>全字匹配</translation>
        </message>
        <message>
            <source>{index} of {total}</source>
            <translation>{index} / {total}</translation>
        </message>
    </context>
    <context>
        <name>FindField</name>
        <message>
            <source>Find anything</source>
            <translation>查找任何内容</translation>
        </message>
        <message>
            <source>Find anything ({keys})</source>
            <translation>查找一切（{keys}）</translation>
        </message>
        <message>
            <source>Find documents, text and commands</source>
            <translation>查找文档、内容和命令</translation>
        </message>
    </context>
    <context>
        <name>FindingCommands</name>
        <message>
            <source>Dismiss…</source>
            <translation>忽略…</translation>
        </message>
        <message>
            <source>Lock…</source>
            <translation>锁定…</translation>
        </message>
        <message>
            <source>Purge a secret…</source>
            <translation>彻底清除机密(&amp;P)…</translation>
        </message>
        <message>
            <source>Purge…</source>
            <translation>彻底清除…</translation>
        </message>
        <message>
            <source>Quarantine</source>
            <translation>隔离</translation>
        </message>
        <message>
            <source>Redact secret</source>
            <translation>机密脱敏</translation>
        </message>
    </context>
    <context>
        <name>Findings</name>
        <message numerus="yes">
            <source>%n findings dismissed.</source>
            <translation>
                <numerusform>已忽略 %n 条检查结果。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n parts moved to quarantine, out of the agents’ sight.</source>
            <translation>
                <numerusform>已将 %n 处移入隔离区，智能体看不到了。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n secrets redacted.</source>
            <translation>
                <numerusform>已对 %n 处机密脱敏。</numerusform>
            </translation>
        </message>
        <message>
            <source>A hidden text of {1} letters ({0})</source>
            <translation>一段 {1} 个字符的隐藏文字（{0}）</translation>
        </message>
        <message>
            <source>A hidden text of {1} letters says: “{2}” ({0})</source>
            <translation>{1} 个字母的隐藏文字，内容是：“{2}”（{0}）</translation>
        </message>
        <message>
            <source>A link whose words name another place than it leads to: {0}</source>
            <translation>链接文字与实际网址不符：{0}</translation>
        </message>
        <message>
            <source>A long random text that may be a secret: {1}</source>
            <translation>一长串随机字符，可能是机密：{1}</translation>
        </message>
        <message>
            <source>A mark that changes the order in which text is shown ({0})</source>
            <translation>改变文字显示顺序的标记（{0}）</translation>
        </message>
        <message>
            <source>A private key</source>
            <translation>一个私钥</translation>
        </message>
        <message>
            <source>An address ({0}) with a password in it: {1}</source>
            <translation>含有密码的地址（{0}）：{1}</translation>
        </message>
        <message>
            <source>An address that carries its own document ({0})</source>
            <translation>自带文档内容的网址（{0}）</translation>
        </message>
        <message>
            <source>An address that hides its real host: {0}</source>
            <translation>实际主机与开头所示不符的网址：{0}</translation>
        </message>
        <message>
            <source>An address that runs a program ({0})</source>
            <translation>会启动程序的网址（{0}）</translation>
        </message>
        <message>
            <source>An address that would carry text away to {0}</source>
            <translation>会把内容发送到 {0} 的网址</translation>
        </message>
        <message>
            <source>An address whose name is written in code: {0}</source>
            <translation>主机名经过编码的网址：{0}</translation>
        </message>
        <message>
            <source>An address whose name mixes letters that look alike: {0}</source>
            <translation>名称混用形近字母的地址：{0}</translation>
        </message>
        <message>
            <source>An address with a number in the place of a name: {0}</source>
            <translation>用数字代替名称的地址：{0}</translation>
        </message>
        <message>
            <source>An encoded text of {0} letters that says something when decoded</source>
            <translation>{0} 个字符的编码内容，解码后有含义</translation>
        </message>
        <message>
            <source>Characters that nobody sees ({0})</source>
            <translation>看不见的字符（{0}）</translation>
        </message>
        <message>
            <source>Contradicts line {0}</source>
            <translation>与第 {0} 行矛盾</translation>
        </message>
        <message>
            <source>Costs about {0} tokens in every prompt; {1} are plenty</source>
            <translation>每次提示词约耗 {0} 个词元；{1} 个已足够</translation>
        </message>
        <message>
            <source>Credentials ({0}): {1}</source>
            <translation>凭据（{0}）：{1}</translation>
        </message>
        <message>
            <source>Gives the agent an order</source>
            <translation>对智能体下达指令</translation>
        </message>
        <message>
            <source>Gives the agent another role or new instructions</source>
            <translation>给智能体另一个角色或新的指令</translation>
        </message>
        <message>
            <source>Has {0} bytes; its agent allows {1}</source>
            <translation>有 {0} 字节，超过此类智能体的上限 {1} 字节</translation>
        </message>
        <message>
            <source>Has {0} characters; its agent allows {1}</source>
            <translation>有 {0} 个字符，超过此类智能体的上限 {1} 个字符</translation>
        </message>
        <message>
            <source>Has {0} of {1} bytes</source>
            <translation>已用 {0} / {1} 字节</translation>
        </message>
        <message>
            <source>Has {0} of {1} characters</source>
            <translation>已用 {1} 个字符中的 {0} 个</translation>
        </message>
        <message>
            <source>Imitates a call of a tool, or the answer to one</source>
            <translation>伪装成工具调用或工具的回答</translation>
        </message>
        <message>
            <source>Imitates the marks between the messages of a conversation</source>
            <translation>伪装成对话消息之间的标记</translation>
        </message>
        <message>
            <source>Marks of a git merge that nobody resolved: agents read both sides</source>
            <translation>git 合并留下、无人处理的标记：智能体会把两边都读进去</translation>
        </message>
        <message>
            <source>Orders the agent to act without your knowing</source>
            <translation>要求智能体瞒着你行事</translation>
        </message>
        <message>
            <source>Orders the agent to ignore its instructions</source>
            <translation>要求智能体忽略其指令</translation>
        </message>
        <message>
            <source>Orders the agent to send or show what it knows</source>
            <translation>要求智能体发送或透露它知道的内容</translation>
        </message>
        <message>
            <source>Says the same as line {0}</source>
            <translation>与第 {0} 行内容相同</translation>
        </message>
        <message>
            <source>The day that this speaks of has passed ({0})</source>
            <translation>提到的日期已过（{0}）</translation>
        </message>
        <message>
            <source>The findings are shown again.</source>
            <translation>已重新显示这些检查结果。</translation>
        </message>
        <message>
            <source>The history still contains what was redacted.</source>
            <translation>历史中仍保留脱敏前的内容。</translation>
        </message>
        <message>
            <source>The text after “{0}” looks like a password: {1}</source>
            <translation>“{0}”之后的内容像是密码：{1}</translation>
        </message>
        <message>
            <source>The text after “{0}” looks like a secret: {1}</source>
            <translation>“{0}”之后的内容像是机密：{1}</translation>
        </message>
        <message>
            <source>Undone.</source>
            <translation>已撤销。</translation>
        </message>
        <message>
            <source>What was put into quarantine is back: {0}</source>
            <translation>隔离过的内容又回来了：{0}</translation>
        </message>
        <message>
            <source>budget</source>
            <translation>大小超限</translation>
        </message>
        <message>
            <source>contradiction</source>
            <translation>矛盾</translation>
        </message>
        <message>
            <source>duplicate</source>
            <translation>重复</translation>
        </message>
        <message>
            <source>encoded</source>
            <translation>编码内容</translation>
        </message>
        <message>
            <source>git merge</source>
            <translation>git 合并</translation>
        </message>
        <message>
            <source>instruction</source>
            <translation>指令</translation>
        </message>
        <message>
            <source>invisible text</source>
            <translation>隐形文字</translation>
        </message>
        <message>
            <source>key</source>
            <translation>密钥</translation>
        </message>
        <message>
            <source>line {number}</source>
            <translation>第 {number} 行</translation>
        </message>
        <message>
            <source>link</source>
            <translation>链接</translation>
        </message>
        <message>
            <source>quarantine</source>
            <translation>隔离</translation>
        </message>
        <message>
            <source>secret</source>
            <translation>机密</translation>
        </message>
        <message>
            <source>stale</source>
            <translation>过时</translation>
        </message>
        <message>
            <source>token</source>
            <translation>令牌</translation>
        </message>
        <message>
            <source>{0} letters that are encoded</source>
            <translation>{0} 个经过编码的字符</translation>
        </message>
        <message>
            <source>{0}: {1}</source>
            <translation>{0}：{1}</translation>
        </message>
        <message>
            <source>“{0}” was said on {1}</source>
            <translation>“{0}”是 {1} 说的</translation>
        </message>
    </context>
    <context>
        <name>FindingsList</name>
        <message>
            <source>What was found</source>
            <translation>检查结果</translation>
        </message>
    </context>
    <context>
        <name>FolderButton</name>
        <message>
            <source>Workspaces</source>
            <translation>工作区</translation>
        </message>
    </context>
    <context>
        <name>FolderRows</name>
        <message>
            <source>Pin</source>
            <translation>固定</translation>
        </message>
        <message>
            <source>Unpin</source>
            <translation>取消固定</translation>
        </message>
    </context>
    <context>
        <name>FoundMenu</name>
        <message>
            <source>This &amp;must be found</source>
            <translation>必须找到这条(&amp;M)</translation>
        </message>
        <message>
            <source>This must &amp;not be found</source>
            <translation>不得找到这条(&amp;N)</translation>
        </message>
    </context>
    <context>
        <name>Gutter</name>
        <message>
            <source>Line numbers and writers</source>
            <translation>行号与写入者</translation>
        </message>
        <message>
            <source>New since you last looked</source>
            <translation>自你上次查看以来新增</translation>
        </message>
        <message>
            <source>Not reviewed</source>
            <translation>未审阅</translation>
        </message>
        <message>
            <source>Written by you</source>
            <translation>由你写入</translation>
        </message>
        <message>
            <source>Written by {name}</source>
            <translation>由 {name} 写入</translation>
        </message>
    </context>
    <context>
        <name>HelpDialog</name>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Help</source>
            <translation>帮助</translation>
        </message>
        <message>
            <source>Help page</source>
            <translation>帮助页</translation>
        </message>
        <message>
            <source>Help pages</source>
            <translation>帮助目录</translation>
        </message>
        <message>
            <source>No page has these words.</source>
            <translation>没有页面包含这些词。</translation>
        </message>
        <message>
            <source>Search the help</source>
            <translation>搜索帮助</translation>
        </message>
    </context>
    <context>
        <name>History</name>
        <message>
            <source>accepted from a shell</source>
            <translation>在命令行中接受</translation>
        </message>
        <message>
            <source>approved from a shell</source>
            <translation>在命令行中批准</translation>
        </message>
        <message>
            <source>as first seen</source>
            <translation>首次见到时即有</translation>
        </message>
        <message>
            <source>backups removed from a shell</source>
            <translation>从命令行清理了备份</translation>
        </message>
        <message>
            <source>code for shells switched</source>
            <translation>切换了命令行验证码</translation>
        </message>
        <message>
            <source>conflict copy merged</source>
            <translation>已合并冲突副本</translation>
        </message>
        <message>
            <source>conflict copy merged from a shell</source>
            <translation>在命令行中合并冲突副本</translation>
        </message>
        <message>
            <source>copied</source>
            <translation>已复制</translation>
        </message>
        <message>
            <source>created</source>
            <translation>已创建</translation>
        </message>
        <message>
            <source>damaged record accepted from a shell</source>
            <translation>从命令行接受了损坏的记录</translation>
        </message>
        <message>
            <source>damaged record restored from a shell</source>
            <translation>从命令行恢复了损坏的记录</translation>
        </message>
        <message>
            <source>decision undone from a shell</source>
            <translation>在命令行中撤销了决定</translation>
        </message>
        <message>
            <source>deleted</source>
            <translation>已删除</translation>
        </message>
        <message>
            <source>dropped from quarantine by a shell</source>
            <translation>在命令行中从隔离区丢弃</translation>
        </message>
        <message>
            <source>edited in review</source>
            <translation>审阅时编辑</translation>
        </message>
        <message>
            <source>edited in review from a shell</source>
            <translation>在命令行中审阅时修改</translation>
        </message>
        <message>
            <source>filled with the search index from a shell</source>
            <translation>在命令行写入搜索索引</translation>
        </message>
        <message>
            <source>finding dismissed from a shell</source>
            <translation>在命令行中忽略了检查结果</translation>
        </message>
        <message>
            <source>locked from a shell</source>
            <translation>在命令行中锁定</translation>
        </message>
        <message>
            <source>no longer kept</source>
            <translation>已不再保留</translation>
        </message>
        <message>
            <source>old copies deleted</source>
            <translation>已删除旧副本</translation>
        </message>
        <message>
            <source>override set</source>
            <translation>已设覆盖值</translation>
        </message>
        <message>
            <source>overrides deleted</source>
            <translation>已删除覆盖值</translation>
        </message>
        <message>
            <source>policy changed from a shell</source>
            <translation>在命令行中更改策略</translation>
        </message>
        <message>
            <source>purged from a shell</source>
            <translation>从命令行永久清除</translation>
        </message>
        <message>
            <source>quarantined</source>
            <translation>已隔离</translation>
        </message>
        <message>
            <source>quarantined from a shell</source>
            <translation>在命令行中隔离</translation>
        </message>
        <message>
            <source>redacted</source>
            <translation>机密已脱敏</translation>
        </message>
        <message>
            <source>redacted from a shell</source>
            <translation>在命令行中脱敏</translation>
        </message>
        <message>
            <source>redone</source>
            <translation>已重做</translation>
        </message>
        <message>
            <source>refused from a shell</source>
            <translation>在命令行中拒绝</translation>
        </message>
        <message>
            <source>renamed</source>
            <translation>已重命名</translation>
        </message>
        <message>
            <source>renamed from {name}</source>
            <translation>由 {name} 重命名而来</translation>
        </message>
        <message>
            <source>renamed to {name}</source>
            <translation>已重命名为 {name}</translation>
        </message>
        <message>
            <source>replaced</source>
            <translation>被替代</translation>
        </message>
        <message>
            <source>replaced from a shell</source>
            <translation>在命令行中替换</translation>
        </message>
        <message>
            <source>restored</source>
            <translation>已恢复</translation>
        </message>
        <message>
            <source>restored from a shell</source>
            <translation>在命令行中恢复</translation>
        </message>
        <message>
            <source>reverted</source>
            <translation>已还原</translation>
        </message>
        <message>
            <source>reverted from a shell</source>
            <translation>在命令行中还原</translation>
        </message>
        <message>
            <source>reviewed in part from a shell</source>
            <translation>由 shell 部分审阅</translation>
        </message>
        <message>
            <source>rolled back</source>
            <translation>已回滚</translation>
        </message>
        <message>
            <source>rules set from a shell</source>
            <translation>在命令行中设置了规则</translation>
        </message>
        <message>
            <source>saved from a shell</source>
            <translation>在命令行中保存</translation>
        </message>
        <message>
            <source>set in the configuration</source>
            <translation>已写入配置</translation>
        </message>
        <message>
            <source>sharing of records switched from a shell</source>
            <translation>从命令行切换了记录的共享</translation>
        </message>
        <message>
            <source>snoozed from a shell</source>
            <translation>在命令行中推迟</translation>
        </message>
        <message>
            <source>taken out of quarantine from a shell</source>
            <translation>在命令行中从隔离区取出</translation>
        </message>
        <message>
            <source>undone</source>
            <translation>已撤销</translation>
        </message>
        <message>
            <source>unlocked from a shell</source>
            <translation>在命令行中解除锁定</translation>
        </message>
        <message>
            <source>written by a job run from a shell</source>
            <translation>由在命令行中运行的维护任务写入</translation>
        </message>
        <message>
            <source>wrong codes tried from a shell</source>
            <translation>在命令行中试了错误的验证码</translation>
        </message>
    </context>
    <context>
        <name>HistoryCare</name>
        <message>
            <source>&amp;Check history…</source>
            <translation>检查历史(&amp;C)…</translation>
        </message>
    </context>
    <context>
        <name>HistoryCheckDialog</name>
        <message numerus="yes">
            <source>%n changes recorded since {since}.</source>
            <translation>
                <numerusform>自 {since} 起共记录 %n 次更改。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n older versions are no longer kept.</source>
            <translation>
                <numerusform>%n 个较旧的版本已不再保留。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n problems found</source>
            <translation>
                <numerusform>发现 %n 个问题</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n versions kept, {size} on disk.</source>
            <translation>
                <numerusform>保留了 %n 个版本，占用磁盘 {size}。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n versions will be removed at the next cleanup ({size}).</source>
            <translation>
                <numerusform>下次清理将移除 %n 个版本（{size}）。</numerusform>
            </translation>
        </message>
        <message>
            <source>All versions are intact</source>
            <translation>每个版本都与保存时一致</translation>
        </message>
        <message>
            <source>Check history</source>
            <translation>检查历史</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>No history yet. It starts with your first save.</source>
            <translation>还没有历史，从第一次保存开始。</translation>
        </message>
        <message>
            <source>Problems</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Reading every version…</source>
            <translation>正在读取每个版本…</translation>
        </message>
        <message>
            <source>Result</source>
            <translation>结果</translation>
        </message>
        <message>
            <source>Set aside</source>
            <translation>移到一边</translation>
        </message>
        <message>
            <source>What there is</source>
            <translation>现有内容</translation>
        </message>
    </context>
    <context>
        <name>HistoryCommands</name>
        <message>
            <source>&amp;Deleted documents</source>
            <translation>已删除的文档(&amp;D)</translation>
        </message>
        <message>
            <source>Compare with another versio&amp;n…</source>
            <translation>与其他版本比较(&amp;N)…</translation>
        </message>
        <message>
            <source>Go to &amp;history</source>
            <translation>转到历史(&amp;H)</translation>
        </message>
        <message>
            <source>Restore as new docu&amp;ment</source>
            <translation>恢复为新文档(&amp;Y)</translation>
        </message>
        <message>
            <source>Restore only this chan&amp;ge</source>
            <translation>只恢复这一处(&amp;G)</translation>
        </message>
        <message>
            <source>Restore this &amp;version</source>
            <translation>恢复此版本(&amp;V)</translation>
        </message>
        <message>
            <source>earlier versions undo restore log</source>
            <translation>earlier versions undo restore log 历史 版本 较早 恢复</translation>
        </message>
        <message>
            <source>restore undelete trash recover</source>
            <translation>restore undelete trash recover 恢复 已删除 回收站 找回</translation>
        </message>
    </context>
    <context>
        <name>HistoryPane</name>
        <message>
            <source>Deleted</source>
            <translation>已删除</translation>
        </message>
        <message>
            <source>Filter by author</source>
            <translation>列出谁的版本</translation>
        </message>
        <message>
            <source>History</source>
            <translation>历史</translation>
        </message>
        <message>
            <source>No document</source>
            <translation>没有文档</translation>
        </message>
        <message>
            <source>No versions</source>
            <translation>没有版本</translation>
        </message>
        <message>
            <source>Nothing was deleted</source>
            <translation>没有删除任何内容</translation>
        </message>
        <message>
            <source>Older versions</source>
            <translation>更早的版本</translation>
        </message>
        <message>
            <source>Reading the history…</source>
            <translation>正在读取历史…</translation>
        </message>
        <message>
            <source>The history cannot be read</source>
            <translation>无法读取历史</translation>
        </message>
        <message>
            <source>The versions of a document appear here.</source>
            <translation>文档的各个版本会显示在这里。</translation>
        </message>
        <message>
            <source>This document</source>
            <translation>此文档</translation>
        </message>
        <message>
            <source>What is deleted can be restored here.</source>
            <translation>删除的内容可以在这里恢复。</translation>
        </message>
    </context>
    <context>
        <name>HotForm</name>
        <message>
            <source>Category</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Description</source>
            <translation>描述</translation>
        </message>
        <message>
            <source>Event</source>
            <translation>事件</translation>
        </message>
        <message>
            <source>Field of the agent</source>
            <translation>智能体的字段</translation>
        </message>
        <message>
            <source>Field of the owner</source>
            <translation>所有者的字段</translation>
        </message>
        <message>
            <source>Importance</source>
            <translation>重要性</translation>
        </message>
        <message>
            <source>Lesson</source>
            <translation>经验教训</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>Priority</source>
            <translation>优先级</translation>
        </message>
        <message>
            <source>Project</source>
            <translation>项目</translation>
        </message>
        <message>
            <source>Status</source>
            <translation>状态</translation>
        </message>
        <message>
            <source>Task</source>
            <translation>任务</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>文字</translation>
        </message>
    </context>
    <context>
        <name>HotPage</name>
        <message>
            <source>Hot tier</source>
            <translation>热记忆</translation>
        </message>
    </context>
    <context>
        <name>HotTier</name>
        <message>
            <source>Agent</source>
            <translation>智能体</translation>
        </message>
        <message>
            <source>Avoid</source>
            <translation>避免</translation>
        </message>
        <message>
            <source>Called</source>
            <translation>称呼</translation>
        </message>
        <message>
            <source>Events</source>
            <translation>事件</translation>
        </message>
        <message>
            <source>Family</source>
            <translation>家人</translation>
        </message>
        <message>
            <source>Identity</source>
            <translation>身份</translation>
        </message>
        <message>
            <source>Lessons</source>
            <translation>经验教训</translation>
        </message>
        <message>
            <source>Loves</source>
            <translation>喜好</translation>
        </message>
        <message>
            <source>More in the file</source>
            <translation>文件中的其他内容</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名字</translation>
        </message>
        <message>
            <source>Owner</source>
            <translation>主人</translation>
        </message>
        <message>
            <source>Personality</source>
            <translation>个性</translation>
        </message>
        <message>
            <source>Preferences</source>
            <translation>偏好</translation>
        </message>
        <message>
            <source>Projects</source>
            <translation>项目</translation>
        </message>
        <message>
            <source>Schedule</source>
            <translation>日程</translation>
        </message>
        <message>
            <source>Tasks</source>
            <translation>任务</translation>
        </message>
        <message>
            <source>Time zone</source>
            <translation>时区</translation>
        </message>
        <message>
            <source>Together since</source>
            <translation>相识于</translation>
        </message>
        <message>
            <source>Trust</source>
            <translation>信任</translation>
        </message>
        <message>
            <source>due {date}</source>
            <translation>{date} 到期</translation>
        </message>
    </context>
    <context>
        <name>InboxFilter</name>
        <message>
            <source>Clear filters</source>
            <translation>清除筛选</translation>
        </message>
        <message>
            <source>Filter by finding</source>
            <translation>按检查结果筛选</translation>
        </message>
        <message>
            <source>Filter by words</source>
            <translation>按文字筛选</translation>
        </message>
        <message>
            <source>Filters in force</source>
            <translation>当前的筛选条件</translation>
        </message>
        <message>
            <source>Only changes with these words</source>
            <translation>只列出含有这些文字的更改</translation>
        </message>
        <message>
            <source>all findings</source>
            <translation>全部检查结果</translation>
        </message>
    </context>
    <context>
        <name>InboxMenu</name>
        <message>
            <source>Accept everything from {name}</source>
            <translation>接受 {name} 的全部更改</translation>
        </message>
        <message>
            <source>Accept everything in this document</source>
            <translation>接受此文档的全部更改</translation>
        </message>
        <message>
            <source>Accept everything of this session</source>
            <translation>接受此会话的全部更改</translation>
        </message>
        <message>
            <source>Always for…</source>
            <translation>今后总是…</translation>
        </message>
        <message>
            <source>Revert everything by {name} since this change…</source>
            <translation>还原 {name} 自此更改以来的全部更改…</translation>
        </message>
        <message>
            <source>Revert this whole session…</source>
            <translation>还原整个会话的更改…</translation>
        </message>
        <message>
            <source>Show only this document</source>
            <translation>只显示此文档</translation>
        </message>
        <message>
            <source>Show only this session</source>
            <translation>只显示此会话</translation>
        </message>
        <message>
            <source>session {id}</source>
            <translation>会话 {id}</translation>
        </message>
    </context>
    <context>
        <name>InboxPage</name>
        <message numerus="yes">
            <source>%n changes</source>
            <translation>
                <numerusform>%n 项更改</numerusform>
            </translation>
        </message>
        <message>
            <source>Changes by agents and other programs appear here until you accept or revert them.</source>
            <translation>智能体和其他程序的更改会列在这里，等你接受或还原。</translation>
        </message>
        <message>
            <source>Changes to review</source>
            <translation>待审阅的更改</translation>
        </message>
        <message>
            <source>No change matches all of these filters. Clear them to see the rest.</source>
            <translation>没有更改符合所有筛选条件。清除筛选即可查看其余更改。</translation>
        </message>
        <message>
            <source>Nothing else waits. {key} undoes the last decision.</source>
            <translation>没有其他待审阅的更改。{key} 可撤销上一个决定。</translation>
        </message>
        <message>
            <source>Nothing of this waits</source>
            <translation>没有符合筛选的更改</translation>
        </message>
        <message>
            <source>Nothing to review</source>
            <translation>没有待审阅的更改</translation>
        </message>
        <message>
            <source>Reading what waits…</source>
            <translation>正在读取待审阅的更改…</translation>
        </message>
        <message>
            <source>These are too many documents to compare together. Look at each change first, or choose fewer.</source>
            <translation>文档太多，无法一起比较。请先逐项查看，或少选一些。</translation>
        </message>
        <message>
            <source>These changes belong together. Press → to show them one by one. Accept and Revert first show them, too, and act once they were shown.</source>
            <translation>这些更改属于同一组。按 → 逐个显示；接受键或还原键第一次按下时也只显示，显示过之后才生效。</translation>
        </message>
        <message>
            <source>These changes belong together. What you press here holds for all of them.</source>
            <translation>这些更改属于同一组。在此按键对全组生效。</translation>
        </message>
        <message>
            <source>the first {shown} of {total}</source>
            <translation>前 {shown} 项，共 {total} 项</translation>
        </message>
    </context>
    <context>
        <name>InspectorPane</name>
        <message>
            <source>Choose a document to see its details, outline and recent changes.</source>
            <translation>选择一个文档，即可查看它的信息、大纲和最近的更改。</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Copy as JSON</source>
            <translation>复制为 JSON</translation>
        </message>
        <message>
            <source>Copy as Markdown</source>
            <translation>复制为 Markdown</translation>
        </message>
        <message>
            <source>Copy as unified diff</source>
            <translation>复制为统一差异</translation>
        </message>
        <message>
            <source>Go there</source>
            <translation>转到该处</translation>
        </message>
        <message>
            <source>Locked against agents</source>
            <translation>对智能体锁定</translation>
        </message>
        <message>
            <source>No document</source>
            <translation>没有文档</translation>
        </message>
        <message>
            <source>Outline</source>
            <translation>大纲</translation>
        </message>
        <message>
            <source>Problems</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Recent changes</source>
            <translation>最近的更改</translation>
        </message>
        <message>
            <source>Show difference</source>
            <translation>显示差异</translation>
        </message>
        <message>
            <source>version {short}</source>
            <translation>版本 {short}</translation>
        </message>
    </context>
    <context>
        <name>JobAnswers</name>
        <message>
            <source>A summary is due.</source>
            <translation>需要更新摘要了。</translation>
        </message>
        <message>
            <source>A summary is not due yet.</source>
            <translation>还不需要摘要。</translation>
        </message>
        <message>
            <source>Another program wrote this file last. An agent that loads its memory only when it starts writes over this change; restart it.</source>
            <translation>此文件最后由其他程序写入。只在启动时读取记忆的智能体会覆盖这次更改；请重新启动它。</translation>
        </message>
        <message>
            <source>Bytes of the hot tier: {what}</source>
            <translation>热记忆字节数：{what}</translation>
        </message>
        <message>
            <source>Bytes of the index: {what}</source>
            <translation>索引字节数：{what}</translation>
        </message>
        <message>
            <source>Daily notes read: {what}</source>
            <translation>读取的每日笔记：{what}</translation>
        </message>
        <message>
            <source>Entries of the copy that can be read: {what}</source>
            <translation>副本中可读的条目：{what}</translation>
        </message>
        <message>
            <source>Entries that lack something: {what}</source>
            <translation>不完整的条目：{what}</translation>
        </message>
        <message>
            <source>Entries that {place} has now, too: {what}</source>
            <translation>{place} 新得到的条目数：{what}</translation>
        </message>
        <message>
            <source>Every summary line says already what is there.</source>
            <translation>所有摘要行均已是最新。</translation>
        </message>
        <message>
            <source>Into the archive: {what}</source>
            <translation>移入归档：{what}</translation>
        </message>
        <message>
            <source>It has entries of one week only; nothing is split.</source>
            <translation>只有一周的条目，不拆分。</translation>
        </message>
        <message>
            <source>It is to be made shorter.</source>
            <translation>需要缩短。</translation>
        </message>
        <message>
            <source>It need not be made shorter now.</source>
            <translation>现在不需要缩短。</translation>
        </message>
        <message>
            <source>Kilobytes of the warm tier: {what}</source>
            <translation>温记忆千字节数：{what}</translation>
        </message>
        <message>
            <source>Known already: {what}</source>
            <translation>已有：{what}</translation>
        </message>
        <message>
            <source>Memories in the archive: {what}</source>
            <translation>归档记忆数：{what}</translation>
        </message>
        <message>
            <source>Memories in the warm tier: {what}</source>
            <translation>温记忆条数：{what}</translation>
        </message>
        <message>
            <source>Messages that go: {what}</source>
            <translation>将删除的消息：{what}</translation>
        </message>
        <message>
            <source>Messages: {what}</source>
            <translation>消息：{what}</translation>
        </message>
        <message>
            <source>New topics: {what}</source>
            <translation>新主题：{what}</translation>
        </message>
        <message>
            <source>None of them is missing.</source>
            <translation>没有缺少的条目。</translation>
        </message>
        <message>
            <source>Not made by the agent, so left as it is: {what}</source>
            <translation>不是智能体生成的，保持原样：{what}</translation>
        </message>
        <message>
            <source>Read: {what}</source>
            <translation>已读取：{what}</translation>
        </message>
        <message>
            <source>Recovered into {place}: {what}</source>
            <translation>恢复到 {place}：{what}</translation>
        </message>
        <message>
            <source>Steps that cannot be done, so they are left out: {what}</source>
            <translation>无法执行、因此略去的步骤：{what}</translation>
        </message>
        <message>
            <source>Stored: {what}</source>
            <translation>存入：{what}</translation>
        </message>
        <message>
            <source>The answer sets nothing; the policy stays as it is.</source>
            <translation>回答没有设置任何参数；策略保持不变。</translation>
        </message>
        <message>
            <source>The entry moves from {place} to {what}.</source>
            <translation>条目从 {place} 移到 {what}。</translation>
        </message>
        <message>
            <source>The file that cannot be read is replaced; a copy of it is kept as {what}.</source>
            <translation>无法读取的文件被替换；其副本保存为 {what}。</translation>
        </message>
        <message>
            <source>The memory moves to the archive.</source>
            <translation>记忆移入归档。</translation>
        </message>
        <message>
            <source>The memory moves to the hot tier.</source>
            <translation>该记忆移到热记忆。</translation>
        </message>
        <message>
            <source>The memory moves to the warm tier.</source>
            <translation>该记忆移到温记忆。</translation>
        </message>
        <message>
            <source>The model leaves the index as it is.</source>
            <translation>模型没有更改主题树。</translation>
        </message>
        <message>
            <source>The month becomes {what}.</source>
            <translation>该月变为 {what}。</translation>
        </message>
        <message>
            <source>The session is short enough as it is.</source>
            <translation>会话已经够短。</translation>
        </message>
        <message>
            <source>The topic and its memories are now at {what}.</source>
            <translation>主题及其记忆现在位于 {what}。</translation>
        </message>
        <message>
            <source>There is nothing to import.</source>
            <translation>没有可导入的内容。</translation>
        </message>
        <message>
            <source>Tokens, estimated: {what}</source>
            <translation>词元（估计）：{what}</translation>
        </message>
        <message>
            <source>Topics of the index: {what}</source>
            <translation>索引主题数：{what}</translation>
        </message>
        <message>
            <source>Topics that go: {what}</source>
            <translation>将删除的主题：{what}</translation>
        </message>
        <message>
            <source>What it was is kept as {what}.</source>
            <translation>原来的内容保留为 {what}。</translation>
        </message>
        <message>
            <source>What stays of it: {what}</source>
            <translation>留下的要点：{what}</translation>
        </message>
        <message>
            <source>Written anew: {what}</source>
            <translation>重新生成：{what}</translation>
        </message>
        <message>
            <source>Written: {what}</source>
            <translation>已写入：{what}</translation>
        </message>
        <message>
            <source>{place} becomes the key {what}.</source>
            <translation>{place} 变为键 {what}。</translation>
        </message>
        <message>
            <source>{place}: “{what}” is mentioned, but no command for it</source>
            <translation>{place}：提到“{what}”，但没有命令</translation>
        </message>
        <message>
            <source>{place}: “{what}” is mentioned, but not what comes next</source>
            <translation>{place}：提到“{what}”，但没有下一步</translation>
        </message>
        <message>
            <source>{place}: “{what}” is named, but no address of it</source>
            <translation>{place}：提到“{what}”，但没有地址</translation>
        </message>
    </context>
    <context>
        <name>JobCommands</name>
        <message>
            <source>&amp;Jobs on this memory…</source>
            <translation>记忆维护(&amp;J)…</translation>
        </message>
        <message>
            <source>Choose the model…</source>
            <translation>选择模型…</translation>
        </message>
        <message>
            <source>Do this job now</source>
            <translation>立即执行此任务</translation>
        </message>
        <message>
            <source>Do what is due</source>
            <translation>执行到期的任务</translation>
        </message>
        <message>
            <source>Go on with what was cut off</source>
            <translation>继续中断的任务</translation>
        </message>
        <message>
            <source>Jobs of a &amp;model</source>
            <translation>模型任务(&amp;M)</translation>
        </message>
        <message>
            <source>Look at it</source>
            <translation>查看</translation>
        </message>
        <message>
            <source>Show what the job changed</source>
            <translation>显示任务更改的内容</translation>
        </message>
        <message>
            <source>{job}: done.</source>
            <translation>{job}：已完成。</translation>
        </message>
        <message>
            <source>{job}: kept for your approval in the inbox.</source>
            <translation>{job}：已放入“待审阅”，等你批准。</translation>
        </message>
    </context>
    <context>
        <name>JobForm</name>
        <message>
            <source>(not set)</source>
            <translation>（未设）</translation>
        </message>
    </context>
    <context>
        <name>JobWords</name>
        <message>
            <source>A conversation is boiled down to one fact, which is stored.</source>
            <translation>把一段对话提炼成一个事实并存储。</translation>
        </message>
        <message>
            <source>A conversation or a long note.</source>
            <translation>一段对话或一篇长笔记。</translation>
        </message>
        <message>
            <source>A large month of episodes becomes a file for each week.</source>
            <translation>把内容很多的一个月的经历拆成每周一个文件。</translation>
        </message>
        <message>
            <source>A model adds, removes, merges and renames topics, ten at most; memories stay.</source>
            <translation>模型添加、删除、合并和重命名主题，最多十个；记忆都保留。</translation>
        </message>
        <message>
            <source>A model boils a conversation down to one fact, which is stored.</source>
            <translation>模型把一段对话提炼成一条事实并存入。</translation>
        </message>
        <message>
            <source>A model chooses the topics in which a question is answered.</source>
            <translation>模型选择问题的答案所在的主题。</translation>
        </message>
        <message>
            <source>A model corrects a fact wherever this memory states it.</source>
            <translation>模型在这份记忆提到某个事实的每一处更正它。</translation>
        </message>
        <message>
            <source>A model finds facts that are there twice or contradict each other; nothing is changed.</source>
            <translation>模型找出重复或互相矛盾的事实；不做任何更改。</translation>
        </message>
        <message>
            <source>A model looks back, and changes what it learned by the means of this memory alone.</source>
            <translation>模型回顾经过，只用这份记忆自己的方式写下收获。</translation>
        </message>
        <message>
            <source>A model makes a short summary of a month of old episodes, which takes their place.</source>
            <translation>由模型把一个月的旧经历归纳为简短的总结，取代原来的条目。</translation>
        </message>
        <message>
            <source>A model makes long-term memory shorter, where the policy wants that; a copy is kept.</source>
            <translation>在策略要求时，模型精简长期记忆；留有备份。</translation>
        </message>
        <message>
            <source>A model makes one entry of the older ones of a compartment that is nearly full.</source>
            <translation>分区快满时，由模型把较旧的条目合成一条。</translation>
        </message>
        <message>
            <source>A model sums up the older messages of a session, where the policy wants that.</source>
            <translation>在策略要求时，模型总结会话中较早的消息。</translation>
        </message>
        <message>
            <source>A model takes the facts out of the daily notes.</source>
            <translation>模型从每日笔记中提取事实。</translation>
        </message>
        <message>
            <source>A model translates a document in place.</source>
            <translation>模型就地翻译一个文档。</translation>
        </message>
        <message>
            <source>A model writes the summary line of each file.</source>
            <translation>模型编写每个文件的摘要行。</translation>
        </message>
        <message>
            <source>A month of episodes becomes a file for each week, which a model sums up.</source>
            <translation>一个月的经历按周拆成文件，由模型总结。</translation>
        </message>
        <message>
            <source>A shorter text takes the place of MEMORY.md, and what it was is kept as a copy.</source>
            <translation>用更短的文本替换 MEMORY.md，原来的内容保留为副本。</translation>
        </message>
        <message>
            <source>A summary takes the place of all messages but the last.</source>
            <translation>用摘要替换除最后几条之外的所有消息。</translation>
        </message>
        <message>
            <source>Agent</source>
            <translation>智能体</translation>
        </message>
        <message>
            <source>All below it and its memories in all tiers follow.</source>
            <translation>其下所有主题以及各层中的记忆随之更改。</translation>
        </message>
        <message>
            <source>An entry goes from one file of episodes into another.</source>
            <translation>把一个条目从一个经历文件移到另一个。</translation>
        </message>
        <message>
            <source>Another memory.json of this folder gets entries of this one, or begins with them.</source>
            <translation>把这里的条目也给本文件夹中的另一个 memory.json，或以它们新建一个。</translation>
        </message>
        <message>
            <source>Answer of the model</source>
            <translation>模型的回答</translation>
        </message>
        <message>
            <source>As without a model; the notes are read by it, and monthly it tidies the topics.</source>
            <translation>与没有模型时相同；由模型读取笔记，每月还整理主题。</translation>
        </message>
        <message>
            <source>Check the notes</source>
            <translation>检查笔记</translation>
        </message>
        <message>
            <source>Cold</source>
            <translation>冷</translation>
        </message>
        <message>
            <source>Compartment</source>
            <translation>分区</translation>
        </message>
        <message>
            <source>Compress old entries</source>
            <translation>压缩旧条目</translation>
        </message>
        <message>
            <source>Consolidate</source>
            <translation>整理记忆</translation>
        </message>
        <message>
            <source>Containing</source>
            <translation>包含</translation>
        </message>
        <message>
            <source>Conversation</source>
            <translation>对话</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>副本</translation>
        </message>
        <message>
            <source>Correct a fact</source>
            <translation>更正事实</translation>
        </message>
        <message>
            <source>Daily</source>
            <translation>每日</translation>
        </message>
        <message>
            <source>Days</source>
            <translation>天数</translation>
        </message>
        <message>
            <source>Distil a fact</source>
            <translation>提炼事实</translation>
        </message>
        <message>
            <source>Document</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Even if not due</source>
            <translation>即使尚未到期</translation>
        </message>
        <message>
            <source>Every summary line is made anew from its text.</source>
            <translation>根据正文重新生成每条摘要行。</translation>
        </message>
        <message>
            <source>Export for the Go program</source>
            <translation>导出给 Go 程序</translation>
        </message>
        <message>
            <source>Figures</source>
            <translation>统计</translation>
        </message>
        <message>
            <source>File</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>Find duplicates</source>
            <translation>查找重复</translation>
        </message>
        <message>
            <source>Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <source>Heading</source>
            <translation>标题</translation>
        </message>
        <message>
            <source>Hot</source>
            <translation>热</translation>
        </message>
        <message>
            <source>Hot tier, warm tier and tree as hot.json, warm.json and tree.json.</source>
            <translation>热记忆、温记忆和主题树导出为 hot.json、warm.json 和 tree.json。</translation>
        </message>
        <message>
            <source>How long a session is, and whether the policy wants it summed up.</source>
            <translation>会话有多长，策略是否要求生成摘要。</translation>
        </message>
        <message>
            <source>How many</source>
            <translation>数量</translation>
        </message>
        <message>
            <source>How many days back, today among them.</source>
            <translation>往回多少天，含今天。</translation>
        </message>
        <message>
            <source>How many memories.</source>
            <translation>多少条记忆。</translation>
        </message>
        <message>
            <source>How much</source>
            <translation>范围</translation>
        </message>
        <message>
            <source>How much each tier holds, and what was counted.</source>
            <translation>各层有多少内容，以及计数。</translation>
        </message>
        <message>
            <source>How much it matters, 0 to 1.</source>
            <translation>它有多重要，0 到 1。</translation>
        </message>
        <message>
            <source>Id</source>
            <translation>ID</translation>
        </message>
        <message>
            <source>Import from the Go program</source>
            <translation>从 Go 程序导入</translation>
        </message>
        <message>
            <source>Import older files</source>
            <translation>导入旧文件</translation>
        </message>
        <message>
            <source>Importance</source>
            <translation>重要性</translation>
        </message>
        <message>
            <source>Into every prompt, back from the archive, or into the archive.</source>
            <translation>放入每次的提示词、从归档取回，或放入归档。</translation>
        </message>
        <message>
            <source>It is made from the hot tier; what a person wrote into it stays.</source>
            <translation>由热记忆生成；人写入的内容会保留。</translation>
        </message>
        <message>
            <source>Its hot.json, warm.json and tree.json are taken in; what is here stays.</source>
            <translation>导入其 hot.json、warm.json 和 tree.json；现有内容保留。</translation>
        </message>
        <message>
            <source>Its new path; the topic above it must exist.</source>
            <translation>它的新路径；上一级主题必须存在。</translation>
        </message>
        <message>
            <source>Its topic, like projects/garden.</source>
            <translation>它的主题，例如 projects/garden。</translation>
        </message>
        <message>
            <source>Its topic; else general.</source>
            <translation>它的主题；否则为 general。</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Line</source>
            <translation>行</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>消息</translation>
        </message>
        <message>
            <source>Messages to keep</source>
            <translation>保留的消息数</translation>
        </message>
        <message>
            <source>Monthly</source>
            <translation>每月</translation>
        </message>
        <message>
            <source>Move an entry</source>
            <translation>移动条目</translation>
        </message>
        <message>
            <source>New notes become memories, and what is old and little used moves to a colder tier.</source>
            <translation>新笔记成为记忆，陈旧且少用的内容移到更冷的层。</translation>
        </message>
        <message>
            <source>New path</source>
            <translation>新路径</translation>
        </message>
        <message>
            <source>Newest to keep</source>
            <translation>保留最新的条数</translation>
        </message>
        <message>
            <source>Path</source>
            <translation>路径</translation>
        </message>
        <message>
            <source>Plan</source>
            <translation>计划</translation>
        </message>
        <message>
            <source>Put a memory into another tier</source>
            <translation>把记忆放入另一层</translation>
        </message>
        <message>
            <source>Quick</source>
            <translation>快速</translation>
        </message>
        <message>
            <source>Rebuild the tree</source>
            <translation>重建主题树</translation>
        </message>
        <message>
            <source>Recall by topic</source>
            <translation>按主题回忆</translation>
        </message>
        <message>
            <source>Recover entries</source>
            <translation>恢复条目</translation>
        </message>
        <message>
            <source>Reflect</source>
            <translation>反思</translation>
        </message>
        <message>
            <source>Reflect on a task</source>
            <translation>回顾任务</translation>
        </message>
        <message>
            <source>Refresh summaries</source>
            <translation>更新摘要</translation>
        </message>
        <message>
            <source>Rename a topic</source>
            <translation>重命名主题</translation>
        </message>
        <message>
            <source>Restores entries that are intact in a damaged memory.json, or in a copy of it.</source>
            <translation>从损坏的 memory.json 或其副本中恢复完整的条目。</translation>
        </message>
        <message>
            <source>Run</source>
            <translation>运行</translation>
        </message>
        <message>
            <source>Session</source>
            <translation>会话</translation>
        </message>
        <message>
            <source>Share entries</source>
            <translation>共享条目</translation>
        </message>
        <message>
            <source>Shorten a session</source>
            <translation>缩短会话</translation>
        </message>
        <message>
            <source>Shorten memory</source>
            <translation>缩短记忆</translation>
        </message>
        <message>
            <source>Split a month</source>
            <translation>拆分月份</translation>
        </message>
        <message>
            <source>Status of a session</source>
            <translation>会话状态</translation>
        </message>
        <message>
            <source>Steps</source>
            <translation>步数</translation>
        </message>
        <message>
            <source>Sum up a month</source>
            <translation>总结一个月</translation>
        </message>
        <message>
            <source>Sum up a session</source>
            <translation>生成会话摘要</translation>
        </message>
        <message>
            <source>Summary</source>
            <translation>摘要</translation>
        </message>
        <message>
            <source>Take in notes</source>
            <translation>收录笔记</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>正文</translation>
        </message>
        <message>
            <source>The folder of hot.json, warm.json and tree.json; left out, go beside the tiers.</source>
            <translation>hot.json、warm.json 和 tree.json 所在的文件夹；不写则为各层旁边的 go。</translation>
        </message>
        <message>
            <source>The memory's id, as recall and search show it.</source>
            <translation>这条记忆的 ID，回忆和搜索会给出。</translation>
        </message>
        <message>
            <source>The older half of its messages goes, but not the first; no model is needed.</source>
            <translation>去掉较旧的一半消息，但保留第一条；不需要模型。</translation>
        </message>
        <message>
            <source>The text of USER.md and MEMORY.md becomes keys of the profile; the files stay as copies.</source>
            <translation>USER.md 和 MEMORY.md 的文字成为档案的键；原文件保留为副本。</translation>
        </message>
        <message>
            <source>The topic's path, like projects/garden.</source>
            <translation>主题的路径，例如 projects/garden。</translation>
        </message>
        <message>
            <source>The topics are counted anew from the memories there are; empty old ones go.</source>
            <translation>按现有记忆重新统计主题；去掉空的旧主题。</translation>
        </message>
        <message>
            <source>To</source>
            <translation>移到</translation>
        </message>
        <message>
            <source>Tokens of the model</source>
            <translation>模型词元数</translation>
        </message>
        <message>
            <source>Tools without an address, actions without a command, decisions without a next step.</source>
            <translation>找出缺漏：没有地址的工具、没有命令的操作、没有下一步的决定。</translation>
        </message>
        <message>
            <source>Topic</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>Translate a document</source>
            <translation>翻译文档</translation>
        </message>
        <message>
            <source>Tune the policy</source>
            <translation>调整策略</translation>
        </message>
        <message>
            <source>Turns the daily notes of the last days into memories.</source>
            <translation>把最近几天每日笔记的内容变成记忆。</translation>
        </message>
        <message>
            <source>Warm</source>
            <translation>温</translation>
        </message>
        <message>
            <source>What a model answered becomes overrides; a snapshot of them is taken first.</source>
            <translation>模型的回答成为覆盖值；先为覆盖值保存快照。</translation>
        </message>
        <message>
            <source>What is old and faded</source>
            <translation>陈旧且已淡化的</translation>
        </message>
        <message>
            <source>What is old or faded</source>
            <translation>陈旧或已淡化的</translation>
        </message>
        <message>
            <source>What is right</source>
            <translation>正确的内容</translation>
        </message>
        <message>
            <source>What it says now</source>
            <translation>现在的内容</translation>
        </message>
        <message>
            <source>What leaves</source>
            <translation>移出条件</translation>
        </message>
        <message>
            <source>What leaves the warm tier in a monthly run: skill = old and faded, go = old or faded.</source>
            <translation>每月整理时哪些会离开温记忆：skill = 陈旧且淡忘，go = 陈旧或淡忘。</translation>
        </message>
        <message>
            <source>What to look for, in any words; Chinese works too.</source>
            <translation>要查找的内容，用任何词语都可以，也支持中文。</translation>
        </message>
        <message>
            <source>Whose memory; leave it out for the workspace's own agent. Letters, digits, - and _.</source>
            <translation>谁的记忆；留空则为工作区自己的智能体。可用字母、数字、- 和 _。</translation>
        </message>
        <message>
            <source>Write MEMORY.md anew</source>
            <translation>重新生成 MEMORY.md</translation>
        </message>
        <message>
            <source>a copy of a damaged file; left out: the file if it is damaged, or the newest</source>
            <translation>损坏文件的副本；留空则为损坏的文件本身，或最新的副本</translation>
        </message>
        <message>
            <source>a message, to see how much of the session goes along with it</source>
            <translation>一条消息，用来看会话中有多少会随之送出</translation>
        </message>
        <message>
            <source>a month's episodes, like episodes/2026-02.md</source>
            <translation>某个月的经历，例如 episodes/2026-02.md</translation>
        </message>
        <message>
            <source>also where the compartment is not nearly full</source>
            <translation>分区没有快满时也执行</translation>
        </message>
        <message>
            <source>also where the policy does not ask for it now</source>
            <translation>即使策略目前不要求</translation>
        </message>
        <message>
            <source>an object of the parameters to change, or lines of key: value</source>
            <translation>要更改的参数组成的对象，或逐行的 键: 值</translation>
        </message>
        <message>
            <source>another file of episodes, like episodes/2026-03.md</source>
            <translation>另一个经历文件，例如 episodes/2026-03.md</translation>
        </message>
        <message>
            <source>hot: a lesson in every prompt. warm: back from the archive, as new. cold: the archive.</source>
            <translation>热：写进每次提示词的经验教训。温：从归档取回，按新记忆计。冷：归档。</translation>
        </message>
        <message>
            <source>how many of the newest entries stay</source>
            <translation>保留多少条最新的条目</translation>
        </message>
        <message>
            <source>how many steps the agent took; for one step there is nothing to reflect on</source>
            <translation>智能体用了多少步；只有一步时无需多说</translation>
        </message>
        <message>
            <source>leave a session of so few messages alone; as the policy has it</source>
            <translation>消息少到这个数的会话保持原样；留空则按策略</translation>
        </message>
        <message>
            <source>one file; all that agents list if it is left out</source>
            <translation>一个文件；留空则为智能体列出的全部文件</translation>
        </message>
        <message>
            <source>one of the files; both if it is left out</source>
            <translation>其中一个文件；留空则两个都包括</translation>
        </message>
        <message>
            <source>only entries with these words in content or category</source>
            <translation>只取内容或类别中有这些词的条目</translation>
        </message>
        <message>
            <source>path below the memory folder that ends in .md, like facts/user.md or episodes/2026-02.md</source>
            <translation>记忆文件夹下以 .md 结尾的路径，例如 facts/user.md 或 episodes/2026-02.md</translation>
        </message>
        <message>
            <source>quick: take new daily notes into the hot tier. daily: move them on to the warm tier with the key facts of the notes, prune the index. monthly: the same, move what is old and faded to the archive, and count the index anew.</source>
            <translation>快速：把新的每日笔记收入热记忆。每日：把它们连同笔记中的要点移入温记忆，修剪索引。每月：同上，把陈旧且淡忘的移入归档，并重新统计索引。</translation>
        </message>
        <message>
            <source>the compartment</source>
            <translation>哪个分区</translation>
        </message>
        <message>
            <source>the document, a Markdown file below PATH</source>
            <translation>文档：PATH 下的一个 Markdown 文件</translation>
        </message>
        <message>
            <source>the entry's heading, without the ##</source>
            <translation>条目的标题，不含 ##</translation>
        </message>
        <message>
            <source>the language, like English or 中文</source>
            <translation>语言，例如 English 或 中文</translation>
        </message>
        <message>
            <source>the line of the heading, where several have the same</source>
            <translation>标题所在的行，用于几个标题相同的情况</translation>
        </message>
        <message>
            <source>the other memory in this workspace, by its folder or file, or a new one</source>
            <translation>本工作区中的另一份记忆：它的文件夹或文件，或者新的一份</translation>
        </message>
        <message>
            <source>the session to learn from; left out: the one that was last at work</source>
            <translation>从哪个会话学习；留空：最近使用的那个</translation>
        </message>
        <message>
            <source>the session: its key, like cli:main, or its file's name</source>
            <translation>会话：它的键（例如 cli:main）或文件名</translation>
        </message>
        <message>
            <source>the session; left out: the first of which a summary is due</source>
            <translation>会话；留空：第一个需要总结的会话</translation>
        </message>
        <message>
            <source>the task and how it went, as text</source>
            <translation>任务及其经过，用文字写出</translation>
        </message>
        <message>
            <source>the tokens that its model takes</source>
            <translation>它的模型能容纳的词元数</translation>
        </message>
        <message>
            <source>the tokens that the model takes</source>
            <translation>模型能接受的词元数</translation>
        </message>
        <message>
            <source>what is right: Anna's cat is Tom</source>
            <translation>正确的内容：Anna 的猫叫 Tom</translation>
        </message>
        <message>
            <source>what long-term memory becomes, made shorter by a model; empty: only say whether that is due</source>
            <translation>长期记忆将变成的文本，由模型缩短；留空则只说明是否该缩短</translation>
        </message>
        <message>
            <source>what the memory says now, if that helps</source>
            <translation>记忆现在的内容，如果有帮助</translation>
        </message>
        <message>
            <source>what the older messages amount to</source>
            <translation>较早消息的摘要</translation>
        </message>
    </context>
    <context>
        <name>LaterCommands</name>
        <message numerus="yes">
            <source>Revert with %n later changes…</source>
            <translation>
                <numerusform>连同 %n 项后续更改一起还原…</numerusform>
            </translation>
        </message>
        <message>
            <source>Revert with later changes…</source>
            <translation>连同后续更改一起还原…</translation>
        </message>
    </context>
    <context>
        <name>LaterDialog</name>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Changes to revert</source>
            <translation>要还原的更改</translation>
        </message>
        <message>
            <source>No later change builds on this one: it can be reverted alone.</source>
            <translation>没有后续更改以它为基础：可以单独还原。</translation>
        </message>
        <message>
            <source>Nothing of this is left to revert.</source>
            <translation>没有可还原的内容了。</translation>
        </message>
        <message numerus="yes">
            <source>Revert %n changes</source>
            <translation>
                <numerusform>还原 %n 项更改</numerusform>
            </translation>
        </message>
        <message>
            <source>Revert with later changes</source>
            <translation>连同后续更改一起还原</translation>
        </message>
        <message numerus="yes">
            <source>Reverts this change and %n later changes that build on it. Keeps the rest.</source>
            <translation>
                <numerusform>还原此更改和以它为基础的 %n 项后续更改，其余保留。</numerusform>
            </translation>
        </message>
        <message>
            <source>now</source>
            <translation>现在</translation>
        </message>
        <message>
            <source>then</source>
            <translation>之后</translation>
        </message>
        <message>
            <source>this change</source>
            <translation>此更改</translation>
        </message>
    </context>
    <context>
        <name>LeftBar</name>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Copy what was typed</source>
            <translation>复制输入的内容</translation>
        </message>
        <message>
            <source>Discard</source>
            <translation>丢弃</translation>
        </message>
        <message>
            <source>Discard what was typed</source>
            <translation>丢弃输入的内容</translation>
        </message>
        <message>
            <source>Typed and not stored</source>
            <translation>已输入但未保存</translation>
        </message>
        <message>
            <source>Typed and not stored: {text}</source>
            <translation>已输入但未保存：{text}</translation>
        </message>
    </context>
    <context>
        <name>LeftOutDialog</name>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Names left out of the list</source>
            <translation>未列出的名称</translation>
        </message>
        <message>
            <source>Only the first are named here.</source>
            <translation>这里只列出前面的一些。</translation>
        </message>
        <message>
            <source>These belong to version control, to a sync client or to memdesk, or are temporary. They are no documents, so agents that read them read what is not reviewed here.</source>
            <translation>这些属于版本控制、同步客户端或 memdesk，或是临时文件。它们不是文档；读取它们的智能体读到的内容不会在这里被审阅。</translation>
        </message>
    </context>
    <context>
        <name>Links</name>
        <message>
            <source>Copy address</source>
            <translation>复制地址</translation>
        </message>
        <message>
            <source>Open in browser</source>
            <translation>在浏览器中打开</translation>
        </message>
        <message>
            <source>This link in a memory leads out of the workspace:</source>
            <translation>记忆中的这个链接指向工作区之外：</translation>
        </message>
        <message>
            <source>memdesk cannot open this link:</source>
            <translation>memdesk 无法打开这个链接指向的内容：</translation>
        </message>
    </context>
    <context>
        <name>LockCommands</name>
        <message>
            <source>&amp;Lock against agents…</source>
            <translation>对智能体锁定(&amp;L)…</translation>
        </message>
        <message>
            <source>Lock changes undone.</source>
            <translation>已撤销对锁定的更改。</translation>
        </message>
        <message>
            <source>Locks of {name}</source>
            <translation>{name} 的锁定</translation>
        </message>
        <message>
            <source>Locks saved.</source>
            <translation>锁定已保存。</translation>
        </message>
        <message>
            <source>Redo</source>
            <translation>重做</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
    </context>
    <context>
        <name>LockMarks</name>
        <message>
            <source>Agents may only add here</source>
            <translation>智能体只可在此追加</translation>
        </message>
        <message>
            <source>Locked against agents</source>
            <translation>已对智能体锁定</translation>
        </message>
        <message>
            <source>by {name}</source>
            <translation>由 {name} 设置</translation>
        </message>
    </context>
    <context>
        <name>Locks</name>
        <message>
            <source>Locked by {name}</source>
            <translation>由 {name} 设置</translation>
        </message>
        <message>
            <source>append only</source>
            <translation>只可追加</translation>
        </message>
        <message>
            <source>locked</source>
            <translation>已锁定</translation>
        </message>
        <message>
            <source>the whole document</source>
            <translation>整个文档</translation>
        </message>
        <message>
            <source>unlocked</source>
            <translation>不锁定</translation>
        </message>
        <message>
            <source>{heading} · all {count}</source>
            <translation>{heading} · 全部 {count} 处</translation>
        </message>
    </context>
    <context>
        <name>LocksDialog</name>
        <message>
            <source>Agents cannot change locked parts through memdesk. You always can.</source>
            <translation>智能体不能通过 memdesk 更改锁定的部分；你始终可以。</translation>
        </message>
        <message>
            <source>Append only</source>
            <translation>只可追加</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Filter</source>
            <translation>筛选</translation>
        </message>
        <message>
            <source>Lock against agents</source>
            <translation>对智能体锁定</translation>
        </message>
        <message>
            <source>Lock level</source>
            <translation>锁定级别</translation>
        </message>
        <message>
            <source>Locked</source>
            <translation>锁定</translation>
        </message>
        <message>
            <source>Parts of the document</source>
            <translation>文档的各部分</translation>
        </message>
        <message>
            <source>Reason (shown to agents)</source>
            <translation>原因（会告诉智能体）</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Unlocked</source>
            <translation>不锁定</translation>
        </message>
    </context>
    <context>
        <name>LogDialog</name>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Errors</source>
            <translation>仅错误</translation>
        </message>
        <message>
            <source>Everything</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>Log</source>
            <translation>日志</translation>
        </message>
        <message>
            <source>Log lines</source>
            <translation>日志内容</translation>
        </message>
        <message>
            <source>Minimum level</source>
            <translation>最低级别</translation>
        </message>
        <message>
            <source>Open folder</source>
            <translation>打开所在文件夹</translation>
        </message>
        <message>
            <source>Warnings and errors</source>
            <translation>警告和错误</translation>
        </message>
    </context>
    <context>
        <name>Losses</name>
        <message numerus="yes">
            <source>%n facts are lost, changed or new.</source>
            <translation>
                <numerusform>%n 处事实丢失、改变或新增。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n pinned entries are lost.</source>
            <translation>
                <numerusform>丢失 %n 个置顶条目。</numerusform>
            </translation>
        </message>
        <message>
            <source>Lost: {before}</source>
            <translation>丢失：{before}</translation>
        </message>
        <message>
            <source>Not there before: {after}</source>
            <translation>原文没有：{after}</translation>
        </message>
        <message>
            <source>Pinned. {words}</source>
            <translation>置顶。{words}</translation>
        </message>
        <message>
            <source>So much differs that only whole entries were compared.</source>
            <translation>差异太大，只比较了完整的条目。</translation>
        </message>
        <message>
            <source>date</source>
            <translation>日期</translation>
        </message>
        <message>
            <source>entry</source>
            <translation>条目</translation>
        </message>
        <message>
            <source>line {number}</source>
            <translation>第 {number} 行</translation>
        </message>
        <message>
            <source>link</source>
            <translation>链接</translation>
        </message>
        <message>
            <source>name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>negation</source>
            <translation>否定</translation>
        </message>
        <message>
            <source>number</source>
            <translation>数字</translation>
        </message>
        <message>
            <source>{before} → {after}</source>
            <translation>{before} → {after}</translation>
        </message>
        <message>
            <source>{lost} of {entries} entries are lost.</source>
            <translation>{entries} 个条目中丢失 {lost} 个。</translation>
        </message>
    </context>
    <context>
        <name>MadeUp</name>
        <message>
            <source>Not in what the model was given: {names}</source>
            <translation>给模型的内容中没有：{names}</translation>
        </message>
        <message>
            <source>may be made up</source>
            <translation>可能是编造的</translation>
        </message>
        <message numerus="yes">
            <source>{names} and %n more</source>
            <translation>
                <numerusform>{names} 等，另有 %n 项</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <source>&amp;Theme</source>
            <translation>主题(&amp;T)</translation>
        </message>
        <message>
            <source>Activity</source>
            <translation>动态</translation>
        </message>
        <message>
            <source>Context</source>
            <translation>上下文</translation>
        </message>
        <message>
            <source>History</source>
            <translation>历史</translation>
        </message>
        <message>
            <source>Inspector</source>
            <translation>检查器</translation>
        </message>
        <message>
            <source>Navigator</source>
            <translation>导航</translation>
        </message>
    </context>
    <context>
        <name>MarkNotice</name>
        <message>
            <source>A git merge left its marks here: the text contains both sides, and agents read both.</source>
            <translation>git 合并在这里留下了标记：文字中有两边的内容，智能体会把两边都读进去。</translation>
        </message>
        <message>
            <source>Merge…</source>
            <translation>合并…</translation>
        </message>
    </context>
    <context>
        <name>MarkdownEditor</name>
        <message>
            <source>Reading the document…</source>
            <translation>正在读取文档…</translation>
        </message>
    </context>
    <context>
        <name>MarkedSides</name>
        <message>
            <source>Mine</source>
            <translation>我的版本</translation>
        </message>
        <message>
            <source>Put the side that was merged in into the result</source>
            <translation>把合并进来的一边放入结果</translation>
        </message>
        <message>
            <source>Put your side into the result</source>
            <translation>把你的内容放入结果</translation>
        </message>
        <message>
            <source>Replace both sides and their marks with the result, and save it; undo brings both back</source>
            <translation>用结果取代两边的内容和标记并保存；撤销即可恢复</translation>
        </message>
        <message>
            <source>The text changed. Your text, and your choices where nothing changed, are kept.</source>
            <translation>文本已更改。你写的内容，以及未受影响处的选择都已保留。</translation>
        </message>
        <message>
            <source>Theirs</source>
            <translation>对方的版本</translation>
        </message>
        <message>
            <source>Use and save</source>
            <translation>使用并保存</translation>
        </message>
    </context>
    <context>
        <name>MemoryJobsDialog</name>
        <message>
            <source>After</source>
            <translation>之后</translation>
        </message>
        <message>
            <source>Ask the model</source>
            <translation>询问模型</translation>
        </message>
        <message>
            <source>Before</source>
            <translation>之前</translation>
        </message>
        <message>
            <source>Cancelling…</source>
            <translation>正在取消…</translation>
        </message>
        <message numerus="yes">
            <source>Change %n documents</source>
            <translation>
                <numerusform>更改 %n 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Choose one in the settings, under “Language model”.</source>
            <translation>请在设置的“语言模型”中选择一个。</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Its new contents are listed above.</source>
            <translation>写入的内容已在上方列出。</translation>
        </message>
        <message>
            <source>Jobs</source>
            <translation>维护任务</translation>
        </message>
        <message>
            <source>Jobs on this memory</source>
            <translation>记忆维护</translation>
        </message>
        <message>
            <source>Keep for approval</source>
            <translation>留待批准</translation>
        </message>
        <message>
            <source>Look at it by parts</source>
            <translation>逐处查看</translation>
        </message>
        <message>
            <source>No agent in this folder has maintenance jobs.</source>
            <translation>这里的智能体类型没有可用的维护任务。</translation>
        </message>
        <message>
            <source>No model is chosen</source>
            <translation>没有选择模型</translation>
        </message>
        <message>
            <source>Nothing to do here</source>
            <translation>没有可执行的任务</translation>
        </message>
        <message>
            <source>Nothing would change</source>
            <translation>不会有任何更改</translation>
        </message>
        <message>
            <source>Progress of the job</source>
            <translation>任务进度</translation>
        </message>
        <message>
            <source>Reading the jobs…</source>
            <translation>正在读取任务…</translation>
        </message>
        <message>
            <source>Run this job</source>
            <translation>运行此任务</translation>
        </message>
        <message>
            <source>Step {done} of {total}</source>
            <translation>第 {done} 步，共 {total} 步</translation>
        </message>
        <message>
            <source>The model was not asked yet</source>
            <translation>尚未询问模型</translation>
        </message>
        <message>
            <source>This cannot be done</source>
            <translation>无法执行</translation>
        </message>
        <message>
            <source>This document is no text</source>
            <translation>此文档不是文本</translation>
        </message>
        <message>
            <source>What it would change</source>
            <translation>将更改的内容</translation>
        </message>
        <message>
            <source>What it would do</source>
            <translation>将会做什么</translation>
        </message>
        <message>
            <source>Working…</source>
            <translation>正在处理…</translation>
        </message>
        <message numerus="yes">
            <source>Writing %n documents…</source>
            <translation>
                <numerusform>正在写入 %n 个文档…</numerusform>
            </translation>
        </message>
        <message>
            <source>model</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>{model} is asked when you press the button; nothing is written before you have seen it.</source>
            <translation>按下按钮后才会询问 {model}；在你看过之前不会写入任何内容。</translation>
        </message>
        <message>
            <source>{place} · model</source>
            <translation>{place} · 模型</translation>
        </message>
    </context>
    <context>
        <name>MemoryTestCommands</name>
        <message>
            <source>Change of the memory tests</source>
            <translation>更改记忆测试</translation>
        </message>
        <message>
            <source>Delete the memory test</source>
            <translation>删除记忆测试</translation>
        </message>
        <message>
            <source>Edit the memory test…</source>
            <translation>编辑记忆测试…</translation>
        </message>
        <message>
            <source>Kept as a memory test.</source>
            <translation>已保存为记忆测试。</translation>
        </message>
        <message>
            <source>Memory &amp;tests</source>
            <translation>记忆测试(&amp;T)</translation>
        </message>
        <message>
            <source>Memory test changed.</source>
            <translation>记忆测试已更改。</translation>
        </message>
        <message>
            <source>Memory test changes undone.</source>
            <translation>已撤销对记忆测试的更改。</translation>
        </message>
        <message>
            <source>Memory test deleted.</source>
            <translation>记忆测试已删除。</translation>
        </message>
        <message>
            <source>New memory test…</source>
            <translation>新建记忆测试…</translation>
        </message>
        <message>
            <source>Run memory tests &amp;now</source>
            <translation>立即运行记忆测试(&amp;N)</translation>
        </message>
        <message>
            <source>Show the test</source>
            <translation>显示测试</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
    </context>
    <context>
        <name>MemoryTestDialog</name>
        <message>
            <source>All</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>Ask</source>
            <translation>询问</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Edit the memory test</source>
            <translation>编辑记忆测试</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>种类</translation>
        </message>
        <message>
            <source>Must be found</source>
            <translation>必须找到</translation>
        </message>
        <message>
            <source>Must not be found</source>
            <translation>不得找到</translation>
        </message>
        <message>
            <source>New memory test</source>
            <translation>新建记忆测试</translation>
        </message>
        <message>
            <source>One text or address (document, or document#part) in each line.</source>
            <translation>每行一段文本或一个地址（文档，或文档#部分）。</translation>
        </message>
        <message>
            <source>Prompt context</source>
            <translation>提示词内容</translation>
        </message>
        <message>
            <source>Question</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Results that count</source>
            <translation>计入的结果数</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <source>System</source>
            <translation>智能体类型</translation>
        </message>
    </context>
    <context>
        <name>MemoryTests</name>
        <message numerus="yes">
            <source>%n pass</source>
            <translation>
                <numerusform>%n 个通过</numerusform>
            </translation>
        </message>
        <message>
            <source>Must be found</source>
            <translation>必须找到</translation>
        </message>
        <message>
            <source>Must not be found</source>
            <translation>不得找到</translation>
        </message>
        <message>
            <source>What was written breaks {failing} of {count} memory tests: {named}</source>
            <translation>写入的内容使 {count} 个记忆测试中的 {failing} 个不通过：{named}</translation>
        </message>
        <message>
            <source>Written just before it failed</source>
            <translation>不通过之前刚写入的</translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>等另外 %n 个</numerusform>
            </translation>
        </message>
        <message>
            <source>fails</source>
            <translation>不通过</translation>
        </message>
        <message>
            <source>found</source>
            <translation>已找到</translation>
        </message>
        <message>
            <source>missing</source>
            <translation>缺少</translation>
        </message>
        <message>
            <source>missing: {what}</source>
            <translation>缺少：{what}</translation>
        </message>
        <message>
            <source>must not be found: {what}</source>
            <translation>不得找到：{what}</translation>
        </message>
        <message>
            <source>not found</source>
            <translation>未找到</translation>
        </message>
        <message>
            <source>not run yet</source>
            <translation>尚未运行</translation>
        </message>
        <message>
            <source>passes</source>
            <translation>通过</translation>
        </message>
        <message>
            <source>{failing} of {count} fail</source>
            <translation>{count} 个中有 {failing} 个不通过</translation>
        </message>
        <message>
            <source>{failing} of {count} memory tests fail: {named}</source>
            <translation>{count} 个记忆测试中有 {failing} 个不通过：{named}</translation>
        </message>
    </context>
    <context>
        <name>MemoryTestsPage</name>
        <message>
            <source>A test is a question with what must be found and what must not. All tests run after every change, and a message shows what broke one.</source>
            <translation>测试是一个问题，加上必须找到的和不得找到的内容。每次更改后都会运行所有测试；如有测试不再通过，会提示是什么造成的。</translation>
        </message>
        <message>
            <source>Memory tests</source>
            <translation>记忆测试</translation>
        </message>
        <message>
            <source>No memory tests yet</source>
            <translation>还没有记忆测试</translation>
        </message>
        <message>
            <source>Tests</source>
            <translation>测试</translation>
        </message>
        <message>
            <source>The tests cannot be read</source>
            <translation>无法读取测试</translation>
        </message>
        <message>
            <source>They are in .memdesk/tests.toml.</source>
            <translation>它们在 .memdesk/tests.toml 中。</translation>
        </message>
        <message>
            <source>What the test requires</source>
            <translation>测试的要求</translation>
        </message>
        <message>
            <source>running…</source>
            <translation>正在运行…</translation>
        </message>
    </context>
    <context>
        <name>Menus</name>
        <message>
            <source>&amp;Edit</source>
            <translation>编辑(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;File</source>
            <translation>文件(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Go</source>
            <translation>转到(&amp;G)</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>帮助(&amp;H)</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>视图(&amp;V)</translation>
        </message>
    </context>
    <context>
        <name>MergeColumns</name>
        <message numerus="yes">
            <source>%n unchanged lines</source>
            <translation>
                <numerusform>%n 行未变</numerusform>
            </translation>
        </message>
        <message>
            <source>Common version</source>
            <translation>共同基准</translation>
        </message>
        <message>
            <source>Conflict {number} of {count}</source>
            <translation>冲突 {number} / {count}</translation>
        </message>
        <message>
            <source>Merged: both added at the end, theirs first</source>
            <translation>已合并：双方都在末尾添加，对方的在前</translation>
        </message>
        <message>
            <source>Merged: both made the same change</source>
            <translation>已合并：双方的更改相同</translation>
        </message>
        <message>
            <source>Merged: only they changed this</source>
            <translation>已合并：只有对方更改</translation>
        </message>
        <message>
            <source>Merged: only you changed this</source>
            <translation>已合并：只有你更改</translation>
        </message>
        <message>
            <source>Mine</source>
            <translation>我的版本</translation>
        </message>
        <message>
            <source>On disk</source>
            <translation>磁盘上的版本</translation>
        </message>
        <message>
            <source>The rest is left out here.</source>
            <translation>其余部分在此省略。</translation>
        </message>
        <message>
            <source>line {line}</source>
            <translation>第 {line} 行</translation>
        </message>
        <message>
            <source>{number} of {count}</source>
            <translation>{number} / {count}</translation>
        </message>
    </context>
    <context>
        <name>MergeCommands</name>
        <message>
            <source>&amp;Merge…</source>
            <translation>合并(&amp;M)…</translation>
        </message>
        <message>
            <source>Close merge</source>
            <translation>退出合并</translation>
        </message>
        <message>
            <source>Keep my text</source>
            <translation>保留我的文字</translation>
        </message>
        <message>
            <source>Merge &amp;into…</source>
            <translation>合并到(&amp;I)…</translation>
        </message>
        <message>
            <source>Next conflict</source>
            <translation>下一个冲突</translation>
        </message>
        <message>
            <source>Previous conflict</source>
            <translation>上一个冲突</translation>
        </message>
        <message>
            <source>Show the common version</source>
            <translation>显示共同基准</translation>
        </message>
        <message>
            <source>Take both</source>
            <translation>保留双方</translation>
        </message>
        <message>
            <source>Take mine</source>
            <translation>采用我的</translation>
        </message>
        <message>
            <source>Take theirs</source>
            <translation>采用对方的</translation>
        </message>
        <message>
            <source>Use result</source>
            <translation>使用结果</translation>
        </message>
    </context>
    <context>
        <name>MergePage</name>
        <message numerus="yes">
            <source>%n changes merged by themselves</source>
            <translation>
                <numerusform>已自动合并 %n 处更改</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n merged</source>
            <translation>
                <numerusform>已合并 %n 处</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n unresolved</source>
            <translation>
                <numerusform>%n 处未解决</numerusform>
            </translation>
        </message>
        <message>
            <source>All conflicts resolved</source>
            <translation>冲突已全部解决</translation>
        </message>
        <message>
            <source>Back to the text</source>
            <translation>返回正文</translation>
        </message>
        <message>
            <source>Common version</source>
            <translation>共同基准</translation>
        </message>
        <message>
            <source>Keep my text</source>
            <translation>保留我的文字</translation>
        </message>
        <message>
            <source>Next conflict</source>
            <translation>下一个冲突</translation>
        </message>
        <message>
            <source>No conflicts</source>
            <translation>没有冲突</translation>
        </message>
        <message>
            <source>Previous conflict</source>
            <translation>上一个冲突</translation>
        </message>
        <message>
            <source>Put both into the result, theirs first</source>
            <translation>把双方内容都放入结果，对方的在前</translation>
        </message>
        <message>
            <source>Resolve the conflict with what the result contains now</source>
            <translation>用结果中现有的内容解决此冲突</translation>
        </message>
        <message>
            <source>Result</source>
            <translation>结果</translation>
        </message>
        <message>
            <source>Show the common version</source>
            <translation>显示共同基准</translation>
        </message>
        <message>
            <source>Show the text that both versions started from</source>
            <translation>显示双方修改之前共同的文本</translation>
        </message>
        <message>
            <source>Take both</source>
            <translation>保留双方</translation>
        </message>
        <message>
            <source>Take mine</source>
            <translation>采用我的</translation>
        </message>
        <message>
            <source>Take theirs</source>
            <translation>采用对方的</translation>
        </message>
        <message>
            <source>Your text and your decisions are kept</source>
            <translation>你的文本和已做的选择都会保留</translation>
        </message>
    </context>
    <context>
        <name>MergeResultView</name>
        <message>
            <source>Not resolved yet: this is what is on disk.</source>
            <translation>尚未解决：这里显示磁盘上的内容。</translation>
        </message>
        <message>
            <source>Result</source>
            <translation>结果</translation>
        </message>
    </context>
    <context>
        <name>MergeTarget</name>
        <message>
            <source>Find the document to merge this one into</source>
            <translation>查找要把此文档合并到的文档</translation>
        </message>
        <message>
            <source>Merge into</source>
            <translation>合并到</translation>
        </message>
    </context>
    <context>
        <name>ModelGroup</name>
        <message>
            <source>A key is kept</source>
            <translation>已保存密钥</translation>
        </message>
        <message>
            <source>A model is named like ollama:llama3.2, openai:… or anthropic:…</source>
            <translation>模型的写法如 ollama:llama3.2、openai:… 或 anthropic:…</translation>
        </message>
        <message>
            <source>An address is http://… or https://…, without a name, a key or a query in it.</source>
            <translation>地址的形式是 http://… 或 https://…，其中不含用户名、密钥或查询。</translation>
        </message>
        <message>
            <source>As the job has it</source>
            <translation>由任务决定</translation>
        </message>
        <message>
            <source>Give the address, like http://localhost:8080/v1; until then nothing changes.</source>
            <translation>请填写地址，如 http://localhost:8080/v1；在此之前不会有任何改变。</translation>
        </message>
        <message>
            <source>Give the name of the model; until then nothing changes.</source>
            <translation>请填写模型名称；在此之前不会有任何改变。</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Keep the key in the keyring of the system</source>
            <translation>把密钥保存到系统密钥环</translation>
        </message>
        <message>
            <source>Model of this job</source>
            <translation>此任务的模型</translation>
        </message>
        <message>
            <source>No key is kept</source>
            <translation>未保存密钥</translation>
        </message>
        <message>
            <source>Off</source>
            <translation>关</translation>
        </message>
        <message>
            <source>On</source>
            <translation>开</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Remove the key from the keyring of the system</source>
            <translation>从系统密钥环中删除密钥</translation>
        </message>
        <message>
            <source>Test the model</source>
            <translation>测试模型</translation>
        </message>
        <message>
            <source>nothing</source>
            <translation>空白</translation>
        </message>
        <message>
            <source>{model} answered after {seconds} s: “{answer}”</source>
            <translation>{model} 在 {seconds} 秒后回答：“{answer}”</translation>
        </message>
        <message>
            <source>{model} is asked…</source>
            <translation>正在询问 {model}…</translation>
        </message>
    </context>
    <context>
        <name>ModelJobs</name>
        <message>
            <source>It names what the model was not given, so it is kept for your approval: {what}</source>
            <translation>其中提到了没有给模型的内容，因此留待你批准：{what}</translation>
        </message>
        <message>
            <source>Much of it would go, or something that is pinned, so it is kept for your approval: {what}</source>
            <translation>其中大量内容或置顶内容会消失，因此留待你批准：{what}</translation>
        </message>
        <message>
            <source>The content checks find something in it, so it is kept for your approval: {what}</source>
            <translation>内容检查在其中查出了问题，因此留待你批准：{what}</translation>
        </message>
        <message>
            <source>{model}: {sent} + {answered} tokens, {seconds} s</source>
            <translation>{model}：{sent} + {answered} 个词元，{seconds} 秒</translation>
        </message>
    </context>
    <context>
        <name>ModelRuns</name>
        <message numerus="yes">
            <source>%n characters; due above {most}</source>
            <translation>
                <numerusform>%n 个字符；超过 {most} 时到期</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n days since the last time; due after one</source>
            <translation>
                <numerusform>距上次 %n 天；满一天到期</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages; due above {most}</source>
            <translation>
                <numerusform>%n 条消息；超过 {most} 时到期</numerusform>
            </translation>
        </message>
        <message>
            <source>A document of it is locked against agents.</source>
            <translation>其中有文档已锁定，智能体不能更改。</translation>
        </message>
        <message>
            <source>Begun</source>
            <translation>开始时间</translation>
        </message>
        <message>
            <source>Begun by</source>
            <translation>发起者</translation>
        </message>
        <message>
            <source>Cost</source>
            <translation>费用</translation>
        </message>
        <message>
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Input</source>
            <translation>输入</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Outcome</source>
            <translation>结果</translation>
        </message>
        <message>
            <source>Output</source>
            <translation>输出</translation>
        </message>
        <message>
            <source>Pace</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation>运行记录</translation>
        </message>
        <message>
            <source>Schedule</source>
            <translation>计划</translation>
        </message>
        <message>
            <source>The disk refused it; nothing was written.</source>
            <translation>磁盘拒绝写入；没有写入任何内容。</translation>
        </message>
        <message>
            <source>The memory cannot be read, or the job would damage it.</source>
            <translation>记忆无法读取，或者这项任务会损坏它。</translation>
        </message>
        <message>
            <source>The memory changed meanwhile; nothing was written.</source>
            <translation>记忆在此期间有更改；没有写入任何内容。</translation>
        </message>
        <message>
            <source>The memory or its policy does not allow this job now.</source>
            <translation>记忆或其策略现在不允许执行这项任务。</translation>
        </message>
        <message>
            <source>Took</source>
            <translation>用时</translation>
        </message>
        <message>
            <source>Under way</source>
            <translation>进行中</translation>
        </message>
        <message>
            <source>When</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Why</source>
            <translation>原因</translation>
        </message>
        <message>
            <source>a person</source>
            <translation>人</translation>
        </message>
        <message numerus="yes">
            <source>about %n tokens; due above {most}</source>
            <translation>
                <numerusform>约 %n 个词元；超过 {most} 时到期</numerusform>
            </translation>
        </message>
        <message>
            <source>about {count} tokens written</source>
            <translation>已写约 {count} 个词元</translation>
        </message>
        <message>
            <source>cancelled</source>
            <translation>已取消</translation>
        </message>
        <message>
            <source>cut off</source>
            <translation>中断</translation>
        </message>
        <message>
            <source>done already</source>
            <translation>已执行</translation>
        </message>
        <message>
            <source>due from {time}</source>
            <translation>{time} 起到期</translation>
        </message>
        <message>
            <source>due now</source>
            <translation>现在到期</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <source>failed a short while ago</source>
            <translation>刚刚失败过</translation>
        </message>
        <message>
            <source>kept for approval</source>
            <translation>等待批准</translation>
        </message>
        <message>
            <source>less than a day since the last time; due after one</source>
            <translation>距上次不到一天；满一天到期</translation>
        </message>
        <message>
            <source>looked at, not written</source>
            <translation>仅查看，未写入</translation>
        </message>
        <message>
            <source>no last time is known; due after a day</source>
            <translation>没有上次的记录；满一天到期</translation>
        </message>
        <message>
            <source>not due yet</source>
            <translation>尚未到期</translation>
        </message>
        <message>
            <source>nothing to change</source>
            <translation>无需更改</translation>
        </message>
        <message>
            <source>the memory’s own policy</source>
            <translation>记忆自己的策略</translation>
        </message>
        <message>
            <source>waits for your approval</source>
            <translation>等待你的批准</translation>
        </message>
        <message>
            <source>written</source>
            <translation>已写入</translation>
        </message>
        <message>
            <source>{pace} tokens a second</source>
            <translation>每秒 {pace} 个词元</translation>
        </message>
        <message numerus="yes">
            <source>{seconds} s, %n requests</source>
            <translation>
                <numerusform>{seconds} 秒，%n 次请求</numerusform>
            </translation>
        </message>
        <message>
            <source>{size}, {tokens} tokens</source>
            <translation>{size}，{tokens} 个词元</translation>
        </message>
    </context>
    <context>
        <name>ModelSettings</name>
        <message>
            <source>0 is the same answer each time, 2 the most varied.</source>
            <translation>0 表示每次回答相同，2 表示变化最大。</translation>
        </message>
        <message>
            <source>A cap, whatever the job would take.</source>
            <translation>无论任务需要多少，都不超过此上限。</translation>
        </message>
        <message>
            <source>Address</source>
            <translation>地址</translation>
        </message>
        <message>
            <source>Always ask for approval</source>
            <translation>始终等待批准</translation>
        </message>
        <message>
            <source>Another address</source>
            <translation>其他地址</translation>
        </message>
        <message>
            <source>Another model for a job</source>
            <translation>为某个任务另选模型</translation>
        </message>
        <message>
            <source>As the address has them</source>
            <translation>使用接口自带的调用</translation>
        </message>
        <message>
            <source>Calls of tools</source>
            <translation>工具调用</translation>
        </message>
        <message>
            <source>Do due jobs by itself</source>
            <translation>自动执行到期的任务</translation>
        </message>
        <message>
            <source>Each waits longer than the one before.</source>
            <translation>每次等待的时间比上一次更长。</translation>
        </message>
        <message>
            <source>How it calls tools, where a job offers it some.</source>
            <translation>任务提供工具时，模型如何调用它们。</translation>
        </message>
        <message>
            <source>How long one request may take. A slow computer needs more.</source>
            <translation>一次请求最多用多久。较慢的电脑需要更长时间。</translation>
        </message>
        <message>
            <source>Its name, as the provider has it, like llama3.2.</source>
            <translation>提供方使用的名称，如 llama3.2。</translation>
        </message>
        <message>
            <source>Kept in the keyring of the system for this address alone, and never shown.</source>
            <translation>只为此地址保存在系统密钥环中，从不显示。</translation>
        </message>
        <message>
            <source>Key</source>
            <translation>密钥</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>种类</translation>
        </message>
        <message>
            <source>Like ollama:llama3.2; empty: the one above.</source>
            <translation>如 ollama:llama3.2；留空则使用上面的模型。</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Most tokens of an answer</source>
            <translation>回答的最多词元数</translation>
        </message>
        <message>
            <source>No model</source>
            <translation>不使用模型</translation>
        </message>
        <message>
            <source>Sends one short question that holds nothing of a memory.</source>
            <translation>发送一个简短的问题，其中不含任何记忆内容。</translation>
        </message>
        <message>
            <source>Temperature</source>
            <translation>温度</translation>
        </message>
        <message>
            <source>Test</source>
            <translation>测试</translation>
        </message>
        <message>
            <source>Time-out in seconds</source>
            <translation>超时（秒）</translation>
        </message>
        <message>
            <source>Tries after a failure</source>
            <translation>失败后的重试次数</translation>
        </message>
        <message>
            <source>What its jobs write waits until you approve it.</source>
            <translation>其任务写入的内容会等待你批准。</translation>
        </message>
        <message>
            <source>While a folder is open, a job begins when the memory’s own policy asks for it.</source>
            <translation>文件夹打开期间，记忆自己的策略要求时，任务便会开始。</translation>
        </message>
        <message>
            <source>Who answers. With Ollama, or an address on this computer, nothing leaves it.</source>
            <translation>由谁回答。使用 Ollama 或本机地址时，任何内容都不会离开这台电脑。</translation>
        </message>
        <message>
            <source>Written as JSON</source>
            <translation>写成 JSON</translation>
        </message>
        <message>
            <source>api key token secret password keyring</source>
            <translation>api key 密钥 令牌 密码 密钥环 keyring</translation>
        </message>
        <message>
            <source>automatic schedule background policy</source>
            <translation>自动 计划 后台 策略 automatic</translation>
        </message>
        <message>
            <source>http://… or https://…; empty: the provider’s own.</source>
            <translation>http://… 或 https://…；留空则使用提供方自己的地址。</translation>
        </message>
        <message>
            <source>limit cap cost length max</source>
            <translation>上限 费用 长度 最大 limit max</translation>
        </message>
        <message>
            <source>llm ai name</source>
            <translation>llm ai 名称</translation>
        </message>
        <message>
            <source>llm ai provider openai anthropic claude ollama gpt vllm llama</source>
            <translation>llm ai 大模型 提供方 openai anthropic claude ollama gpt vllm llama</translation>
        </message>
        <message>
            <source>per job task compress summarise translate</source>
            <translation>任务 精简 总结 翻译</translation>
        </message>
        <message>
            <source>propose proposal approve hold</source>
            <translation>提议 批准 等待 propose</translation>
        </message>
        <message>
            <source>retries retry back-off again</source>
            <translation>重试 再试 retry</translation>
        </message>
        <message>
            <source>timeout wait slow</source>
            <translation>超时 等待 慢 timeout</translation>
        </message>
        <message>
            <source>try check connection ping</source>
            <translation>测试 检查 连接 test</translation>
        </message>
        <message>
            <source>url endpoint server host port</source>
            <translation>网址 服务器 主机 端口 url</translation>
        </message>
    </context>
    <context>
        <name>Moment</name>
        <message>
            <source>Created later</source>
            <translation>后来新建</translation>
        </message>
        <message>
            <source>Deleted since</source>
            <translation>此后删除</translation>
        </message>
        <message>
            <source>changed</source>
            <translation>有变化</translation>
        </message>
        <message>
            <source>no longer kept</source>
            <translation>已不再保留</translation>
        </message>
        <message>
            <source>oldest version known</source>
            <translation>已知最早的版本</translation>
        </message>
    </context>
    <context>
        <name>MonthButton</name>
        <message>
            <source>Move to month</source>
            <translation>移到其他月份</translation>
        </message>
    </context>
    <context>
        <name>NameDialog</name>
        <message>
            <source>&amp;Name, with the folder it is in</source>
            <translation>名称（含所在文件夹）(&amp;N)</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>提示</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>Use {name}</source>
            <translation>改用 {name}</translation>
        </message>
    </context>
    <context>
        <name>NavigatorMenu</name>
        <message>
            <source>Copy path</source>
            <translation>复制路径</translation>
        </message>
        <message>
            <source>Mark all as seen</source>
            <translation>全部标为已读</translation>
        </message>
        <message>
            <source>Mark as seen</source>
            <translation>标为已读</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Redo: {what}</source>
            <translation>重做：{what}</translation>
        </message>
        <message>
            <source>Show history</source>
            <translation>显示历史</translation>
        </message>
        <message>
            <source>Show in file manager</source>
            <translation>在文件管理器中显示</translation>
        </message>
        <message>
            <source>Show in folder view</source>
            <translation>在文件夹视图中显示</translation>
        </message>
        <message>
            <source>Undo: {what}</source>
            <translation>撤销：{what}</translation>
        </message>
    </context>
    <context>
        <name>NavigatorPane</name>
        <message numerus="yes">
            <source>%n names are not listed</source>
            <translation>
                <numerusform>%n 个名称未列出</numerusform>
            </translation>
        </message>
        <message>
            <source>All reviewed</source>
            <translation>全部已审阅</translation>
        </message>
        <message>
            <source>By agent system</source>
            <translation>按智能体类型</translation>
        </message>
        <message>
            <source>By folder</source>
            <translation>按文件夹</translation>
        </message>
        <message>
            <source>By kind of memory</source>
            <translation>按记忆种类</translation>
        </message>
        <message>
            <source>Every agent change here has been reviewed.</source>
            <translation>智能体在此的更改都已审阅。</translation>
        </message>
        <message>
            <source>Filter</source>
            <translation>筛选</translation>
        </message>
        <message>
            <source>Group documents</source>
            <translation>文档分组方式</translation>
        </message>
        <message>
            <source>No documents</source>
            <translation>没有文档</translation>
        </message>
        <message>
            <source>No memory files yet. Documents appear here when an agent writes them.</source>
            <translation>还没有记忆文件。智能体写入后，文档会显示在这里。</translation>
        </message>
        <message>
            <source>Nothing matches</source>
            <translation>没有匹配项</translation>
        </message>
        <message>
            <source>Press Esc to clear the filter.</source>
            <translation>按 Esc 清除筛选。</translation>
        </message>
        <message>
            <source>Reading the folder…</source>
            <translation>正在读取文件夹…</translation>
        </message>
        <message>
            <source>Show what is not listed as a document: version control, sync clients, temporaries</source>
            <translation>显示未作为文档列出的内容：版本控制、同步客户端、临时文件</translation>
        </message>
    </context>
    <context>
        <name>NavigatorText</name>
        <message numerus="yes">
            <source>%n notes</source>
            <translation>
                <numerusform>%n 篇笔记</numerusform>
            </translation>
        </message>
        <message>
            <source>Backups</source>
            <translation>备份</translation>
        </message>
        <message>
            <source>Compartments</source>
            <translation>分区</translation>
        </message>
        <message>
            <source>Daily notes</source>
            <translation>每日笔记</translation>
        </message>
        <message>
            <source>Episodes</source>
            <translation>经历</translation>
        </message>
        <message>
            <source>Facts</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>Long-term</source>
            <translation>长期记忆</translation>
        </message>
        <message>
            <source>Other files</source>
            <translation>其他文件</translation>
        </message>
        <message>
            <source>Policy</source>
            <translation>策略</translation>
        </message>
        <message>
            <source>Profile</source>
            <translation>档案</translation>
        </message>
        <message>
            <source>Sessions</source>
            <translation>会话</translation>
        </message>
        <message>
            <source>Tiers</source>
            <translation>层级</translation>
        </message>
        <message>
            <source>Today</source>
            <translation>今天</translation>
        </message>
        <message>
            <source>Yesterday</source>
            <translation>昨天</translation>
        </message>
        <message>
            <source>changed by another program</source>
            <translation>被外部程序更改</translation>
        </message>
        <message>
            <source>changed since you last looked</source>
            <translation>上次查看后有更改</translation>
        </message>
        <message>
            <source>conflict copy</source>
            <translation>冲突副本</translation>
        </message>
        <message>
            <source>device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>link</source>
            <translation>链接</translation>
        </message>
        <message>
            <source>locked against agents</source>
            <translation>已对智能体锁定</translation>
        </message>
        <message>
            <source>new since you last looked</source>
            <translation>上次查看后新增</translation>
        </message>
        <message>
            <source>new · {figure}</source>
            <translation>新 · {figure}</translation>
        </message>
        <message>
            <source>unreadable</source>
            <translation>无法读取</translation>
        </message>
    </context>
    <context>
        <name>NewDocumentDialog</name>
        <message>
            <source>&amp;Create</source>
            <translation>创建(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Open</source>
            <translation>打开(&amp;O)</translation>
        </message>
        <message>
            <source>&amp;Type</source>
            <translation>类型(&amp;W)</translation>
        </message>
        <message>
            <source>Daily note of today</source>
            <translation>今天的每日笔记</translation>
        </message>
        <message>
            <source>Episode of this month</source>
            <translation>本月的经历</translation>
        </message>
        <message>
            <source>Fact</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>New document</source>
            <translation>新建文档</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>笔记</translation>
        </message>
        <message>
            <source>This note already exists.</source>
            <translation>这篇笔记已存在。</translation>
        </message>
        <message>
            <source>What to create</source>
            <translation>要新建什么</translation>
        </message>
    </context>
    <context>
        <name>NoteCalendarDialog</name>
        <message numerus="yes">
            <source>%n notes in {month}</source>
            <translation>
                <numerusform>{month}有 %n 篇笔记</numerusform>
            </translation>
        </message>
        <message>
            <source>&amp;Create this day’s note</source>
            <translation>新建这一天的笔记(&amp;B)</translation>
        </message>
        <message>
            <source>&amp;Open</source>
            <translation>打开(&amp;O)</translation>
        </message>
        <message>
            <source>Calendar of daily notes</source>
            <translation>每日笔记日历</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>No note</source>
            <translation>没有笔记</translation>
        </message>
        <message>
            <source>Notes of this day</source>
            <translation>这一天的笔记</translation>
        </message>
        <message>
            <source>Reading the notes…</source>
            <translation>正在读取每日笔记…</translation>
        </message>
    </context>
    <context>
        <name>NoteCommands</name>
        <message>
            <source>&amp;Calendar of daily notes…</source>
            <translation>每日笔记日历(&amp;C)…</translation>
        </message>
        <message>
            <source>&amp;Today's note</source>
            <translation>今天的笔记(&amp;T)</translation>
        </message>
        <message>
            <source>No agent here keeps daily notes.</source>
            <translation>这里没有智能体写每日笔记。</translation>
        </message>
        <message>
            <source>No folder is open.</source>
            <translation>没有打开的文件夹。</translation>
        </message>
        <message>
            <source>There is no such note yet, and this workspace is open read-only.</source>
            <translation>还没有这一篇笔记，而此工作区以只读方式打开。</translation>
        </message>
    </context>
    <context>
        <name>Notices</name>
        <message numerus="yes">
            <source>%n changes conflict with yours.</source>
            <translation>
                <numerusform>有 %n 处更改与你的冲突。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n others merge without conflicts.</source>
            <translation>
                <numerusform>另外 %n 处可自动合并。</numerusform>
            </translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation>比较</translation>
        </message>
        <message>
            <source>Copy command</source>
            <translation>复制命令</translation>
        </message>
        <message>
            <source>Discard</source>
            <translation>丢弃</translation>
        </message>
        <message>
            <source>Keep as unsaved</source>
            <translation>作为未保存的内容保留</translation>
        </message>
        <message>
            <source>Keep mine</source>
            <translation>保留我的版本</translation>
        </message>
        <message>
            <source>Merge</source>
            <translation>合并</translation>
        </message>
        <message>
            <source>Merge…</source>
            <translation>合并…</translation>
        </message>
        <message>
            <source>Not saved: {reason} Your text stays open.</source>
            <translation>未保存：{reason}你的内容保持打开。</translation>
        </message>
        <message>
            <source>Redo</source>
            <translation>重做</translation>
        </message>
        <message>
            <source>Reload</source>
            <translation>重新加载</translation>
        </message>
        <message>
            <source>Restore draft</source>
            <translation>恢复草稿</translation>
        </message>
        <message>
            <source>Show</source>
            <translation>查看</translation>
        </message>
        <message>
            <source>The encoding of this file is unknown, so it is read-only here. Convert it to UTF-8 to edit it.</source>
            <translation>无法识别此文件的编码，因此在此只读。转换为 UTF-8 后即可编辑。</translation>
        </message>
        <message>
            <source>The file cannot be opened now.</source>
            <translation>文件现在无法打开。</translation>
        </message>
        <message>
            <source>The file has changed since.</source>
            <translation>此后文件已有变化。</translation>
        </message>
        <message>
            <source>The merged text would not be valid. Open the merge to fix it.</source>
            <translation>合并后的内容将无效。请打开合并进行修正。</translation>
        </message>
        <message>
            <source>The workspace folder cannot be found. Your text stays open; reconnect the disk or put the folder back to save.</source>
            <translation>找不到工作区文件夹。你的内容保持打开；重新连接磁盘或恢复文件夹后即可保存。</translation>
        </message>
        <message>
            <source>This file is in {encoding}, not UTF-8, so it is read-only here. Convert it to UTF-8 to edit it.</source>
            <translation>此文件为 {encoding} 编码，不是 UTF-8，因此在此只读。转换为 UTF-8 后即可编辑。</translation>
        </message>
        <message>
            <source>This file is large ({size}), so it is shown page by page and read-only.</source>
            <translation>此文件较大（{size}），因此分页显示，且只读。</translation>
        </message>
        <message>
            <source>This file is not text ({size}). Its first bytes are shown.</source>
            <translation>此文件不是文本（{size}），仅显示开头的字节。</translation>
        </message>
        <message>
            <source>This workspace is open read-only.</source>
            <translation>此工作区以只读方式打开。</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Write it back</source>
            <translation>写回</translation>
        </message>
        <message>
            <source>You both added text at the end; theirs comes first.</source>
            <translation>双方都在末尾添加了内容，对方的在前。</translation>
        </message>
        <message>
            <source>You have an unfinished merge from {time}.</source>
            <translation>你有一个 {time} 未完成的合并。</translation>
        </message>
        <message>
            <source>You have an unsaved draft from {time}.</source>
            <translation>你有一份 {time} 的未保存草稿。</translation>
        </message>
        <message>
            <source>Your text is still open.</source>
            <translation>你的内容仍打开着。</translation>
        </message>
        <message>
            <source>changed this file elsewhere while you were editing here.</source>
            <translation>在别处更改了此文件，而你正在这里编辑。</translation>
        </message>
        <message>
            <source>changed this file while you were editing.</source>
            <translation>在你编辑期间更改了此文件。</translation>
        </message>
        <message>
            <source>changed this file. Their changes were merged into your unsaved text.</source>
            <translation>更改了此文件。对方的更改已合并到你未保存的内容中。</translation>
        </message>
        <message>
            <source>changed this file. Their changes were merged with yours and saved.</source>
            <translation>更改了此文件。对方的更改已与你的内容合并并保存。</translation>
        </message>
        <message>
            <source>changed this file. Undo removed their change from your text, which is not saved yet.</source>
            <translation>更改了此文件；撤销后该更改已从你的文本中去掉，尚未保存。</translation>
        </message>
        <message>
            <source>deleted this file. Your text is still open.</source>
            <translation>删除了此文件。你的内容仍打开着。</translation>
        </message>
        <message>
            <source>renamed this document; its old name was {name}.</source>
            <translation>重命名了此文档，原名 {name}。</translation>
        </message>
        <message>
            <source>updated this</source>
            <translation>更新了此文档</translation>
        </message>
        <message numerus="yes">
            <source>{clean} of %n changes merge without conflicts.</source>
            <translation>
                <numerusform>%n 处更改中有 {clean} 处可自动合并。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Notifying</name>
        <message numerus="yes">
            <source>%n changes wait for review</source>
            <translation>
                <numerusform>有 %n 处更改等待审阅</numerusform>
            </translation>
        </message>
        <message>
            <source>Notify me about changes to re&amp;view</source>
            <translation>有更改待审阅时通知我(&amp;V)</translation>
        </message>
        <message numerus="yes">
            <source>memdesk: %n to review</source>
            <translation>
                <numerusform>memdesk：%n 处待审阅</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Origin</name>
        <message>
            <source>Author unknown.</source>
            <translation>历史中没有记录写入者。</translation>
        </message>
        <message>
            <source>Looking into the history…</source>
            <translation>正在查阅历史…</translation>
        </message>
        <message>
            <source>Not reviewed</source>
            <translation>未审阅</translation>
        </message>
        <message>
            <source>Not saved yet.</source>
            <translation>尚未保存。</translation>
        </message>
        <message>
            <source>Not set in this document.</source>
            <translation>未在此文档中设置。</translation>
        </message>
        <message>
            <source>Older than the history; author unknown.</source>
            <translation>早于历史记录，写入者未知。</translation>
        </message>
        <message>
            <source>Reviewed</source>
            <translation>已审阅</translation>
        </message>
        <message numerus="yes">
            <source>Still looking: not in the last %n versions.</source>
            <translation>
                <numerusform>正在继续查找：最近 %n 个版本中没有。</numerusform>
            </translation>
        </message>
        <message>
            <source>The document is deleted.</source>
            <translation>文档已被删除。</translation>
        </message>
        <message>
            <source>This entry</source>
            <translation>此条目</translation>
        </message>
        <message>
            <source>This key</source>
            <translation>此键</translation>
        </message>
        <message>
            <source>This line</source>
            <translation>此行</translation>
        </message>
        <message>
            <source>before: {facts}</source>
            <translation>此前：{facts}</translation>
        </message>
        <message>
            <source>line {number}</source>
            <translation>第 {number} 行</translation>
        </message>
        <message>
            <source>now, not saved</source>
            <translation>刚才，未保存</translation>
        </message>
        <message>
            <source>session {name}</source>
            <translation>会话 {name}</translation>
        </message>
    </context>
    <context>
        <name>Outline</name>
        <message numerus="yes">
            <source>%n more headings</source>
            <translation>
                <numerusform>另有 %n 个标题</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Overview</name>
        <message numerus="yes">
            <source>%n changes</source>
            <translation>
                <numerusform>%n 处更改</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n documents</source>
            <translation>
                <numerusform>%n 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>agents +{size}</source>
            <translation>智能体 +{size}</translation>
        </message>
        <message numerus="yes">
            <source>in %n documents</source>
            <translation>
                <numerusform>涉及 %n 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>last {when} in {name}</source>
            <translation>最近一次：{when}，{name}</translation>
        </message>
        <message>
            <source>nearly full</source>
            <translation>即将写满</translation>
        </message>
        <message>
            <source>new</source>
            <translation>新</translation>
        </message>
        <message>
            <source>no changes</source>
            <translation>没有更改</translation>
        </message>
        <message>
            <source>other agents +{size}</source>
            <translation>其他智能体 +{size}</translation>
        </message>
        <message>
            <source>other programs +{size}</source>
            <translation>外部程序 +{size}</translation>
        </message>
        <message>
            <source>over its limit</source>
            <translation>超出上限</translation>
        </message>
        <message numerus="yes">
            <source>recalled %n times</source>
            <translation>
                <numerusform>取用 %n 次</numerusform>
            </translation>
        </message>
        <message>
            <source>removed −{size}</source>
            <translation>移除 −{size}</translation>
        </message>
        <message>
            <source>you +{size}</source>
            <translation>你 +{size}</translation>
        </message>
        <message>
            <source>{size} of {limit} B</source>
            <translation>{size} / {limit} B</translation>
        </message>
        <message>
            <source>{size} of {limit} characters</source>
            <translation>{size} / {limit} 个字符</translation>
        </message>
    </context>
    <context>
        <name>OverviewCommands</name>
        <message>
            <source>O&amp;verview</source>
            <translation>概览(&amp;V)</translation>
        </message>
    </context>
    <context>
        <name>OverviewPage</name>
        <message numerus="yes">
            <source>%n documents</source>
            <translation>
                <numerusform>%n 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Changed since you looked</source>
            <translation>你上次查看后的更改</translation>
        </message>
        <message>
            <source>Growth by day</source>
            <translation>每日增长</translation>
        </message>
        <message>
            <source>No author is known yet. Authors appear here once memdesk sees a change.</source>
            <translation>还没有已知的写入者。memdesk 看到更改后会列在这里。</translation>
        </message>
        <message>
            <source>No changes in the last 14 days.</source>
            <translation>最近 14 天没有更改。</translation>
        </message>
        <message>
            <source>None in the documents read so far.</source>
            <translation>目前读取的文档中没有问题。</translation>
        </message>
        <message>
            <source>Nothing is kept here yet.</source>
            <translation>这里还没有任何内容。</translation>
        </message>
        <message>
            <source>Nothing is new since you looked.</source>
            <translation>自你上次查看以来没有新内容。</translation>
        </message>
        <message>
            <source>Nothing is remembered here yet</source>
            <translation>这里还没有任何记忆</translation>
        </message>
        <message>
            <source>Nothing waits for review.</source>
            <translation>没有等待审阅的内容。</translation>
        </message>
        <message>
            <source>Open the inbox</source>
            <translation>打开待审阅的更改</translation>
        </message>
        <message>
            <source>Policy</source>
            <translation>策略</translation>
        </message>
        <message>
            <source>Problems found</source>
            <translation>发现的问题</translation>
        </message>
        <message>
            <source>Reading the folder…</source>
            <translation>正在读取文件夹…</translation>
        </message>
        <message>
            <source>Reading the history…</source>
            <translation>正在读取历史…</translation>
        </message>
        <message>
            <source>Reading what waits…</source>
            <translation>正在读取待审阅的内容…</translation>
        </message>
        <message>
            <source>Recalled most</source>
            <translation>最常取用</translation>
        </message>
        <message>
            <source>Show what is new</source>
            <translation>显示新内容</translation>
        </message>
        <message>
            <source>Sizes and limits</source>
            <translation>占用与上限</translation>
        </message>
        <message>
            <source>Waiting for review</source>
            <translation>等待审阅</translation>
        </message>
        <message>
            <source>What an agent or you write in this folder appears here at once.</source>
            <translation>智能体或你在此文件夹中写入的内容会立即显示在这里。</translation>
        </message>
        <message>
            <source>Who wrote</source>
            <translation>谁写入了</translation>
        </message>
        <message>
            <source>{size} in 14 days</source>
            <translation>14 天内 {size}</translation>
        </message>
    </context>
    <context>
        <name>Pager</name>
        <message>
            <source>Next page</source>
            <translation>下一页</translation>
        </message>
        <message>
            <source>Page {page} of {count}</source>
            <translation>第 {page} 页，共 {count} 页</translation>
        </message>
        <message>
            <source>Previous page</source>
            <translation>上一页</translation>
        </message>
    </context>
    <context>
        <name>PairsTable</name>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>值</translation>
        </message>
    </context>
    <context>
        <name>ParameterRow</name>
        <message>
            <source>Discard</source>
            <translation>放弃</translation>
        </message>
        <message>
            <source>Reset</source>
            <translation>重置</translation>
        </message>
        <message>
            <source>back to {value}</source>
            <translation>恢复为 {value}</translation>
        </message>
        <message>
            <source>not applied</source>
            <translation>未应用</translation>
        </message>
        <message>
            <source>now {value}</source>
            <translation>现在为 {value}</translation>
        </message>
    </context>
    <context>
        <name>PassageBar</name>
        <message>
            <source>Passage {number} of {count}</source>
            <translation>第 {number} 段，共 {count} 段</translation>
        </message>
        <message>
            <source>accepted</source>
            <translation>已接受</translation>
        </message>
        <message>
            <source>reverted</source>
            <translation>已还原</translation>
        </message>
    </context>
    <context>
        <name>PastDocument</name>
        <message>
            <source>This version is no longer stored: it is older than the history’s limits.</source>
            <translation>此版本已不再保存：它超出了历史的保留期限。</translation>
        </message>
        <message>
            <source>the oldest version known</source>
            <translation>已知最早的版本</translation>
        </message>
    </context>
    <context>
        <name>PastText</name>
        <message>
            <source>Only the beginning of this long text is shown.</source>
            <translation>文字很长，只显示开头部分。</translation>
        </message>
    </context>
    <context>
        <name>PlainTable</name>
        <message>
            <source>Nothing matches “{words}”. Escape in the filter shows all again.</source>
            <translation>没有与“{words}”匹配的内容。在筛选框中按 Esc 可重新显示全部。</translation>
        </message>
    </context>
    <context>
        <name>PolicyCommands</name>
        <message>
            <source>&amp;Try other limits…</source>
            <translation>试算其他上限(&amp;L)…</translation>
        </message>
        <message>
            <source>Roll back the &amp;whole policy to before this change</source>
            <translation>把整个策略回滚到此更改之前(&amp;W)</translation>
        </message>
        <message>
            <source>Roll back this policy &amp;parameter</source>
            <translation>回滚策略的这个参数(&amp;P)</translation>
        </message>
    </context>
    <context>
        <name>PolicyEditor</name>
        <message numerus="yes">
            <source>%n parameters set</source>
            <translation>
                <numerusform>已设置 %n 个参数</numerusform>
            </translation>
        </message>
        <message>
            <source>Agents started before {time} still use the old values. Restart them to apply the change.</source>
            <translation>在 {time} 之前启动的智能体仍使用旧值。重启后生效。</translation>
        </message>
        <message>
            <source>Change of the policy</source>
            <translation>更改策略</translation>
        </message>
        <message>
            <source>Delete overrides</source>
            <translation>删除全部覆盖值</translation>
        </message>
        <message>
            <source>Not applied: {why}</source>
            <translation>未应用：{why}</translation>
        </message>
        <message>
            <source>Redo</source>
            <translation>重做</translation>
        </message>
        <message>
            <source>The overrides are damaged, so agents ignore them. Fix, roll back or delete them.</source>
            <translation>覆盖值文件已损坏，智能体会忽略它。请修复、回滚或删除。</translation>
        </message>
        <message>
            <source>The policy already has these values.</source>
            <translation>策略已是这些值，无需更改。</translation>
        </message>
        <message>
            <source>The policy was rewritten</source>
            <translation>策略已重写</translation>
        </message>
        <message>
            <source>This changes {name} itself instead of adding an override: {change}.</source>
            <translation>将直接修改 {name}，而不是设置覆盖值：{change}。</translation>
        </message>
        <message>
            <source>This document has unsaved text. Save it or reload it from disk before you change values here.</source>
            <translation>此文档有未保存的文本。请先保存或重新加载，再在此更改。</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Write to config.json</source>
            <translation>写入 config.json</translation>
        </message>
        <message>
            <source>{name} was last active at {time}, in a session that started before this change, so it still uses the old values.</source>
            <translation>{name} 最近一次活动于 {time}，其会话早于此更改，因此仍使用旧值。</translation>
        </message>
    </context>
    <context>
        <name>PolicyModel</name>
        <message>
            <source>Days of daily notes that are always given</source>
            <translation>始终提供的每日笔记天数</translation>
        </message>
        <message>
            <source>Messages after which a session is summarised</source>
            <translation>会话达到多少条消息后生成摘要</translation>
        </message>
        <message>
            <source>Messages given where no turn is relevant</source>
            <translation>没有相关轮次时提供的消息数</translation>
        </message>
        <message>
            <source>Messages kept after a summary</source>
            <translation>生成摘要后保留的消息数</translation>
        </message>
        <message>
            <source>Pieces of memory retrieved for a question</source>
            <translation>每个问题检索的记忆条数</translation>
        </message>
        <message>
            <source>Relevant turns given; 0 gives all of them</source>
            <translation>提供的相关轮次数；0 表示全部</translation>
        </message>
        <message>
            <source>Share of the context after which a session is summarised</source>
            <translation>上下文占用达到多少（%）后生成会话摘要</translation>
        </message>
        <message>
            <source>Size from which long-term memory is compressed; 0 never compresses</source>
            <translation>长期记忆达到多大后压缩；0 表示从不压缩</translation>
        </message>
        <message>
            <source>The agent may change this policy itself</source>
            <translation>智能体可以自行修改此策略</translation>
        </message>
        <message>
            <source>The configuration has a wrong value and is ignored</source>
            <translation>配置中的值有误，已被忽略</translation>
        </message>
        <message>
            <source>The overrides have a wrong value and are ignored</source>
            <translation>覆盖文件中的值有误，已被忽略</translation>
        </message>
        <message>
            <source>The value must be above 0; the default applies</source>
            <translation>值必须大于 0，已改用默认值</translation>
        </message>
        <message>
            <source>config</source>
            <translation>配置</translation>
        </message>
        <message>
            <source>default</source>
            <translation>默认</translation>
        </message>
        <message>
            <source>off</source>
            <translation>关</translation>
        </message>
        <message>
            <source>on</source>
            <translation>开</translation>
        </message>
        <message>
            <source>override</source>
            <translation>覆盖值</translation>
        </message>
        <message>
            <source>reflection</source>
            <translation>反思</translation>
        </message>
        <message>
            <source>{name} by reflection</source>
            <translation>{name}（反思）</translation>
        </message>
    </context>
    <context>
        <name>PolicyPast</name>
        <message>
            <source>Changes</source>
            <translation>更改</translation>
        </message>
        <message>
            <source>Changes of the policy</source>
            <translation>策略的更改</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation>比较</translation>
        </message>
        <message>
            <source>Compare before</source>
            <translation>比较此前</translation>
        </message>
        <message>
            <source>No difference</source>
            <translation>没有差异</translation>
        </message>
        <message>
            <source>Now</source>
            <translation>现在</translation>
        </message>
        <message>
            <source>One of them cannot be read.</source>
            <translation>其中之一无法读取。</translation>
        </message>
        <message>
            <source>Roll back to before this change</source>
            <translation>回滚到此更改之前</translation>
        </message>
        <message>
            <source>Roll back {key} to {value}</source>
            <translation>把 {key} 回滚为 {value}</translation>
        </message>
        <message>
            <source>Roll back {key} to {value} in config.json…</source>
            <translation>在 config.json 中把 {key} 回滚为 {value}…</translation>
        </message>
        <message>
            <source>Try in the form</source>
            <translation>在表单中试用</translation>
        </message>
        <message>
            <source>with</source>
            <translation>与</translation>
        </message>
    </context>
    <context>
        <name>PolicyTrial</name>
        <message>
            <source>Enter other values above to see here what agents would be given, side by side with now.</source>
            <translation>在上面输入其他值，即可在此与现在并排查看智能体会得到什么。</translation>
        </message>
        <message>
            <source>Preview</source>
            <translation>预览</translation>
        </message>
        <message>
            <source>Test message</source>
            <translation>测试消息</translation>
        </message>
        <message>
            <source>Test message (leave empty to use recent questions)</source>
            <translation>测试消息（留空则使用最近的问题）</translation>
        </message>
    </context>
    <context>
        <name>PreviewView</name>
        <message>
            <source>It is shown as text: to render it would take too long.</source>
            <translation>以源文本显示：渲染它耗时过长。</translation>
        </message>
        <message>
            <source>Lines {first} to {last} of a large document.</source>
            <translation>大型文档的第 {first} 到 {last} 行。</translation>
        </message>
        <message>
            <source>Preview</source>
            <translation>预览</translation>
        </message>
        <message>
            <source>Show what follows</source>
            <translation>显示后面的内容</translation>
        </message>
        <message>
            <source>Show what is before</source>
            <translation>显示前面的内容</translation>
        </message>
    </context>
    <context>
        <name>ProfileEditor</name>
        <message>
            <source>Add key</source>
            <translation>添加键</translation>
        </message>
        <message>
            <source>Delete key</source>
            <translation>删除键</translation>
        </message>
        <message>
            <source>Filter keys</source>
            <translation>筛选键</translation>
        </message>
        <message>
            <source>Key</source>
            <translation>键</translation>
        </message>
        <message>
            <source>Rename key</source>
            <translation>重命名键</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>值</translation>
        </message>
        <message>
            <source>new_key</source>
            <translation>新键</translation>
        </message>
    </context>
    <context>
        <name>ProfileModel</name>
        <message>
            <source>(empty key)</source>
            <translation>（空键名）</translation>
        </message>
        <message>
            <source>Key</source>
            <translation>键</translation>
        </message>
        <message>
            <source>Not a text: the agent reads it as empty.</source>
            <translation>不是文本：智能体会将其读作空值。</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>值</translation>
        </message>
    </context>
    <context>
        <name>ProgressRow</name>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
    </context>
    <context>
        <name>ProposalCommands</name>
        <message>
            <source>Look at the proposal by &amp;parts</source>
            <translation>逐处查看提议(&amp;P)</translation>
        </message>
    </context>
    <context>
        <name>ProposalPage</name>
        <message numerus="yes">
            <source>%n parts</source>
            <translation>
                <numerusform>%n 处</numerusform>
            </translation>
        </message>
        <message>
            <source>A secret in it is covered, so it is not shown to be edited. Reject it instead.</source>
            <translation>其中的机密已隐藏，因此无法在此编辑。可以改为拒绝。</translation>
        </message>
        <message>
            <source>All</source>
            <translation>全部</translation>
        </message>
        <message numerus="yes">
            <source>Approve %n parts</source>
            <translation>
                <numerusform>批准 %n 处</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Approve %n steps</source>
            <translation>
                <numerusform>批准 %n 个步骤</numerusform>
            </translation>
        </message>
        <message>
            <source>Approve all</source>
            <translation>全部批准</translation>
        </message>
        <message>
            <source>Approve as edited</source>
            <translation>按编辑后的内容批准</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation>比较</translation>
        </message>
        <message>
            <source>Context: about {before} tokens → {after}</source>
            <translation>上下文：约 {before} 个词元 → {after}</translation>
        </message>
        <message>
            <source>Discard my edit</source>
            <translation>放弃我的编辑</translation>
        </message>
        <message>
            <source>Do it again with another model…</source>
            <translation>换一个模型重做…</translation>
        </message>
        <message>
            <source>Documents of this write</source>
            <translation>此次写入的文档</translation>
        </message>
        <message>
            <source>Edited by you</source>
            <translation>你编辑的内容</translation>
        </message>
        <message>
            <source>Edit…</source>
            <translation>编辑…</translation>
        </message>
        <message>
            <source>It keeps a copy first.</source>
            <translation>它会先保留一份副本。</translation>
        </message>
        <message>
            <source>Now</source>
            <translation>现在</translation>
        </message>
        <message>
            <source>Only the whole proposal can be edited: choose all steps.</source>
            <translation>只能编辑整个提案：请选择所有步骤。</translation>
        </message>
        <message>
            <source>Parts of the proposal</source>
            <translation>提议的各处更改</translation>
        </message>
        <message>
            <source>Proposal</source>
            <translation>提议</translation>
        </message>
        <message>
            <source>Proposed</source>
            <translation>提议的内容</translation>
        </message>
        <message>
            <source>Proposed text</source>
            <translation>提议的文本</translation>
        </message>
        <message>
            <source>Reject…</source>
            <translation>拒绝…</translation>
        </message>
        <message>
            <source>Whole document</source>
            <translation>整个文档</translation>
        </message>
        <message>
            <source>line {number}</source>
            <translation>第 {number} 行</translation>
        </message>
    </context>
    <context>
        <name>PruningDialog</name>
        <message numerus="yes">
            <source>%n copies stay.</source>
            <translation>
                <numerusform>保留 %n 份副本。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n of them only because they are pinned.</source>
            <translation>
                <numerusform>其中 %n 份只因已固定而保留。</numerusform>
            </translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Copies of each document</source>
            <translation>每个文档的副本数</translation>
        </message>
        <message>
            <source>Copies to be deleted</source>
            <translation>将被删除的副本</translation>
        </message>
        <message>
            <source>Days</source>
            <translation>天数</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message numerus="yes">
            <source>Delete %n copies</source>
            <translation>
                <numerusform>删除 %n 份副本</numerusform>
            </translation>
        </message>
        <message>
            <source>Delete old agent copies</source>
            <translation>删除旧的智能体副本</translation>
        </message>
        <message numerus="yes">
            <source>Deletes %n copies and frees {size}.</source>
            <translation>
                <numerusform>将删除 %n 份副本，释放 {size}。</numerusform>
            </translation>
        </message>
        <message>
            <source>Deletes backup copies that agents keep beside their documents. Pinned copies stay. memdesk’s history keeps the deleted contents as long as any old version.</source>
            <translation>将删除智能体保存在文档旁的副本，已固定的除外。其中的内容会像旧版本一样在 memdesk 的历史里保留一段时间。</translation>
        </message>
        <message>
            <source>Keep the newest</source>
            <translation>保留最新的</translation>
        </message>
        <message>
            <source>Nothing to delete with these settings.</source>
            <translation>按这些设置没有可删除的副本。</translation>
        </message>
        <message>
            <source>What will be deleted</source>
            <translation>将被删除的内容</translation>
        </message>
        <message>
            <source>and everything from the last</source>
            <translation>每个文档保留最新</translation>
        </message>
        <message>
            <source>copies of each document</source>
            <translation>份（每个文档）</translation>
        </message>
        <message>
            <source>days</source>
            <translation>天内的全部</translation>
        </message>
        <message numerus="yes">
            <source>… and %n more</source>
            <translation>
                <numerusform>……另有 %n 份</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PurgeDialog</name>
        <message numerus="yes">
            <source>%n documents are redacted.</source>
            <translation>
                <numerusform>脱敏：%n 个文档。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n drafts are redacted.</source>
            <translation>
                <numerusform>脱敏：%n 份草稿。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n of our own records are redacted.</source>
            <translation>
                <numerusform>脱敏：%n 份 memdesk 自身的记录。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n things in quarantine are redacted.</source>
            <translation>
                <numerusform>脱敏：隔离区中的 %n 项。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n versions are deleted.</source>
            <translation>
                <numerusform>删除：%n 个历史版本。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>A secret has at least %n characters.</source>
            <translation>
                <numerusform>机密至少有 %n 个字符。</numerusform>
            </translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Delete everywhere</source>
            <translation>在所有位置删除</translation>
        </message>
        <message>
            <source>Done.</source>
            <translation>已完成。</translation>
        </message>
        <message>
            <source>I know that this cannot be undone</source>
            <translation>我知道此操作无法撤销</translation>
        </message>
        <message>
            <source>In quarantine: {name} redacted</source>
            <translation>隔离区：{name}，脱敏</translation>
        </message>
        <message>
            <source>It may still be in the index server: {why}.</source>
            <translation>它可能仍在索引服务器中：{why}。</translation>
        </message>
        <message>
            <source>Looking for it…</source>
            <translation>正在查找…</translation>
        </message>
        <message>
            <source>Nothing can be purged.</source>
            <translation>没有可以清除的内容。</translation>
        </message>
        <message>
            <source>Nothing holds it.</source>
            <translation>没有找到此机密。</translation>
        </message>
        <message>
            <source>Places that hold the secret</source>
            <translation>含有机密的位置</translation>
        </message>
        <message>
            <source>Purge a secret</source>
            <translation>彻底清除机密</translation>
        </message>
        <message>
            <source>Purging</source>
            <translation>正在清除</translation>
        </message>
        <message>
            <source>Reasons and comments ({name}): redacted</source>
            <translation>理由和备注（{name}）：脱敏</translation>
        </message>
        <message>
            <source>The secret</source>
            <translation>机密</translation>
        </message>
        <message>
            <source>This cannot be undone. The secret is taken out of documents, drafts and quarantine, and versions of the history that hold it are deleted. Change the secret itself, too: others may have seen it.</source>
            <translation>此操作无法撤销。该机密会从文档、草稿和隔离区中清除，含有它的历史版本会被删除。请同时更换机密本身：可能已有他人看到。</translation>
        </message>
        <message>
            <source>What will be deleted</source>
            <translation>将被删除的内容</translation>
        </message>
        <message>
            <source>{name}: could not be looked at</source>
            <translation>{name}：无法查看</translation>
        </message>
        <message>
            <source>{name}: holds it still, it cannot be changed here</source>
            <translation>{name}：仍含有它，无法在此更改</translation>
        </message>
        <message>
            <source>{name}: not searched, it may keep copies</source>
            <translation>{name}：未搜索，其中可能留有副本</translation>
        </message>
        <message>
            <source>{name}: redacted</source>
            <translation>{name}：脱敏</translation>
        </message>
        <message>
            <source>{name}: unsaved text redacted</source>
            <translation>{name}：未保存的文字，脱敏</translation>
        </message>
        <message>
            <source>{name}: version {revision} deleted</source>
            <translation>{name}：删除版本 {revision}</translation>
        </message>
        <message numerus="yes">
            <source>… and %n more</source>
            <translation>
                <numerusform>……另有 %n 处</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>QuarantineDropDialog</name>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Delete from quarantine</source>
            <translation>从隔离区删除</translation>
        </message>
        <message>
            <source>Delete permanently</source>
            <translation>永久删除</translation>
        </message>
        <message>
            <source>Delete the document {name} from the quarantine?</source>
            <translation>从隔离区删除文档 {name}？</translation>
        </message>
        <message>
            <source>Delete {part} of {name} from the quarantine?</source>
            <translation>从隔离区删除 {name} 的 {part}？</translation>
        </message>
        <message>
            <source>It can no longer be restored from here, and this cannot be undone.</source>
            <translation>之后无法再从这里恢复，此操作无法撤销。</translation>
        </message>
        <message>
            <source>Older versions in the history still contain it.</source>
            <translation>历史中的旧版本仍含有它。</translation>
        </message>
        <message>
            <source>The same text is in {names}, and stays there.</source>
            <translation>{names} 中有同样的文字，会保留在那里。</translation>
        </message>
        <message>
            <source>What is deleted</source>
            <translation>删除的内容</translation>
        </message>
        <message>
            <source>memdesk no longer warns when an agent writes it again.</source>
            <translation>智能体再次写入时，memdesk 不再提示。</translation>
        </message>
    </context>
    <context>
        <name>QuickOpen</name>
        <message>
            <source>Find a document by its name</source>
            <translation>按名称查找文档</translation>
        </message>
    </context>
    <context>
        <name>RawEditor</name>
        <message>
            <source>Problem: {text}</source>
            <translation>问题：{text}</translation>
        </message>
    </context>
    <context>
        <name>RecentMenu</name>
        <message>
            <source>&amp;Clear recent folders</source>
            <translation>清空最近打开的文件夹(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Pin this folder</source>
            <translation>固定此文件夹(&amp;P)</translation>
        </message>
        <message>
            <source>Open &amp;recent</source>
            <translation>最近打开(&amp;R)</translation>
        </message>
    </context>
    <context>
        <name>RecordCommands</name>
        <message numerus="yes">
            <source>%n decisions were made from a shell in your name, with neither a terminal nor the code: {names} (since {when}). The activity lists them.</source>
            <translation>
                <numerusform>有 %n 个决定在命令行以你的名义作出，既不在终端，也没有验证码：{names}（自 {when}）。动态里有列表。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n problems with what memdesk keeps: {what}</source>
            <translation>
                <numerusform>memdesk 保存的内容有 %n 个问题：{what}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n records damaged</source>
            <translation>
                <numerusform>%n 份记录受损</numerusform>
            </translation>
        </message>
        <message>
            <source>&amp;Records of memdesk…</source>
            <translation>memdesk 的记录(&amp;R)…</translation>
        </message>
        <message>
            <source>Another program changed records of memdesk: {names}.</source>
            <translation>其他程序更改了 memdesk 的记录：{names}。</translation>
        </message>
        <message>
            <source>Another program changed what memdesk keeps outside the folder to check its records. Look at the inbox and the locks; agents wait until you close this message.</source>
            <translation>外部程序更改了 memdesk 保存在文件夹之外、用来核对其记录的内容。请查看待审阅和锁定；在你关闭此消息之前，智能体须等待。</translation>
        </message>
        <message>
            <source>Changes that wait for you are gone with the log: {names}. Restoring gives them back.</source>
            <translation>等待你决定的更改随日志一起消失了：{names}。恢复日志即可找回。</translation>
        </message>
        <message>
            <source>Check history…</source>
            <translation>检查历史…</translation>
        </message>
        <message>
            <source>Check…</source>
            <translation>查看…</translation>
        </message>
        <message>
            <source>Records of memdesk have a second name (hard link), through which programs can change them: {names}. Backups that link files do this, too.</source>
            <translation>memdesk 的记录有第二个名字（硬链接），程序可以通过它修改记录：{names}。使用硬链接的备份也会这样。</translation>
        </message>
        <message>
            <source>Records unproven</source>
            <translation>记录无从证实</translation>
        </message>
        <message>
            <source>Records updated.</source>
            <translation>记录已处理。</translation>
        </message>
        <message>
            <source>The log contains saves that memdesk did not log: {names}.</source>
            <translation>日志里有并非由 memdesk 记下的保存：{names}。</translation>
        </message>
        <message>
            <source>The records of memdesk cannot be checked: {why}</source>
            <translation>无法核对 memdesk 的记录：{why}</translation>
        </message>
        <message>
            <source>These records are older than memdesk's own copy of them: {names}. Whether another program changed them before cannot be told.</source>
            <translation>这些记录早于 memdesk 为它们另存的副本：{names}。此前是否被其他程序更改过，无法得知。</translation>
        </message>
        <message>
            <source>What memdesk keeps outside the folder to check its records was removed. Look at the inbox and the locks; agents wait until you close this message.</source>
            <translation>memdesk 保存在文件夹之外、用来核对其记录的内容已被移除。请查看待审阅和锁定；在你关闭此消息之前，智能体须等待。</translation>
        </message>
        <message>
            <source>Wrong codes were tried from a shell until the code was used up ({when}). There is a new one.</source>
            <translation>有人在命令行中反复试错误的验证码，原验证码已失效（{when}）。现在有一个新的。</translation>
        </message>
    </context>
    <context>
        <name>Records</name>
        <message>
            <source>A folder, a link or something else is in its place.</source>
            <translation>它的位置上是文件夹、链接或其他东西。</translation>
        </message>
        <message>
            <source>Another program added something to it.</source>
            <translation>其他程序在其中添加了内容。</translation>
        </message>
        <message>
            <source>Another program changed it. It is again as memdesk wrote it.</source>
            <translation>其他程序更改过它，现在又与 memdesk 写入的一致。</translation>
        </message>
        <message>
            <source>Another record</source>
            <translation>另一份记录</translation>
        </message>
        <message>
            <source>How long supplied contexts are kept</source>
            <translation>提供给智能体的内容保留多久</translation>
        </message>
        <message>
            <source>It cannot be read.</source>
            <translation>无法读取。</translation>
        </message>
        <message>
            <source>It is missing.</source>
            <translation>它不见了。</translation>
        </message>
        <message>
            <source>It was changed by another program.</source>
            <translation>它被其他程序更改。</translation>
        </message>
        <message>
            <source>It was emptied.</source>
            <translation>它被清空了。</translation>
        </message>
        <message>
            <source>Its copy outside the folder was changed itself.</source>
            <translation>它在文件夹之外的副本也被更改了。</translation>
        </message>
        <message>
            <source>Its end is missing.</source>
            <translation>它的末尾缺失。</translation>
        </message>
        <message>
            <source>Its file says that it was changed {when}.</source>
            <translation>其文件称更改于 {when}。</translation>
        </message>
        <message>
            <source>Reasons for settings</source>
            <translation>设置的理由</translation>
        </message>
        <message>
            <source>Saves that came to no end</source>
            <translation>未完成的保存</translation>
        </message>
        <message>
            <source>Something else is in the place of this folder.</source>
            <translation>这个文件夹的位置上是别的东西。</translation>
        </message>
        <message>
            <source>Something in quarantine</source>
            <translation>隔离区中的内容</translation>
        </message>
        <message>
            <source>The journal of saves</source>
            <translation>保存的日志</translation>
        </message>
        <message>
            <source>The lock of the workspace</source>
            <translation>工作区的锁</translation>
        </message>
        <message>
            <source>The log of changes</source>
            <translation>更改日志</translation>
        </message>
        <message>
            <source>What agents were refused</source>
            <translation>被拒绝的智能体写入</translation>
        </message>
        <message>
            <source>What is locked</source>
            <translation>已锁定的内容</translation>
        </message>
        <message>
            <source>What is pinned</source>
            <translation>已固定的内容</translation>
        </message>
        <message>
            <source>What waits for approval, and the rules</source>
            <translation>等待批准的内容和规则</translation>
        </message>
        <message>
            <source>What was decided in the inbox</source>
            <translation>审阅时的决定</translation>
        </message>
        <message>
            <source>What was dismissed</source>
            <translation>已忽略的内容</translation>
        </message>
        <message>
            <source>What was purged</source>
            <translation>已清除的内容</translation>
        </message>
        <message>
            <source>When old versions were removed</source>
            <translation>旧版本的移除时间</translation>
        </message>
        <message>
            <source>Your memdesk never wrote it.</source>
            <translation>你的 memdesk 从未写过它。</translation>
        </message>
        <message>
            <source>Your memdesk wrote it last {when}.</source>
            <translation>你的 memdesk 最后写入于 {when}。</translation>
        </message>
    </context>
    <context>
        <name>RecordsDialog</name>
        <message numerus="yes">
            <source>%n records were changed by another program</source>
            <translation>
                <numerusform>%n 份记录被其他程序更改</numerusform>
            </translation>
        </message>
        <message>
            <source>A memdesk in a container, or one that root runs, writes these records too</source>
            <translation>容器中的或由 root 运行的 memdesk 也会写入这些记录</translation>
        </message>
        <message>
            <source>Accept all</source>
            <translation>全部接受</translation>
        </message>
        <message>
            <source>Accept as it is</source>
            <translation>按现状接受</translation>
        </message>
        <message>
            <source>All records are as memdesk wrote them</source>
            <translation>所有记录都与 memdesk 写入的一致</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Damaged records</source>
            <translation>受损的记录</translation>
        </message>
        <message>
            <source>Looking at the records…</source>
            <translation>正在查看记录…</translation>
        </message>
        <message>
            <source>Records of memdesk</source>
            <translation>memdesk 的记录</translation>
        </message>
        <message>
            <source>Restore</source>
            <translation>恢复原样</translation>
        </message>
        <message>
            <source>What differs</source>
            <translation>差异</translation>
        </message>
    </context>
    <context>
        <name>Recovered</name>
        <message>
            <source>a new document</source>
            <translation>新文档</translation>
        </message>
        <message>
            <source>discarded</source>
            <translation>已丢弃</translation>
        </message>
        <message>
            <source>result of a merge</source>
            <translation>合并的结果</translation>
        </message>
        <message>
            <source>save by {who}</source>
            <translation>{who} 的保存</translation>
        </message>
        <message>
            <source>the document cannot be read now</source>
            <translation>文档现在无法读取</translation>
        </message>
        <message>
            <source>the document changed since</source>
            <translation>文档此后有变化</translation>
        </message>
        <message>
            <source>the document is gone</source>
            <translation>文档已不存在</translation>
        </message>
    </context>
    <context>
        <name>RecoveredCommands</name>
        <message>
            <source>&amp;Recovered drafts</source>
            <translation>找回的内容(&amp;R)</translation>
        </message>
    </context>
    <context>
        <name>RecoveredPage</name>
        <message>
            <source>Discard the draft of {name}</source>
            <translation>丢弃 {name} 的草稿</translation>
        </message>
        <message>
            <source>Discarded the draft of {name}. You can restore it for two weeks.</source>
            <translation>已丢弃 {name} 的草稿，两周内可以恢复。</translation>
        </message>
        <message>
            <source>Nothing to recover</source>
            <translation>没有需要找回的内容</translation>
        </message>
        <message>
            <source>Recovered drafts</source>
            <translation>找回的内容</translation>
        </message>
        <message>
            <source>Restored the draft into {name}. Save to keep it.</source>
            <translation>已将找回的内容放入 {name}。请保存以保留它。</translation>
        </message>
        <message>
            <source>Saved as {name}.</source>
            <translation>已保存为 {name}。</translation>
        </message>
        <message>
            <source>This text was unsaved when memdesk or an agent stopped. Restore it or discard it.</source>
            <translation>memdesk 或智能体结束时，这些内容尚未保存。请恢复或丢弃。</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Unsaved text from an interrupted session appears here until you restore or discard it.</source>
            <translation>memdesk 意外退出时未保存的内容会列在这里，等你恢复或丢弃。</translation>
        </message>
        <message>
            <source>begun {time}</source>
            <translation>开始于 {time}</translation>
        </message>
        <message>
            <source>typed {time}</source>
            <translation>输入于 {time}</translation>
        </message>
    </context>
    <context>
        <name>RefusedEditor</name>
        <message>
            <source>A link</source>
            <translation>链接</translation>
        </message>
        <message>
            <source>Could not be opened</source>
            <translation>无法打开</translation>
        </message>
        <message>
            <source>File not found</source>
            <translation>找不到文件</translation>
        </message>
        <message>
            <source>Not a plain file</source>
            <translation>不是普通文件</translation>
        </message>
        <message>
            <source>Not readable</source>
            <translation>无法读取</translation>
        </message>
        <message>
            <source>The file could not be read. Help › Log has the details.</source>
            <translation>无法读取文件。详情见“帮助 › 日志”。</translation>
        </message>
        <message>
            <source>The file is too large to be shown.</source>
            <translation>文件过大，无法显示。</translation>
        </message>
        <message>
            <source>This file was deleted or renamed. Open it again when it is back.</source>
            <translation>文件已被删除或重命名。恢复后请重新打开。</translation>
        </message>
        <message>
            <source>This is a device, a socket or a pipe. Opening it could block or do harm.</source>
            <translation>这是设备、套接字或管道，打开它可能会卡住或造成损害。</translation>
        </message>
        <message>
            <source>Too large</source>
            <translation>过大</translation>
        </message>
        <message>
            <source>You do not have permission to read this. Check the permissions of the file and its folder.</source>
            <translation>你没有读取权限。请检查文件及其文件夹的权限。</translation>
        </message>
        <message>
            <source>memdesk does not follow links, because they may lead out of the workspace.</source>
            <translation>memdesk 不跟随链接，因为它们可能指向工作区之外。</translation>
        </message>
        <message>
            <source>memdesk opens regular files only. This is a link, a folder or a device.</source>
            <translation>memdesk 只打开普通文件；这是链接、文件夹或设备。</translation>
        </message>
    </context>
    <context>
        <name>RejectionDialog</name>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Reason for rejecting</source>
            <translation>拒绝的原因</translation>
        </message>
        <message>
            <source>Reason for reverting</source>
            <translation>还原的原因</translation>
        </message>
        <message>
            <source>Reject</source>
            <translation>拒绝</translation>
        </message>
        <message>
            <source>Reject the proposal</source>
            <translation>拒绝此提议</translation>
        </message>
        <message>
            <source>Revert</source>
            <translation>还原</translation>
        </message>
        <message numerus="yes">
            <source>Revert %n changes</source>
            <translation>
                <numerusform>还原 %n 项更改</numerusform>
            </translation>
        </message>
        <message>
            <source>The agent and the next run of the job are told the reason. Nothing is changed.</source>
            <translation>原因会告知智能体和该任务的下一次运行。不会更改任何内容。</translation>
        </message>
        <message>
            <source>The agent is told the reason at its next call. Later changes stay.</source>
            <translation>智能体下次调用时会得知原因。之后的更改保留。</translation>
        </message>
    </context>
    <context>
        <name>RenameDialog</name>
        <message>
            <source>&amp;Rename</source>
            <translation>重命名(&amp;R)</translation>
        </message>
        <message>
            <source>Rename or move</source>
            <translation>重命名或移动</translation>
        </message>
    </context>
    <context>
        <name>RenameFolderDialog</name>
        <message numerus="yes">
            <source>%n documents move too, with their history and locks.</source>
            <translation>
                <numerusform>%n 个文档将一同移动，历史和锁定也随之保留。</numerusform>
            </translation>
        </message>
        <message>
            <source>Rename or move folder</source>
            <translation>重命名或移动文件夹</translation>
        </message>
    </context>
    <context>
        <name>ReplaceCommands</name>
        <message numerus="yes">
            <source>%n documents stay as they are.</source>
            <translation>
                <numerusform>%n 个文档保持原样。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Merged into %n that others wrote meanwhile.</source>
            <translation>
                <numerusform>其中 %n 个与别人同时写入的内容合并。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Put back in %n documents.</source>
            <translation>
                <numerusform>已在 %n 个文档中恢复。</numerusform>
            </translation>
        </message>
        <message>
            <source>Re&amp;place in all documents…</source>
            <translation>在所有文档中替换(&amp;P)…</translation>
        </message>
        <message numerus="yes">
            <source>Replaced in %n documents.</source>
            <translation>
                <numerusform>已在 %n 个文档中替换。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Replacement in %n documents</source>
            <translation>
                <numerusform>%n 个文档中的替换</numerusform>
            </translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
    </context>
    <context>
        <name>ReplaceDialog</name>
        <message numerus="yes">
            <source>%n documents</source>
            <translation>
                <numerusform>%n 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n places</source>
            <translation>
                <numerusform>%n 处</numerusform>
            </translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Find</source>
            <translation>查找</translation>
        </message>
        <message>
            <source>Looking through the documents…</source>
            <translation>正在查看文档…</translation>
        </message>
        <message>
            <source>Match case</source>
            <translation>区分大小写</translation>
        </message>
        <message>
            <source>Nothing matches</source>
            <translation>没有任何内容与此相符</translation>
        </message>
        <message>
            <source>Places</source>
            <translation>位置</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>进度</translation>
        </message>
        <message>
            <source>Replace</source>
            <translation>替换</translation>
        </message>
        <message>
            <source>Replace in all documents</source>
            <translation>在所有文档中替换</translation>
        </message>
        <message>
            <source>Replace with</source>
            <translation>替换为</translation>
        </message>
        <message>
            <source>Whole words</source>
            <translation>全字匹配</translation>
        </message>
        <message>
            <source>it cannot be read as JSON</source>
            <translation>无法作为 JSON 读取</translation>
        </message>
        <message>
            <source>it is too large</source>
            <translation>过大</translation>
        </message>
        <message>
            <source>left out: {reason}</source>
            <translation>略过：{reason}</translation>
        </message>
        <message>
            <source>line {number}</source>
            <translation>第 {number} 行</translation>
        </message>
        <message>
            <source>the same line was changed meanwhile</source>
            <translation>同一行此时已被更改</translation>
        </message>
        <message numerus="yes">
            <source>{count} of %n places chosen</source>
            <translation>
                <numerusform>已选 %n 处中的 {count} 处</numerusform>
            </translation>
        </message>
        <message>
            <source>{done} of {total} documents</source>
            <translation>{total} 个文档中的 {done} 个</translation>
        </message>
    </context>
    <context>
        <name>RerunDialog</name>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Do it again</source>
            <translation>重做</translation>
        </message>
        <message>
            <source>Do it again with another model</source>
            <translation>换一个模型重做</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>What it comes to is a proposal of its own; the one you see waits beside it.</source>
            <translation>结果会成为另一份提议；你现在看到的这份仍在一旁等待。</translation>
        </message>
    </context>
    <context>
        <name>RestoreView</name>
        <message>
            <source>Restore as new document</source>
            <translation>恢复为新文档</translation>
        </message>
    </context>
    <context>
        <name>Restorer</name>
        <message numerus="yes">
            <source>Restore %n documents</source>
            <translation>
                <numerusform>恢复 %n 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Restore anyway</source>
            <translation>仍要恢复</translation>
        </message>
        <message numerus="yes">
            <source>Restored %n documents to {time}.</source>
            <translation>
                <numerusform>已将 %n 个文档恢复到 {time}。</numerusform>
            </translation>
        </message>
        <message>
            <source>Restored as new document {name}.</source>
            <translation>已恢复为新文档 {name}。</translation>
        </message>
        <message>
            <source>Restored one change in {name}.</source>
            <translation>已恢复 {name} 中的一处。</translation>
        </message>
        <message>
            <source>Restored the deleted document {name}.</source>
            <translation>已恢复被删除的文档 {name}。</translation>
        </message>
        <message>
            <source>Restored {name} to its version from {time}.</source>
            <translation>已将 {name} 恢复到 {time} 的版本。</translation>
        </message>
        <message>
            <source>Restoring only this change would make the document invalid. Restore the whole version instead.</source>
            <translation>只恢复这一处会使文档无效。请恢复整个版本。</translation>
        </message>
        <message>
            <source>The document changed in the meantime. Check the difference again.</source>
            <translation>文档在此期间有变化，请重新查看差异。</translation>
        </message>
        <message>
            <source>The workspace folder cannot be found. Nothing was changed.</source>
            <translation>找不到工作区文件夹。未做任何更改。</translation>
        </message>
        <message>
            <source>This version contains quarantined items: {names}. Restoring it brings them back.</source>
            <translation>此版本含有隔离区中的内容：{names}。恢复会把它们带回来。</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>{name} already matches this version. Nothing to restore.</source>
            <translation>{name} 已与此版本一致，无需恢复。</translation>
        </message>
    </context>
    <context>
        <name>ReversalDialog</name>
        <message numerus="yes">
            <source>%n stay as they are</source>
            <translation>
                <numerusform>%n 处保持原样</numerusform>
            </translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Changes to revert</source>
            <translation>要还原的更改</translation>
        </message>
        <message>
            <source>Checking what can be reverted…</source>
            <translation>正在查看哪些更改可以还原…</translation>
        </message>
        <message>
            <source>None of this can be reverted</source>
            <translation>这些更改都无法还原</translation>
        </message>
        <message>
            <source>Nothing left to revert</source>
            <translation>没有可还原的更改</translation>
        </message>
        <message>
            <source>Revert</source>
            <translation>放弃</translation>
        </message>
        <message numerus="yes">
            <source>Revert %n changes</source>
            <translation>
                <numerusform>还原 %n 项更改</numerusform>
            </translation>
        </message>
        <message>
            <source>Revert changes</source>
            <translation>还原更改</translation>
        </message>
        <message numerus="yes">
            <source>Reverts %n changes and keeps later ones</source>
            <translation>
                <numerusform>将还原 %n 处更改；之后的更改会保留</numerusform>
            </translation>
        </message>
        <message>
            <source>now</source>
            <translation>现在</translation>
        </message>
        <message>
            <source>stays as it is</source>
            <translation>保持原样</translation>
        </message>
        <message>
            <source>stays: {reason}</source>
            <translation>保持原样：{reason}</translation>
        </message>
        <message>
            <source>then</source>
            <translation>还原后</translation>
        </message>
    </context>
    <context>
        <name>Review</name>
        <message numerus="yes">
            <source>%n accepted</source>
            <translation>
                <numerusform>接受 %n 处</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n approved</source>
            <translation>
                <numerusform>批准 %n 次</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes</source>
            <translation>
                <numerusform>%n 处更改</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes cannot be reverted, so nothing was changed.</source>
            <translation>
                <numerusform>有 %n 处更改无法还原，因此未做任何更改。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n corrected</source>
            <translation>
                <numerusform>更正 %n 处</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n documents</source>
            <translation>
                <numerusform>%n 个文档</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n rejected</source>
            <translation>
                <numerusform>拒绝 %n 次</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n reverted</source>
            <translation>
                <numerusform>还原 %n 处</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n reviewed</source>
            <translation>
                <numerusform>已审阅 %n 处</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n snoozed until tomorrow</source>
            <translation>
                <numerusform>%n 处推迟到明天</numerusform>
            </translation>
        </message>
        <message>
            <source>, </source>
            <translation>，</translation>
        </message>
        <message>
            <source>Another document now has the old name. Rename that one first.</source>
            <translation>另一个文档占用了原来的名称。请先重命名那个文档。</translation>
        </message>
        <message>
            <source>It was changed since, and it is not text that could be merged.</source>
            <translation>此后又有更改，且不是文本，无法自动合并。</translation>
        </message>
        <message>
            <source>Later changes affect the same text. Reverting this one would lose them.</source>
            <translation>之后的更改涉及同一处。还原会丢失那些更改。</translation>
        </message>
        <message>
            <source>Named like a copy; as far as is known it never was this document.</source>
            <translation>名字像副本；就所知而言，它从来不是此文档。</translation>
        </message>
        <message>
            <source>No longer applies: what was written here has been changed since.</source>
            <translation>已不适用：这里写入的内容后来又被更改。</translation>
        </message>
        <message>
            <source>Nothing of this is still there as it was written: it has changed since.</source>
            <translation>这里写入的内容已没有一处保持原样，后来都有更改。</translation>
        </message>
        <message>
            <source>Only a part of this is still there; the rest has been changed since.</source>
            <translation>只有一部分还在，其余后来已被更改。</translation>
        </message>
        <message>
            <source>Partly changed: {stands} of {lines} fields are as they were written.</source>
            <translation>部分已更改：{lines} 个字段中有 {stands} 个仍是当时写入的样子。</translation>
        </message>
        <message>
            <source>Partly changed: {stands} of {lines} lines are as they were written.</source>
            <translation>部分已更改：{lines} 行中有 {stands} 行仍是当时写入的样子。</translation>
        </message>
        <message>
            <source>Revert writes the last version back and moves what is in its place to .memdesk/aside, unopened.</source>
            <translation>还原会写回最后一个版本，并把占据该处的东西原样移入 .memdesk/aside，不打开它。</translation>
        </message>
        <message>
            <source>The document cannot be read now.</source>
            <translation>现在无法读取该文档。</translation>
        </message>
        <message>
            <source>The document no longer exists.</source>
            <translation>该文档已不存在。</translation>
        </message>
        <message>
            <source>The earlier version is no longer stored, so this cannot be reverted.</source>
            <translation>之前的版本没有保留，因此无法还原。</translation>
        </message>
        <message>
            <source>There is a document of this name again.</source>
            <translation>同名文档又已存在。</translation>
        </message>
        <message>
            <source>This changed what you have locked: {name}</source>
            <translation>更改了你锁定的内容：{name}</translation>
        </message>
        <message>
            <source>Without this change the document would not be valid.</source>
            <translation>没有此更改，该文档将无效。</translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>另有 %n 处</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>breaks %n tests</source>
            <translation>
                <numerusform>使 %n 个测试不通过</numerusform>
            </translation>
        </message>
        <message>
            <source>locked</source>
            <translation>已锁定</translation>
        </message>
        <message>
            <source>renamed</source>
            <translation>已重命名</translation>
        </message>
        <message>
            <source>replaced by something else</source>
            <translation>被其他东西替代</translation>
        </message>
        <message>
            <source>session {id}</source>
            <translation>会话 {id}</translation>
        </message>
        <message>
            <source>waits for approval</source>
            <translation>等待批准</translation>
        </message>
        <message>
            <source>{goes} of {lines} fields can be reverted; the rest stays.</source>
            <translation>{lines} 个字段中有 {goes} 个可以还原，其余保留。</translation>
        </message>
        <message>
            <source>{goes} of {lines} lines can be reverted; the rest stays.</source>
            <translation>{lines} 行中有 {goes} 行可以还原，其余保留。</translation>
        </message>
        <message>
            <source>{said}: {how}</source>
            <translation>{said}：{how}</translation>
        </message>
    </context>
    <context>
        <name>ReviewCard</name>
        <message>
            <source>Documents of this write</source>
            <translation>这次写入的文档</translation>
        </message>
        <message>
            <source>It keeps a copy first.</source>
            <translation>它会先保留副本。</translation>
        </message>
        <message>
            <source>Not a text file. You can accept or revert it only as a whole.</source>
            <translation>这不是文本，只能整体接受或还原。</translation>
        </message>
        <message>
            <source>Not in the agent’s memory yet. Approve it to save it, or reject it.</source>
            <translation>这项写入尚未进入智能体的记忆，等你批准后才生效。</translation>
        </message>
        <message>
            <source>Show source</source>
            <translation>显示源文本</translation>
        </message>
        <message>
            <source>The author comes from memdesk’s log, never from the text.</source>
            <translation>写入者以日志为准，不看正文怎么写。</translation>
        </message>
        <message>
            <source>The earlier version is no longer kept, so there is no difference to show.</source>
            <translation>之前的版本已不再保留，因此没有差异可显示。</translation>
        </message>
        <message>
            <source>before</source>
            <translation>之前</translation>
        </message>
        <message>
            <source>copy that is kept first: {name}</source>
            <translation>先保留的副本：{name}</translation>
        </message>
        <message>
            <source>not text</source>
            <translation>不是文本</translation>
        </message>
        <message>
            <source>the earlier version is no longer kept</source>
            <translation>之前的版本已不再保留</translation>
        </message>
        <message>
            <source>written</source>
            <translation>写入后</translation>
        </message>
    </context>
    <context>
        <name>ReviewCommands</name>
        <message numerus="yes">
            <source>%n changes accepted as you corrected them.</source>
            <translation>
                <numerusform>已按你的修改接受 %n 处更改。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes accepted.</source>
            <translation>
                <numerusform>已接受 %n 处更改。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes reverted.</source>
            <translation>
                <numerusform>已还原 %n 处更改。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes snoozed until tomorrow.</source>
            <translation>
                <numerusform>已将 %n 处更改推迟到明天。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes stay, because they cannot be reverted.</source>
            <translation>
                <numerusform>%n 处更改无法还原，保持原样。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n changes wait for review again.</source>
            <translation>
                <numerusform>%n 处更改重新等待审阅。</numerusform>
            </translation>
        </message>
        <message>
            <source>Accept</source>
            <translation>接受</translation>
        </message>
        <message>
            <source>Accept passage</source>
            <translation>接受此段</translation>
        </message>
        <message>
            <source>App&amp;roval of agents’ writes…</source>
            <translation>智能体写入审批(&amp;W)…</translation>
        </message>
        <message>
            <source>Approved. The change is saved.</source>
            <translation>已批准，更改已保存。</translation>
        </message>
        <message>
            <source>Correct {name} and save: the change is accepted with it.</source>
            <translation>修改并保存 {name} 后，这项更改即被接受。</translation>
        </message>
        <message>
            <source>Edit, then accept</source>
            <translation>修改后接受</translation>
        </message>
        <message>
            <source>Filter by words</source>
            <translation>按文字筛选</translation>
        </message>
        <message>
            <source>Next</source>
            <translation>下一个</translation>
        </message>
        <message>
            <source>Next passage</source>
            <translation>下一段</translation>
        </message>
        <message>
            <source>Open in review</source>
            <translation>在审阅中打开</translation>
        </message>
        <message>
            <source>Previous</source>
            <translation>上一个</translation>
        </message>
        <message>
            <source>Previous passage</source>
            <translation>上一段</translation>
        </message>
        <message>
            <source>Rejected. Nothing was changed.</source>
            <translation>已拒绝，未做任何更改。</translation>
        </message>
        <message>
            <source>Revert</source>
            <translation>还原</translation>
        </message>
        <message>
            <source>Revert passage</source>
            <translation>还原此段</translation>
        </message>
        <message numerus="yes">
            <source>Revert the other %n</source>
            <translation>
                <numerusform>还原其余 %n 处</numerusform>
            </translation>
        </message>
        <message>
            <source>Revert what can be reverted</source>
            <translation>还原可以还原的部分</translation>
        </message>
        <message>
            <source>Revert, and say why…</source>
            <translation>还原并说明原因…</translation>
        </message>
        <message>
            <source>Review in&amp;box</source>
            <translation>待审阅的更改(&amp;G)</translation>
        </message>
        <message>
            <source>Review inbox</source>
            <translation>待审阅</translation>
        </message>
        <message>
            <source>Snooze</source>
            <translation>稍后处理</translation>
        </message>
        <message>
            <source>The change waits for the rest of its passages.</source>
            <translation>此更改的其余段落仍待审阅。</translation>
        </message>
        <message>
            <source>The change you looked at was reviewed elsewhere. This is another one.</source>
            <translation>你正在看的更改已在别处审阅，现在这是另一处更改。</translation>
        </message>
        <message>
            <source>The write waits for approval again.</source>
            <translation>这次写入重新等待批准。</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>approve reject accept revert undo session</source>
            <translation>approve reject accept revert undo session 批准 拒绝 接受 还原 会话</translation>
        </message>
    </context>
    <context>
        <name>ReviewDeeds</name>
        <message numerus="yes">
            <source>Accept %n</source>
            <translation>
                <numerusform>接受 %n 项</numerusform>
            </translation>
        </message>
        <message>
            <source>Accept rest</source>
            <translation>接受其余</translation>
        </message>
        <message>
            <source>Approve</source>
            <translation>批准</translation>
        </message>
        <message>
            <source>More</source>
            <translation>更多</translation>
        </message>
        <message>
            <source>More review actions</source>
            <translation>更多审阅操作</translation>
        </message>
        <message>
            <source>Reject</source>
            <translation>拒绝</translation>
        </message>
        <message numerus="yes">
            <source>Revert %n</source>
            <translation>
                <numerusform>还原 %n 项</numerusform>
            </translation>
        </message>
        <message>
            <source>Revert rest</source>
            <translation>还原其余</translation>
        </message>
    </context>
    <context>
        <name>ReviewFindings</name>
        <message>
            <source>What was found</source>
            <translation>检查结果</translation>
        </message>
    </context>
    <context>
        <name>ReviewJson</name>
        <message>
            <source>Entry added</source>
            <translation>新增条目</translation>
        </message>
        <message>
            <source>Entry added in {part}</source>
            <translation>在 {part} 中新增条目</translation>
        </message>
        <message>
            <source>Entry changed</source>
            <translation>更改条目</translation>
        </message>
        <message>
            <source>Entry changed in {part}</source>
            <translation>更改 {part} 中的条目</translation>
        </message>
        <message>
            <source>Entry removed</source>
            <translation>删除条目</translation>
        </message>
        <message>
            <source>Entry removed from {part}</source>
            <translation>从 {part} 中删除条目</translation>
        </message>
        <message>
            <source>Fields changed</source>
            <translation>更改字段</translation>
        </message>
        <message>
            <source>Fields changed in {part}</source>
            <translation>更改 {part} 中的字段</translation>
        </message>
    </context>
    <context>
        <name>ReviewLosses</name>
        <message>
            <source>What was lost or changed</source>
            <translation>丢失或改变的内容</translation>
        </message>
    </context>
    <context>
        <name>ReviewStep</name>
        <message numerus="yes">
            <source>%n changes</source>
            <translation>
                <numerusform>%n 项更改</numerusform>
            </translation>
        </message>
        <message>
            <source>Acceptance of {what}</source>
            <translation>接受 {what}</translation>
        </message>
        <message>
            <source>Approval of a write</source>
            <translation>批准一次写入</translation>
        </message>
        <message>
            <source>Correction of {what}</source>
            <translation>更正 {what}</translation>
        </message>
        <message>
            <source>Decision about {what}</source>
            <translation>对 {what} 的决定</translation>
        </message>
        <message>
            <source>Dismissal of findings in {what}</source>
            <translation>忽略 {what} 中的检查结果</translation>
        </message>
        <message>
            <source>Quarantine of parts of {what}</source>
            <translation>隔离 {what} 的部分内容</translation>
        </message>
        <message>
            <source>Redaction in {what}</source>
            <translation>{what} 中的脱敏</translation>
        </message>
        <message>
            <source>Rejection of a write</source>
            <translation>拒绝一次写入</translation>
        </message>
        <message>
            <source>Revert of {what}</source>
            <translation>还原 {what}</translation>
        </message>
        <message>
            <source>Review of passages of {what}</source>
            <translation>审阅 {what} 的段落</translation>
        </message>
        <message>
            <source>Snooze of {what}</source>
            <translation>稍后处理 {what}</translation>
        </message>
    </context>
    <context>
        <name>RowWords</name>
        <message>
            <source>+ {text} · entry</source>
            <translation>+ {text} · 条目</translation>
        </message>
        <message>
            <source>+ {text} · entry in {part}</source>
            <translation>+ {text} · {part} 中的条目</translation>
        </message>
        <message numerus="yes">
            <source>+%n more</source>
            <translation>
                <numerusform>另有 %n 项</numerusform>
            </translation>
        </message>
        <message>
            <source>Not text</source>
            <translation>不是文本</translation>
        </message>
        <message>
            <source>Only line endings or encoding</source>
            <translation>仅换行符或编码</translation>
        </message>
        <message>
            <source>Only spaces or blank lines</source>
            <translation>仅空格或空行</translation>
        </message>
        <message>
            <source>Only {fields}</source>
            <translation>仅 {fields}</translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>另有 %n 项</numerusform>
            </translation>
        </message>
        <message>
            <source>{text} · entry changed</source>
            <translation>{text} · 条目已更改</translation>
        </message>
        <message>
            <source>{text} · entry changed in {part}</source>
            <translation>{text} · {part} 中的条目已更改</translation>
        </message>
        <message>
            <source>− {text} · entry</source>
            <translation>− {text} · 条目</translation>
        </message>
        <message>
            <source>− {text} · entry in {part}</source>
            <translation>− {text} · {part} 中的条目</translation>
        </message>
    </context>
    <context>
        <name>RuleDialog</name>
        <message>
            <source>All rules together would have held {held} of the last {count} writes.</source>
            <translation>全部规则合起来会拦下最近 {count} 次写入中的 {held} 次。</translation>
        </message>
        <message>
            <source>Always from now on</source>
            <translation>今后总是</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>No rules are left: every agent write is saved at once.</source>
            <translation>没有规则了：智能体的每次写入都会立即保存。</translation>
        </message>
        <message>
            <source>Set the rule</source>
            <translation>设置规则</translation>
        </message>
    </context>
    <context>
        <name>RuleRow</name>
        <message>
            <source>Agent</source>
            <translation>智能体</translation>
        </message>
        <message>
            <source>Document</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Part</source>
            <translation>部分</translation>
        </message>
        <message>
            <source>Remove this rule</source>
            <translation>移除此规则</translation>
        </message>
        <message>
            <source>Rewrites that lose a pinned entry or more than a quarter of a document’s entries.</source>
            <translation>丢失置顶条目，或丢失文档四分之一以上条目的改写。</translation>
        </message>
        <message>
            <source>every agent</source>
            <translation>所有智能体</translation>
        </message>
        <message>
            <source>every document</source>
            <translation>所有文档</translation>
        </message>
        <message>
            <source>every part</source>
            <translation>所有部分</translation>
        </message>
        <message>
            <source>only with findings</source>
            <translation>仅限检查出问题的内容</translation>
        </message>
        <message>
            <source>only with great losses</source>
            <translation>仅大量丢失时</translation>
        </message>
    </context>
    <context>
        <name>Rules</name>
        <message>
            <source>From now on, every agent’s writes to {document} wait for your approval.</source>
            <translation>从现在起，所有智能体对 {document} 的写入须等待你批准。</translation>
        </message>
        <message>
            <source>From now on, every write by {agent} waits for your approval.</source>
            <translation>从现在起，{agent} 的每次写入都须等待你批准。</translation>
        </message>
        <message>
            <source>From now on, writes by {agent} to {document} wait for your approval.</source>
            <translation>从现在起，{agent} 对 {document} 的写入须等待你批准。</translation>
        </message>
        <message>
            <source>From now on, writes in which the content checks find something wait for your approval.</source>
            <translation>从现在起，内容检查有结果的写入须等待你批准。</translation>
        </message>
        <message>
            <source>Hold every agent’s writes to this document</source>
            <translation>拦下所有智能体对此文档的写入</translation>
        </message>
        <message>
            <source>Hold every write by {agent}</source>
            <translation>拦下 {agent} 的所有写入</translation>
        </message>
        <message>
            <source>Hold every write with findings</source>
            <translation>拦下所有带检查结果的写入</translation>
        </message>
        <message>
            <source>Hold writes by {agent} to this document</source>
            <translation>拦下 {agent} 对此文档的写入</translation>
        </message>
        <message>
            <source>Stop holding such writes</source>
            <translation>不再拦下这样的写入</translation>
        </message>
        <message>
            <source>The rule ends that held this write ({rule}). Such writes are saved at once from now on; this one still waits.</source>
            <translation>拦下这次写入的规则（{rule}）将结束。今后这样的写入会立即保存；这一次仍等待批准。</translation>
        </message>
        <message>
            <source>every agent</source>
            <translation>所有智能体</translation>
        </message>
        <message>
            <source>every document</source>
            <translation>所有文档</translation>
        </message>
        <message>
            <source>only with findings</source>
            <translation>仅限带检查结果的</translation>
        </message>
        <message>
            <source>only with great losses</source>
            <translation>仅限丢失较多的</translation>
        </message>
    </context>
    <context>
        <name>RunsPage</name>
        <message>
            <source>Cancelling…</source>
            <translation>正在取消…</translation>
        </message>
        <message>
            <source>Jobs of a model</source>
            <translation>模型任务</translation>
        </message>
        <message>
            <source>No model has worked here yet</source>
            <translation>还没有模型在这里工作过</translation>
        </message>
        <message>
            <source>No model is chosen.</source>
            <translation>尚未选择模型。</translation>
        </message>
        <message>
            <source>Progress of the job</source>
            <translation>任务进度</translation>
        </message>
        <message>
            <source>Reading the jobs…</source>
            <translation>正在读取任务…</translation>
        </message>
        <message>
            <source>Runs and schedule</source>
            <translation>运行记录和计划</translation>
        </message>
        <message>
            <source>What is known of it</source>
            <translation>相关信息</translation>
        </message>
        <message>
            <source>What models did is listed here with what it took, and what a policy asks for.</source>
            <translation>这里列出模型做过的事及其用量，以及策略要求的任务。</translation>
        </message>
        <message>
            <source>Writing…</source>
            <translation>正在写入…</translation>
        </message>
        <message>
            <source>{model}, asked by itself when a job is due</source>
            <translation>{model}，任务到期时自动询问</translation>
        </message>
        <message>
            <source>{sent} + {answered} tokens</source>
            <translation>{sent} + {answered} 个词元</translation>
        </message>
    </context>
    <context>
        <name>Search</name>
        <message>
            <source>by meaning</source>
            <translation>按含义</translation>
        </message>
        <message>
            <source>by topic</source>
            <translation>按主题</translation>
        </message>
        <message>
            <source>by words</source>
            <translation>按词语</translation>
        </message>
        <message>
            <source>by words and meaning</source>
            <translation>按词语和含义</translation>
        </message>
    </context>
    <context>
        <name>SearchBar</name>
        <message>
            <source>Commands</source>
            <translation>命令</translation>
        </message>
        <message>
            <source>Documents</source>
            <translation>文档</translation>
        </message>
        <message>
            <source>Find documents, text and commands</source>
            <translation>查找文档、内容和命令</translation>
        </message>
        <message>
            <source>Nothing matches</source>
            <translation>没有匹配项</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>内容</translation>
        </message>
    </context>
    <context>
        <name>SearchFilters</name>
        <message>
            <source>All workspaces</source>
            <translation>所有工作区</translation>
        </message>
        <message>
            <source>Another program, or older than the history</source>
            <translation>外部程序，或早于历史</translation>
        </message>
        <message>
            <source>Between two days</source>
            <translation>两个日期之间</translation>
        </message>
        <message>
            <source>Last 30 days</source>
            <translation>最近 30 天</translation>
        </message>
        <message>
            <source>Last 7 days</source>
            <translation>最近 7 天</translation>
        </message>
        <message>
            <source>This folder</source>
            <translation>此文件夹</translation>
        </message>
        <message>
            <source>Today</source>
            <translation>今天</translation>
        </message>
        <message>
            <source>Unreviewed</source>
            <translation>未审阅的文档</translation>
        </message>
    </context>
    <context>
        <name>Searching</name>
        <message>
            <source>&amp;Command palette…</source>
            <translation>命令面板(&amp;C)…</translation>
        </message>
        <message>
            <source>&amp;Find a document…</source>
            <translation>查找文档(&amp;F)…</translation>
        </message>
        <message>
            <source>&amp;Search in all documents…</source>
            <translation>在所有文档中搜索(&amp;S)…</translation>
        </message>
        <message>
            <source>Find an&amp;ything…</source>
            <translation>查找一切(&amp;Y)…</translation>
        </message>
        <message>
            <source>This is on the machine {machine}, in the folder {folder}</source>
            <translation>这在机器 {machine} 的文件夹 {folder} 中</translation>
        </message>
        <message>
            <source>ask know question memory test</source>
            <translation>ask know question memory test 提问 知道 问题 记忆测试</translation>
        </message>
    </context>
    <context>
        <name>SessionEditor</name>
        <message>
            <source>Conversation</source>
            <translation>对话</translation>
        </message>
        <message>
            <source>message {number}</source>
            <translation>第 {number} 条消息</translation>
        </message>
    </context>
    <context>
        <name>Settings</name>
        <message>
            <source>1 minute after typing</source>
            <translation>停止输入 1 分钟后</translation>
        </message>
        <message>
            <source>10 seconds after typing</source>
            <translation>停止输入 10 秒后</translation>
        </message>
        <message>
            <source>2 seconds after typing</source>
            <translation>停止输入 2 秒后</translation>
        </message>
        <message>
            <source>Agents</source>
            <translation>智能体</translation>
        </message>
        <message>
            <source>Agents on this computer</source>
            <translation>这台电脑上的智能体</translation>
        </message>
        <message>
            <source>Always</source>
            <translation>始终</translation>
        </message>
        <message>
            <source>Appearance</source>
            <translation>外观</translation>
        </message>
        <message>
            <source>Approval of agents’ writes</source>
            <translation>智能体写入的批准</translation>
        </message>
        <message>
            <source>As the login</source>
            <translation>与登录名相同</translation>
        </message>
        <message>
            <source>As the system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>Autosave</source>
            <translation>自动保存</translation>
        </message>
        <message>
            <source>Back to the default: {value}</source>
            <translation>恢复默认值：{value}</translation>
        </message>
        <message>
            <source>Connect an agent</source>
            <translation>连接智能体</translation>
        </message>
        <message>
            <source>Copies what an agent’s MCP settings need to write into this folder.</source>
            <translation>复制智能体通过 MCP 写入此文件夹所需的设置。</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>Document font</source>
            <translation>文档字体</translation>
        </message>
        <message>
            <source>Document size</source>
            <translation>文档字号</translation>
        </message>
        <message>
            <source>Editing</source>
            <translation>编辑</translation>
        </message>
        <message>
            <source>For 1 year</source>
            <translation>1 年</translation>
        </message>
        <message>
            <source>For 30 days</source>
            <translation>30 天</translation>
        </message>
        <message>
            <source>For 90 days</source>
            <translation>90 天</translation>
        </message>
        <message>
            <source>For {value} days</source>
            <translation>{value} 天</translation>
        </message>
        <message>
            <source>History</source>
            <translation>历史</translation>
        </message>
        <message>
            <source>How large all text of the window is, that of documents too.</source>
            <translation>窗口中所有文字的大小，包括文档。</translation>
        </message>
        <message>
            <source>How large the text of documents is beside the rest of the window.</source>
            <translation>文档文字相对窗口其他文字的大小。</translation>
        </message>
        <message>
            <source>Interface font</source>
            <translation>界面字体</translation>
        </message>
        <message>
            <source>Interface size</source>
            <translation>界面大小</translation>
        </message>
        <message>
            <source>It reads the documents on this computer. A server’s is set in settings.toml.</source>
            <translation>它在本机读取文档。服务器上的模型在 settings.toml 中设置。</translation>
        </message>
        <message>
            <source>Keep every version</source>
            <translation>保留每个版本</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Language model</source>
            <translation>语言模型</translation>
        </message>
        <message>
            <source>Largest history</source>
            <translation>历史的最大占用</translation>
        </message>
        <message>
            <source>Later the last 50 versions of each document stay, and what you wrote for half a year at least.</source>
            <translation>之后保留每个文档最近的 50 个版本；你写的至少保留半年。</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>Light, dark, or as the desktop is.</source>
            <translation>浅色、深色或跟随桌面。</translation>
        </message>
        <message>
            <source>Long lines of text are broken at the edge of the window.</source>
            <translation>长行文字在窗口边缘换行。</translation>
        </message>
        <message>
            <source>Model for the search by meaning</source>
            <translation>按含义搜索所用的模型</translation>
        </message>
        <message>
            <source>Monospace font</source>
            <translation>等宽字体</translation>
        </message>
        <message>
            <source>Newest changes first</source>
            <translation>最新更改在前</translation>
        </message>
        <message>
            <source>None: words alone</source>
            <translation>无：只按词语</translation>
        </message>
        <message>
            <source>Notify about changes to review</source>
            <translation>有更改待审阅时通知</translation>
        </message>
        <message>
            <source>Of one folder. Beyond that the oldest versions that no person wrote go first.</source>
            <translation>每个文件夹。超出时，先清理最旧的、不是人写入的版本。</translation>
        </message>
        <message>
            <source>Off</source>
            <translation>关</translation>
        </message>
        <message>
            <source>On</source>
            <translation>开</translation>
        </message>
        <message>
            <source>Open…</source>
            <translation>打开…</translation>
        </message>
        <message>
            <source>Reduced motion</source>
            <translation>减少动态效果</translation>
        </message>
        <message>
            <source>Reset {name} to its default</source>
            <translation>将“{name}”恢复为默认值</translation>
        </message>
        <message>
            <source>Review</source>
            <translation>审阅</translation>
        </message>
        <message>
            <source>Saves after a pause, as by hand, with undo. A conflict or invalid text waits for you.</source>
            <translation>停顿后保存，与手动保存相同，可以撤销。有冲突或文本无效时等你处理。</translation>
        </message>
        <message>
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <source>The desktop shows a message and a count while you do not look at the window.</source>
            <translation>你不看此窗口时，桌面显示消息和数量。</translation>
        </message>
        <message>
            <source>The font of menus, lists and buttons.</source>
            <translation>菜单、列表和按钮的字体。</translation>
        </message>
        <message>
            <source>The font of sources, code and differences.</source>
            <translation>源文本、代码和差异的字体。</translation>
        </message>
        <message>
            <source>The font that documents are read and written in.</source>
            <translation>阅读和编写文档所用的字体。</translation>
        </message>
        <message>
            <source>The inbox lists by time; else what needs attention comes first.</source>
            <translation>待审阅的更改按时间排列；否则需要关注的在前。</translation>
        </message>
        <message>
            <source>The language of the window, from the next start on.</source>
            <translation>窗口的语言，下次启动时生效。</translation>
        </message>
        <message>
            <source>The name beside what you write, from the next start on. Empty: that of your login.</source>
            <translation>你写入的内容旁显示的名字，下次启动时生效。留空则用登录名。</translation>
        </message>
        <message>
            <source>The name was not saved: it contains characters that cannot be shown.</source>
            <translation>名称未保存：其中含有无法显示的字符。</translation>
        </message>
        <message>
            <source>The one of memdesk</source>
            <translation>memdesk 自带的模型</translation>
        </message>
        <message>
            <source>Theme</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>What changed does not glow.</source>
            <translation>更改过的内容不再闪亮。</translation>
        </message>
        <message>
            <source>Which writes wait until you approve them: the rules of this folder.</source>
            <translation>哪些写入要等你批准：此文件夹的规则。</translation>
        </message>
        <message>
            <source>Whose memory was found in the places that memdesk knows.</source>
            <translation>在 memdesk 已知的位置找到了哪些智能体的记忆。</translation>
        </message>
        <message>
            <source>Wrap long lines</source>
            <translation>自动换行</translation>
        </message>
        <message>
            <source>Your name</source>
            <translation>你的名字</translation>
        </message>
        <message>
            <source>agent find detect folder picoclaw claude codex openclaw hermes</source>
            <translation>agent find detect 智能体 查找 文件夹 picoclaw claude codex openclaw hermes</translation>
        </message>
        <message>
            <source>animation effects accessibility still flash fade</source>
            <translation>动画 动态 特效 无障碍 闪烁 animation effects accessibility motion</translation>
        </message>
        <message>
            <source>auto save automatic saving write interval</source>
            <translation>auto save 自动保存 间隔 定时</translation>
        </message>
        <message>
            <source>color colour scheme mode light dark night appearance</source>
            <translation>颜色 配色 外观 浅色 深色 夜间 模式 theme color light dark</translation>
        </message>
        <message>
            <source>embedding provider vector semantic ai model wordllama</source>
            <translation>模型 向量 语义 嵌入 embedding provider vector semantic model</translation>
        </message>
        <message>
            <source>inbox sort order time risk attention</source>
            <translation>收件箱 排序 顺序 时间 风险 inbox sort order time</translation>
        </message>
        <message>
            <source>lang locale translation english chinese 中文 语言</source>
            <translation>语言 界面语言 翻译 中文 英文 lang language locale english chinese</translation>
        </message>
        <message>
            <source>mcp server tools connect configuration json install</source>
            <translation>mcp server tools connect 连接 配置 安装 json</translation>
        </message>
        <message>
            <source>notification notify alert tray message desktop</source>
            <translation>通知 提醒 托盘 消息 桌面 notification notify alert tray</translation>
        </message>
        <message>
            <source>person user author me who login account</source>
            <translation>person user author 人 用户 作者 登录 账户 姓名</translation>
        </message>
        <message>
            <source>retention days history keep delete old age</source>
            <translation>retention days history 保留 天数 删除 旧</translation>
        </message>
        <message>
            <source>rules gate approve hold stage permission</source>
            <translation>规则 批准 审批 暂存 权限 rules gate approve</translation>
        </message>
        <message>
            <source>scale scaling zoom ui font size larger smaller bigger dpi</source>
            <translation>缩放 字号 界面 放大 缩小 scale zoom size larger smaller</translation>
        </message>
        <message>
            <source>size limit disk space history megabytes gigabytes</source>
            <translation>size limit disk 大小 上限 磁盘 空间</translation>
        </message>
        <message>
            <source>typeface family content text editor</source>
            <translation>字体 正文 编辑器 font family content text</translation>
        </message>
        <message>
            <source>typeface family mono fixed width code source diff</source>
            <translation>字体 等宽 代码 源文本 差异 font mono monospace code</translation>
        </message>
        <message>
            <source>typeface family ui menu</source>
            <translation>字体 菜单 font family ui menu</translation>
        </message>
        <message>
            <source>word wrap line break soft editor</source>
            <translation>换行 自动换行 折行 word wrap line break</translation>
        </message>
        <message>
            <source>zoom content text font size larger smaller bigger</source>
            <translation>缩放 字号 正文 放大 缩小 zoom size larger smaller</translation>
        </message>
        <message>
            <source>{value} seconds after typing</source>
            <translation>停止输入 {value} 秒后</translation>
        </message>
        <message>
            <source>“{name}” was not saved: memdesk calls others by this name. Choose another name.</source>
            <translation>“{name}”未保存：memdesk 用这个名称指代其他写入者。请另取一个。</translation>
        </message>
    </context>
    <context>
        <name>SettingsCommands</name>
        <message>
            <source>&amp;Keyboard shortcuts…</source>
            <translation>键盘快捷键(&amp;K)…</translation>
        </message>
        <message>
            <source>S&amp;ettings…</source>
            <translation>设置(&amp;E)…</translation>
        </message>
        <message>
            <source>Settings: Language model</source>
            <translation>设置：语言模型</translation>
        </message>
        <message>
            <source>Settings: {name}</source>
            <translation>设置：{name}</translation>
        </message>
        <message>
            <source>keyboard keys bindings hotkeys shortcut customize</source>
            <translation>按键 热键 组合键 自定义 keyboard keys shortcut hotkeys</translation>
        </message>
        <message>
            <source>llm ai provider openai anthropic ollama key</source>
            <translation>llm ai 大模型 提供方 密钥 openai anthropic ollama</translation>
        </message>
        <message>
            <source>preferences options configuration customize</source>
            <translation>首选项 偏好 选项 配置 settings preferences options</translation>
        </message>
    </context>
    <context>
        <name>SettingsPage</name>
        <message>
            <source>Find a command or keys</source>
            <translation>查找命令或按键</translation>
        </message>
        <message>
            <source>Find a setting</source>
            <translation>查找设置</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <source>No setting matches.</source>
            <translation>没有匹配的设置。</translation>
        </message>
        <message>
            <source>Part of the settings</source>
            <translation>设置的部分</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
    </context>
    <context>
        <name>Share</name>
        <message>
            <source>A change of {name}</source>
            <translation>{name} 的一项更改</translation>
        </message>
        <message>
            <source>A version is no longer kept, so there is nothing to compare.</source>
            <translation>有一个版本已不再保留，因此无从比较。</translation>
        </message>
        <message>
            <source>History of {name}</source>
            <translation>{name} 的历史</translation>
        </message>
        <message>
            <source>It is no text.</source>
            <translation>不是文本。</translation>
        </message>
        <message>
            <source>Nothing.</source>
            <translation>没有内容。</translation>
        </message>
        <message>
            <source>What changed in {name} since {since}</source>
            <translation>{name} 自 {since} 以来的更改</translation>
        </message>
        <message>
            <source>What waits for review in {name}</source>
            <translation>{name} 中待审阅的内容</translation>
        </message>
        <message>
            <source>changed</source>
            <translation>修改</translation>
        </message>
        <message>
            <source>created</source>
            <translation>新建</translation>
        </message>
        <message>
            <source>deleted</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>line {number}</source>
            <translation>第 {number} 行</translation>
        </message>
    </context>
    <context>
        <name>ShareCommands</name>
        <message numerus="yes">
            <source>Copied: %n changes of {name}. Secrets are covered.</source>
            <translation>
                <numerusform>已复制：{name} 的 %n 项更改。机密已隐藏。</numerusform>
            </translation>
        </message>
        <message>
            <source>Copy as &amp;JSON</source>
            <translation>复制为 JSON(&amp;J)</translation>
        </message>
        <message>
            <source>Copy as &amp;unified diff</source>
            <translation>复制为统一差异(&amp;U)</translation>
        </message>
        <message>
            <source>Copy as Mark&amp;down</source>
            <translation>复制为 Markdown(&amp;D)</translation>
        </message>
        <message>
            <source>Could not save {name}.</source>
            <translation>无法保存 {name}。</translation>
        </message>
        <message>
            <source>JSON (*.json)</source>
            <translation>JSON (*.json)</translation>
        </message>
        <message>
            <source>Markdown (*.md)</source>
            <translation>Markdown (*.md)</translation>
        </message>
        <message>
            <source>No folder is open.</source>
            <translation>没有打开文件夹。</translation>
        </message>
        <message>
            <source>Open a document or the review inbox first.</source>
            <translation>请先打开文档或待审阅的更改。</translation>
        </message>
        <message>
            <source>Save as a rep&amp;ort…</source>
            <translation>保存为报告(&amp;O)…</translation>
        </message>
        <message>
            <source>Save as a report</source>
            <translation>保存为报告</translation>
        </message>
        <message>
            <source>Saved: {name}. Secrets are covered.</source>
            <translation>已保存：{name}。机密已隐藏。</translation>
        </message>
        <message>
            <source>Unified diff (*.diff)</source>
            <translation>统一差异 (*.diff)</translation>
        </message>
        <message>
            <source>share export report pull request</source>
            <translation>分享 导出 报告 合并请求 share export</translation>
        </message>
    </context>
    <context>
        <name>ShortcutsModel</name>
        <message>
            <source>Command</source>
            <translation>命令</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>按键</translation>
        </message>
        <message>
            <source>changed</source>
            <translation>已更改</translation>
        </message>
    </context>
    <context>
        <name>ShortcutsView</name>
        <message>
            <source>Assign to this command</source>
            <translation>改归此命令</translation>
        </message>
        <message>
            <source>Comes with {keys}.</source>
            <translation>默认为 {keys}。</translation>
        </message>
        <message>
            <source>Comes without keys.</source>
            <translation>默认没有按键。</translation>
        </message>
        <message>
            <source>Commands and their keys</source>
            <translation>命令及其按键</translation>
        </message>
        <message>
            <source>No command matches.</source>
            <translation>没有匹配的命令。</translation>
        </message>
        <message>
            <source>No keys</source>
            <translation>不设按键</translation>
        </message>
        <message>
            <source>Press the new keys here</source>
            <translation>在此按下新按键</translation>
        </message>
        <message>
            <source>Reset</source>
            <translation>恢复默认</translation>
        </message>
        <message>
            <source>Reset all</source>
            <translation>全部恢复默认</translation>
        </message>
        <message>
            <source>These keys are needed for typing. Add Ctrl or Alt, or take a function key.</source>
            <translation>这些按键要用来输入。请加上 Ctrl 或 Alt，或使用功能键。</translation>
        </message>
        <message>
            <source>Use these keys</source>
            <translation>使用这些按键</translation>
        </message>
        <message>
            <source>“{name}” has {keys} now, and would lose it.</source>
            <translation>“{name}”正在使用 {keys}，它将失去该快捷键。</translation>
        </message>
    </context>
    <context>
        <name>SizeMeter</name>
        <message>
            <source>{size} / {limit} B</source>
            <translation>{size} / {limit} B</translation>
        </message>
        <message>
            <source>{size} / {limit} characters</source>
            <translation>{size} / {limit} 个字符</translation>
        </message>
    </context>
    <context>
        <name>SnapshotCommands</name>
        <message>
            <source>View the wor&amp;kspace at an earlier time…</source>
            <translation>查看工作区在某一时刻的内容(&amp;M)…</translation>
        </message>
        <message>
            <source>View this document at an earlier ti&amp;me…</source>
            <translation>查看此文档过去的内容(&amp;O)…</translation>
        </message>
        <message>
            <source>restore roll back undo past time travel</source>
            <translation>restore roll back undo past time travel 恢复 回滚 过去 时间</translation>
        </message>
    </context>
    <context>
        <name>SnapshotList</name>
        <message>
            <source>All</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>All documents are now as they were then.</source>
            <translation>所有文档现在都和当时一样。</translation>
        </message>
        <message>
            <source>Changed since then</source>
            <translation>此后有更改</translation>
        </message>
        <message numerus="yes">
            <source>Delete %n newer documents</source>
            <translation>
                <numerusform>删除之后新增的 %n 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Documents at that time</source>
            <translation>当时的文档</translation>
        </message>
        <message>
            <source>No document is known to have existed at this time.</source>
            <translation>此时刻没有已知的文档。</translation>
        </message>
        <message>
            <source>No documents</source>
            <translation>没有文档</translation>
        </message>
        <message>
            <source>Nothing differs</source>
            <translation>没有差别</translation>
        </message>
        <message numerus="yes">
            <source>Restore %n documents</source>
            <translation>
                <numerusform>恢复 %n 个文档</numerusform>
            </translation>
        </message>
        <message>
            <source>Which documents are listed</source>
            <translation>列出哪些文档</translation>
        </message>
    </context>
    <context>
        <name>SnapshotPane</name>
        <message>
            <source>Choose a document in the list.</source>
            <translation>请在列表中选择一个文档。</translation>
        </message>
        <message>
            <source>No history yet. It starts with the first save.</source>
            <translation>还没有历史，从第一次保存开始。</translation>
        </message>
        <message>
            <source>Reading the history…</source>
            <translation>正在读取历史…</translation>
        </message>
        <message>
            <source>This document did not exist then.</source>
            <translation>当时还没有这个文档。</translation>
        </message>
    </context>
    <context>
        <name>SortChoice</name>
        <message>
            <source>What comes first</source>
            <translation>排序方式</translation>
        </message>
        <message>
            <source>needs attention first</source>
            <translation>需关注优先</translation>
        </message>
        <message>
            <source>newest first</source>
            <translation>最新优先</translation>
        </message>
    </context>
    <context>
        <name>StatusBar</name>
        <message numerus="yes">
            <source>%n to review</source>
            <translation>
                <numerusform>%n 处待审阅</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n waiting</source>
            <translation>
                <numerusform>%n 处等待</numerusform>
            </translation>
        </message>
        <message>
            <source>Changes by others appear here at once.</source>
            <translation>他人的更改会立即显示在这里。</translation>
        </message>
        <message>
            <source>Encoding and line endings</source>
            <translation>编码与行尾</translation>
        </message>
        <message>
            <source>Lock</source>
            <translation>锁</translation>
        </message>
        <message>
            <source>Position</source>
            <translation>位置</translation>
        </message>
        <message>
            <source>Rules hold agent writes until you approve them.</source>
            <translation>规则会保留智能体的写入，等你批准。</translation>
        </message>
        <message>
            <source>Saving continues when this is finished: {what}</source>
            <translation>完成后会继续保存：{what}</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <source>The folder was moved, deleted or unmounted. Your documents stay open, and memdesk waits for it to come back.</source>
            <translation>文件夹被移动、删除或卸载。你的文档保持打开，memdesk 会等它回来。</translation>
        </message>
        <message>
            <source>This disk cannot swap two files in one step. Documents are still saved whole, and the version memdesk has seen is kept. But text that a program without memdesk writes during a save may be replaced unseen.</source>
            <translation>这个磁盘不能一步交换两个文件。文档仍会完整保存，memdesk 看到过的版本也会保留；但不使用 memdesk 的程序恰好在保存时写入的内容，可能未被看到就被替换。</translation>
        </message>
        <message>
            <source>This folder does not report changes: it is on a network, another program provides it, or the system has no watch left for it (on Linux see fs.inotify.max_user_watches). Changes by others appear a little later.</source>
            <translation>此文件夹无法上报更改：它在网络上、由其他程序提供，或系统的监视数量已用完（Linux 上见 fs.inotify.max_user_watches）。他人的更改会稍晚显示。</translation>
        </message>
        <message>
            <source>This folder is on a network, or another program provides it (an encrypted folder, say). Changes made on its other side are found by a scan every few seconds, and the lock may not stop a program there from writing while you save.</source>
            <translation>此文件夹在网络上，或由其他程序提供（例如加密文件夹）。另一侧的写入每隔几秒才会扫描到；你保存时，锁可能拦不住另一侧的写入。</translation>
        </message>
        <message>
            <source>To review</source>
            <translation>待审阅</translation>
        </message>
        <message>
            <source>Watch state</source>
            <translation>监视状态</translation>
        </message>
        <message>
            <source>another process</source>
            <translation>另一个进程</translation>
        </message>
        <message>
            <source>approval on</source>
            <translation>批准已启用</translation>
        </message>
        <message>
            <source>limited protection</source>
            <translation>写入保障受限</translation>
        </message>
        <message>
            <source>process {pid}</source>
            <translation>进程 {pid}</translation>
        </message>
        <message>
            <source>read-only</source>
            <translation>只读</translation>
        </message>
        <message>
            <source>ready to save</source>
            <translation>可以保存</translation>
        </message>
        <message>
            <source>saving</source>
            <translation>正在保存</translation>
        </message>
        <message>
            <source>waiting for {name}</source>
            <translation>正在等待 {name} 完成保存</translation>
        </message>
    </context>
    <context>
        <name>StepChoice</name>
        <message numerus="yes">
            <source>%n steps</source>
            <translation>
                <numerusform>%n 个步骤</numerusform>
            </translation>
        </message>
        <message>
            <source>All</source>
            <translation>全部</translation>
        </message>
    </context>
    <context>
        <name>StepWords</name>
        <message>
            <source>Add {name}</source>
            <translation>添加 {name}</translation>
        </message>
        <message>
            <source>Merge {name} into {other}</source>
            <translation>将 {name} 合并到 {other}</translation>
        </message>
        <message>
            <source>Remove {name}</source>
            <translation>移除 {name}</translation>
        </message>
        <message>
            <source>Rename {name} to {other}</source>
            <translation>将 {name} 重命名为 {other}</translation>
        </message>
        <message>
            <source>needs {steps}</source>
            <translation>需要第 {steps} 步</translation>
        </message>
    </context>
    <context>
        <name>StructuredEditor</name>
        <message numerus="yes">
            <source>%n hidden by the filter</source>
            <translation>
                <numerusform>筛选隐藏了 %n 项</numerusform>
            </translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Edit</source>
            <translation>编辑</translation>
        </message>
        <message>
            <source>This entry no longer exists. What you typed stays in the field: copy it, or press Esc to discard it.</source>
            <translation>这个条目已不存在。你输入的内容仍在输入框中：可以复制它，或按 Esc 放弃。</translation>
        </message>
    </context>
    <context>
        <name>SummaryBar</name>
        <message>
            <source>It would say: {text}</source>
            <translation>将改为：{text}</translation>
        </message>
        <message>
            <source>None yet</source>
            <translation>还没有</translation>
        </message>
        <message>
            <source>Summary</source>
            <translation>摘要</translation>
        </message>
        <message>
            <source>Summary: {text}</source>
            <translation>摘要：{text}</translation>
        </message>
        <message>
            <source>The summary is up to date</source>
            <translation>摘要已是最新</translation>
        </message>
        <message>
            <source>This document cannot be changed</source>
            <translation>此文档不能修改</translation>
        </message>
        <message>
            <source>Update summary</source>
            <translation>更新摘要</translation>
        </message>
    </context>
    <context>
        <name>TabMenu</name>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Close all</source>
            <translation>全部关闭</translation>
        </message>
        <message>
            <source>Close others</source>
            <translation>关闭其他</translation>
        </message>
        <message>
            <source>Close those to the right</source>
            <translation>关闭右侧</translation>
        </message>
        <message>
            <source>Copy path</source>
            <translation>复制路径</translation>
        </message>
        <message>
            <source>Show in file manager</source>
            <translation>在文件管理器中显示</translation>
        </message>
    </context>
    <context>
        <name>TagChip</name>
        <message>
            <source>Remove tag {tag}</source>
            <translation>移除标签 {tag}</translation>
        </message>
    </context>
    <context>
        <name>TagsField</name>
        <message>
            <source>Add a tag</source>
            <translation>添加标签</translation>
        </message>
    </context>
    <context>
        <name>TextEditor</name>
        <message>
            <source>Ln {line}, Col {column}</source>
            <translation>第 {line} 行，第 {column} 列</translation>
        </message>
        <message>
            <source>Text of {title}</source>
            <translation>{title} 的正文</translation>
        </message>
    </context>
    <context>
        <name>TextEntriesModel</name>
        <message>
            <source>Date</source>
            <translation>日期</translation>
        </message>
        <message>
            <source>Heading</source>
            <translation>标题</translation>
        </message>
        <message>
            <source>Key</source>
            <translation>键</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>正文</translation>
        </message>
        <message>
            <source>Under</source>
            <translation>所属</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>值</translation>
        </message>
    </context>
    <context>
        <name>TextEntriesPage</name>
        <message>
            <source>Add entry</source>
            <translation>添加条目</translation>
        </message>
        <message>
            <source>Each item of a list, like “- Name: Ann”, is an entry.</source>
            <translation>列表中的每一项（如“- 姓名: 小安”）都是一个条目。</translation>
        </message>
        <message>
            <source>Each section with a heading of two signs, like “## Kiln”, is an entry.</source>
            <translation>以两个井号为标题的每一节（如“## 窑炉”）都是一个条目。</translation>
        </message>
        <message>
            <source>Filter entries</source>
            <translation>筛选条目</translation>
        </message>
        <message>
            <source>New entry</source>
            <translation>新条目</translation>
        </message>
        <message>
            <source>No entries yet</source>
            <translation>还没有条目</translation>
        </message>
    </context>
    <context>
        <name>TextEntryForm</name>
        <message>
            <source>Delete entry</source>
            <translation>删除条目</translation>
        </message>
        <message>
            <source>Heading</source>
            <translation>标题</translation>
        </message>
        <message>
            <source>Key</source>
            <translation>键</translation>
        </message>
        <message>
            <source>Move down</source>
            <translation>下移</translation>
        </message>
        <message>
            <source>Move up</source>
            <translation>上移</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>正文</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>值</translation>
        </message>
    </context>
    <context>
        <name>TextSearch</name>
        <message numerus="yes">
            <source>%n workspaces cannot be read and are not searched</source>
            <translation>
                <numerusform>%n 个工作区无法读取，未搜索</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Archives and topics of %n workspaces are not searched</source>
            <translation>
                <numerusform>%n 个工作区的归档和主题未搜索</numerusform>
            </translation>
        </message>
        <message>
            <source>By words only: %1</source>
            <translation>只按词语搜索：%1</translation>
        </message>
        <message>
            <source>Date</source>
            <translation>日期</translation>
        </message>
        <message>
            <source>Filters</source>
            <translation>筛选条件</translation>
        </message>
        <message>
            <source>From</source>
            <translation>从</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>Nothing matches</source>
            <translation>没有内容提到这些</translation>
        </message>
        <message>
            <source>Nothing matches with these filters</source>
            <translation>筛选后的内容中没有相符的</translation>
        </message>
        <message>
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <source>Reading for the search by meaning: %1 of %2</source>
            <translation>正在阅读以便按含义搜索：%1 / %2</translation>
        </message>
        <message>
            <source>Reading the documents…</source>
            <translation>正在读取文档…</translation>
        </message>
        <message>
            <source>Review</source>
            <translation>审阅</translation>
        </message>
        <message>
            <source>Search in</source>
            <translation>搜索范围</translation>
        </message>
        <message>
            <source>Search in all documents</source>
            <translation>在所有文档中搜索</translation>
        </message>
        <message>
            <source>Search without filters</source>
            <translation>不用筛选条件搜索</translation>
        </message>
        <message>
            <source>Searched in this folder alone: %1</source>
            <translation>只搜索了此文件夹：%1</translation>
        </message>
        <message>
            <source>System</source>
            <translation>系统</translation>
        </message>
        <message>
            <source>The index server is away: searched in this folder alone</source>
            <translation>索引服务器不可用：只搜索了此文件夹</translation>
        </message>
        <message>
            <source>The index server is away: searched on this machine alone</source>
            <translation>索引服务器不可用：只在本机上搜索</translation>
        </message>
        <message>
            <source>This needs the history of a folder: search in this folder</source>
            <translation>这需要文件夹的历史：请在此文件夹中搜索</translation>
        </message>
        <message>
            <source>Tier</source>
            <translation>层</translation>
        </message>
        <message>
            <source>Until</source>
            <translation>到</translation>
        </message>
        <message>
            <source>Writer</source>
            <translation>写入者</translation>
        </message>
    </context>
    <context>
        <name>TierBoard</name>
        <message>
            <source>Event</source>
            <translation>事件</translation>
        </message>
        <message>
            <source>Lesson</source>
            <translation>经验教训</translation>
        </message>
        <message>
            <source>Project</source>
            <translation>项目</translation>
        </message>
        <message>
            <source>Task</source>
            <translation>任务</translation>
        </message>
        <message>
            <source>archived at the next consolidation</source>
            <translation>下次整理时归档</translation>
        </message>
        <message numerus="yes">
            <source>archived in %n days</source>
            <translation>
                <numerusform>%n 天后归档</numerusform>
            </translation>
        </message>
        <message>
            <source>first to go for a new lesson</source>
            <translation>有新教训时最先移出</translation>
        </message>
        <message>
            <source>first to go: the tier is full</source>
            <translation>该层已满，最先移出</translation>
        </message>
        <message numerus="yes">
            <source>used %n times</source>
            <translation>
                <numerusform>使用 %n 次</numerusform>
            </translation>
        </message>
        <message>
            <source>{size} of {limit} B</source>
            <translation>{size} / {limit} B</translation>
        </message>
    </context>
    <context>
        <name>TierBoardPage</name>
        <message>
            <source>All topics</source>
            <translation>所有主题</translation>
        </message>
        <message>
            <source>Cold</source>
            <translation>冷</translation>
        </message>
        <message>
            <source>Hot</source>
            <translation>热</translation>
        </message>
        <message>
            <source>No tiers here</source>
            <translation>这里没有层</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Open the folder of an EvoClaw agent to see its hot, warm and cold memory side by side.</source>
            <translation>打开 EvoClaw 智能体的文件夹，即可并排查看它的热、温、冷记忆。</translation>
        </message>
        <message>
            <source>These files are as EvoClaw’s Go program writes them: they are shown by its rules. To move memories, import them first with the job “Import from the Go program”.</source>
            <translation>这些文件由 EvoClaw 的 Go 程序写入，按它的规则显示。要移动记忆，请先用任务“从 Go 程序导入”导入。</translation>
        </message>
        <message>
            <source>Tiers</source>
            <translation>层级</translation>
        </message>
        <message>
            <source>Topic that is shown</source>
            <translation>显示的主题</translation>
        </message>
        <message>
            <source>Warm</source>
            <translation>温</translation>
        </message>
        <message>
            <source>Whose tiers are shown</source>
            <translation>显示谁的层</translation>
        </message>
    </context>
    <context>
        <name>TierColumn</name>
        <message>
            <source>No archive yet. It begins with the first memory that becomes cold.</source>
            <translation>还没有归档。第一条变冷的记忆会开始归档。</translation>
        </message>
        <message>
            <source>Nothing is hot: no lesson or project is in every prompt.</source>
            <translation>热记忆为空：没有经验教训或项目进入每次提示词。</translation>
        </message>
        <message>
            <source>Nothing is warm.</source>
            <translation>温记忆为空。</translation>
        </message>
        <message>
            <source>Nothing of this topic.</source>
            <translation>没有此主题的内容。</translation>
        </message>
        <message>
            <source>This file cannot be read. Open it to see what is wrong.</source>
            <translation>无法读取此文件。打开它查看问题所在。</translation>
        </message>
        <message>
            <source>no limit</source>
            <translation>无上限</translation>
        </message>
    </context>
    <context>
        <name>TierCommands</name>
        <message>
            <source>&amp;Tier board</source>
            <translation>层看板(&amp;T)</translation>
        </message>
        <message>
            <source>Back to warm</source>
            <translation>移回温记忆</translation>
        </message>
        <message>
            <source>Entries of this topic</source>
            <translation>此主题的条目</translation>
        </message>
        <message>
            <source>Move to cold archive</source>
            <translation>移入冷归档</translation>
        </message>
        <message>
            <source>Promote to hot</source>
            <translation>提升到热记忆</translation>
        </message>
        <message>
            <source>Save the documents of the tiers first.</source>
            <translation>请先保存各层的文档。</translation>
        </message>
        <message>
            <source>The memory is a lesson of the hot tier now.</source>
            <translation>该记忆现在是热记忆中的一条经验教训。</translation>
        </message>
        <message>
            <source>The memory is in the cold archive now.</source>
            <translation>该记忆已在冷归档中。</translation>
        </message>
        <message>
            <source>The memory is in the warm tier again.</source>
            <translation>该记忆已回到温记忆。</translation>
        </message>
    </context>
    <context>
        <name>TiersEditor</name>
        <message>
            <source>Add</source>
            <translation>添加</translation>
        </message>
        <message>
            <source>Add memory</source>
            <translation>添加记忆</translation>
        </message>
        <message>
            <source>New</source>
            <translation>新内容</translation>
        </message>
        <message>
            <source>New memory</source>
            <translation>新记忆</translation>
        </message>
        <message>
            <source>Size of the hot tier</source>
            <translation>热记忆的大小</translation>
        </message>
        <message>
            <source>field</source>
            <translation>字段</translation>
        </message>
    </context>
    <context>
        <name>TimeBar</name>
        <message>
            <source>As of {time} (read-only)</source>
            <translation>{time} 的内容（只读）</translation>
        </message>
        <message>
            <source>Back to now</source>
            <translation>回到现在</translation>
        </message>
        <message>
            <source>Earlier version</source>
            <translation>较早的版本</translation>
        </message>
        <message>
            <source>Later version</source>
            <translation>较晚的版本</translation>
        </message>
        <message>
            <source>This document only</source>
            <translation>仅此文档</translation>
        </message>
        <message>
            <source>Version</source>
            <translation>版本</translation>
        </message>
        <message>
            <source>View the workspace at this time</source>
            <translation>查看此时刻的工作区</translation>
        </message>
        <message>
            <source>Whole memory</source>
            <translation>全部记忆</translation>
        </message>
        <message>
            <source>{number} of {count}</source>
            <translation>{number} / {count}</translation>
        </message>
    </context>
    <context>
        <name>Toast</name>
        <message>
            <source>Message</source>
            <translation>消息</translation>
        </message>
    </context>
    <context>
        <name>TopBar</name>
        <message>
            <source>Context</source>
            <translation>上下文</translation>
        </message>
        <message>
            <source>History</source>
            <translation>历史</translation>
        </message>
        <message>
            <source>No folder open</source>
            <translation>未打开文件夹</translation>
        </message>
        <message>
            <source>Review</source>
            <translation>审阅</translation>
        </message>
        <message>
            <source>Review {count}</source>
            <translation>审阅 {count}</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Save {count}</source>
            <translation>保存 {count} 个</translation>
        </message>
        <message>
            <source>Show the context</source>
            <translation>显示上下文</translation>
        </message>
        <message>
            <source>Show the history</source>
            <translation>显示历史</translation>
        </message>
        <message>
            <source>Show the review inbox</source>
            <translation>显示待审阅的更改</translation>
        </message>
        <message>
            <source>Toolbar</source>
            <translation>工具栏</translation>
        </message>
    </context>
    <context>
        <name>TopicButton</name>
        <message>
            <source>Entries of this topic</source>
            <translation>此主题的条目</translation>
        </message>
    </context>
    <context>
        <name>TopicForm</name>
        <message>
            <source>Description</source>
            <translation>描述</translation>
        </message>
        <message>
            <source>Remove topic</source>
            <translation>移除主题</translation>
        </message>
        <message>
            <source>Topic</source>
            <translation>主题</translation>
        </message>
    </context>
    <context>
        <name>TopicModel</name>
        <message>
            <source>All topics</source>
            <translation>全部主题</translation>
        </message>
        <message>
            <source>Cold</source>
            <translation>冷</translation>
        </message>
        <message>
            <source>Last access</source>
            <translation>最近访问</translation>
        </message>
        <message>
            <source>Summary</source>
            <translation>摘要</translation>
        </message>
        <message>
            <source>Topic</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>Warm</source>
            <translation>温</translation>
        </message>
        <message>
            <source>{own} here, {total} with the topics below it</source>
            <translation>此处 {own} 条，连同下级主题共 {total} 条</translation>
        </message>
    </context>
    <context>
        <name>Tour</name>
        <message>
            <source>Ask what it knows</source>
            <translation>问它知道什么</translation>
        </message>
        <message>
            <source>Choose a change in the inbox. A accepts it, R reverts it, Z undoes.</source>
            <translation>在待审阅中选择一项更改：A 接受，R 还原，Z 撤销。</translation>
        </message>
        <message>
            <source>Choose an earlier version of studio.md in its history, and restore it.</source>
            <translation>在 studio.md 的历史中选择一个较早的版本并恢复。</translation>
        </message>
        <message>
            <source>Fix a wrong fact</source>
            <translation>改正错误的事实</translation>
        </message>
        <message>
            <source>Restore a version</source>
            <translation>恢复一个版本</translation>
        </message>
        <message>
            <source>Review a change</source>
            <translation>审阅一项更改</translation>
        </message>
        <message>
            <source>Roll back a policy</source>
            <translation>回滚一项策略</translation>
        </message>
        <message>
            <source>Search for “tea house”. The answers say who wrote it, and when.</source>
            <translation>搜索“茶馆”：结果会说明是谁、在何时写下的。</translation>
        </message>
        <message>
            <source>bloop lets itself look at less memory. Choose that change, and roll it back.</source>
            <translation>bloop 让自己少看记忆。选择那项更改并回滚。</translation>
        </message>
        <message>
            <source>user.md names two cities. Delete the wrong one, and save.</source>
            <translation>user.md 里有两个城市。删除错误的那个并保存。</translation>
        </message>
    </context>
    <context>
        <name>TourCommands</name>
        <message>
            <source>&amp;Things to try in the demo</source>
            <translation>演示中可以尝试的事(&amp;T)</translation>
        </message>
        <message>
            <source>tour tutorial guide first steps introduction onboarding</source>
            <translation>tour tutorial guide 教程 引导 入门 新手 导览</translation>
        </message>
    </context>
    <context>
        <name>TourStrip</name>
        <message>
            <source>All tried. Next: see what your own agent remembers.</source>
            <translation>全部试过了。接下来看看你自己的智能体记得什么。</translation>
        </message>
        <message>
            <source>Close the things to try</source>
            <translation>关闭可以尝试的事</translation>
        </message>
        <message>
            <source>Open your own folder…</source>
            <translation>打开自己的文件夹…</translation>
        </message>
        <message>
            <source>Things to try</source>
            <translation>可以尝试的事</translation>
        </message>
        <message>
            <source>Try this:</source>
            <translation>试一试：</translation>
        </message>
        <message>
            <source>done</source>
            <translation>已完成</translation>
        </message>
        <message>
            <source>to do</source>
            <translation>待完成</translation>
        </message>
    </context>
    <context>
        <name>TreeEditor</name>
        <message>
            <source>Add topic</source>
            <translation>添加主题</translation>
        </message>
        <message>
            <source>Filter topics</source>
            <translation>筛选主题</translation>
        </message>
        <message>
            <source>Tree</source>
            <translation>主题树</translation>
        </message>
    </context>
    <context>
        <name>Unreviewed</name>
        <message numerus="yes">
            <source>%n changes</source>
            <translation>
                <numerusform>%n 处更改</numerusform>
            </translation>
        </message>
        <message>
            <source>Find a document with unreviewed agent changes</source>
            <translation>查找含有未审阅的智能体更改的文档</translation>
        </message>
        <message>
            <source>Unreviewed</source>
            <translation>未审阅的文档</translation>
        </message>
    </context>
    <context>
        <name>UnreviewedCommands</name>
        <message>
            <source>Show onl&amp;y unreviewed documents</source>
            <translation>只看未审阅的文档(&amp;Y)</translation>
        </message>
        <message>
            <source>Show only documents with unreviewed agent changes</source>
            <translation>只显示含有未审阅的智能体更改的文档</translation>
        </message>
        <message>
            <source>Unreviewed</source>
            <translation>未审阅的文档</translation>
        </message>
    </context>
    <context>
        <name>UnsavedDialog</name>
        <message>
            <source>&amp;Discard</source>
            <translation>不保存(&amp;D)</translation>
        </message>
        <message>
            <source>&amp;Save</source>
            <translation>保存(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Save all</source>
            <translation>全部保存(&amp;A)</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message numerus="yes">
            <source>Save the changes in %n documents?</source>
            <translation>
                <numerusform>要保存 %n 个文档中的更改吗？</numerusform>
            </translation>
        </message>
        <message>
            <source>Unsaved changes</source>
            <translation>未保存的更改</translation>
        </message>
    </context>
    <context>
        <name>UnsavedGuard</name>
        <message>
            <source>{name} · values that are not applied</source>
            <translation>{name} · 尚未应用的值</translation>
        </message>
    </context>
    <context>
        <name>VersionChooser</name>
        <message>
            <source>Compare with a version: its writer, tool or time</source>
            <translation>按写入者、工具或时间查找要比较的版本</translation>
        </message>
        <message>
            <source>Compare with another version</source>
            <translation>与其他版本比较</translation>
        </message>
    </context>
    <context>
        <name>VersionView</name>
        <message>
            <source>As it was</source>
            <translation>当时的内容</translation>
        </message>
        <message>
            <source>Back to the document</source>
            <translation>返回文档</translation>
        </message>
        <message>
            <source>Compare this version with</source>
            <translation>此版本与谁比较</translation>
        </message>
        <message>
            <source>Compared with now</source>
            <translation>与现在比较</translation>
        </message>
        <message>
            <source>Restore one change</source>
            <translation>恢复一处</translation>
        </message>
        <message>
            <source>Restore only change {number} of {count}</source>
            <translation>只恢复第 {number} 处（共 {count} 处）</translation>
        </message>
        <message>
            <source>Restore this version</source>
            <translation>恢复此版本</translation>
        </message>
        <message>
            <source>The text as it was</source>
            <translation>当时的文字</translation>
        </message>
        <message>
            <source>What it changed</source>
            <translation>此版本的更改</translation>
        </message>
        <message>
            <source>With another…</source>
            <translation>与其他版本…</translation>
        </message>
        <message>
            <source>before</source>
            <translation>之前</translation>
        </message>
        <message>
            <source>now</source>
            <translation>现在</translation>
        </message>
        <message>
            <source>this version</source>
            <translation>此版本</translation>
        </message>
    </context>
    <context>
        <name>ViewCommands</name>
        <message>
            <source>&amp;About memdesk</source>
            <translation>关于 memdesk(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;Activity</source>
            <translation>动态(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;Dark theme</source>
            <translation>深色主题(&amp;D)</translation>
        </message>
        <message>
            <source>&amp;Entries</source>
            <translation>条目(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>帮助(&amp;H)</translation>
        </message>
        <message>
            <source>&amp;History</source>
            <translation>历史(&amp;H)</translation>
        </message>
        <message>
            <source>&amp;Inspector</source>
            <translation>检查器(&amp;I)</translation>
        </message>
        <message>
            <source>&amp;Light theme</source>
            <translation>浅色主题(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Log</source>
            <translation>日志(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Navigator</source>
            <translation>导航(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;Next tab</source>
            <translation>下一个标签页(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;Normal size</source>
            <translation>实际大小(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;Previous tab</source>
            <translation>上一个标签页(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Read</source>
            <translation>阅读(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Split</source>
            <translation>分栏(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Write</source>
            <translation>编辑(&amp;W)</translation>
        </message>
        <message>
            <source>Chun&amp;k boundaries</source>
            <translation>分段边界(&amp;K)</translation>
        </message>
        <message>
            <source>Conte&amp;xt</source>
            <translation>上下文(&amp;X)</translation>
        </message>
        <message>
            <source>Go to &amp;activity</source>
            <translation>转到动态(&amp;A)</translation>
        </message>
        <message>
            <source>Go to &amp;editor</source>
            <translation>转到编辑器(&amp;E)</translation>
        </message>
        <message>
            <source>Go to &amp;inspector</source>
            <translation>转到检查器(&amp;I)</translation>
        </message>
        <message>
            <source>Go to conte&amp;xt</source>
            <translation>转到上下文(&amp;X)</translation>
        </message>
        <message>
            <source>Go to na&amp;vigator</source>
            <translation>转到导航栏(&amp;V)</translation>
        </message>
        <message>
            <source>Reset layo&amp;ut</source>
            <translation>重置布局(&amp;U)</translation>
        </message>
        <message>
            <source>S&amp;ource</source>
            <translation>源码(&amp;O)</translation>
        </message>
        <message>
            <source>S&amp;tructured</source>
            <translation>结构化视图(&amp;T)</translation>
        </message>
        <message>
            <source>Show s&amp;ecrets</source>
            <translation>显示机密(&amp;E)</translation>
        </message>
        <message>
            <source>Switch between light and dark</source>
            <translation>切换浅色与深色</translation>
        </message>
        <message>
            <source>This document has no such view. It has: {views}.</source>
            <translation>此文档没有这种视图。可用的视图：{views}。</translation>
        </message>
        <message>
            <source>This document has only one view.</source>
            <translation>此文档只有一种视图。</translation>
        </message>
        <message>
            <source>Use the &amp;system theme</source>
            <translation>跟随系统主题(&amp;S)</translation>
        </message>
        <message>
            <source>W&amp;rap long lines</source>
            <translation>自动换行(&amp;R)</translation>
        </message>
        <message>
            <source>Zoom &amp;in</source>
            <translation>放大(&amp;I)</translation>
        </message>
        <message>
            <source>Zoom &amp;out</source>
            <translation>缩小(&amp;O)</translation>
        </message>
    </context>
    <context>
        <name>WarmDetails</name>
        <message>
            <source>Commands</source>
            <translation>命令</translation>
        </message>
        <message>
            <source>Created</source>
            <translation>创建时间</translation>
        </message>
        <message>
            <source>Details</source>
            <translation>详情</translation>
        </message>
        <message>
            <source>Future</source>
            <translation>后续去向</translation>
        </message>
        <message>
            <source>Id</source>
            <translation>ID</translation>
        </message>
        <message>
            <source>Last access</source>
            <translation>最近访问</translation>
        </message>
        <message>
            <source>Links</source>
            <translation>链接</translation>
        </message>
        <message>
            <source>More in the file</source>
            <translation>文件中的其他内容</translation>
        </message>
        <message>
            <source>Next consolidation: to the archive, for it is old and its score is low.</source>
            <translation>下次整理：移入归档，因为它陈旧且得分低。</translation>
        </message>
        <message>
            <source>Paths</source>
            <translation>路径</translation>
        </message>
        <message>
            <source>Score</source>
            <translation>得分</translation>
        </message>
        <message>
            <source>Stays until it is 30 days old; then its low score sends it to the archive.</source>
            <translation>保留到满 30 天；之后因得分低移入归档。</translation>
        </message>
        <message>
            <source>Stays while its score is {least} or more.</source>
            <translation>得分不低于 {least} 时保留。</translation>
        </message>
        <message>
            <source>importance {importance}, used {times}×</source>
            <translation>重要性 {importance}，使用 {times} 次</translation>
        </message>
        <message>
            <source>{score} in the file, {tier}</source>
            <translation>文件中 {score}，{tier}</translation>
        </message>
        <message>
            <source>{score} now, {tier}</source>
            <translation>当前 {score}，{tier}</translation>
        </message>
    </context>
    <context>
        <name>WarmForm</name>
        <message>
            <source>Category</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>Delete memory</source>
            <translation>删除记忆</translation>
        </message>
        <message>
            <source>Importance</source>
            <translation>重要性</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>记忆</translation>
        </message>
    </context>
    <context>
        <name>WarmModel</name>
        <message>
            <source>Category</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>Importance</source>
            <translation>重要性</translation>
        </message>
        <message>
            <source>In the file: {score} {tier}</source>
            <translation>文件中：{score} {tier}</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>记忆</translation>
        </message>
        <message>
            <source>Score</source>
            <translation>得分</translation>
        </message>
        <message>
            <source>Stored</source>
            <translation>存入时间</translation>
        </message>
        <message>
            <source>Tier</source>
            <translation>层级</translation>
        </message>
        <message>
            <source>Used</source>
            <translation>使用次数</translation>
        </message>
        <message>
            <source>cold</source>
            <translation>冷</translation>
        </message>
        <message>
            <source>frozen</source>
            <translation>冻结</translation>
        </message>
        <message>
            <source>hot</source>
            <translation>热</translation>
        </message>
        <message>
            <source>warm</source>
            <translation>温</translation>
        </message>
    </context>
    <context>
        <name>WarmPage</name>
        <message>
            <source>Filter memories</source>
            <translation>筛选记忆</translation>
        </message>
        <message>
            <source>Memory details</source>
            <translation>记忆详情</translation>
        </message>
        <message>
            <source>Warm tier</source>
            <translation>温记忆</translation>
        </message>
    </context>
    <context>
        <name>WeeksButton</name>
        <message>
            <source>Split by week</source>
            <translation>按周拆分</translation>
        </message>
        <message>
            <source>Split by week…</source>
            <translation>按周拆分…</translation>
        </message>
    </context>
    <context>
        <name>WelcomePage</name>
        <message numerus="yes">
            <source>%n to review</source>
            <translation>
                <numerusform>%n 处待审阅</numerusform>
            </translation>
        </message>
        <message>
            <source>Agents found on this computer</source>
            <translation>在这台电脑上找到的智能体</translation>
        </message>
        <message>
            <source>Agents keep notes about you and act on them. See every fact, note and entry and who wrote it, watch changes live, correct them, and revert what is wrong. Nothing is written until you save.</source>
            <translation>智能体会记下关于你的内容，并据此行事。你可以查看每一条事实、笔记和条目以及由谁写入，实时看到更改，加以更正，并还原错误的内容。保存之前不会写入任何内容。</translation>
        </message>
        <message>
            <source>No agent was found in the places that memdesk knows. Open its folder, or look around in the demo.</source>
            <translation>在 memdesk 知道的位置没有找到智能体。请打开它的文件夹，或先看看演示。</translation>
        </message>
        <message>
            <source>Recent</source>
            <translation>最近打开</translation>
        </message>
        <message>
            <source>See what your agents remember</source>
            <translation>看看你的智能体记住了什么</translation>
        </message>
        <message>
            <source>Show all {count}</source>
            <translation>显示全部 {count} 个</translation>
        </message>
        <message>
            <source>Welcome</source>
            <translation>欢迎</translation>
        </message>
        <message>
            <source>not found</source>
            <translation>未找到</translation>
        </message>
        <message>
            <source>opened before</source>
            <translation>以前打开过</translation>
        </message>
        <message>
            <source>opens as plain documents</source>
            <translation>按普通文档打开</translation>
        </message>
        <message>
            <source>or drop a folder here</source>
            <translation>或将文件夹拖放到这里</translation>
        </message>
    </context>
    <context>
        <name>WhatIfButton</name>
        <message>
            <source>Try limits…</source>
            <translation>试算…</translation>
        </message>
        <message>
            <source>Try other limits</source>
            <translation>试算其他上限</translation>
        </message>
    </context>
    <context>
        <name>WhatIfDialog</name>
        <message>
            <source>A score falls to 37 % in</source>
            <translation>得分衰减到 37 % 的时间</translation>
        </message>
        <message>
            <source>Archive memories older than</source>
            <translation>存放超过</translation>
        </message>
        <message>
            <source>Archive the lowest scores when the tier exceeds</source>
            <translation>超出以下大小时，先移出得分最低的</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Each recall raises it by (share)</source>
            <translation>每次回忆提高得分的比例</translation>
        </message>
        <message>
            <source>KB</source>
            <translation>KB</translation>
        </message>
        <message>
            <source>Preview</source>
            <translation>预览</translation>
        </message>
        <message>
            <source>Shows which memories the next consolidation would archive. Nothing is written.</source>
            <translation>下次整理会移入归档的内容。不写入任何内容。</translation>
        </message>
        <message>
            <source>Try other limits</source>
            <translation>试算其他上限</translation>
        </message>
        <message>
            <source>and with a score below</source>
            <translation>且得分低于以下值的记忆移出</translation>
        </message>
        <message>
            <source>days</source>
            <translation>天</translation>
        </message>
    </context>
    <context>
        <name>WhatIfModel</name>
        <message numerus="yes">
            <source>%n archived</source>
            <translation>
                <numerusform>移出 %n 条</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n memories</source>
            <translation>
                <numerusform>%n 条记忆</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n memories in {name}</source>
            <translation>
                <numerusform>{name} 中的 %n 条记忆</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages</source>
            <translation>
                <numerusform>%n 条消息</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tokens</source>
            <translation>
                <numerusform>%n 个词元</numerusform>
            </translation>
        </message>
        <message>
            <source>Now</source>
            <translation>现在</translation>
        </message>
        <message>
            <source>What</source>
            <translation>内容</translation>
        </message>
        <message>
            <source>With these values</source>
            <translation>调整后</translation>
        </message>
        <message>
            <source>archived, faded</source>
            <translation>归档，已淡化</translation>
        </message>
        <message>
            <source>archived, no room</source>
            <translation>归档，容量不足</translation>
        </message>
        <message>
            <source>no</source>
            <translation>否</translation>
        </message>
        <message>
            <source>not summed up</source>
            <translation>不做摘要</translation>
        </message>
        <message>
            <source>stays</source>
            <translation>保留</translation>
        </message>
        <message>
            <source>yes</source>
            <translation>是</translation>
        </message>
        <message>
            <source>{count} summed up, {kept} kept</source>
            <translation>{count} 条生成摘要，保留 {kept} 条</translation>
        </message>
        <message>
            <source>{name}, compressed by the next reply</source>
            <translation>{name}，下次回复时压缩</translation>
        </message>
    </context>
    <context>
        <name>Wording</name>
        <message numerus="yes">
            <source>%n days ago</source>
            <translation>
                <numerusform>%n 天前</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n entries</source>
            <translation>
                <numerusform>%n 个条目</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n keys</source>
            <translation>
                <numerusform>%n 个键</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages</source>
            <translation>
                <numerusform>%n 条消息</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n nodes</source>
            <translation>
                <numerusform>%n 个节点</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n rows</source>
            <translation>
                <numerusform>%n 行</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n sections</source>
            <translation>
                <numerusform>%n 个小节</numerusform>
            </translation>
        </message>
        <message>
            <source>A folder cannot be moved into itself.</source>
            <translation>文件夹不能移到它自己里面。</translation>
        </message>
        <message>
            <source>A line of the approval file is unreadable. “Records of memdesk…” shows and restores it.</source>
            <translation>审批文件中有一行无法读取。“memdesk 的记录…”可查看并恢复它。</translation>
        </message>
        <message>
            <source>A link; memdesk does not follow it</source>
            <translation>链接；memdesk 不跟随链接</translation>
        </message>
        <message>
            <source>A list in one of the record folders is damaged; “memdesk verify” says which.</source>
            <translation>某个记录文件夹中的一个列表已损坏；“memdesk verify”会指出是哪一个。</translation>
        </message>
        <message>
            <source>A mark that was left of a git merge</source>
            <translation>git 合并遗留的一个标记</translation>
        </message>
        <message>
            <source>A quarantined item is damaged. The history may still have the original.</source>
            <translation>隔离区中有一项已损坏。历史中可能还有原件。</translation>
        </message>
        <message>
            <source>A save was interrupted. The next save completes it</source>
            <translation>一次保存被中断。下一次保存会将其完成</translation>
        </message>
        <message>
            <source>A temporary file of memdesk was left behind</source>
            <translation>memdesk 的一个临时文件遗留了下来</translation>
        </message>
        <message>
            <source>A topic cannot be moved into itself.</source>
            <translation>主题不能移到自身之下。</translation>
        </message>
        <message>
            <source>A topic cannot have this name.</source>
            <translation>主题不能用这个名称。</translation>
        </message>
        <message>
            <source>Another program has this database open. Close it, then try again.</source>
            <translation>另一个程序正打开此数据库。请关闭它后重试。</translation>
        </message>
        <message>
            <source>Another program is saving to this workspace. Try again in a moment.</source>
            <translation>另一个程序正在保存到此工作区。请稍后重试。</translation>
        </message>
        <message>
            <source>Another program wrote to an old copy of this file during a save. The next save stores that text in the history</source>
            <translation>保存期间另一个程序写入了此文件的旧副本。下次保存会把那些内容存入历史</translation>
        </message>
        <message>
            <source>Backups</source>
            <translation>备份</translation>
        </message>
        <message>
            <source>Board</source>
            <translation>看板</translation>
        </message>
        <message>
            <source>Cancelled. Nothing was changed.</source>
            <translation>已取消，未做任何更改。</translation>
        </message>
        <message>
            <source>Changes</source>
            <translation>更改</translation>
        </message>
        <message>
            <source>Changes from outside are missing in the log: {0}</source>
            <translation>日志中缺少的外部更改：{0}</translation>
        </message>
        <message>
            <source>Cold memory</source>
            <translation>冷记忆</translation>
        </message>
        <message>
            <source>Cold tier</source>
            <translation>冷记忆</translation>
        </message>
        <message>
            <source>Compartments</source>
            <translation>分区</translation>
        </message>
        <message>
            <source>Configuration</source>
            <translation>配置</translation>
        </message>
        <message>
            <source>Conflict copy of {0}, left by a sync app. Merge it</source>
            <translation>同步应用留下的 {0} 的冲突副本，请合并</translation>
        </message>
        <message>
            <source>Conversation</source>
            <translation>对话</translation>
        </message>
        <message>
            <source>Could not parse this document the way its agent does: {0}</source>
            <translation>无法按智能体的方式解析此文档：{0}</translation>
        </message>
        <message>
            <source>Daily notes</source>
            <translation>每日笔记</translation>
        </message>
        <message>
            <source>Enter a name for the key.</source>
            <translation>请输入键名。</translation>
        </message>
        <message>
            <source>Enter a priority from 1 to 10.</source>
            <translation>请输入 1 到 10 的优先级。</translation>
        </message>
        <message>
            <source>Enter some text for the entry.</source>
            <translation>请输入条目的内容。</translation>
        </message>
        <message>
            <source>Entries are missing from the change log</source>
            <translation>更改日志缺少记录</translation>
        </message>
        <message>
            <source>Episodes</source>
            <translation>经历</translation>
        </message>
        <message>
            <source>EvoClaw</source>
            <translation>EvoClaw</translation>
        </message>
        <message>
            <source>Expected a Unix time (seconds since 1970)</source>
            <translation>应为 Unix 时间（1970 年起的秒数）</translation>
        </message>
        <message>
            <source>Facts</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>Form</source>
            <translation>表单</translation>
        </message>
        <message>
            <source>Hot memory</source>
            <translation>热记忆</translation>
        </message>
        <message>
            <source>Hot tier</source>
            <translation>热记忆</translation>
        </message>
        <message>
            <source>Incomplete log entry, already written again. No action needed</source>
            <translation>有一条日志记录不完整，已重新写入，无需处理</translation>
        </message>
        <message>
            <source>It is locked, but the document no longer exists</source>
            <translation>它已锁定，而文档已不在</translation>
        </message>
        <message>
            <source>It is named like a copy, but the document it names is not known to have been this.</source>
            <translation>它的名字像副本，但据所知，它所指的文档从未是这个内容。</translation>
        </message>
        <message>
            <source>It is unclear which document this copy belongs to. Restore it as a new document.</source>
            <translation>无法确定这是哪个文档的副本。可以把它恢复为新文档。</translation>
        </message>
        <message>
            <source>It no longer exists. If it was deleted, restore it from Go › Deleted documents.</source>
            <translation>它已不存在。如果是被删除的，可从“转到 › 已删除的文档”恢复。</translation>
        </message>
        <message>
            <source>It no longer keeps memdesk's history out of version control; its one line should be: *</source>
            <translation>它不再让版本控制避开 memdesk 的历史；它应只有一行：*</translation>
        </message>
        <message>
            <source>Its bytes were changed, and its size and times were left as they were</source>
            <translation>它的内容被更改，而大小和时间保持原样</translation>
        </message>
        <message>
            <source>Its folder {name} is a file now.</source>
            <translation>它所在的文件夹 {name} 现在是一个文件。</translation>
        </message>
        <message>
            <source>Its folder {name} is a link to {target} now. memdesk does not follow it.</source>
            <translation>它所在的文件夹 {name} 现在是指向 {target} 的链接。memdesk 不会跟随它。</translation>
        </message>
        <message>
            <source>Its name does not show which document it is a copy of</source>
            <translation>从名称看不出它是哪个文档的副本</translation>
        </message>
        <message>
            <source>JSON cannot contain NaN or Infinity. Use a number or null</source>
            <translation>JSON 不能包含 NaN 或 Infinity。请使用数字或 null</translation>
        </message>
        <message>
            <source>JSON cannot store this value. Use text, a number, true, false or null.</source>
            <translation>JSON 无法存储这个值。请使用文本、数字、true、false 或 null。</translation>
        </message>
        <message>
            <source>Later changes affect the same text, so nothing was reverted. Edit the document instead.</source>
            <translation>之后的更改涉及同一处，因此未还原。请改为手动编辑。</translation>
        </message>
        <message>
            <source>Long-term</source>
            <translation>长期记忆</translation>
        </message>
        <message>
            <source>MMMM yyyy</source>
            <translation>yyyy年M月</translation>
        </message>
        <message>
            <source>Marks of a git merge that nobody resolved</source>
            <translation>git 合并留下、无人处理的标记</translation>
        </message>
        <message>
            <source>Memory tree</source>
            <translation>记忆树</translation>
        </message>
        <message>
            <source>Metadata must have names and values.</source>
            <translation>元数据必须有名称和值。</translation>
        </message>
        <message>
            <source>Nested too deeply</source>
            <translation>嵌套过深</translation>
        </message>
        <message>
            <source>No agent system</source>
            <translation>不属于任何智能体类型</translation>
        </message>
        <message>
            <source>No model is chosen.</source>
            <translation>没有选择模型。</translation>
        </message>
        <message>
            <source>Not UTF-8, so read-only</source>
            <translation>不是 UTF-8，因此只读</translation>
        </message>
        <message>
            <source>Not a plain file, so it is not opened</source>
            <translation>不是普通文件，因此不打开</translation>
        </message>
        <message>
            <source>Not a text file, so it can only be restored as a whole.</source>
            <translation>这不是文本，只能整体恢复。</translation>
        </message>
        <message>
            <source>Not applied: this text would split or merge entries. Check for “## ” lines and open ``` blocks.</source>
            <translation>暂未应用：这样写会拆分或合并其他条目。请检查“## ”开头的行和未结束的 ``` 代码块。</translation>
        </message>
        <message>
            <source>Not renamed: this folder has {0} MB; the limit is {1}. Move it in parts.</source>
            <translation>未重命名：此文件夹有 {0} MB，上限为 {1} MB。请分批移动。</translation>
        </message>
        <message>
            <source>Not renamed: this folder has {0} documents; the limit is {1}. Move it in parts.</source>
            <translation>未重命名：此文件夹有 {0} 个文档，上限为 {1} 个。请分批移动。</translation>
        </message>
        <message>
            <source>Not renamed: this folder has {0} folders; the limit is {1}. Move it in parts.</source>
            <translation>未重命名：此文件夹有 {0} 个子文件夹，上限为 {1} 个。请分批移动。</translation>
        </message>
        <message>
            <source>Not renamed: “{0}” belongs to version control or a sync app and cannot be moved.</source>
            <translation>未重命名：“{0}”属于版本控制或同步应用，无法移动。</translation>
        </message>
        <message>
            <source>Not text</source>
            <translation>不是文本</translation>
        </message>
        <message>
            <source>Not valid JSON: {0}</source>
            <translation>JSON 无效：{0}</translation>
        </message>
        <message>
            <source>Nothing can be remembered at {0}, so changes outside memdesk may go unnoticed</source>
            <translation>{0} 处无法记下任何内容，绕过 memdesk 的更改可能不会被发现</translation>
        </message>
        <message>
            <source>One of the values is not allowed. Correct it and try again.</source>
            <translation>有一个值不符合要求。请更正后重试。</translation>
        </message>
        <message>
            <source>Other files</source>
            <translation>其他文件</translation>
        </message>
        <message>
            <source>Other users can read this folder and {0} items in it. The next save restricts it to you</source>
            <translation>其他用户可以读取此文件夹和其中 {0} 项。下次保存会将其限制为仅你可用</translation>
        </message>
        <message>
            <source>Pegasus</source>
            <translation>Pegasus</translation>
        </message>
        <message>
            <source>PicoClaw MemSkill</source>
            <translation>PicoClaw MemSkill</translation>
        </message>
        <message>
            <source>PicoClaw profile</source>
            <translation>PicoClaw 档案</translation>
        </message>
        <message>
            <source>Plan</source>
            <translation>计划</translation>
        </message>
        <message>
            <source>Policy</source>
            <translation>策略</translation>
        </message>
        <message>
            <source>Policy snapshots</source>
            <translation>策略快照</translation>
        </message>
        <message>
            <source>Profile</source>
            <translation>档案</translation>
        </message>
        <message>
            <source>Run</source>
            <translation>运行</translation>
        </message>
        <message>
            <source>Say what is to be replaced.</source>
            <translation>请说明要替换什么。</translation>
        </message>
        <message>
            <source>Search databases</source>
            <translation>搜索数据库</translation>
        </message>
        <message>
            <source>Search index</source>
            <translation>搜索索引</translation>
        </message>
        <message>
            <source>Session</source>
            <translation>会话</translation>
        </message>
        <message>
            <source>Sessions</source>
            <translation>会话</translation>
        </message>
        <message>
            <source>Something else changed it since the last entry of the log</source>
            <translation>自日志的最后一条记录以来，它被外部更改过</translation>
        </message>
        <message>
            <source>Something else is in its place; its last version is kept</source>
            <translation>它的位置上现在是别的东西；最后一个版本已保留</translation>
        </message>
        <message>
            <source>Something else is in the place of memdesk’s own file: {0}. It can be set aside</source>
            <translation>memdesk 自己的文件的位置上有别的东西（{0}），可以移到一边</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表格</translation>
        </message>
        <message>
            <source>That did not work. Help › Log has the details.</source>
            <translation>操作未成功。详情见“帮助 › 日志”。</translation>
        </message>
        <message>
            <source>The agent does not use the compartment “{0}” and deletes it on its next write</source>
            <translation>智能体不使用分区“{0}”，下次写入时会将其删除</translation>
        </message>
        <message>
            <source>The agent does not use the key “{0}”</source>
            <translation>智能体不使用键“{0}”</translation>
        </message>
        <message>
            <source>The change log before this entry was edited, shortened or reordered</source>
            <translation>此条目之前的日志被编辑、删减或调换了顺序</translation>
        </message>
        <message>
            <source>The comments on the policy are damaged.</source>
            <translation>策略的注释已损坏。</translation>
        </message>
        <message>
            <source>The compartment “{0}” holds {1} of {2} characters</source>
            <translation>分区“{0}”已有 {1} 个字符，上限 {2} 个</translation>
        </message>
        <message>
            <source>The contents no longer match what was recorded</source>
            <translation>内容与记录不再一致</translation>
        </message>
        <message>
            <source>The disk is full. The file is unchanged. Free some space, then try again.</source>
            <translation>磁盘已满。文件没有改变。请腾出空间后重试。</translation>
        </message>
        <message>
            <source>The disk of this folder is mounted read-only. Remount it to save.</source>
            <translation>此文件夹所在的磁盘以只读方式挂载。重新挂载后才能保存。</translation>
        </message>
        <message>
            <source>The disk reported an error. The file is unchanged. Check the disk, then try again.</source>
            <translation>磁盘报告错误。文件没有改变。请检查磁盘后重试。</translation>
        </message>
        <message>
            <source>The file cannot be read</source>
            <translation>无法读取文件</translation>
        </message>
        <message>
            <source>The file changed on disk after you opened it. Merge, overwrite or reload.</source>
            <translation>打开后，磁盘上的文件已被更改。请合并、覆盖或重新加载。</translation>
        </message>
        <message>
            <source>The file is empty</source>
            <translation>文件为空</translation>
        </message>
        <message>
            <source>The file is too large for this. Use a text editor outside of memdesk.</source>
            <translation>文件过大，无法执行此操作。请使用其他文本编辑器。</translation>
        </message>
        <message>
            <source>The file starts with a byte order mark</source>
            <translation>文件以字节顺序标记开头</translation>
        </message>
        <message>
            <source>The file starts with a byte order mark, which agents cannot read</source>
            <translation>文件以字节顺序标记开头，智能体无法读取</translation>
        </message>
        <message>
            <source>The history cannot be read</source>
            <translation>无法读取历史</translation>
        </message>
        <message>
            <source>The id “{0}” appears twice</source>
            <translation>ID“{0}”重复出现</translation>
        </message>
        <message>
            <source>The importance must be a number from 0 to 1.</source>
            <translation>重要性必须是 0 到 1 之间的数。</translation>
        </message>
        <message>
            <source>The index of the log is wrong; it is not used</source>
            <translation>日志的索引有误；未使用它</translation>
        </message>
        <message>
            <source>The journal has a save that is forged or unusable (of {0}); the next save puts it away</source>
            <translation>预写日志里有一次伪造或无法使用的保存（{0}）；下次保存会把它移到一边</translation>
        </message>
        <message>
            <source>The key “{0}” already exists. Choose another name.</source>
            <translation>键“{0}”已存在。请换一个名称。</translation>
        </message>
        <message>
            <source>The key “{0}” appears twice</source>
            <translation>键“{0}”重复出现</translation>
        </message>
        <message>
            <source>The language model failed; nothing was changed.</source>
            <translation>语言模型出错；没有做任何更改。</translation>
        </message>
        <message>
            <source>The list of dismissed findings is damaged. “Records of memdesk…” shows and restores it.</source>
            <translation>已忽略结果的列表已损坏。“memdesk 的记录…”可查看并恢复它。</translation>
        </message>
        <message>
            <source>The list of locks is damaged, so agents cannot write. “Records of memdesk…” shows and restores it.</source>
            <translation>锁定清单已损坏，智能体暂时不能写入。“memdesk 的记录…”可查看并恢复它。</translation>
        </message>
        <message>
            <source>The list of pins is damaged, so no old version is removed. “Records of memdesk…” shows and restores it.</source>
            <translation>固定列表已损坏，因此不会删除旧版本。“memdesk 的记录…”可查看并恢复它。</translation>
        </message>
        <message>
            <source>The list of purged secrets is damaged. “Records of memdesk…” shows and restores it.</source>
            <translation>已清除机密的列表已损坏。“memdesk 的记录…”可查看并恢复它。</translation>
        </message>
        <message>
            <source>The log of changes cannot be read</source>
            <translation>无法读取更改日志</translation>
        </message>
        <message>
            <source>The log of changes is empty, but {0} versions are kept</source>
            <translation>更改日志是空的，却保存着 {0} 个版本</translation>
        </message>
        <message>
            <source>The memory tests cannot be read: {0}.</source>
            <translation>无法读取记忆测试：{0}。</translation>
        </message>
        <message>
            <source>The memory tests were changed by another program, or by hand</source>
            <translation>记忆测试被外部程序更改，或经手工编辑</translation>
        </message>
        <message>
            <source>The model answered nothing.</source>
            <translation>模型没有回答任何内容。</translation>
        </message>
        <message>
            <source>The model answers with too much text.</source>
            <translation>模型回答的文字太多。</translation>
        </message>
        <message>
            <source>The model cannot be reached, or broke off.</source>
            <translation>无法连接模型，或连接中断。</translation>
        </message>
        <message>
            <source>The model does not take so much text.</source>
            <translation>模型一次接受不了这么多文字。</translation>
        </message>
        <message>
            <source>The model does not take this request.</source>
            <translation>模型不接受这个请求。</translation>
        </message>
        <message>
            <source>The model takes no more requests now.</source>
            <translation>模型现在不接受更多请求。</translation>
        </message>
        <message>
            <source>The model took too long.</source>
            <translation>模型用时过长。</translation>
        </message>
        <message>
            <source>The model's answer cannot be used; nothing was changed.</source>
            <translation>模型的回答无法使用；没有做任何更改。</translation>
        </message>
        <message>
            <source>The model's answer is cut off.</source>
            <translation>模型的回答被截断了。</translation>
        </message>
        <message>
            <source>The model's key is missing or refused.</source>
            <translation>缺少模型的密钥，或密钥被拒绝。</translation>
        </message>
        <message>
            <source>The model's provider holds the answer back.</source>
            <translation>模型的提供方不给出回答。</translation>
        </message>
        <message>
            <source>The new content would not be valid for this kind of document. Fix it and save again.</source>
            <translation>新内容不符合此类文档的要求。请修正后再保存。</translation>
        </message>
        <message>
            <source>The number is too large</source>
            <translation>数字过大</translation>
        </message>
        <message>
            <source>The overrides are damaged, so agents ignore them. Fix, roll back or delete them.</source>
            <translation>覆盖值文件已损坏，智能体会忽略它。请修复、回滚或删除。</translation>
        </message>
        <message>
            <source>The step for “{0}” cannot be done with these alone, as things are now. Choose others.</source>
            <translation>“{0}”这一步目前无法仅凭所选步骤执行。请选择其他步骤。</translation>
        </message>
        <message>
            <source>The text contains a NUL character, so it cannot be merged. Remove that first.</source>
            <translation>文本中含有 NUL 字符，无法合并。请先删除它。</translation>
        </message>
        <message>
            <source>The text contains an incomplete character</source>
            <translation>文本含有不完整的字符</translation>
        </message>
        <message>
            <source>The text contains characters that the file’s encoding lacks. Remove them, or convert the file to UTF-8.</source>
            <translation>文本含有该文件编码无法表示的字符。请删除它们，或把文件转换为 UTF-8。</translation>
        </message>
        <message>
            <source>The text to replace must occur exactly once. Select more of the text around it.</source>
            <translation>要替换的内容必须恰好出现一次。请多选一些前后文字。</translation>
        </message>
        <message>
            <source>The value of “{0}” has the wrong type</source>
            <translation>“{0}”的值类型有误</translation>
        </message>
        <message>
            <source>The version {0} is damaged</source>
            <translation>版本 {0} 已损坏</translation>
        </message>
        <message>
            <source>The version {0} may not be read</source>
            <translation>没有权限读取版本 {0}</translation>
        </message>
        <message>
            <source>The workspace folder cannot be found. Reconnect the disk or put the folder back, then try again.</source>
            <translation>找不到工作区文件夹。请重新连接磁盘或把文件夹放回原处，然后重试。</translation>
        </message>
        <message>
            <source>There is no copy outside the folder to check the earlier records against</source>
            <translation>文件夹之外没有可用来核对此前记录的副本</translation>
        </message>
        <message>
            <source>There is no model of this name there.</source>
            <translation>那里没有这个名称的模型。</translation>
        </message>
        <message>
            <source>There is no room for more. Remove one first.</source>
            <translation>没有空间了。请先移除一项。</translation>
        </message>
        <message>
            <source>There is no topic tree here.</source>
            <translation>这里没有主题树。</translation>
        </message>
        <message>
            <source>These parts cannot go alone: something would be lost or point at nothing. Choose more of them: {0}</source>
            <translation>这些部分不能单独写入：会有内容丢失或指向不存在之处。请再选择一些：{0}</translation>
        </message>
        <message>
            <source>This agent cannot be set so: {0}.</source>
            <translation>不能这样设置此智能体：{0}。</translation>
        </message>
        <message>
            <source>This cannot be done here.</source>
            <translation>无法在此执行此操作。</translation>
        </message>
        <message>
            <source>This cannot be the title of an entry. Use one line of text.</source>
            <translation>条目不能使用这个标题。请使用一行文字。</translation>
        </message>
        <message>
            <source>This database is damaged, or belongs to another program</source>
            <translation>数据库已损坏，或属于其他程序</translation>
        </message>
        <message>
            <source>This database is no search index of EvoClaw.</source>
            <translation>此数据库不是 EvoClaw 的搜索索引。</translation>
        </message>
        <message>
            <source>This entry no longer exists: it was deleted while you were editing it.</source>
            <translation>此条目已不存在：在你编辑期间被删除了。</translation>
        </message>
        <message>
            <source>This folder no longer contains documents.</source>
            <translation>此文件夹中已没有文档。</translation>
        </message>
        <message>
            <source>This is an index of the files beside it; a dated entry does not belong there.</source>
            <translation>这是旁边各文件的索引；带日期的条目不属于这里。</translation>
        </message>
        <message>
            <source>This is locked against agents. To unlock it, use File › Lock against agents.</source>
            <translation>此内容已对智能体锁定。可在“文件 › 对智能体锁定”中解除。</translation>
        </message>
        <message>
            <source>This is not a readable SQLite database.</source>
            <translation>这不是可读取的 SQLite 数据库。</translation>
        </message>
        <message>
            <source>This is not text that can be edited.</source>
            <translation>这不是可以编辑的文本。</translation>
        </message>
        <message>
            <source>This path is outside the workspace. Choose one inside it.</source>
            <translation>路径在工作区之外。请选择工作区内的路径。</translation>
        </message>
        <message>
            <source>This record and memdesk's copy of it outside the folder differ. “verify” says how</source>
            <translation>这份记录与 memdesk 保存在文件夹之外的副本不一致，“verify” 会说明差别</translation>
        </message>
        <message>
            <source>This record has a second name (hard link), through which programs can change it</source>
            <translation>此记录有第二个名字（硬链接），程序可以通过它修改记录</translation>
        </message>
        <message>
            <source>This topic still contains memories or topics. Move them first.</source>
            <translation>此主题中还有记忆或主题。请先移走。</translation>
        </message>
        <message>
            <source>This view is read-only. Switch to Source to edit.</source>
            <translation>此视图只读。请切换到“源码”进行编辑。</translation>
        </message>
        <message>
            <source>Too large to be parsed</source>
            <translation>过大，无法解析</translation>
        </message>
        <message>
            <source>Topic “{0}” refers to a topic that does not exist</source>
            <translation>主题“{0}”引用了不存在的主题</translation>
        </message>
        <message>
            <source>Topics are at most {0} deep.</source>
            <translation>主题最多 {0} 层。</translation>
        </message>
        <message>
            <source>Tree</source>
            <translation>树</translation>
        </message>
        <message>
            <source>Tree index</source>
            <translation>树索引</translation>
        </message>
        <message>
            <source>Unexpected file in the history folder. You can delete it</source>
            <translation>历史文件夹中有多余的文件，可以删除</translation>
        </message>
        <message>
            <source>Unreadable log entry</source>
            <translation>无法读取的日志记录</translation>
        </message>
        <message>
            <source>Valid JSON, but not in a format that this agent uses</source>
            <translation>JSON 有效，但不是此智能体使用的格式</translation>
        </message>
        <message>
            <source>Valid JSON, but not in the form that the agent reads</source>
            <translation>JSON 有效，但不是智能体能读取的结构</translation>
        </message>
        <message>
            <source>Version {0} is missing from the history</source>
            <translation>历史中缺少版本 {0}</translation>
        </message>
        <message>
            <source>Waiting for approval; nothing has changed yet. Approve it in the review inbox.</source>
            <translation>等待批准，尚未更改任何内容。请在“待审阅”中批准。</translation>
        </message>
        <message>
            <source>Warm memory</source>
            <translation>温记忆</translation>
        </message>
        <message>
            <source>Warm tier</source>
            <translation>温记忆</translation>
        </message>
        <message>
            <source>What answers there is no model, or it failed.</source>
            <translation>那里回答的不是模型，或者它出错了。</translation>
        </message>
        <message>
            <source>What asks models is not installed.</source>
            <translation>没有安装询问模型所需的部分。</translation>
        </message>
        <message>
            <source>What it was cannot be told: what memdesk had seen of this folder was removed</source>
            <translation>无法得知它原来是什么：memdesk 记下的这个文件夹的情况已被删除</translation>
        </message>
        <message>
            <source>What memdesk keeps outside the folder to check its records was changed by another program</source>
            <translation>memdesk 保存在文件夹之外、用来核对其记录的内容已被外部程序更改</translation>
        </message>
        <message>
            <source>What was found would still be found afterwards; nothing was changed.</source>
            <translation>之后仍会找到所发现的内容；未做任何更改。</translation>
        </message>
        <message>
            <source>You do not have permission to read this. Check the permissions of the file and its folder.</source>
            <translation>你没有读取权限。请检查文件及其文件夹的权限。</translation>
        </message>
        <message>
            <source>You do not have permission to write in this folder.</source>
            <translation>你没有在此文件夹中写入的权限。</translation>
        </message>
        <message>
            <source>You do not have permission to write this. Check the permissions of the file and its folder.</source>
            <translation>你没有写入权限。请检查文件及其文件夹的权限。</translation>
        </message>
        <message>
            <source>You no longer have permission to open its folder {name}.</source>
            <translation>你不再有权查看它所在的文件夹 {name}。</translation>
        </message>
        <message>
            <source>You no longer have permission to read {name}.</source>
            <translation>你不再有权读取 {name}。</translation>
        </message>
        <message>
            <source>You opened this workspace read-only. Open it again without --read-only to save.</source>
            <translation>你以只读方式打开了此工作区。要保存，请不带 --read-only 重新打开。</translation>
        </message>
        <message>
            <source>Your edits removed the place of this conflict. Undo them, or choose Keep my text.</source>
            <translation>你的编辑去掉了此冲突所在的位置。请撤销，或选择“保留我的文字”。</translation>
        </message>
        <message>
            <source>a colon is missing</source>
            <translation>缺少冒号</translation>
        </message>
        <message>
            <source>a comma is missing</source>
            <translation>缺少逗号</translation>
        </message>
        <message>
            <source>a name in double quotes is missing</source>
            <translation>缺少双引号括起的键名</translation>
        </message>
        <message>
            <source>a text contains a line break; write \n</source>
            <translation>字符串中含有换行；请写成 \n</translation>
        </message>
        <message>
            <source>a text has no closing quote</source>
            <translation>字符串缺少结束引号</translation>
        </message>
        <message>
            <source>a value is missing</source>
            <translation>缺少值</translation>
        </message>
        <message>
            <source>agent</source>
            <translation>智能体</translation>
        </message>
        <message>
            <source>aigentic</source>
            <translation>aigentic</translation>
        </message>
        <message>
            <source>an escaped character is incomplete</source>
            <translation>转义字符不完整</translation>
        </message>
        <message>
            <source>another program</source>
            <translation>外部程序</translation>
        </message>
        <message>
            <source>binary</source>
            <translation>二进制</translation>
        </message>
        <message>
            <source>changed</source>
            <translation>已更改</translation>
        </message>
        <message>
            <source>checking every few seconds</source>
            <translation>每隔几秒检查一次</translation>
        </message>
        <message>
            <source>created</source>
            <translation>已创建</translation>
        </message>
        <message>
            <source>d MMM</source>
            <translation>M月d日</translation>
        </message>
        <message>
            <source>d MMM yyyy</source>
            <translation>yyyy年M月d日</translation>
        </message>
        <message>
            <source>deleted</source>
            <translation>已删除</translation>
        </message>
        <message>
            <source>directly to the file</source>
            <translation>直接写入文件</translation>
        </message>
        <message>
            <source>extra text after the end of the JSON</source>
            <translation>JSON 结尾之后还有多余内容</translation>
        </message>
        <message>
            <source>folder not found</source>
            <translation>找不到文件夹</translation>
        </message>
        <message>
            <source>invalid escape; write \\ for a backslash</source>
            <translation>无效的转义；反斜杠请写成 \\</translation>
        </message>
        <message>
            <source>just now</source>
            <translation>刚刚</translation>
        </message>
        <message>
            <source>line {line}</source>
            <translation>第 {line} 行</translation>
        </message>
        <message>
            <source>line {line}, column {column}</source>
            <translation>第 {line} 行，第 {column} 列</translation>
        </message>
        <message>
            <source>live</source>
            <translation>实时</translation>
        </message>
        <message>
            <source>memdesk opens regular files only. This is a link, a folder or a device.</source>
            <translation>memdesk 只打开普通文件；这是链接、文件夹或设备。</translation>
        </message>
        <message>
            <source>memdesk ran into an unexpected error. Your documents are unchanged. Help › Log has the details.</source>
            <translation>memdesk 遇到意外错误。你的文档没有改变。详情见“帮助 › 日志”。</translation>
        </message>
        <message>
            <source>mixed line endings</source>
            <translation>混合行尾</translation>
        </message>
        <message>
            <source>not watching for changes</source>
            <translation>未监视更改</translation>
        </message>
        <message>
            <source>other line endings</source>
            <translation>其他行尾</translation>
        </message>
        <message>
            <source>starting</source>
            <translation>正在启动</translation>
        </message>
        <message>
            <source>through MCP</source>
            <translation>通过 MCP</translation>
        </message>
        <message>
            <source>through Python</source>
            <translation>通过 Python</translation>
        </message>
        <message>
            <source>through the command line</source>
            <translation>通过命令行</translation>
        </message>
        <message>
            <source>through the window</source>
            <translation>通过窗口</translation>
        </message>
        <message>
            <source>trailing comma at the end of an array: delete it</source>
            <translation>数组末尾多了一个逗号：请删除</translation>
        </message>
        <message>
            <source>trailing comma at the end of an object: delete it</source>
            <translation>对象末尾多了一个逗号：请删除</translation>
        </message>
        <message>
            <source>unknown encoding</source>
            <translation>未知编码</translation>
        </message>
        <message>
            <source>you</source>
            <translation>你</translation>
        </message>
        <message>
            <source>{0} already exists, and to some systems both names are the same. Choose another name.</source>
            <translation>已有 {0}，在某些系统上两者会被视为同一名称。请换一个名称。</translation>
        </message>
        <message>
            <source>{0} decisions from a shell since {1}, with neither a terminal nor the code</source>
            <translation>自 {1} 以来有 {0} 个决定来自命令行，既不在终端，也没有验证码</translation>
        </message>
        <message>
            <source>{0} is owned by {1}. To take ownership, run this in a terminal: {2}</source>
            <translation>{0} 属于 {1}。在终端中运行此命令可将所有权改为你：{2}</translation>
        </message>
        <message>
            <source>{0} lines of the journal are none that memdesk writes; they count for nothing</source>
            <translation>预写日志里有 {0} 行不是 memdesk 写的；它们不起作用</translation>
        </message>
        <message>
            <source>{0} more lines are no entries</source>
            <translation>另有 {0} 行无法识别</translation>
        </message>
        <message>
            <source>{0}, a record of memdesk, was changed by another program ({1}). Check it first: “Records of memdesk…”.</source>
            <translation>memdesk 的记录 {0} 被其他程序更改（{1}）。请先查看：“memdesk 的记录…”。</translation>
        </message>
        <message>
            <source>{name} is a device now, which is never opened.</source>
            <translation>{name} 现在是一个设备，绝不会被打开。</translation>
        </message>
        <message>
            <source>{name} is a folder now.</source>
            <translation>{name} 现在是一个文件夹。</translation>
        </message>
        <message>
            <source>{name} is a link to {target} now. memdesk does not follow it.</source>
            <translation>{name} 现在是指向 {target} 的链接。memdesk 不会跟随它。</translation>
        </message>
        <message>
            <source>{name} is a pipe now, which is never opened.</source>
            <translation>{name} 现在是一个管道，绝不会被打开。</translation>
        </message>
        <message>
            <source>{name} is a socket now, which is never opened.</source>
            <translation>{name} 现在是一个套接字，绝不会被打开。</translation>
        </message>
        <message>
            <source>{name} is no longer a file.</source>
            <translation>{name} 现在是别的东西。</translation>
        </message>
        <message>
            <source>{name} is too large to be read now.</source>
            <translation>{name} 现在太大，无法读取。</translation>
        </message>
        <message>
            <source>{n} h ago</source>
            <translation>{n} 小时前</translation>
        </message>
        <message>
            <source>{n} min ago</source>
            <translation>{n} 分钟前</translation>
        </message>
        <message>
            <source>{told} by the author’s clock; {time} by this machine’s</source>
            <translation>写入方所报时间为 {told}；本机时钟为 {time}</translation>
        </message>
        <message>
            <source>“{0}” cannot be empty.</source>
            <translation>“{0}”不能为空。</translation>
        </message>
        <message>
            <source>“{0}” is damaged, so agents would ignore it. Fix it first.</source>
            <translation>“{0}”已损坏，智能体会忽略它。请先修复。</translation>
        </message>
        <message>
            <source>“{0}” is either on or off.</source>
            <translation>“{0}”只能是开或关。</translation>
        </message>
        <message>
            <source>“{0}” is not a policy parameter.</source>
            <translation>“{0}”不是策略的参数。</translation>
        </message>
        <message>
            <source>“{0}” is not text, so the agent reads it as empty. Put it in quotes</source>
            <translation>“{0}”的值不是文本，智能体会将其读作空值。请加上引号</translation>
        </message>
        <message>
            <source>“{0}” must be a whole number.</source>
            <translation>“{0}”必须是整数。</translation>
        </message>
        <message>
            <source>“{0}” must be above 0. Agents would use the default, {1}, instead.</source>
            <translation>“{0}”必须大于 0；否则智能体会改用默认值 {1}。</translation>
        </message>
        <message>
            <source>“{0}” must not be above {1}.</source>
            <translation>“{0}”不能大于 {1}。</translation>
        </message>
        <message>
            <source>“{0}” occurs {1} times; choose one of them: {2}.</source>
            <translation>“{0}”出现了 {1} 次；请指明是哪一个：{2}。</translation>
        </message>
        <message>
            <source>“{0}” would have {1} bytes; the limit is {2}. Delete something first.</source>
            <translation>“{0}”将有 {1} 字节，上限为 {2} 字节。请先删除一些内容。</translation>
        </message>
        <message>
            <source>“{0}” would hold {1} of {2} characters. Delete something from it first.</source>
            <translation>“{0}”将有 {1} 个字符，超过上限 {2} 个。请先删除其中一些内容。</translation>
        </message>
    </context>
    <context>
        <name>Workspaces</name>
        <message>
            <source>&amp;Open</source>
            <translation>打开(&amp;O)</translation>
        </message>
        <message>
            <source>Folder:</source>
            <translation>文件夹：</translation>
        </message>
        <message>
            <source>Look in:</source>
            <translation>位置：</translation>
        </message>
        <message>
            <source>Open a memory folder</source>
            <translation>打开记忆文件夹</translation>
        </message>
        <message>
            <source>Shown:</source>
            <translation>显示：</translation>
        </message>
    </context>
    <context>
        <name>WriterFilter</name>
        <message>
            <source>Filter by author</source>
            <translation>显示谁的版本</translation>
        </message>
        <message>
            <source>all authors</source>
            <translation>所有写入者</translation>
        </message>
    </context>
</TS>
