import type { ToolCallEntry } from "@polylog/core";
import type { Program } from "./program.ts";

/** The kind of a tool, whatever its name. Writing and editing are one kind, because some programs only have patches. */
export type ToolKind = "shell" | "read" | "edit" | "question" | "plan" | "subagent" | "mcp";

const names: Readonly<Record<ToolKind, readonly string[]>> = {
  shell: ["bash", "shell", "execcommand", "commandexecution", "execute", "terminal"],
  read: ["read", "readfile", "view"],
  edit: ["write", "edit", "multiedit", "applypatch", "filechange", "patch"],
  question: ["askuserquestion", "askuser", "question", "requestuserinput"],
  plan: ["exitplanmode"],
  subagent: ["task", "agent", "spawnagent", "collabagenttoolcall"],
  mcp: [],
};

export function toolKind(program: Program, call: ToolCallEntry): string {
  const given = program.toolKind?.(call);
  if (given !== undefined && given !== null) return given;
  if (call.rawName.startsWith("mcp__")) return "mcp";
  const name = call.rawName.toLowerCase().replace(/[^a-z]/g, "");
  const known = (Object.keys(names) as ToolKind[]).find((kind) => names[kind].includes(name));
  return known ?? call.rawName;
}
