import type { Prompt } from "@polylog/core";
import { type Native, nameOf, recordOf } from "../../connection/native-value.ts";
import type { Traits } from "../agent-traits.ts";
import { idleReply } from "../translate/turn-end.ts";
import { type AcpProgram, gone, type Reply } from "./program.ts";

export type Message = Pick<Prompt, "text" | "images">;

/** Updates that start new work. A call that started earlier may still report. */
const newWork: ReadonlySet<unknown> = new Set([
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "plan",
]);

/** The agent's handshake and session, as far as turns need them. */
export interface TurnTaker {
  readonly agent: Native;
  readonly traits: Traits;
  readonly nativeSessionId: string | null;
  readonly ended: Promise<unknown>;
  /** Takes the agent's report that its turn has ended; null if it has not reported it. */
  takeIdle(): Native | null;
}

/** The messages that an agent receives in a run: one per turn, and others during a turn. */
export class Turns {
  private readonly program: AcpProgram;
  private readonly taker: TurnTaker;
  /** Messages that wait for the end of the turn. */
  private waiting: Message[] = [];
  /** Messages that still waited when the run was stopped. */
  private dropped: Message[] = [];
  /** Messages that the agent accepted during its turn without doing anything since: its model has not read them yet. */
  private injected: Message[] = [];
  /** Reasons for denials that were sent during the turn. */
  private notes: Message[] = [];
  private onIdle: ((idle: Native) => void) | null = null;

  constructor(program: AcpProgram, taker: TurnTaker) {
    this.program = program;
    this.taker = taker;
  }

  get takesImages(): boolean {
    return recordOf(recordOf(this.taker.agent.agentCapabilities).promptCapabilities).image === true;
  }

  clear(): void {
    this.drop();
    this.dropped = [];
  }

  /** The run is stopped and reads no more messages. */
  drop(): void {
    this.dropped.push(...this.injected.splice(0), ...this.waiting.splice(0));
    this.notes = [];
  }

  /** Called for each update. Once the agent starts new work, its model may have read the injected messages. */
  updated(kind: unknown): void {
    if (newWork.has(kind)) this.injected = [];
  }

  /** The run's messages that the agent did not read. */
  unread(runId: string): readonly Prompt[] {
    const isPrompt = (message: Message | Prompt): message is Prompt =>
      "runId" in message && message.runId === runId;
    return [...this.dropped, ...this.waiting].filter(isPrompt);
  }

  /** Whether the agent accepts messages during a turn, by a method or by fetching them. */
  get canSteer(): boolean {
    return this.canInject || this.taker.traits.drainsMessages;
  }

  private get canInject(): boolean {
    return recordOf(recordOf(this.taker.agent._meta).steering).supported === true;
  }

  /** The next turn of the run; undefined if no message waits. */
  next(): Message | undefined {
    return this.waiting.shift();
  }

  get hasNext(): boolean {
    return this.waiting.length > 0;
  }

  /** Messages that an agent fetches during its turn: text only. */
  drain(): string[] {
    const isText = ({ text, images }: Message) => images.length === 0 && text.trim() !== "";
    const drained = this.waiting.filter(isText);
    this.waiting = this.waiting.filter((message) => !isText(message));
    return drained.map(({ text }) => text);
  }

  async give(message: Message): Promise<Reply> {
    this.notes = [];
    const reply = await this.program.request("session/prompt", this.promptParams(message));
    // In the draft of the next protocol version this response only accepts the prompt. The agent's state reports the
    // end.
    const isTaken = reply.ok && reply.result.stopReason === undefined && "messageId" in reply.result;
    const end = isTaken ? await this.untilIdle() : reply;
    // Some agents end the turn after a denial and drop further messages.
    const isCut = end.ok && end.result.stopReason === "cancelled";
    if (isCut) this.waiting.unshift(...this.notes.splice(0));
    return end;
  }

  /** To be called when the agent's state may have changed. */
  lookIdle(): void {
    const idle = this.onIdle === null ? null : this.taker.takeIdle();
    if (idle === null) return;
    this.onIdle?.(idle);
    this.onIdle = null;
  }

  /**
   * Sends a message to the current turn, at once or when the agent fetches it. A late message becomes the run's next
   * turn.
   */
  async steer(message: Message, isLive: () => boolean): Promise<void> {
    this.injected.push(message);
    if (await this.inject(message)) return;
    this.injected = this.injected.filter((each) => each !== message);
    if (!isLive()) throw new Error("The run has ended.");
    this.waiting.push(message);
  }

  /** Sends the person's reason for a denial. */
  async note(text: string): Promise<void> {
    const message = { text, images: [] };
    this.notes.push(message);
    if ((await this.inject(message)) || !this.notes.includes(message)) return;
    this.notes = this.notes.filter((note) => note !== message);
    this.waiting.push(message);
  }

  /** False if the agent cannot accept a message during a turn. */
  private async inject(message: Message): Promise<boolean> {
    if (!this.canInject) return false;
    const reply = await this.program.request("_session/steering", {
      ...this.promptParams(message),
      _meta: { steering: { idleBehavior: "promptRequired" } },
    });
    return reply.ok && nameOf(reply.result.outcome) !== "promptRequired";
  }

  private promptParams(message: Message): Native {
    return {
      sessionId: this.taker.nativeSessionId,
      prompt: promptContent(message, this.takesImages),
    };
  }

  private untilIdle(): Promise<Reply> {
    const idle = Promise.withResolvers<Reply>();
    this.onIdle = (state) => idle.resolve(idleReply(state));
    this.lookIdle();
    return Promise.race([idle.promise, this.taker.ended.then(() => gone)]);
  }
}

/** A prompt in the protocol's format, with images only if the agent accepts them. */
function promptContent({ text, images }: Pick<Prompt, "text" | "images">, takesImages: boolean): Native[] {
  const shown = images.flatMap(({ mediaType, data }) =>
    data === undefined || !takesImages ? [] : [{ type: "image", data, mimeType: mediaType }],
  );
  return text === "" && shown.length > 0 ? shown : [{ type: "text", text }, ...shown];
}
