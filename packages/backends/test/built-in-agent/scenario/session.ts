import type {
  AgentConnection,
  AgentSettings,
  AskAnswer,
  Conversation,
  EventBody,
  Image,
  KnownEvent,
  PolylogToolset,
} from "@polylog/core";
import { emptyConversation, fold } from "@polylog/core";
import { type LoggedRequest, startScriptedModel } from "@polylog/scripted-model";
import { onTestFinished } from "vitest";
import { builtInBackendWith } from "../../../src/built-in-agent/backend.ts";
import { type Runtime, systemRuntime } from "../../../src/built-in-agent/runtime.ts";
import { temporaryFolder } from "../../node-program.ts";

/** The built-in agent with a scripted model, and a log that stores its events as the server would. */

export const agentId = "polylog";

export interface SessionOptions {
  readonly settings?: Partial<AgentSettings>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** The conversation before the agent started. */
  readonly before?: readonly EventBody[];
  readonly tools?: PolylogToolset;
  /** Characters per delta, and the delay between two. */
  readonly pieceChars?: number;
  readonly runtime?: Partial<Runtime>;
}

type Ask = Extract<EventBody, { type: "permission_request" | "ask_user" | "plan_update" }>;

export interface Session {
  readonly connection: AgentConnection;
  readonly projectRoot: string;
  readonly modelUrl: string;
  /** All model requests, in order. */
  requests(): readonly LoggedRequest[];
  readonly slept: readonly number[];
  conversation(): Conversation;
  /** Sends a message and returns the id of its run. */
  prompt(text: string, images?: Image[]): Promise<string>;
  steer(runId: string, text: string): Promise<void>;
  /** Events up to the first match. */
  until(fits: (event: EventBody) => boolean): Promise<EventBody[]>;
  /** Sends a message and answers all asks until the run ends. */
  play(text: string, answer?: (ask: Ask) => AskAnswer, images?: Image[]): Promise<EventBody[]>;
  answer(answer: AskAnswer): Promise<void>;
}

export async function startSession(given: SessionOptions = {}): Promise<Session> {
  const model = await startScriptedModel({ pieceChars: given.pieceChars ?? 1000 });
  onTestFinished(() => model.close());
  const projectRoot = temporaryFolder();
  const log = new TestLog(given.before ?? []);
  let ids = 0;
  const slept: number[] = [];
  const runtime: Runtime = {
    now: () => 1_700_000_000_000,
    random: () => 0.5,
    newId: () => `id${++ids}`,
    sleep: async (ms) => void slept.push(ms),
    after: systemRuntime.after,
    ...given.runtime,
  };
  const connection = await builtInBackendWith(runtime).start({
    sessionId: "session",
    agentId,
    projectRoot,
    settings: {
      backend: "openai",
      baseUrl: `${model.url}/${given.options?.provider === "google" ? "v1beta" : "v1"}`,
      model: "scripted",
      ...given.settings,
      options: given.options ?? {},
    },
    host: {
      conversation: () => log.conversation,
      dataFolder: projectRoot,
      trusted: async () => false,
      tools: given.tools ?? null,
    },
  });
  onTestFinished(() => connection.close());
  const reader = connection.events[Symbol.asyncIterator]();
  const until: Session["until"] = async (fits) => {
    const events: EventBody[] = [];
    for (let next = await reader.next(); next.done !== true; next = await reader.next()) {
      const event = JSON.parse(JSON.stringify(next.value)) as EventBody;
      log.append(event);
      events.push(event);
      if (fits(event)) break;
    }
    return events;
  };
  let runs = 0;
  const prompt: Session["prompt"] = async (text, images = []) => {
    const runId = `run${++runs}`;
    const shown = images.length === 0 ? {} : { images };
    log.append({ type: "user_message", text, ...shown, delivery: "run", runId, agentId });
    log.append({ type: "run_started", trigger: "message", runId, agentId });
    await connection.prompt({ runId, text, images });
    return runId;
  };
  return {
    connection,
    projectRoot,
    modelUrl: model.url,
    requests: () => model.requests.filter(({ method }) => method === "POST"),
    slept,
    conversation: () => log.conversation,
    prompt,
    steer: async (runId, text) => {
      log.append({ type: "user_message", text, delivery: "steer", runId, agentId });
      await connection.steer({ runId, text, images: [] });
    },
    until,
    answer: async (answer) => {
      log.append(answerEvent(answer));
      await connection.answer(answer);
    },
    play: async (text, answer = allow, images = []) => {
      const runId = await prompt(text, images);
      const events: EventBody[] = [];
      for (;;) {
        events.push(...(await until((event) => isAsk(event) || isEnd(event, runId))));
        const last = events.at(-1);
        if (last === undefined || !isAsk(last)) return events;
        const reply = answer(last);
        log.append(answerEvent(reply));
        await connection.answer(reply);
      }
    },
  };
}

export function isAsk(event: EventBody): event is Ask {
  return (
    event.type === "permission_request" ||
    event.type === "ask_user" ||
    (event.type === "plan_update" && event.awaitsApproval === true)
  );
}

export function isEnd(event: EventBody, runId: string): boolean {
  return event.type === "run_ended" && event.runId === runId;
}

/** Allows every permission, and answers nothing else. */
export function allow(ask: Ask): AskAnswer {
  switch (ask.type) {
    case "permission_request": {
      const option = ask.options.find(({ kind }) => kind === "allow_once") ?? null;
      return { kind: "permission", askId: ask.requestId, option, note: null };
    }
    case "ask_user":
      return { kind: "question", askId: ask.questionId, answers: null };
    case "plan_update":
      return { kind: "plan", askId: ask.planId, decision: "approve", plan: null, mode: "ask" };
  }
}

export function deny(note: string | null): (ask: Ask) => AskAnswer {
  return (ask) => {
    if (ask.type !== "permission_request") throw new Error("Only a permission can be denied.");
    const option = ask.options.find(({ kind }) => kind === "reject_once") ?? null;
    return { kind: "permission", askId: ask.requestId, option, note };
  };
}

function answerEvent(answer: AskAnswer): EventBody {
  switch (answer.kind) {
    case "permission": {
      const optionId =
        answer.option === null ? { outcome: "expired" as const } : { optionId: answer.option.optionId };
      return { type: "permission_response", requestId: answer.askId, ...optionId };
    }
    case "question": {
      const answers =
        answer.answers === null ? { outcome: "expired" as const } : { answers: [...answer.answers] };
      return { type: "ask_user_response", questionId: answer.askId, ...answers };
    }
    case "plan": {
      const decision =
        answer.decision === null ? { outcome: "expired" as const } : { decision: answer.decision };
      return { type: "plan_response", planId: answer.askId, ...decision };
    }
  }
}

/** Stamps and folds events, like the server's log. */
class TestLog {
  conversation: Conversation = emptyConversation;
  private seq = 0;

  constructor(before: readonly EventBody[]) {
    for (const body of before) this.append(body);
  }

  append(body: EventBody): void {
    const seq = ++this.seq;
    const stamped = { ...body, id: `event${seq}`, sessionId: "session", seq, rev: 0, ts: seq };
    this.conversation = fold(this.conversation, stamped as KnownEvent);
  }
}
