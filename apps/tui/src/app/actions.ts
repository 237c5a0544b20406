import { addressed, type Client, ClientError, expandPastes } from "@polylog/client";
import { nextMode } from "@polylog/core";
import type { AskAnswer } from "../asks/ask-state.ts";
import { emptyEditor } from "../input/editor.ts";
import type { History } from "../input/history.ts";
import { runShell, shellNote } from "../input/shell.ts";
import { limits } from "../limits.ts";
import type { RenderContext } from "../render/context.ts";
import { outputLines } from "../safe/program-output.ts";
import { lineOf, span } from "../text/style.ts";
import { wrapLine } from "../text/wrap.ts";
import type { Model } from "./model.ts";
import type { SessionControl } from "./session-control.ts";
import type { SessionFacts } from "./session-facts.ts";

export interface ActionOptions {
  readonly client: Client;
  readonly model: Model;
  readonly session: SessionControl;
  readonly history: History;
  readonly facts: () => SessionFacts;
  readonly context: () => RenderContext;
  readonly changed: () => void;
}

/** What the person at the keyboard can have done. What comes of it is seen as events. */
export class Actions {
  private readonly options: ActionOptions;
  private remarkTimer: NodeJS.Timeout | null = null;

  constructor(options: ActionOptions) {
    this.options = options;
  }

  /** The folder of the session on the screen; this one for a session to come. */
  get folder(): string {
    return this.options.session.row?.projectRoot ?? this.options.model.folder;
  }

  remark(text: string, isBad = false): void {
    const { model, changed } = this.options;
    model.remark = { text, isBad };
    if (this.remarkTimer !== null) clearTimeout(this.remarkTimer);
    this.remarkTimer = setTimeout(() => {
      model.remark = null;
      changed();
    }, limits.remarkMs);
    this.remarkTimer.unref();
    changed();
  }

  /** Whatever goes wrong is said; nothing that was written is lost by it. */
  attempt(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.remark(error instanceof Error ? error.message : String(error), true);
    });
  }

  send(delivery?: "queue"): void {
    const { model, history } = this.options;
    const { editor, pastes, images, notes, editing } = model;
    const text = expandPastes(editor.text, pastes).trim();
    if (text === "" && images.length === 0) return;
    const whole = [text, ...notes].join("\n\n");
    history.add(text);
    Object.assign(model, {
      editor: emptyEditor,
      pastes: new Map(),
      images: [],
      notes: [],
      editing: null,
      suggestions: null,
    });
    const sent = this.sendText(whole, images, editing, delivery);
    this.attempt(
      sent.catch((error: unknown) => {
        // The text comes back, unless something else is being written by now.
        if (model.editor.text === "") Object.assign(model, { editor, pastes, images, notes, editing });
        throw error;
      }),
    );
  }

  private async sendText(
    text: string,
    images: Model["images"],
    editing: Model["editing"],
    delivery: "queue" | undefined,
  ): Promise<void> {
    const { client, model, session } = this.options;
    const { run, canSteer } = this.options.facts();
    const sessionId = session.sessionId ?? (await this.prepared());
    if (editing !== null && sessionId !== null) await client.rewind(sessionId, editing.seq - 1);
    const busy = delivery ?? (canSteer ? model.delivery : "queue");
    const wanted = sessionId === null ? model.wantedAgent : null;
    const answer = await client.chat({
      ...(wanted === null ? {} : { agentId: wanted }),
      projectRoot: this.folder,
      ...addressed(
        text,
        model.agents.map(({ id }) => id),
      ),
      ...(sessionId === null ? {} : { sessionId }),
      ...(images.length === 0 ? {} : { images }),
      ...(run === null ? {} : { delivery: busy }),
    });
    session.open(answer.sessionId);
  }

  cancel(): void {
    const { client, model, facts, changed } = this.options;
    const { run } = facts();
    if (run === null || model.cancelling.has(run.runId)) return;
    model.cancelling.add(run.runId);
    changed();
    this.attempt(
      client.cancel(run.runId).catch((error: unknown) => {
        model.cancelling.delete(run.runId);
        throw error;
      }),
    );
  }

  answer(askId: string, answer: AskAnswer): void {
    const { client } = this.options;
    const sent =
      answer.kind === "permission"
        ? client.answerPermission(askId, answer.optionId, answer)
        : answer.kind === "question"
          ? client.answerQuestion(askId, answer.answers)
          : client.answerPlan(askId, answer.decision, answer.plan);
    this.attempt(
      sent.catch((error: unknown) => {
        // Somebody else was faster; the log tells who.
        if (error instanceof ClientError && error.status === 409) this.remark("It is answered already.");
        else throw error;
      }),
    );
  }

  change(what: { readonly modeId?: string; readonly modelId?: string; readonly title?: string }): void {
    const { client, session } = this.options;
    const { sessionId } = session;
    if (sessionId === null) return this.setLater(what);
    this.attempt(client.changeSession(sessionId, what).then(() => session.refreshRow()));
  }

  /** It is in force from the first message on. */
  private setLater({ modeId, modelId }: { readonly modeId?: string; readonly modelId?: string }): void {
    const { model, changed } = this.options;
    if (modeId === undefined && modelId === undefined) return this.remark("There is no session yet.");
    model.wanted = {
      ...model.wanted,
      ...(modeId === undefined ? {} : { modeId }),
      ...(modelId === undefined ? {} : { modelId }),
    };
    changed();
  }

  /** A session of its own where something has to be set before its first message; null where the message begins it. */
  private async prepared(): Promise<string | null> {
    const { client, model } = this.options;
    const { wanted, wantedAgent } = model;
    if (wanted.modeId === undefined && wanted.modelId === undefined) return null;
    const agentId = wantedAgent ?? undefined;
    const { sessionId } = await client.createSession({ projectRoot: this.folder, agentId });
    await client.changeSession(sessionId, wanted);
    model.wanted = {};
    return sessionId;
  }

  cycleMode(): void {
    this.change({ modeId: nextMode(this.options.facts().modeId) });
  }

  /** The last message comes back to be changed: from the queue, else from the talk, whose end it then takes back. */
  editLast(): void {
    const { client, model, session, facts, changed } = this.options;
    const { sessionId, conversation } = session;
    if (sessionId === null) return;
    const queued = facts().agent?.queue.items.at(-1);
    if (queued !== undefined) {
      this.attempt(
        client.removeQueueItem(sessionId, queued.itemId).then(() => {
          model.editor = { ...emptyEditor, text: queued.text, caret: queued.text.length };
          changed();
        }),
      );
      return;
    }
    const { entries } = conversation.main;
    for (let at = entries.length - 1; at >= 0; at -= 1) {
      const entry = entries.get(at);
      if (entry?.kind !== "message" || entry.role !== "user" || entry.hidden) continue;
      const text = entry.body.toString();
      model.editor = { ...emptyEditor, text, caret: text.length };
      model.editing = { seq: entry.seq };
      return changed();
    }
  }

  shell(command: string): void {
    const { model, history, changed, context } = this.options;
    if (command.trim() === "") return;
    history.add(`!${command}`);
    model.editor = emptyEditor;
    this.remark(`Running ${command}`);
    void runShell(command, this.folder, new AbortController().signal).then((result) => {
      const { theme, width, glyphs } = context();
      const output = outputLines(result.output.trimEnd()).flatMap((line) =>
        wrapLine(line, width - 2, { first: [span("  ")], hard: true }),
      );
      model.notes = [...model.notes, shellNote(command, result)];
      model.remark = null;
      model.waiting.push(
        [],
        [span(`${glyphs.shell} `, theme.waiting), span(command, theme.strong)],
        ...output,
        lineOf(
          `  Exit code ${result.exitCode ?? "none"}; the agent sees this with your next message.`,
          theme.quiet,
        ),
      );
      changed();
    });
  }
}
