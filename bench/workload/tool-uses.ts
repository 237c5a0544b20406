import type { Random } from "../random.ts";
import { code, codeLine, prose, sentence } from "./prose.ts";

/** Tool uses of a coding agent, with sizes from recorded streams of real agents. */
export interface ToolUse {
  readonly toolName: string;
  readonly kind: string;
  readonly title: string;
  readonly input: Record<string, unknown>;
  readonly result: string;
  /** Its output arrives in pieces. */
  readonly streams: boolean;
}

const files = [
  "src/store/log.ts",
  "src/routes/session.ts",
  "test/replay.test.ts",
  "src/parser/split-lines.ts",
];

export function toolUse(random: Random): ToolUse {
  const roll = random.next();
  if (roll < 0.4) return read(random);
  if (roll < 0.75) return bash(random);
  return edit(random);
}

function read(random: Random): ToolUse {
  const path = `/project/${random.pick(files)}`;
  const lines = code(random, random.between(900, 5_200)).split("\n");
  return {
    toolName: "Read",
    kind: "read",
    title: `Read ${path}`,
    input: { file_path: path },
    result: lines.map((line, index) => `${index + 1}\t${line}`).join("\n"),
    streams: false,
  };
}

function bash(random: Random): ToolUse {
  const command = `cd /project && npm test -- ${random.pick(files)} 2>&1 | tail -n ${random.between(10, 80)}`;
  const lines: string[] = [];
  for (let left = random.between(100, 4_000); left > 0; left -= (lines.at(-1)?.length ?? 0) + 1) {
    lines.push(
      random.chance(0.5) ? ` ✓ ${sentence(random)} (${random.between(1, 90)} ms)` : codeLine(random),
    );
  }
  return {
    toolName: "Bash",
    kind: "execute",
    title: command,
    input: { command, description: sentence(random) },
    result: lines.join("\n"),
    streams: true,
  };
}

function edit(random: Random): ToolUse {
  const path = `/project/${random.pick(files)}`;
  const old = code(random, random.between(60, 500));
  return {
    toolName: "Edit",
    kind: "edit",
    title: `Edit ${path}`,
    input: {
      file_path: path,
      old_string: old,
      new_string: `${old}\n${code(random, random.between(40, 400))}`,
      replace_all: false,
    },
    result: `The file ${path} has been updated successfully. ${prose(random, 40)}`,
    streams: false,
  };
}
