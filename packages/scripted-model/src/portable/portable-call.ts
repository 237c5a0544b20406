import path from "node:path";
import { type Part, say } from "../answer.ts";
import { isUser, type ModelRequest, type Schema, type Tool } from "../conversation.ts";
import type { PortableCall } from "../script/steps.ts";
import { askInput, planItems, todoInput } from "./ask-and-plan.ts";
import { fill, named, type Values } from "./fill-input.ts";
import { addFilePatch, updateFilePatch } from "./patch.ts";
import { type Skill, toolFor } from "./tool-names.ts";

/** Makes a call with this agent's tool for it. Without one, uses the shell or text. */
export function portableCall(request: ModelRequest, call: PortableCall): Part {
  const has = (skill: Skill) => toolFor(request.tools, skill);
  const asCall = (tool: Tool, values: Values, bare: Values) => callOf(tool, fill(tool.schema, values, bare));
  const shell = (command: string): Part => {
    const tool = has("shell");
    return tool === null ? say(`No tool available for: ${command}`) : callOf(tool, shellInput(tool, command));
  };
  const patch = (tool: Tool, text: string): Part =>
    tool.freeform ? freeformCall(tool, text) : asCall(tool, named(["input", "patch"], text), { input: text });

  switch (call.do) {
    case "shell":
      return shell(call.command);
    case "read": {
      const tool = has("read");
      if (tool === null) return shell(`cat ${quote(call.path)}`);
      return asCall(tool, pathValues(request, tool.schema, call.path), { path: call.path });
    }
    case "write": {
      const tool = has("write");
      const patchTool = has("patch");
      if (tool !== null) {
        const { path, content } = call;
        const contents = named(["content", "contents", "file_text", "text"], content);
        return asCall(tool, { ...pathValues(request, tool.schema, path), ...contents }, { path, content });
      }
      if (patchTool !== null) return patch(patchTool, addFilePatch(call.path, call.content));
      return shell(`printf %s ${quote(call.content)} > ${quote(call.path)}`);
    }
    case "edit": {
      const tool = has("edit");
      const patchTool = has("patch");
      if (tool !== null) return callOf(tool, editInput(request, tool, call));
      if (patchTool !== null)
        return patch(patchTool, updateFilePatch(request, call.path, call.old, call.new));
      return shell(editCommand(call));
    }
    case "ask": {
      const tool = has("ask");
      if (tool !== null) return callOf(tool, askInput(tool.schema, call.question, call.options));
      return say([call.question, ...call.options.map((option) => `- ${option}`)].join("\n"));
    }
    case "plan": {
      const todo = has("todo");
      if (todo !== null) return callOf(todo, todoInput(todo.schema, call.items));
      const text = planItems(call.items)
        .map(({ content }, index) => `${index + 1}. ${content}`)
        .join("\n");
      const plan = has("plan");
      return plan === null
        ? say(text)
        : asCall(plan, named(["plan", "text", "content"], text), { plan: text });
    }
    case "subagent": {
      const tool = has("subagent");
      return tool === null
        ? say(`No subagent available for: ${call.prompt}`)
        : callOf(tool, taskInput(tool, call.prompt));
    }
  }
}

export function callOf(tool: Pick<Tool, "name" | "namespace">, input: Values): Part {
  return { kind: "call", ...nameOf(tool), input: JSON.stringify(input), freeform: false };
}

export function freeformCall(tool: Tool, input: string): Part {
  return { kind: "call", ...nameOf(tool), input, freeform: true };
}

function nameOf({ name, namespace }: Pick<Tool, "name" | "namespace">) {
  return { name, ...(namespace === undefined ? {} : { namespace }) };
}

function shellInput({ schema }: Tool, command: string): Values {
  const takesList = schema.properties?.command?.type === "array";
  const values = {
    ...named(["command", "cmd", "script", "commandLine"], takesList ? ["bash", "-lc", command] : command),
    ...named(["description", "explanation"], "Run a command of the script"),
  };
  return fill(schema, values, { command });
}

function editInput(
  request: ModelRequest,
  { schema }: Tool,
  call: Extract<PortableCall, { do: "edit" }>,
): Values {
  const change = {
    ...named(["old_string", "oldString", "oldText", "old_str", "old"], call.old),
    ...named(["new_string", "newString", "newText", "new_str", "new"], call.new),
  };
  const many = schema.properties?.edits;
  const edits = [fill(many?.items ?? {}, change, { oldText: call.old, newText: call.new })];
  const values = {
    ...pathValues(request, schema, call.path),
    ...change,
    edits,
    instruction: "Follow the script",
  };
  return fill(schema, values, { path: call.path, old: call.old, new: call.new });
}

/** The last resort: a system that can run this project's tests has Node. */
function editCommand({ path, old, new: fresh }: Extract<PortableCall, { do: "edit" }>): string {
  const program =
    'const fs=require("fs"),[,f,a,b]=process.argv,t=fs.readFileSync(f,"utf8");if(!t.includes(a))throw Error("not found");fs.writeFileSync(f,t.split(a).join(b))';
  return `node -e ${quote(program)} ${quote(path)} ${quote(old)} ${quote(fresh)}`;
}

function taskInput(tool: Tool, prompt: string): Values {
  const kinds = tool.schema.properties?.subagent_type?.enum?.map(String) ?? [];
  const general = kinds.find((kind) => kind.includes("general")) ?? kinds[0];
  const usual = ["general-purpose", "general", "coder"];
  const known = usual.find((kind) => new RegExp(`\\b${kind}\\b`).test(tool.description));
  const values = {
    ...named(["prompt", "message", "task", "instructions", "input"], prompt),
    ...named(["description", "title"], titleOf(prompt)),
    task_name: "scripted_task",
    subagent_type: general ?? known ?? "general-purpose",
    run_in_background: false,
  };
  return fill(tool.schema, values, { description: titleOf(prompt), prompt });
}

/** The first words of a prompt, without its script. */
function titleOf(prompt: string): string {
  const words = prompt
    .replace(/\[\[[\s\S]*$/, "")
    .trim()
    .split(/\s+/)
    .slice(0, 5)
    .join(" ");
  return words === "" ? "Scripted task" : words;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const pathNames = ["file_path", "filePath", "path", "absolute_path", "target_file", "filename", "file"];

/** A file's path under each common property name. Absolute if the tool requires it. */
function pathValues(request: ModelRequest, schema: Schema, given: string): Values {
  const name = pathNames.find((candidate) => schema.properties?.[candidate] !== undefined);
  const described = `${name} ${String(schema.properties?.[name ?? ""]?.description ?? "")}`;
  const folder = /absolute/i.test(described) && !path.isAbsolute(given) ? folderOf(request) : null;
  return named(pathNames, folder === null ? given : path.posix.join(folder, given));
}

const mentions = [
  /<cwd>([^<\n]+)<\/cwd>/,
  /(?:current |primary )?working directory(?: is)?: *`?([^\s`]+)/i,
  /working in the directory: *`?([^\s`]+)/i,
];

/** The agent's working folder, if the system prompt or a message mentions it. */
function folderOf({ system, turns }: ModelRequest): string | null {
  const instructions = [system, ...turns.filter(isUser).flatMap(({ texts }) => texts)].join("\n");
  for (const mention of mentions) {
    const folder = mention.exec(instructions)?.[1];
    if (folder !== undefined) return folder;
  }
  return null;
}
