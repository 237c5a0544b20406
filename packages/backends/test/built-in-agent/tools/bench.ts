import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { builtInTools } from "../../../src/built-in-agent/tools/index.ts";
import { ReadFiles } from "../../../src/built-in-agent/tools/read-files.ts";
import { Shells } from "../../../src/built-in-agent/tools/shell/shells.ts";
import type { ToolContext, ToolOutcome, ToolSettings } from "../../../src/built-in-agent/tools/tool.ts";
import { ProjectFolder } from "../../../src/project/project-folder.ts";

/** A project for testing tools, with the state that an agent's connection holds. */
export interface Bench {
  readonly root: string;
  /** A folder outside the project. */
  readonly outside: string;
  readonly shells: Shells;
  /** Output that tools reported while they ran. */
  readonly told: { readonly piece: string; readonly stream: string }[];
  run(name: string, input: unknown, options?: Partial<ToolContext>): Promise<ToolOutcome>;
}

export async function newBench(
  files: Readonly<Record<string, string | Buffer>> = {},
  settings: ToolSettings = {},
): Promise<Bench> {
  const base = mkdtempSync(path.join(tmpdir(), "polylog-tools-"));
  const [root, outside] = [path.join(base, "project"), path.join(base, "outside")];
  mkdirSync(root);
  mkdirSync(outside);
  put(root, files);
  const [shells, read] = [new Shells(), new ReadFiles()];
  const project = await ProjectFolder.open(root);
  const told: { piece: string; stream: string }[] = [];
  onTestFinished(() => shells.close());
  return {
    root,
    outside,
    shells,
    told,
    run: (name, input, options = {}) => {
      const tool = builtInTools.find((candidate) => candidate.name === name);
      if (tool === undefined) throw new Error(`No tool is named ${name}.`);
      const context: ToolContext = {
        callId: "call",
        project,
        read,
        shells,
        settings,
        signal: new AbortController().signal,
        onOutput: async (piece, stream) => void told.push({ piece, stream }),
        ...options,
      };
      return tool.run(tool.input.parse(input), context);
    },
  };
}

export function put(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
}
