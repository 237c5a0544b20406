import { type Conversation, pendingAsks } from "@polylog/core";
import type { AskView } from "../../asks/ask-lines.ts";
import { startAsk } from "../../asks/ask-state.ts";
import { limits } from "../../limits.ts";
import type { RenderContext } from "../../render/context.ts";
import type { Line } from "../../text/style.ts";
import type { AppParts } from "../app-parts.ts";
import type { Model } from "../model.ts";
import { type Connection, connectionOf, type SessionFacts } from "../session/session-facts.ts";
import { shownUnsent } from "../session/unsent.ts";
import { lastLine } from "./footer.ts";
import type { FrameView } from "./frame.ts";
import { statusLine } from "./status-line.ts";

export interface FrameOptions {
  readonly rows: number;
  /** Whether the terminal can only print lines. */
  readonly isPlain: boolean;
  /** The text next to the spinner, and the number of its turns. */
  readonly words: string;
  readonly turn: number;
  /** The live part of the conversation, in at most this many rows. */
  readonly conversationLines: (rows: number) => readonly Line[];
}

/** The current view below the settled conversation. */
export function frameView(app: AppParts, context: RenderContext, options: FrameOptions): FrameView {
  const { model, session, client } = app;
  const { isPlain, words, turn } = options;
  const facts = app.facts();
  const { run, agent } = facts;
  const connection: Connection = connectionOf(client.connection.state, session.view);
  const status = {
    ...{ run, shell: model.shell, connection, words, turn },
    isCancelling: run !== null && model.cancelling.has(run.runId),
    reason: session.view?.error?.message ?? null,
  };
  const elsewhere = model.inbox.filter(({ sessionId }) => sessionId !== session.sessionId).length;
  return {
    rows: isPlain ? Number.MAX_SAFE_INTEGER : options.rows,
    menu: model.menu?.menu ?? null,
    confirming: model.confirming?.text ?? null,
    ask: askViewOf(model, session.conversation, app.actions.folder),
    status: context.screenReader ? null : statusLine(status, context),
    queue: agent?.queue ?? null,
    unsent: shownUnsent(model, connection, context),
    todos: model.showTodos && agent !== undefined && agent.todos.length > 0 ? agent.todos : null,
    editor: isPlain ? null : model.editor,
    placeholder: placeholderOf(facts, model),
    images: model.images.map(({ name }) => name ?? "image"),
    suggestions: model.suggestions,
    remark: model.remark,
    footer: lastLine(model.editing, facts, connection, elsewhere, context),
    conversationLines: options.conversationLines,
  };
}

/** The oldest open ask and its answering state, which is reset when another ask becomes visible. */
function askViewOf(model: Model, conversation: Conversation, projectRoot: string | null): AskView | null {
  const [first, ...rest] = pendingAsks(conversation);
  if (first === undefined) {
    model.ask = null;
    return null;
  }
  if (model.ask?.askId !== first.askId) {
    model.ask = startAsk(first.entry);
    model.askSince = performance.now();
  }
  const isReady = performance.now() - model.askSince >= limits.askGuardMs;
  return { entry: first.entry, state: model.ask, behind: rest.length, projectRoot, isReady };
}

/** The placeholder of the empty field: what Enter would do. */
function placeholderOf({ run, agentId, canSteer }: SessionFacts, { delivery, shellNotes }: Model): string {
  if (shellNotes.length > 0) return "What should the agent do with this output?";
  if (run === null) return `Message ${agentId ?? "the agent"}`;
  return canSteer && delivery === "auto" ? "Steer this run · Tab to queue" : "Queue a message";
}
