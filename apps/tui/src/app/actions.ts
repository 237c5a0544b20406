import { type Client, ClientError, type Confirmation, newClientId } from "@polylog/client";
import {
  addressed,
  defined,
  expandPastes,
  messageOf,
  nextMode,
  type PermissionMode,
  type QueueItem,
} from "@polylog/core";
import type { AskAnswer } from "../asks/ask-state.ts";
import { editorWith, emptyEditor } from "../input/editor.ts";
import type { History } from "../input/history.ts";
import { limits } from "../limits.ts";
import type { RenderContext } from "../render/context.ts";
import type { Model, Unsent } from "./model.ts";
import type { SessionControl } from "./session/session-control.ts";
import type { SessionFacts } from "./session/session-facts.ts";
import { UserShell } from "./user-shell.ts";

export interface ActionOptions {
  readonly client: Client;
  readonly model: Model;
  readonly session: SessionControl;
  readonly history: History;
  readonly facts: () => SessionFacts;
  readonly context: () => RenderContext;
  readonly changed: () => void;
}

/** The actions of the person at the keyboard. Their effects arrive as events. */
export class Actions {
  private readonly options: ActionOptions;
  private readonly userShell: UserShell;
  private remarkTimer: NodeJS.Timeout | null = null;
  private declined: PermissionMode | null = null;

  constructor(options: ActionOptions) {
    this.options = options;
    this.userShell = new UserShell(options);
  }

  /** The folder of the current session, or this folder for a new session. */
  get folder(): string {
    return this.options.session.row?.projectRoot ?? this.options.model.newSessionFolder;
  }

  remark(text: string, isBad = false): void {
    const { model, changed } = this.options;
    model.remark = { text, isBad };
    if (this.remarkTimer !== null) clearTimeout(this.remarkTimer);
    // An error stays until a key is pressed.
    this.remarkTimer = isBad ? null : setTimeout(() => this.forget(), limits.remarkMs).unref();
    changed();
  }

  private forget(): void {
    const { model, changed } = this.options;
    model.remark = null;
    changed();
  }

  /** Shows every error and keeps the text that was typed. */
  attempt(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.remark(messageOf(error), true);
    });
  }

  send(delivery?: "queue"): void {
    const { model, history, changed } = this.options;
    const { editor, pastes, images, shellNotes, editing } = model;
    const text = expandPastes(editor.text, pastes).trim();
    if (text === "" && images.length === 0) return;
    const whole = [text, ...shellNotes].join("\n\n");
    history.add(text);
    Object.assign(model, {
      editor: emptyEditor,
      pastes: new Map(),
      images: [],
      shellNotes: [],
      editing: null,
      suggestions: null,
    });
    const clientMessageId = newClientId();
    const sent = this.sendText({ text: whole, images, clientMessageId }, editing, delivery);
    // `attempt` below reports a failure; this only waits for the end.
    const unsent: Unsent = { clientMessageId, text, sinceTs: Date.now(), over: sent.catch(() => undefined) };
    model.unsent = [...model.unsent, unsent];
    void unsent.over.then(() => {
      model.unsent = model.unsent.filter((each) => each !== unsent);
      changed();
    });
    this.attempt(
      sent.catch((error: unknown) => {
        // Restores the text unless something else has been typed in the meantime.
        if (model.editor.text !== "")
          throw new Error(`Not sent. Press Up to restore your message. ${messageOf(error)}`);
        Object.assign(model, { editor, pastes, images, shellNotes, editing });
        throw error;
      }),
    );
  }

  private async sendText(
    { text, images, clientMessageId }: { text: string; images: Model["images"]; clientMessageId: string },
    editing: Model["editing"],
    delivery: "queue" | undefined,
  ): Promise<void> {
    const { client, model, session } = this.options;
    const { run } = this.options.facts();
    const sessionId = session.sessionId ?? (await this.prepared());
    if (editing?.of === "queue" && sessionId !== null) {
      await client.queue.change({ sessionId, itemId: editing.itemId, text });
      return;
    }
    if (editing?.of === "conversation" && sessionId !== null)
      await client.sessions.rewind({ sessionId, seq: editing.seq - 1, ...editing.rewind });
    const wanted = sessionId === null ? model.newSessionAgent : null;
    const answer = await client.chat.send({
      clientMessageId,
      ...defined({ agentId: wanted }),
      projectRoot: this.folder,
      ...addressed(
        text,
        model.agents.map(({ id }) => id),
      ),
      ...defined({ sessionId }),
      ...(images.length === 0 ? {} : { images }),
      delivery: run === null ? "auto" : (delivery ?? model.delivery),
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
      client.runs.cancel({ runId: run.runId }).catch((error: unknown) => {
        model.cancelling.delete(run.runId);
        throw error;
      }),
    );
  }

  answer(askId: string, answer: AskAnswer): void {
    const { client } = this.options;
    const sent = client.asks.answer({ askId, kind: answer.kind }, answer);
    this.attempt(
      sent.catch((error: unknown) => {
        // Another client answered first, and the log shows which.
        if (error instanceof ClientError && error.status === 409) this.remark("Already answered");
        else throw error;
      }),
    );
  }

  change(
    what: { readonly modeId?: string; readonly modelId?: string; readonly title?: string },
    said?: string,
  ): void {
    const { client, session } = this.options;
    const { sessionId } = session;
    if (sessionId === null) return this.setLater(what);
    this.attempt(
      client.sessions.change({ sessionId, ...what }).then(
        () => {
          if (said !== undefined) this.remark(said);
          return session.refreshRow();
        },
        (error: unknown) => {
          if (!isCancelled(error)) throw error;
          this.remark("Cancelled");
        },
      ),
    );
  }

  /** Shows a question that only y confirms. */
  confirm({ text, action }: Confirmation): Promise<boolean> {
    const { model, changed } = this.options;
    model.confirming?.answer(false);
    return new Promise((resolve) => {
      model.confirming = {
        text,
        since: performance.now(),
        answer: (isConfirmed) => {
          model.confirming = null;
          this.declined = isConfirmed || action !== "full_access" ? null : "full";
          resolve(isConfirmed);
          changed();
        },
      };
      changed();
    });
  }

  /** Takes effect with the first message. */
  private setLater({ modeId, modelId }: { readonly modeId?: string; readonly modelId?: string }): void {
    const { model, changed } = this.options;
    if (modeId === undefined && modelId === undefined)
      return this.remark("No session yet. Send a message first.");
    model.newSessionSettings = {
      ...model.newSessionSettings,
      ...defined({ modeId, modelId }),
    };
    changed();
  }

  /** Creates a session if something must be set before its first message; null if the message creates it. */
  private async prepared(): Promise<string | null> {
    const { client, model, session } = this.options;
    const { newSessionSettings: settings, newSessionAgent } = model;
    if (settings.modeId === undefined && settings.modelId === undefined) return null;
    const agentId = newSessionAgent ?? undefined;
    const { sessionId } = await client.sessions.create({ projectRoot: this.folder, agentId });
    await client.sessions.change({ sessionId, ...settings }).catch((error: unknown) => {
      if (!isCancelled(error)) throw error;
      model.newSessionSettings = {};
      session.open(sessionId);
      throw new Error("Not sent: full access was not confirmed. Press Enter to send without it.");
    });
    model.newSessionSettings = {};
    return sessionId;
  }

  /** Skips a mode that was just declined. */
  cycleMode(): void {
    const next = nextMode(this.options.facts().modeId);
    const { declined } = this;
    this.declined = null;
    this.change({ modeId: next === declined ? nextMode(next) : next });
  }

  /** Reopens the last message for editing: a queued one, or one in the conversation, which is then rewound to it. */
  editLast(): void {
    const { model, session, changed } = this.options;
    if (session.sessionId === null || this.editQueued()) return;
    const { entries } = session.conversation.main;
    for (let at = entries.length - 1; at >= 0; at -= 1) {
      const entry = entries.get(at);
      if (entry?.kind !== "message" || entry.role !== "user" || entry.hidden) continue;
      model.editor = editorWith(entry.body.toString());
      model.editing = { of: "conversation", seq: entry.seq };
      return changed();
    }
  }

  /** Moves the last queued message of this person back to the field; false if no message is queued. */
  editQueued(): boolean {
    const { client, model, session, facts, changed } = this.options;
    const { sessionId } = session;
    const own = facts().agent?.queue.items.findLast(isOwn);
    if (own === undefined || sessionId === null) return false;
    this.attempt(
      client.queue.remove({ sessionId, itemId: own.itemId }).then(() => {
        // Text may have been typed in the meantime.
        const { text } = model.editor;
        model.editor = editorWith(text === "" ? own.text : `${own.text}\n${text}`);
        model.images = [...(own.images ?? []), ...model.images];
        changed();
      }),
    );
    return true;
  }

  shell(command: string): void {
    if (!this.userShell.run(command, this.folder))
      this.remark("A command is already running. Press Esc to stop it.");
  }

  /** Stops the command run with `!`; false if none is running. */
  stopShell(): boolean {
    return this.userShell.stop();
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof ClientError && error.code === "not_confirmed";
}

/** Whether the message is still queued and from a person. */
function isOwn({ said, exchange, hidden }: QueueItem): boolean {
  return said !== true && exchange === undefined && hidden !== true;
}
