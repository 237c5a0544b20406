import type { AgentConnection, AskAnswer, Conversation, EventBody, Image } from "@polylog/core";
import type { LoggedRequest } from "@polylog/scripted-model";
import type { PolylogToolsLog } from "./polylog-tools.ts";
import type { FailureShape } from "./program.ts";

/**
 * One behavior that is the same for every agent program on Polylog. A scenario uses only a backend's interface, with
 * a script for the model as the prompt, and defines the resulting conversation.
 */
export interface Scenario {
  readonly name: string;
  /** Plays the scenario. Its returned lines, facts that no event shows, are compared, too. */
  run(bench: Bench): Promise<readonly string[] | undefined>;
  /** More lines about the events. Pure, because it is repeated with mutated events. */
  tells?(heard: Heard): readonly string[];
  /**
   * The lines of the conversation (see `shape.ts`), then those of `tells`, then the facts. The same for every
   * program.
   */
  readonly expected: readonly string[];
  /** Its calls run in parallel: their lines are compared in sorted order. */
  readonly callsInAnyOrder?: boolean;
  /** How the run fails, if the message is Polylog's; otherwise the program's table defines it. */
  readonly failure?: FailureShape;
  /** Lines of the program that the backend does not know are not a fault here. */
  readonly allowsRaw?: boolean;
  /** Starts the program with different options. */
  readonly start?: Partial<Start>;
}

export interface Heard {
  readonly conversation: Conversation;
  readonly events: readonly EventBody[];
}

export type Ask = Extract<EventBody, { type: "permission_request" | "ask_user" | "plan_update" }>;
export type Answerer = (ask: Ask) => AskAnswer;

/** How the agent is started. */
export interface Start {
  readonly program: "installed" | "missing" | "other_version";
  readonly permissionMode: "ask" | "accept_edits" | "plan" | "full";
  /** Whether a command must request permission; otherwise a program may run it without. */
  readonly asks: boolean;
  /** Whether the model's address has a listener. */
  readonly model: "there" | "absent";
  /** Whether the agent has an MCP server with one tool, `echo`. */
  readonly mcp: boolean;
  /** Whether the agent has Polylog's own tools (see `polylog-tools.ts`). */
  readonly polylogTools: boolean;
  /** Characters per delta of the model; the model's default if 0. */
  readonly pieceChars: number;
  /** Whether the person trusts the project. */
  readonly trusted: boolean;
}

/** A project, a model, an agent and the session's log, made for one scenario. */
export interface Bench {
  readonly projectRoot: string;
  /** The program's name for the tool of the MCP server. */
  readonly mcpTool: string;
  /** The program's name for one of Polylog's own tools. */
  ownTool(name: string): string;
  /** The calls of Polylog's own tools so far, and the next call of one. */
  polylogToolCalls(): PolylogToolsLog["calls"];
  ownCalled(name: string): Promise<void>;
  /** The step with which the model runs a command that requests permission in this program. */
  askedStep(command: string): string;
  /** The step with which the model presents a plan. */
  readonly planStep: string;
  /** A second model. */
  readonly otherModel: string;
  /** The current connection; a prompt starts or resumes it if necessary. */
  connect(): Promise<AgentConnection>;
  writeFile(name: string, content: string): Promise<void>;
  /** A file of the project; null if it does not exist. */
  readFile(name: string): Promise<string | null>;
  /** Starts a run, as the server does; resolves when the agent has accepted it. */
  prompt(text: string, images?: readonly Image[]): Promise<string>;
  /** Starts a run and answers its asks until it ends. */
  play(text: string, answer?: Answerer, images?: readonly Image[]): Promise<string>;
  /** The next matching event, from where the last wait stopped. */
  until(fits: (event: EventBody) => boolean): Promise<EventBody>;
  /** The end of a run. */
  ended(runId: string): Promise<EventBody>;
  answer(answer: AskAnswer): Promise<void>;
  steer(runId: string, text: string): Promise<void>;
  cancel(runId: string): Promise<void>;
  /** Stops the program cleanly. The next prompt starts it again and resumes its session. */
  stop(): Promise<void>;
  /** Kills the program with SIGKILL. */
  kill(): void;
  /** Runs the agent in another process, and kills that during the agent's answer. */
  crashServer(text: string): Promise<void>;
  /** Lets the program answer a prompt without Polylog, and adopts the resulting session. */
  adopt(text: string): Promise<void>;
  /** Resolves when a file of the project exists. */
  fileAppears(name: string): Promise<void>;
  /** The processes of the program. */
  processes(): readonly number[];
  /** Whether a process with a text in its command line keeps running: killed processes take a moment to end. */
  runsOn(text: string): Promise<boolean>;
  conversation(): Conversation;
  /** All events so far. */
  events(): readonly EventBody[];
  /** The requests that the model received. */
  requests(): readonly LoggedRequest[];
}
