import type { Unstamped } from "./stamp.ts";

/** One step of a session: its action, its agent, its variant and its text. */
export interface Step {
  readonly who: number;
  readonly variant: number;
  readonly words: string;
}

export type StepFunction = (writer: Writer, step: Step) => void;

/** The acting agent. A subagent identified only by its call acts with its parent's run id and that call. */
interface Speaker {
  readonly agentId: string;
  readonly runId: string;
  readonly parentCallId?: string;
}

export interface WrittenBlock {
  readonly block: number;
  /** The complete text so far, including pieces that were lost. */
  sent: string;
  last: { readonly offset: number; readonly delta: string } | null;
}

export interface WrittenCall {
  readonly callId: string;
  readonly toolName: string;
  started: boolean;
  done: boolean;
  input: string;
  output: string;
}

export interface WrittenRun {
  readonly speaker: Speaker;
  responseId: string;
  nextBlock: number;
  text: WrittenBlock | null;
  thinking: WrittenBlock | null;
  readonly calls: WrittenCall[];
}

export interface WrittenAsk {
  readonly kind: "permission" | "question" | "plan";
  readonly askId: string;
}

export const agentIds = ["claude", "codex", "pi"] as const;

/** Writes a session step by step and remembers open items, so that later steps can refer to them. */
export class Writer {
  readonly events: Unstamped[] = [];
  readonly live: WrittenRun[] = [];
  readonly ended: WrittenRun[] = [];
  readonly asks: WrittenAsk[] = [];
  readonly exchangeIds: string[] = [];
  readonly clientMessageIds: string[] = [];
  private names = 0;

  fresh(prefix: string): string {
    this.names += 1;
    return `${prefix}-${this.names}`;
  }

  /** An event of the session. */
  tell(event: Unstamped): void {
    this.events.push(event);
  }

  /** An event of a run. */
  say(run: WrittenRun, event: Unstamped): void {
    this.events.push({ ...run.speaker, ...event });
  }

  begin(speaker: Speaker): WrittenRun {
    const run: WrittenRun = {
      speaker,
      responseId: this.fresh("response"),
      nextBlock: 0,
      text: null,
      thinking: null,
      calls: [],
    };
    this.live.push(run);
    return run;
  }

  end(run: WrittenRun): void {
    this.live.splice(this.live.indexOf(run), 1);
    this.ended.push(run);
  }

  /** A live run; starts one if no run is live. */
  run({ who }: Step): WrittenRun {
    const run = pick(this.live, who);
    if (run !== undefined) return run;
    const started = this.begin({
      agentId: agentIds[who % agentIds.length] as string,
      runId: this.fresh("run"),
    });
    this.say(started, { type: "run_started", trigger: "message" });
    return started;
  }
}

export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}
