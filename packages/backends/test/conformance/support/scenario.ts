import type { AgentConnection, AskAnswer, Conversation, EventBody, Image } from "@polylog/core";
import type { LoggedRequest } from "@polylog/scripted-model";
import type { PolylogToolsLog } from "./polylog-tools.ts";
import type { FailureShape } from "./program.ts";

/**
 * One thing that every agent program does the same way on Polylog. A scenario drives a backend only through its
 * interface, with a script for the model as the prompt, and says what conversation must come of it.
 */
export interface Scenario {
  readonly name: string;
  /** What is played. What it returns is compared too: facts that no event shows. */
  run(bench: Bench): Promise<readonly string[] | undefined>;
  /** Further lines about the events. A pure function: it is asked again about mutated events. */
  tells?(heard: Heard): readonly string[];
  /** The lines of the conversation (see `shape.ts`), then those of `tells`, then the facts. The same for every program. */
  readonly expected: readonly string[];
  /** Its calls are made side by side: their lines are compared in sorted order. */
  readonly callsInAnyOrder?: boolean;
  /** How the run fails, where Polylog words it; else the program's table says. */
  readonly failure?: FailureShape;
  /** Lines of the program that nobody understood are no fault here. */
  readonly allowsRaw?: boolean;
  /** Starts the program in another way than usual. */
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
  /** Whether a command must be asked for; else a program may do without. */
  readonly asks: boolean;
  /** Whether anything listens where the model should be. */
  readonly model: "there" | "absent";
  /** Whether the agent is given a server with one tool, `echo`, over MCP. */
  readonly mcp: boolean;
  /** Whether the server lends the agent tools of its own (see `own-tools.ts`). */
  readonly polylogTools: boolean;
  /** Characters of one delta of the model; as the model likes if 0. */
  readonly pieceChars: number;
  /** Whether the person trusts the project. */
  readonly trusted: boolean;
}

/** A project, a model, an agent and the session's log, made for one scenario. */
export interface Bench {
  readonly projectRoot: string;
  /** What the tool of the server for MCP is called by this program. */
  readonly mcpTool: string;
  /** What a tool of the server's own is called by this program. */
  ownTool(name: string): string;
  /** The calls of such tools so far, and the next of one. */
  polylogToolCalls(): PolylogToolsLog["calls"];
  ownCalled(name: string): Promise<void>;
  /** The step by which the model runs a command that this program asks for. */
  askedStep(command: string): string;
  /** The step by which the model shows this program's user a plan. */
  readonly planStep: string;
  /** A model beside the usual one. */
  readonly otherModel: string;
  /** The connection at work; started, and gone on with, when a prompt needs it. */
  connect(): Promise<AgentConnection>;
  writeFile(name: string, content: string): Promise<void>;
  /** A file of the project; null where there is none. */
  readFile(name: string): Promise<string | null>;
  /** Gives the agent a run, as the server does; resolves when the agent has taken it. */
  prompt(text: string, images?: readonly Image[]): Promise<string>;
  /** Gives the agent a run and answers what it asks, up to the run's end. */
  play(text: string, answer?: Answerer, images?: readonly Image[]): Promise<string>;
  /** The next event that fits, from where the last wait stopped. */
  until(fits: (event: EventBody) => boolean): Promise<EventBody>;
  /** The end of a run. */
  ended(runId: string): Promise<EventBody>;
  answer(answer: AskAnswer): Promise<void>;
  steer(runId: string, text: string): Promise<void>;
  cancel(runId: string): Promise<void>;
  /** Ends the program in good order; the next prompt starts it again and goes on with its session. */
  stop(): Promise<void>;
  /** Kills the program with SIGKILL. */
  kill(): void;
  /** Runs the agent in another process, and kills that in the middle of the agent's words. */
  crashServer(text: string): Promise<void>;
  /** Lets the program alone answer a prompt, and takes over the session that it made of that. */
  adopt(text: string): Promise<void>;
  /** Resolves when a file of the project is there. */
  fileAppears(name: string): Promise<void>;
  /** The processes of the program. */
  processes(): readonly number[];
  /** Whether one that has a text in its command line stays there: what was killed is gone only a moment later. */
  runsOn(text: string): Promise<boolean>;
  conversation(): Conversation;
  /** All that was told so far. */
  events(): readonly EventBody[];
  /** What came to the model. */
  requests(): readonly LoggedRequest[];
}
