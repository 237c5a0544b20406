import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { PolylogToolset } from "@polylog/core";
import { onTestFinished } from "vitest";
import { acpBackend } from "../../src/acp/backend.ts";
import { TestBench } from "../conformance/support/bench.ts";
import type { Program } from "../conformance/support/program.ts";
import { shapeOf } from "../conformance/support/shape.ts";

/** The puppet's behavior apart from its prompts. */
export interface Puppet {
  readonly initialize?: object;
  /** The response to `session/new`, `session/load` and `session/resume`. */
  readonly session?: object;
  readonly sessionId?: string;
  readonly answer?: object;
  /** The history that it replays when a session is loaded. */
  readonly history?: readonly unknown[];
  /** It responds before the replay is complete. */
  readonly loadsLate?: boolean;
  readonly forgets?: boolean;
  readonly ignoresCancel?: boolean;
  /** It never answers `initialize`. */
  readonly neverStarts?: boolean;
  /** Its state reports a turn's end some time after the response to the prompt. */
  readonly idleAfter?: boolean;
  needsLogin?: boolean;
}

export type Step =
  | { readonly say: string }
  | { readonly update: unknown }
  | { readonly line: string }
  | { readonly request: readonly [method: string, params: unknown] }
  | { readonly wait: "cancel" }
  | { readonly exit: number }
  | { readonly fail: readonly [code: number, message: string] }
  | { readonly stop: string }
  /** Unprompted updates after the turn has ended. */
  | { readonly later: readonly unknown[] };

const main = fileURLToPath(new URL("./puppet-main.ts", import.meta.url));

/** The address of Polylog's own tools. */
type Address = NonNullable<Awaited<ReturnType<PolylogToolset["address"]>>>;

/** The server's choices when it starts the program. */
interface Chosen {
  ownMode?: string;
}

function programOf(
  puppet: Puppet,
  options: Readonly<Record<string, unknown>>,
  address: Address | null,
  chosen: Chosen,
): Program {
  const tools: PolylogToolset | null =
    address === null
      ? null
      : {
          list: [{ name: "greet", description: "Greets back", inputSchema: { type: "object" } }],
          call: async () => ({ text: "", isError: true }),
          address: async () => address,
        };
  return {
    name: "puppet",
    backend: {
      ...acpBackend,
      start: (given) => acpBackend.start({ ...given, ...chosen, host: { ...given.host, tools } }),
    },
    command: process.execPath,
    version: "0",
    versionText: { from: "-", to: "-" },
    setUp: async () => ({
      backend: "acp",
      command: process.execPath,
      args: [main],
      env: { PUPPET: JSON.stringify(puppet) },
      options,
    }),
    otherModel: "other",
    unsupported: {},
  };
}

/** A bench with the puppet as its agent. */
export class PuppetBench {
  readonly bench: TestBench;
  readonly chosen: Chosen;
  private readonly program: Program;

  private constructor(bench: TestBench, program: Program, chosen: Chosen) {
    this.bench = bench;
    this.program = program;
    this.chosen = chosen;
  }

  static async open(
    puppet: Puppet = {},
    options: Readonly<Record<string, unknown>> = {},
    mode: "ask" | "plan" = "ask",
    tools: Address | null = null,
  ): Promise<PuppetBench> {
    const chosen: Chosen = {};
    const program = programOf(puppet, options, tools, chosen);
    const bench = await TestBench.open(program, { permissionMode: mode });
    onTestFinished(() => bench.remove());
    return new PuppetBench(bench, program, chosen);
  }

  play(
    steps: readonly Step[],
    ...rest: Parameters<TestBench["play"]> extends [unknown, ...infer R] ? R : never
  ) {
    return this.bench.play(JSON.stringify(steps), ...rest);
  }

  prompt(steps: readonly Step[]): Promise<string> {
    return this.bench.prompt(JSON.stringify(steps));
  }

  shape(): string[] {
    return shapeOf(this.program, this.bench.conversation());
  }

  /** All messages that the puppet received, in order. */
  async heard(): Promise<unknown[]> {
    const text = await readFile(path.join(this.bench.projectRoot, "puppet.json"), "utf8").catch(() => "");
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line): unknown => JSON.parse(line));
  }

  /** The responses that the puppet received to its requests. */
  async answers(): Promise<unknown[]> {
    return (await this.heard()).flatMap((entry) =>
      typeof entry === "object" && entry !== null && "answer" in entry ? [entry.answer] : [],
    );
  }

  async finish(allowsRaw = false) {
    const faults = await this.bench.finish({ allowsRaw });
    return { shape: this.shape(), faults };
  }
}
