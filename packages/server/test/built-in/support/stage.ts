import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { emptyConversation, foldAll, fromSnapshot, type PolylogEvent } from "@polylog/core";
import { type ScriptedModel, startScriptedModel } from "@polylog/scripted-model";
import { expect, onTestFinished } from "vitest";
import type { Client } from "../../reliability/support/client.ts";
import { Follower } from "../../reliability/support/follower.ts";
import { type Home, temporaryFolder } from "../../reliability/support/home.ts";
import { plain } from "../../reliability/support/same-conversation.ts";
import { startHere } from "../../reliability/support/server-here.ts";

/** The built-in agent on a scripted model, in a server that tests use over HTTP and SSE only. */
export interface Stage {
  readonly client: Client;
  readonly model: ScriptedModel;
  readonly project: string;
}

export interface StageOptions {
  /** The agent's settings, as in `config.json`. */
  readonly agent?: Readonly<Record<string, unknown>> | undefined;
  readonly files?: Readonly<Record<string, string>> | undefined;
}

export async function openModel(): Promise<ScriptedModel> {
  const model = await startScriptedModel({ pieceChars: 1000 });
  onTestFinished(() => model.close());
  return model;
}

/** A home whose only agent is the built-in one, and a project with some files. */
export function makeStage(model: ScriptedModel, { agent = {}, files = {} }: StageOptions): Home {
  const within = temporaryFolder();
  const home = { folder: path.join(within, "home"), project: path.join(within, "project") };
  mkdirSync(home.folder, { mode: 0o700 });
  mkdirSync(home.project);
  const { options, ...settings } = agent;
  const own = {
    ...{ backend: "openai", base_url: `${model.url}/v1`, model: "scripted", api_key: "sk-of-the-stage" },
    ...settings,
    options: options ?? {},
  };
  writeFileSync(path.join(home.folder, "config.json"), JSON.stringify({ agents: { own } }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(home.project, name)), { recursive: true });
    writeFileSync(path.join(home.project, name), text);
  }
  return home;
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const model = await openModel();
  const home = makeStage(model, options);
  const { client } = await startHere(home, { env: { PATH: process.env.PATH ?? "" } });
  return { client, model, project: home.project };
}

/** One session as a screen follows it from its first event. */
export class Played {
  readonly stage: Stage;
  readonly sessionId: string;
  readonly follower: Follower;

  static async begin(stage: Stage): Promise<Played> {
    const sessionId = await stage.client.createSession();
    return new Played(stage, sessionId, await Follower.open(stage.client, sessionId));
  }

  constructor(stage: Stage, sessionId: string, follower: Follower) {
    this.stage = stage;
    this.sessionId = sessionId;
    this.follower = follower;
  }

  get events(): readonly PolylogEvent[] {
    return this.follower.events;
  }

  /** Sends a message; resolves with its run if it starts one. */
  async say(text: string, more: object = {}): Promise<string> {
    const answer = await this.stage.client.chat(text, { session_id: this.sessionId, ...more });
    return answer.run_id ?? "";
  }

  when<T extends PolylogEvent["type"]>(
    type: T,
    isIt?: (event: Extract<PolylogEvent, { type: T }>) => boolean,
  ): Promise<Extract<PolylogEvent, { type: T }>> {
    return this.follower.whenEvent(type, isIt);
  }

  /** The end of a run. */
  whenEnded(runId: string) {
    return this.when("run_ended", (event) => event.runId === runId);
  }

  /** The screen's state equals the snapshot and a replay of the log. */
  async compare(): Promise<void> {
    const { client } = this.stage;
    const log = await client.log(this.sessionId);
    const replayed = plain(foldAll(emptyConversation, log));
    const snapshot = fromSnapshot(await client.snapshot(this.sessionId)) ?? emptyConversation;
    const live = plain(this.follower.conversation);
    expect({ live, snapshot: plain(snapshot) }).toEqual({ live: replayed, snapshot: replayed });
  }

  /** The history that the model receives in the next run; it rejects requests that no API would accept. */
  async nextRequest(): Promise<readonly Message[]> {
    const runId = await this.say("And now? [[say fine]]");
    expect(await this.whenEnded(runId)).toMatchObject({ outcome: "completed" });
    return this.lastRequest();
  }

  lastRequest(): readonly Message[] {
    const asked = this.stage.model.requests.findLast(({ method }) => method === "POST");
    const { messages } = (asked?.body ?? { messages: [] }) as { messages: readonly Message[] };
    return messages.filter(({ role }) => role !== "system");
  }
}

export interface Message {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
  readonly tool_call_id?: string;
}
