/**
 * Files that other programs execute or trust automatically. `accept_edits` asks before an agent writes one, and trust in a
 * folder covers those of agent programs by hash. To cover another program, add a row.
 *
 * A path matches at any depth and includes everything below it. `*` matches any characters of one name. Case is ignored. Source
 * code is not in the table: a build file, a test or a lint configuration runs when a person starts the build.
 */
export interface ExecutedFiles {
  /** The program that executes or trusts them. */
  readonly program: string;
  readonly paths: readonly string[];
}

export interface AgentFiles extends ExecutedFiles {
  /** Names of backends, or ids of ACP presets, that start this program. */
  readonly agents: readonly string[];
  /** It also loads folders of this name below the project's root. */
  readonly isNested?: boolean;
  /** It looks only in the project's root, not in its parent folders. */
  readonly isOnlyAtRoot?: boolean;
}

/** Folder trust covers these. */
export const agentFiles: readonly AgentFiles[] = [
  { program: "Polylog", agents: ["openai"], paths: [".polylog"], isOnlyAtRoot: true },
  { program: "Claude Code", agents: ["claude", "claude-acp"], paths: [".claude"], isNested: true },
  { program: "Claude Code", agents: ["claude", "claude-acp"], paths: [".mcp.json"] },
  { program: "Codex", agents: ["codex", "codex-acp"], paths: [".codex", ".agents"] },
  { program: "Pi", agents: ["pi", "pi-acp"], paths: [".pi", ".agents"] },
  { program: "Gemini CLI", agents: ["gemini"], paths: [".gemini", ".agents"] },
  {
    program: "OpenCode",
    agents: ["opencode"],
    paths: [".opencode", "opencode.json", "opencode.jsonc", ".agents"],
  },
  { program: "Qwen Code", agents: ["qwen"], paths: [".qwen"] },
  { program: "Goose", agents: ["goose"], paths: [".goose"] },
  { program: "Kimi CLI", agents: ["kimi"], paths: [".kimi"] },
  {
    program: "GitHub Copilot CLI",
    agents: ["copilot"],
    paths: [".copilot", ".github/hooks", ".github/agents", ".github/skills", ".mcp.json"],
  },
  { program: "Cursor", agents: ["cursor"], paths: [".cursor"] },
  { program: "Auggie", agents: ["auggie"], paths: [".augment"] },
  { program: "Cline", agents: ["cline"], paths: [".cline", ".clinerules/hooks"] },
  { program: "Factory Droid", agents: ["droid"], paths: [".factory"] },
  { program: "Mistral Vibe", agents: ["vibe"], paths: [".vibe"] },
  { program: "OpenHands", agents: ["openhands"], paths: [".openhands"] },
  { program: "Stakpak", agents: ["stakpak"], paths: [".stakpak"] },
  { program: "Kilo Code", agents: ["kilo"], paths: [".kilo", ".kilocode", "kilo.json", "kilo.jsonc"] },
  { program: "Qoder", agents: ["qoder"], paths: [".qoder"] },
  { program: "Junie", agents: ["junie"], paths: [".junie"] },
  { program: "Kiro", agents: ["kiro"], paths: [".kiro"] },
  { program: "Docker cagent", agents: ["cagent"], paths: ["cagent.yaml", "cagent.yml"] },
  { program: "Code Assistant", agents: ["code-assistant"], paths: [".code-assistant"] },
  {
    program: "fast-agent",
    agents: ["fast-agent"],
    paths: [".fast-agent", "fastagent.config.yaml", "fastagent.secrets.yaml"],
  },
  { program: "OpenClaw", agents: ["openclaw"], paths: [".openclaw"] },
];

/** Programs that Polylog does not start. */
const otherFiles: readonly ExecutedFiles[] = [
  {
    program: "other agents",
    paths: [
      ...[".aider*", ".continue", ".roo", ".roomodes", ".windsurf", ".amp", ".crush", ".crush.json"],
      ...["crush.json", ".trae", ".codebuddy", ".forge", "mcp.json"],
    ],
  },
  {
    program: "agents that follow instructions",
    paths: [
      ...["AGENTS.md", "AGENTS.override.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "QWEN.md"],
      ...[".cursorrules", ".windsurfrules", ".clinerules", ".goosehints", "copilot-instructions.md"],
    ],
  },
  { program: "Git", paths: ["*.git", ".gitattributes", ".gitmodules", ".gitconfig", ".lfsconfig"] },
  {
    program: "Git hooks",
    paths: [
      ...[".husky", ".githooks", ".git-hooks", "lefthook*", ".lefthook*", ".pre-commit-config.*"],
      ...[".pre-commit-hooks.*", ".overcommit.yml", ".lintstagedrc*", "lint-staged.config.*"],
      ...["*simple-git-hooks*", ".commitlintrc*", "commitlint.config.*"],
    ],
  },
  {
    program: "shells",
    paths: [
      ...[".envrc", ".direnv", ".env", ".env.*", ".tool-versions", "mise.toml", "mise.*.toml", ".mise*"],
      ...[".bashrc", ".bash_*", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout"],
      ...[".kshrc", ".cshrc", ".tcshrc", ".login", ".inputrc", ".xinitrc", ".xprofile", ".xsession*"],
    ],
  },
  {
    program: "your own account",
    paths: [
      ...[".config", ".ssh", ".gnupg", ".aws", ".kube", ".docker", ".netrc", ".pgpass", ".curlrc", ".wgetrc"],
      ...[".local/bin", ".local/share", "Library/LaunchAgents", ".screenrc", ".tmux.conf"],
    ],
  },
  {
    program: "editors",
    paths: [
      ...[".vscode", "*.code-workspace", ".idea", ".zed", ".fleet", ".vs", ".nova", ".helix"],
      ...[".devcontainer", ".devcontainer.json", ".gitpod*", ".idx", ".replit", "replit.nix"],
      ...[".vimrc", "_vimrc", ".gvimrc", ".exrc", "_exrc", ".nvimrc", ".nvim.lua", ".nvim", ".lvimrc"],
      ...[".vim", ".dir-locals.el", ".dir-locals-2.el", ".emacs", ".emacs.d"],
    ],
  },
  {
    program: "CI",
    paths: [
      ...[".github/workflows", ".github/actions", ".github/CODEOWNERS", ".github/dependabot.*"],
      ...[".forgejo", ".gitea", ".gitlab-ci.yml", ".gitlab", ".circleci", ".buildkite", ".travis.yml"],
      ...["appveyor.yml", ".appveyor.yml", "azure-pipelines*", ".azure-pipelines", "Jenkinsfile*"],
      ...["bitbucket-pipelines.yml", ".drone.yml", ".woodpecker*", ".cirrus.*", ".semaphore", ".teamcity"],
      ...[".tekton", "cloudbuild.yaml", "cloudbuild.yml", "buildspec.yml", "buildspec.yaml"],
    ],
  },
  {
    program: "package managers",
    paths: [
      ...[".npmrc", "node_modules", ".yarnrc", ".yarnrc.yml", ".yarn", ".pnpmfile.*", "pnpmfile.*"],
      ...[
        "pnpm-workspace.yaml",
        "bunfig.toml",
        ".cargo",
        "rust-toolchain",
        "rust-toolchain.toml",
        ".bazelrc",
      ],
      ...[".bazeliskrc", ".bazelversion", "tools/bazel", ".mvn", "mvnw", "mvnw.cmd", "gradlew"],
      ...["gradlew.bat", "gradle/wrapper", ".bundle", ".gemrc", "pip.conf", ".pypirc", ".condarc"],
      ...["uv.toml", "poetry.toml", "nuget.config", ".swiftpm"],
    ],
  },
  {
    program: "interpreters and debuggers",
    paths: [
      ...["sitecustomize.py", "usercustomize.py", "*.pth", "site-packages", ".venv", "venv", ".pdbrc"],
      ...[".pythonrc*", ".ipython", ".irbrc", ".pryrc", ".Rprofile", ".Renviron", ".ghci", ".iex.exs"],
      ...[".gdbinit", ".lldbinit", ".psqlrc", ".sqliterc", ".my.cnf"],
    ],
  },
];

export const executedFiles: readonly ExecutedFiles[] = [...agentFiles, ...otherFiles];
