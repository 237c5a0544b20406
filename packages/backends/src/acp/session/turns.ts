import type { Prompt } from "@polylog/core";
import type { Native } from "../../connection/native-value.ts";
import { nameOf, recordOf } from "../../connection/native-value.ts";
import type { Traits } from "../known-agents.ts";
import { idleReply } from "../translate/turn-end.ts";
import { type AcpProgram, gone, type Reply } from "./program.ts";

export type Message = Pick<Prompt, "text" | "images">;

/** Updates that begin something: a call that was begun before may still report. */
const newWork: ReadonlySet<unknown> = new Set([
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "plan",
]);

/** What the agent said of itself, and its session. */
export interface TurnTaker {
  readonly agent: Native;
  readonly traits: Traits;
  readonly nativeSessionId: string | null;
  readonly ended: Promise<unknown>;
  /** How its state says that its turn has ended, said once; null where it does not. */
  takeIdle(): Native | null;
}

/** What an agent is given to do in a run, turn by turn, and what it is told in the middle of one. */
export class Turns {
  private readonly program: AcpProgram;
  private readonly taker: TurnTaker;
  /** What waits for the end of the turn. */
  private waiting: Message[] = [];
  /** What waited when the run was stopped. */
  private dropped: Message[] = [];
  /** What the agent took in the middle of its turn and has done nothing since: its model has not read it yet. */
  private injected: Message[] = [];
  /** What the turn was told in its middle with a no. */
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

  /** The run is stopped: it reads no more. */
  drop(): void {
    this.dropped.push(...this.injected.splice(0), ...this.waiting.splice(0));
    this.notes = [];
  }

  /** The agent reports something. Once it begins something new, its model may have read what was injected before. */
  updated(kind: unknown): void {
    if (newWork.has(kind)) this.injected = [];
  }

  /** The messages that a run was given and did not read. */
  unread(runId: string): readonly Prompt[] {
    const isPrompt = (message: Message | Prompt): message is Prompt =>
      "runId" in message && message.runId === runId;
    return [...this.dropped, ...this.waiting].filter(isPrompt);
  }

  /** Whether the agent takes a message in the middle of a turn, by a method or by asking for it. */
  get canSteer(): boolean {
    return this.canInject || this.taker.traits.drainsMessages;
  }

  private get canInject(): boolean {
    return recordOf(recordOf(this.taker.agent._meta).steering).supported === true;
  }

  /** The next turn of the run; undefined where there is none. */
  next(): Message | undefined {
    return this.waiting.shift();
  }

  get hasNext(): boolean {
    return this.waiting.length > 0;
  }

  /** What an agent takes by itself in the middle of its turn: text alone. */
  drain(): string[] {
    const isText = ({ text, images }: Message) => images.length === 0 && text.trim() !== "";
    const drained = this.waiting.filter(isText);
    this.waiting = this.waiting.filter((message) => !isText(message));
    return drained.map(({ text }) => text);
  }

  async give(message: Message): Promise<Reply> {
    this.notes = [];
    const reply = await this.program.request("session/prompt", this.promptParams(message));
    // By the draft of the next protocol this says only that the prompt was taken; the agent's state tells the rest.
    const isTaken = reply.ok && reply.result.stopReason === undefined && "messageId" in reply.result;
    const end = isTaken ? await this.untilIdle() : reply;
    // Some agents end the turn at a no, and hear nothing more in it.
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

  /** A message to the turn at work: at once, or where the agent asks for it; one that comes too late is the run's next turn. */
  async steer(message: Message, isLive: () => boolean): Promise<void> {
    this.injected.push(message);
    if (await this.inject(message)) return;
    this.injected = this.injected.filter((each) => each !== message);
    if (!isLive()) throw new Error("The run is over.");
    this.waiting.push(message);
  }

  /** What a person says with a no. */
  async note(text: string): Promise<void> {
    const message = { text, images: [] };
    this.notes.push(message);
    if ((await this.inject(message)) || !this.notes.includes(message)) return;
    this.notes = this.notes.filter((note) => note !== message);
    this.waiting.push(message);
  }

  /** False where the agent cannot take a message in the middle of a turn. */
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

/** A prompt as agents take it. Images only where the agent takes them. */
function promptContent({ text, images }: Pick<Prompt, "text" | "images">, takesImages: boolean): Native[] {
  const shown = images.flatMap(({ mediaType, data }) =>
    data === undefined || !takesImages ? [] : [{ type: "image", data, mimeType: mediaType }],
  );
  return text === "" && shown.length > 0 ? shown : [{ type: "text", text }, ...shown];
}
