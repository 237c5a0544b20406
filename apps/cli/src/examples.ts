/** The examples in each command's help: a call and its effect. */
export const examples: Readonly<Record<string, readonly (readonly [call: string, about: string])[]>> = {
  serve: [
    ["polylog", "start the server at http://127.0.0.1:7717"],
    ["polylog serve --port 0 --json", "use any free port and print the address as JSON"],
    ["polylog serve --origin https://polylog.example.org", "run behind a proxy with this address"],
  ],
  tui: [
    ["polylog tui", "start a new session in this folder"],
    ["polylog tui --session 01KA3TZ0", "resume a session from any client"],
    ["polylog tui --continue", "resume the latest session of this folder"],
    ["polylog tui --session 01KA3TZ0 --fork", "work in a copy of a session"],
    ["polylog tui --agent codex --theme light", "use this agent and the light theme"],
  ],
  attach: [
    ["polylog attach http://127.0.0.1:7717", "connect to a local server or an SSH tunnel"],
    ["polylog attach https://polylog.example.org --session 01KA3TZ0", "resume a session on a remote server"],
  ],
  run: [
    ['polylog run "What does this project do?"', "print the answer to standard output"],
    ['git diff | polylog run "Review this change"', "append standard input to the prompt"],
    ['polylog run --continue "And now the tests"', "continue this folder's latest session"],
    [
      'polylog run --agent codex --yolo --timeout 600 "Fix the build"',
      "allow everything and stop after ten minutes",
    ],
    ['polylog run --json "List the routes"', "print every event of the session as a line of JSON"],
  ],
  acp: [
    ["polylog acp", "the command to put in an editor's settings"],
    ["polylog acp --agent codex", "use this agent for new sessions"],
  ],
  ls: [
    ["polylog ls", "list sessions, latest first"],
    ["polylog ls --json", "print one line of JSON per session"],
  ],
  adopt: [
    ["polylog adopt", "list this folder's sessions from Claude Code, Codex and others"],
    ["polylog adopt 0199c7f2 --agent codex", "continue that session here, with its history"],
  ],
  logs: [
    ["polylog logs 01KA3TZ0", "print the history, one line per entry"],
    ["polylog logs 01KA3TZ0 --follow", "print the history and new entries"],
    ["polylog logs 01KA3TZ0 --json", "print the events as JSON"],
  ],
  send: [
    ['polylog send 01KA3TZ0 "Use tabs"', "start a run or steer the active one"],
    ['polylog send 01KA3TZ0 "Then run the tests" --queue', "queue the message after the current run"],
    ['polylog send 01KA3TZ0 "Look in src" --run 01KA3V11', "steer one run, such as a subagent's"],
  ],
  cancel: [
    ["polylog cancel 01KA3TZ0", "cancel the active runs and their subagents"],
    ["polylog cancel 01KA3TZ0 --run 01KA3V11", "cancel one subagent; the others continue"],
  ],
  export: [
    ["polylog export 01KA3TZ0 > session.jsonl", "export everything, for import"],
    ["polylog export 01KA3TZ0 --format html > session.html", "export a self-contained web page"],
  ],
  import: [["polylog import session.jsonl", "create a session with the same history"]],
  agents: [
    ["polylog agents", "list agents, and how to set up missing ones"],
    ["polylog agents --json", "print one line of JSON per agent"],
  ],
  trust: [
    ["polylog trust", "trust this folder"],
    ["polylog trust ../site --revoke", "stop trusting that folder"],
  ],
  mission: [
    [
      'polylog mission set "Keep the tests green" --agent claude --interval 300 --budget 5',
      "prompt Claude every five minutes of idle time, for at most $5",
    ],
    ["polylog mission show", "show the current mission and earlier ones"],
    ["polylog mission resume --budget 10", "resume with a higher budget"],
  ],
  schedule: [
    ['polylog schedule add "0 9 * * mon-fri" "Review new commits" --agent claude', "every weekday at 9"],
    [
      'polylog schedule add "*/30 * * * *" "Are the tests green?" --same-session',
      "every half hour, in the same session",
    ],
    ["polylog schedule ls", "list the schedules of all projects"],
  ],
  budget: [
    ["polylog budget", "show this folder's usage today and its limits"],
    ["polylog budget set --cost 20", "limit this folder to $20 a day"],
    ["polylog budget set --session 01KA3TZ0 --tokens 500000", "limit this session to 500,000 tokens"],
  ],
  policy: [
    ["polylog policy", "show the rules of this folder"],
    ["polylog policy allow '*' reviewer", "only allow messages to the reviewer"],
    ["polylog policy deny codex '*'", "stop Codex from messaging other agents"],
  ],
  permissions: [
    ["polylog permissions", "list all rules"],
    ["polylog permissions rm 01KA3TZ0", "remove a rule, so that you are asked again"],
  ],
  open: [
    ["polylog open", "open Polylog in your browser"],
    ["polylog open --print", "print a sign-in link to copy"],
  ],
  pair: [
    ["polylog pair", "show a QR code and ask before approving a device"],
    ["polylog pair --role viewer", "pair a read-only device"],
  ],
  devices: [
    ["polylog devices", "list paired devices and their roles"],
    [
      "polylog devices revoke 5f2c7a10-9c1e-4b5a-8f43-0d9e6f1b2a77",
      "revoke a device and pause its schedules, missions and prompts",
    ],
    ["polylog devices leftovers", "list paused items of revoked devices"],
  ],
  "scripted-model": [
    [
      "polylog scripted-model --port 9000 --log requests.jsonl",
      "serve the model on port 9000 and record each request",
    ],
  ],
  doctor: [["polylog doctor", "list the checks, and how to fix problems"]],
  backup: [["polylog backup polylog-backup.db", "write the log and all outputs to one file"]],
  restore: [
    ["polylog restore polylog-backup.db", "restore the backup and keep the current log as a file"],
    ["polylog restore --list polylog-backup.db", "list the backup's rules, devices and other policies"],
  ],
  completion: [
    ['eval "$(polylog completion bash)"', "add to ~/.bashrc"],
    ['eval "$(polylog completion zsh)"', "add to ~/.zshrc, after compinit"],
    ["polylog completion fish > ~/.config/fish/completions/polylog.fish", "run once"],
  ],
};

export function exampleText(command: string): string {
  const known = examples[command] ?? [];
  if (known.length === 0) return "";
  return `\nExamples:\n${known.map(([call, about]) => `  ${call}\n      ${about}`).join("\n")}`;
}
