import type { FakeLog } from "./fake-log.ts";
import { between } from "./random.ts";

const words = ["log", "fold", "héllo ", "seq\n", "🙂", "data: ", " \r\n", "\\", '"quoted"', "x".repeat(40)];

/** Writes agents' activity into a session, event by event, for as long as it is called. */
export class Story {
  private readonly log: FakeLog;
  private readonly sessionId: string;
  private readonly random: () => number;
  private run = 0;
  private count = 0;
  private text: string | null = null;
  private response = 0;
  private call: string | null = null;
  private ask: string | null = null;

  constructor(log: FakeLog, sessionId: string, random: () => number) {
    this.log = log;
    this.sessionId = sessionId;
    this.random = random;
  }

  /** After a rewind no earlier item is open. */
  forget(): void {
    this.text = null;
    this.call = null;
    this.ask = null;
    this.count = 0;
  }

  next(): void {
    this.count += 1;
    if (this.count === 1) return this.begin();
    if (this.count > 40) return this.end();
    if (this.text !== null) return this.say(this.text);
    const steps = [this.talk, this.talk, this.useTool, this.think, this.askPerson, this.remark, this.future];
    (steps[between(this.random, 0, steps.length - 1)] as () => void).call(this);
  }

  private get speaker(): { agentId: string; runId: string } {
    return { agentId: "demo", runId: `${this.sessionId}-run-${this.run}` };
  }

  private write(body: Record<string, unknown>): void {
    this.log.append(this.sessionId, { ...this.speaker, ...body });
  }

  private begin(): void {
    this.run += 1;
    if (this.random() < 0.5) this.write({ type: "run_started", model: "scripted" });
    else this.log.append(this.sessionId, { type: "user_message", text: this.word() });
  }

  private end(): void {
    const outcomes = ["completed", "failed", "cancelled", "interrupted"];
    this.write({ type: "run_ended", outcome: outcomes[between(this.random, 0, 3)] });
    this.forget();
  }

  private talk(): void {
    this.response += 1;
    this.text = "";
  }

  private say(text: string): void {
    const responseId = `r${this.response}`;
    if (text.length > 60 || (text !== "" && this.random() < 0.2)) {
      this.write({ type: "text_done", responseId, text });
      this.text = null;
      return;
    }
    const delta = this.word();
    this.write({ type: "text_delta", responseId, offset: text.length, delta });
    this.text = text + delta;
  }

  private useTool(): void {
    if (this.call === null) {
      this.call = `call-${this.log.position}`;
      return this.write({
        type: "tool_call_start",
        callId: this.call,
        toolName: "Bash",
        input: { command: this.word() },
      });
    }
    const callId = this.call;
    if (this.random() < 0.6)
      return this.write({ type: "tool_output_delta", callId, offset: 0, delta: this.word() });
    this.call = null;
    this.write({ type: "tool_result", callId, toolName: "Bash", ok: true, result: this.word() });
  }

  private think(): void {
    this.response += 1;
    this.write({ type: "thinking_done", responseId: `r${this.response}`, text: this.word() });
  }

  private askPerson(): void {
    if (this.ask === null) {
      this.ask = `ask-${this.log.position}`;
      const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
      return this.write({ type: "permission_request", requestId: this.ask, toolName: "Bash", options });
    }
    const requestId = this.ask;
    this.ask = null;
    this.log.append(this.sessionId, { type: "permission_response", requestId, optionId: "yes" });
  }

  private remark(): void {
    if (this.random() < 0.5) this.write({ type: "agent_status", status: "working" });
    else this.log.append(this.sessionId, { type: "title", title: this.word() || "untitled" });
  }

  private future(): void {
    this.write({ type: "hologram", v: 7, shape: { of: ["things", 1.5] } });
  }

  private word(): string {
    return words[between(this.random, 0, words.length - 1)] as string;
  }
}
