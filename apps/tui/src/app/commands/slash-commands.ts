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

/** The commands that the client handles. Every other command is sent to the agent. */
export const slashCommands: readonly SlashCommand[] = [
  { name: "help", about: "show keys and commands", run: (app) => showHelp(app) },
  { name: "new", about: "start a new session", run: (app) => app.newSession() },
  { name: "clear", about: "same as /new", run: (app) => app.newSession() },
  { name: "resume", about: "switch to another session", run: (app) => app.openPicker() },
  { name: "model", about: "choose the model", run: (app, wanted) => chooseModel(app, wanted) },
  {
    name: "permissions",
    about: "choose the permission mode and manage rules",
    run: (app) => chooseMode(app),
  },
  {
    name: "plan",
    about: "turn on plan mode: explore and plan without changes",
    run: (app) => app.actions.change({ modeId: "plan" }),
  },
  { name: "agents", about: "choose an agent for a new session", run: (app) => chooseAgent(app) },
  { name: "fork", about: "copy this session with its history", run: (app) => fork(app) },
  { name: "rewind", about: "go back to one of your messages", run: (app) => rewindMenu(app) },
  { name: "queue", about: "send, edit, move or remove queued messages", run: (app) => queueMenu(app) },
  { name: "stop", about: "interrupt the run", run: (app) => stop(app) },
  { name: "diff", about: "show the agents' changes", run: (app) => showChanges(app) },
  { name: "cost", about: "show tokens and cost by model", run: (app) => showCost(app) },
  {
    name: "budget",
    about: "set cost or token limits: /budget 5, /budget day 20",
    run: (app, amount) => budget(app, amount),
  },
  {
    name: "mission",
    about: "give this folder's agents a mission: /mission TEXT, pause, resume, stop, history",
    run: (app, words) => mission(app, words),
  },
  {
    name: "policy",
    about: "choose which agents can message each other: /policy deny codex *",
    run: (app, rule) => policy(app, rule),
  },
  { name: "mcp", about: "show MCP servers and their use in this session", run: (app) => showMcp(app) },
  { name: "compact", about: "summarize the conversation to free up context", run: (app) => compact(app) },
  { name: "status", about: "show session details", run: (app) => showStatus(app) },
  { name: "search", about: "search all sessions", run: (app, words) => search(app, words) },
  {
    name: "export",
    about: "save the conversation as Markdown",
    run: (app, file) => exportConversation(app, file),
  },
  { name: "rename", about: "rename the session", run: (app, title) => rename(app, title) },
  {
    name: "delivery",
    about: "choose what Enter does while the agent is running",
    run: (app) => chooseDelivery(app),
  },
  { name: "theme", about: "choose the color theme", run: (app) => chooseTheme(app) },
  { name: "exit", about: "quit; the server keeps running", run: (app) => app.leave() },
  { name: "quit", about: "same as /exit", run: (app) => app.leave() },
];

export function showHelp(app: AppParts): void {
  app.show(createViewer("Help", helpLines(slashCommands, app.context())));
}

function chooseModel(app: AppParts, wanted: string): void {
  if (wanted !== "") return app.actions.change({ modelId: wanted });
  const { agent, model } = app.facts();
  const items = (agent?.models ?? []).map(({ id, name, description }): MenuItem => {
    const current = id === model ? "current  " : "";
    return { id, name, detail: `${current}${description ?? ""}` };
  });
  const empty = "This agent lists no models. Set one with /model NAME";
  app.choose(createMenu("Model", items, empty), ({ id }) => app.actions.change({ modelId: id }));
}

function chooseMode(app: AppParts): void {
  const ours = permissionModes.map((id): MenuItem => ({ id, ...modeNames[id] }));
  const own = (app.facts().agent?.modes ?? [])
    .filter(({ id }) => !isPermissionMode(id))
    .map(({ id, name, description = "" }): MenuItem => ({ id, name, detail: `agent mode  ${description}` }));
  const rules: MenuItem = {
    ...{ id: "polylog/rules", name: "Rules…", detail: "saved permission rules" },
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
      detail: available ? (model ?? backend) : (reason ?? "not available"),
      mark: available ? { text: "✓", tone: "done" } : { text: "–", tone: "quiet" },
    }),
  );
  app.choose(createMenu("Agent for a new session", items), ({ id }) => {
    const missing = app.model.agents.find((each) => each.id === id && !each.available);
    if (missing !== undefined)
      return app.show(createViewer(`${id} is not available`, reasonLines(missing.reason, app.context())));
    app.model.newSessionAgent = id;
    app.newSession();
  });
}

function reasonLines(reason: string | undefined, { width }: RenderContext): Line[] {
  return wrapText(cleanText(reason ?? "Unknown reason"), {}, width);
}

function fork(app: AppParts): void {
  const { sessionId } = app.session;
  if (sessionId === null) return app.actions.remark("No session yet. Send a message first.");
  app.actions.attempt(
    app.client.sessions.fork({ sessionId }).then((row) => {
      app.openSession(row.sessionId);
      app.actions.remark("Copied the session. You are now in the copy.");
    }),
  );
}

function stop(app: AppParts): void {
  if (app.facts().run === null) return app.actions.remark("No active run");
  app.actions.cancel();
}

function showChanges(app: AppParts): void {
  const context = { ...app.context(), expanded: true };
  const lines: Line[] = [];
  for (const entry of app.session.conversation.main.entries)
    if (entry.kind === "change_report") lines.push(...changeReportLines(entry, context), []);
  const none = [lineOf("No file changes in this session yet", context.theme.quiet)];
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
    createViewer("Cost including subagents", [
      ...rows,
      lineOf(`Total ${cost(total.costUsd, total.costComplete)}`, theme.strong),
      ...(total.costComplete ? [] : [lineOf("The cost of some calls is unknown.", theme.quiet)]),
    ]),
  );
}

/** An agent that can compact has its own command, which takes precedence. This one explains why it is missing. */
function compact(app: AppParts): void {
  const { agentId } = app.facts();
  const isBegun = app.session.conversation.runs.length > 0;
  app.actions.remark(
    isBegun ? `${agentId ?? "This agent"} cannot compact its context` : "No context to compact yet",
  );
}

function showStatus(app: AppParts): void {
  const { agentId, model, modeLabel, agent, run } = app.facts();
  const { sessionId, conversation } = app.session;
  const rows = [
    `Session ${sessionId ?? "not started"}`,
    `Title ${conversation.title ?? "none"}`,
    `Folder ${app.actions.folder}`,
    `Agent ${agentId ?? "default"}${model === null ? "" : `, model ${model}`}, mode ${modeLabel ?? "as configured"}`,
    `Run ${run === null ? "none" : run.runId}, ${plural(agent?.queue.items.length ?? 0, "message")} queued`,
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
  if (words === "") return app.actions.remark("Enter words to find: /search words");
  app.actions.attempt(
    app.client.events.search({ q: words }).then(({ hits }) => {
      const items = hits.map(
        ({ sessionId, title, snippet }, index): MenuItem => ({
          id: `${sessionId} ${index}`,
          name: title ?? sessionId,
          detail: snippet.replace(/[\uE000\uE001]/g, ""),
        }),
      );
      app.choose(createMenu(`Results for “${words}”`, items, "No messages match"), ({ id }) =>
        app.openSession(id.split(" ")[0] ?? ""),
      );
    }),
  );
}

function exportConversation(app: AppParts, wanted: string): void {
  const { sessionId } = app.session;
  if (sessionId === null) return app.actions.remark("No session yet. Send a message first.");
  const file = path.resolve(wanted === "" ? `polylog-${sessionId}.md` : wanted);
  app.actions.attempt(
    app.client.events.export({ sessionId, format: "md" }).then((text) => {
      app.actions.remark(...writeNew(file, text));
    }),
  );
}

/** The message to show, and whether it is an error. */
function writeNew(file: string, text: string): [said: string, isBad: boolean] {
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    return [`Written to ${file}`, false];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why: Readonly<Record<string, string>> = {
      ENOENT: `The folder ${path.dirname(file)} does not exist.`,
      EEXIST: `${file} already exists. Choose another name.`,
      EACCES: `You have no permission to write ${file}.`,
    };
    return [`Not saved. ${why[code ?? ""] ?? message}`, true];
  }
}

function rename(app: AppParts, title: string): void {
  if (title === "") return app.actions.remark("Enter a title: /rename words");
  app.actions.change({ title }, `Renamed to “${title}”`);
}

function chooseDelivery(app: AppParts): void {
  const items: readonly MenuItem[] = [
    {
      id: "auto",
      name: "Steer the run",
      detail: "queues if the agent cannot be steered; Tab always queues",
    },
    { id: "queue", name: "Queue", detail: "sent after the current run" },
  ];
  app.choose(createMenu("While the agent is running, Enter should", items), ({ id }) => {
    app.model.delivery = id === "queue" ? "queue" : "auto";
  });
}

function chooseTheme(app: AppParts): void {
  const items = themeNames.map((id): MenuItem => ({ id, name: id, detail: "" }));
  app.choose(createMenu("Theme", items), ({ id }) => {
    app.model.theme = id as ThemeName;
    app.redraw();
  });
}
