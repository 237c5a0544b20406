/** What each command is used for, as its help shows it: a call and what comes of it. */
export const examples: Readonly<Record<string, readonly (readonly [call: string, about: string])[]>> = {
  serve: [
    ["polylog", "on this machine, at http://127.0.0.1:7717"],
    ["polylog serve --port 0 --json", "on any free port; one line of JSON says where"],
    ["polylog serve --origin https://polylog.example.org", "behind a proxy that has this name"],
  ],
  tui: [
    ["polylog tui", "a new session in this folder"],
    ["polylog tui --session 01KA3TZ0", "go on with one that was begun elsewhere"],
    ["polylog tui --continue", "go on with the latest session of this folder"],
    ["polylog tui --session 01KA3TZ0 --fork", "with a copy of one, which stays as it is"],
    ["polylog tui --agent codex --theme light", "with this agent, on a light background"],
  ],
  attach: [
    ["polylog attach http://127.0.0.1:7717", "a server on this machine, or at the end of an SSH tunnel"],
    ["polylog attach https://polylog.example.org --session 01KA3TZ0", "a session on a server elsewhere"],
  ],
  run: [
    ['polylog run "What does this project do?"', "the answer on standard output"],
    [
      'git diff | polylog run "Review this change"',
      "what comes on standard input goes along with the prompt",
    ],
    ['polylog run --continue "And now the tests"', "in this folder's latest session"],
    [
      'polylog run --agent codex --yolo --timeout 600 "Repair the build"',
      "by itself, for ten minutes at most",
    ],
    ['polylog run --json "List the routes"', "every event of the session as a line of JSON"],
  ],
  acp: [
    ["polylog acp", "what an editor is told to run"],
    ["polylog acp --agent codex", "with this agent in new threads"],
  ],
  ls: [
    ["polylog ls", "what there is, the latest first"],
    ["polylog ls --json", "a line of JSON for each session"],
  ],
  adopt: [
    ["polylog adopt", "what this folder has with Claude Code, Codex and others themselves"],
    ["polylog adopt 0199c7f2 --agent codex", "that session, with its history, becomes one here"],
  ],
  logs: [
    ["polylog logs 01KA3TZ0", "what happened, a line each"],
    ["polylog logs 01KA3TZ0 --follow", "and what happens from now on"],
    ["polylog logs 01KA3TZ0 --json", "the events themselves"],
  ],
  send: [
    ['polylog send 01KA3TZ0 "Use tabs"', "starts a run, or steers the running one"],
    ['polylog send 01KA3TZ0 "Then run the tests" --queue', "after the current run"],
    ['polylog send 01KA3TZ0 "Look in src" --run 01KA3V11', "to that run, as one subagent's, while it works"],
  ],
  cancel: [
    ["polylog cancel 01KA3TZ0", "stops the run and all that it started"],
    ["polylog cancel 01KA3TZ0 --run 01KA3V11", "stops one subagent and leaves the rest at work"],
  ],
  export: [
    ["polylog export 01KA3TZ0 > session.jsonl", "all of it, for import"],
    ["polylog export 01KA3TZ0 --format html > talk.html", "a page that needs nothing else"],
  ],
  import: [["polylog import session.jsonl", "a new session with the same past"]],
  agents: [
    ["polylog agents", "who is here, and how to get the others"],
    ["polylog agents --json", "a line of JSON for each agent"],
  ],
  trust: [
    ["polylog trust", "this folder"],
    ["polylog trust ../site --revoke", "stop trusting that folder"],
  ],
  mission: [
    [
      'polylog mission set "Keep the tests green" --agent claude --interval 300 --budget 5',
      "for this folder",
    ],
    ["polylog mission show", "what it is at, and those before it"],
    ["polylog mission resume --budget 10", "goes on, with more to spend"],
  ],
  schedule: [
    ['polylog schedule add "0 9 * * mon-fri" "Look through the commits" --agent claude', "each morning"],
    ['polylog schedule add "*/30 * * * *" "Are the tests green?" --same-session', "each half hour"],
    ["polylog schedule ls", "those of every project"],
  ],
  budget: [
    ["polylog budget", "what this folder has used today, and what it may"],
    ["polylog budget set --cost 20", "at most $20 a day in this folder"],
    ["polylog budget set --session 01KA3TZ0 --tokens 500000", "at most so many tokens in this session"],
  ],
  policy: [
    ["polylog policy", "who may write to whom in this folder"],
    ["polylog policy allow '*' reviewer", "every agent to the reviewer, and no other way"],
    ["polylog policy deny codex '*'", "Codex to nobody"],
  ],
  permissions: [
    ["polylog permissions", "what is allowed or denied for good"],
    ["polylog permissions rm 01KA3TZ0", "ask again"],
  ],
  open: [
    ["polylog open", "in the browser of this desktop"],
    ["polylog open --print", "a link to copy"],
  ],
  pair: [
    ["polylog pair", "shows a code, and asks before it lets a device in"],
    ["polylog pair --role viewer", "a device that may only look"],
  ],
  devices: [
    ["polylog devices", "paired devices and their roles"],
    ["polylog devices revoke 5f2c7a10-9c1e-4b5a-8f43-0d9e6f1b2a77", "sign one out and pause what it left"],
    ["polylog devices leftovers", "what revoked devices left behind"],
  ],
  "scripted-model": [
    ["polylog scripted-model --port 9000 --log requests.jsonl", "with a note of each request"],
  ],
  doctor: [["polylog doctor", "what is in order, and what to do about the rest"]],
  backup: [["polylog backup polylog-backup.db", "the log and all outputs in one file"]],
  restore: [
    ["polylog restore polylog-backup.db", "the log that is there now is kept beside it"],
    ["polylog restore --list polylog-backup.db", "which rules, devices and other policy it holds"],
  ],
  completion: [
    ['eval "$(polylog completion bash)"', "in ~/.bashrc"],
    ['eval "$(polylog completion zsh)"', "in ~/.zshrc, after compinit"],
    ["polylog completion fish > ~/.config/fish/completions/polylog.fish", "once"],
  ],
};

export function exampleText(command: string): string {
  const known = examples[command] ?? [];
  if (known.length === 0) return "";
  return `\nExamples:\n${known.map(([call, about]) => `  ${call}\n      ${about}`).join("\n")}`;
}
