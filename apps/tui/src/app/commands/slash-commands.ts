import { writeFileSync } from "node:fs";
import path from "node:path";
import { isPermissionMode, modeNames, permissionModes, sessionUsage } from "@polylog/core";
import { createMenu, type MenuItem } from "../../panels/menu.ts";
import { createViewer } from "../../panels/viewer.ts";
import type { RenderContext } from "../../render/context.ts";
import { changeReportLines } from "../../render/entries/notices.ts";
import { cost, count, plural } from "../../render/format.ts";
import { type ThemeName, themeNames } from "../../render/theme.ts";
import { cleanText } from "../../safe/clean-text.ts";
import { type Line, lineOf } from "../../text/style.ts";
import { wrapText } from "../../text/wrap.ts";
import type { AppParts } from "../app-parts.ts";
import { helpLines } from "../frame/help.ts";
import { queueMenu } from "../menus/queue-menu.ts";
import { rewindMenu } from "../menus/rewind-menu.ts";
import { rulesMenu } from "../menus/rules-menu.ts";
import { budget } from "./budget-command.ts";
import { showMcp } from "./mcp-command.ts";
import { mission } from "./mission-command.ts";
import { policy } from "./policy-command.ts";

export interface SlashCommand {
  readonly name: string;
  readonly about: string;
  readonly run: (app: AppParts, argument: string) => void;
}

/** What `/` can do without the agent. Everything else that begins with `/` goes to the agent. */
export const slashCommands: readonly SlashCommand[] = [
  { name: "help", about: "keys and commands", run: (app) => showHelp(app) },
  { name: "new", about: "begin a new session", run: (app) => app.newSession() },
  { name: "clear", about: "the same as /new", run: (app) => app.newSession() },
  { name: "resume", about: "another session", run: (app) => app.openPicker() },
  { name: "model", about: "the model that answers", run: (app, wanted) => chooseModel(app, wanted) },
  {
    name: "permissions",
    about: "what may be done without asking, and your rules",
    run: (app) => chooseMode(app),
  },
  {
    name: "plan",
    about: "plan mode: look and plan, change nothing",
    run: (app) => app.actions.change({ modeId: "plan" }),
  },
  { name: "agents", about: "the agents of this machine", run: (app) => chooseAgent(app) },
  { name: "fork", about: "a new session with the same past", run: (app) => fork(app) },
  { name: "rewind", about: "back to before one of your messages", run: (app) => rewindMenu(app) },
  { name: "queue", about: "what waits: send, change, move, remove", run: (app) => queueMenu(app) },
  { name: "stop", about: "interrupt what is at work", run: (app) => stop(app) },
  { name: "diff", about: "what the agents changed", run: (app) => showChanges(app) },
  { name: "cost", about: "tokens and money, by model", run: (app) => showCost(app) },
  {
    name: "budget",
    about: "what session, mission and day may use: /budget 5, /budget day 20",
    run: (app, amount) => budget(app, amount),
  },
  {
    name: "mission",
    about: "what this folder's agents are to achieve: /mission TEXT, pause, resume, stop, history",
    run: (app, words) => mission(app, words),
  },
  {
    name: "policy",
    about: "which agents may write to which: /policy deny codex *",
    run: (app, rule) => policy(app, rule),
  },
  { name: "mcp", about: "the MCP servers, and what came of them here", run: (app) => showMcp(app) },
  { name: "compact", about: "sum up the talk to make room", run: (app) => compact(app) },
  { name: "status", about: "this session in a few lines", run: (app) => showStatus(app) },
  { name: "search", about: "find words in all sessions", run: (app, words) => search(app, words) },
  {
    name: "export",
    about: "write the talk into a Markdown file",
    run: (app, file) => exportConversation(app, file),
  },
  { name: "rename", about: "give the session a title", run: (app, title) => rename(app, title) },
  {
    name: "delivery",
    about: "what Enter does while the agent is running",
    run: (app) => chooseDelivery(app),
  },
  { name: "theme", about: "colours", run: (app) => chooseTheme(app) },
  { name: "exit", about: "leave; the server goes on", run: (app) => app.leave() },
  { name: "quit", about: "the same as /exit", run: (app) => app.leave() },
];

export function showHelp(app: AppParts): void {
  app.show(createViewer("Help", helpLines(slashCommands, app.context())));
}

function chooseModel(app: AppParts, wanted: string): void {
  if (wanted !== "") return app.actions.change({ modelId: wanted });
  const { agent, model } = app.facts();
  const items = (agent?.models ?? []).map(({ id, name, description }): MenuItem => {
    const current = id === model ? "in use  " : "";
    return { id, name, detail: `${current}${description ?? ""}` };
  });
  const empty = "This agent names no models; /model NAME sets one all the same";
  app.choose(createMenu("Model", items, empty), ({ id }) => app.actions.change({ modelId: id }));
}

function chooseMode(app: AppParts): void {
  const ours = permissionModes.map((id): MenuItem => ({ id, ...modeNames[id] }));
  const own = (app.facts().agent?.modes ?? [])
    .filter(({ id }) => !isPermissionMode(id))
    .map(
      ({ id, name, description = "" }): MenuItem => ({ id, name, detail: `the agent’s own  ${description}` }),
    );
  const rules: MenuItem = {
    ...{ id: "polylog/rules", name: "Rules…", detail: "what you allowed or denied for good" },
  };
  app.choose(createMenu("Permission mode", [...ours, ...own, rules]), ({ id }) =>
    id === rules.id ? rulesMenu(app) : app.actions.change({ modeId: id }),
  );
}

function chooseAgent(app: AppParts): void {
  const items = app.model.agents.map(
    ({ id, available, reason, model, backend }): MenuItem => ({
      id,
      name: id,
      detail: available ? (model ?? backend) : (reason ?? "not here"),
      mark: available ? { text: "✓", tone: "done" } : { text: "–", tone: "quiet" },
    }),
  );
  app.choose(createMenu("Agent for a new session", items), ({ id }) => {
    const missing = app.model.agents.find((each) => each.id === id && !each.available);
    if (missing !== undefined)
      return app.show(createViewer(`${id} is not here`, reasonLines(missing.reason, app.context())));
    app.model.newSessionAgent = id;
    app.newSession();
  });
}

function reasonLines(reason: string | undefined, { width }: RenderContext): Line[] {
  return wrapText(cleanText(reason ?? "No reason is known."), {}, width);
}

function fork(app: AppParts): void {
  const { sessionId } = app.session;
  if (sessionId === null) return app.actions.remark("There is no session yet.");
  app.actions.attempt(
    app.client.sessions.fork({ sessionId }).then((row) => {
      app.openSession(row.sessionId);
      app.actions.remark("A copy of the session, with the same past; the first one stays as it was.");
    }),
  );
}

function stop(app: AppParts): void {
  if (app.facts().run === null) return app.actions.remark("Nothing is at work.");
  app.actions.cancel();
}

function showChanges(app: AppParts): void {
  const context = { ...app.context(), expanded: true };
  const lines: Line[] = [];
  for (const entry of app.session.conversation.main.entries)
    if (entry.kind === "change_report") lines.push(...changeReportLines(entry, context), []);
  const none = [lineOf("No run has reported changes.", context.theme.quiet)];
  app.show(createViewer("Changes", lines.length === 0 ? none : lines));
}

function showCost(app: AppParts): void {
  const { theme } = app.context();
  const total = sessionUsage(app.session.conversation);
  const rows = total.models.map(({ model, costUsd, costComplete, inputTokens, outputTokens }) =>
    lineOf(
      `${model}: ${cost(costUsd, costComplete)}, ${count(inputTokens)} tokens in, ${count(outputTokens)} out`,
    ),
  );
  app.show(
    createViewer("Cost, with subagents", [
      ...rows,
      lineOf(`Together ${cost(total.costUsd, total.costComplete)}`, theme.strong),
      ...(total.costComplete ? [] : [lineOf("The price of some calls is not known.", theme.quiet)]),
    ]),
  );
}

/** An agent that can compact has a command of its own, which goes before this one: here is only why nothing happens. */
function compact(app: AppParts): void {
  const { agentId } = app.facts();
  const isBegun = app.session.conversation.runs.length > 0;
  app.actions.remark(
    isBegun
      ? `${agentId ?? "This agent"} has no command that compacts`
      : "There is nothing to compact before the first message",
  );
}

function showStatus(app: AppParts): void {
  const { agentId, model, modeLabel, agent, run } = app.facts();
  const { sessionId, conversation } = app.session;
  const rows = [
    `Session ${sessionId ?? "not begun"}`,
    `Title ${conversation.title ?? "none"}`,
    `Folder ${app.actions.folder}`,
    `Agent ${agentId ?? "the default one"}${model === null ? "" : `, model ${model}`}, mode ${modeLabel ?? "as configured"}`,
    `At work ${run === null ? "nothing" : `run ${run.runId}`}; ${plural(agent?.queue.items.length ?? 0, "message")} in the queue`,
    `Log ${plural(conversation.seq, "event")}, ${plural(conversation.runs.length, "run")}`,
    `Server ${app.url()}`,
  ];
  app.show(
    createViewer(
      "Status",
      rows.map((row) => lineOf(row)),
    ),
  );
}

function search(app: AppParts, words: string): void {
  if (words === "") return app.actions.remark("Say what to look for: /search words");
  app.actions.attempt(
    app.client.events.search({ q: words }).then(({ hits }) => {
      const items = hits.map(
        ({ sessionId, title, snippet }, index): MenuItem => ({
          id: `${sessionId} ${index}`,
          name: title ?? sessionId,
          detail: snippet.replace(/[\uE000\uE001]/g, ""),
        }),
      );
      app.choose(createMenu(`Found for “${words}”`, items, "Nothing was found"), ({ id }) =>
        app.openSession(id.split(" ")[0] ?? ""),
      );
    }),
  );
}

function exportConversation(app: AppParts, wanted: string): void {
  const { sessionId } = app.session;
  if (sessionId === null) return app.actions.remark("There is no session yet.");
  const file = path.resolve(wanted === "" ? `polylog-${sessionId}.md` : wanted);
  app.actions.attempt(
    app.client.events.export({ sessionId, format: "md" }).then((text) => {
      app.actions.remark(...writeNew(file, text));
    }),
  );
}

/** What came of it, and whether that is bad. */
function writeNew(file: string, text: string): [said: string, isBad: boolean] {
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    return [`Written to ${file}`, false];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why: Readonly<Record<string, string>> = {
      ENOENT: `There is no folder ${path.dirname(file)}.`,
      EEXIST: `There is a file ${file} already; name another one.`,
      EACCES: `You may not write ${file}.`,
    };
    return [`Not written. ${why[code ?? ""] ?? message}`, true];
  }
}

function rename(app: AppParts, title: string): void {
  if (title === "") return app.actions.remark("Say the title: /rename words");
  app.actions.change({ title }, `The session is called “${title}” now.`);
}

function chooseDelivery(app: AppParts): void {
  const items: readonly MenuItem[] = [
    {
      id: "auto",
      name: "Steer the run",
      detail: "queues where the agent cannot be steered; Tab always queues",
    },
    { id: "queue", name: "Queue", detail: "runs after the current run" },
  ];
  app.choose(createMenu("Enter while the agent is running", items), ({ id }) => {
    app.model.delivery = id === "queue" ? "queue" : "auto";
  });
}

function chooseTheme(app: AppParts): void {
  const items = themeNames.map((id): MenuItem => ({ id, name: id, detail: "" }));
  app.choose(createMenu("Colours", items), ({ id }) => {
    app.model.theme = id as ThemeName;
    app.redraw();
  });
}
