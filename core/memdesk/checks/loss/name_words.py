"""Words that begin a statement with a capital letter and are no names; and names that have none."""

from __future__ import annotations

from memdesk.text.little_words import HARDLY, WORDS

_COMMON = """
    minus plus versus
    accept access according account achieve action active activity actual add address admin advice
    affect after
    afternoon age agenda agent agree alert align allergic allergy allow almost alone along already
    alternative although
    always amount analysis analyst analyze annual another answer anyone api app appear apply
    appointment approach approve approval
    architect architecture archive area around arrive article assign assistant assume attach attempt
    attend audit author auto
    automate available average avoid await award aware away back backend background backup bad ban base
    basic batch become
    begin behaviour behavior believe benefit best better big bill birthday birth block blog board body
    book boss both break
    breakfast brew brief bring brother budget bug build business busy button buy call cancel car card
    care careful case
    cat cause celebrate change channel chapter chart chat check checklist child children choice choose
    city class clean clear client
    close cloud code coffee cold colleague collect color colour column command comment commit committed common
    communicate communication company compare complete concern config configure configuration confirm
    connect connection consider
    consult contact contain content context continue contract control convention conversation convert
    cook cool copy
    core correct correction cost country course cover cpu create critical current currently custom
    customer cut daily damage dark data
    database date daughter day deadline deal debug decide decision default define delay delete deliver
    demo depend dependency
    deploy deployment describe description design designer desk despite detail details dev develop
    developer development device diet
    difference different difficult dinner direct director disable discuss discussion dislike distribute
    doc doctor document
    documentation dog domain done door down draft drink drive driver drop due duplicate duration each
    early earlier east easy eat edit
    editor effect effort eight email employee empty enable end endpoint engine engineer enjoy enough
    arrival departure deny membership true false null either neither
    everybody everyone ensure enter entire entry
    environment episode error escalate especially estimate evening event every exact example except
    exclude exercise exist expect
    expense experience expert expire explain explanation export extra eye fact fail failed failure fall family
    fast father favor favorite favour favourite feature feed feedback feel few field fifth file fill
    final finally finance
    find finding fine finish first fish fix flag flight floor fly focus folder follow following food
    forbid forbidden force forget
    form formal format former forward found four free frequent fresh friend from front frontend full
    function funding
    future game garden general generate gentle gift girl give global goal good grandmother great green
    group grow guest guide
    guideline gym habit half hand handle happen happy hard hardware hate head health hear help hidden
    high hire history hold
    holiday home hope host hot hotel hour house however hub husband idea ideal identify identity ignore
    image immediately impact
    implement important import improve include increase index individual inform information initial
    input insight inside insist install
    instead instruction insurance integrate integration interest interface internal interview introduce
    investigate invite
    invoice involve issue item job join journal jot journey judge jump keep key kid kitchen know
    knowledge label lactose
    language large last late later latest launch lead leader learn lease leave left legacy legal less
    lesson let letter level
    library license life light like likely limit line link list listen little live load local locate
    location lock log
    login long longer look lose lost love low lower lunch machine mail main mainly maintain maintenance
    major make manage
    manager mandatory manual many mark market marketing married marry match matter maximum meal measure
    meat meet meeting member
    memory mention mentor menu merge message method metric middle migrate migration milestone mind
    minimum minor minute miss
    missing mistake mobile mode model module money monitor month monthly mood more morning most mother
    motto move movie much
    music must name near nearly need network never new news next nice nickname night nobody none noon
    normal north note
    notebook notes nothing notice notify notification now number object objective observe occupation
    off offer office officer often
    old once one online only open operate operation opinion option optional order organize organization
    original other
    others output outside overall override own owner package page paid paint pair paper parent park
    part partner party pass
    password past path patient pattern pause pay payment pending people per perform performance period
    permission person personal phone
    photo pick piece pin pinned place plan plant platform play please plus point policy port position
    possible post prefer
    preference preferred prepare present president press pressure prevent previous previously price
    primary prior priority privacy private
    probably problem procedure process produce product production profession professor profile program
    programmer progress
    project promise promote prompt proper property propose proposal protect provide provider public
    publish pull purchase purpose push
    put quality quarter query question quick quickly quiet quit quota quote raise rarely rate rather
    raw reach react read ready
    real reason receive recent recently recommend record recover recovery red reduce refactor refer
    reference refuse
    region register regular regularly reject relate related relationship release remain remember remind
    reminder remote remove rename
    renew rent repeat replace reply repo report repository request require required requirement
    research reserve reset resolve
    resource respond response responsible rest restart restaurant restore restrict result retire retry
    return review revert rewrite rice right
    rise risk role roll rollback room root route routine row rule run running safe safety salary sale
    sales same sample save say
    scale scan schedule scheduled school scope score screen script search season seat second secondary
    section security see seem select
    send senior separate serve server service session set setting settings setup several severe share
    sheet shift ship shop
    short should show shut sign simple since single sister sit site size sleep slow small smart
    software solution solve some
    someone sometimes son soon sort source space speak spec special specific specify speed spend spouse
    staff stage staging stale
    standard standup start state status stay step stick still stock stop storage store story strategy
    street strict strong structure
    student study style subject submit subscribe subscription succeed success suggest suggestion
    summarize summary summer supplier
    supply support suppose sure surname survey switch sync system table tabs take talk target task tax
    teach teacher team tech
    technical technology tell template temporary tend term test testing text then theme thing think
    third ticket tidy tie time
    timeline timeout timezone tip title today together tomorrow tone tool top topic total touch tour
    track traffic train
    training transfer translate travel treat trial trigger trip trouble true trust truth try turn
    tutorial two type typical typically
    under understand unit until update upgrade upload upper urgent usage use user users usual usually
    utc vacation valid validate value
    variable vegan vegetarian vendor verbose verify version via video view violate visit voice wait
    wake walk wall want
    warn warning watch water way weak wear weather web website wedding week weekend weekly weight
    welcome west whatever whenever wherever whichever whoever white wife
    wiki will window winter wish without wonder word work worker workflow working workspace world worry
    write writer wrong year
    yearly yellow yesterday young youth zone additional anniversary backlog blocker bullet catch
    capacity caution cadence
    certificate commute constraint contractor coordinate credential critical dashboard decline
    dependency destination dietary
    discount discover downtime edge electricity emergency emphasize encrypt enforce equipment evaluate
    executive expand
    experiment express extend external facility familiar female fetch fiber filter finalize flexible
    fluent formatter fund hobby
    hobbies hosting household incident indent intend intern introvert invest janitor laptop layout
    linter lint literal load logging
    male markdown measured medication metadata mirror module motivation nightly nightly nullable
    obsolete occasional onboarding
    optimize outcome outdated outline overview pace parking participant particular permanent persona
    pet piano picky
    playlist practical practice precise predict premium preparation presentation principle print
    pristine profit promotion prototype
    qualify quarterly quiet rain random ranked reader realize recap recipe recommend reconsider redo
    refund reliable rely
    renewal reopen reproduce reschedule resident respect retain retention retro retrospective revenue
    reviewer reward
    sandbox satisfied script secret seldom sensitive severity shell shelter shipment silent situation
    skill skip snapshot snack
    spelling spike split sponsor sprint squash standing statement static strongly subtask suite sunny
    supervise supervisor
    surprise suspect swim symptom syntax takeaway tea temperature tenant terminal thorough threshold
    throttle toggle token
    tracker transition trend triage tune unless unresolved upcoming uptime vocabulary volunteer vote
    warehouse weakness whitelist
    wrap concise agreed answered asked bought brought built came chosen chose fell felt gave went grew
    heard held kept knew
    led left lent lost made meant met paid ran rode said sang sat saw sold sent shot slept spoke spent
    stood taught thought told took
    understood woke won wore wrote written driven eaten taken given known shown seen gone been broken drawn
    mac_ ios_ enjoys timezone non yes ok todo fixme warn wip tbd asap etc max min id ids url uri faq
    cto_ ceo_ hr_ pm_ am qa_ ui ux
    ip cli gui sdk ide ram gpu ssd vm os db pr prs mr ci cd lts
    baseline bedtime blood body bottle box bread bridge bug cache camera canary candidate chief clock
    cluster commands compile
    compress consolidate consolidated cycle debt demand department derive diff directory double
    downstream driveway duty engineering enterprise
    ethics finance fire first-time flow forecast freeze fruit glass gluten guard heart heat hosted
    human hybrid hygiene
    inbox infra infrastructure instance invariant investor iteration judge kickoff lawyer lemon library
    likes lives
    loves mentee milk monolith neighbour neighbor nickname nurse nut nuts observation okay oncall
    operator orchestration
    pain parse partial peak peanut penicillin pilot pipeline pollen pregnancy preview probe prod
    profile proxy queue rack recall
    reception refer register relocate replica residence rotate rotation rubric runbook runner salad
    salt sauce scheduler seafood seed
    shellfish shoe shopping shower sick signal sock solid soup spare spicy squad stack stakeholder
    stream studio sugar supper surgery
    sustain sweet tag tenant thread tier tool toolchain trace tracing transaction tree truck tuning
    university unused upstream vault
    vegetables vehicle venue visa warm whole wine witness workshop writes yoga
"""
COMMON = frozenset(_COMMON.replace("_", "").split()) | WORDS | HARDLY
"""Words that begin a statement without being a name, in their plain form."""

_TOOLS = """
    ansible apache arch aws azure babel bash bazel bitbucket black bun cargo cassandra celery chrome
    circleci clickhouse cmake
    confluence cron css cypress dagster debian deno discord django docker dropbox duckdb elasticsearch
    electron elixir emacs eslint excel
    express facebook fastapi fedora figma firebase firefox fish flask flutter gatsby gcp git gitea
    github gitlab gmail golang
    gradle grafana graphql grpc haskell helix helm heroku htmx html hugo influxdb intellij jaeger java
    javascript jenkins jest jira
    joplin jquery json jupyter kafka keycloak kibana kotlin kubernetes laravel latex linear linux llama
    lua macos mariadb matplotlib maven
    memcached mercurial miro mocha mongo mongodb mypy mysql nano neovim netlify nginx nodejs notion npm
    numpy nvim obsidian
    ollama onedrive openai oracle outlook pandas perl php pip pipenv playwright plex pnpm podman poetry
    postgres postgresql postman
    prettier prometheus pulumi pycharm pydantic pylint pyright pytest python pytorch rabbitmq rails
    react redis redux ripgrep rsync ruby
    ruff rust safari sass scala selenium sentry sklearn slack snowflake spark spotify sqlalchemy sqlite
    ssh stripe sublime svelte
    svn swift tailwind telegram tensorflow terraform tmux traefik trello typescript ubuntu unittest uv
    vagrant vercel vim
    vite vitest vscode vue webpack webstorm wechat whatsapp windows wireguard word wsl yaml yarn zed
    zellij zoom zsh toml
    kitty alacritty wezterm iterm ghostty waybar sway i3 hyprland kde gnome homebrew brew nix nixos
    pixi conda raycast alfred vlc mpv certbot borg restic syncthing kimi qwen claude gemini gpt
    deepseek anthropic espresso latte americano mocha cappuccino
"""
TOOLS = frozenset(_TOOLS.split()) - {
    "black",
    "express",
    "linear",
    "word",
    "fish",
    "swift",
    "arch",
    "excel",
    "windows",
    "spark",
    "zoom",
    "stripe",
}
"""Names that are often written without a capital letter."""

_PEOPLE = """
    aaron abby abigail ada adam adrian aisha alan alex alexander alexis alice alicia alina amanda
    amelia amir amy ana andre andrea
    andrew angela anita anna anne anton antonio arjun arthur astrid ava barbara ben benjamin bella beth
    bill bob bobby boris
    brad brandon brenda brian bruno caleb camila carl carla carlos carmen carol caroline catherine
    cecilia charles charlie charlotte
    chen chloe chris christian christina clara claire colin connor craig dan dana daniel daniela dave
    david dean deborah
    denise dennis diana diego dmitri dominic donna doris doug dylan ed eddie edward eleanor elena eli
    elias elijah elise
    elizabeth ella ellen emil emily emma eric erica erik erin esther ethan eva evan eve fatima felix
    fiona frank fred frida
    gabriel george gina giulia gloria grace greg gustav hana hannah hans harold harry hassan hector
    heidi helen henry hiro hugo
    ian ibrahim ida igor ines ingrid irene iris isaac isabel ivan jack jackson jacob jake james jamie
    jan jane janet jason
    jasmine javier jean jeff jennifer jenny jeremy jerry jesse jessica jill jim joan joe joel johan
    johanna john jonas jonathan jordan jose
    joseph josh joshua joyce juan judith judy julia julian julie julien karen karim karl kate katherine
    kathy katja keith kelly ken
    kenji kevin kim kira klaus kyle lars laura lauren lea lee leila lena leo leon leonard li liam lila
    lily linda lisa liu liz lola
    lorenzo louis louise lucas lucia lucy luis luke luna lydia maya madison magnus malik manuel marc
    marco marcus margaret maria marie
    marina mario mark marta martha martin mary mateo matt matthew max megan mei melissa mia michael
    michelle miguel mike mila
    ming miriam mohamed mohammed molly mona monica nadia nancy naomi natalie natasha nathan neil nick
    nicole nina noah noor nora
    oliver olivia omar oscar otto owen pablo pamela patricia patrick paul paula pedro peter petra phil
    philip pierre priya
    quinn rachel rafael raj ralph ravi ray rebecca rex ricardo richard rick rita robert robin roger
    roland ron rosa rose
    ross roy ruben ruth ryan sam samantha samuel sandra sara sarah scott sean selma sergei shane sharon
    simon sofia sonia sophia sophie
    stefan stella stephanie stephen steve steven susan suzanne sven tania tanya tara ted teresa theo
    theresa thomas tim timothy tina
    tobias todd tom tony tracy ulrich uma ursula valentina valerie vanessa vera veronica victor
    victoria vikram vincent viola
    vivian walter wang wei wendy will william xavier yan yara yasmin ying yolanda yuki yusuf yvonne
    zach zara zhang zhao zoe
    biscuit mochi bella luna milo rocky
"""
PEOPLE = frozenset(_PEOPLE.split()) - {
    "will",
    "mark",
    "rose",
    "bill",
    "max",
    "ray",
    "may",
    "dean",
    "grace",
    "jean",
}
"""First names, as far as they are no other words."""

SAME = {
    "postgres": "postgresql",
    "pg": "postgresql",
    "k8s": "kubernetes",
    "js": "javascript",
    "ts": "typescript",
    "mongo": "mongodb",
    "golang": "go",
    "nvim": "neovim",
    "vscode": "visualstudiocode",
    "vsc": "visualstudiocode",
    "us": "usa",
    "unitedstates": "usa",
    "uk": "unitedkingdom",
    "nyc": "newyorkcity",
    "newyork": "newyorkcity",
    "mac": "macos",
    "gh": "github",
    "elastic": "elasticsearch",
    "py": "python",
    "typescript": "typescript",
    "mandarin": "chinese",
    "simplifiedchinese": "chinese",
}
"""Other words for the same name; letters and digits alone, in lower case."""
